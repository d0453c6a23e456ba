"""Reports on what several sessions share."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from support import knapsack


def test_parallel_sessions_do_not_see_each_others_notes(tmp_path: Path) -> None:
    """thedotmack/claude-mem#1877: two sessions in one directory saw each other's unfinished notes."""
    for name in ("one", "two"):
        text = f"Hypothesis of {name}: the pool leaks"
        ran = knapsack("remember", text, "--scope", "session", "--session", name, home=tmp_path)
        assert ran.code == 0, ran.err
    ran = knapsack("recall", "--context", "does the pool leak?", "--session", "one", home=tmp_path)
    assert b"of one" in ran.out
    assert b"of two" not in ran.out
    ran = knapsack("remember", "list", "--session", "two", "--json", home=tmp_path)
    assert [json.loads(line)["session"] for line in ran.out.splitlines()] == ["two"]


def test_the_search_index_holds_no_second_copy_of_the_messages(tmp_path: Path) -> None:
    """openclaw/openclaw#114612, openclaw/openclaw#97325, BennyKok/omg.dev#197: the mirror was most of the
    database."""
    head = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/srv"}
    lines = [json.dumps(head)]
    for number in range(50):
        message = {"role": "user", "content": f"unmistakable{number} " + "filler text " * 40}
        lines.append(json.dumps({"type": "message", "id": str(number), "message": message}))
    log = tmp_path / "s.jsonl"
    log.write_text("\n".join(lines) + "\n")
    assert knapsack("import", str(log), home=tmp_path).code == 0
    connection = sqlite3.connect(tmp_path / "knapsack.db")
    names = [
        row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE name LIKE '%content'")
    ]
    copies = [name for name in names if connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]]
    connection.close()
    assert copies == []
