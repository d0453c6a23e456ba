"""`forget`: show what goes, ask, then delete memories, sessions, messages or originals."""

from __future__ import annotations

from typing import Any, NamedTuple

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.commands.memory_output import line, plain
from knapsack_cli.commands.places import place_of
from knapsack_cli.context import Context
from knapsack_cli.errors import NothingFoundError, UsageError
from knapsack_cli.memory import facts, listing
from knapsack_cli.memory.model import Memory
from knapsack_cli.store import listing as cache
from knapsack_cli.store import originals
from knapsack_cli.store.database import Database
from knapsack_cli.text.moments import minute, parse_moment

EXAMPLES = """\
knapsack forget m3f9c2ab1d04e
knapsack forget s77ab01cd93f2 --yes
knapsack forget --matching "old staging host" --dry-run
knapsack forget --in sessions --before 1y --yes
knapsack forget 3f9c2ab1d04e --erase
"""

_KINDS = ("memory", "sessions")
_SHOWN = 20
_WIDTH = 140


class Doomed(NamedTuple):
    """What goes: memories, messages (row and a line on each), whole sessions (rows), originals (hashes)."""

    memories: list[Memory]
    messages: list[tuple[int, str]]
    sessions: list[int]
    originals: list[str]

    @property
    def empty(self) -> bool:
        """Whether nothing does."""
        return not (self.memories or self.messages or self.sessions or self.originals)


def forget(
    ctx: typer.Context,
    names: list[str] | None = typer.Argument(
        None,
        metavar="ID...",
        help="Memories (m...), sessions (s...), messages (e...), or hashes of originals.",
    ),
    session: str = typer.Option("", "--session", metavar="ID", help="What belongs to this session."),
    before: str = typer.Option("", "--before", metavar="WHEN", help="What is older: 2026-11-29, or 1y."),
    matching: str = typer.Option("", "--matching", metavar="TEXT", help="What holds this text."),
    within: str = typer.Option(
        "", "--in", metavar="LIST", help="memory, sessions; needed with --before alone."
    ),
    dry_run: bool = typer.Option(False, "--dry-run", help="Show what would go, and stop."),
    erase: bool = typer.Option(
        False, "--erase", help="Rewrite the database too, so that no byte of it is left."
    ),
    yes: bool = typer.Option(False, "--yes", "-y", help="Do not ask."),
) -> int:
    """Delete memories, sessions, messages or originals.

    What goes is shown first. What is forgotten stays away when it is imported again. At a terminal it asks;
    elsewhere it needs --yes.
    """
    context: Context = ctx.obj
    if not (names or session or before or matching):
        raise UsageError(
            "forget what? give an ID, --session, --before or --matching; knapsack remember list shows ids"
        )
    kinds = _kinds(within, bool(names or session or matching))
    moment = parse_moment(before, context.clock(), "--before") if before else None
    with context.database() as database:
        if names:
            doomed = named(context, database, names)
        else:
            doomed = selected(context, database, kinds, session, moment, matching)
        if doomed.empty:
            context.tell("nothing to forget")
            return exits.NOTHING_FOUND
        show(context, doomed)
        if dry_run:
            return exits.OK
        if not yes and not agreed(context):
            context.tell("nothing forgotten")
            return exits.OK
        count = delete(context, database, doomed)
        if erase:
            from knapsack_cli.memory.index import drop_traces
            from knapsack_cli.sessions.forgetting import erase as erase_bytes

            drop_traces(database)
            erase_bytes(database)
    context.tell(f"forgotten: {count}")
    return exits.OK


def _kinds(within: str, narrow: bool) -> tuple[str, ...]:
    chosen = tuple(name.strip() for name in within.split(",") if name.strip())
    for name in chosen:
        if name not in _KINDS:
            raise UsageError(f"--in {name}: it takes {', '.join(_KINDS)}")
    if not chosen and not narrow:
        raise UsageError("everything that old? say of what: --in memory, or --in memory,sessions")
    return chosen or _KINDS


