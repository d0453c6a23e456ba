"""Our own export, as JSON Lines: sessions and messages with the keys they have everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from knapsack_cli.sessions.agents.base import LineReader, Place, milliseconds, text_field
from knapsack_cli.sessions.identity import DIGITS
from knapsack_cli.sessions.model import Item, Message, Problem, Record, Session
from knapsack_cli.sessions.roles import ROLE_CODES


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """None: an export is wherever its owner put it."""
    return []


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record is one of an export."""
    if value.get("type") in ("memory", "anchor"):
        return True
    if value.get("type") == "session":
        return "agent" in value and "source" in value
    return value.get("type") == "message" and "key" in value and "session" in value


class Reader(LineReader):
    """Reads an export: each message follows the line of its session."""

    agent = "knapsack"

    def read(self, number: int, value: dict[str, Any]) -> Iterable[Item]:
        """The session or message of one line."""
        if value.get("type") == "session":
            session = Session(
                text_field(value, "agent"), text_field(value, "source"), text_field(value, "project")
            )
            session.title = text_field(value, "title")
            session.redacted = value.get("redacted") is True
            session.parent = text_field(value, "parent")
            session.started = milliseconds(value.get("started"))
            self.session = session
            return ()
        if value.get("type") != "message":
            return (Record(text_field(value, "type"), value, number),)
        role, text, key = value.get("role"), value.get("text"), value.get("key")
        if role not in ROLE_CODES or not isinstance(text, str) or not isinstance(key, str):
            return (Problem(number, "not a message of an export"),)
        try:
            whole = int(key, 16)
            if not 0 <= whole < 1 << 4 * DIGITS:
                raise ValueError
        except ValueError:
            return (Problem(number, f"{key!r} is not a key"),)
        entry = value.get("entry")
        return (
            Message(
                str(role),
                text,
                entry=entry if isinstance(entry, str) else None,
                time=milliseconds(value.get("time")),
                is_error=True,
                line=number,
                key=whole,
                redacted=value.get("redacted") is True,
            ),
        )
