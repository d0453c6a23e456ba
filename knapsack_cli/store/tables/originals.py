"""Originals kept in the cache, and what compressing each run saved."""

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE originals(
        hash TEXT PRIMARY KEY,
        size INTEGER NOT NULL,
        kind TEXT NOT NULL DEFAULT '',
        command TEXT NOT NULL DEFAULT '',
        project TEXT NOT NULL DEFAULT '',
        created REAL NOT NULL,
        last_read REAL,
        pruned REAL
    ) WITHOUT ROWID""",
    "CREATE INDEX originals_created ON originals(created)",
    """CREATE TABLE savings(
        id INTEGER PRIMARY KEY,
        time REAL NOT NULL,
        hash TEXT NOT NULL DEFAULT '',
        kind TEXT NOT NULL,
        command TEXT NOT NULL DEFAULT '',
        project TEXT NOT NULL DEFAULT '',
        session TEXT NOT NULL DEFAULT '',
        bytes_in INTEGER NOT NULL,
        bytes_out INTEGER NOT NULL,
        tokens_in INTEGER NOT NULL,
        tokens_out INTEGER NOT NULL,
        note TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX savings_time ON savings(time)",
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID",
)
