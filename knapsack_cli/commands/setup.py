"""`setup`: what joins Knapsack to Pi, other agents, the shell and cron; shown, asked, undone again."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import typer

from knapsack_cli import exits
from knapsack_cli.commands.building import single
from knapsack_cli.context import Context
from knapsack_cli.errors import UsageError
from knapsack_cli.integrations.installing import Plan, apply_plan, make_plan
from knapsack_cli.integrations.surroundings import Surroundings

EXAMPLES = """\
knapsack setup pi
knapsack setup bash --wrap "pytest cargo make"
knapsack setup cron --systemd
knapsack setup claude --yes
knapsack setup pi --check
knapsack setup zsh --remove
"""
NAMES = ("pi", "claude", "codex", "opencode", "gemini", "bash", "zsh", "fish", "cron")


def setup(
    ctx: typer.Context,
    target: str | None = typer.Argument(
        None, metavar="TARGET", help=f"One of {', '.join(NAMES)}.", autocompletion=lambda: list(NAMES)
    ),
    check: bool = typer.Option(False, "--check", help="Tell what is installed and whether it works."),
    remove: bool = typer.Option(False, "--remove", help="Take out what was installed, and nothing else."),
    yes: bool = typer.Option(False, "--yes", help="Do it without asking."),
    wrap: str = typer.Option(
        "", "--wrap", metavar="LIST", help="bash, zsh, fish: commands that compress by themselves."
    ),
    systemd: bool = typer.Option(False, "--systemd", help="cron: systemd user timers, no crontab."),
) -> int:
    """Join Knapsack to Pi, other agents, the shell and cron.

    pi: an extension that compresses every tool result, and a skill. claude, gemini, opencode: instructions,
    and hooks that compress what the shell printed and add memories. codex: instructions, and hooks for
    memories. bash, zsh, fish: ks (run and compress), ksr (retrieve), ksf (recall), completions. cron: import
    every hour, prune every night.

    Everything is shown before it is written. Files that are not ours keep every byte; what cannot be
    added safely is told, with what to add by hand, and the exit code is 1 then. So it is when --check finds
    something missing.
    """
    from knapsack_cli.integrations.targets import TARGETS, Wishes

    context: Context = ctx.obj
    if target not in TARGETS:
        said = "name what to set up" if target is None else f"{target}: no such thing to set up"
        raise UsageError(f"{said}: {', '.join(NAMES)}; for example: knapsack setup pi")
    if check and remove:
        raise UsageError("--check or --remove: one of them")
    if wrap and target not in ("bash", "zsh", "fish"):
        raise UsageError(f"--wrap is for bash, zsh and fish, not for {target}")
    if systemd and target != "cron":
        raise UsageError(f"--systemd is for cron, not for {target}")
    around = surroundings(context)
    wishes = Wishes(tuple(wrap.replace(",", " ").split()), systemd, remove)
    chosen = TARGETS[target]
    pieces = chosen.pieces(around, wishes)
    if check:
        return tell_check(context, target, pieces, chosen.health(around))
    plan = make_plan(pieces, remove=remove)
    context.write(plan.as_text())
    if not plan.changes:
        if not plan.by_hand:
            context.tell(f"{target}: {'nothing of ours is there' if remove else 'all is in place'}")
        return exits.NOTHING_FOUND if plan.by_hand else exits.OK
    if not yes and not agreed(context, plan):
        return exits.NOTHING_FOUND
    apply_plan(plan)
    for fault in [] if remove else chosen.health(around):
        context.tell(fault)
    step = "" if remove else chosen.next_step(around, wishes)
    context.tell(f"{target}: {'removed' if remove else 'installed'}{'; ' + step if step else ''}")
    return exits.NOTHING_FOUND if plan.by_hand else exits.OK


def surroundings(context: Context) -> Surroundings:
    """The person's folders, and the words that start this very program."""
    path = context.environ.get("PATH", os.defpath)
    beside = os.path.join(os.path.dirname(sys.executable), "knapsack")
    found = shutil.which("knapsack", path=path) or (beside if os.access(beside, os.X_OK) else None)
    program = (os.path.abspath(found),) if found else (sys.executable, "-m", "knapsack_cli")
    return Surroundings(
        context.user_home(), os.path.abspath(context.home), context.environ, program, sys.executable
    )


def tell_check(context: Context, target: str, pieces: list[Any], unwell: list[str]) -> int:
    """Each document that is not as it would be installed, then what does not work."""
    from knapsack_cli.integrations.targets import faults

    found = [f"{name}: {reason}" for name, reason in faults(pieces)] + unwell
    for line in found:
        context.write(f"{line}\n")
    if not found:
        context.write(f"{target}: installed and working\n")
    return exits.NOTHING_FOUND if found else exits.OK


def agreed(context: Context, plan: Plan) -> bool:
    """Ask at a terminal.

    Raises:
        UsageError: there is nobody to ask.
    """
    count = len(plan.changes)
    if not context.stdin_is_terminal():
        raise UsageError(
            f"nothing was written: {count} change{'s' * (count != 1)} shown; add --yes to make them"
        )
    context.stdout.flush()
    context.stderr.write(f"make {'this change' if count == 1 else f'these {count} changes'}? [y/N] ")
    context.stderr.flush()
    answer = context.stdin.readline().decode("utf-8", "replace").strip().lower()
    if answer in ("y", "yes"):
        return True
    context.tell("nothing was written")
    return False


def build() -> Any:
    """The Typer command."""
    return single("setup", setup, epilog=EXAMPLES)
