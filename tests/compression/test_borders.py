"""Several outputs in one stream: each is cut at its border and treated as what it is."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from support import FIXTURES, knapsack

from knapsack_cli.compression.endings import outputs_with_ends

CHANGED = "".join(f"M\tsrc/shop/part_{n}.py\n" for n in range(120)) + "D\tsrc/shop/old_tax.py\n"
GO = (
    "panic: runtime error: index out of range [1] with length 1\n\ngoroutine 1 [running]:\n"
    "example.org/shop.price({0x77c581, 0x16})\n\t/home/dev/shop/price.go:81 +0xc77\n"
    "FAIL\texample.org/shop\t0.008s\nFAIL\n"
)
ROWS = "station;date;value\n" + "".join(f"S{n % 9};2026-01-{n % 28 + 1:02};{n % 40}.5\n" for n in range(300))
NOTES = "# Shop\n\nHow prices are rounded.\n\n## Taxes\n\nSee the table.\n\n## Returns\n\nWithin ten days.\n"
LOG = "".join(f"2026-03-02 04:{n // 60:02}:{n % 60:02} INFO handled request {n}\n" for n in range(300))
HISTORY = "".join(
    f"commit {n:040x}\nAuthor: Ada Example <ada@example.org>\nDate:   Sun Jun 9 19:00:00 2024 +0000\n\n"
    f"    Change number {n}\n\n"
    for n in range(1, 20)
)
SETTINGS = "services:\n" + "".join(
    f"  part{n}:\n    image: shop/part{n}:1.{n}\n    restart: always\n" for n in range(20)
)
BODIES = "".join(
    f"static int price_{n}(int cents)\n{{\n    int sum = cents;\n    sum += {n};\n    sum *= 2;\n"
    f"    sum -= 1;\n    sum ^= 3;\n    return sum;\n}}\n\n"
    for n in range(30)
)


def kinds_of(text: str, home: Path) -> list[str]:
    """The kinds that --explain tells, in order."""
    told = knapsack("compress", "--explain", data=text.encode(), home=home).err
    return [line.split(": ")[2].split(",")[0] for line in told.splitlines() if "lines " in line]


def test_a_list_of_changed_files_after_a_go_run_is_not_the_runs(tmp_path: Path) -> None:
    out = knapsack("compress", data=(GO + CHANGED).encode(), home=tmp_path).out
    assert b"FAIL\texample.org/shop" in out
    assert b"D\tsrc/shop/old_tax.py" in out
    assert kinds_of(GO + CHANGED, tmp_path)[0] == "go-test"
    assert len(kinds_of(GO + CHANGED, tmp_path)) > 1


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (HISTORY + SETTINGS, ["git-log", "yaml"]),
        (ROWS + NOTES, ["csv", "markdown"]),
        (
            SETTINGS.replace(
                "services:", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nservices:"
            ),
            None,
        ),
    ],
)
def test_what_follows_a_grammar_is_another_output(text: str, kinds: list[str] | None, tmp_path: Path) -> None:
    found = kinds_of(text, tmp_path)
    assert found == kinds if kinds else found[-1] == "yaml"


def test_a_runners_last_line_ends_its_output(tmp_path: Path) -> None:
    tests = (FIXTURES / "pytest.txt").read_text()
    found = kinds_of(tests + HISTORY, tmp_path)
    assert found[0] == "pytest"
    assert found[-1] == "git-log"


def test_commands_above_their_outputs_part_a_log_from_a_table(tmp_path: Path) -> None:
    text = "$ git diff --name-status\n" + CHANGED + "$ cat app.log\n" + LOG + "$ cat shop.yaml\n" + SETTINGS
    found = kinds_of(text, tmp_path)
    assert "log" in found
    assert "yaml" in found
    out = knapsack("compress", data=text.encode(), home=tmp_path).out
    for prompt in (b"$ git diff --name-status", b"$ cat app.log", b"$ cat shop.yaml"):
        assert prompt in out


def test_bodies_of_functions_are_no_documents(tmp_path: Path) -> None:
    assert kinds_of(BODIES, tmp_path) == ["source"]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_evidence_survives_in_any_order(order: tuple[int, ...], tmp_path: Path) -> None:
    parts = [
        (GO, b"price.go:81"),
        (HISTORY + "\n", b"Change number 19"),
        (LOG + "2026-03-02 04:59:00 ERROR ledger is full\n", b"ERROR ledger is full"),
    ]
    out = knapsack("compress", data="".join(parts[at][0] for at in order).encode(), home=tmp_path).out
    for _, evidence in parts:
        assert evidence in out


def test_only_the_last_closing_line_ends_a_run() -> None:
    captured = "=== 1 failed in 0.01s ==="
    lines = [captured, "E  assert", "=== 2 failed in 1.10s ===", "make: *** x"]
    assert outputs_with_ends(lines)[0] == [3]


PRICES = "".join(f"src/shop/price_{n}.py:{n * 3 + 1}:    total = add(total, {n})\n" for n in range(40))
MODULE = "import os\nimport sys\n\n\n" + "".join(
    f"def price_{n}(cents: int) -> int:\n    total = cents + {n}\n    if total > 9:\n        total -= 1\n"
    f"    return total * {n}\n\n\n"
    for n in range(30)
)
HEADER = "/* Prices. */\n#ifndef PRICES_H\n#define PRICES_H\n#include <stdint.h>\n" + "".join(
    f"#define PRICE_{n} {n}\nint32_t price_of_{n}(int32_t cents, int32_t count);\n" for n in range(40)
)


@pytest.mark.parametrize(
    "above", ["$ {}", "dev@build-7:~/shop$ {}", "=== {} ===", "==> {} <==", "----- {} -----", "\n### {}\n"]
)
def test_separators_part_outputs_whatever_stands_between_them(above: str, tmp_path: Path) -> None:
    parts = [
        ("git log", HISTORY),
        ("cat shop.yaml", SETTINGS),
        ("cat price.py", MODULE),
        ("rg total", PRICES),
    ]
    text = "".join(above.format(command) + "\n" + output for command, output in parts)
    found = [kind for kind in kinds_of(text, tmp_path) if kind != "text"]
    assert found == ["git-log", "yaml", "source", "search"]
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    assert all(above.format(command).strip() in out for command, _ in parts)


def test_a_change_of_look_parts_what_nothing_else_parts(tmp_path: Path) -> None:
    assert kinds_of(PRICES + SETTINGS + MODULE, tmp_path) == ["search", "yaml", "source"]


def test_a_file_of_another_language_is_another_output(tmp_path: Path) -> None:
    out = knapsack("compress", data=(MODULE + HEADER).encode(), home=tmp_path).out
    assert b"price_29" in out
    assert b"PRICE_39" in out


def test_banners_of_a_test_run_are_its_own(tmp_path: Path) -> None:
    text = (FIXTURES / "pytest.txt").read_text()
    assert kinds_of(text, tmp_path) == ["pytest"]


def test_prompts_in_the_examples_of_a_document_part_nothing(tmp_path: Path) -> None:
    text = "# Till\n\n" + "".join(
        f"## Step {n}\n\nRun it.\n\n```\n$ git log\ncommit {n:040x}\n$ ls -l\ntotal 8\n```\n\n"
        for n in range(20)
    )
    assert kinds_of(text, tmp_path) == ["markdown"]


def test_a_small_output_among_others_is_shown_whole(tmp_path: Path) -> None:
    status = "On branch main\nChanges not staged for commit:\n\tmodified:   a.py\n\tmodified:   b.py\n"
    out = knapsack("compress", data=(PRICES + status + LOG).encode(), home=tmp_path).out.decode()
    assert status in out


@pytest.mark.parametrize("prefix", ["{}-1  | ", "[{}:test] ", "{}:build: "])
def test_outputs_behind_the_names_of_services_are_what_they_are(prefix: str, tmp_path: Path) -> None:
    text = "".join(
        prefix.format(name) + line + "\n"
        for name, output in (("web", HISTORY), ("store", SETTINGS), ("web", PRICES))
        for line in output.splitlines()
    )
    ran = knapsack("compress", data=text.encode(), home=tmp_path)
    lines = ran.out.decode().splitlines()
    assert kinds_of(text, tmp_path) == ["git-log", "yaml", "search"]
    assert lines.count(prefix.format("web").rstrip()) == 2
    assert prefix.format("store").rstrip() in lines
    assert "Change number 19" in ran.out.decode()


def test_levels_in_brackets_are_no_names_of_services(tmp_path: Path) -> None:
    text = "".join(f"[INFO] part {n} of the shop is open\n" for n in range(60))
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    assert "[INFO]\n" not in out


def test_what_follows_a_log_is_another_output(tmp_path: Path) -> None:
    text = LOG + MODULE
    assert kinds_of(text, tmp_path) == ["log", "source"]


def test_a_long_indentation_is_no_trap_for_the_branches_of_trees(tmp_path: Path) -> None:
    text = "".join(f"{' ' * (400 + n)}^~~ here\n" for n in range(60))
    assert knapsack("compress", "--as", "paths", data=text.encode(), home=tmp_path).code == 0
