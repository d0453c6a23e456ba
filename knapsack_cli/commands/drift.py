"""`drift`: check text against the anchors, and declare them."""

from __future__ import annotations

import json
from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import Function, require_input, with_verbs
from knapsack_cli.commands.places import place_of
from knapsack_cli.commands.recall_output import shown
from knapsack_cli.context import Context
from knapsack_cli.errors import UsageError
from knapsack_cli.memory import anchors, drift
from knapsack_cli.text.anchoring import CONTEXTS, USUAL_CONTEXTS, Anchor, Hit, Matcher
from knapsack_cli.text.decoding import typed
from knapsack_cli.text.moments import age
from knapsack_cli.text.redaction import redact

EXAMPLES = """\
git diff --cached | knapsack drift
knapsack drift README.md
knapsack drift add "We store everything in SQLite" --signal postgres --signal "/my ?sql/"
knapsack drift ack m3f9c2ab1 "the importer reads Postgres dumps"
"""


def check(
    ctx: typer.Context,
    file: str | None = typer.Argument(None, metavar="FILE", help="Text or a diff; - or nothing is stdin."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a hit."),
) -> int:
    """Check text against what was declared to hold.

    Exit code 1 means that it drifts. Of a diff only the added lines count. Anchors of this project and
    those of all projects are looked at.
    """
    context: Context = ctx.obj
    if file is None:
        require_input(context, "git diff | knapsack drift")
    # Loaded here: the filters of requests bring the whole catalogue with them.
    from knapsack_cli.commands.requests import read_input

    text = read_input(context, file).decode("utf-8", "replace")
    with context.database() as database:
        held = anchors.active(database, place_of(context))
        matcher = Matcher(held)
        hits = drift.check(text, matcher)
        if hits:
            anchors.note_events(database, hits, context.clock())
    for hit in hits:
        context.write((hit_json(hit) if as_json else hit_line(hit)) + "\n")
    for pattern in matcher.stopped:
        context.tell(f"{pattern} takes too long and was not looked for to the end; write a simpler pattern")
    drifting = [hit for hit in hits if hit.state == "drifting"]
    if not held:
        context.tell(
            'no anchors hold here; for example: knapsack drift add "We use SQLite" --signal postgres'
        )
    elif not drifting:
        context.tell(f"aligned with {len(held)} anchor{'s' if len(held) != 1 else ''}")
    else:
        lines = f"{len(drifting)} line{'s' if len(drifting) != 1 else ''}"
        context.tell(f"{lines} drift; to accept these: knapsack drift ack ID REASON")
    return exits.NOTHING_FOUND if drifting else exits.OK


def hit_line(hit: Hit) -> str:
    """One hit for a person: where, what stands there, and what it drifts from."""
    reason = f" ({hit.reason})" if hit.reason else ""
    return shown(
        f"{hit.place}: {hit.state}{reason}: {hit.signal!r} against {hit.anchor.id} {hit.anchor.statement!r}: "
        f"{' '.join(hit.text.split())}"
    )


def hit_json(hit: Hit) -> str:
    """One hit for a program."""
    return json.dumps(
        {
            "anchor": hit.anchor.id,
            "statement": redact(hit.anchor.statement)[0],
            "state": hit.state,
            "reason": redact(hit.reason)[0],
            "path": hit.path,
            "line": hit.line,
            "signal": redact(hit.signal)[0],
            "text": redact(hit.text)[0],
        },
        ensure_ascii=False,
    )


def add(
    ctx: typer.Context,
    statement: list[str] = typer.Argument(..., metavar="STATEMENT", help="What must hold."),
    signals: list[str] = typer.Option(
        [], "--signal", metavar="S", help="A word, phrase or /pattern/ that tells of drift; may be repeated."
    ),
    allow: list[str] = typer.Option(
        [],
        "--allow",
        metavar="CONTEXT",
        help="Where a signal is none: negation, instead (both usual), path, comment, nothing or a phrase.",
    ),
    everywhere: bool = typer.Option(False, "--global", help="Hold in every project, not in this one alone."),
    supersedes: list[str] = typer.Option([], "--supersedes", metavar="ID", help="The anchor it replaces."),
) -> int:
    """Declare an anchor: what must hold, and what tells that a text drifts from it."""
    context: Context = ctx.obj
    place = place_of(context)
    project = "" if everywhere or not place.projects else place.projects[0]
    contexts = tuple(allow)
    if "nothing" in contexts:
        if len(contexts) > 1:
            raise UsageError("--allow nothing stands alone")
        contexts = ("\0",)
    for one in contexts:
        if one.lower() in CONTEXTS and one != one.lower():
            raise UsageError(f"--allow {one}: write {one.lower()}")
    with context.database() as database:
        anchor = anchors.add(
            database,
            typed(" ".join(statement)),
            tuple(typed(signal) for signal in signals),
            contexts,
            project,
            tuple(supersedes),
            context.clock(),
        )
    context.write(f"{anchor.id}\n")
    context.tell(f"holds in {project or 'every project'}; compress tells of it too")
    return exits.OK


def list_anchors(
    ctx: typer.Context,
    everywhere: bool = typer.Option(False, "--everywhere", help="Those of all projects."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object an anchor."),
) -> int:
    """List the anchors with their states: aligned, drifting, acknowledged, superseded."""
    context: Context = ctx.obj
    with context.database() as database:
        found = anchors.every(database, None if everywhere else place_of(context))
    for one in found:
        context.write((_kept_json(one) if as_json else _kept_lines(one, context.clock())) + "\n")
    return exits.OK if found else exits.NOTHING_FOUND


def _kept_lines(one: anchors.Kept, now: float) -> str:
    anchor = one.anchor
    lines = [f"{anchor.id}  {one.state:<12}  {redact(anchor.statement)[0]}"]
    lines.append(f"  signals: {', '.join(anchor.signals)}")
    if anchor.allow != USUAL_CONTEXTS:
        lines.append(f"  allowed: {', '.join(anchor.allow).strip(chr(0)) or 'nothing'}")
    if anchor.acknowledged:
        lines.append(f"  accepted: all ({anchor.acknowledged})")
    lines += [f"  accepted: {text} ({reason})" for text, reason in sorted(anchor.lines.items())]
    if one.superseded_by:
        lines.append(f"  superseded by: m{one.superseded_by[:12]}")
    if one.last is not None:
        lines.append(f"  drifted: {one.drifted} lines, last {age(one.last / 1000, now)}")
    return shown("\n".join(lines))


def _kept_json(one: anchors.Kept) -> str:
    anchor: Anchor = one.anchor
    return json.dumps(
        {
            "id": anchor.id,
            "statement": redact(anchor.statement)[0],
            "state": one.state,
            "signals": [redact(signal)[0] for signal in anchor.signals],
            "allow": [redact(context)[0] for context in anchor.allow if context != "\0"],
            "project": anchor.project,
            "reason": redact(anchor.acknowledged)[0],
            "lines": {redact(text)[0]: redact(reason)[0] for text, reason in sorted(anchor.lines.items())},
            "superseded_by": f"m{one.superseded_by[:12]}" if one.superseded_by else "",
            "created": one.created,
            "drifted": one.drifted,
            "last": one.last,
        },
        ensure_ascii=False,
    )


def drop(
    ctx: typer.Context,
    names: list[str] = typer.Argument(..., metavar="ID...", help="Anchors, by any beginning of their ids."),
) -> int:
    """Take anchors away."""
    context: Context = ctx.obj
    with context.database() as database:
        for name in names:
            context.write(f"{anchors.drop(database, name).id}\n")
    return exits.OK


def acknowledge(
    ctx: typer.Context,
    name: str = typer.Argument(..., metavar="ID", help="The anchor."),
    reason: list[str] | None = typer.Argument(None, metavar="REASON", help="Why drift from it is accepted."),
    lines: list[str] = typer.Option(
        [], "--line", metavar="TEXT", help="Accept this line, wherever it stands; may be repeated."
    ),
    whole: bool = typer.Option(False, "--all", help="Accept whatever drifts from the anchor."),
    undo: bool = typer.Option(False, "--undo", help="Accept nothing of it any longer."),
) -> int:
    """Accept drift from an anchor, with a reason: it is still told, and fails nothing.

    What is accepted are the lines that the last check told of, by their text; a new line drifts again. Where
    no check did yet, it is whatever drifts from the anchor.
    """
    context: Context = ctx.obj
    words = typed(" ".join(reason or ()))
    if undo and (words.strip() or lines or whole):
        raise UsageError("--undo stands alone")
    if not words.strip() and not undo:
        raise UsageError(f'why is it accepted? knapsack drift ack {name} "the importer needs it"')
    if whole and lines:
        raise UsageError("give --line or --all, not both")
    with context.database() as database:
        if undo:
            context.write(f"{anchors.accept_no_longer(database, name, context.clock()).id}\n")
            return exits.OK
        given = tuple(typed(line) for line in lines)
        anchor, accepted = anchors.acknowledge(database, name, words, context.clock(), given, whole)
    context.write(f"{anchor.id}\n")
    for line in accepted:
        context.tell(redact(f"accepted: {line}")[0])
    if not accepted:
        context.tell("accepted: whatever drifts from it; drift ack --undo takes it back")
    return exits.OK


def build() -> Any:
    """The Typer command."""
    verbs: dict[str, Function] = {"add": add, "list": list_anchors, "drop": drop, "ack": acknowledge}
    return with_verbs("drift", check, verbs, epilog=EXAMPLES)
