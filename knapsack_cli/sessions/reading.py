"""Reading sessions back: around a message, or whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from knapsack_cli.errors import NothingFoundError, UsageError
from knapsack_cli.sessions import identity
from knapsack_cli.sessions.facets import find_session
from knapsack_cli.sessions.roles import ROLES
from knapsack_cli.store.database import Database


class StoredMessage(NamedTuple):
    """A message as it is kept."""

    number: int
    id: str
    entry: str
    role: str
    time: int
    text: str
    key: int
    flags: int


class StoredSession(NamedTuple):
    """A session as it is kept. Times are milliseconds since the epoch."""

    number: int
    id: str
    agent: str
    source: str
    project: str
    title: str
    started: int
    ended: int
    parent: str
    path: str


_COLUMNS = "m.id, m.key, m.entry, m.role, m.time, m.text, m.flags"
_MESSAGE = f"SELECT {_COLUMNS} FROM messages m"


def find_message(connection: sqlite3.Connection, name: str) -> tuple[int, int]:
    """The message (and its session) that an id or a prefix of one means.

    Raises:
        UsageError: not an id, or it fits several. NothingFoundError: there is no such message.
    """
    first, last = identity.key_range(name, "e")
    rows = connection.execute(
        "SELECT id, session FROM messages WHERE key BETWEEN ? AND ? "
        "UNION SELECT m.id, m.session FROM message_aliases a JOIN messages m ON m.id = a.message "
        "WHERE a.key BETWEEN ? AND ? LIMIT 2",
        (first, last, first, last),
    ).fetchall()
    if not rows:
        raise NothingFoundError(f"no message {name}")
    if len(rows) > 1:
        raise UsageError(f"{name} fits several messages; give more of the id")
    return int(rows[0][0]), int(rows[0][1])


def session_of(connection: sqlite3.Connection, number: int) -> StoredSession:
    """A session by its row."""
    row = connection.execute(
        "SELECT s.id, s.key, s.agent, s.source, p.name, s.title, s.started, s.ended, s.parent, s.path "
        "FROM sessions s JOIN session_projects p ON p.id = s.project WHERE s.id=?",
        (number,),
    ).fetchone()
    number, key, agent, source, project, title, started, ended, parent, path = row
    name = identity.session_id(key)
    return StoredSession(number, name, agent, source, project, title, started or 0, ended or 0, parent, path)


def messages_of(connection: sqlite3.Connection, session: int) -> Iterator[StoredMessage]:
    """All messages of a session in the order of time, those shared with another one included."""
    for row in connection.execute(
        f"{_MESSAGE} WHERE m.session = ? UNION ALL SELECT {_COLUMNS} "
        "FROM message_links l JOIN messages m ON m.id = l.message WHERE l.session = ? ORDER BY 5, 1",
        (session, session),
    ):
        yield _stored(row)


def message_at(connection: sqlite3.Connection, number: int) -> StoredMessage | None:
    """A message by its row; None when it is gone."""
    row = connection.execute(f"{_MESSAGE} WHERE m.id=?", (number,)).fetchone()
    return _stored(row) if row is not None else None


def around(database: Database, name: str, count: int) -> tuple[StoredSession, list[StoredMessage], int]:
    """A message with `count` before and after it in its session: (session, messages, row of the one meant).

    Raises:
        UsageError, NothingFoundError: as `find_message`.
    """
    connection = database.connection
    number, session = find_message(connection, name)
    time = connection.execute("SELECT time FROM messages WHERE id=?", (number,)).fetchone()[0]
    linked = connection.execute("SELECT 1 FROM message_links WHERE session=? LIMIT 1", (session,)).fetchone()
    if linked:
        everything = list(messages_of(connection, session))
        at = next(place for place, message in enumerate(everything) if message.number == number)
        return session_of(connection, session), everything[max(0, at - count) : at + count + 1], number
    before = connection.execute(
        f"{_MESSAGE} WHERE m.session=? AND (m.time, m.id) < (?, ?) ORDER BY m.time DESC, m.id DESC LIMIT ?",
        (session, time, number, count),
    ).fetchall()
    after = connection.execute(
        f"{_MESSAGE} WHERE m.session=? AND (m.time, m.id) >= (?, ?) ORDER BY m.time, m.id LIMIT ?",
        (session, time, number, count + 1),
    ).fetchall()
    return session_of(connection, session), [_stored(row) for row in [*reversed(before), *after]], number


def whole(database: Database, name: str) -> tuple[StoredSession, Iterator[StoredMessage]]:
    """A whole session by its id, its source's id, or the id of one of its messages.

    Raises:
        UsageError: it fits several. NothingFoundError: there is none.
    """
    connection = database.connection
    session = find_session(connection, name)
    if session is None and name[:1] == "e":
        session = find_message(connection, name)[1]
    if session is None:
        raise NothingFoundError(f"no session {name}")
    return session_of(connection, session), messages_of(connection, session)


def _stored(row: tuple[int, int, str | None, int, int, str, int]) -> StoredMessage:
    number, key, entry, role, time, text, flags = row
    return StoredMessage(number, identity.message_id(key), entry or "", ROLES[role], time, text, key, flags)
