"""Folding the spool into the database: renamed aside first, so that no line is lost or counted twice."""

from __future__ import annotations

import os

from knapsack_cli import paths
from knapsack_cli.store import spool
from knapsack_cli.store.database import Database


def fold_in(home: str, database: Database) -> int:
    """Move every line of the spool into `savings` and `originals`; returns how many.

    A writer that still has the spool open appends to the renamed file, so that is read again at the
    next fold: each file's number of bytes taken is remembered until the file has been still for a
    while, and only then is it removed.
    """
    path = os.path.join(home, paths.SPOOL)
    folded = 0
    with database.writing() as connection:
        known = connection.execute("SELECT value FROM meta WHERE key = 'spool_offset'").fetchone()
        offset = int(known[0]) if known else 0
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size < offset:
                    offset = 0
                file.seek(offset)
                data = file.read()
        except OSError:
            return 0
        end = data.rfind(b"\n") + 1
        for raw in data[:end].split(b"\n"):
            saving = spool.parse(raw.decode("utf-8", "surrogateescape")) if raw else None
            if saving is None:
                continue
            folded += 1
            _insert(connection.execute, saving)
        connection.execute("INSERT OR REPLACE INTO meta VALUES('spool_offset', ?)", (offset + end,))
    return folded


def _insert(execute: object, saving: spool.Saving) -> None:
    assert callable(execute)
    if saving.digest:
        execute(
            "INSERT INTO originals(hash, size, kind, command, project, created) VALUES(?,?,?,?,?,?) "
            "ON CONFLICT(hash) DO UPDATE SET pruned = NULL",
            (saving.digest, saving.bytes_in, saving.kind, saving.command, saving.project, saving.time),
        )
    execute(
        "INSERT INTO savings(time, hash, kind, command, project, session, bytes_in, bytes_out, tokens_in, "
        "tokens_out, note) VALUES(?,?,?,?,?,?,?,?,?,?,?)",
        (
            saving.time,
            saving.digest,
            saving.kind,
            saving.command,
            saving.project,
            saving.session,
            saving.bytes_in,
            saving.bytes_out,
            saving.tokens_in,
            saving.tokens_out,
            saving.note,
        ),
    )
