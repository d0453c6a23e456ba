"""Writing messages: a batch is one short transaction, known messages are left alone, forks share theirs."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from knapsack_cli.sessions import identity
from knapsack_cli.sessions.facets import Noted, next_number, note
from knapsack_cli.sessions.index import Index, Row, rows_of
from knapsack_cli.sessions.model import Message, Session
from knapsack_cli.sessions.roles import FOLDS, REDACTED, REVISABLE, ROLE_CODES
from knapsack_cli.store.database import Database
from knapsack_cli.text.folding import fold
from knapsack_cli.text.tokenization import tokens_of_folded


class Incoming(NamedTuple):
    """A message to store, with its session."""

    session: Session
    path: str
    message: Message
    text: str
    time: int
    flags: int


class Counts:
    """What became of a batch."""

    __slots__ = ("forgotten", "known", "linked", "new", "revised")

    def __init__(self) -> None:
        self.new = 0
        self.known = 0
        self.linked = 0
        self.revised = 0
        self.forgotten = 0

    def add(self, other: Counts) -> None:
        """Add another batch's counts to these."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class FileState(NamedTuple):
    """How far a file was read, kept in the same transaction as the messages read from it."""

    path: str
    size: int
    modified: int
    offset: int
    line: int
    mark: bytes
    state: str


