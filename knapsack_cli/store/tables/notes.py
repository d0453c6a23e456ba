"""The notes of each vault as they were when last looked at; the index over them is in `notes/index.py`."""

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE notes(
        id INTEGER PRIMARY KEY,
        vault TEXT NOT NULL,
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        head TEXT NOT NULL DEFAULT '',
        UNIQUE(vault, path)
    )""",
)
