"""`recall`: search everything that is remembered, and read on from a hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.commands.recall_output import Output
from knapsack_cli.commands.recall_sources import SOURCES
from knapsack_cli.context import Context
from knapsack_cli.errors import UsageError
from knapsack_cli.text.decoding import typed
from knapsack_cli.text.hits import Filters
from knapsack_cli.text.moments import parse_moment

EXAMPLES = """\
knapsack recall "connection pool exhausted"
knapsack recall 连接池 --project api --since 3mo
knapsack recall ERR_MODULE_NOT_FOUND --role tool --json
knapsack recall --context --format markdown < prompt.txt
knapsack recall --around e3f9c2ab1d04e -n 5
knapsack recall --open s77ab01cd93f2 > session.md
"""


def recall(
    ctx: typer.Context,
    query: list[str] | None = typer.Argument(
        None, metavar="QUERY", help="What to look for, in any language; - reads a query a line."
    ),
    within: str = typer.Option("", "--in", metavar="LIST", help="memory, sessions, notes; default is all."),
    limit: int = typer.Option(10, "--limit", metavar="N", min=1, help="Hits of each source at most."),
    project: str = typer.Option("", "--project", metavar="P", help="A folder, or its last name."),
    agent: str = typer.Option("", "--agent", metavar="NAME", help="pi, claude, codex, ..."),
    role: str = typer.Option(
        "", "--role", metavar="ROLE", help="user, assistant, tool, summary or title; of a memory, its type."
    ),
    since: str = typer.Option("", "--since", metavar="WHEN", help="2026-11-29, or an age: 7d, 36h, 3mo."),
    until: str = typer.Option("", "--until", metavar="WHEN", help="The same; a day counts whole."),
    session: str = typer.Option("", "--session", metavar="ID", help="Only in this session."),
    around: str = typer.Option("", "--around", metavar="ID", help="Read on before and after a message."),
    count: int = typer.Option(3, "-n", metavar="N", min=0, help="Messages before and after; with --around."),
    whole: str = typer.Option("", "--open", metavar="ID", help="The whole session as Markdown."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a hit."),
    inject_block: bool = typer.Option(
        False, "--context", help="Give the block of memories that answers the prompt on stdin."
    ),
    form: str = typer.Option(
        "xml", "--format", metavar="FORM", help="With --context: xml, markdown or json."
    ),
    budget: int = typer.Option(
        0, "--budget", metavar="N", min=0, help="With --context: tokens at most; 0 is the usual number."
    ),
) -> int:
    """Search past sessions, memories and notes."""
    context: Context = ctx.obj
    if inject_block:
        from knapsack_cli.commands.recall_context import inject

        return inject(context, query, form, budget, session)
    output = Output(context, as_json)
    if around or whole:
        from knapsack_cli.sessions import reading

        if query or (around and whole):
            raise UsageError("give a query, --around ID or --open ID: one of them")
        with context.database() as database:
            if around:
                output.around(*reading.around(database, around, count))
            else:
                output.session(*reading.whole(database, whole))
        return exits.OK
    if not query:
        raise UsageError('say what to look for, for example: knapsack recall "connection pool"')
    now = context.clock()
    filters = Filters(
        project,
        agent,
        role,
        session,
        parse_moment(since, now, "--since") if since else None,
        parse_moment(until, now, "--until", end=True) if until else None,
    )
    started = context.clock()
    found = asked = 0
    with context.database() as database:
        searches = [(name, search) for name in wanted(within) if (search := SOURCES[name](database, context))]
        if not searches:
            context.tell("nothing is stored yet; run: knapsack import, or knapsack remember TEXT")
            return exits.NOTHING_FOUND
        for one in queries(context, query):
            asked += 1
            for _, search in searches:
                hits = search(one, filters, limit)
                output.hits(one, hits)
                found += len(hits)
    spent = (context.clock() - started) * 1000
    of = f" for {asked:,} queries" if asked != 1 else ""
    context.stdout.flush()
    context.tell(f"{found:,} hit{'' if found == 1 else 's'}{of} in {spent:.0f} ms")
    return exits.OK if found else exits.NOTHING_FOUND


def wanted(within: str) -> list[str]:
    """The sources named by `--in`, all of them when it is empty.

    Raises:
        UsageError: an unknown one.
    """
    names = [name.strip() for name in within.split(",") if name.strip()] or list(SOURCES)
    for name in names:
        if name not in SOURCES:
            raise UsageError(f"--in {name}: it takes {', '.join(SOURCES)}")
    return names


def queries(context: Context, words: list[str]) -> Iterator[str]:
    """The query on the command line, or those on stdin."""
    if words != ["-"]:
        yield typed(" ".join(words))
        return
    for line in context.stdin:
        query = line.decode("utf-8", "replace").rstrip("\r\n")
        if query.strip():
            yield query


def build() -> Any:
    """The Typer command."""
    return single("recall", recall, epilog=EXAMPLES)
