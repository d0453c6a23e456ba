"""The `sessions.db` of pi-memory-sessions, where its tables can be recognised by their columns.

Its schema is not published, so a table of messages is any that has a session, a role and a text; what it
holds is Pi's, and is the same message when Pi's own file is imported too.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from knapsack_cli.errors import InputError
from knapsack_cli.sessions.agents.base import Place, WholeReader, milliseconds
from knapsack_cli.sessions.model import Item, Message, Session
from knapsack_cli.store.foreign import looked_at, reading

_COLUMNS: dict[str, tuple[str, ...]] = {
    "session": ("session_id", "session", "sid", "sess"),
    "role": ("role", "kind"),
    "text": ("text", "content", "rendered", "body"),
    "time": ("timestamp", "ts", "time", "created_at", "created"),
    "entry": ("entry_id", "message_id", "entry", "uuid"),
    "project": ("cwd", "project", "directory"),
}

_ROLES = {
    "user": "user",
    "assistant": "assistant",
    "toolresult": "tool",
    "tool": "tool",
    "compaction": "summary",
    "compactionsummary": "summary",
    "summary": "summary",
}


class _Table(NamedTuple):
    name: str
    columns: dict[str, str]


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """Where pi-memory-sessions may keep its database."""
    if environ.get("PI_MEMORY_SESSIONS_DIR"):
        return [Place(environ["PI_MEMORY_SESSIONS_DIR"], "**/sessions.db", "PI_MEMORY_SESSIONS_DIR")]
    return [Place(os.path.join(home, ".pi"), "**/sessions.db", "PI_MEMORY_SESSIONS_DIR")]


def claims(path: str) -> bool:
    """Whether a path is a SQLite file with a table of messages."""
    return looked_at(path, lambda database: _messages_table(database) is not None, otherwise=False)


def _tables(connection: sqlite3.Connection) -> Iterator[_Table]:
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type='table' ORDER BY name"
    ).fetchall():
        have = [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]
        columns = {
            what: next(choice for choice in choices if choice in have)
            for what, choices in _COLUMNS.items()
            if set(choices) & set(have)
        }
        yield _Table(name, columns)


def _messages_table(connection: sqlite3.Connection) -> _Table | None:
    for table in _tables(connection):
        if {"session", "role", "text"} <= set(table.columns):
            return table
    return None


def _projects(connection: sqlite3.Connection) -> dict[str, str]:
    """Session -> folder, from a table that has both."""
    for table in _tables(connection):
        if "project" in table.columns and "text" not in table.columns:
            have = [row[1] for row in connection.execute(f'PRAGMA table_info("{table.name}")')]
            key = table.columns.get("session") or ("id" if "id" in have else "")
            if key:
                rows = connection.execute(f'SELECT "{key}", "{table.columns["project"]}" FROM "{table.name}"')
                return {str(row[0]): str(row[1] or "") for row in rows}
    return {}


class Whole(WholeReader):
    """Reads the database."""

    agent = "pi"

    def sessions(self, path: str) -> Iterator[tuple[Session, Item]]:
        """Every message with its session."""
        try:
            with reading(path) as connection:
                table = _messages_table(connection)
                if table is None:
                    raise InputError("no table of messages in it")
                projects = _projects(connection)
                order = table.columns.get("time", "rowid")
                session = Session("pi")
                rows = connection.execute(
                    f'SELECT * FROM "{table.name}" ORDER BY "{table.columns["session"]}", "{order}", rowid'
                )
                for row in rows:
                    source = str(row[table.columns["session"]])
                    if source != session.source:
                        session = Session("pi", source, projects.get(source, ""))
                    if "project" in table.columns and not session.project:
                        session.project = str(row[table.columns["project"]] or "")
                    yield session, _message(row, table.columns)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise InputError(f"cannot be read ({error})") from error


def _message(row: sqlite3.Row, columns: dict[str, str]) -> Message:
    value: Any = row[columns["time"]] if "time" in columns else None
    entry: Any = row[columns["entry"]] if "entry" in columns else None
    # Only with the time as Pi wrote it do both make the name by which Pi's own file knows the message.
    named = isinstance(entry, str) and isinstance(value, str)
    role = _ROLES.get(str(row[columns["role"]]).lower().replace("_", ""), "system")
    return Message(
        role,
        str(row[columns["text"]] or ""),
        entry=entry if named else None,
        scope=value if named else "",
        time=milliseconds(value),
        is_error=True,
    )
