"""How a command's module becomes a Typer command, and what the functions of commands share.

A command's function takes `ctx: typer.Context` first, finds the run's `Context` in `ctx.obj`, and
returns its exit code. Its docstring is the help (up to a form feed, `\\f`); its first line is what
lists show. `epilog` holds the examples, a command to a line, shown exactly as written by `--help` and
the man page.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import typer
from typer._click.exceptions import UsageError as ParseError
from typer.core import TyperCommand

from knapsack_cli.commands.help_pages import PlainCommand, name_values
from knapsack_cli.commands.verbs import VerbGroup, takes_next, valued_options
from knapsack_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knapsack_cli.context import Context

Function = Callable[..., int]


class WrappingCommand(PlainCommand):
    """A command that also takes `-- CMD ARGS...`, in place of its arguments, and never parses them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep what follows the first `--` aside, since the parser would mix it with the arguments."""
        own, wrapped = split_wrapped(args, valued_options(self))
        if wrapped is not None:
            if not wrapped:
                ctx.fail(f"no command follows --; write for example: {ctx.command_path} -- git status")
            ctx.meta["wrapped"] = wrapped
        try:
            rest = super().parse_args(ctx, list(own))
        except ParseError as error:
            if wrapped is None and own and not own[0].startswith("-"):
                error.message += f"; to run a command write {ctx.command_path} -- {shlex.join(own)}"
            raise
        if wrapped is not None:
            for param in self.params:
                if param.param_type_name == "argument" and ctx.params.get(param.name or ""):
                    ctx.fail(f"give {param.metavar} or -- and a command, not both")
        return rest

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The arguments, and the form that wraps a command."""
        return [*super().collect_usage_pieces(ctx), "| -- CMD [ARG]..."]


def single(name: str, function: Function, *, epilog: str = "", wraps_command: bool = False) -> TyperCommand:
    """A command without verbs.

    With `wraps_command` it also takes `-- CMD ARGS...`; its function asks `wrapped_command(ctx)`.
    """
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, epilog=epilog, cls=WrappingCommand if wraps_command else PlainCommand)(function)
    command = typer.main.get_command(app)
    name_values(command)
    return command  # type: ignore[return-value]


def with_verbs(
    name: str,
    default: Function,
    verbs: Mapping[str, Function],
    *,
    epilog: str = "",
    verb_epilogs: Mapping[str, str] | None = None,
) -> VerbGroup:
    """A command with a default action and verbs (the rule is in `verbs.py`).

    `with_verbs("drift", check, {"add": add, "list": list_anchors}, epilog=EXAMPLES)`. An option that
    takes a value in one of these functions takes one in all that have it.
    """
    app = typer.Typer(name=name, add_completion=False, rich_markup_mode=None)
    app.callback(cls=VerbGroup, invoke_without_command=True, epilog=epilog)(default)
    for verb, function in verbs.items():
        app.command(verb, cls=PlainCommand, epilog=(verb_epilogs or {}).get(verb, ""))(function)
    group = typer.main.get_group(app)
    assert isinstance(group, VerbGroup)
    for command in (group, *group.commands.values()):
        name_values(command)
    return group


def wrapped_command(ctx: typer.Context) -> list[str] | None:
    """CMD and its arguments, exactly as given after `--`; None when there was no `--`."""
    wrapped: list[str] | None = ctx.meta.get("wrapped")
    return wrapped


def split_wrapped(arguments: Sequence[str], valued: frozenset[str]) -> tuple[list[str], list[str] | None]:
    """Split at the first `--` that is not an option's value; what follows it stays untouched.

    `valued` holds the options that take a value. The second part is None when there is no such `--`.
    """
    index = 0
    while index < len(arguments):
        argument = arguments[index]
        if argument == "--":
            return list(arguments[:index]), list(arguments[index + 1 :])
        index += 2 if argument.startswith("-") and takes_next(argument, valued) else 1
    return list(arguments), None


def require_input(context: Context, example: str) -> None:
    """Refuse to wait for a person to type what is meant to be piped in.

    Raises:
        UsageError: stdin is a terminal. `example` is a whole command line that would work.
    """
    if context.stdin_is_terminal():
        raise UsageError(f"nothing to read: name a file or pipe text in, for example: {example}")
