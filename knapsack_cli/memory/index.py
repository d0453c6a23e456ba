"""The search index over memories: an FTS5 table of tokens that can be made anew at any time."""

from __future__ import annotations

import sqlite3

from knapsack_cli.store.database import Database
from knapsack_cli.text.tokenization import FTS_TOKENIZER, TOKENIZER_VERSION, index_tokens

TABLE = "memory_index"
_VERSION = "memory_index.version"
INDEX_VERSION = f"1.{TOKENIZER_VERSION}"


def make_ready(database: Database) -> None:
    """Make the index where it is missing, of another version, or not of the memories that there are.

    Raises:
        StoreError: this SQLite cannot search.
    """
    if is_ready(database):
        return
    with database.writing() as connection:
        connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
        connection.execute(f'CREATE VIRTUAL TABLE {TABLE} USING fts5(tokens, tokenize="{FTS_TOKENIZER}")')
        rows = connection.execute("SELECT id, content, tags FROM memories").fetchall()
        connection.executemany(
            f"INSERT INTO {TABLE}(rowid, tokens) VALUES(?, ?)",
            [(row[0], tokens_of(row[1], row[2])) for row in rows],
        )
        connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", (_VERSION, INDEX_VERSION))


def is_ready(database: Database) -> bool:
    """Whether the index is there, of this version."""
    row = database.execute("SELECT value FROM meta WHERE key=?", (_VERSION,)).fetchone()
    if row is None or row[0] != INDEX_VERSION:
        return False
    return bool(
        database.execute("SELECT 1 FROM sqlite_master WHERE name=? AND type='table'", (TABLE,)).fetchone()
    )


def tokens_of(content: str, tags: str) -> str:
    """All tokens of a memory, those of its tags included."""
    return index_tokens(f"{content} {tags}" if tags else content)


def put(connection: sqlite3.Connection, row: int, content: str, tags: str) -> None:
    """Index a memory, in the caller's transaction; an older entry of it goes."""
    connection.execute(f"DELETE FROM {TABLE} WHERE rowid=?", (row,))
    connection.execute(f"INSERT INTO {TABLE}(rowid, tokens) VALUES(?, ?)", (row, tokens_of(content, tags)))


def remove(connection: sqlite3.Connection, row: int) -> None:
    """Take a memory out, in the caller's transaction."""
    connection.execute(f"DELETE FROM {TABLE} WHERE rowid=?", (row,))


def drop_traces(database: Database) -> None:
    """Merge the index into one segment: until then tokens of forgotten memories stand in older ones."""
    if is_ready(database):
        with database.writing() as connection:
            connection.execute(f"INSERT INTO {TABLE}({TABLE}) VALUES('optimize')")


def quoted(token: str) -> str:
    """A token as an FTS5 term."""
    return '"' + token.replace('"', '""') + '"'
