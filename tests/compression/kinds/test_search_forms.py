"""Forms of searches and listings that look like something else at first."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.plan import Plan


def plan(text: str) -> Plan:
    """What the pipeline makes of `text`."""
    return pipeline.plan(text, Hints())


def test_headings_with_a_single_hit_each_are_a_search() -> None:
    text = "\n".join(
        f"src/part{n % 7}/Unit{n}.php\n{n + 20}:    public function __construct(int $a{n})\n"
        for n in range(60)
    )
    made = plan(text)
    assert made.kinds == ["search"]
    assert all(f"src/part{n % 7}/Unit{n}.php" in made.lines for n in range(60))


def test_a_search_for_calls_of_error_is_no_list_of_diagnostics() -> None:
    text = "".join(
        f'tool{n % 5}.c:{n + 10}:        error (0, errno, _("cannot read %d"), {n});\n' for n in range(80)
    )
    made = plan(text)
    assert made.kinds == ["search"]
    assert all(f"tool{n}.c" in made.lines for n in range(5))


def test_a_heading_that_ends_in_numbers_is_no_line_of_context() -> None:
    text = "src/a.c\n3:  return FAILED;\n\npatches/fix-cve-2024-24806\n20:+  return FAILED;\n"
    text += "32:+  return FAILED + 1;\n\nNEWS\n7:FAILED is new\n"
    lines = plan(text).lines
    at = lines.index("patches/fix-cve-2024-24806")
    assert lines[at + 1 :] == [
        " 20:+  return FAILED;",
        " 32:+  return FAILED + 1;",
        "NEWS",
        " 7:FAILED is new",
    ]


def test_status_for_scripts_is_known_without_its_branch() -> None:
    row = "1 .M N... 100644 100644 100644 {0:040x} {0:040x} src/part{0}.py\n"
    text = "".join(row.format(n) for n in range(6)) + "".join(
        f"? var/run/worker-{n}.pid\n" for n in range(60)
    )
    made = plan(text)
    assert made.kinds == ["git-status"]
    assert "1 .M src/part3.py" in made.lines
    assert "? var/run/worker-0.pid" in made.lines


def test_a_blank_line_of_context_above_a_file_begins_no_output() -> None:
    commit = "commit {:040x}\nAuthor: A B <a@b.c>\nDate:   Mon Jan 5 10:00:00 2026 +0100\n\n    {}\n\n"
    diff = "diff --git a/m{0}.py b/m{0}.py\n--- a/m{0}.py\n+++ b/m{0}.py\n"
    diff += "@@ -1,3 +1,3 @@\n-old({0})\n+new({0})\n rest()\n \n"
    text = commit.format(1, "Merge branch 'topic'")
    for n in range(2, 9):
        text += commit.format(n, f"Change {n}") + diff.format(n) + diff.format(n + 50) + "\n"
    made = plan(text)
    assert made.kinds == ["git-diff"]
    assert any("Merge branch 'topic'" in line for line in made.lines)


def test_the_largest_files_of_all_folders_are_named() -> None:
    row = "-rw-r--r-- 1 dev dev {} Mar  3 10:00 {}\n"
    text = ""
    for folder in range(8):
        text += f"/srv/app/part{folder}:\ntotal 90\n"
        text += "".join(row.format(100 + n, f"module_of_part{folder}_{n}.py") for n in range(60))
        text += row.format(90_000 + folder, f"engine{folder}.py") + "\n"
    lines = plan(text).lines
    assert all(any(f"engine{folder}.py {90_000 + folder}" in line for line in lines) for folder in range(8))


def test_few_names_of_one_ending_are_written_whole() -> None:
    folders = "".join(
        f"./src/part{n}/{name}\n"
        for n in range(90)
        for name in (
            f"first{n}.java",
            f"second{n}.java",
            f"third{n}.java",
            *(f"unit_number_{n}_{at}.py" for at in range(6)),
        )
    )
    lines = plan(folders).lines
    assert any("first7.java second7.java third7.java" in line for line in lines)
    assert any(line.strip().startswith("{unit_number_7_0 ") for line in lines)
