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


def objects() -> list[tuple[str, str]]:
    """Folder and name of what a version control keeps: 40 folders, 80 files."""
    return [(f"{n:02x}", f"{n * 7919 + at:038x}") for n in range(40) for at in range(2)]


def test_objects_of_a_repository_leave_the_room_to_its_sources() -> None:
    paths = [f"./.git/objects/{folder}/{name}" for folder, name in objects()]
    paths += [f"./src/part{n % 6}/module{n}.py" for n in range(90)] + [
        "./.git/HEAD",
        "./.git/objects/pack/p.idx",
    ]
    lines = plan("\n".join(paths) + "\n").lines
    assert "  objects/  [80 files named by hashes in 40 folders]" in lines
    assert all(any(f"module{n}.py" in line for line in lines) for n in range(90))


def test_ls_of_a_repository_tells_its_objects_by_their_number() -> None:
    row = "-rw-r--r-- 1 dev dev {} Mar  3 10:00 {}\n"
    head = "/srv/app/{}:\ntotal 9\n"
    text = head.format("src") + "".join(row.format(400 + n, f"module{n}.py") for n in range(30)) + "\n"
    text += head.format(".git/objects")
    text += "".join(f"drwxr-xr-x 2 dev dev 4096 Mar  3 10:00 {n:02x}\n" for n in range(40)) + "\n"
    for folder in dict.fromkeys(folder for folder, _ in objects()):
        text += head.format(f".git/objects/{folder}")
        text += "".join(row.format(90_000, name) for part, name in objects() if part == folder) + "\n"
    lines = plan(text).lines
    assert "[40 folders left out that hold 80 files named by hashes]" in lines
    assert "[... 40 folders for hashes: 00/ to 27/]" in lines
    assert any("module29.py 429" in line for line in lines)


def test_what_a_search_found_is_listed_as_it_is() -> None:
    found = [
        f"{('lib', 'test', 'bin')[n * 7 % 3]}/folder{n % 5}/a_file_that_matches_{n}.rb" for n in range(150)
    ]
    assert plan("\n".join(found) + "\n").lines == found
    counted = [f"./src/folder{n % 5}/a_file_that_matches_{n}.rb:{n % 9 + 1}" for n in range(150)]
    assert plan("\n".join(counted) + "\n").lines == counted


def test_the_folder_itself_and_the_one_above_are_no_names() -> None:
    text = "".join(
        f"./part{n}:\n.\n..\n" + "".join(f"module_{n}_{at}.py\n" for at in range(30)) + "\n"
        for n in range(12)
    )
    lines = plan(text).lines
    assert not any(line.split()[0] == "." for line in lines)
    assert any("module_3_29.py" in line for line in lines)


def test_days_of_other_languages_are_days() -> None:
    days = (
        "30. Nov 04:10",
        "30 nov.  2023",
        "11\u670829\u65e5 19:36",
        " 1\u6708  3 10:00",
        "\u043d\u043e\u044f 30 04:10",
    )
    for day in days:
        text = "/srv/app:\n" + "".join(
            f"-rw-r--r-- 1 dev staff {400 + n} {day} module_{n}.py\n" for n in range(30)
        )
        made = plan(text)
        assert made.kinds == ["long-listing"], day
        assert any("module_29.py 429" in line for line in made.lines)


def test_a_listing_without_groups_is_one() -> None:
    text = "".join(f"-rw-r--r-- 1 dev {12 + n} Nov 30 04:10 module_{n}.py\n" for n in range(30))
    assert any("module_3.py 15" in line for line in plan(text).lines)


def test_files_at_the_top_without_an_ending_are_files() -> None:
    text = "".join(f"ChangeLog:{n * 7 + 3}:\tNew static function of step {n}.\n" for n in range(300))
    text += "".join(f"configure:{n * 9 + 5}:static int test_{n};\n" for n in range(200))
    text += "".join(f"src/unit{n % 40}.c:{n + 1}:static int value_{n};\n" for n in range(400))
    made = plan(text)
    assert made.kinds == ["search"]
    assert any(line.startswith("ChangeLog  300 hits") for line in made.lines)
    assert all(any(line.startswith(f"src/unit{n}.c") for line in made.lines) for n in range(40))


def test_what_configure_says_of_its_lines_is_no_search() -> None:
    text = "".join(
        f"configure:{n * 31 + 1200}: checking for function {n}\nconfigure:{n * 31 + 1215}: result: yes\n"
        for n in range(200)
    )
    assert plan(text).kinds != ["search"]


def test_where_context_has_no_room_no_mark_stands_for_each_line_of_it() -> None:
    text = "--\n".join(
        f"src/folder/unit_{n}.py-9-# above {n}\nsrc/folder/unit_{n}.py:10:import the_thing_number_{n}\n"
        for n in range(900)
    )
    lines = plan(text).lines
    assert not any(line.lstrip().startswith("[... line ") for line in lines)
    assert all(f" 10:import the_thing_number_{n}" in lines for n in (0, 450, 899))
