"""Gemini CLI: a JSON document a session (2025), or JSONL in which a message is written again while it grows.

The last line of an id is the true one. The folder of a session is not in its file, but named beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from knapsack_cli.sessions.agents.base import (
    LineReader,
    Place,
    dictionary,
    milliseconds,
    objects,
    text_field,
    text_of,
)
from knapsack_cli.sessions.model import Item, Message, Session, ToolCall

REVISABLE = True

_ROLES = {"user": "user", "gemini": "assistant", "model": "assistant"}

_EXIT_CODE = re.compile(r"Exit Code: (\d+)")


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """Where Gemini CLI keeps sessions."""
    folder = os.path.join(environ.get("GEMINI_CLI_HOME") or home, ".gemini")
    return [Place(os.path.join(folder, "tmp"), "**/session-*.json*", "GEMINI_CLI_HOME")]


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record of a log is Gemini's."""
    return "sessionId" in value and "projectHash" in value and "messages" not in value


def read_document(value: Any) -> Iterator[tuple[Session, Item]] | None:
    """The messages of a session that is one JSON document; None when it is not Gemini's."""
    if not isinstance(value, dict) or "sessionId" not in value or not isinstance(value.get("messages"), list):
        return None
    return _document(value)


def _document(value: dict[str, Any]) -> Iterator[tuple[Session, Item]]:
    reader = Reader("")
    reader.read(0, value)
    for item in reader.finish():
        yield reader.session, item


class Reader(LineReader):
    """Reads one session. Messages are held until its end, since a later line may replace one."""

    agent = "gemini"
    resumable = False

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._messages: dict[str, tuple[int, dict[str, Any]]] = {}

    def read(self, number: int, value: dict[str, Any]) -> Iterable[Item]:
        """Take in one line; `finish` gives the messages."""
        if "projectHash" in value or "startTime" in value:
            session = self.session
            session.source = text_field(value, "sessionId") or session.source
            session.started = milliseconds(value.get("startTime"))
            session.title = text_field(value, "summary").strip() or session.title
            session.project = session.project or project_of(self.path, text_field(value, "projectHash"))
        patch = dictionary(value.get("$set"))
        for message in [*objects(value.get("messages")), *objects(patch.get("messages"))]:
            self._take(number, message)
        if "id" in value and "type" in value:
            self._take(number, value)
        return ()

    def _take(self, number: int, message: dict[str, Any]) -> None:
        entry = text_field(message, "id") or f"L{number} {len(self._messages)}"
        first = self._messages.get(entry, (number, message))[0]
        self._messages[entry] = (first, message)

    def finish(self) -> Iterator[Item]:
        """All messages, each as its last line has it."""
        for entry, (number, message) in self._messages.items():
            yield from self._message(entry, number, message)
        self._messages.clear()

    def _message(self, entry: str, number: int, message: dict[str, Any]) -> Iterator[Item]:
        time = milliseconds(message.get("timestamp"))
        common: dict[str, Any] = {"entry": entry, "scope": self.session.source, "time": time, "line": number}
        content = message.get("content", message.get("parts"))
        text = _text(content)
        role = _ROLES.get(text_field(message, "type"), "system")
        if role == "user" and text.lstrip().startswith("<session_context>"):
            role = "system"
        tool_calls = objects(message.get("toolCalls"))
        calls = tuple(
            ToolCall(text_field(call, "id"), text_field(call, "name"), call.get("args"))
            for call in tool_calls
        )
        if text or calls or role != "user":  # a user's message of tool results alone repeats them
            yield Message(role, text, calls=calls, **common)
        thoughts = "\n\n".join(
            f"{text_field(thought, 'subject')}\n{text_field(thought, 'description')}".strip()
            for thought in objects(message.get("thoughts"))
        )
        if thoughts:
            yield Message("thinking", thoughts, part="thinking", **common)
        for call in tool_calls:
            output = "\n\n".join(map(_output, objects(call.get("result"))))
            output = output or text_of(call.get("resultDisplay"))
            exit_code = _EXIT_CODE.search(output)
            failed = call.get("status") == "error" or (exit_code is not None and exit_code[1] != "0")
            name, number_of_call = text_field(call, "name"), text_field(call, "id")
            yield Message(
                "tool",
                output,
                tool=name,
                call=number_of_call,
                is_error=failed,
                part=f"tool {number_of_call}",
                **common,
            )


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n\n".join(text_field(part, "text") for part in objects(content) if "text" in part)
    return text_of(content)


def _output(result: dict[str, Any]) -> str:
    response = dictionary(dictionary(result.get("functionResponse")).get("response"))
    return text_field(response, "output", "error")


def project_of(path: str, project_hash: str) -> str:
    """The folder a session was run in, from what stands beside it: `.project_root`, or `projects.json`."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(path))) if path else ""
    try:
        with open(os.path.join(folder, ".project_root"), encoding="utf-8") as file:
            return file.read().strip()
    except (OSError, UnicodeDecodeError):
        pass
    try:
        with open(
            os.path.join(os.path.dirname(os.path.dirname(folder)), "projects.json"), encoding="utf-8"
        ) as file:
            known = dictionary(dictionary(json.load(file)).get("projects"))
    except (OSError, ValueError):
        return ""
    for root, slug in known.items():
        if slug == os.path.basename(folder) or hashlib.sha256(root.encode()).hexdigest() == project_hash:
            return str(root)
    return ""
