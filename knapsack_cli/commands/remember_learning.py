"""`remember learn`, `observe` and `flush`: memories out of sessions, failures and a context about to go."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import require_input
from knapsack_cli.commands.memory_output import as_json as memory_json
from knapsack_cli.commands.places import place_of, session_of
from knapsack_cli.context import Context
from knapsack_cli.errors import InputError, UsageError
from knapsack_cli.memory import facts, listing
from knapsack_cli.memory.model import Place, draft
from knapsack_cli.memory.turns import Turn
from knapsack_cli.store.database import Database
from knapsack_cli.text.redaction import redact

if TYPE_CHECKING:
    from knapsack_cli.memory import learning

FLUSHED = "flush"
"""The tag of what `flush` saved: the next one of the session takes its place."""


def learn(
    ctx: typer.Context,
    names: list[str] = typer.Argument(..., metavar="SESSION...", help="Session files, folders, or ids."),
    save: bool = typer.Option(False, "--save", help="Save the proposals; otherwise they are only shown."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Only show them; the default."),
    scope: str = typer.Option(
        "", "--scope", metavar="SCOPE", help="Of what is saved: project, global or session."
    ),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a proposal."),
) -> int:
    """Learn from past sessions: corrected paths and commands, the user's corrections, repeated failures.

    Each proposal names the session and message that it comes from. Nothing is saved without --save.
    """
    from knapsack_cli.commands.turns import read_turns

    context: Context = ctx.obj
    if save and dry_run:
        raise UsageError("--save or --dry-run: one of them")
    from knapsack_cli.memory import learning

    found: dict[str, learning.Proposal] = {}
    with context.database() as database:
        for _, turns in read_turns(context, database, names):
            for proposal in learning.learn(turns):
                found.setdefault(proposal.content, proposal)
        place = place_of(context)
        saved = save_proposals(context, database, list(found.values()), place, scope) if save else {}
    for proposal in found.values():
        if as_json:
            row = {**proposal._asdict(), "id": saved.get(proposal.content, "")}
            context.write(json.dumps(row, ensure_ascii=False) + "\n")
        else:
            context.write(proposal_lines(proposal, saved.get(proposal.content, "")))
    context.stdout.flush()
    if not found:
        context.tell("nothing to learn from these sessions")
        return exits.NOTHING_FOUND
    new = sum(1 for name in saved.values() if name)
    context.tell(f"{new} saved" if save else f"{len(found)} proposals; --save keeps them")
    return exits.OK


def learn_from(context: Context, database: Database, paths: list[str]) -> None:
    """Save what the sessions in files teach, and say so: `import --learn`."""
    from knapsack_cli.commands.turns import read_turns
    from knapsack_cli.memory import learning

    found: dict[str, learning.Proposal] = {}
    for path in paths:
        try:
            for _, turns in read_turns(context, database, [path]):
                found.update({one.content: one for one in learning.learn(turns)})
        except InputError:
            continue
    saved = save_proposals(context, database, list(found.values()), place_of(context), "")
    for content, name in saved.items():
        context.write(proposal_lines(found[content], name))
    context.tell(f"learnt {len(saved)} memories" if saved else "nothing new to learn")


def proposal_lines(proposal: learning.Proposal, name: str) -> str:
    """One proposal for a person."""
    head = f"{name}  " if name else ""
    return f"{head}{proposal.rule:<10}  {proposal.content}\n            from {proposal.evidence}\n"


def save_proposals(
    context: Context, database: Database, proposals: list[learning.Proposal], place: Place, scope: str
) -> dict[str, str]:
    """Save those whose very text is not known yet; content -> id."""
    saved: dict[str, str] = {}
    for one in proposals:
        if facts.is_known(database, one.content):
            continue
        new = draft(
            one.content,
            one.type,
            scope,
            place,
            importance=one.importance,
            tags=("learnt",),
            origin=one.evidence,
        )
        saved[one.content] = facts.save(database, new, context.clock()).memory.id
    return saved


def observe(
    ctx: typer.Context,
    tool: str = typer.Option("", "--tool", metavar="NAME", help="The tool that failed."),
    command: str = typer.Option("", "--command", metavar="TEXT", help="The command that failed."),
    scope: str = typer.Option("", "--scope", metavar="SCOPE", help="project, global or session."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object: the memory, and what became of it."),
) -> int:
    """Remember one failed tool result as a gotcha.

    The result comes from stdin, as text or as JSON with its tool, command and text. What differs from run
    to run is masked, so that the same failure is one memory that grows more important.
    """
    context: Context = ctx.obj
    require_input(context, "knapsack remember observe --command 'make test' < failed.txt")
    data = context.stdin.read().decode("utf-8", "replace")
    turn = observed(data, tool, command)
    from knapsack_cli.memory.failures import normalised, telling_line

    line = normalised(telling_line(redact(turn.text)[0])) if turn.failed else ""
    if not line:
        context.tell("no failure in it; nothing saved")
        return exits.NOTHING_FOUND
    what = f"`{' '.join(turn.command.split())[:80]}`" if turn.command else (turn.tool or "a tool")
    text = redact(f"{what} failed: {line}")[0]
    with context.database() as database:
        new = draft(text, "gotcha", scope, place_of(context), importance=0.6, tags=("observed",))
        saved = facts.save(database, new, context.clock())
    context.write((memory_json(saved.memory, how=saved.how) if as_json else saved.memory.id) + "\n")
    return exits.OK


def observed(data: str, tool: str, command: str) -> Turn:
    """The tool result in `data`: JSON as agents write it, else its text."""
    try:
        value = json.loads(data)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        return Turn("tool", data, tool, command, failed=True)
    content = next(
        (value[name] for name in ("content", "text", "output", "error", "result") if value.get(name)), ""
    )
    if isinstance(content, list):
        content = "\n".join(
            one["text"] for one in content if isinstance(one, dict) and isinstance(one.get("text"), str)
        )
    given = value.get("input") or value.get("arguments") or value.get("args") or {}
    inner = given.get("command", "") if isinstance(given, dict) else ""
    failed = next((value[name] for name in ("isError", "is_error", "failed") if name in value), True)
    return Turn(
        "tool",
        content if isinstance(content, str) else json.dumps(content, ensure_ascii=False),
        tool or str(value.get("toolName") or value.get("tool") or value.get("name") or ""),
        command or str(value.get("command") or inner or ""),
        failed=bool(failed),
    )


def flush(
    ctx: typer.Context,
    session: str = typer.Option("", "--session", metavar="ID", help="The session; else KNAPSACK_SESSION."),
    agent: str = typer.Option("", "--agent", metavar="NAME", help="Whose messages stdin holds."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object: the memory."),
) -> int:
    """Keep the state of a session before its context is compacted.

    The messages come from stdin, as an agent logs them or as a list of roles and contents. What is worth
    keeping of them (goal, decisions, files changed, open failures) becomes a memory of the session, in place
    of the last.
    """
    context: Context = ctx.obj
    require_input(context, "knapsack remember flush < session.jsonl")
    turns, named = read_messages(context.stdin.read(), agent)
    name = session_of(context, session) or named
    if not name:
        raise UsageError("which session? give --session ID or set KNAPSACK_SESSION")
    from knapsack_cli.memory.state import state_of

    text = state_of(turns).as_text()
    if not text:
        context.tell("no state in these messages; nothing saved")
        return exits.NOTHING_FOUND
    place = place_of(context, name)
    with context.database() as database:
        wanted = listing.Wanted(scope="session", tag=FLUSHED, session=name)
        before = [one.id for one in listing.listed(database, place, wanted, context.clock())]
        new = draft(text, "fact", "session", place, importance=0.6, tags=(FLUSHED,))
        if facts.is_known(database, text, name):
            before = []
        saved = facts.save(database, new, context.clock(), tuple(before))
    context.write((memory_json(saved.memory, how=saved.how) if as_json else saved.memory.id) + "\n")
    return exits.OK


def read_messages(data: bytes, agent: str) -> tuple[list[Turn], str]:
    """The turns in an agent's lines, or in a list of `{role, content}`; and the session that they name.

    Raises:
        InputError: neither.
    """
    from knapsack_cli.commands.turns import turns_of
    from knapsack_cli.sessions.model import Message
    from knapsack_cli.sessions.sources import open_stream

    try:
        opened = open_stream(io.BytesIO(data), "-", agent, growing=False)
        found = [(session, item) for session, item in opened if isinstance(item, Message)]
    except InputError:
        lines = "".join(json.dumps({"type": "message", "message": one}) + "\n" for one in _plain(data))
        if not lines:
            raise InputError(
                "stdin holds no messages: JSON Lines of an agent, or a list of role and content"
            ) from None
        opened = open_stream(io.BytesIO(lines.encode()), "-", "pi", growing=False)
        found = [(session, item) for session, item in opened if isinstance(item, Message)]
    named = found[0][0].source if found else ""
    return list(turns_of([message for _, message in found], named)), named


def _plain(data: bytes) -> Iterator[dict[str, Any]]:
    """Messages of a provider's request, or of a list, or one a line."""
    try:
        value = json.loads(data)
        values = value.get("messages", [value]) if isinstance(value, dict) else value
    except ValueError:
        values = []
        for line in data.splitlines():
            try:
                values.append(json.loads(line))
            except ValueError:
                continue
    for one in values if isinstance(values, list) else []:
        if isinstance(one, dict) and isinstance(one.get("role"), str) and "content" in one:
            yield one
