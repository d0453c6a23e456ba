"""Searches in one file or an old revision, listings of other systems, logs with names."""

from __future__ import annotations

import hashlib

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import symbols
from knapsack_cli.compression.kinds.common.windows_tree import is_windows_tree
from knapsack_cli.compression.model import Hints, Segment
from knapsack_cli.compression.plan import Plan


def plan(text: str) -> Plan:
    """What the pipeline makes of `text`."""
    return pipeline.plan(text, Hints())


def test_hits_of_one_file_stay_when_what_stands_around_them_goes() -> None:
    blocks = [
        "".join(f"{at}-    step = prepare({at})\n" for at in range(n, n + 4))
        + f"{n + 4}:    return refund{n}(cart)\n"
        + "".join(f"{at}-    }}\n" for at in range(n + 5, n + 9))
        for n in range(100, 9000, 100)
    ]
    made = plan("--\n".join(blocks))
    assert made.kinds == ["search"]
    assert all(f"{n + 4}:    return refund{n}(cart)" in made.lines for n in range(100, 9000, 100))


def test_times_at_the_beginning_of_lines_are_no_line_numbers() -> None:
    text = "".join(f"{n // 60}:{n % 60:02} order {n * 7 % 13} was taken to the door\n" for n in range(90))
    assert plan(text).kinds != ["search"]


def test_hits_in_an_old_revision_stand_under_its_files() -> None:
    text = "".join(f"v1.2:src/part{n % 5}.py:{n + 10}:    total{n} = add({n})\n" for n in range(200))
    made = plan(text)
    assert made.kinds == ["search"]
    assert any(line.startswith("v1.2:src/part3.py") for line in made.lines)


def test_attributes_of_files_do_not_hide_a_listing() -> None:
    text = "total 80\n"
    for n in range(120):
        text += f"-rw-r--r--@  1 dev  staff  {n * 997} Nov 12 10:22 photo{n}.raw\n"
        text += "\tcom.apple.quarantine\t     57 \n"
    made = plan(text)
    assert made.kinds == ["long-listing"]
    assert any("photo119.raw 118643" in line for line in made.lines)


def test_names_in_columns_under_folders_all_stay() -> None:
    text = ""
    for folder in ("src", "docs"):
        names = sorted(f"{folder}_chapter{n:02}.txt" for n in range(20))
        text += f"./{folder}:\n"
        text += "".join("   ".join(names[row::5]) + "\n" for row in range(5)) + "\n"
    made = plan(text)
    assert made.kinds == ["listing"]
    assert "docs_chapter03.txt" in "\n".join(made.lines)


@pytest.mark.parametrize(
    "form",
    [
        "-rw-r--r--  0 dev    staff  {size} Feb 20  2023 {path}",
        "{size:>9} 2023-02-20 07:11:56.000000000 {path}",
        "{digest}  {path}",
    ],
)
def test_whole_paths_behind_columns_are_a_tree(form: str) -> None:
    text = ""
    for n in range(300):
        path = f"site/pages{n % 9}/article{n}.html"
        text += form.format(size=n * 31, path=path, digest=hashlib.sha256(path.encode()).hexdigest()) + "\n"
    made = plan(text)
    assert made.kinds == ["path-table"]
    assert any(line.endswith("/pages7/") or line == " pages7/" for line in made.lines)


def test_the_files_of_each_commit_stand_below_it() -> None:
    text = ""
    for n in range(40):
        text += f"commit {n:040x}\nAuthor: Dana Cole <dana@example.org>\n"
        text += "Date:   Mon Nov 2 10:00:00 2026 +0100\n\n"
        text += f"    Mend part {n}\n\nsrc/part{n}.py\nMakefile\ntests/test_part{n}.py\n\n"
    made = plan(text)
    assert made.kinds == ["git-log"]
    assert " src/part17.py Makefile tests/test_part17.py" in made.lines


def test_what_gpg_says_of_a_commit_does_not_hide_who_wrote_it() -> None:
    text = ""
    for n in range(5):
        text += (
            f"commit {n:08x}{n:032x}\ngpg: Signature made Mon 05 Feb 2024\ngpg: Good signature from Dana\n"
        )
        text += "Author: Dana Cole <dana@example.org>\nDate:   Mon Nov 2 10:00:00 2026 +0100\n\n"
        text += f"    Mend part {n}\n\n"
    assert f"{3:08x} Nov 2: Mend part 3" in plan(text).lines


def test_paths_with_blanks_behind_them_are_paths() -> None:
    text = "".join(f"cart-1.0/docs/chapter{n}/page{n}.html \n" for n in range(300))
    assert plan(text).kinds == ["paths"]


