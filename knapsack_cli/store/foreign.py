"""Other programs' SQLite files: read as they stand, and never written to."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar
from urllib.parse import quote

_Answer = TypeVar("_Answer")
_HEAD = b"SQLite format 3\0"


def reading(path: str) -> closing[sqlite3.Connection]:
    """A connection to the file, for `with`; it cannot write, and its rows know their columns' names.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """
    connection = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    return closing(connection)


def looked_at(path: str, look: Callable[[sqlite3.Connection], _Answer], otherwise: _Answer) -> _Answer:
    """What `look` finds in the file; `otherwise` where it is no database, or a damaged one."""
    try:
        with open(path, "rb") as file:
            if file.read(len(_HEAD)) != _HEAD:
                return otherwise
        with reading(path) as connection:
            return look(connection)
    except (OSError, sqlite3.Error, UnicodeDecodeError):  # the last: a damaged page in an error's own words
        return otherwise
