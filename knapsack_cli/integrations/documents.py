"""Every file that is written from the command tree."""

from __future__ import annotations

from knapsack_cli import __version__
from knapsack_cli.app import build_group
from knapsack_cli.integrations.command_tree import describe
from knapsack_cli.integrations.completions import completions
from knapsack_cli.integrations.manual import manual

DATE = "2026-11-29"
"""Of the version, shown at the foot of its man pages: a clock would make them differ at every build."""


def documents() -> dict[str, str]:
    """Path below the project's root -> text, of man pages and completion scripts."""
    program = describe(build_group())
    pages = {f"man/{name}": text for name, text in manual(program, __version__, DATE).items()}
    scripts = {f"completions/{name}": text for name, text in completions(program).items()}
    return {**pages, **scripts}