def test_commits_as_git_stores_them_have_a_row_each() -> None:
    text = ""
    for n in range(40):
        text += f"commit {n:08x}{n:032x}\ntree {n:040x}\nparent {n:040x}\n"
        text += f"author Dana Cole <dana@example.org> {1697263371 + n} +0200\n"
        text += f"committer Dana Cole <dana@example.org> {1697263371 + n} +0200\n\n    Mend part {n}\n\n"
        text += "    What was said of it: at length.\n" * (n % 5) + "\n"
    made = plan(text)
    assert made.kinds == ["git-log"]
    assert f"{17:08x} Oct 14 Dana Cole: Mend part 17" in made.lines


def test_mails_without_their_changes_have_a_row_each() -> None:
    text = ""
    for n in range(40):
        text += f"From {n:08x}{n:032x} Mon Sep 17 00:00:00 2001\nFrom: Dana Cole <dana@example.org>\n"
        text += f"Date: Wed, 6 Sep 2023 20:36:20 +0200\nSubject: [PATCH] Mend part {n}\n\n"
        text += f"* cart.c (add): Call step {n}.\n\tOnce more.\n\n"
    made = plan(text)
    assert made.kinds == ["git-log"]
    assert f"{17:08x} Sep 6 2023 Dana Cole: [PATCH] Mend part 17" in made.lines


def test_a_tree_of_windows_is_read_by_its_columns() -> None:
    text = (
        "Folder PATH listing for volume Work\nVolume serial number is 1A2B-3C4D\nC:.\n│   README.md\n│   \n"
    )
    for n in range(30):
        text += f"├───part{n}\n│   │   cart{n}.cs\n│   │   order{n}.cs\n│   │   \n"
        text += f"│   └───tests\n│           test{n}.cs\n│           \n"
    for made in (plan(text), plan(text.translate(str.maketrans("│├└─", "|+" + chr(92) + "-")))):
        assert made.kinds == ["paths"]
        assert "C:." in made.lines
        assert "part7/" in made.lines
        assert " cart7.cs order7.cs" in made.lines
        assert " tests/test7.cs" in made.lines


def test_what_git_would_remove_is_named() -> None:
    text = "".join(f"Would remove out-{n}.log\n" for n in range(90)) + "Would remove secret.env\n"
    made = plan(text)
    assert made.kinds == ["path-table"]
    assert "secret.env" in " ".join(made.lines)


def test_the_files_of_a_package_are_a_tree_below_what_is_said_of_it() -> None:
    text = "Name: cart\nVersion: 1.2\nRequires: click, httpx\nFiles:\n"
    text += "".join(f"  cart/part{n % 7}/step{n}.py\n" for n in range(200))
    made = plan(text)
    assert made.kinds == ["path-table"]
    assert "Requires: click, httpx" in made.lines
    assert any("step199.py" in line for line in made.lines)


def test_of_an_index_of_symbols_every_name_stays_with_its_line() -> None:
    text = "".join(
        f"{f'price_of_{n}':<20} function {n + 7:>6} src/part{n % 5}.c     int price_of_{n}(struct cart *c)\n"
        for n in range(150)
    )
    made = plan(text)
    assert made.kinds == ["symbols"]
    joined = "\n".join(made.lines)
    assert all(f" price_of_{n} {n + 7}" in joined for n in range(150))
    assert "src/part3.c" in made.lines


def test_callers_are_told_with_what_they_call() -> None:
    text = "".join(f"src/part{n % 9}.c step_{n} {n + 40} if (add(&cart, {n}) < 0)\n" for n in range(60))
    made = plan(text)
    assert made.kinds == ["symbols"]
    assert any("step_59 99" in line for line in made.lines)


def test_a_table_within_borders_is_no_tree() -> None:
    border = "+-----+------+"
    rows = [f"|   {number} | coin |" for number in range(1, 9)]
    assert not is_windows_tree([border, "| id  | name |", border, *rows, border])


def test_indexes_of_symbols_decline_what_is_blank() -> None:
    assert symbols.decide(Segment([""] * 30, 0, Hints())) is None


def test_commits_as_git_stores_them_are_told_by_day_and_subject_below_their_signature() -> None:
    text = "".join(
        f"commit {n:08x}{n:032x}\ntree {n:040x}\nauthor Ann <a@b.example> 17355{n:02}600 +0{n % 2}30\n"
        f"committer Ann <a@b.example> 1735599600 +0030\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n"
        f" {n:060x}\n {n:061x}\n -----END PGP SIGNATURE-----\n\n    Count drawer {n}\n\n"
        for n in range(10, 40)
    )
    made = plan(text)
    assert made.kinds == ["git-log"]
    assert all(any(line.endswith(f"Ann: Count drawer {n}") for line in made.lines) for n in range(10, 40))
    assert "0000000a Dec 29 Ann: Count drawer 10" in made.lines
