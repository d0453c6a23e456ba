"""Texts that look a little like a kind that would lose what they say."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import (
    config_text,
    delimited,
    generic_tests,
    git_diff,
    git_lines,
    html_text,
    markdown,
    paths,
    query_plan,
    yaml_text,
)
from knapsack_cli.compression.model import Hints, Segment


def segment(text: str) -> Segment:
    """A text as a segment."""
    return Segment(text.splitlines(), 0, Hints())


def test_messages_with_a_prefix_are_no_mapping() -> None:
    text = "".join(f"debug{n % 3}: step: number {n} of the handshake\n" for n in range(40))
    assert yaml_text.recognise(segment(text)) == 0


def test_rows_that_begin_with_a_number_are_no_mapping() -> None:
    text = "Table of symbols:\n" + "".join(f"  {n}: 0000 {n} FUNC GLOBAL\n" for n in range(40))
    assert yaml_text.recognise(segment(text)) == 0


def test_stanzas_of_fields_may_hold_a_key_again() -> None:
    text = "\n".join(f"Package: p{n}\nVersion: 1.{n}\nDepends: q\n" for n in range(5))
    assert yaml_text.recognise(segment(text)) > 0


def test_comments_above_settings_are_no_headings() -> None:
    text = "\n".join(f"# Part {n}\n\nsize:{n}\nage:{n}\nstate:up\n" for n in range(10))
    assert markdown.recognise(segment(text)) == 0


def test_a_page_after_the_headers_of_an_answer_is_cut_off() -> None:
    head = "> GET /x HTTP/1.1\n> Host: a.example\n> Accept: */*\n>\n"
    head += "< HTTP/1.1 404 Not Found\n< Server: s\n< Age: 1\n< Via: p\n<\n"
    page = "<!DOCTYPE html>\n<html>\n<head><title>Gone</title></head>\n<body>\n"
    page += "<p>No such page.</p>\n" * 4 + "</body>\n</html>\n* Closing connection\n"
    assert html_text.recognise(segment(head + page)) == 0
    made = pipeline.plan(head + page, Hints())
    assert made.kinds[:2] == ["http-trace", "html"]
    shown = "\n".join(made.lines)
    assert "> GET /x HTTP/1.1" in shown
    assert "< HTTP/1.1 404 Not Found" in shown


def test_underlines_of_other_signs_are_headings_too() -> None:
    text = "Guide\n=====\n\nSome words that say it.\n\nFirst part\n~~~~~~~~~~\n\nWords of the first part.\n\n"
    text += "Second part\n^^^^^^^^^^^\n\nMore words are here.\n" + "And more words follow them.\n" * 60
    made = pipeline.plan(text, Hints())
    assert made.kinds == ["markdown"]
    shown = "\n".join(made.lines)
    assert "First part" in shown
    assert "Second part" in shown


def test_a_plan_in_json_is_told_by_its_nodes() -> None:
    node = (
        '"Node Type": "Seq Scan",\n"Parallel Aware": false,\n"Relation Name": "orders",\n"Actual Rows": 7,\n'
    )
    text = (
        '[\n{\n"Plan": {\n'
        + node
        + '"Filter": "(a > 3)",\n"Temp Read Blocks": 0\n},\n"Execution Time": 2.5\n}\n]\n'
    )
    assert query_plan.recognise(segment(text)) > 90
    shown = "\n".join(row.text for row in query_plan.decide(segment(text)).rows)
    for kept in ("Seq Scan", '"orders"', "Rows", "(a > 3)", "Execution Time"):
        assert kept in shown
    assert "Parallel Aware" not in shown
    assert "Temp Read" not in shown


def test_lines_of_fields_are_no_settings() -> None:
    text = "".join(
        f'ts=2026-01-01T00:00:{n:02}Z level=info caller=a.go:{n} msg="done {n}"\n' for n in range(40)
    )
    assert config_text.recognise(segment(text)) == 0
    text += 'ts=2026-01-01T00:01:00Z level=info caller=b.go:9 msg="leader changed"\n' + text
    assert "leader changed" in "\n".join(pipeline.plan(text, Hints()).lines)


def test_services_that_share_a_stream_are_not_cut_apart() -> None:
    lines = []
    for n in range(300):
        lines.append(f"web-{n % 2}  | GET /item/{n} 200")
        lines.append(f"db-1   | 2026-01-01 00:00:{n % 60:02}.123 UTC LOG:  took {n} ms")
    lines.insert(200, "web-1  | cache warmed, 77 keys")
    made = pipeline.plan("\n".join(lines), Hints())
    assert made.kinds == ["log"]
    assert "web-1  | cache warmed, 77 keys" in made.lines
    assert len(made.lines) < 20


def test_a_document_that_shows_a_diff_is_no_diff() -> None:
    text = "# Till\n\nWhat it is for.\n\n## A patch\n\n```diff\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n"
    text += "@@ -1,2 +1,2 @@\n a\n-b\n+c\n```\n\n"
    text += "".join(f"## Part {n}\n\nWords of part {n}, which go on.\n\n" for n in range(9))
    assert git_diff.recognise(segment(text)) == 0
    assert pipeline.plan(text, Hints()).kinds == ["markdown"]


def test_rows_of_fields_that_hold_slashes_are_no_paths() -> None:
    text = "".join(f"host.example/shop{n}/till,v1.{n}.0,h1:a/b{n}=\n" for n in range(40))
    assert paths.recognise(segment(text)) == 0


def test_code_that_speaks_of_running_tests_is_no_run_of_tests() -> None:
    text = "/* While running, numbers from tests from the shelf are summed. */\n" + "int a = 1;\n" * 40
    assert generic_tests.recognise(segment(text)) == 0


def test_remarks_above_a_header_and_short_rows_are_a_table_all_the_same() -> None:
    text = "# Source: the shop\nname,place,size,remark\n"
    text += "".join(f'"till {n}","part {n % 3}",{n}' + (",new\n" if n % 4 else "\n") for n in range(40))
    assert delimited.recognise(segment(text)) > 0
    assert pipeline.plan(text, Hints()).kinds == ["csv"]


def test_a_table_whose_first_column_is_a_digest_is_no_log_of_git() -> None:
    head = "CONTAINER ID   IMAGE              STATUS         NAMES"
    rows = [
        f"{n * 7919 + 0xB7E7E91E2B80:012x}   depot/crates:{n % 3}     Up {n} days      crates-{n}"
        for n in range(40)
    ]
    assert not git_lines.recognise(Segment([head, *rows], 0, Hints()))
