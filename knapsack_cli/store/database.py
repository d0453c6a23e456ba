"""The only door to SQLite: opening, pragmas, migrations, transactions."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from knapsack_cli import paths
from knapsack_cli.errors import StoreError
from knapsack_cli.store import schema

BUSY_TIMEOUT_SECONDS = 30.0
"""How long a writer waits for others before the caller is told."""
_POLL_SECONDS = 0.004
"""How often a waiting writer tries again. SQLite's own waits grow to 100 ms, so that whoever has waited
longest is let in last: of twenty writers at once the unluckiest waited 27 s, so it waits 6 s."""

_NO_CHECKPOINT_ON_CLOSE = 1006
"""SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: the last connection to close would sync, 12-28 ms."""


class Database:
    """One open connection. Rows are `sqlite3.Row`; transactions are explicit (`writing()`)."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.connection = connection
        self.path = path

    def execute(self, sql: str, parameters: "tuple[object, ...] | dict[str, object]" = ()) -> sqlite3.Cursor:
        """Run one statement.

        Raises:
            StoreError: the database is locked, full, read-only or damaged.
        """
        with _told(self.path):
            return self.connection.execute(sql, parameters)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A short write transaction: BEGIN IMMEDIATE, commit at the end, roll back on any error.

        Deferred BEGIN loses writes to "database is locked" when several processes write at once.
        """
        with _told(self.path):
            self._begin()
            try:
                yield self.connection
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")

    def _begin(self) -> None:
        """Begin to write, trying as often as any other waiting writer."""
        self.connection.execute("PRAGMA busy_timeout=0")
        try:
            for attempt in range(int(BUSY_TIMEOUT_SECONDS / _POLL_SECONDS), -1, -1):
                try:
                    self.connection.execute("BEGIN IMMEDIATE")
                    return
                except sqlite3.OperationalError as error:
                    if not attempt or not ("locked" in str(error) or "busy" in str(error)):
                        raise
                    time.sleep(_POLL_SECONDS)
        finally:
            self.connection.execute(f"PRAGMA busy_timeout={int(BUSY_TIMEOUT_SECONDS * 1000)}")

    def close(self) -> None:
        """Close the connection; what was committed is safe in the write-ahead log."""
        self.connection.close()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def _told(path: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "locked" in text or "busy" in text:
            raise StoreError(f"{path} is in use by another process for too long; try again") from error
        raise StoreError(f"{path}: {text}") from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
            raise
        raise StoreError(f"{path} is damaged ({error}); run: knapsack stats --repair") from error


def open_database(home: str, clock: Callable[[], float]) -> Database:
    """Open (and create or migrate) the database in `home`.

    Raises:
        StoreError: the folder or file cannot be used, or the schema is newer than this program's.
    """
    path = os.path.join(home, paths.DATABASE)
    if os.path.exists(path) and not os.access(home, os.W_OK):
        return _to_read(path)
    try:
        paths.make_private(home)
        if not os.path.exists(path):
            os.close(paths.open_plain(path, os.O_CREAT | os.O_RDWR, links=True))
    except OSError as error:
        raise StoreError(
            f"cannot use {home}: {error.strerror}; set KNAPSACK_HOME to a folder you own"
        ) from error
    with _told(path):
        connection = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        if hasattr(connection, "setconfig"):
            connection.setconfig(_NO_CHECKPOINT_ON_CLOSE)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
    database = Database(connection, path)
    migrate(database, clock)
    return database


def _to_read(path: str) -> Database:
    """Open the database in a folder that cannot be written, such as a sandbox's view of it.

    SQLite reads a write-ahead log only beside an index that it can open or make; where it cannot, the
    database file alone is read, as it was when the log was last merged into it.

    Raises:
        StoreError: it cannot be read.
    """
    from urllib.parse import quote

    with _told(path):
        for mode in ("mode=ro", "immutable=1"):
            connection = sqlite3.connect(f"file:{quote(path)}?{mode}", uri=True, isolation_level=None)
            connection.row_factory = sqlite3.Row
            try:
                connection.execute("SELECT 1 FROM sqlite_master").fetchone()
                break
            except sqlite3.OperationalError:
                connection.close()
                if mode == "immutable=1":
                    raise
    return Database(connection, path)


def migrate(database: Database, clock: Callable[[], float]) -> None:
    """Bring the schema up to date, one numbered migration a transaction.

    Raises:
        StoreError: the database was written by a newer Knapsack.
    """
    newest = len(schema.MIGRATIONS)
    while True:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version == newest:
            return
        if version > newest:
            raise StoreError(
                f"{database.path} has schema {version}, this Knapsack knows {newest}; "
                "upgrade it: pip install -U knapsack-cli"
            )
        with database.writing() as connection:
            if connection.execute("PRAGMA user_version").fetchone()[0] != version:
                continue
            for statement in schema.MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={version + 1}")
