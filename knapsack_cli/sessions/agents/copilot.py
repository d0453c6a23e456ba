"""Copilot CLI: `events.jsonl` of `{type, data, id, parentId, timestamp}` lines."""

from __future__ import annotations

import json
import os
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
from knapsack_cli.sessions.model import Item, Message, ToolCall


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """Where Copilot CLI keeps sessions."""
    folder = environ.get("COPILOT_HOME") or os.path.join(home, ".copilot")
    return [Place(os.path.join(folder, "session-state"), "**/*.jsonl", "COPILOT_HOME")]


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record of a log is Copilot's."""
    return isinstance(value.get("data"), dict) and "." in text_field(value, "type") and "parentId" in value


class Reader(LineReader):
    """Reads the events of one session."""

    agent = "copilot"

    def read(self, number: int, value: dict[str, Any]) -> Iterable[Item]:
        """The messages of one event. Events of other types are states of the program, not messages."""
        kind = text_field(value, "type")
        data = dictionary(value.get("data"))
        if kind in ("session.start", "session.resume"):
            self._header(data)
        time = milliseconds(value.get("timestamp"))
        common: dict[str, Any] = {
            "entry": text_field(value, "id") or f"L{number}",
            "scope": self.session.source,
            "time": time,
            "parent": text_field(value, "parentId"),
            "line": number,
        }
        if kind == "user.message":
            return (Message("user", text_field(data, "content"), **common),)
        if kind == "assistant.message":
            return self._assistant(data, common)
        if kind == "tool.execution_complete":
            return self._result(data, common)
        if kind == "assistant.reasoning":
            return (Message("thinking", text_field(data, "content"), **common),)
        if kind in ("system.message", "system.notification"):
            return (Message("system", text_field(data, "content"), **common),)
        return ()

    def _header(self, data: dict[str, Any]) -> None:
        session = self.session
        context = dictionary(data.get("context"))
        session.source = session.source or text_field(data, "sessionId")
        session.project = session.project or text_field(context, "cwd", "gitRoot")
        session.started = session.started or milliseconds(data.get("startTime"))

    def _assistant(self, data: dict[str, Any], common: dict[str, Any]) -> Iterator[Message]:
        calls = []
        for request in objects(data.get("toolRequests")):
            arguments = request.get("arguments")
            if isinstance(arguments, str):
                try:
                    arguments = json.loads(arguments)
                except (ValueError, RecursionError):
                    pass
            calls.append(ToolCall(text_field(request, "toolCallId"), text_field(request, "name"), arguments))
        yield Message("assistant", text_field(data, "content"), calls=tuple(calls), **common)
        if text_field(data, "reasoningText"):
            yield Message("thinking", text_field(data, "reasoningText"), part="thinking", **common)

    def _result(self, data: dict[str, Any], common: dict[str, Any]) -> Iterator[Message]:
        result = dictionary(data.get("result"))
        error = data.get("error")
        text = text_of(result.get("content")) or text_field(result, "detailedContent")
        text = text or text_field(dictionary(error), "message") or text_of(error)
        failed = data.get("success") is False
        yield Message("tool", text, call=text_field(data, "toolCallId"), is_error=failed, **common)
