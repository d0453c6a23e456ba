"""Documents in strings of a program are the program's."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import literals, pipeline
from knapsack_cli.compression.model import Hints

PAGE = "<!DOCTYPE html>\n<html>\n<head><title>Till</title></head>\n<body>\n<p>Sum</p>\n</body>\n</html>\n"
GO = (
    'package till\n\nimport "html/template"\n\n'
    + "".join(f"func Open{at}(sum int) int {{\n" + "\tsum++\n" * 9 + "\treturn sum\n}\n\n" for at in range(9))
    + f"const page = `\n{PAGE}`\n\n"
    + "".join(f"func Shut{at}(sum int) int {{\n" + "\tsum++\n" * 9 + "\treturn sum\n}\n\n" for at in range(9))
)
PYTHON = (
    "import till\n\n"
    + "".join(
        f"def open_{at}(total):\n" + "    total += 1\n" * 9 + "    return total\n\n\n" for at in range(9)
    )
    + f'PAGE = """\n{PAGE}"""\n\n\n'
    + "".join(
        f"def shut_{at}(total):\n" + "    total += 1\n" * 9 + "    return total\n\n\n" for at in range(9)
    )
)


@pytest.mark.parametrize(("text", "names"), [(GO, "Shut"), (PYTHON, "shut_")])
def test_a_page_in_a_string_parts_no_source(text: str, names: str) -> None:
    shown = pipeline.plan(text, Hints()).lines
    assert not [line for line in shown if line.startswith(("Sum", "[the page"))]
    assert all(any(f" {names}{at}(" in line for line in shown) for at in range(9))


def test_a_page_after_source_is_another_output() -> None:
    shown = "\n".join(pipeline.plan(GO + PAGE.replace("<p>Sum</p>\n", "<p>Sum</p>\n" * 40), Hints()).lines)
    assert "Sum" in shown


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("local page = [==[", "]==]"),
        ("cat > page <<EOF", "EOF"),
        ("PAGE = <<~TEXT", "  TEXT"),
        ("x = %{", "}"),
    ],
)
def test_strings_of_several_lines_are_seen(opening: str, closing: str) -> None:
    lines = ["a", opening, "<html>", closing, "<html>", "b"]
    assert literals.outside(lines, {2: "html", 4: "html"}) == {4: "html"}


def test_what_is_never_closed_is_no_string() -> None:
    lines = ["bits = kind <<SHIFT", "x", "<html>", "b"]
    assert literals.outside(lines, {2: "html"}) == {2: "html"}


def test_markup_of_php_is_its_own() -> None:
    lines = ["<?php", "start();", "?>", "<html>", "</html>", "On branch main"]
    assert literals.outside(lines, {3: "markup", 5: "git-status"}) == {5: "git-status"}


def test_what_is_indented_in_an_open_block_begins_nothing() -> None:
    lines = [
        "class Till {",
        "  int sum;",
        "",
        "  ////",
        "  // Sums",
        "}",
        "",
        " id | name",
        "class Next {",
        "a",
        "}",
    ]
    assert literals.between_blocks(lines, [3, 7, 9]) == {7, 9}
