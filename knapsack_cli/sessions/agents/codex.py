"""Codex CLI: rollout files of `{timestamp, type, payload}` lines, and the bare lines of before autumn 2025.

The conversation is there twice, as items of the model's exchange (`response_item`) and as events for the
screen (`event_msg`): the items are taken, and of a role that has none, the events.
"""

from __future__ import annotations

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
from knapsack_cli.sessions.model import Item, Message, Problem, ToolCall

_TEXT = ("text", "input_text", "output_text", "summary_text", "Text")

_NO_MESSAGE = frozenset(
    "turn_context world_state token_usage_record state inter_agent_communication_metadata".split(" ")
)

_NO_ITEM = frozenset(
    "web_search_call ghost_snapshot image_generation_call tool_search_output compaction other".split(" ")
)

_WRAPPERS = (
    "<environment_context>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<permissions instructions>",
    "<skills_instructions>",
    "<collaboration_mode>",
    "<turn_aborted>",
    "<subagent_notification>",
    "<skill>",
    "<INSTRUCTIONS>",
)
"""How text begins that the program wrote in the user's place."""

_EXIT_CODE = re.compile(r"(?:Process exited with code|Exit code:) (-?\d+)")

_HEADER = 300
"""Characters at the head of an output in which its exit code stands."""


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """Where Codex keeps sessions."""
    folder = environ.get("CODEX_HOME") or os.path.join(home, ".codex")
    return [
        Place(os.path.join(folder, "sessions"), "**/*.jsonl", "CODEX_HOME"),
        Place(os.path.join(folder, "archived_sessions"), "**/*.jsonl", "CODEX_HOME"),
    ]


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record of a log is Codex's."""
    if isinstance(value.get("payload"), dict):
        return value.get("type") in (
            "session_meta",
            "response_item",
            "event_msg",
            "turn_context",
            "compacted",
        )
    return value.get("record_type") == "state" or (
        "type" not in value and "id" in value and "timestamp" in value and "instructions" in value
    )


