"""`tools`: the tools array of a request made shorter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from knapsack_cli.commands.building import require_input, single
from knapsack_cli.context import Context

if TYPE_CHECKING:
    from knapsack_cli.catalog.skills import Run
    from knapsack_cli.catalog.tools import ToolsOutcome

EXAMPLES = """\
knapsack tools --mode relevance < request.json
knapsack tools --mode drop --drop "mcp__jira__*" --explain request.json
"""


def slim(
    ctx: typer.Context,
    file: str | None = typer.Argument(None, help="Request to read; - or nothing is stdin."),
    mode: str | None = typer.Option(None, "--mode", metavar="MODE", help="off, drop or relevance."),
    drop: list[str] = typer.Option([], "--drop", metavar="NAME", help="Drop this tool; prefix* too."),
    top_k: int | None = typer.Option(None, "--top-k", metavar="N", help="Tools that relevance keeps."),
    protect: list[str] = typer.Option([], "--protect", metavar="NAME", help="Keep this tool; prefix* too."),
    compact_descriptions: bool = typer.Option(
        False, "--compact-descriptions", help="Shorten descriptions too."
    ),
    provider: str = typer.Option("", "--provider", metavar="ID", help="Where the request goes."),
    session: str = typer.Option("", "--session", metavar="ID", help="The session it belongs to."),
    query: str = typer.Option(
        "", "--query", metavar="TEXT", help="What is wanted, beside what the request says."
    ),
    explain: bool = typer.Option(False, "--explain", help="Tell on stderr what was done and why."),
) -> int:
    """Slim the tools array of a request.

    Off by default. Core tools, protected ones, those used before and those that the request insists on
    always stay; without a clear task nothing is dropped.
    """
    from knapsack_cli.catalog.tools import slim_tools
    from knapsack_cli.commands.requests import pass_on, read_input, tell_explanation

    context: Context = ctx.obj
    if file is None:
        require_input(context, "knapsack tools --mode relevance request.json")
    given = {
        "tools.mode": mode or ("drop" if drop else None),
        "tools.drop": drop or None,
        "tools.top_k": top_k,
        "tools.protect": protect or None,
    }

    def work(text: str, run: Run) -> str:
        outcome = slim_tools(text, run, compact_descriptions=compact_descriptions)
        for note in outcome.notes:
            context.tell(note)
        if explain:
            tell_explanation(context, run.options, "tools.", _explained(text, outcome))
        return outcome.text

    return pass_on(context, read_input(context, file), given, session, query, provider, work)


def _explained(text: str, outcome: ToolsOutcome) -> list[str]:
    from knapsack_cli.commands.requests import bytes_removed

    removed = bytes_removed(text, outcome.text)
    lines = [f"{outcome.tools} tools, {len(outcome.dropped)} dropped; {removed:,} bytes removed"]
    if outcome.why:
        lines.append(f"none dropped: {outcome.why}")
    return lines + [f"dropped: {name}" for name in outcome.dropped]


def build() -> Any:
    """The command."""
    return single("tools", slim, epilog=EXAMPLES)
