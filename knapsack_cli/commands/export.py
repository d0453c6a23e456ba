"""`export`: memories, anchors and sessions as JSON Lines, for another Knapsack to import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.context import Context
from knapsack_cli.errors import UsageError
from knapsack_cli.store.database import Database
from knapsack_cli.text.redaction import redact

EXAMPLES = """\
ssh laptop knapsack export | knapsack import -
knapsack export --in memory,anchors > memories.jsonl
knapsack export --raw | age -r KEY > everything.age
"""

_PARTS = ("memory", "anchors", "sessions")


def _writers() -> dict[str, Callable[[Database, Any, str], Iterator[str]]]:
    """What writes each part; the rooms load when an export is asked for, not for its help."""
    from knapsack_cli.memory.exchange import export_anchors, export_memories
    from knapsack_cli.sessions.exporting import export_sessions

    return {
        "memory": export_memories,
        "anchors": export_anchors,
        "sessions": lambda database, clean, project: export_sessions(database, clean, project=project),
    }


def export(
    ctx: typer.Context,
    within: str = typer.Option("", "--in", metavar="LIST", help="memory, anchors, sessions; default is all."),
    project: str = typer.Option("", "--project", metavar="P", help="Only this project, and what is global."),
    raw: bool = typer.Option(False, "--raw", help="Secrets included; otherwise they are redacted."),
) -> int:
    """Memories, anchors and sessions as JSON Lines.

    Importing them twice changes nothing, and a redacted copy never replaces a full one.
    """
    context: Context = ctx.obj
    names = [name.strip() for name in within.split(",") if name.strip()] or list(_PARTS)
    for name in names:
        if name not in _PARTS:
            raise UsageError(f"--in {name}: it takes {', '.join(_PARTS)}")
    written = 0
    writers = _writers()
    with context.database() as database:
        for name in names:
            for line in writers[name](database, None if raw else redact, project):
                context.write(line + "\n")
                written += 1
    context.stdout.flush()
    context.tell(f"{written:,} record{'s' if written != 1 else ''}")
    return exits.OK if written else exits.NOTHING_FOUND


def build() -> Any:
    """The Typer command."""
    return single("export", export, epilog=EXAMPLES)
