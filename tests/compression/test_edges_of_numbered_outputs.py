"""What is left out above and below an outline among other outputs is told, as between its numbers."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

BODY = "    total = total + 1\n" * 6
CODE = "import os\n\n\n" + "".join(
    f"def take_{n}(total: int) -> int:\n{BODY}    return total\n\n\n" for n in range(9)
)
LICENCE = "".join(
    f"# Line {n} of what the owner of this file wants to be read by everyone.\n" for n in range(1, 9)
)


def shown(text: str) -> list[str]:
    return pipeline.plan(text, Hints()).lines


def test_lines_below_the_last_number_are_marked_before_the_next_output() -> None:
    lines = shown(
        f"$ cat take.py\n{CODE}$ git status\nOn branch main\nnothing to commit, working tree clean\n"
    )
    at = lines.index("$ git status")
    end = 1 + len(CODE.splitlines())
    assert lines[at - 2].endswith("def take_8(total: int) -> int:")
    assert lines[at - 1] == f"[... 9 lines {end - 8}-{end}]"


def test_lines_above_the_first_number_are_marked_below_another_output() -> None:
    status = "$ git status\nOn branch main\nnothing to commit, working tree clean\n"
    lines = shown(f"{status}$ cat take.py\n{LICENCE}\n{CODE}")
    at = lines.index("$ cat take.py")
    assert lines[at + 1].startswith("[... ")
    assert "5-1" in lines[at + 1]
    assert "import os" in lines[at + 2]


def test_lines_below_the_last_number_are_marked_before_a_protected_block() -> None:
    lines = shown(f"{CODE}<system-reminder>\nKeep this.\n</system-reminder>\n{CODE}")
    assert lines[lines.index("<system-reminder>") - 1].startswith("[... 9 lines ")


def test_lines_below_the_last_number_are_marked_before_the_next_service() -> None:
    services = [f"{name:<6} | {line}\n" for name in ("web-1", "db-1") for line in CODE.splitlines()]
    lines = shown("".join(services))
    assert lines[lines.index("db-1   |") - 1].startswith("[... ")
    assert "def take_8" in lines[lines.index("db-1   |") - 2]


def test_an_outline_alone_has_no_marks_at_its_ends() -> None:
    assert not any(line.startswith("[... ") for line in shown(LICENCE + CODE))


def test_what_a_tested_program_prints_as_its_help_belongs_to_the_run() -> None:
    passed = "".join(f"=== RUN   TestCount{n}\n--- PASS: TestCount{n} (0.00s)\n" for n in range(60))
    options = "".join(
        f"  -{chr(97 + n)}, --option-{n} {kind}{' ' * (20 - len(kind))}what is set by this (default {n})\n"
        for n, kind in enumerate(("int", "string", "path", "num[=4]", "") * 5)
    )
    text = (
        f"{passed}=== RUN   TestDefaults\n\n{options}\n{options}"
        '    flag_test.go:1243: got "      --option-1 int" want "      --option-2 int"\n'
        f"--- FAIL: TestDefaults (0.00s)\n{passed}FAIL\nFAIL\texample.com/till/flags\t0.004s\nFAIL\n"
    )
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["go-test"]
    assert any("flag_test.go:1243: got" in line for line in plan.lines)
