"""`prune`: let go what is old, by the rules of retention."""

from __future__ import annotations

import json
from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.commands.memory_output import line
from knapsack_cli.context import Context
from knapsack_cli.errors import InputError
from knapsack_cli.memory import facts
from knapsack_cli.store import retention
from knapsack_cli.store.folding import fold_in
from knapsack_cli.text import moments

EXAMPLES = """\
knapsack prune --dry-run
knapsack prune
knapsack prune --originals-days 7 --quiet
"""

_SHOWN = 20


def prune(
    ctx: typer.Context,
    dry_run: bool = typer.Option(False, "--dry-run", help="Show what would go, and stop."),
    originals_days: float | None = typer.Option(
        None, "--originals-days", metavar="N", min=0, help="Originals neither written nor read for so long."
    ),
    originals_size: float | None = typer.Option(
        None,
        "--originals-size",
        metavar="MB",
        min=0,
        help="Megabytes of originals, least recently used first.",
    ),
    memory_days: float | None = typer.Option(
        None, "--memory-days", metavar="N", min=0, help="Memories older, unimportant and hardly used."
    ),
    trust_clock: bool = typer.Option(
        False, "--trust-clock", help="Prune though nothing was stored for a year before today."
    ),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Say nothing unless something is wrong."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object: what went."),
) -> int:
    """Let go what is old: originals, memories, figures of runs.

    Never an anchor, a pinned memory, a session, or an original that a memory cites. Safe to run while filters
    do. 0 for a rule means without end. Where the last trace of use is more than a year old, the clock may be
    wrong: nothing goes then, unless --trust-clock says that it is right.
    """
    context: Context = ctx.obj
    settings = context.settings
    rules = retention.Rules(
        settings.number("retention.originals_days") if originals_days is None else originals_days,
        int(
            (settings.number("retention.originals_megabytes") if originals_size is None else originals_size)
            * 1e6
        ),
        settings.number("retention.memory_days") if memory_days is None else memory_days,
        settings.number("retention.memory_importance"),
        settings.whole("retention.memory_uses"),
        settings.number("retention.savings_days"),
    )
    now = context.clock()
    with context.database() as database:
        fold_in(context.home, database, now)
        days = retention.pause(context.home, database, now)
        if retention.is_doubtful(days) and not trust_clock:
            doubt = (
                f"the clock says {moments.day(int(now * 1000))}, {days:,.0f} days after the last trace of "
                "use before today; nothing goes: set the clock right, or give --trust-clock"
            )
            if not dry_run:
                raise InputError(doubt)
            context.tell(doubt)
        chosen = retention.plan(context.home, database, rules, now)
        memories = [facts.get(database.connection, row) for row in chosen.memories]
        if not (quiet or as_json):
            shown = [line(one) for one in memories]
            shown += [f"{one.digest[:12]}  original, {one.size:,} bytes" for one in chosen.originals]
            for row in shown[:_SHOWN]:
                context.write(row + "\n")
            if len(shown) > _SHOWN:
                context.write(f"... and {len(shown) - _SHOWN:,} more\n")
            context.stdout.flush()
        gone = chosen.originals
        if not dry_run:
            gone = retention.apply(context.home, database, chosen, rules, now)
            facts.forget(database, memories, gone=False)
    size = sum(one.size for one in gone)
    if as_json:
        result = {
            "dry_run": dry_run,
            "originals": [one.digest for one in gone],
            "bytes": size,
            "memories": [one.id for one in memories],
            "partial": len(chosen.partial),
            "savings": chosen.savings,
        }
        context.write(json.dumps(result) + "\n")
    elif not quiet:
        verb = "would go" if dry_run else "gone"
        context.tell(
            f"{verb}: {len(gone):,} originals ({size:,} bytes), {len(memories):,} memories, "
            f"{chosen.savings:,} figures of runs, {len(chosen.partial):,} unfinished files"
        )
    return exits.OK


def build() -> Any:
    """The Typer command."""
    return single("prune", prune, epilog=EXAMPLES)