def clean(text: str) -> str:
    """`text` with what cannot be stored as UTF-8 (half a surrogate pair) replaced."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class MessageStore:
    """The writing side of the sessions of one open database."""

    def __init__(self, database: Database, index: Index | None) -> None:
        """Args:
        index: the index to keep up to date; None when this SQLite cannot search (it is made later).
        """
        self.database = database
        self.index = index
        self._sessions: dict[int, tuple[int, int, str]] = {}
        self._pending: list[tuple[Row, str]] = []
        self._indexing = False

    def write(self, batch: list[Incoming], files: list[FileState]) -> Counts:
        """Store what is new of `batch` and note how far the files were read, in one transaction.

        Raises:
            StoreError: the database is locked for too long, full or damaged.
        """
        counts = Counts()
        prepared = []
        for item in batch:
            folded = fold(item.text)
            flags = item.flags if folded == item.text else item.flags | FOLDS
            prepared.append((item, flags, tokens_of_folded(folded), _key(item)))
        with self.database.writing() as connection:
            self._sessions.clear()
            self._pending.clear()
            self._indexing = self.index is not None and self.index.accepts(connection)
            known = _known_keys(connection, [key for *_, key in prepared])
            number = next_number(connection) - 1
            noted: list[Noted] = []
            for item, flags, tokens, key in prepared:
                session, project, agent = self._session(connection, item)
                found = known.get(key)
                if found is None:
                    found = _same_message(connection, item, key, session)
                    if found is not None:
                        known[key] = found
                if found is not None:
                    self._again(connection, item, flags, found, session, counts)
                    continue
                number += 1
                known[key] = number
                role = ROLE_CODES[item.message.role]
                connection.execute(
                    "INSERT INTO messages VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                    (number, key, session, item.time, role, flags, item.message.entry, item.text),
                )
                if item.message.entry is None:
                    connection.execute("UPDATE sessions SET unnamed = unnamed + 1 WHERE id=?", (session,))
                noted.append(Noted(number, session, role, item.time))
                if self._indexing:
                    self._pending.append((Row(number, project, agent, role, item.text), tokens))
                counts.new += 1
            self._flush_pending(connection)
            note(connection, noted)
            self._note_sessions(connection, batch)
            connection.executemany("INSERT OR REPLACE INTO session_files VALUES(?, ?, ?, ?, ?, ?, ?)", files)
        return counts

    def preview(self, batch: list[Incoming], seen: set[int]) -> Counts:
        """What `write` would do with `batch`, without doing it. `seen` holds the keys of earlier batches."""
        counts = Counts()
        keys = [_key(item) for item in batch]
        known = _known_keys(self.database.connection, keys)
        for key in keys:
            if known.get(key) == _FORGOTTEN:
                counts.forgotten += 1
            elif key in known or key in seen:
                counts.known += 1
            else:
                counts.new += 1
            seen.add(key)
        return counts

    def _flush_pending(self, connection: sqlite3.Connection) -> None:
        if self._pending and self.index is not None:
            rows, tokens = zip(*self._pending, strict=True)
            self.index.insert(connection, list(rows), list(tokens))
        self._pending.clear()

    def _session(self, connection: sqlite3.Connection, item: Incoming) -> tuple[int, int, str]:
        session = item.session
        key = identity.session_key(session.agent, session.source)
        cached = self._sessions.get(key)
        if cached is not None:
            return cached
        row = connection.execute("SELECT id, project FROM sessions WHERE key=?", (key,)).fetchone()
        if row is None:
            project = connection.execute(
                "SELECT id FROM session_projects WHERE name=?", (session.project,)
            ).fetchone()
            if project is None:
                project = (
                    connection.execute(
                        "INSERT INTO session_projects(name) VALUES(?)", (session.project,)
                    ).lastrowid,
                )
            number = connection.execute(
                "INSERT INTO sessions(key, agent, source, project, started, parent, path) "
                "VALUES(?, ?, ?, ?, ?, ?, ?)",
                (key, session.agent, session.source, project[0], session.started, session.parent, item.path),
            ).lastrowid
            row = (number, project[0])
        found = self._sessions[key] = (int(row[0]), int(row[1]), session.agent)
        return found

    def _again(
        self,
        connection: sqlite3.Connection,
        item: Incoming,
        new_flags: int,
        found: int,
        session: int,
        counts: Counts,
    ) -> None:
        if found == _FORGOTTEN:
            counts.forgotten += 1
            if item.message.role == "title":
                item.session.title = ""
            return
        home, flags, text = connection.execute(
            "SELECT session, flags, text FROM messages WHERE id=?", (found,)
        ).fetchone()
        if home != session:
            counts.linked += connection.execute(
                "INSERT OR IGNORE INTO message_links(session, message) VALUES(?, ?)", (session, found)
            ).rowcount
        fuller = flags & REDACTED and not item.flags & REDACTED
        if text != item.text and (fuller or (item.flags & REVISABLE and not item.flags & REDACTED)):
            self._flush_pending(connection)
            if self._indexing and self.index is not None:
                self.index.remove(connection, rows_of(connection, [found]))
            connection.execute(
                "UPDATE messages SET text=?, flags=? WHERE id=?", (item.text, new_flags, found)
            )
            if self._indexing and self.index is not None:
                self.index.insert(connection, rows_of(connection, [found]))
            counts.revised += 1
        else:
            counts.known += 1

    def _note_sessions(self, connection: sqlite3.Connection, batch: list[Incoming]) -> None:
        spans: dict[int, tuple[int, int, Session]] = {}
        for item in batch:
            number = self._sessions[identity.session_key(item.session.agent, item.session.source)][0]
            low, high, _ = spans.get(number, (item.time, item.time, item.session))
            spans[number] = (min(low, item.time), max(high, item.time), item.session)
        for number, (low, high, session) in spans.items():
            connection.execute(
                "UPDATE sessions SET started=min(coalesce(started, ?), ?), ended=max(coalesce(ended, ?), ?), "
                "title=CASE WHEN ? = '' OR (? AND title != '') THEN title ELSE ? END WHERE id=?",
                (low, low, high, high, session.title, session.redacted, session.title, number),
            )


_FORGOTTEN = -1


def _key(item: Incoming) -> int:
    message, session = item.message, item.session
    if message.key is not None:
        return message.key
    if message.entry is None:
        home = identity.session_key(session.agent, session.source)
        return identity.unnamed_message_key(home, message.role, message.time, item.text)
    return identity.message_key(session.agent, message.scope, message.entry, message.part)


def _known_keys(connection: sqlite3.Connection, keys: list[int]) -> dict[int, int]:
    """Which of `keys` are stored, as key -> message, or forgotten."""
    known: dict[int, int] = {}
    for table, column in (
        ("messages", "id"),
        ("message_aliases", "message"),
        ("message_forgotten", str(_FORGOTTEN)),
    ):
        if not connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
            continue
        for start in range(0, len(keys), 500):
            listed = ",".join(map(str, keys[start : start + 500]))
            for key, found in connection.execute(
                f"SELECT key, {column} FROM {table} WHERE key IN ({listed})"
            ):
                known.setdefault(key, found)
    return known


def _same_message(connection: sqlite3.Connection, item: Incoming, key: int, session: int) -> int | None:
    """A stored message of the same session, role, time and text of which only one of both has an id.

    The two are one from now on, under the source's id; the other key leads to it.
    """
    named = item.message.entry is not None
    if named and not connection.execute("SELECT unnamed FROM sessions WHERE id=?", (session,)).fetchone()[0]:
        return None
    for number, old in connection.execute(
        "SELECT id, key FROM messages "
        "WHERE session=? AND time=? AND role=? AND text=? AND (entry IS NULL) = ? LIMIT 1",
        (session, item.time, ROLE_CODES[item.message.role], item.text, named),
    ).fetchall():
        if named:
            connection.execute(
                "UPDATE messages SET key=?, entry=? WHERE id=?", (key, item.message.entry, number)
            )
            connection.execute("UPDATE sessions SET unnamed = unnamed - 1 WHERE id=?", (session,))
        connection.execute(
            "INSERT OR IGNORE INTO message_aliases(key, message) VALUES(?, ?)",
            (old if named else key, number),
        )
        return int(number)
    return None
