"""What every command shares: `-h`, `--help`, `--version`, and help that reads the same at any width."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperOption

from knapsack_cli import __version__

if TYPE_CHECKING:
    from typer._click.core import Command, Parameter
    from typer._click.formatting import HelpFormatter

    Base = Command
else:
    Base = object

WIDTH = 80
"""Columns of a help page, whatever the terminal, so that its text can be tested and shipped."""

PLACEHOLDERS = {"int": "N", "float": "NUMBER", "file": "FILE", "path": "FILE", "directory": "DIR"}
"""What stands for the value of an option, by the name of its type."""


class PlainContext(typer.Context):
    """A parser context whose path is the names alone, without the arguments of the commands above."""

    @property
    def command_path(self) -> str:
        """`knapsack drift add`."""
        above = f"{self.parent.command_path} " if self.parent is not None else ""
        return f"{above}{self.info_name or ''}"


class HelpPage(Base):
    """Mixed into a Typer command or group, in front of it."""

    context_class = PlainContext
    _shared_options: tuple[TyperOption, TyperOption] | None = None

    def get_help_option(self, ctx: Any) -> TyperOption:
        """`-h`, `--help`: always in this order, and written to the run's own stdout."""
        return self._shared()[0]

    def get_params(self, ctx: Any) -> list[Parameter]:
        """The command's own parameters, then the two that every command has."""
        return [*self.params, *self._shared()]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """`[OPTIONS] QUERY [FILE]...`: brackets around what may be left out, dots after what repeats."""
        pieces = ["[OPTIONS]"]
        for param in self.params:
            if param.param_type_name == "argument" and not getattr(param, "hidden", False):
                pieces.append(argument_usage(param))
        return pieces

    def format_usage(self, ctx: Any, formatter: HelpFormatter) -> None:
        """One line for each way to call the command."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)))

    def format_epilog(self, ctx: Any, formatter: HelpFormatter) -> None:
        """The examples as they were written, never wrapped: they are there to be copied."""
        if not self.epilog:
            return
        formatter.write_paragraph()
        formatter.write("Examples:\n")
        for line in inspect.cleandoc(self.epilog).splitlines():
            formatter.write(f"  {line}".rstrip() + "\n")

    def _shared(self) -> tuple[TyperOption, TyperOption]:
        if self._shared_options is None:
            self._shared_options = (
                _stopping_option(["-h", "--help"], "Show this message and exit.", _show_help),
                _stopping_option(["--version"], "Show the version and exit.", _show_version),
            )
        return self._shared_options


class PlainCommand(HelpPage, TyperCommand):
    """A command without verbs."""


def argument_usage(param: Parameter) -> str:
    """How a usage line shows an argument: `FILE`, `[FILE]`, `ID...` or `[ID]...`."""
    name = argument_name(param)
    shown = name if param.required else f"[{name}]"
    return f"{shown}..." if param.nargs != 1 else shown


def argument_name(param: Parameter) -> str:
    """The word that stands for an argument in help, usage and man pages."""
    return (param.metavar or param.name or "").strip("[]").removesuffix("...").upper()


def name_values(command: Command) -> None:
    """Give every argument and option that has none a placeholder: the argument's name, or TEXT, or N."""
    for param in command.params:
        if param.param_type_name == "argument":
            param.metavar = argument_name(param)
        elif param.metavar is None and param.type.name != "choice":
            param.metavar = PLACEHOLDERS.get(param.type.name.split()[0], "TEXT")


def _stopping_option(names: list[str], text: str, callback: Any) -> TyperOption:
    return TyperOption(
        param_decls=names,
        is_flag=True,
        is_eager=True,
        expose_value=False,
        required=False,
        help=text,
        callback=callback,
    )


def _show_help(ctx: Any, param: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.obj.write(f"{ctx.get_help()}\n")
        ctx.exit()


def _show_version(ctx: Any, param: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.obj.write(f"knapsack {__version__}\n")
        ctx.exit()
