"""The door: plain forms of compress, recall and note search go straight in; the rest goes to the Typer app.

Typer costs several times what a bare Python does, and a filter is started for every command an agent
runs, so nothing here imports it before it is needed.
"""

import gc
import os
import sys

UNCOLLECTED = 50_000
"""Objects made before garbage is looked for: more than a small text needs, which never waits for it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from knapsack_cli.commands.recall_search import Asked
    from knapsack_cli.context import Context


def main() -> None:
    """Run the command line of this process and end it with its exit code."""
    from knapsack_cli.context import Context

    gc.set_threshold(UNCOLLECTED)
    code = run(Context.from_process(), sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            code = code or 141
    # What must last is written and renamed by now; tearing the interpreter down only costs time.
    os._exit(code)


def run(context: "Context", arguments: list[str]) -> int:
    """Run one command line in process; returns its exit code."""
    if arguments[:1] == ["compress"] and (
        len(arguments) == 1 or (arguments[1] == "--" and len(arguments) > 2)
    ):
        return straight(context, arguments[2:])
    if arguments[:1] == ["recall"]:
        from knapsack_cli.commands import recall_search

        asked = recall_search.straight(arguments[1:])
        if asked is not None:
            return told(context, recall_search.answer, asked)
    if arguments[:2] == ["note", "search"]:
        from knapsack_cli.commands import note_search

        sought = note_search.straight(arguments[2:])
        if sought is not None:
            return told(context, note_search.answer, sought)
    from knapsack_cli.app import run as run_app

    return run_app(context, arguments)


def straight(context: "Context", command: list[str]) -> int:
    """`compress` and `compress -- CMD…` without Typer; errors are told as the app tells them."""
    from knapsack_cli.compression import filter
    from knapsack_cli.watch import watch

    try:
        if not command and context.stdin_is_terminal():
            from knapsack_cli.app import run as run_app

            return run_app(context, ["compress"])
        options = watch(context, filter.options_from_environment(context))
        if command:
            from knapsack_cli.compression import running

            return running.run(context, options, command)
        return filter.run(context, options)
    except BaseException as error:
        from knapsack_cli.errors import report

        return report(error, context.stderr)


def told(context: "Context", answer: "Callable[[Context, Asked], int]", asked: "Asked") -> int:
    """A search without Typer; errors are told as the app tells them."""
    try:
        return answer(context, asked)
    except BaseException as error:
        from knapsack_cli.errors import report

        return report(error, context.stderr)


if __name__ == "__main__":
    main()
