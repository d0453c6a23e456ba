"""What of a message is stored, and how it reads."""

from __future__ import annotations

import json
from typing import Any

from knapsack_cli.sessions.model import Message

FAILED_OUTPUT = 500
"""Characters kept of a failed tool's output: where the error is told. Successful output is nine tenths of
all volume and says least."""

KEEPABLE = ("thinking", "system", "output", "images")
"""What is left out unless asked for."""


def stored_text(message: Message, keep: frozenset[str] = frozenset()) -> str | None:
    """The text to store for a message, or None when it is left out.

    Args:
        keep: names of `KEEPABLE` to store as well.
    """
    role = message.role
    if message.key is not None:  # exported: the choice was made where it was stored first
        return message.text
    if role == "tool":
        if "output" in keep:
            text = message.text
        elif message.is_error:
            text = message.text[:FAILED_OUTPUT]
        else:
            return None
    elif (
        (role == "thinking" and "thinking" not in keep)
        or (role == "system" and "system" not in keep)
        or (role == "image" and "images" not in keep)
    ):
        return None
    else:
        text = message.text
    if message.calls:
        parts = [text] if text else []
        parts.extend(render_call(call.name, call.arguments) for call in message.calls)
        text = "\n\n".join(parts)
    return text if text and not text.isspace() else None


def render_call(name: str, arguments: Any) -> str:
    """A tool call as text: its name, then an argument a line, text arguments as they are."""
    if isinstance(arguments, dict):
        lines = [f"[{name}]"]
        for key, value in arguments.items():
            lines.append(
                f"{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
            )
        return "\n".join(lines)
    if arguments in (None, ""):
        return f"[{name}]"
    return (
        f"[{name}]\n{arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)}"
    )