class Reader(LineReader):
    """Reads one rollout file."""

    agent = "codex"

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._events: list[Message] = []

    def read(self, number: int, value: dict[str, Any]) -> Iterable[Item]:
        """The messages of one line."""
        kind = value.get("type")
        payload = value.get("payload")
        time = milliseconds(value.get("timestamp"))
        if kind in _NO_MESSAGE or "record_type" in value:
            return ()
        if kind == "session_meta" or (kind is None and "instructions" in value):
            self._header(dictionary(payload) or value)
            return ()
        if kind == "response_item":
            return self._item(number, dictionary(payload), time)
        if kind == "event_msg":
            self._event(number, dictionary(payload), time)
            return ()
        if kind == "compacted":
            text = text_field(dictionary(payload), "message")
            return (Message("summary", text, **self._common(number, dictionary(payload), time)),)
        if payload is None and ("role" in value or "call_id" in value or kind == "reasoning"):
            return self._item(number, value, time)
        return (Problem(number, f"record of type {kind!r}"),)

    def finish(self) -> Iterator[Item]:
        """The events of roles that have no items."""
        for message in self._events:
            if not self.memory.get(message.role):
                yield message
        self._events.clear()

    def _header(self, payload: dict[str, Any]) -> None:
        session = self.session
        if self.memory.get("header"):  # a fork repeats the header of the session it began from
            return
        self.memory["header"] = True
        session.source = text_field(payload, "id", "session_id") or session.source
        session.project = text_field(payload, "cwd") or session.project
        session.started = milliseconds(payload.get("timestamp"))
        session.parent = text_field(payload, "forked_from_id", "parent_thread_id")

    def _common(self, number: int, payload: dict[str, Any], time: int | None) -> dict[str, Any]:
        entry = text_field(payload, "id") or f"L{number}"
        return {"entry": entry, "scope": self.session.source, "time": time, "line": number}

    def _item(self, number: int, item: dict[str, Any], time: int | None) -> Iterator[Item]:
        kind = item.get("type")
        common = self._common(number, item, time)
        if kind == "message" or (kind is None and "role" in item):
            yield from self._message(item, common)
        elif kind == "agent_message":
            yield Message("assistant", text_of(item.get("content"), _TEXT), **common)
        elif kind == "reasoning":
            yield Message("thinking", text_of(item.get("summary"), _TEXT), **common)
        elif kind in (
            "function_call",
            "custom_tool_call",
            "local_shell_call",
            "tool_search_call",
            "tool_call",
        ):
            name = text_field(item, "name") or text_field(dictionary(item.get("function")), "name")
            arguments = item.get("arguments", item.get("input", item.get("action")))
            call = ToolCall(text_field(item, "call_id"), name or str(kind), _parsed(arguments))
            self.memory["assistant"] = True
            yield Message("assistant", "", calls=(call,), **common)
        elif kind in ("function_call_output", "custom_tool_call_output", "tool_result"):
            text, failed = read_output(item.get("output", item.get("result")))
            yield Message("tool", text, call=text_field(item, "call_id"), is_error=failed, **common)
        elif kind not in _NO_ITEM:
            yield Problem(number, f"record of type 'response_item {kind}'")

    def _message(self, item: dict[str, Any], common: dict[str, Any]) -> Iterator[Message]:
        role = item.get("role")
        text = text_of(item.get("content"), _TEXT)
        if role == "assistant":
            calls = tuple(
                ToolCall(text_field(block, "id"), text_field(block, "name"), block.get("input"))
                for block in objects(item.get("content"))
                if block.get("type") == "tool_use"
            )
            self.memory["assistant"] = True
            yield Message("assistant", text, calls=calls, **common)
        elif role == "user" and not text.lstrip().startswith(_WRAPPERS):
            self.memory["user"] = True
            yield Message("user", text, **common)
        else:
            yield Message("system", text, **common)
        for place, block in enumerate(objects(item.get("content"))):
            if block.get("type") == "input_image" and block.get("image_url"):
                yield Message("image", str(block["image_url"]), **{**common, "part": f"image {place}"})

    def _event(self, number: int, payload: dict[str, Any], time: int | None) -> None:
        kind = payload.get("type")
        item = dictionary(payload.get("item"))
        common = self._common(number, item, time)
        if kind == "user_message":
            self._events.append(Message("user", text_field(payload, "message"), **common))
        elif kind == "agent_message":
            self._events.append(Message("assistant", text_field(payload, "message"), **common))
        elif kind == "item_completed" and item.get("type") in ("UserMessage", "AgentMessage"):
            role = "user" if item["type"] == "UserMessage" else "assistant"
            self._events.append(Message(role, text_of(item.get("content"), _TEXT), **common))
        elif kind == "thread_name_updated":
            self.session.title = text_field(payload, "thread_name", "name").strip()
        if self._events and self.memory.get(self._events[-1].role):
            self._events.pop()


def _parsed(arguments: Any) -> Any:
    """Arguments as an object, where they are the text of one."""
    if isinstance(arguments, str) and arguments.lstrip().startswith("{"):
        try:
            return json.loads(arguments)
        except (ValueError, RecursionError):
            return arguments
    return arguments


def read_output(output: Any) -> tuple[str, bool]:
    """A tool's output and whether it failed; Codex has no flag for that, only exit codes in several shapes.

    Text; a JSON string of `{output, metadata: {exit_code}}`; text under a header with the exit code; blocks
    of text; an object with `stdout` and `exitCode`.
    """
    if isinstance(output, str) and output.lstrip().startswith('{"'):
        try:
            output = json.loads(output)
        except (ValueError, RecursionError):
            pass
    if isinstance(output, dict) and "type" not in output:
        metadata = dictionary(output.get("metadata"))
        code = metadata.get("exit_code", output.get("exitCode", output.get("exit_code")))
        text = text_of(output.get("output", output.get("content")), _TEXT)
        if not text:
            text = "\n".join(
                part for part in (text_field(output, "stdout"), text_field(output, "stderr")) if part
            )
        return text, (isinstance(code, int) and code != 0) or output.get("success") is False
    text = text_of(output, _TEXT)
    found = _EXIT_CODE.search(text[:_HEADER].partition("\nOutput:\n")[0])
    failed = found is not None and found[1] != "0"
    return text, failed or text.startswith(("unsupported call", "failed to parse function arguments"))
