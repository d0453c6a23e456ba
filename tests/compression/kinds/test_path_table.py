"""Lists of paths with columns: the tree, the largest, what is unlike the rest; and what is no such list."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import path_table
from knapsack_cli.compression.model import Hints, Segment

PATHS = [f"app/part{n % 7}/module_{n}.py" for n in range(70)]
DIGEST = "0e47919498de305de4452304bc0ec27429056bc0"
LISTS = {
    "tar": [
        f"-rw-r--r-- dev/dev {n * 10:9} 2026-11-29 20:{n % 60:02} {path}" for n, path in enumerate(PATHS)
    ],
    "zipinfo": [f"-rw-r--r--  3.0 unx {n:8} tx defN 26-Nov-29 20:58 {path}" for n, path in enumerate(PATHS)],
    "unzip -l": [f"{n * 10:9}  2026-11-29 20:58   {path}" for n, path in enumerate(PATHS)],
    "zipfile -l": [f"{path:46} 2026-11-29 20:58:50 {n * 10:12}" for n, path in enumerate(PATHS)],
    "find -ls": [
        f"{n:9} {4:6} -rw-r--r--   1 dev dev {n * 10:9} Jan 31 2023 {path}" for n, path in enumerate(PATHS)
    ],
    "ls-tree": [f"100644 blob {DIGEST} {n:7}\t{path}" for n, path in enumerate(PATHS)],
    "ls-files": [f"100644 {DIGEST} 0\t{path}" for path in PATHS],
    "du": [f"{n * 4}\t{path}" for n, path in enumerate(PATHS)],
    "zip": [f"  adding: {path} (deflated 55%)" for path in PATHS],
    "unzip": [f"  inflating: {path}  " for path in PATHS],
    "7z": [f"2026-11-29 20:58:50 ....A {n * 10:12}               {path}" for n, path in enumerate(PATHS)],
    "rsync": [f">f+++++++++ {path}" for path in PATHS],
    "rm": [f"removed '{path}'" for path in PATHS],
    "cp": [f"'{path}' -> '/srv/{path}'" for path in PATHS],
}


@pytest.mark.parametrize("name", list(LISTS))
def test_every_list_of_paths_becomes_a_tree(name: str) -> None:
    plan = pipeline.plan("\n".join(LISTS[name]), Hints())
    assert plan.kinds == ["path-table"]
    assert plan.lines[0].startswith("[70 paths as a tree; their columns left out")
    whole = "\n".join(plan.lines)
    assert " part3/" in whole
    assert "module_45.py" in whole.split()
    assert len(whole) < 0.8 * sum(len(line) + 1 for line in LISTS[name])


def test_the_largest_and_the_unlike_keep_their_columns_and_errors_stay() -> None:
    lines = list(LISTS["tar"]) * 3
    lines[9] = "-rwsr-xr-x root/root       12 2026-11-29 20:09 app/part2/odd"
    lines[20] = "tar: app/part6/gone: Cannot stat: No such file or directory"
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert lines[9] in shown
    assert lines[20] in shown
    assert LISTS["tar"][69] in shown
    assert LISTS["tar"][30] not in shown


def test_a_link_stays_in_its_folder() -> None:
    lines = [f"{n * 4}\t{path}" for n, path in enumerate(PATHS)]
    lines.append("4\tapp/part1/current -> ../releases/v2/app")
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert "  current -> ../releases/v2/app" in shown


def test_names_in_columns_are_no_table() -> None:
    names = sorted(f"{letter}{other}-tool" for letter in "abcdefghij" for other in "mnopqrstuvwx")
    lines = ["".join(f"{name:24}" for name in names[at::40]).rstrip() for at in range(40)]
    assert pipeline.plan("\n".join(lines), Hints()).kinds != ["table"]


def test_a_report_of_tests_quoted_in_hits_is_no_report() -> None:
    lines = [f"src/part{n % 5}.py:{n}:    tags = find('<testcase', '<testsuite', {n})" for n in range(60)]
    assert pipeline.plan("\n".join(lines), Hints()).kinds == ["search"]


def test_what_a_patch_could_not_find_is_told_whatever_it_is_in() -> None:
    lines = ["Checking patch README.md..."]
    for n in range(30):
        lines += ["error: while searching for:", f"## Heading {n}", "", "- a list", "- of things", ""]
        lines += ["```sh", f"make target_{n}", "```", "", f"error: patch failed: README.md:{n}"]
    lines.append("error: README.md: patch does not apply")
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert "error: README.md: patch does not apply" in shown
    assert any(line.startswith("error: patch failed: README.md:") for line in shown)


def test_listings_of_other_programs_are_names_and_sizes() -> None:
    exa = ["Permissions Size User Date Modified Name", "drwxr-xr-x     - dev  29 Nov 10:11  src"]
    exa += [f".rw-r--r-- {n}.5k dev  29 Nov 10:11  part{n}.rs" for n in range(40)]
    windows = [" Volume in drive C is Windows", "", " Directory of C:\\code", ""]
    windows += [
        f"29/11/2026  10:{n:02}    {'<DIR>         ' if n == 3 else f'{n * 1000:14,}'} part{n}"
        for n in range(40)
    ]
    shell = ["", "    Directory: C:\\code", "", "Mode                 LastWriteTime         Length Name"]
    shell += ["----                 -------------         ------ ----"]
    for n in range(40):
        mode, size = ("d-----", "") if n == 3 else ("-a----", str(n * 7))
        shell.append(f"{mode}        29/11/2026     10:{n:02} {size:>14} part{n}")
    for lines, kept in (
        (exa, ["src/", "part7.rs 7.5k"]),
        (windows, [" Directory of C:\\code", "part3/", "part7 7,000"]),
        (shell, ["    Directory: C:\\code", "part3/", "part7 49"]),
    ):
        plan = pipeline.plan("\n".join(lines), Hints())
        assert plan.kinds == ["long-listing"]
        whole = "\n".join(plan.lines)
        assert all(name in whole for name in kept)


def test_objects_in_a_bucket_are_paths_and_no_log() -> None:
    lines = [
        f"2026-11-{n % 28 + 1:02} 10:11:{n % 60:02} {n * 100:10} backups/{n % 5}/dump_{n}.sql.gz"
        for n in range(90)
    ]
    assert pipeline.plan("\n".join(lines), Hints()).kinds == ["path-table"]


def test_of_sizes_alone_a_sixth_is_shown() -> None:
    lines = [f"{n * 4}\tapp/part{n % 40}/folder_{n}" for n in range(600)]
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert sum(line in shown for line in lines) == 60
    assert lines[541] in shown


def test_objects_with_rounded_sizes_are_paths_and_no_log() -> None:
    text = "".join(
        f"2026-01-02 03:{n // 60:02}:{n % 60:02}   {n % 90 + 1}.{n % 10} KiB dumps/{n % 7}/box-{n}.zst\n"
        for n in range(80)
    )
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["path-table"]
    assert any("box-41" in line for line in plan.lines)


def test_packages_that_apt_removes_are_no_paths() -> None:
    lines = [f"Removing till-{number} (1.{number}-1) ..." for number in range(40)]
    assert path_table.recognise(Segment(lines, 0, Hints())) == 0
