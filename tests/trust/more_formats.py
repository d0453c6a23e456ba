"""Any bytes in databases of other programs, notes of a vault, and patterns of a user: no error but ours."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from support import knapsack

from knapsack_cli.errors import KnapsackError
from knapsack_cli.notes import frontmatter as notes_frontmatter
from knapsack_cli.notes import writing
from knapsack_cli.notes.vault import notes_in, read_note
from knapsack_cli.text.anchoring import Anchor, Matcher
from knapsack_cli.text.patterns import BoundedPattern
from trust.records import ODD, SESSIONS, damaged, mutated

_OPENCODE: dict[str, Any] = SESSIONS["opencode-export"][0]
_SCHEMAS: dict[str, tuple[str, ...]] = {
    "opencode": (
        "CREATE TABLE session(id, parent_id, directory, title, time_created, time_updated)",
        "CREATE TABLE message(id, session_id, time_created, data)",
        "CREATE TABLE part(id, message_id, session_id, data)",
    ),
    "upstream": (
        "CREATE TABLE memory(id TEXT PRIMARY KEY, content TEXT, type TEXT, scope TEXT, project TEXT,"
        " importance REAL, recency INTEGER, created_at TEXT, updated_at TEXT, content_hash TEXT,"
        " source_session TEXT, access_count INTEGER, last_accessed TEXT, embedding TEXT)",
    ),
    "pi-memory": (
        "CREATE TABLE conversations(id TEXT, cwd TEXT)",
        "CREATE TABLE entries(n INTEGER PRIMARY KEY, session_id TEXT, role TEXT, text TEXT, timestamp TEXT)",
    ),
}
"""The tables of OpenCode, of upstream Knapsack 0.3.3 and of pi-memory-sessions."""


def _value(rnd: random.Random, usual: Any) -> Any:
    luck = rnd.random()
    if luck < 0.8:
        return usual
    odd = rnd.choice(ODD)
    if isinstance(odd, int) and not -(2**63) <= odd < 2**63:
        return rnd.randbytes(9)
    if isinstance(odd, str):
        return odd.encode("utf-8", "surrogatepass") if luck < 0.84 else odd.encode("utf-8", "ignore").decode()
    return json.dumps(odd) if isinstance(odd, list | dict) else odd


def _rows(rnd: random.Random, schema: str) -> list[tuple[str, tuple[Any, ...]]]:
    v = lambda usual: _value(rnd, usual)  # noqa: E731
    stamp = 1_770_000_000_000
    rows: list[tuple[str, tuple[Any, ...]]] = []
    for number in range(rnd.randrange(1, 5)):
        if schema == "opencode":
            rows.append(("session", (v(f"s{number}"), v(None), v("/srv"), v("t"), v(stamp), v(stamp))))
            for item in _OPENCODE["messages"]:
                info = json.dumps(mutated(rnd, item["info"]))
                rows.append(("message", (v(item["info"]["id"]), v(f"s{number}"), v(stamp), v(info))))
                for part in item["parts"]:
                    data = json.dumps(mutated(rnd, part))
                    rows.append(("part", (v(part["id"]), v(item["info"]["id"]), v(f"s{number}"), v(data))))
        elif schema == "upstream":
            content = rnd.choice(("Use uv", "[anchor] We use SQLite | signals: postgres, /a+/", "[anchor] x"))
            fields = (
                f"{number}", v(content), v("decision"), v(rnd.choice(("global", "project", "session"))),
                v("/srv"), v(0.5), v(stamp), v("2026-01-01T00:00:00Z"), v("2026-01-01T00:00:00Z"),
                v("h"), v("s1"), v(3), v(None), v(None),
            )  # fmt: skip
            rows.append(("memory", fields))
        else:
            rows.append(("conversations", (v(f"s{number}"), v("/srv"))))
            rows.append(("entries", (number, v("s0"), v("user"), v("why?"), v("2026-01-01T00:00:00Z"))))
    return rows


def databases(rnd: random.Random, home: str) -> bytes:
    """A database of another program, with odd values, lost columns or broken pages, taken in twice."""
    schema = rnd.choice(list(_SCHEMAS))
    folder = tempfile.mkdtemp(dir=home)
    path = os.path.join(folder, "memory.db")
    connection = sqlite3.connect(path)
    for statement in _SCHEMAS[schema]:
        connection.execute(statement if rnd.random() > 0.05 else statement.replace(", data", ""))
    for table, fields in _rows(rnd, schema):
        try:
            connection.execute(f"INSERT INTO {table} VALUES({','.join('?' * len(fields))})", fields)
        except sqlite3.Error:
            continue
    connection.commit()
    connection.close()
    data = Path(path).read_bytes()
    if rnd.random() < 0.3:
        data = data[:100] + damaged(rnd, data[100:], 8)
        Path(path).write_bytes(data)
    told = {knapsack("import", path, home=Path(home, "taken")).err for _ in range(2)}
    for err in told:
        assert "Traceback" not in err, err
        assert "unexpected" not in err, err
    return data


_NOTE = b"""---
title: Prices
tags: [a, "b c", {d: e}]
aliases:
  - one
