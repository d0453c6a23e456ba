"""`retrieve`: an original back, whole or in part."""

from __future__ import annotations

from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.context import Context
from knapsack_cli.errors import UsageError
from knapsack_cli.store import listing, originals, reading

EXAMPLES = """\
knapsack retrieve 3f9c2ab1d04e
knapsack retrieve 3f9c2ab1d04e --lines 120:160
knapsack retrieve 3f9c2ab1d04e --grep "timeout|refused" -C 3
knapsack retrieve 3f9c2ab1d04e --raw > whole.log
knapsack retrieve --list
"""


def retrieve(
    ctx: typer.Context,
    digest: str | None = typer.Argument(
        None, metavar="HASH", help="The hash, or any unambiguous prefix of it."
    ),
    lines: str = typer.Option("", "--lines", metavar="A:B", help="Only these lines (1-based, inclusive)."),
    span: str = typer.Option("", "--bytes", metavar="A:B", help="Only these bytes (0-based, B exclusive)."),
    grep: str = typer.Option("", "--grep", metavar="RE", help="Only lines that match, with their numbers."),
    around: int = typer.Option(0, "-C", "--context", metavar="N", min=0, help="Lines around each match."),
    raw: bool = typer.Option(False, "--raw", help="The exact bytes, secrets included."),
    show_list: bool = typer.Option(False, "--list", help="What is kept: hash, size, when, kind, command."),
    as_json: bool = typer.Option(False, "--json", help="With --list: one JSON object a line."),
) -> int:
    """Bring an original back, whole or in part."""
    context: Context = ctx.obj
    if show_list:
        rows = listing.kept(context.home, context.database)
        for row in rows:
            context.write((row.as_json() if as_json else row.as_text(context.clock())) + "\n")
        return exits.OK if rows else exits.NOTHING_FOUND
    if not digest:
        raise UsageError("name a hash; knapsack retrieve --list shows what is kept")
    part = reading.Part.parse(lines, span, grep, around)
    whole = listing.resolve(context.home, digest, context.database)
    data = part.of(originals.load(context.home, whole))
    if not raw:
        data, count = reading.redacted(data)
        if count:
            context.tell(f"{count} secret{'s' if count > 1 else ''} redacted; --raw gives the exact bytes")
    context.stdout.write(data)
    context.stdout.flush()
    listing.mark_read(context.home, whole, context.clock())
    return exits.OK if data or not grep else exits.NOTHING_FOUND


def build() -> Any:
    """The Typer command."""
    return single("retrieve", retrieve, epilog=EXAMPLES)
