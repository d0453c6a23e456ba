"""The index over the notes of a vault: follows changed files by size and time of change."""

from __future__ import annotations

import os
import sqlite3

from knapsack_cli.notes.frontmatter import parts, shown
from knapsack_cli.notes.vault import NoteFile, notes_in, read_note
from knapsack_cli.store.database import Database
from knapsack_cli.text.tokenization import FTS_TOKENIZER, TOKENIZER_VERSION, index_tokens

TABLE = "note_index"
_VERSION = "note_index.version"
INDEX_VERSION = f"1.{TOKENIZER_VERSION}"
_BATCH = 200


def title_of(path: str) -> str:
    """The title of a note: its file's name without the ending."""
    return os.path.basename(path).removesuffix(".md").removesuffix(".MD")


def make_ready(database: Database) -> None:
    """Make an empty index where there is none of this version; every note is then new to it.

    Raises:
        StoreError: this SQLite cannot search.
    """
    row = database.execute("SELECT value FROM meta WHERE key=?", (_VERSION,)).fetchone()
    if row is not None and row[0] == INDEX_VERSION:
        found = database.execute("SELECT 1 FROM sqlite_master WHERE name=?", (TABLE,)).fetchone()
        if found:
            return
    with database.writing() as connection:
        connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
        connection.execute(f'CREATE VIRTUAL TABLE {TABLE} USING fts5(tokens, tokenize="{FTS_TOKENIZER}")')
        connection.execute("DELETE FROM notes")
        connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", (_VERSION, INDEX_VERSION))


def follow(database: Database, vault: str) -> int:
    """Bring the index up to date with the files of a vault; returns how many notes changed.

    Raises:
        StoreError: the database cannot be written.
    """
    make_ready(database)
    known = {
        row[0]: (row[1], row[2], row[3])
        for row in database.execute("SELECT path, id, size, modified FROM notes WHERE vault=?", (vault,))
    }
    changed: list[NoteFile] = []
    there = set()
    for note in notes_in(vault):
        there.add(note.path)
        if known.get(note.path, (0, -1, -1))[1:] != (note.size, note.modified):
            changed.append(note)
    gone = [known[path][0] for path in known if path not in there]
    for start in range(0, len(gone), _BATCH):
        with database.writing() as connection:
            for row in gone[start : start + _BATCH]:
                connection.execute("DELETE FROM notes WHERE id=?", (row,))
                connection.execute(f"DELETE FROM {TABLE} WHERE rowid=?", (row,))
    for start in range(0, len(changed), _BATCH):
        batch = [(note, read_note(vault, note.path)) for note in changed[start : start + _BATCH]]
        with database.writing() as connection:
            for note, text in batch:
                _put(connection, vault, note, text)
    return len(changed) + len(gone)


def _put(connection: sqlite3.Connection, vault: str, note: NoteFile, text: str) -> None:
    head = shown(parts(text)[0])
    connection.execute(
        "INSERT INTO notes(vault, path, size, modified, head) VALUES(?,?,?,?,?) "
        "ON CONFLICT(vault, path) DO UPDATE SET size=excluded.size, modified=excluded.modified, "
        "head=excluded.head",
        (vault, note.path, note.size, note.modified, head),
    )
    row = connection.execute("SELECT id FROM notes WHERE vault=? AND path=?", (vault, note.path)).fetchone()[
        0
    ]
    tokens = index_tokens(f"{title_of(note.path)}\n{text}")
    connection.execute(f"DELETE FROM {TABLE} WHERE rowid=?", (row,))
    connection.execute(f"INSERT INTO {TABLE}(rowid, tokens) VALUES(?, ?)", (row, tokens))
