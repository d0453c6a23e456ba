"""What learning sees of a conversation: turns, with tool results tied to their calls."""

from __future__ import annotations

from typing import NamedTuple


class Turn(NamedTuple):
    """One message, or one tool result.

    Attributes:
        role: "user", "assistant", "tool" or "summary".
        text: what was said or put out.
        tool: of a result, the tool's name. command: the command line it ran, or empty. path: the file it
        worked on, or empty. changes: whether the tool writes to the path.
        failed: of a result, whether it failed.
        place: session and message, to go back to.
    """

    role: str
    text: str
    tool: str = ""
    command: str = ""
    path: str = ""
    changes: bool = False
    failed: bool = False
    place: str = ""
