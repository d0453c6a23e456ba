"""Memories and anchors as records of an export, and taking them in: twice is once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from knapsack_cli.errors import InputError
from knapsack_cli.memory import anchors, facts, index
from knapsack_cli.memory.model import KEY_DIGITS, LONGEST, SCOPES, TYPES, clean_tags
from knapsack_cli.store.database import Database
from knapsack_cli.text.anchoring import is_pattern

Redact = Callable[[str], tuple[str, int]]
Taker = Callable[[dict[str, Any]], bool]
_MARK = "<redacted:"


def export_memories(database: Database, redact: Redact | None, project: str = "") -> Iterator[str]:
    """Every memory as one JSON object, oldest first; `project` limits to one and to what is global.

    Args:
        redact: takes secrets out of a text and says how many there were; None exports verbatim.
    """
    for row in database.execute(f"SELECT {facts.COLUMNS} FROM memories ORDER BY created, key"):
        memory = facts.from_row(row)
        if project and memory.project and not memory.project.endswith(project):
            continue
        content, secrets = redact(memory.content) if redact else (memory.content, 0)
        yield _line(
            {
                "type": "memory",
                "id": memory.id,
                "key": memory.key,
                "kind": memory.type,
                **memory.details(),
                "superseded_by": memory.superseded_by,
                "redacted": bool(secrets) or _MARK in content,
                "content": content,
            }
        )


def export_anchors(database: Database, redact: Redact | None, project: str = "") -> Iterator[str]:
    """Every anchor as one JSON object, oldest first."""
    rows = database.execute("SELECT * FROM anchors ORDER BY created, key").fetchall()
    for row in rows:
        if project and row["project"] and not row["project"].endswith(project):
            continue
        secrets = 0

        def clean(text: str) -> str:
            nonlocal secrets
            if redact is None:
                return text
            text, found = redact(text)
            secrets += found
            return text

        statement = clean(row["statement"])
        signals = [clean(one) for one in json.loads(row["signals"])]
        allowed = [clean(one) for one in json.loads(row["allow"])]
        reason = clean(row["acknowledged"])
        lines = {
            clean(text): clean(why)
            for text, why in database.execute(
                "SELECT text, reason FROM anchor_lines WHERE anchor=? ORDER BY text", (row["key"],)
            )
        }
        yield _line(
            {
                "type": "anchor",
                **{name: row[name] for name in ("key", "project", "created", "updated", "superseded_by")},
                "signals": signals,
                "allow": allowed,
                "acknowledged": reason,
                "lines": lines,
                "redacted": bool(secrets),
                "statement": statement,
            }
        )


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def take_memories(database: Database, dry_run: bool = False) -> Taker:
    """What takes the memories of an export in: true for one that is new, or would be.

    The younger state of a known one wins, uses are the larger number, and a redacted text never replaces a
    full one. What was forgotten here stays away.

    Raises (the taker):
        InputError: the record is no memory that could have been saved here.
    """
    if not dry_run:
        index.make_ready(database)
    met: set[str] = set()

    def take(record: dict[str, Any]) -> bool:
        values = _memory_values(record)
        if dry_run:
            return _is_new(database, values["key"], met, "memories", "memory_gone")
        with database.writing() as connection:
            key = values["key"]
            if connection.execute("SELECT 1 FROM memory_gone WHERE key=?", (key,)).fetchone():
                return False
            known = connection.execute(f"SELECT {facts.COLUMNS} FROM memories WHERE key=?", (key,)).fetchone()
            if known is None:
                names = ", ".join(values)
                marks = ", ".join(f":{name}" for name in values)
                cursor = connection.execute(f"INSERT INTO memories({names}) VALUES({marks})", values)
                index.put(connection, int(cursor.lastrowid or 0), values["content"], values["tags"])
                return True
            memory = facts.from_row(known)
            younger = values["updated"] > memory.updated
            fuller = _MARK in memory.content and _MARK not in values["content"]
            content = memory.content
            if fuller or (younger and not (_MARK in values["content"] and _MARK not in content)):
                content = values["content"]
            chosen = {**values} if younger else {name: known[name] for name in values}
            chosen |= {"content": content, "uses": max(memory.uses, values["uses"])}
            chosen["pinned"] = max(int(memory.pinned), values["pinned"])
            sets = ", ".join(f"{name}=:{name}" for name in chosen if name != "key")
            connection.execute(f"UPDATE memories SET {sets} WHERE key=:key", chosen)
            index.put(connection, memory.row, content, chosen["tags"])
        return False

    return take


def _is_new(database: Database, key: str, met: set[str], *tables: str) -> bool:
    """Whether no table has the key, and it was not met before."""
    known = key in met or any(
        database.execute(f"SELECT 1 FROM {table} WHERE key=?", (key,)).fetchone() for table in tables
    )
    met.add(key)
    return not known


def _memory_values(record: dict[str, Any]) -> dict[str, Any]:
    """The columns of a record.

    Raises:
        InputError: it is no memory that could have been saved here.
    """
    named = ("project", "session", "source", "origin", "superseded_by")
    text = {name: record.get(name, "") for name in named}
    content, importance = record.get("content"), record.get("importance")
    _check_key(record, "memory")
    for name, value in text.items():
        _check(isinstance(value, str), f"{name} is no text", "memory")
    _check(isinstance(content, str) and content != "", "it has no content", "memory")
    _check(len(str(content)) <= LONGEST, f"its content has more than {LONGEST:,} characters", "memory")
    _check(record.get("kind") in TYPES, f"its kind is {_shown(record.get('kind'))}", "memory")
    _check(record.get("scope") in SCOPES, f"its scope is {_shown(record.get('scope'))}", "memory")
    fits = isinstance(importance, int | float) and 0 <= importance <= 1
    _check(fits, f"its importance is {_shown(importance)}, not from 0 to 1", "memory")
    _check(isinstance(record.get("tags") or [], list), "its tags are no list", "memory")
    tags = record.get("tags") or []
    return {
        "key": record["key"],
        **text,
        "content": content,
        "type": record["kind"],
        "scope": record["scope"],
        "importance": float(record["importance"]),
        "pinned": int(record.get("pinned") is True),
        "tags": " ".join(clean_tags(tuple(tag for tag in tags if isinstance(tag, str)))),
        "created": record["created"],
        "updated": record["updated"],
        "expires": record["expires"] if _whole(record.get("expires")) else None,
        "uses": record["uses"] if _whole(record.get("uses")) else 0,
        "last_used": record["last_used"] if _whole(record.get("last_used")) else None,
    }


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def _check(holds: bool, what: str, kind: str) -> None:
    if not holds:
        raise InputError(f"no {kind} of an export: {what}")


def _check_key(record: dict[str, Any], kind: str) -> None:
    key = record.get("key")
    fits = isinstance(key, str) and len(key) == KEY_DIGITS and not key.strip("0123456789abcdef")
    _check(fits, f"its key {_shown(key)} is not of {KEY_DIGITS} hexadecimal digits", kind)
    for name in ("created", "updated"):
        _check(_whole(record.get(name)), f"{name} is not in milliseconds", kind)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def take_anchors(database: Database, dry_run: bool = False) -> Taker:
    """What takes the anchors of an export in: true for one that is new, or would be; the younger state wins.

    Raises (the taker):
        InputError, UsageError: the record is no anchor, or a signal of it is no pattern.
    """
    met: set[str] = set()

    def take(record: dict[str, Any]) -> bool:
        _check_key(record, "anchor")
        key, updated = record["key"], record["updated"]
        statement, signals, allow = record.get("statement"), record.get("signals"), record.get("allow")
        _check(isinstance(statement, str) and statement != "", "it has no statement", "anchor")
        for name, listed in (("signals", signals), ("allow", allow)):
            fits = isinstance(listed, list) and all(isinstance(one, str) and one.strip() for one in listed)
            _check(fits, f"its {name} are no list of texts", "anchor")
        _check(bool(signals), "it has no signals", "anchor")
        lines = record.get("lines") or {}
        fits = isinstance(lines, dict) and all(isinstance(why, str) and why for why in lines.values())
        _check(fits, "its lines are no texts with reasons", "anchor")
        for signal in signals or ():
            if is_pattern(signal):
                anchors.check_pattern(signal)
        if dry_run:
            return _is_new(database, key, met, "anchors")
        texts = [str(record.get(name) or "") for name in ("project", "superseded_by", "acknowledged")]
        with database.writing() as connection:
            known = connection.execute("SELECT updated FROM anchors WHERE key=?", (key,)).fetchone()
            if known is not None and known[0] >= updated:
                return False
            connection.execute(
                "INSERT OR REPLACE INTO anchors(key, statement, signals, allow, created, updated, project, "
                "superseded_by, acknowledged) VALUES(?,?,?,?,?,?,?,?,?)",
                (
                    key,
                    statement,
                    json.dumps(signals, ensure_ascii=False),
                    json.dumps(allow, ensure_ascii=False),
                    record["created"],
                    updated,
                    *texts,
                ),
            )
            connection.execute("DELETE FROM anchor_lines WHERE anchor=?", (key,))
            connection.executemany(
                "INSERT INTO anchor_lines(anchor, text, reason) VALUES(?,?,?)",
                [(key, text, why) for text, why in lines.items()],
            )
        anchors.publish(database)
        return known is None

    return take
