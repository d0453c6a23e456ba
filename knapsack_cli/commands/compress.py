"""`compress`: the filter with its options. Its two plain forms do not come here (see `__main__`)."""

from __future__ import annotations

from typing import Any

import typer

from knapsack_cli.commands.building import require_input, single, wrapped_command
from knapsack_cli.compression import filter, running
from knapsack_cli.compression.kinds import names
from knapsack_cli.compression.options import MODES, parse_budget
from knapsack_cli.context import Context
from knapsack_cli.errors import InputError, UsageError
from knapsack_cli.watch import watch

EXAMPLES = """\
git log -p | knapsack compress
knapsack compress build.log
knapsack compress -- pytest -x
kubectl get pods -A | knapsack compress --query "crash payments"
knapsack compress --budget 2000 --explain server.log
"""


def compress(
    ctx: typer.Context,
    file: str | None = typer.Argument(None, help="File to read; - or nothing is stdin."),
    kind: str = typer.Option(
        "", "--as", metavar="KIND", help="Treat the text as this kind.", autocompletion=names
    ),
    command: str | None = typer.Option(None, "--command", metavar="TEXT", help="The command that wrote it."),
    path: str | None = typer.Option(None, "--path", metavar="FILE", help="The file that it came from."),
    exit_code: int | None = typer.Option(None, "--exit-code", metavar="N", help="How the command ended."),
    query: str = typer.Option("", "--query", metavar="TEXT", help="Keep what answers this."),
    budget: str = typer.Option("", "--budget", metavar="N", help="Tokens at most, or bytes as 50KB."),
    mode: str = typer.Option(
        "", "--mode", metavar="MODE", help="smart, lossless, extract or off.", autocompletion=lambda: MODES
    ),
    explain: bool = typer.Option(False, "--explain", help="Tell on stderr what was recognised and why."),
    as_json: bool = typer.Option(
        False, "--json", help="One JSON object: text, kinds, kept and left-out lines."
    ),
    capture: bool = typer.Option(False, "--capture", help="Compress CMD also at a terminal."),
) -> int:
    """Shrink tool output; the original stays retrievable."""
    context: Context = ctx.obj
    options = watch(context, filter.options_from_environment(context))
    if kind and kind not in names():
        raise UsageError(f"--as {kind}: no such kind; it takes one of {', '.join(names())}")
    if mode and mode not in MODES:
        raise UsageError(f"--mode {mode}: it takes one of {', '.join(MODES)}")
    if mode:
        options.mode = mode
    if budget:
        options.set_budget(*parse_budget(budget))
    options.explain, options.json = explain, as_json
    options.hints.kind, options.hints.query = kind, query
    if command is not None:
        options.hints.command = command
    if path is not None:
        options.hints.path = path
    if exit_code is not None:
        options.hints.exit_code = exit_code
    wrapped = wrapped_command(ctx)
    if wrapped is not None:
        return running.run(context, options, wrapped, capture)
    if file is None or file == "-":
        if file is None:
            require_input(context, "git log -p | knapsack compress")
        return filter.run(context, options)
    if not options.hints.path:
        options.hints.path = file
    try:
        source = open(file, "rb")  # noqa: SIM115
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from error
    with source:
        return filter.run(context, options, source)


def build() -> Any:
    """The Typer command."""
    return single("compress", compress, epilog=EXAMPLES, wraps_command=True)
