"""Anchors: what is a hit and what is none, where, and how compress tells of it."""

import json

import pytest

from knapsack_cli.text.anchoring import Anchor, Matcher

DIFF = """\
diff --git a/app/store.py b/app/store.py
--- a/app/store.py
+++ b/app/store.py
@@ -10,3 +10,4 @@ def connect():
 import sqlite3
-import postgres_old
+import postgres
+value = 1
 return None
"""


def drifts(line, *signals, allow=("negation", "instead")):
    return [hit.signal for hit in Matcher([Anchor("m1", "s", signals, allow)]).look(line, 1)]


@pytest.mark.parametrize(
    "line",
    [
        "we use postgres here",
        "Postgres is fine",
        "POSTGRES_URL=x",
        "import postgres",
        "postgres-client added",
        "We do not cache. Use postgres now",
    ],
)
def test_a_signal_is_found_between_borders_of_words(line):
    assert drifts(line, "postgres")


@pytest.mark.parametrize(
    "line",
    [
        "do not use postgres",
        "never postgres",
        "use SQLite instead of postgres",
        "replace postgres with SQLite",
        "SQLite rather than Postgres",
        "不要使用 postgres",
        "the postgresql docs",
        "it shifts postgresses",
    ],
)
def test_negations_and_instead_of_are_allowed(line):
    assert not drifts(line, "postgres")


def test_what_replaces_is_a_hit_and_contexts_can_be_chosen():
    assert drifts("replace SQLite with postgres", "postgres")
    assert drifts("never postgres", "postgres", allow=())
    assert not drifts("see docs/postgres/setup.md", "postgres", allow=("path",))
    assert not drifts("# postgres was here", "postgres", allow=("comment",))
    assert not drifts("the postgres importer reads it", "postgres", allow=("importer",))
    assert not drifts("it shifts", "fts")


def test_case_is_told_apart_where_the_signal_has_a_capital():
    assert drifts("use Go", "Go")
    assert not drifts("go there", "Go")
    assert drifts("MySQL it is", "/my ?sql/")
    assert drifts("改用 Redis 缓存", "redis")
    assert drifts("我们用了缓存层", "缓存")


def test_drift_exits_one_and_names_the_line(program):
    program("drift", "add", "We use SQLite", "--signal", "postgres")
    ran = program("drift", data="fine\nuse postgres\n")
    assert ran.code == 1
    assert ran.out.startswith(b"line 2: drifting")
    assert program("drift", data="all fine\n").code == 0


def test_of_a_diff_only_added_lines_count_numbered_as_in_the_new_file(program):
    program("drift", "add", "We use SQLite", "--signal", "/postgres/")
    rows = program.rows("drift", data=DIFF)
    assert [(row["path"], row["line"]) for row in rows] == [("app/store.py", 11)]


def test_acknowledged_drift_is_told_and_fails_nothing(program):
    name = program("drift", "add", "We use SQLite", "--signal", "postgres").out.decode().strip()
    assert program("drift", "ack", name).code == 2
    program("drift", "ack", name, "the importer needs it")
    ran = program("drift", data="use postgres\n")
    assert ran.code == 0
    assert b"acknowledged (the importer needs it)" in ran.out
    program("drift", "ack", name, "--undo")
    assert program("drift", data="use postgres\n").code == 1
    assert [row["state"] for row in program.rows("drift", "list")] == ["drifting"]


def test_a_superseded_anchor_holds_no_longer(program):
    name = program("drift", "add", "We use SQLite", "--signal", "postgres").out.decode().strip()
    program("drift", "add", "We use Postgres", "--signal", "sqlite", "--supersedes", name)
    assert program("drift", data="use postgres\n").code == 0
    assert program("drift", data="use sqlite\n").code == 1
    assert {row["state"] for row in program.rows("drift", "list")} == {"superseded", "drifting"}


