"""What every reader of an agent's log has in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from knapsack_cli.sessions.model import Item, Problem, Session


class Place(NamedTuple):
    """Where an agent keeps its sessions.

    Attributes:
        path: a folder, or a file. pattern: which files in it, `**` for any depth.
        variable: the environment variable that moves it, or empty.
    """

    path: str
    pattern: str
    variable: str = ""


class LineReader:
    """Reads one log in lines. What it must remember to go on later is in `session` and `memory`.

    Subclasses set `agent` and give `read`.
    """

    agent = ""

    resumable = True
    """Whether reading can go on where it was left; otherwise a log that grew is read from its start."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.session = Session(self.agent)
        self.memory: dict[str, Any] = {}

    def read(self, number: int, value: dict[str, Any]) -> Iterable[Item]:
        """The messages in one JSON object, which stood in line `number`."""
        raise NotImplementedError

    def finish(self) -> Iterable[Item]:
        """Messages that could only be told at the end of what there is."""
        return ()


class WholeReader:
    """Reads a source that has no lines: a JSON document, a database, a tree of files."""

    agent = ""

    def sessions(self, path: str) -> Iterator[tuple[Session, Item]]:
        """Every message with its session.

        Raises:
            InputError: the source cannot be read as what it is said to be.
        """
        raise NotImplementedError


def milliseconds(value: Any) -> int | None:
    """A time as sources write it (ISO 8601, or seconds or milliseconds since the epoch) in milliseconds."""
    if isinstance(value, str):
        try:
            return int(datetime.fromisoformat(value).timestamp() * 1000 + 0.5)
        except (ValueError, OverflowError, OSError):
            return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e15:
        return int(value * 1000) if value < 1e11 else int(value)
    return None


def text_of(content: Any, kinds: tuple[str, ...] = ("text",)) -> str:
    """The text in a message's content: text, or blocks of these kinds with blank lines between."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return ""
    parts = []
    for block in content:
        if isinstance(block, str):
            parts.append(block)
        elif isinstance(block, dict) and block.get("type") in kinds and isinstance(block.get("text"), str):
            parts.append(block["text"])
    return "\n\n".join(parts)


def text_field(value: dict[str, Any], *names: str) -> str:
    """The first of these fields that is text, or nothing."""
    for name in names:
        found = value.get(name)
        if isinstance(found, str):
            return found
    return ""


def dictionary(value: Any) -> dict[str, Any]:
    """`value` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in `value`, if it is a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def unread(line: int, value: dict[str, Any]) -> Problem:
    """A record of a type that the reader does not know: skipped by name, since formats grow."""
    return Problem(line, f"record of type {value.get('type')!r}")
