"""Memories and anchors as records of an export, and taking them in: twice is once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

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
                "scope": memory.scope,
                "project": memory.project,
                "session": memory.session,
                "importance": memory.importance,
                "pinned": memory.pinned,
                "tags": list(memory.tags),
                "source": memory.source,
                "origin": memory.origin,
                "created": memory.created,
                "updated": memory.updated,
                "expires": memory.expires,
                "uses": memory.uses,
                "last_used": memory.last_used,
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
        yield _line(
            {
                "type": "anchor",
                **{name: row[name] for name in ("key", "project", "created", "updated", "superseded_by")},
                "signals": signals,
                "allow": allowed,
                "acknowledged": reason,
                "redacted": bool(secrets),
                "statement": statement,
            }
        )


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def take_memories(database: Database) -> Taker:
    """What takes the memories of an export in: true for one that is new.

    The younger state of a known one wins, uses are the larger number, and a redacted text never replaces a
    full one. What was forgotten here stays away.
    """
    index.make_ready(database)

    def take(record: dict[str, Any]) -> bool:
        values = _memory_values(record)
        if values is None:
            return False
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


def _memory_values(record: dict[str, Any]) -> dict[str, Any] | None:
    """The columns of a record; None when it is no memory that could have been saved here."""
    named = ("key", "project", "session", "source", "origin", "superseded_by")
    text = {name: record.get(name, "") for name in named}
    content, importance = record.get("content"), record.get("importance")
    created, updated = record.get("created"), record.get("updated")
    key = text["key"]
    if (
        not all(isinstance(value, str) for value in text.values())
        or len(key) != KEY_DIGITS
        or key.strip("0123456789abcdef")
        or not isinstance(content, str)
        or not 0 < len(content) <= LONGEST
        or record.get("kind") not in TYPES
        or record.get("scope") not in SCOPES
        or not _whole(created)
        or not _whole(updated)
        or not isinstance(importance, int | float)
        or not 0 <= importance <= 1
        or not isinstance(record.get("tags") or [], list)
    ):
        return None
    tags = record.get("tags") or []
    return {
        **text,
        "content": content,
        "type": record["kind"],
        "scope": record["scope"],
        "importance": float(importance),
        "pinned": int(record.get("pinned") is True),
        "tags": " ".join(clean_tags(tuple(tag for tag in tags if isinstance(tag, str)))),
        "created": created,
        "updated": updated,
        "expires": record["expires"] if _whole(record.get("expires")) else None,
        "uses": record["uses"] if _whole(record.get("uses")) else 0,
        "last_used": record["last_used"] if _whole(record.get("last_used")) else None,
    }


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def take_anchors(database: Database) -> Taker:
    """What takes the anchors of an export in: true for one that is new; the younger state wins."""

    def take(record: dict[str, Any]) -> bool:
        key, statement = record.get("key"), record.get("statement")
        signals, allow = record.get("signals"), record.get("allow")
        created, updated = record.get("created"), record.get("updated")
        if (
            not isinstance(key, str)
            or len(key) != KEY_DIGITS
            or key.strip("0123456789abcdef")
            or not isinstance(statement, str)
            or not isinstance(signals, list)
            or not isinstance(allow, list)
            or not all(isinstance(one, str) and one.strip() for one in [*signals, *allow])
            or not signals
            or not _whole(created)
            or not _whole(updated)
        ):
            return False
        for signal in signals:
            if is_pattern(signal):
                anchors.check_pattern(signal)
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
                    created,
                    updated,
                    *texts,
                ),
            )
        anchors.publish(database)
        return known is None

    return take