def named(context: Context, database: Database, names: list[str]) -> Doomed:
    """What ids mean.

    Raises:
        UsageError, NothingFoundError: an id of nothing, or of several things.
    """
    from knapsack_cli.sessions.facets import find_session
    from knapsack_cli.sessions.forgetting import select_messages

    doomed = Doomed([], [], [], [])
    for name in names:
        letter = name[:1].lower()
        if letter == "m":
            doomed.memories.append(facts.find(database, name))
        elif letter == "s":
            number = find_session(database.connection, name)
            if number is None:
                raise NothingFoundError(f"no session {name}")
            doomed.sessions.append(number)
            doomed.messages.extend(_told(select_messages(database, names=[name])))
        else:
            try:
                doomed.originals.append(cache.resolve(context.home, name, context.database))
            except (UsageError, NothingFoundError):
                if letter != "e":
                    raise
                doomed.messages.extend(_told(select_messages(database, names=[name])))
    return doomed


def selected(
    context: Context,
    database: Database,
    kinds: tuple[str, ...],
    session: str,
    before: int | None,
    matching: str,
) -> Doomed:
    """What conditions mean, all of which must hold; of every project."""
    from knapsack_cli.sessions.facets import find_session
    from knapsack_cli.sessions.forgetting import select_messages

    doomed = Doomed([], [], [], [])
    if "memory" in kinds:
        wanted = listing.Wanted(session=session, before=before, everywhere=True, superseded=True)
        found = listing.listed(database, place_of(context), wanted, context.clock())
        doomed.memories.extend(one for one in found if matching in one.content)
    if "sessions" in kinds:
        messages = select_messages(database, session=session, before=before, matching=matching)
        doomed.messages.extend(_told(messages))
        if session and before is None and not matching:
            number = find_session(database.connection, session)
            if number is not None:
                doomed.sessions.append(number)
    return doomed


def _told(messages: Any) -> list[tuple[int, str]]:
    return [
        (one.number, f"{one.id}  {one.role}  {minute(one.time)}  {' '.join(plain(one.text[:400]).split())}")
        for one in messages
    ]


def show(context: Context, doomed: Doomed) -> None:
    """Write what goes to stdout: the first lines of each kind, and how many more."""
    lists = (
        ("memories", [line(one) for one in doomed.memories]),
        ("messages", [text for _, text in doomed.messages]),
        ("originals", [f"{digest[:12]}" for digest in doomed.originals]),
    )
    for name, rows in lists:
        for row in rows[:_SHOWN]:
            context.write((row if len(row) <= _WIDTH else f"{row[:_WIDTH]}…") + "\n")
        if len(rows) > _SHOWN:
            context.write(f"... and {len(rows) - _SHOWN:,} more {name}\n")
    if doomed.sessions:
        count = len(doomed.sessions)
        context.write(f"{count} whole session{'s' if count > 1 else ''}\n")
    context.stdout.flush()


def agreed(context: Context) -> bool:
    """Ask at a terminal.

    Raises:
        UsageError: there is nobody to ask.
    """
    if not context.stdin_is_terminal():
        raise UsageError(
            "nothing forgotten: this deletes what is listed above; add --yes, or --dry-run to look"
        )
    context.stderr.write("Forget this? [y/N] ")
    context.stderr.flush()
    return context.stdin.readline().strip().lower() in (b"y", b"yes")


def delete(context: Context, database: Database, doomed: Doomed) -> str:
    """Delete it; returns how many of what."""
    from knapsack_cli.sessions.forgetting import forget_messages, forget_sessions

    counts = {
        "memories": facts.forget(database, doomed.memories),
        "messages": forget_messages(database, [number for number, _ in doomed.messages]),
        "originals": sum(originals.remove(context.home, digest) for digest in doomed.originals),
    }
    forget_sessions(database, doomed.sessions)
    counts["sessions"] = len(doomed.sessions)
    if doomed.originals:
        with database.writing() as connection:
            connection.executemany(
                "UPDATE originals SET pruned=? WHERE hash=?",
                [(context.clock(), digest) for digest in doomed.originals],
            )
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


def build() -> Any:
    """The Typer command."""
    return single("forget", forget, epilog=EXAMPLES)