created: 2026-01-01
nested: {a: &x [1, 2], b: *x}
text: |
  several
  lines
---
# Prices

Rounded up, see [[Discounts#How|how]].
"""
_HOSTILE = (
    b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]",
    b"<<: *missing",
    b"? [a, b]\n: c",
    b"!!python/object/apply:os.system ['true']",
    b"{" * 200,
    b"[" * 3_000,
    b"1: 2\nnull: x\ntrue: y\n1.5: z",
    b"date: 9999-99-99",
    b"big: 1e999\nhex: 0xfffffffffffffffffffff",
    b"\xef\xbb\xbfkey: value",
    b"a: b\na: c",
    b"tab:\tx\n\tindent: y",
    b"...\n---\nsecond: document",
    b"key: 'unclosed",
    b"sexagesimal: 190:20:30\noctal: 0777\nspaced : x",
)


def notes(rnd: random.Random, home: str) -> bytes:
    """A vault's note: read, searched, and written to, its own bytes kept."""
    head = rnd.choice((_NOTE, b"---\n" + rnd.choice(_HOSTILE) + b"\n---\nbody\n", b"body only\n"))
    data = damaged(rnd, head, 5)
    vault = tempfile.mkdtemp(dir=home)
    path = Path(vault, "Prices.md")
    path.write_bytes(data)
    for note in notes_in(vault):
        text = read_note(vault, note.path)
        fields, _ = notes_frontmatter.parts(text)
        notes_frontmatter.shown(fields)
        notes_frontmatter.body(text)
    added = damaged(rnd, rnd.choice((_NOTE, b"plain words\n", head)), 3).decode("utf-8", "replace")
    try:
        written = writing.write(vault, "Prices", added, 1_700_000_000.0)
    except KnapsackError:
        assert path.read_bytes() == data, "a refused note was changed"
        return data
    if written.how == "appended":
        old, new = data.decode("utf-8").splitlines(), path.read_bytes().decode("utf-8").splitlines()
        kept = iter(new)
        assert all(line in kept for line in old), "a line of the note was lost"
        again = writing.write(vault, "Prices", added, 1_800_000_000.0)
        assert again.how == "known", "the same text was written twice"
    return data


_PIECES = (
    "(a|aa)+", "(.*)*", "(a*)*b", "(?:x+x+)+y", "[^\\s]+", "\\p{L}+", "(?<=a)b", "(?<!a+)b", "(?R)", "(?1)",
    "a{9999}", "a{1000}{1000}", "(?i:É)", "\\b", "^$", "(", ")", "[", "\\", "*", "(?P<n>a)(?P=n)", "(?P<n>",
    "\\1", "(?#", "[[:alpha:]]", "a++", "(?>a+)", "\\N{DASH}", "\\x", "\\u{110000}", "(?flags)",
    "(?V1)[a--b]", "(?e)(?:abc){e<=3}", "|", ".", "\\K", "\\G", "é",
)  # fmt: skip
_SECONDS = 0.05


def patterns(rnd: random.Random, home: str) -> bytes:
    """A user's regular expression: refused in a word, or stopped when its time is up."""
    written = "".join(rnd.choice(_PIECES) for _ in range(rnd.randrange(1, 6)))
    text = rnd.choice(("a" * 3_000, "x" * 2_000, "ab" * 500, "é\u202e\n" * 50, "", "aaaa!\n" * 200))
    try:
        pattern = BoundedPattern(written, _SECONDS, ignore_case=rnd.random() < 0.5)
    except ValueError:
        return written.encode()
    for line in text.split("\n")[:50]:
        pattern.search(line)
        for start, end in pattern.spans(line):
            assert 0 <= start <= end <= len(line)
    Matcher([Anchor("m1", "x", (written[:40], "postgres"), ("negation",))])
    return written.encode() + text.encode("utf-8", "surrogatepass")
