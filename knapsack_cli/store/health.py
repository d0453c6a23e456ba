"""Whether the store is sound, and making it so: integrity, indexes against rows, originals against files."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from knapsack_cli import paths
from knapsack_cli.errors import StoreError
from knapsack_cli.store import retention, schema
from knapsack_cli.store.database import Database

INDEXES = (("memory_index", "memories"), ("note_index", "notes"))
"""Search index -> the table that it is over, a row for a row."""
_SHOWN = 3


class Finding(NamedTuple):
    """Something looked at: whether it is as it should be, and what there is to say."""

    name: str
    sound: bool
    text: str


def check(home: str, database: Database) -> list[Finding]:
    """Look at everything; nothing is changed."""
    found = [_integrity(database)]
    if not found[0].sound:
        return found
    found += [_index(database, name, table) for name, table in INDEXES]
    found.append(_messages(database))
    found += _originals(home, database)
    found.append(_private(home))
    return found


def _integrity(database: Database) -> Finding:
    try:
        rows = [row[0] for row in database.connection.execute(f"PRAGMA integrity_check({_SHOWN})")]
    except sqlite3.DatabaseError as error:
        rows = [str(error)]
    sound = rows == ["ok"]
    return Finding("database", sound, "intact" if sound else "; ".join(map(str, rows)))


def _index(database: Database, name: str, table: str) -> Finding:
    try:
        if not database.connection.execute("SELECT 1 FROM sqlite_master WHERE name=?", (name,)).fetchone():
            return Finding(name, True, "not made yet")
        rows = database.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        indexed = database.connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        missing = database.connection.execute(
            f"SELECT count(*) FROM {table} WHERE id NOT IN (SELECT rowid FROM {name})"
        ).fetchone()[0]
        database.connection.execute(f"INSERT INTO {name}({name}) VALUES('integrity-check')")
    except sqlite3.DatabaseError as error:
        return Finding(name, False, f"damaged ({error})")
    sound = rows == indexed and not missing
    return Finding(name, sound, f"{indexed:,} of {rows:,} rows" + ("" if sound else "; it does not fit them"))


def _messages(database: Database) -> Finding:
    try:
        left = database.connection.execute(
            "SELECT count(*) FROM messages WHERE session NOT IN (SELECT id FROM sessions)"
        ).fetchone()[0]
        if database.connection.execute("SELECT 1 FROM sqlite_master WHERE name='message_index'").fetchone():
            database.connection.execute("INSERT INTO message_index(message_index) VALUES('integrity-check')")
    except sqlite3.DatabaseError as error:
        return Finding("message_index", False, f"damaged ({error})")
    return Finding("messages", not left, f"{left:,} without a session" if left else "each has its session")


def _originals(home: str, database: Database) -> list[Finding]:
    there = {one.digest for one in retention.on_disk(home)}
    known = {row[0] for row in database.execute("SELECT hash FROM originals WHERE pruned IS NULL")}
    cited = {row[0] for row in database.execute("SELECT source FROM memories WHERE source <> ''")}
    lost = sorted(known - there)
    broken = sorted(cited - there)
    found = [
        Finding(
            "originals",
            not lost,
            f"{len(there):,} files"
            + (f"; {len(lost):,} known ones have none: {_some(lost)}" if lost else ", none missing"),
        )
    ]
    if broken:
        found.append(Finding("sources", False, f"memories cite originals that are gone: {_some(broken)}"))
    return found


def _some(digests: list[str]) -> str:
    return ", ".join(one[:12] for one in digests[:_SHOWN]) + (" ..." if len(digests) > _SHOWN else "")


def _private(home: str) -> Finding:
    mode = os.stat(home).st_mode & 0o077
    return Finding("privacy", not mode, "readable by you alone" if not mode else f"{home} is open to others")


def repair(home: str, database: Database, now: float) -> list[str]:
    """Mend what `check` finds: indexes are dropped, to be made anew at their next use, originals without a
    file are marked as gone, and what is open to others is closed. Returns what was done, a line each.

    Raises:
        StoreError: the database itself is damaged (see `salvage`).
    """
    done = []
    for finding in check(home, database):
        if finding.sound:
            continue
        if finding.name == "database":
            raise StoreError(f"{database.path} is damaged: {finding.text}")
        if finding.name in ("memory_index", "note_index", "message_index"):
            with database.writing() as connection:
                _drop(connection, finding.name)
            done.append(f"{finding.name}: dropped; the next search makes it anew")
        elif finding.name == "messages":
            with database.writing() as connection:
                connection.execute("DELETE FROM messages WHERE session NOT IN (SELECT id FROM sessions)")
            done.append("messages: those without a session are gone")
        elif finding.name == "originals":
            there = {one.digest for one in retention.on_disk(home)}
            with database.writing() as connection:
                known = connection.execute("SELECT hash FROM originals WHERE pruned IS NULL").fetchall()
                connection.executemany(
                    "UPDATE originals SET pruned=? WHERE hash=?",
                    [(now, row[0]) for row in known if row[0] not in there],
                )
            done.append("originals: those without a file are marked as gone")
        elif finding.name == "privacy":
            paths.make_private(home)
            done.append("privacy: closed to others")
    return done


def _drop(connection: sqlite3.Connection, name: str) -> None:
    try:
        connection.execute(f"DROP TABLE IF EXISTS {name}")
    except sqlite3.DatabaseError:
        # A table of FTS5 whose own rows are damaged cannot be dropped as a table: its parts can.
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("DELETE FROM sqlite_master WHERE name=? OR name GLOB ?", (name, f"{name}_*"))
        connection.execute("PRAGMA writable_schema=OFF")
    connection.execute("DELETE FROM meta WHERE key LIKE ?", (f"{name}.%",))


def salvage(home: str, open_again: Callable[[], Database]) -> tuple[str, dict[str, int]]:
    """Put a damaged database aside and copy every row that can be read into a new one.

    Args:
        open_again: opens the database in `home`, which is new then.

    Returns:
        where the damaged file is, and table -> rows saved.

    Raises:
        StoreError: the files cannot be moved.
    """
    path = os.path.join(home, paths.DATABASE)
    number = 1
    while os.path.exists(f"{path}.damaged-{number}"):
        number += 1
    aside = f"{path}.damaged-{number}"
    try:
        os.rename(path, aside)
        for end in ("-wal", "-shm"):
            if os.path.exists(path + end):
                os.rename(path + end, aside + end)
    except OSError as error:
        raise StoreError(f"cannot put {path} aside: {error.strerror}") from error
    saved: dict[str, int] = {}
    with open_again() as database:
        old = sqlite3.connect(aside)
        try:
            for table in _tables(database):
                saved[table] = _copy(old, database, table)
        finally:
            old.close()
    return aside, {table: count for table, count in saved.items() if count}


def _tables(database: Database) -> list[str]:
    rows = database.execute(
        "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
    )
    made = " ".join(statement for migration in schema.MIGRATIONS for statement in migration)
    return [row[0] for row in rows if f"CREATE TABLE {row[0]}(" in made]


def _copy(old: sqlite3.Connection, database: Database, table: str) -> int:
    """Copy the rows of one table up to the first that cannot be read, from both ends."""
    columns = ", ".join(f'"{row[1]}"' for row in database.execute(f"PRAGMA table_info({table})"))
    marks = ", ".join("?" * (columns.count(",") + 1))
    saved = 0
    keyed = "ROWID" not in str(
        database.execute("SELECT sql FROM sqlite_master WHERE name=?", (table,)).fetchone()[0]
    )
    for order in ("", " ORDER BY rowid DESC") if keyed else ("",):
        try:
            with database.writing() as connection:
                for row in old.execute(f"SELECT {columns} FROM {table}{order}"):
                    saved += connection.execute(
                        f"INSERT OR IGNORE INTO {table}({columns}) VALUES({marks})", row
                    ).rowcount
        except (sqlite3.DatabaseError, StoreError):
            saved += _row_by_row(old, database, table, columns, marks, order)
        else:
            break
    with database.writing() as connection:
        connection.execute("DELETE FROM meta WHERE key LIKE '%\\_index.%' ESCAPE '\\'")
    return saved


def _row_by_row(
    old: sqlite3.Connection, database: Database, table: str, columns: str, marks: str, order: str
) -> int:
    saved = 0
    with database.writing() as connection:
        try:
            for row in old.execute(f"SELECT {columns} FROM {table}{order}"):
                saved += connection.execute(
                    f"INSERT OR IGNORE INTO {table}({columns}) VALUES({marks})", row
                ).rowcount
        except sqlite3.DatabaseError:
            pass
    return saved
