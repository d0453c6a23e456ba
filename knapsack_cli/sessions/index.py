"""The search index over messages: a contentless FTS5 table of tokens, and a list of words for typos.

It can be thrown away at any time: it is made anew from the messages, in batches that several processes may
share, and what is not indexed yet is known by a mark in `meta`. Besides the words of its text a message has
tokens for its project, agent and role (they begin with a dot), so that a filter that leaves few and scattered
messages can be one more term of the query.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import NamedTuple

from knapsack_cli.errors import StoreError
from knapsack_cli.store.database import Database
from knapsack_cli.text.tokenization import FTS_TOKENIZER, TOKENIZER_VERSION, index_tokens

TABLE = "message_index"

OLDEST_SQLITE = (3, 34, 0)
"""Older ones lack what FTS5 is asked here, or are known to lose rows of contentless tables."""

_VERSION = "message_index.version"
_POSITION = "message_index.position"
"""While the index is being made: the last message that is in it. No such row: all of them are."""

INDEX_VERSION = f"1.{TOKENIZER_VERSION}"

_MERGED = "message_index.merged"
"""The last message that the index was merged whole with."""

_REBUILD_BATCH = 2000

_PAGE_BYTES = 1000
"""Size of the index's own pages. A page is read through from its start, so that smaller ones make it cheaper
to look into the middle of a long list: a fifth less CPU time a query than the usual 4,050, for 0.6 % more
room."""

_STEP = 2000
"""Pages merged in one transaction: some 50 ms, so that no other writer waits long."""

_UNMERGED = 8
"""The index is merged to the end when it grew by this part of it (and by `_WORTH_MERGING`): in all, every
message is then merged that many times at most, which costs a tenth of storing it."""

_WORTH_MERGING = 500


class Row(NamedTuple):
    """What of a message goes into the index."""

    id: int
    project: int
    agent: str
    role: int
    text: str


def require_fts5(connection: sqlite3.Connection) -> None:
    """Say what to do when this Python's SQLite cannot search.

    Raises:
        StoreError: it is too old or was built without FTS5.
    """
    advice = (
        "search needs it: use a Python with a newer SQLite (python.org, uv, conda or your distribution's)"
    )
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"this Python's SQLite is {sqlite3.sqlite_version}, older than {oldest}; {advice}")
    try:
        connection.execute("SELECT fts5_source_id()")
    except sqlite3.OperationalError:
        raise StoreError(f"this Python's SQLite {sqlite3.sqlite_version} has no FTS5; {advice}") from None


def agent_token(agent: str) -> str:
    """The filter token of an agent's name."""
    return ".a" + "".join(char if char.isascii() and char.isalnum() else "_" for char in agent.lower())


def filter_tokens(row: Row) -> str:
    """The tokens of what a message can be filtered by."""
    return f".p{row.project} {agent_token(row.agent)} .r{row.role} "


def tokens_of(row: Row) -> str:
    """All tokens of a message: what the index holds of it, and what deleting it needs."""
    return filter_tokens(row) + index_tokens(row.text)


def words_for_typos(tokens: Iterable[str]) -> set[str]:
    """The tokens that a misspelt word is looked up among: Latin words of 4 to 20 letters."""
    return {token for token in tokens if 4 <= len(token) <= 20 and token.isascii() and token.isalpha()}


