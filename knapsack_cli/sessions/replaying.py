"""A session's messages as its source has them, tool results included, for learning from it and for replay."""

from __future__ import annotations

import os
from collections.abc import Iterator

from knapsack_cli.errors import InputError, NothingFoundError
from knapsack_cli.sessions.facets import find_session
from knapsack_cli.sessions.model import Message, Session
from knapsack_cli.sessions.reading import messages_of, session_of
from knapsack_cli.sessions.sources import open_file
from knapsack_cli.store.database import Database


def read_messages(path: str, agent: str = "") -> Iterator[tuple[Session, Message]]:
    """Every message of a source, stored or not, with its session; damage is passed over.

    Raises:
        InputError: the source cannot be read, or is no known agent's.
    """
    try:
        for session, item in open_file(path, agent):
            if isinstance(item, Message):
                yield session, item
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def read_session(database: Database, name: str) -> Iterator[tuple[Session, Message]]:
    """Every message of a stored session: from its source while that is there, else what was kept of it.

    Args:
        name: our id of the session, a prefix of it, or its source's own id.

    Raises:
        NothingFoundError: there is no such session. UsageError: the id fits several.
        InputError: its source is there and cannot be read.
    """
    connection = database.connection
    number = find_session(connection, name)
    if number is None:
        raise NothingFoundError(f"no session {name}")
    stored = session_of(connection, number)
    if stored.path and os.path.exists(stored.path):
        for session, message in read_messages(stored.path):
            if session.source == stored.source:
                yield session, message
        return
    session = Session(stored.agent, stored.source, stored.project)
    session.title, session.started, session.parent = stored.title, stored.started, stored.parent
    for kept in messages_of(connection, number):
        failed = kept.role == "tool"
        yield session, Message(kept.role, kept.text, kept.entry or None, time=kept.time, is_error=failed)
