"""How a command's module becomes a Typer command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer


def single(name: str, function: Callable[..., int], *, epilog: str = "") -> Any:
    """A command without verbs. `epilog` holds the examples that `--help` and the man page show."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, epilog=epilog)(function)
    return typer.main.get_command(app)