def test_compress_tells_of_drift_on_stderr_and_in_json_never_on_stdout(program):
    program("drift", "add", "We use SQLite", "--signal", "postgres")
    text = "hello\nuse postgres\n"
    ran = program("compress", data=text)
    assert ran.out.decode() == text
    assert "line 2 drifting" in ran.err
    row = json.loads(program("compress", "--json", data=text).out)
    assert [(hit["line"], hit["signal"]) for hit in row["drift"]] == [(2, "postgres")]
    large = "a line of nothing much\n" * 5000 + "use postgres\n"
    assert "line 5001 drifting" in program("compress", data=large).err


def test_compress_looks_at_no_database_and_the_file_goes_with_the_last_anchor(program):
    name = program("drift", "add", "We use SQLite", "--signal", "postgres").out.decode().strip()
    (program.home / "knapsack.db").rename(program.home / "away.db")
    assert "drifting" in program("compress", data="postgres\n").err
    (program.home / "away.db").rename(program.home / "knapsack.db")
    assert (program.home / "anchors.flag").exists()
    program("drift", "drop", name)
    assert not (program.home / "anchors.flag").exists()


def test_a_damaged_anchors_file_costs_nobody_the_text(program):
    program("drift", "add", "We use SQLite", "--signal", "postgres")
    (program.home / "anchors.flag").write_text("{broken")
    ran = program("compress", data="text\n")
    assert (ran.code, ran.out) == (0, b"text\n")
    assert "not checked" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["add", "We use SQLite"],
        ["add", "We use SQLite", "--signal", "/(/"],
        ["drop", "x"],
        ["ack", "m123", "why"],
    ],
)
def test_wrong_use_is_one_line(program, arguments):
    ran = program("drift", *arguments)
    assert ran.code in (1, 2)
    assert len(ran.err.strip().splitlines()) == 1


def test_an_anchor_of_a_project_holds_in_that_project(program, tmp_path):
    program.git(tmp_path / "one", "git@example.org:team/one.git")
    program.cwd = tmp_path / "one"
    program("drift", "add", "We use SQLite", "--signal", "postgres")
    assert "drifting" in program("compress", data="postgres\n").err
    program.cwd = tmp_path / "plain"
    assert program("drift", data="postgres\n").code == 0
    assert program("compress", data="postgres\n").err == ""


def test_lines_that_a_check_told_of_are_accepted_and_new_ones_are_not(program):
    name = program("drift", "add", "We use SQLite", "--signal", "postgres").out.decode().strip()
    assert program("drift", data="import postgres_dump\n  use postgres here\n").code == 1
    ran = program("drift", "ack", name, "the importer reads its dumps")
    assert "accepted: use postgres here" in ran.err
    assert program("drift", "list").out.count(b"acknowledged") == 1
    for indented in ("use postgres here\n", "\t\tuse postgres here\n"):
        ran = program("drift", data=indented)
        assert (ran.code, b"acknowledged (the importer reads its dumps)" in ran.out) == (0, True)
    ran = program("drift", data="use postgres here\nuse postgres there\n")
    assert ran.code == 1
    assert b"line 2: drifting" in ran.out
    assert program("drift", "list").out.count(b"drifting") == 1
    told = program("compress", data="use postgres here\nuse postgres there\n").err
    assert "line 1 acknowledged" in told
    assert "line 2 drifting" in told
    program("drift", "ack", name, "tests", "--line", "use postgres there")
    assert program("drift", data="use postgres there\n").code == 0
    program("drift", "ack", name, "--undo")
    assert program("drift", data="use postgres here\n").code == 1
    program("drift", "ack", name, "all of it", "--all")
    assert program("drift", data="a new postgres\n").code == 0


def test_accepted_lines_travel_with_an_export(program, tmp_path):
    from support import knapsack

    name = program("drift", "add", "We use SQLite", "--signal", "postgres", "--global").out.decode().strip()
    program("drift", "ack", name, "legacy", "--line", "use  postgres")
    lines = program("export").out
    there = tmp_path / "there"
    assert knapsack("import", "-", data=lines, home=there, cwd=program.cwd).code == 0
    assert knapsack("drift", data=b"use postgres\n", home=there, cwd=program.cwd).code == 0
    assert knapsack("export", home=there, cwd=program.cwd).out == lines
