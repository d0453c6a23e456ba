"""`skills`: the catalogue inside a request made shorter, and what belongs to it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import typer

from knapsack_cli.commands.building import Function, require_input, with_verbs
from knapsack_cli.commands.skills_verbs import VERB_EXAMPLES, evaluate, init, list_skills, report
from knapsack_cli.context import Context

if TYPE_CHECKING:
    from knapsack_cli.catalog.skills import Outcome, Run

EXAMPLES = """\
knapsack skills < request.json
knapsack skills --mode compact system-prompt.md
knapsack skills --query "add Stripe subscriptions" --explain prompt.txt
knapsack skills --query "write a helm chart" ~/.pi/agent/skills
"""


def slim(
    ctx: typer.Context,
    file: str | None = typer.Argument(
        None, help="Request, prompt, or folder of skills; - or nothing is stdin."
    ),
    mode: str | None = typer.Option(None, "--mode", metavar="MODE", help="off, compact or hybrid."),
    top_k: int | None = typer.Option(None, "--top-k", metavar="N", help="Entries a message may keep full."),
    tail: str | None = typer.Option(
        None, "--tail", metavar="FORM", help="The other entries: name or intent."
    ),
    budget: int | None = typer.Option(
        None, "--full-render-budget-chars", metavar="N", help="Characters of full entries a message may have."
    ),
    always_full: list[str] = typer.Option([], "--always-full", metavar="NAME", help="Keep this skill full."),
    never: list[str] = typer.Option([], "--never", metavar="NAME", help="Leave this skill out; prefix* too."),
    provider: str = typer.Option("", "--provider", metavar="ID", help="Where the request goes."),
    session: str = typer.Option("", "--session", metavar="ID", help="The session it belongs to."),
    query: str = typer.Option(
        "", "--query", metavar="TEXT", help="What is wanted, where the text says it not."
    ),
    explain: bool = typer.Option(False, "--explain", help="Tell on stderr what was done and why."),
) -> int:
    """Slim the skills catalogue inside a request or a prompt.

    Skills that the request asks for stay whole, the others keep their name, or a short intent where the
    request says little; every one stays loadable. What is not touched comes out byte for byte.
    """
    from knapsack_cli.catalog.skills import slim_skills
    from knapsack_cli.commands.requests import pass_on, tell_explanation

    context: Context = ctx.obj
    if file is None:
        require_input(context, "knapsack skills request.json")
    given = {
        "skills.mode": mode,
        "skills.top_k": top_k,
        "skills.tail": tail,
        "skills.full_render_budget_chars": budget,
        "skills.always_full": always_full or None,
        "skills.never": never or None,
    }

    def work(text: str, run: Run) -> str:
        outcome = slim_skills(text, run)
        for note in outcome.notes:
            context.tell(note)
        if explain:
            tell_explanation(context, run.options, "skills.", _explained(text, outcome))
        return outcome.text

    return pass_on(context, _input(context, file), given, session, query, provider, work)


def _input(context: Context, file: str | None) -> bytes:
    """The text to slim: a file's, stdin's, or the catalogue of a folder of skills."""
    from knapsack_cli.commands.requests import read_input

    folder = os.path.normpath(os.path.join(context.cwd, file or ""))
    if file is None or not os.path.isdir(folder):
        return read_input(context, file)
    from knapsack_cli.catalog.discovery import catalogue_text, discover

    found = discover([(folder, "project")])
    for problem in found.problems:
        context.tell(problem)
    return catalogue_text(found.skills).encode("utf-8", "surrogateescape")


def _explained(text: str, outcome: Outcome) -> list[str]:
    from knapsack_cli.commands.requests import bytes_removed

    removed = bytes_removed(text, outcome.text)
    sizes = f"{outcome.before:,} -> {outcome.after:,} characters"
    lines = [
        f"{outcome.entries} skills, {sizes}; {removed:,} bytes removed",
        f"session {outcome.session or '(none)'}; the request names {'a' if outcome.signal else 'no'} task",
    ]
    return lines + [f"full: {name} ({why})" for name, why in outcome.promoted.items()]


def build() -> Any:
    """The command with its verbs."""
    verbs: dict[str, Function] = {"list": list_skills, "init": init, "report": report, "evaluate": evaluate}
    return with_verbs("skills", slim, verbs, epilog=EXAMPLES, verb_epilogs=VERB_EXAMPLES)
