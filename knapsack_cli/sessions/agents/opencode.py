"""OpenCode: its SQLite database (read from a safe copy), what `opencode export` prints, and the tree of JSON
files of before. All three hold the same objects: a session, its messages, and each message's parts.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

from knapsack_cli.errors import InputError
from knapsack_cli.sessions.agents.base import (
    Place,
    WholeReader,
    dictionary,
    milliseconds,
    objects,
    text_field,
)
from knapsack_cli.sessions.model import Item, Message, Problem, Session, ToolCall
from knapsack_cli.store.foreign import looked_at, reading

REVISABLE = True

_REJECTED = "The user rejected permission"
"""A call that the user refused is marked as an error and is none of the tool's."""

_PARTS = frozenset(
    "text reasoning tool step-start step-finish file patch snapshot compaction agent subtask retry".split(" ")
)


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """Where OpenCode keeps sessions."""
    data = environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    folder = os.path.join(data, "opencode")
    return [
        Place(os.path.join(folder, "opencode.db"), "", "XDG_DATA_HOME"),
        Place(os.path.join(folder, "storage"), "", "XDG_DATA_HOME"),
    ]


def claims(path: str) -> bool:
    """Whether a path is OpenCode's database or tree of files."""
    if os.path.isdir(path):
        return claims_folder(path)
    return tables_of(path) >= {"session", "message", "part"}


def claims_folder(path: str) -> bool:
    """Whether a folder is OpenCode's tree of files."""
    return all(os.path.isdir(os.path.join(path, name)) for name in ("session", "message", "part"))


def tables_of(path: str) -> set[str]:
    """The tables of a SQLite file; none when it is not one."""
    names = "SELECT name FROM sqlite_master WHERE type='table'"
    return looked_at(path, lambda database: {row[0] for row in database.execute(names)}, otherwise=set())


def read_document(value: Any) -> Iterator[tuple[Session, Item]] | None:
    """The messages of what `opencode export` prints; None when it is not that."""
    if not isinstance(value, dict) or not isinstance(value.get("info"), dict) or "messages" not in value:
        return None
    return _export(value)


def _export(value: dict[str, Any]) -> Iterator[tuple[Session, Item]]:
    session = session_of(dictionary(value.get("info")))
    yield from _title(session)
    for message in objects(value.get("messages")):
        for item in messages_of(session, dictionary(message.get("info")), objects(message.get("parts"))):
            yield session, item


class Whole(WholeReader):
    """Reads the database or the tree of files."""

    agent = "opencode"

    def sessions(self, path: str) -> Iterator[tuple[Session, Item]]:
        """Every message with its session."""
        return _tree(path) if os.path.isdir(path) else _database(path)


def _database(path: str) -> Iterator[tuple[Session, Item]]:
    """From a copy, so that a running OpenCode is neither locked nor read half-way."""
    with tempfile.TemporaryDirectory(prefix="knapsack-") as folder:
        copy = sqlite3.connect(os.path.join(folder, "copy.db"))
        try:
            with reading(path) as original:
                original.backup(copy)
            copy.row_factory = sqlite3.Row
            for row in copy.execute("SELECT * FROM session ORDER BY time_created, id").fetchall():
                info = dict(row)
                info["time"] = {"created": info.get("time_created")}
                session = session_of(info)
                yield from _title(session)
                for message in copy.execute(
                    "SELECT id, data FROM message WHERE session_id=? ORDER BY time_created, id", (row["id"],)
                ).fetchall():
                    parts = [
                        {**_object(part["data"]), "id": part["id"]}
                        for part in copy.execute(
                            "SELECT id, data FROM part WHERE message_id=? ORDER BY id", (message["id"],)
                        )
                    ]
                    data = {**_object(message["data"]), "id": message["id"]}
                    for item in messages_of(session, data, parts):
                        yield session, item
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise InputError(f"cannot be read as OpenCode's database ({error})") from error
        finally:
            copy.close()


