"""`compress`: the filter with its options. Its two plain forms do not come here (see `__main__`)."""

from __future__ import annotations

from typing import Any

import typer

from knapsack_cli.commands.building import single
from knapsack_cli.compression import filter
from knapsack_cli.context import Context


def compress(
    ctx: typer.Context,
    file: str = typer.Argument("-", help="File to read; - is stdin."),
) -> int:
    """Shrink tool output; the original stays retrievable."""
    context: Context = ctx.obj
    options = filter.options_from_environment(context)
    if file == "-":
        return filter.run(context, options)
    with open(file, "rb") as source:
        return filter.run(context, options, source)


def build() -> Any:
    """The Typer command."""
    return single("compress", compress)
