"""Machines joined by an export, and upstream's database taken in: twice is once."""

import json
import sqlite3

from support import knapsack

SCHEMA = (
    "CREATE TABLE memory(id TEXT PRIMARY KEY, content TEXT, type TEXT, "
    "scope TEXT DEFAULT 'project', "
    "project TEXT, importance REAL DEFAULT 0.5, recency INTEGER, created_at TEXT, updated_at TEXT, "
    "content_hash TEXT, "
    "source_session TEXT, access_count INTEGER DEFAULT 0, last_accessed TEXT, embedding TEXT)"
)


def test_what_one_machine_exports_another_takes_in_once(program, tmp_path):
    name = program.remember(
        "The cache is warmed at night", "--scope", "global", "--tag", "ops", "--importance", "0.8"
    )
    program("drift", "add", "We use SQLite", "--signal", "postgres", "--global")
    lines = program("export").out
    other = tmp_path / "other"

    def there(*arguments, data=b""):
        return knapsack(*arguments, data=data, home=other, cwd=program.cwd)

    assert there("import", "-", data=lines).code == 0
    again = there("export").out
    assert sorted(again.splitlines()) == sorted(lines.splitlines())
    assert there("import", "-", data=lines).code == 0
    assert there("export").out == again
    assert name in there("remember", "list").out.decode()
    assert "drifting" in there("compress", data=b"use postgres\n").err


def test_what_was_forgotten_stays_away_until_it_is_remembered_anew(program):
    name = program.remember("The cache is warmed at night")
    lines = program("export").out
    program("forget", name, "--yes")
    program("import", "-", data=lines)
    assert program("remember", "list").code == 1
    assert program.remember("The cache is warmed at night") == name
    assert program("remember", "list").code == 0


def test_damaged_records_are_named_with_their_lines_and_cost_only_themselves(program):
    good = {
        "type": "memory",
        "key": "0" * 15,
        "content": "fine text",
        "kind": "fact",
        "scope": "global",
        "importance": 0.5,
        "created": 1,
        "updated": 1,
    }
    bad = [
        {**good, "key": "zz"},
        {**good, "importance": 7},
        {**good, "kind": "rumour"},
        {**good, "content": ""},
        {**good, "tags": 5},
    ]
    data = "".join(json.dumps(row) + "\n" for row in [*bad, good, {"type": "anchor", "key": 1}])
    for arguments in (["import", "-", "--dry-run"], ["import", "-"]):
        ran = program(*arguments, data=data)
        assert ran.code == 0
        told = [line for line in ran.err.splitlines() if "skipped" in line]
        assert [line.split(":")[2] for line in told] == ["1", "2", "3", "4", "5", "7"]
        assert "kind is 'rumour'" in told[2]
        assert b"; 6 damaged lines; 0 new of type anchor; 1 new of type memory" in ran.out or (
            b"; 6 damaged lines; 1 new of type memory" in ran.out
        )
    assert [row["content"] for row in program.rows("remember", "list")] == ["fine text"]


def test_upstreams_database_keeps_types_scopes_dates_and_uses(program, tmp_path):
    path = tmp_path / "memory.db"
    rows = [
        ("a", "Prices are kept in cents", "decision", "global", "/srv/shop", 0.8, 3),
        ("b", "Run make check first", "convention", "project", "/srv/shop", 0.5, 0),
        (
            "c",
            "[anchor] We use SQLite | signals: postgres, mysql",
            "constraint",
            "global",
            "/srv/shop",
            0.9,
            0,
        ),
        ("d", "Goal: the basket", "fact", "session", None, 0.6, 0),
        ("e", "", "fact", "global", None, 0.6, 0),
    ]
    with sqlite3.connect(path) as connection:
        connection.execute(SCHEMA)
        for key, content, kind, scope, project, importance, uses in rows:
            connection.execute(
                "INSERT INTO memory(id, content, type, scope, project, "
                "importance, recency, created_at, "
                "updated_at, access_count, source_session) "
                "VALUES(?,?,?,?,?,?,1700000000000,'2025-01-02T03:04:05Z',"
                "'2025-02-03T04:05:06Z',?,?)",
                (key, content, kind, scope, project, importance, uses, "s9" if scope == "session" else None),
            )
    dry = program("import", "--dry-run", str(path))
    assert b"would import 0 new messages from 1 file; 1 damaged lines; 4 new of type memory" in dry.out
    assert program("remember", "list").code == 1
    for _ in range(2):
        ran = program("import", str(path))
        assert ran.code == 0
        assert "memory.db:5: no memory of an export: it has no content; skipped" in ran.err
    found = {row["content"]: row for row in program.rows("remember", "list", "--everywhere")}
    assert len(found) == 3
    decision = found["Prices are kept in cents"]
    assert (decision["type"], decision["scope"], decision["uses"]) == ("decision", "global", 3)
    assert decision["created"] == 1735787045000
    assert found["Run make check first"]["project"] == "/srv/shop"
    assert found["Goal: the basket"]["session"] == "s9"
    assert program.rows("drift", "list")[0]["signals"] == ["postgres", "mysql"]
    assert program.texts("prices cents")
