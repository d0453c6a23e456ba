"""How memories are written: a line or two for people, JSON Lines for programs; always redacted."""

from __future__ import annotations

import json
from typing import Any

from knapsack_cli.memory.facts import Merge
from knapsack_cli.memory.model import Memory
from knapsack_cli.text.moments import day, minute


def plain(text: str) -> str:
    """`text` without secrets, and without control characters that a terminal obeys."""
    # Loaded here: help needs no snippets.
    from knapsack_cli.commands.recall_output import shown

    return shown(text)


def fields(memory: Memory) -> dict[str, Any]:
    """What a program may want to know of a memory."""
    return {
        "id": memory.id,
        "content": plain(memory.content),
        "type": memory.type,
        **memory.details(),
        "superseded_by": f"m{memory.superseded_by[:12]}" if memory.superseded_by else "",
    }


def as_json(memory: Memory, **more: Any) -> str:
    """One JSON object, in one line."""
    return json.dumps({**fields(memory), **more}, ensure_ascii=False)


def line(memory: Memory) -> str:
    """One line: id, type, importance, and the text folded into a line."""
    marks = "".join((" pinned" if memory.pinned else "", " superseded" if memory.superseded_by else ""))
    tags = "".join(f" #{plain(tag)}" for tag in memory.tags)
    head = f"{memory.id}  {memory.type:<10}  {memory.importance:.2f}{marks}"
    return f"{head}  {' '.join(plain(memory.content).split())}{tags}"


def page(memory: Memory, merges: list[Merge]) -> str:
    """All that is known of a memory."""
    rows = [
        ("type", memory.type),
        ("scope", " ".join(filter(None, (memory.scope, memory.project, memory.session)))),
        ("importance", f"{memory.importance:.2f}" + (", pinned" if memory.pinned else "")),
        ("tags", " ".join(f"#{tag}" for tag in memory.tags)),
        ("source", f"knapsack retrieve {memory.source[:12]}" if memory.source else ""),
        ("learnt from", memory.origin),
        ("created", minute(memory.created)),
        ("updated", minute(memory.updated)),
        ("expires", day(memory.expires) if memory.expires is not None else ""),
        ("uses", str(memory.uses) + (f", last {minute(memory.last_used)}" if memory.last_used else "")),
        ("superseded by", f"m{memory.superseded_by[:12]}" if memory.superseded_by else ""),
    ]
    lines = [memory.id, plain(memory.content), ""]
    lines += [f"{name:<13} {value}" for name, value in rows if value]
    for merge in merges:
        lines += [
            "",
            f"merged {minute(merge.time)}; knapsack remember undo {memory.id} takes the last one back",
            f"  before: {' '.join(plain(str(merge.before['content'])).split())}",
            f"  merged: {' '.join(plain(str(merge.merged['content'])).split())}",
        ]
    return "\n".join(lines) + "\n"
