"""`recall`: search everything that is remembered, and read on from a hit."""

from __future__ import annotations

from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.commands.recall_output import Output
from knapsack_cli.commands.recall_search import Asked, answer
from knapsack_cli.context import Context
from knapsack_cli.errors import UsageError

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
    return answer(context, Asked(query, within, limit, project, agent, role, since, until, session, as_json))


def build() -> Any:
    """The Typer command."""
    return single("recall", recall, epilog=EXAMPLES)
