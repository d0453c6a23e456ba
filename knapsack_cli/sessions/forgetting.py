"""Forgetting messages and sessions: out of the store and the index at once, and down to the bytes on demand.

What was forgotten stays forgotten when its agent's own file is imported again: the keys of forgotten messages
are kept, which are hashes and tell nothing of the text.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from knapsack_cli.errors import StoreError
from knapsack_cli.sessions.facets import find_session
from knapsack_cli.sessions.index import TABLE, Index, rows_of, words_for_typos
from knapsack_cli.sessions.reading import StoredMessage, find_message, message_at, messages_of
from knapsack_cli.sessions.roles import ROLE_CODES
from knapsack_cli.store.database import Database
from knapsack_cli.text.tokenization import index_tokens

_BATCH = 200


def select_messages(
    database: Database,
    *,
    names: Iterable[str] = (),
    session: str = "",
    before: int | None = None,
    matching: str = "",
) -> Iterator[StoredMessage]:
    """The messages that meet every condition given, to be shown before they go.

    Args:
        names: ids of messages (`e…`) or sessions (`s…`). session: id of a session, ours or its source's.
        before: milliseconds; older messages. matching: text that the message holds, case told apart.

    Raises:
        UsageError: an id that is none, or fits several. NothingFoundError: an id of nothing.
    """
    connection = database.connection
    for number in _selected(connection, list(names), session, before):
        message = message_at(connection, number)
        if message is not None and matching in message.text:
            yield message


def _selected(
    connection: sqlite3.Connection, names: list[str], session: str, before: int | None
) -> Iterator[int]:
    limit = before if before is not None else 1 << 62
    if not names and not session:
        rows = connection.execute("SELECT id FROM messages WHERE time < ? ORDER BY id", (limit,)).fetchall()
        yield from (row[0] for row in rows)
        return
    chosen: dict[int, int] = {}
    if session:
        number = find_session(connection, session)
        if number is not None:
            chosen = {message.number: message.time for message in messages_of(connection, number)}
    for name in names:
        number = find_session(connection, name) if name[:1] == "s" else None
        if number is not None:
            chosen.update((message.number, message.time) for message in messages_of(connection, number))
        else:
            one = find_message(connection, name)[0]
            chosen[one] = connection.execute("SELECT time FROM messages WHERE id=?", (one,)).fetchone()[0]
    yield from (number for number, time in sorted(chosen.items()) if time < limit)


def forget_messages(database: Database, numbers: Iterable[int]) -> int:
    """Take messages out of the store, the index and the words; returns how many there were.

    A message that forks share is gone from all of them.

    Raises:
        StoreError: the database cannot be written.
    """
    index = Index(database)
    waiting = list(numbers)
    count = 0
    # Deleted text is overwritten in the file at once, not only marked as free.
    database.execute("PRAGMA secure_delete=ON")
    for start in range(0, len(waiting), _BATCH):
        with database.writing() as connection:
            for number in waiting[start : start + _BATCH]:
                count += _forget(connection, index, number)
    return count


def _forget(connection: sqlite3.Connection, index: Index, number: int) -> int:
    row = connection.execute(
        "SELECT key, session, role, entry IS NULL, text FROM messages WHERE id=?", (number,)
    ).fetchone()
    if row is None:
        return 0
    key, session, role, unnamed, text = row
    if index.state() != "stale":
        index.remove(connection, rows_of(connection, [number]))
    connection.execute("DELETE FROM messages WHERE id=?", (number,))
    if index.state() != "stale":
        index.remove_words(connection, words_for_typos(index_tokens(text).partition("  ")[0].split(" ")))
    keys = [key]
    keys += [
        alias[0] for alias in connection.execute("SELECT key FROM message_aliases WHERE message=?", (number,))
    ]
    connection.executemany("INSERT OR IGNORE INTO message_forgotten(key) VALUES(?)", [(one,) for one in keys])
    connection.execute("DELETE FROM message_aliases WHERE message=?", (number,))
    connection.execute("DELETE FROM message_links WHERE message=?", (number,))
    if unnamed:
        connection.execute("UPDATE sessions SET unnamed = unnamed - 1 WHERE id=?", (session,))
    if role == ROLE_CODES["title"]:
        _forget_title(connection, session, text)
    return 1


def _forget_title(connection: sqlite3.Connection, session: int, title: str) -> None:
    path = connection.execute("SELECT path FROM sessions WHERE id=?", (session,)).fetchone()[0]
    connection.execute("UPDATE sessions SET title='' WHERE id=? AND title=?", (session, title))
    connection.execute("DELETE FROM session_files WHERE path=?", (path,))


def forget_sessions(database: Database, sessions: Iterable[int]) -> int:
    """Take whole sessions out, with all that is known of them; returns how many messages went.

    Raises:
        StoreError: the database cannot be written.
    """
    count = 0
    for session in sessions:
        numbers = [message.number for message in messages_of(database.connection, session)]
        count += forget_messages(database, numbers)
        with database.writing() as connection:
            row = connection.execute("SELECT path, project FROM sessions WHERE id=?", (session,)).fetchone()
            if row is None:
                continue
            connection.execute("DELETE FROM session_files WHERE path=?", (row[0],))
            connection.execute("DELETE FROM message_links WHERE session=?", (session,))
            connection.execute("DELETE FROM sessions WHERE id=?", (session,))
            connection.execute(
                "DELETE FROM session_projects WHERE id=? "
                "AND NOT EXISTS(SELECT 1 FROM sessions WHERE project=session_projects.id)",
                (row[1],),
            )
    return count


def erase(database: Database) -> None:
    """Rewrite the index and the whole file, so that nothing of what was deleted is left in their bytes.

    Raises:
        StoreError: another process has the database open, so that its log cannot be emptied.
    """
    connection = database.connection
    database.execute("PRAGMA secure_delete=ON")
    if Index(database).state() != "stale":
        # Deleting only adds a mark to FTS5's segments; merging them all drops mark and token alike.
        with database.writing() as writer:
            writer.execute(f"INSERT INTO {TABLE}({TABLE}) VALUES('optimize')")
    database.execute("VACUUM")
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise StoreError(
            f"{database.path} is open in another process, whose log still holds what was forgotten; "
            "close it and run the same command again"
        )
