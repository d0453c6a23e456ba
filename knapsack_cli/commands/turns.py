"""Messages of sessions as the rooms want them that learn from them or compress them again."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterable, Iterator
from typing import Any

from knapsack_cli.context import Context
from knapsack_cli.errors import NothingFoundError
from knapsack_cli.memory.turns import Turn
from knapsack_cli.sessions import replaying
from knapsack_cli.sessions.model import Message, Session, ToolCall
from knapsack_cli.sessions.sources import expand
from knapsack_cli.store.database import Database

_COMMANDS = ("command", "cmd", "script")
_PATHS = ("path", "file_path", "filePath", "filename", "absolute_path", "notebook_path")
_CHANGES = ("write", "edit", "create", "replace", "patch", "update")


def read_turns(
    context: Context, database: Database, names: Iterable[str]
) -> Iterator[tuple[str, list[Turn]]]:
    """Each session meant by `names` (files, folders, ids) with its turns.

    Raises:
        InputError, NothingFoundError: a name of nothing.
    """
    for name in names:
        path = os.path.join(context.cwd, name)
        if os.path.exists(path):
            for source in expand(path):
                yield from _sessions(replaying.read_messages(source.path, source.agent), source.path)
        elif name[:1] == "s" and "/" not in name and "." not in name:
            yield from _sessions(replaying.read_session(database, name), name)
        else:
            raise NothingFoundError(f"no file, folder or session {name}")


def _sessions(messages: Iterable[tuple[Session, Message]], name: str) -> Iterator[tuple[str, list[Turn]]]:
    by_session: dict[str, tuple[str, list[Message]]] = {}
    for session, message in messages:
        title = f"{session.agent} {session.source}".strip() or name
        by_session.setdefault(session.source, (title, []))[1].append(message)
    for title, found in by_session.values():
        yield title, list(turns_of(found, title))


def turns_of(messages: Iterable[Message], session: str = "") -> Iterator[Turn]:
    """The turns of one session's messages."""
    calls: dict[str, ToolCall] = {}
    last: ToolCall | None = None
    for number, message in enumerate(messages, 1):
        place = f"{session} {message.entry or f'message {number}'}".strip()
        for call in message.calls:
            calls[call.id] = last = call
        if message.role == "tool":
            made = calls.get(message.call) or (last if not message.call else None)
            yield _result(message, made, place)
        elif message.role in ("user", "assistant", "summary"):
            yield Turn(message.role, message.text, place=place)


def _result(message: Message, call: ToolCall | None, place: str) -> Turn:
    arguments = _arguments(call)
    tool = message.tool or (call.name if call else "")
    command = ""
    for name in _COMMANDS:
        value = arguments.get(name)
        if isinstance(value, str):
            command = value
        elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            # Agents that give a list run the last word in a shell: `["bash", "-lc", "make test"]`.
            shell = len(value) == 3 and value[1] in ("-c", "-lc")
            command = value[2] if shell else shlex.join(value)
        if command:
            break
    path = next((arguments[name] for name in _PATHS if isinstance(arguments.get(name), str)), "")
    changes = bool(path) and any(word in tool.lower() for word in _CHANGES)
    return Turn("tool", message.text, tool, command, path, changes, message.is_error, place)


def _arguments(call: ToolCall | None) -> dict[str, Any]:
    if call is None:
        return {}
    arguments = call.arguments
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return {}
    return arguments if isinstance(arguments, dict) else {}
