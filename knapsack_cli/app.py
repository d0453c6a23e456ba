"""The Typer app and its one table of commands; a command's module loads only when it is used."""

from __future__ import annotations

import importlib
from typing import Any

import typer
from typer.core import TyperGroup

from knapsack_cli import exits
from knapsack_cli.commands.help_pages import WIDTH, HelpPage
from knapsack_cli.context import Context
from knapsack_cli.errors import report

COMMANDS: dict[str, tuple[str, str]] = {
    "compress": ("compress", "Shrink tool output; the original stays retrievable."),
    "retrieve": ("retrieve", "Bring an original back, whole or in part."),
    "remember": ("remember", "Save a memory: a decision, a gotcha, a fact worth keeping."),
    "forget": ("forget", "Delete memories, sessions, messages or originals."),
    "recall": ("recall", "Search past sessions, memories and notes."),
    "export": ("export", "Memories, anchors and sessions as JSON Lines."),
    "import": ("import_", "Import past sessions of Pi, Claude Code, Codex and others."),
    "note": ("note", "Write or append to a note in the vault."),
    "drift": ("drift", "Check text against what was declared to hold."),
    "prune": ("prune", "Let go what is old: originals, memories, figures of runs."),
    "stats": ("stats", "What was saved, what is stored, what works."),
    "skills": ("skills", "Slim the skills catalogue inside a request or a prompt."),
    "tools": ("tools", "Slim the tools array of a request."),
    "setup": ("setup", "Join Knapsack to Pi, other agents, the shell and cron."),
}
"""Name -> (module in `commands/`, one line of help). A module holds `build() -> typer command`."""


class LazyGroup(HelpPage, TyperGroup):
    """A group that imports a command's module at first use; names and help lines are in the table."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and build one command; None when there is no such name."""
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command and its arguments; a name that is not there is told with the nearest that is."""
        if args[0] not in COMMANDS:
            ctx.fail(f"no command {args[0]!r}{_meant(args[0], list(COMMANDS))}")
        return args[0], self.get_command(ctx, args[0]), args[1:]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What follows the program's name."""
        return ["COMMAND", "[OPTIONS] ..."]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table alone, so that `--help` imports no command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def load_command(name: str) -> Any:
    """Import the module of the command `name` and build it."""
    return importlib.import_module(f"knapsack_cli.commands.{COMMANDS[name][0]}").build()


def build_group() -> LazyGroup:
    """The whole command tree, its commands still unloaded."""
    app = typer.Typer(name="knapsack", add_completion=False, rich_markup_mode=None)

    @app.callback(
        cls=LazyGroup,
        help="""Unix filters that keep a coding agent's context small and its memory long.

        Filters read a FILE or stdin (-) and write stdout; everything else is said on stderr. What a filter
        leaves out can be brought back byte for byte: the last line of its output says how.
        """,
        epilog="""
        pytest 2>&1 | knapsack compress
        knapsack compress -- cargo build
        knapsack retrieve 3f9c2ab1d04e --grep error
        """,
    )
    def knapsack() -> None:
        pass

    group = typer.main.get_group(app)
    assert isinstance(group, LazyGroup)
    return group


def run(context: Context, arguments: list[str]) -> int:
    """Run one command line in process and return its exit code.

    Nothing escapes: every error becomes one line on the context's stderr.
    """
    from typer._click.exceptions import ClickException
    from typer.exceptions import Abort

    try:
        code = _invoke(context, arguments)
        context.stdout.flush()
    except ClickException as error:
        return _usage(error, context)
    except (Abort, KeyboardInterrupt):
        return exits.INTERRUPTED
    except BaseException as error:
        if isinstance(error, SystemExit) and isinstance(error.code, int | None):
            return error.code or exits.OK
        return report(error, context.stderr)
    return code


def _invoke(context: Context, arguments: list[str]) -> int:
    from typer.exceptions import Exit

    group = build_group()
    if not arguments:
        page = group.context_class(group, info_name="knapsack", terminal_width=WIDTH).get_help()
        context.stderr.write(f"{page}\n")
        return exits.WRONG_USE
    try:
        with group.make_context("knapsack", list(arguments), obj=context, terminal_width=WIDTH) as ctx:
            result = group.invoke(ctx)
    except Exit as stop:
        return stop.exit_code
    return result if isinstance(result, int) else exits.OK


def _usage(error: Any, context: Context) -> int:
    command = getattr(getattr(error, "ctx", None), "command_path", "knapsack")
    text = error.message if hasattr(error, "possibilities") else error.format_message()
    text = " ".join(text.split()).rstrip(".")
    if getattr(error, "possibilities", None):
        text += f"; did you mean {' or '.join(sorted(error.possibilities))}?"
    context.tell(f"{text} (see {command} --help)")
    return exits.WRONG_USE


def _meant(word: str, names: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, names, n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""