def _object(text: Any) -> dict[str, Any]:
    try:
        return dictionary(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return {}


def _tree(folder: str) -> Iterator[tuple[Session, Item]]:
    parts: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    damaged: list[str] = []
    for path, value in _files(os.path.join(folder, "part"), damaged):
        message = text_field(value, "messageID") or os.path.basename(os.path.dirname(path))
        parts.setdefault(message, []).append((path, value))
    messages: dict[str, list[dict[str, Any]]] = {}
    for _, value in _files(os.path.join(folder, "message"), damaged):
        messages.setdefault(text_field(value, "sessionID"), []).append(value)
    session = Session("opencode")
    for _, value in _files(os.path.join(folder, "session"), damaged):
        session = session_of(value)
        yield from _title(session)
        for info in messages.get(session.source, []):
            found = sorted(parts.get(text_field(info, "id"), []), key=lambda item: item[0])
            for item in messages_of(session, info, [part for _, part in found]):
                yield session, item
    for path in damaged:
        yield session, Problem(0, f"{os.path.relpath(path, folder)} is no JSON")


def _files(folder: str, damaged: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects in the files below a folder; the paths of files that hold none go to `damaged`."""
    for here, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".json"):
                try:
                    with open(os.path.join(here, name), "rb") as file:
                        value = json.load(file)
                except (OSError, ValueError, RecursionError):
                    value = None
                if isinstance(value, dict):
                    yield os.path.join(here, name), value
                else:
                    damaged.append(os.path.join(here, name))


def session_of(info: dict[str, Any]) -> Session:
    """The session that an `info` object or row describes."""
    session = Session("opencode", text_field(info, "id"), text_field(info, "directory"))
    session.title = text_field(info, "title").strip()
    session.parent = text_field(info, "parentID", "parent_id")
    session.started = milliseconds(dictionary(info.get("time")).get("created"))
    return session


def _title(session: Session) -> Iterator[tuple[Session, Item]]:
    if session.title:
        yield (
            session,
            Message("title", session.title, entry=session.source, part="title", time=session.started),
        )


def messages_of(session: Session, info: dict[str, Any], parts: list[dict[str, Any]]) -> Iterator[Item]:
    """The messages of one message object: what was said and called, then what the tools gave."""
    role = text_field(info, "role")
    time = milliseconds(dictionary(info.get("time")).get("created"))
    common: dict[str, Any] = {"entry": text_field(info, "id"), "scope": session.source, "time": time}
    if role not in ("user", "assistant"):
        yield Problem(0, f"message of role {role!r} in {session.source}")
        return
    tools = [part for part in parts if part.get("type") == "tool"]
    text = "\n\n".join(_texts(parts, synthetic=False))
    calls = tuple(
        ToolCall(
            text_field(part, "callID"), text_field(part, "tool"), dictionary(part.get("state")).get("input")
        )
        for part in tools
    )
    kind = "summary" if info.get("summary") is True else role
    yield Message(kind, text, calls=calls, **common)
    for place, extra in enumerate(_texts(parts, synthetic=True)):
        yield Message("system", extra, part=f"synthetic {place}", **common)
    thinking = "\n\n".join(text_field(part, "text") for part in parts if part.get("type") == "reasoning")
    if thinking:
        yield Message("thinking", thinking, part="thinking", **common)
    for part in tools:
        yield _result(part, common)
    for part in parts:
        if part.get("type") not in _PARTS:
            yield Problem(0, f"record of type 'part {part.get('type')}'")


def _texts(parts: list[dict[str, Any]], *, synthetic: bool) -> list[str]:
    """The text parts that were said, or those that the program put in."""
    return [
        text_field(part, "text")
        for part in parts
        if part.get("type") == "text"
        and (part.get("synthetic") is True) == synthetic
        and text_field(part, "text")
    ]


def _result(part: dict[str, Any], common: dict[str, Any]) -> Message:
    state = dictionary(part.get("state"))
    output = text_field(state, "output", "error")
    code = dictionary(state.get("metadata")).get("exit")
    failed = state.get("status") == "error" or (isinstance(code, int) and code != 0)
    return Message(
        "tool",
        output,
        tool=text_field(part, "tool"),
        call=text_field(part, "callID"),
        is_error=failed and not output.startswith(_REJECTED),
        part=f"tool {text_field(part, 'id')}",
        **common,
    )
