"""`remember`: save a memory, and look after those that there are."""

from __future__ import annotations

from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands import memory_output as output
from knapsack_cli.commands.building import Function, require_input, with_verbs
from knapsack_cli.commands.places import place_of
from knapsack_cli.commands.remember_learning import flush, learn, observe
from knapsack_cli.context import Context
from knapsack_cli.memory import facts, listing
from knapsack_cli.memory.model import USUAL_IMPORTANCE, draft
from knapsack_cli.text.decoding import typed
from knapsack_cli.text.moments import parse_moment
from knapsack_cli.text.redaction import redact

EXAMPLES = """\
knapsack remember "Deploys go out on Tuesdays, never on Fridays"
knapsack remember --type gotcha --scope global --tag docker "BuildKit ignores .env files"
git log -1 --format=%B | knapsack remember --type decision
knapsack remember --supersedes m3f9c2ab1 "The pool is capped at 128"
knapsack remember list --type decision
knapsack remember learn ~/.pi/agent/sessions/today.jsonl
"""

_CONTRADICTIONS = 3
"""Memories that may be contradicted and are told of."""
_SHOWN = 160
"""Characters of another memory that are quoted in a line of talk."""


def remember(
    ctx: typer.Context,
    text: list[str] | None = typer.Argument(
        None, metavar="TEXT", help="What to remember; - or nothing is stdin."
    ),
    type_: str = typer.Option(
        "",
        "--type",
        metavar="TYPE",
        help="decision, gotcha, fact, convention, preference, command, constraint or hypothesis; "
        "guessed when left out.",
    ),
    scope: str = typer.Option(
        "",
        "--scope",
        metavar="SCOPE",
        help="project, global or session; default project inside git, else global.",
    ),
    importance: float = typer.Option(USUAL_IMPORTANCE, "--importance", metavar="N", help="0 to 1."),
    tags: list[str] | None = typer.Option(
        None, "--tag", metavar="TAG", help="A word to find it by; may be repeated."
    ),
    source: str = typer.Option("", "--source", metavar="HASH", help="The original that it comes from."),
    expires: str = typer.Option(
        "", "--expires", metavar="WHEN", help="Until when it holds: 2026-12-31, or 30d from now."
    ),
    supersedes: list[str] | None = typer.Option(
        None, "--supersedes", metavar="ID", help="The memory whose place it takes; may be repeated."
    ),
    session: str = typer.Option("", "--session", metavar="ID", help="The session, for --scope session."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object: the memory, and what became of it."),
) -> int:
    """Save a memory: a decision, a gotcha, a fact worth keeping."""
    context: Context = ctx.obj
    content = read_text(context, text)
    content, secrets = redact(content)
    cleaned = [redact(typed(tag)) for tag in tags or ()]
    secrets += sum(count for _, count in cleaned)
    guessed = ""
    if not type_ and content.strip():
        from knapsack_cli.memory.guessing import guess_type

        type_, guessed = guess_type(content)
    new = draft(
        content,
        type_ or "fact",
        scope,
        place_of(context, session),
        importance=importance,
        tags=tuple(tag for tag, _ in cleaned),
        source=_original(context, source) if source else "",
        expires=until(context, expires),
    )
    with context.database() as database:
        saved = facts.save(database, new, context.clock(), tuple(supersedes or ()))
    if as_json:
        opposes = [one.id for one, _ in saved.opposes]
        replaced = [one.id for one in saved.superseded]
        context.write(
            output.as_json(saved.memory, how=saved.how, opposes=opposes, superseded=replaced) + "\n"
        )
    else:
        context.write(f"{saved.memory.id}\n")
    context.stdout.flush()
    if secrets:
        context.tell(f"{secrets} secret{'s' if secrets > 1 else ''} left out of it")
    if guessed:
        context.tell(f"saved as {type_}: {guessed}; --type says it otherwise")
    told(context, saved)
    return exits.OK


def told(context: Context, saved: facts.Saved) -> None:
    """Say what became of a memory where that is more than being saved."""
    memory = saved.memory
    if saved.how == "known":
        context.tell(f"{memory.id} says so already; it is {memory.importance:.2f} important now")
    elif saved.how == "merged":
        context.tell(
            f"merged into {memory.id}, which says the same; knapsack remember undo {memory.id} parts them"
        )
    for one in saved.superseded:
        context.tell(f"{one.id} is superseded: {quoted(one.content)}")
    for one, reason in saved.opposes[:_CONTRADICTIONS]:
        context.tell(f"{one.id} may contradict it ({reason}): {quoted(one.content)}")
        context.tell(f"if it takes that one's place, say it again with --supersedes {one.id}")


def quoted(content: str) -> str:
    """A memory's text in a line of talk."""
    line = " ".join(output.plain(content).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"


def read_text(context: Context, words: list[str] | None) -> str:
    """The text of the arguments, or of stdin for none and `-`."""
    if words and words != ["-"]:
        return typed(" ".join(words))
    if not words:
        require_input(context, 'knapsack remember "Use uv, not pip"')
    return context.stdin.read().decode("utf-8", "replace")


def until(context: Context, text: str) -> int | None:
    """When a memory ends to hold: a day with its end, or an age counted from now on."""
    if not text:
        return None
    now = context.clock()
    moment = parse_moment(text, now, "--expires", end=True)
    return int(2 * now * 1000) - moment if moment <= now * 1000 and text.strip()[-1:].isalpha() else moment


def list_memories(
    ctx: typer.Context,
    types: list[str] | None = typer.Option(
        None, "--type", metavar="TYPE", help="Only this type; may be repeated."
    ),
    scope: str = typer.Option("", "--scope", metavar="SCOPE", help="Only this scope."),
    tag: str = typer.Option("", "--tag", metavar="TAG", help="Only with this tag."),
    matching: str = typer.Option("", "--matching", metavar="WORDS", help="Only with all of these words."),
    everywhere: bool = typer.Option(False, "--everywhere", help="Of all projects and sessions."),
    superseded: bool = typer.Option(False, "--superseded", help="Also those superseded or expired."),
    session: str = typer.Option("", "--session", metavar="ID", help="Only those of this session."),
    limit: int = typer.Option(0, "--limit", metavar="N", min=0, help="At most so many; 0 is all."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a memory."),
) -> int:
    """List memories, the important ones first."""
    context: Context = ctx.obj
    wanted = listing.Wanted(
        tuple(types or ()), scope, typed(tag), typed(matching), session, None, everywhere, superseded
    )
    with context.database() as database:
        found = listing.listed(database, place_of(context), wanted, context.clock(), limit)
    for memory in found:
        context.write((output.as_json(memory) if as_json else output.line(memory)) + "\n")
    return exits.OK if found else exits.NOTHING_FOUND


def show(
    ctx: typer.Context,
    names: list[str] = typer.Argument(..., metavar="ID...", help="Memories, by any beginning of their ids."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a memory."),
) -> int:
    """Show all that is known of memories: where they come from, what was merged."""
    context: Context = ctx.obj
    with context.database() as database:
        for memory in [facts.find(database, name) for name in names]:
            merges = facts.merges_of(database.connection, memory)
            if as_json:
                told = [
                    {
                        "time": one.time,
                        "before": output.plain(str(one.before["content"])),
                        "merged": output.plain(str(one.merged["content"])),
                    }
                    for one in merges
                ]
                context.write(output.as_json(memory, merges=told) + "\n")
            else:
                context.write(output.page(memory, merges))
    return exits.OK


def undo(
    ctx: typer.Context,
    name: str = typer.Argument(..., metavar="ID", help="The memory that another one was merged into."),
) -> int:
    """Take the last merge into a memory back: both are on their own again."""
    context: Context = ctx.obj
    with context.database() as database:
        memory, apart = facts.undo(database, name, context.clock())
    context.write(output.line(memory) + "\n" + output.line(apart) + "\n")
    return exits.OK


def consolidate(
    ctx: typer.Context,
    dry_run: bool = typer.Option(False, "--dry-run", help="Tell what would be merged, change nothing."),
) -> int:
    """Make one memory of those that say the same; each merge can be undone."""
    context: Context = ctx.obj
    with context.database() as database:
        from knapsack_cli.memory import consolidation

        joined = consolidation.consolidate(database, context.clock(), dry_run=dry_run)
    for pair in joined:
        context.write(f"{pair.memory.id} -> {pair.into.id}  {quoted(pair.memory.content)}\n")
    verb = "would be merged" if dry_run else "merged"
    context.tell(f"{len(joined)} {verb}" if joined else "no two memories say the same")
    return exits.OK


def pin(
    ctx: typer.Context,
    names: list[str] = typer.Argument(..., metavar="ID...", help="Memories that prune never takes."),
    off: bool = typer.Option(False, "--off", help="Let them be pruned again."),
) -> int:
    """Keep memories from pruning."""
    context: Context = ctx.obj
    with context.database() as database:
        for memory in [facts.pin(database, name, not off) for name in names]:
            context.write(output.line(memory) + "\n")
    return exits.OK


def _original(context: Context, prefix: str) -> str:
    """The whole hash of the original that a memory cites."""
    from knapsack_cli.store import listing as originals

    return originals.resolve(context.home, prefix, context.database)


def build() -> Any:
    """The Typer command."""
    verbs: dict[str, Function] = {
        "list": list_memories,
        "show": show,
        "undo": undo,
        "consolidate": consolidate,
        "pin": pin,
        "learn": learn,
        "observe": observe,
        "flush": flush,
    }
    return with_verbs("remember", remember, verbs, epilog=EXAMPLES)
