"""Saving: what is merged and what never is, what takes another's place, what bad input says."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.memory import similarity


def test_a_text_said_again_in_more_words_is_one_memory_that_can_be_parted(program):
    first = program.remember("The API uses JWT tokens for authentication", "--type", "fact")
    ran = program("remember", "--type", "fact", "The API uses JWT tokens for user authentication")
    assert ran.out.decode().strip() == first
    assert "undo" in ran.err
    (row,) = program.rows("remember", "show", first)
    assert row["content"] == "The API uses JWT tokens for user authentication"
    assert row["importance"] == pytest.approx(0.6)
    assert [merge["before"] for merge in row["merges"]] == ["The API uses JWT tokens for authentication"]
    program("remember", "undo", first)
    assert sorted(row["content"] for row in program.rows("remember", "list")) == [
        "The API uses JWT tokens for authentication",
        "The API uses JWT tokens for user authentication",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Use tabs for indenting Go code", "Never use tabs for indenting Go code"),
        ("The request timeout is 30 seconds", "The request timeout is 60 seconds"),
        ("Node 18.2 is required to build", "Node 20.1 is required to build"),
        ("The api service depends on the worker", "The worker depends on the api service"),
        ("Build the core library code with C", "Build the core library code with C++"),
        ("部署必须经过审批", "部署不必须经过审批"),
        ("Deploy the site from branch main on Fridays", "Deploy the site from branch next on Fridays"),
        ("Retry when status >= 500 is returned", "Retry when status < 500 is returned"),
    ],
)
def test_never_merged_across_a_negation_number_version_or_other_word(program, first, second):
    program.remember(first, "--type", "fact")
    program.remember(second, "--type", "fact")
    assert len(program.rows("remember", "list")) == 2


def test_other_types_scopes_and_projects_are_never_merged(program, tmp_path):
    text = "Run the linter before each commit"
    for name in ("one", "two"):
        program.git(tmp_path / name, f"git@example.org:team/{name}.git")
        program.cwd = tmp_path / name
        program.remember(text, "--type", "convention")
    program.remember(text, "--type", "convention", "--scope", "global")
    program.remember(text, "--type", "gotcha")
    assert len(program.rows("remember", "list", "--everywhere")) == 4
    assert len(program.rows("remember", "list")) == 3


def test_a_contradiction_is_told_and_superseding_hides_the_old_one(program):
    old = program.remember("The staging host is alder", "--type", "fact")
    ran = program("remember", "--type", "fact", "The staging host is birch")
    assert f"--supersedes {old}" in ran.err
    new = program.remember("The staging host is birch", "--type", "fact", "--supersedes", old)
    assert program.texts("staging host") == ["The staging host is birch"]
    rows = {row["id"]: row for row in program.rows("remember", "list", "--superseded")}
    assert rows[old]["superseded_by"] == new


def test_the_same_text_twice_is_one_memory_and_its_id_forgets_it(program):
    first = program.remember("Device A is a Pollux NAS")
    assert program.remember("Device A is a Pollux NAS") == first
    assert program("forget", first, "--yes").code == 0
    assert program("remember", "list").code == 1


def test_what_is_forgotten_and_erased_leaves_no_byte(program):
    name = program.remember("The vault code word is zanzibarine")
    program.remember("Another memory stays where it is")
    assert program("forget", name, "--yes", "--erase").code == 0
    for path in program.home.iterdir():
        assert path.is_dir() or b"zanzibarin" not in path.read_bytes()
    assert program("remember", "list").out.count(b"stays") == 1


def test_forgetting_needs_yes_where_nobody_can_be_asked(program):
    name = program.remember("The build host is down")
    ran = program("forget", name)
    assert ran.code == 2
    assert "--yes" in ran.err
    assert program("forget", "--before", "1d", "--yes").code == 2
    assert program("remember", "list").code == 0


def test_a_project_is_the_same_in_subfolders_worktrees_and_clones(program, tmp_path):
    program.git(tmp_path / "repo", "https://user:pw@example.org/team/shop.git")
    program.cwd = tmp_path / "repo"
    program.remember("Prices are kept in cents")
    (tmp_path / "repo" / "src" / "deep").mkdir(parents=True)
    program.cwd = tmp_path / "repo" / "src" / "deep"
    assert program.texts("prices cents")
    tree = tmp_path / "tree"
    tree.mkdir()
    inside = tmp_path / "repo" / ".git" / "worktrees" / "tree"
    inside.mkdir(parents=True)
    (inside / "commondir").write_text("../..\n")
    (tree / ".git").write_text(f"gitdir: {inside}\n")
    program.cwd = tree
    assert program.texts("prices cents")
    program.git(tmp_path / "clone", "git@example.org:team/shop.git")
    program.cwd = tmp_path / "clone"
    assert program.texts("prices cents")
    program.git(tmp_path / "other", "git@example.org:team/other.git")
    program.cwd = tmp_path / "other"
    assert not program.texts("prices cents")


def test_a_memory_of_a_session_is_seen_in_that_session_alone(program):
    program.environ = {"KNAPSACK_SESSION": "one"}
    program.remember("We are renaming the basket module", "--scope", "session")
    assert program.texts("renaming basket")
    program.environ = {"KNAPSACK_SESSION": "two"}
    assert not program.texts("renaming basket")


def test_secrets_are_left_out_of_what_is_kept(program):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    ran = program("remember", f"The bot logs in with {token}")
    assert "secret" in ran.err
    assert token not in program("remember", "list").out.decode()
    assert all(token.encode() not in path.read_bytes() for path in program.home.iterdir() if path.is_file())


def test_an_expired_memory_is_found_no_longer(program):
    program.remember("The build host is down", "--expires", "7d")
    assert program.texts("build host")
    program.now += 8 * 86_400
    assert not program.texts("build host")


def test_the_guessed_type_is_told_with_its_reason(program):
    ran = program("remember", "We decided to keep SQLite")
    assert "decision" in ran.err
    assert "decided" in ran.err
    assert program.rows("remember", "list")[0]["type"] == "decision"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--type", "rumour", "text"],
        ["--importance", "7", "text"],
        ["--scope", "galaxy", "text"],
        ["--scope", "project", "text"],
        ["--scope", "session", "text"],
        ["--supersedes", "m0123456789ab", "text"],
        ["--source", "ffff0000", "text"],
        ["--expires", "soon", "text"],
        ["   "],
        ["x" * 20_001],
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(program, arguments):
    ran = program("remember", *arguments)
    assert ran.code in (1, 2)
    assert ran.code == 2 or "m0123456789ab" in arguments or "ffff0000" in arguments
    assert len(ran.err.strip().splitlines()) == 1
    assert ran.out == b""
    assert program("remember", "list").out == b""


def test_a_newer_database_is_refused_in_one_line(program):
    import sqlite3

    program.remember("something")
    with sqlite3.connect(program.home / "knapsack.db") as connection:
        connection.execute("PRAGMA user_version=99")
    ran = program("remember", "something else")
    assert ran.code == 2
    assert "newer" in ran.err or "schema 99" in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_consolidate_joins_three_alike_in_one_run(program):
    from knapsack_cli.memory import facts
    from knapsack_cli.memory.model import Draft
    from knapsack_cli.store.database import open_database

    texts = [
        "Run make check before a push",
        "Run make check before every push",
        "Run make check before every push here",
    ]
    with open_database(str(program.home), lambda: program.now) as database:
        from knapsack_cli.memory import index

        index.make_ready(database)
        with database.writing() as connection:
            for number, text in enumerate(texts):
                facts._insert(connection, Draft(text, "convention", "global"), 1000 + number)
    ran = program("remember", "consolidate", "--dry-run")
    assert ran.out.count(b"->") == 2
    assert len(program.rows("remember", "list")) == 3
    program("remember", "consolidate")
    assert [row["content"] for row in program.rows("remember", "list")] == [texts[2]]
    assert b"->" not in program("remember", "consolidate").out


def test_json_tells_what_became_of_it(program):
    row = json.loads(
        program("remember", "--json", "--tag", "Ops", "--tag", "#db", "Backups run at night").out
    )
    assert row["how"] == "new"
    assert row["tags"] == ["db", "ops"]


@given(st.text(max_size=80), st.text(max_size=80))
def test_likeness_is_symmetric_and_a_text_is_like_itself(first, second):
    one, other = similarity.read(first), similarity.read(second)
    assert similarity.same(one, one)
    assert similarity.same(one, other) == similarity.same(other, one)
    assert similarity.opposed(one, one) == ""


def test_a_clock_years_ahead_prunes_nothing_until_it_is_trusted(program):
    kept = program.remember("an old remark", "--type", "fact", "--importance", "0.1")
    start = program.now
    program.now = start + 800 * 86_400
    program.remember("said under the wrong clock", "--type", "fact")
    ran = program("prune", "--quiet")
    assert ran.code == 2
    assert "800 days after the last trace of use" in ran.err
    assert ran.err.count("\n") == 1
    assert program("remember", "show", kept).code == 0
    program.now = start + 31 * 86_400
    assert program("prune").code == 0
    assert program("remember", "show", kept).code == 1
    program.now += 400 * 86_400
    assert program("prune").code == 2
    assert program("prune", "--trust-clock").code == 0
