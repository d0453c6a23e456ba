"""Claude Code: JSONL without a header; every line says its session and folder, an answer is a line a block.

Subagents have files of their own (`subagents/agent-*.jsonl`) whose lines name the session they belong to.
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
    unread,
)
from knapsack_cli.sessions.model import Item, Message, Session, ToolCall

_NO_MESSAGE = frozenset(
    "progress file-history-snapshot file-history-delta queue-operation attachment api-request "
    "api-request-blob api-request-shape cost-state last-prompt tools-used atis-latch permission-mode mode "
    "worktree-state agent-name pr-link frame-link started result relocated bridge-session".split(" ")
)

_WRAPPERS = (
    "<command-name>",
    "<command-message>",
    "<local-command-",
    "<system-reminder>",
    "<task-notification>",
    "<bash-stdout>",
    "<bash-stderr>",
    "Caveat: The messages below",
    "[Request interrupted by user",
)
"""How text begins that the program wrote in the user's place."""

_REJECTED = "The user doesn't want to proceed with this tool use"
"""A call that the user refused is marked as an error and is none of the tool's."""


def places(environ: Mapping[str, str], home: str) -> list[Place]:
    """Where Claude Code keeps sessions."""
    folder = environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
    return [Place(os.path.join(folder, "projects"), "**/*.jsonl", "CLAUDE_CONFIG_DIR")]


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record of a log is Claude Code's."""
    if "uuid" in value and "sessionId" in value:
        return True
    kind = value.get("type")
    return (kind == "summary" and "leafUuid" in value) or (
        kind in ("file-history-snapshot", "queue-operation")
        and ("messageId" in value or "sessionId" in value)
    )


class Reader(LineReader):
    """Reads one log of Claude Code."""

    agent = "claude"

    def read(self, number: int, value: dict[str, Any]) -> Iterable[Item]:
        """The messages of one line."""
        kind = value.get("type")
        if kind in _NO_MESSAGE:
            return ()
        self._place(value)
        entry = text_field(value, "uuid") or None
        common: dict[str, Any] = {
            "entry": entry,
            "time": milliseconds(value.get("timestamp")),
            "parent": text_field(value, "parentUuid", "logicalParentUuid"),
            "line": number,
        }
        message = dictionary(value.get("message"))
        if kind == "user":
            return self._user(value, message, common)
        if kind == "assistant":
            return self._assistant(message, common)
        if kind == "summary" and message:
            return (Message("summary", text_of(message.get("content")), **common),)
        if kind in ("summary", "custom-title", "ai-title"):
            return self._title(value, common)
        if kind == "system":
            return (Message("system", text_field(value, "content"), **common),)
        return (unread(number, value),)

    def _place(self, value: dict[str, Any]) -> None:
        source = text_field(value, "sessionId")
        agent = text_field(value, "agentId")
        parent = ""
        if source and agent:
            source, parent = f"{source}/{agent}", source
        session = self.session
        if source and source != session.source:
            started = milliseconds(value.get("timestamp"))
            title = session.title if not session.source else ""
            self.session = session = Session(self.agent, source, session.project)
            session.title, session.started, session.parent = title, started, parent
        if value.get("cwd") and not session.project:
            session.project = text_field(value, "cwd")

    def _title(self, value: dict[str, Any], common: dict[str, Any]) -> tuple[Item, ...]:
        title = text_field(value, "customTitle", "aiTitle", "summary").strip()
        if title and (not self.session.title or "customTitle" in value):
            self.session.title = title
        entry = f"{value.get('type')} {text_field(value, 'leafUuid', 'sessionId')}"
        return (Message("title", title, **{**common, "entry": entry, "scope": title}),)

    def _user(
        self, value: dict[str, Any], message: dict[str, Any], common: dict[str, Any]
    ) -> Iterator[Message]:
        content = message.get("content")
        text = text_of(content)
        if value.get("isCompactSummary") is True:
            yield Message("summary", text, **common)
        elif text:
            written = value.get("isMeta") is True or text.lstrip().startswith(_WRAPPERS)
            yield Message("system" if written else "user", text, **common)
        for place, block in enumerate(objects(content)):
            kind = block.get("type")
            if kind == "tool_result":
                output = text_of(block.get("content"))
                yield Message(
                    "tool",
                    output,
                    call=text_field(block, "tool_use_id"),
                    is_error=block.get("is_error") is True and not output.startswith(_REJECTED),
                    part=f"tool {place}",
                    **common,
                )
            elif kind == "image":
                data = dictionary(block.get("source"))
                text = f"data:{text_field(data, 'media_type')};base64,{text_field(data, 'data')}"
                yield Message("image", text, part=f"image {place}", **common)

    def _assistant(self, message: dict[str, Any], common: dict[str, Any]) -> Iterator[Message]:
        content = message.get("content")
        text = text_of(content)
        calls = tuple(
            ToolCall(text_field(block, "id"), text_field(block, "name"), block.get("input"))
            for block in objects(content)
            if block.get("type") == "tool_use"
        )
        if text or calls:
            yield Message("assistant", text, calls=calls, **common)
        thinking = "\n\n".join(text_field(block, "thinking") for block in objects(content)).strip()
        if thinking:
            yield Message("thinking", thinking, part="thinking", **common)
