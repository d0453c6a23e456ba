"""Folding the spool into the database: renamed aside first, so that no line is lost or counted twice."""

from __future__ import annotations

import os
import sqlite3

from knapsack_cli import paths
from knapsack_cli.store import spool
from knapsack_cli.store.database import Database

STILL_SECONDS = 600.0
"""A file that was renamed aside goes when nobody has written to it for so long: a writer opens the spool,
writes once and closes it."""
_TAKEN = "spool:"
_ASIDE = f"{paths.SPOOL}."


def fold_in(home: str, database: Database, now: float | None = None) -> int:
    """Move every line of the spool into `savings` and `originals`; returns how many.

    A writer that still has the spool open appends to the renamed file, so that is read again at the
    next fold: each file's number of bytes taken is remembered until the file has been still for a
    while, and only then is it removed.

    Args:
        now: seconds, by the clock that stamps files; without it no file is removed.
    """
    finished: list[str] = []
    folded = 0
    with database.writing() as connection:
        taken = _taken(connection)
        _move_aside(home, taken)
        names = _files_aside(home)
        for name in names:
            path = os.path.join(home, name)
            count, end, still_since = _fold(connection, path, taken.get(name, 0))
            folded += count
            if now is not None and now - still_since > STILL_SECONDS:
                finished.append(path)
            if end != taken.get(name):
                connection.execute("INSERT OR REPLACE INTO meta VALUES(?, ?)", (_TAKEN + name, end))
        for name in taken.keys() - set(names):
            connection.execute("DELETE FROM meta WHERE key=?", (_TAKEN + name,))
    # Only now that their lines are committed. What is known of them goes at the next fold.
    for path in finished:
        try:
            os.unlink(path)
        except OSError:
            pass
    return folded


def _taken(connection: sqlite3.Connection) -> dict[str, int]:
    rows = connection.execute(
        "SELECT key, value FROM meta WHERE key >= ? AND key < ?", (_TAKEN, _TAKEN + "\U0010ffff")
    )
    return {row[0].removeprefix(_TAKEN): int(row[1]) for row in rows}


def _move_aside(home: str, taken: dict[str, int]) -> None:
    """Give the spool a name that no file has or had; the next writer begins a new one."""
    path = os.path.join(home, paths.SPOOL)
    try:
        if not os.path.getsize(path):
            return
        number = 1
        while f"{_ASIDE}{number}" in taken or os.path.lexists(os.path.join(home, f"{_ASIDE}{number}")):
            number += 1
        os.rename(path, os.path.join(home, f"{_ASIDE}{number}"))
    except OSError:
        pass


def _files_aside(home: str) -> list[str]:
    try:
        names = [name for name in os.listdir(home) if name.startswith(_ASIDE)]
    except OSError:
        return []
    return sorted(
        (name for name in names if name.removeprefix(_ASIDE).isdigit()),
        key=lambda name: int(name.removeprefix(_ASIDE)),
    )


def _fold(connection: sqlite3.Connection, path: str, offset: int) -> tuple[int, int, float]:
    """(lines folded, bytes taken so far, time of the last write) of one file."""
    try:
        with open(paths.open_plain(path), "rb") as file:
            modified = os.fstat(file.fileno()).st_mtime
            file.seek(offset)
            data = file.read()
    except OSError:
        return 0, offset, float("inf")
    end = data.rfind(b"\n") + 1
    folded = 0
    for raw in data[:end].split(b"\n"):
        saving = spool.parse(raw.decode("utf-8", "surrogateescape")) if raw else None
        if saving is not None:
            folded += 1
            _insert(connection, saving)
    return folded, offset + end, modified


def _insert(connection: sqlite3.Connection, saving: spool.Saving) -> None:
    if saving.digest:
        connection.execute(
            "INSERT INTO originals(hash, size, kind, command, project, created) VALUES(?,?,?,?,?,?) "
            "ON CONFLICT(hash) DO UPDATE SET pruned = NULL",
            (saving.digest, saving.bytes_in, saving.kind, saving.command, saving.project, saving.time),
        )
    connection.execute(
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
