"""The command tree as plain values, from which man pages and completions are written.

Typer's own objects know how to parse; a page or a script needs names, placeholders and texts only, in
the same order on every machine.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from knapsack_cli.commands.building import WrappingCommand
from knapsack_cli.commands.help_pages import PlainContext, argument_usage

if TYPE_CHECKING:
    from typer._click.core import Command


class Option(NamedTuple):
    """One option.

    Attributes:
        names: as typed, short ones first.
        value: the placeholder of its value; empty for a flag.
        choices: the values allowed, when they are few and known.
        text: the help. note: its default, bounds and variable, as `--help` shows them.
    """

    names: tuple[str, ...]
    value: str
    choices: tuple[str, ...]
    text: str
    note: str


class Argument(NamedTuple):
    """One positional argument: its placeholder, how a usage line shows it, its choices and help."""

    name: str
    usage: str
    choices: tuple[str, ...]
    text: str
    note: str
    repeats: bool


class Page(NamedTuple):
    """A command or a verb.

    Attributes:
        path: the words that call it, such as `("knapsack", "drift", "add")`.
        summary: one line.
        paragraphs: the rest of its help, a paragraph to an item.
        examples: command lines and comments, as written.
        children: its verbs, or the commands of the program itself.
        wraps: whether `-- CMD` may stand in place of its arguments.
        callable: whether it does something without a child's name.
    """

    path: tuple[str, ...]
    summary: str
    paragraphs: tuple[str, ...]
    arguments: tuple[Argument, ...]
    options: tuple[Option, ...]
    examples: tuple[str, ...]
    children: tuple[Page, ...]
    wraps: bool
    callable: bool

    @property
    def name(self) -> str:
        """The last word that calls it."""
        return self.path[-1]


def describe(command: Any, name: str = "knapsack") -> Page:
    """The values of `command`, a Typer command or group, and of all below it."""
    return _page(command, PlainContext(command, info_name=name), (name,))


def all_pages(page: Page) -> list[Page]:
    """`page` and all below it, each before its children."""
    return [page, *(below for child in page.children for below in all_pages(child))]


def _page(command: Command, ctx: Any, path: tuple[str, ...]) -> Page:
    paragraphs = _paragraphs(command.help or "")
    children = []
    for child_name in command.list_commands(ctx) if hasattr(command, "list_commands") else ():
        child = command.get_command(ctx, child_name)  # type: ignore[attr-defined]
        child_ctx = PlainContext(child, info_name=child_name, parent=ctx)
        children.append(_page(child, child_ctx, (*path, child_name)))
    params = [param for param in command.get_params(ctx) if not getattr(param, "hidden", False)]
    return Page(
        path=path,
        summary=paragraphs[0] if paragraphs else "",
        paragraphs=tuple(paragraphs[1:]),
        arguments=tuple(_argument(param, ctx) for param in params if param.param_type_name == "argument"),
        options=tuple(_option(param, ctx) for param in params if param.param_type_name == "option"),
        examples=tuple(inspect.cleandoc(command.epilog or "").splitlines()),
        children=tuple(children),
        wraps=isinstance(command, WrappingCommand),
        callable=not children or bool(getattr(command, "invoke_without_command", False)),
    )


def _paragraphs(text: str) -> list[str]:
    shown = inspect.cleandoc(text).partition("\f")[0]
    return [" ".join(part.split()) for part in shown.split("\n\n") if part.strip()]


def _argument(param: Any, ctx: Any) -> Argument:
    text, note = _texts(param, ctx)
    return Argument(
        name=(param.metavar or param.name or "").upper(),
        usage=argument_usage(param),
        choices=_choices(param, ctx),
        text=text,
        note=note,
        repeats=param.nargs != 1,
    )


def _option(param: Any, ctx: Any) -> Option:
    text, note = _texts(param, ctx)
    flag = param.is_flag or param.count
    return Option(
        names=tuple(sorted((*param.opts, *param.secondary_opts), key=lambda name: name.startswith("--"))),
        value="" if flag else param.make_metavar(ctx).strip("[]"),
        choices=() if flag else _choices(param, ctx),
        text=text,
        note=note,
    )


def _texts(param: Any, ctx: Any) -> tuple[str, str]:
    whole = " ".join((param.get_help_record(ctx) or ("", ""))[1].split())
    text = " ".join((param.help or "").split())
    return text, whole.removeprefix(text).strip()


def _choices(param: Any, ctx: Any) -> tuple[str, ...]:
    """From the type, or from the function given as `autocompletion`, or from a placeholder (`smart|off`)."""
    found = getattr(param.type, "choices", None)
    if found is not None:
        return tuple(str(getattr(choice, "value", choice)) for choice in found)
    if param._custom_shell_complete is not None:
        return tuple(item.value for item in param._custom_shell_complete(ctx, param, ""))
    placeholder = (param.metavar or "").strip("[]")
    return tuple(placeholder.split("|")) if "|" in placeholder else ()
