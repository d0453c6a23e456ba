"""The `memory.db` of upstream Knapsack: its memories with types, scopes, dates and uses, and its anchors.

Upstream stores the project also with a global memory, which hides it elsewhere; here it is global. Anchors
stand there as constraints, `[anchor] STATEMENT | signals: A, B`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from datetime import datetime
from typing import Any

from knapsack_cli.errors import InputError, UsageError
from knapsack_cli.memory import exchange
from knapsack_cli.memory.model import key_of
from knapsack_cli.projects import project_names
from knapsack_cli.store.database import Database
from knapsack_cli.store.foreign import looked_at, reading
from knapsack_cli.text.anchoring import USUAL_CONTEXTS
from knapsack_cli.text.redaction import redact

_NEEDED = {"id", "content", "type", "scope", "project", "importance", "created_at"}
_ANCHOR = "[anchor] "


def claims(path: str) -> bool:
    """Whether a file is a database of upstream Knapsack."""
    return looked_at(
        path,
        lambda database: {row[1] for row in database.execute("PRAGMA table_info(memory)")} >= _NEEDED,
        otherwise=False,
    )


Problems = list[tuple[int, str]]
"""(Number of a row, from 1, why it was skipped)."""


def open_taker(database: Database, dry_run: bool = False) -> Callable[[str], tuple[int, Problems] | None]:
    """What takes an upstream database in: how many memories and anchors are new, or would be, and what was
    skipped; None for another file.

    Raises (the taker):
        InputError: the file cannot be read.
    """
    return lambda path: _take(database, path, dry_run) if claims(path) else None


def _take(database: Database, path: str, dry_run: bool) -> tuple[int, Problems]:
    try:
        with reading(path) as connection:
            rows = [dict(row) for row in connection.execute("SELECT * FROM memory ORDER BY created_at, id")]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read ({error})") from error
    take_memory = exchange.take_memories(database, dry_run)
    take_anchor = exchange.take_anchors(database, dry_run)
    changed = int(os.stat(path).st_mtime * 1000)
    new = 0
    names: dict[str, str] = {}
    problems: Problems = []
    for number, row in enumerate(rows, 1):
        content = redact(str(row["content"] or "").strip())[0]
        folder = str(row["project"] or "")
        if folder not in names:
            found = project_names(folder) if os.path.isabs(folder) else ()
            names[folder] = found[0] if found else folder
        anchor = anchor_of(content)
        try:
            if anchor is not None:
                new += take_anchor(_anchor_record(row, anchor, names[folder], changed))
            else:
                new += take_memory(_record(row, content, names[folder], changed))
        except (InputError, UsageError) as error:
            problems.append((number, str(error)))
    return new, problems


def _anchor_record(
    row: dict[str, Any], anchor: tuple[str, tuple[str, ...]], project: str, changed: int
) -> dict[str, Any]:
    statement, signals = anchor
    project = "" if row["scope"] == "global" else project
    created = _moment(row["created_at"]) or changed
    return {
        "key": key_of("anchor", project, statement),
        "statement": statement,
        "signals": list(signals),
        "allow": list(USUAL_CONTEXTS),
        "project": project,
        "created": created,
        "updated": _moment(row.get("updated_at")) or created,
    }


def anchor_of(content: str) -> tuple[str, tuple[str, ...]] | None:
    """Statement and signals of an anchor as upstream writes it; None for any other text."""
    if not content.startswith(_ANCHOR):
        return None
    statement, mark, signals = content.removeprefix(_ANCHOR).rpartition(" | signals: ")
    listed = tuple(signal.strip() for signal in signals.split(",") if signal.strip())
    return (statement.strip(), listed) if mark and statement.strip() and listed else None


def _record(row: dict[str, Any], content: str, project: str, changed: int) -> dict[str, Any]:
    kind, scope = row["type"], row["scope"]
    session = str(row.get("source_session") or "") if scope == "session" else ""
    if scope == "session" and not session:
        raise InputError("a memory of a session that is not named")
    project = project if scope == "project" else ""
    if scope == "project" and not project:
        # Upstream's entries without a project are seen in all of them.
        scope = "global"
    created = _moment(row["created_at"]) or _moment(row.get("recency")) or changed
    importance = row["importance"]
    uses = row.get("access_count")
    return {
        "key": key_of("memory", str(kind), str(scope), project, session, content),
        "content": content,
        "kind": kind,
        "scope": scope,
        "project": project,
        "session": session,
        "importance": min(1.0, max(0.0, importance)) if isinstance(importance, int | float) else 0.5,
        "created": created,
        "updated": _moment(row.get("updated_at")) or created,
        "uses": uses if isinstance(uses, int) else 0,
        "last_used": _moment(row.get("last_accessed")),
        "origin": "upstream Knapsack",
    }


def _moment(value: Any) -> int | None:
    """Milliseconds of an ISO time or of milliseconds."""
    if isinstance(value, int | float) and 0 < value < 1e15:
        return int(value)
    try:
        return int(datetime.fromisoformat(str(value)).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None