class Index:
    """The index of one open database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._known_words: set[str] = set()

    def state(self) -> str:
        """ "ready", "building" (some messages are not in it yet) or "stale" (to be made anew)."""
        meta = dict(
            self.database.execute(
                "SELECT key, value FROM meta WHERE key IN (?, ?)", (_VERSION, _POSITION)
            ).fetchall()
        )
        if meta.get(_VERSION) != INDEX_VERSION:
            return "stale"
        return "building" if _POSITION in meta else "ready"

    def create(self) -> None:
        """Make an empty index where there is none that can be used; every message is still to be indexed.

        Raises:
            StoreError: this SQLite cannot.
        """
        require_fts5(self.database.connection)
        with self.database.writing() as connection:
            if self.state() != "stale":
                return
            _drop(connection)
            connection.execute(
                f"CREATE VIRTUAL TABLE {TABLE} USING fts5(tokens, content='', detail=none, columnsize=0, "
                f'tokenize="{FTS_TOKENIZER}")'
            )
            for setting, value in (("pgsz", _PAGE_BYTES), ("usermerge", 2)):
                connection.execute(f"INSERT INTO {TABLE}({TABLE}, rank) VALUES(?, ?)", (setting, value))
            connection.execute("DELETE FROM message_words")
            connection.execute("DELETE FROM meta WHERE key=?", (_MERGED,))
            connection.execute(
                "INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", (_VERSION, INDEX_VERSION)
            )
            if connection.execute("SELECT 1 FROM messages LIMIT 1").fetchone():
                connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES(?, 0)", (_POSITION,))
            else:
                connection.execute("DELETE FROM meta WHERE key=?", (_POSITION,))

    def is_sound(self) -> bool:
        """Whether the newest message is where it should be: an index can be damaged and look merely empty."""
        newest = rows_of(
            self.database.connection,
            [row[0] for row in self.database.execute("SELECT max(id) FROM messages").fetchall()],
        )
        for row in newest:
            try:
                expression = " AND ".join(f'"{token}"' for token in filter_tokens(row).split())
                found = self.database.connection.execute(
                    f"SELECT 1 FROM {TABLE}(?) WHERE rowid=?", (expression, row.id)
                ).fetchone()
            except sqlite3.DatabaseError:
                return False
            return found is not None
        return True

    def discard(self) -> None:
        """Declare the index damaged, so that it is made anew."""
        with self.database.writing() as connection:
            connection.execute("DELETE FROM meta WHERE key=?", (_VERSION,))

    def make_ready(self, tell: Callable[[int, int], None] | None = None) -> None:
        """Bring the index up to date, however far another process has come with it.

        Args:
            tell: called with (messages indexed, messages in all) after each batch.

        Raises:
            StoreError: this SQLite cannot.
        """
        if self.state() == "stale":
            self.create()
        while self.state() == "building":
            done = self._index_batch()
            if tell is not None:
                total = self.database.execute("SELECT max(id) FROM messages").fetchone()[0] or 0
                tell(min(done, total), total)
        self.tidy()

    def _index_batch(self) -> int:
        with self.database.writing() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key=?", (_POSITION,)).fetchone()
            if row is None:
                return 0
            rows = [
                Row(*fields)
                for fields in connection.execute(
                    f"SELECT m.id, s.project, s.agent, m.role, m.text {_JOIN} "
                    "WHERE m.id > ? ORDER BY m.id LIMIT ?",
                    (row[0], _REBUILD_BATCH),
                )
            ]
            self.insert(connection, rows)
            if len(rows) < _REBUILD_BATCH:
                connection.execute("DELETE FROM meta WHERE key=?", (_POSITION,))
                return rows[-1].id if rows else int(row[0])
            connection.execute("UPDATE meta SET value=? WHERE key=?", (rows[-1].id, _POSITION))
            return rows[-1].id

    def accepts(self, connection: sqlite3.Connection) -> bool:
        """Whether a new message is indexed now; else the making of the index will reach it."""
        return self.state() == "ready"

    def insert(
        self, connection: sqlite3.Connection, rows: list[Row], tokens: list[str] | None = None
    ) -> None:
        """Add messages, inside the caller's transaction.

        Args:
            tokens: `index_tokens` of each row's text, where the caller made them outside the transaction.
        """
        if tokens is None:
            tokens = [index_tokens(row.text) for row in rows]
        connection.executemany(
            f"INSERT INTO {TABLE}(rowid, tokens) VALUES(?, ?)",
            [(row.id, filter_tokens(row) + text) for row, text in zip(rows, tokens, strict=True)],
        )
        known = self._known_words
        fresh: set[str] = set()
        for text in tokens:
            new = set(text.partition("  ")[0].split(" ")) - known
            if new:
                fresh |= words_for_typos(new)
                known |= new
        if fresh:
            connection.executemany(
                "INSERT OR IGNORE INTO message_words(word) VALUES(?)", [(word,) for word in sorted(fresh)]
            )
        if len(known) > 200_000:
            known.clear()

    def tidy(self) -> None:
        """Merge the index into one segment when it grew much since that was done last, else its newer parts
        alone; in steps that let other writers in.

        Every segment is one more place to look for each term: a query of a million messages in one segment
        costs a third to a half of what it costs in a dozen.
        """
        step = 0
        while True:
            with self.database.writing() as connection:
                if not step:
                    if self.state() != "ready":
                        return
                    step = -_STEP if self._grew(connection) else _STEP  # the sign asks for all to be made one
                before = connection.total_changes
                connection.execute(f"INSERT INTO {TABLE}({TABLE}, rank) VALUES('merge', ?)", (step,))
                if connection.total_changes - before < 2:  # as FTS5 says that there is nothing left
                    return
            step = _STEP

    def _grew(self, connection: sqlite3.Connection) -> bool:
        """Whether the index is worth merging; who is told so has it to do, so that nobody else begins too."""
        row = connection.execute("SELECT value FROM meta WHERE key=?", (_MERGED,)).fetchone()
        merged = int(row[0]) if row else 0
        newest = int(connection.execute("SELECT coalesce(max(id), 0) FROM messages").fetchone()[0])
        if newest - merged < max(_WORTH_MERGING, merged // _UNMERGED):
            return False
        connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", (_MERGED, newest))
        return True

    def remove(self, connection: sqlite3.Connection, rows: list[Row]) -> None:
        """Take messages out, inside the caller's transaction; exact, so other messages' entries stay."""
        position = connection.execute("SELECT value FROM meta WHERE key=?", (_POSITION,)).fetchone()
        connection.executemany(
            f"INSERT INTO {TABLE}({TABLE}, rowid, tokens) VALUES('delete', ?, ?)",
            [(row.id, tokens_of(row)) for row in rows if position is None or row.id <= position[0]],
        )

    def remove_words(self, connection: sqlite3.Connection, words: Iterable[str]) -> None:
        """Take out of the list of words those that no message holds any more."""
        for word in words:
            if not connection.execute(f"SELECT 1 FROM {TABLE}(?) LIMIT 1", (f'"{word}"',)).fetchone():
                connection.execute("DELETE FROM message_words WHERE word=?", (word,))
                self._known_words.discard(word)


_JOIN = "FROM messages m JOIN sessions s ON s.id = m.session"


def rows_of(connection: sqlite3.Connection, ids: Iterable[int]) -> list[Row]:
    """What the index holds of these messages."""
    found = []
    for one in ids:
        fields = connection.execute(
            f"SELECT m.id, s.project, s.agent, m.role, m.text {_JOIN} WHERE m.id=?", (one,)
        ).fetchone()
        if fields is not None:
            found.append(Row(*fields))
    return found


def _drop(connection: sqlite3.Connection) -> None:
    """Drop the index, even one whose own tables are damaged or gone."""
    try:
        connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
        return
    except sqlite3.DatabaseError:
        pass
    connection.execute("PRAGMA writable_schema=ON")
    connection.execute("DELETE FROM sqlite_master WHERE name=?", (TABLE,))
    connection.execute("PRAGMA writable_schema=RESET")
    for shadow in ("data", "idx", "content", "docsize", "config"):
        connection.execute(f"DROP TABLE IF EXISTS {TABLE}_{shadow}")
