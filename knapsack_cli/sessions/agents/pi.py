"""Pi: one JSONL file a session, versions 1 to 3, and what embedders of Pi write in the same form.

A first line `{"type": "session", ...}`, then entries with `id` and `parentId`. Version 1 has no ids: its
messages are known by their time and text, so that the same file, once Pi has rewritten it with ids, brings
nothing twice. Branches stay in the file; a fork is a new file whose copied entries keep id and time.
"""

from __future__ import annotations

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
from knapsack_cli.sessions.model import Item, Message, Problem, ToolCall

_NO_MESSAGE = frozenset({"model_change", "thinking_level_change", "custom", "label", "usage", "context_edit"})


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """Where Pi keeps sessions."""
    folder = environ.get("PI_CODING_AGENT_DIR") or os.path.join(home, ".pi", "agent")
    found = [Place(os.path.join(folder, "sessions"), "**/*.jsonl", "PI_CODING_AGENT_DIR")]
    if environ.get("PI_CODING_AGENT_SESSION_DIR"):
        found.append(
            Place(environ["PI_CODING_AGENT_SESSION_DIR"], "**/*.jsonl", "PI_CODING_AGENT_SESSION_DIR")
        )
    if environ.get("PI_SESSION_FILE"):
        found.append(Place(environ["PI_SESSION_FILE"], "", "PI_SESSION_FILE"))
    return found


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record of a log is Pi's."""
    kind = value.get("type")
    if kind == "session":
        return isinstance(value.get("id"), str) and isinstance(value.get("cwd"), str) and "agent" not in value
    return kind == "message" and isinstance(value.get("message"), dict) and "sessionId" not in value


class Reader(LineReader):
    """Reads one session file of Pi, or entries of one."""

    agent = "pi"

    def read(self, number: int, value: dict[str, Any]) -> Iterable[Item]:
        """The messages of one entry."""
        kind = value.get("type")
        if kind == "session":
            self._header(value)
            return ()
        if kind in _NO_MESSAGE:
            return ()
        return self._entry(number, value, kind)

    def _header(self, value: dict[str, Any]) -> None:
        session = self.session
        session.source = text_field(value, "id") or session.source
        session.project = text_field(value, "cwd") or session.project
        session.started = milliseconds(value.get("timestamp"))
        session.parent = os.path.basename(text_field(value, "parentSession", "branchedFrom"))

    def _entry(self, number: int, value: dict[str, Any], kind: Any) -> Iterator[Item]:
        stamp = text_field(value, "timestamp")
        time = milliseconds(stamp)
        entry = value.get("id")
        parent = text_field(value, "parentId")
        common: dict[str, Any] = {
            "entry": entry if isinstance(entry, str) else None,
            "scope": stamp,
            "time": time,
            "parent": parent,
            "line": number,
        }
        if kind == "message" and isinstance(value.get("message"), dict):
            yield from self._message(value["message"], common)
        elif kind in ("compaction", "branch_summary"):
            yield Message("summary", text_field(value, "summary"), **common)
        elif kind == "custom_message":
            yield Message("user", text_of(value.get("content")), **common)
        elif kind == "session_info":
            self.session.title = text_field(value, "name").strip()
            yield Message("title", self.session.title, **common)
        elif kind is None and isinstance(value.get("role"), str):
            yield from self._message(value, common)
        else:
            yield Problem(number, f"record of type {kind!r}")

    def _message(self, message: dict[str, Any], common: dict[str, Any]) -> Iterator[Item]:
        role = message.get("role")
        content = message.get("content")
        if common["time"] is None:
            common["time"] = milliseconds(message.get("timestamp"))
        if role == "user":
            yield Message("user", text_of(content), **common)
        elif role == "assistant":
            calls = tuple(
                ToolCall(text_field(block, "id"), text_field(block, "name"), block.get("arguments"))
                for block in objects(content)
                if block.get("type") == "toolCall"
            )
            text = text_of(content) or text_field(message, "errorMessage")
            yield Message("assistant", text, calls=calls, **common)
            thinking = "\n\n".join(text_field(block, "thinking") for block in objects(content)).strip()
            if thinking:
                yield Message("thinking", thinking, part="thinking", **common)
        elif role == "toolResult":
            yield Message(
                "tool",
                text_of(content),
                tool=text_field(message, "toolName"),
                call=text_field(message, "toolCallId"),
                is_error=message.get("isError") is True,
                **common,
            )
        elif role == "bashExecution":
            yield from self._bash(message, common)
        elif role in ("custom", "hookMessage"):
            yield Message("user", text_of(content), **common)
        elif role in ("branchSummary", "compactionSummary"):
            yield Message("summary", text_field(message, "summary") or text_of(content), **common)
        elif role == "system":
            yield Message("system", text_of(content), **common)
        else:
            yield Problem(common["line"], f"message of role {role!r}")
        for block in objects(content):
            if block.get("type") == "image":
                data = f"data:{text_field(block, 'mimeType')};base64,{text_field(block, 'data')}"
                yield Message("image", data, part="image", **common)

    def _bash(self, message: dict[str, Any], common: dict[str, Any]) -> Iterator[Message]:
        """A command the user ran with `!`: the command is theirs, its output a tool's."""
        yield Message("user", "!" + text_field(message, "command"), **common)
        code = dictionary(message).get("exitCode")
        failed = (isinstance(code, int) and code != 0) or message.get("cancelled") is True
        yield Message(
            "tool", text_field(message, "output"), tool="bash", is_error=failed, part="output", **common
        )
