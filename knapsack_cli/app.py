"""The Typer app and its one table of commands; a command's module loads only when it is used."""

from __future__ import annotations

import importlib
from typing import Any

import typer
from typer.core import TyperGroup

from knapsack_cli import __version__, exits
from knapsack_cli.context import Context
from knapsack_cli.errors import report

COMMANDS: dict[str, tuple[str, str]] = {
    "compress": ("compress", "Shrink tool output; the original stays retrievable."),
    "retrieve": ("retrieve", "Bring an original back, whole or in part."),
}
"""Name -> (module in `commands/`, one line of help). A module holds `build() -> typer command`."""


class LazyGroup(TyperGroup):
    """A group that imports a command's module at first use; names and help lines are in the table."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and build one command; None when there is no such name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"knapsack_cli.commands.{COMMANDS[cmd_name][0]}")
        return module.build()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table alone, so that `--help` imports no command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def version_asked(value: bool) -> None:
    """Print the version and stop, when `--version` was given."""
    if value:
        typer.echo(f"knapsack {__version__}")
        raise typer.Exit()


def build_group() -> Any:
    """The whole command tree, its commands still unloaded."""
    app = typer.Typer(cls=LazyGroup, add_completion=False, rich_markup_mode=None, no_args_is_help=True)

    @app.callback(help="Unix filters that keep a coding agent's context small and its memory long.")
    def knapsack(
        version: bool = typer.Option(
            False, "--version", help="Print the version and exit.", callback=version_asked, is_eager=True
        ),
    ) -> None:
        pass

    return typer.main.get_command(app)


def run(context: Context, arguments: list[str]) -> int:
    """Run one command line in process and return its exit code."""
    from typer._click.exceptions import Abort, ClickException

    try:
        result = build_group().main(args=arguments, prog_name="knapsack", standalone_mode=False, obj=context)
        context.stdout.flush()
    except ClickException as error:
        return _usage(error, context)
    except Abort:
        return exits.INTERRUPTED
    except BaseException as error:
        if isinstance(error, SystemExit):
            return int(error.code or 0)
        return report(error, context.stderr)
    return result if isinstance(result, int) else exits.OK


def _usage(error: Any, context: Context) -> int:
    command = getattr(getattr(error, "ctx", None), "command_path", "knapsack")
    context.tell(f"{error.format_message()} (see {command} --help)")
    return exits.WRONG_USE
