"""What an agent's reader yields: sessions, and messages with all that a log says of them."""

from __future__ import annotations

from typing import Any, NamedTuple


class Session:
    """A conversation as its source describes it. Readers fill it in as they learn of it.

    Attributes:
        agent: a name of `agents.AGENTS`. source: the session's own id. project: its working directory.
        started: milliseconds since the epoch, or None. parent: the session it was forked from, if any.
        redacted: whether the title came redacted, so that it may not take the place of another.
    """

    __slots__ = ("agent", "parent", "project", "redacted", "source", "started", "title")

    def __init__(self, agent: str, source: str = "", project: str = "") -> None:
        self.agent = agent
        self.source = source
        self.project = project
        self.title = ""
        self.started: int | None = None
        self.parent = ""
        self.redacted = False


class ToolCall(NamedTuple):
    """One call: the id that its result names, the tool, and its arguments (an object, or text as it came)."""

    id: str
    name: str
    arguments: Any


class Message(NamedTuple):
    """One message, stored or not; learning and replay read them too.

    Attributes:
        role: one of `roles.ROLES`.
        text: what was said or put out, without tool calls.
        entry: the source's own id, or None when it has none (a message captured live).
        scope: what makes `entry` unique in the world: a time, a session id, or nothing.
        part: which of several messages made from one entry.
        time: milliseconds since the epoch, or None when the source does not say.
        calls: the tools called.
        tool, call: of a tool's output, the tool's name where it is known, and the id of its call.
        is_error: of a tool's output, whether it failed.
        line: where it stands in its file, from 1; 0 when not in lines.
        key, redacted: of a message that another Knapsack exported, its key there, and whether secrets were
            taken out of it.
    """

    role: str
    text: str
    entry: str | None = None
    scope: str = ""
    part: str = ""
    time: int | None = None
    calls: tuple[ToolCall, ...] = ()
    tool: str = ""
    call: str = ""
    is_error: bool = False
    parent: str = ""
    line: int = 0
    key: int | None = None
    redacted: bool = False


class Problem(NamedTuple):
    """Something in a source that was skipped: where and why."""

    line: int
    reason: str


class Record(NamedTuple):
    """A record of another room (a memory, an anchor) met in an export."""

    kind: str
    value: dict[str, Any]
    line: int = 0


Item = Message | Problem | Record
"""What a reader yields."""
