"""Commands with a default action and verbs: `drift [FILE]` beside `drift add`.

The first word that is neither an option nor an option's value decides. Exactly a verb's name is the
verb; anything else begins the FILE, TITLE or TEXT of the default action; `--` makes all that follows
text; a near miss is refused with a hint, since a typing error must not become a memory or a file name.
Options before a verb belong to it, which needs that no option takes a value in one of a command's
verbs and none in another.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from typer._click.exceptions import MissingParameter, UsageError
from typer.core import TyperCommand, TyperGroup

from knapsack_cli.commands.help_pages import HelpPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typer._click.core import Command
    from typer._click.formatting import HelpFormatter


class VerbGroup(HelpPage, TyperGroup):
    """A group whose callback is the default action."""

    allow_interspersed_args = True
    allow_extra_args = False

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Find the verb, if there is one, and leave the other words to it; else parse them here."""
        place = first_word(args, valued_options(self, *self.commands.values()))
        word = None if place is None else args[place]
        if word in self.commands:
            ctx._protected_args = [word]
            ctx.args = [*args[:place], *args[place + 1 :]]  # type: ignore[operator]
            return list(ctx.args)
        near = None if word is None else near_verb(word, self.commands)
        if near is not None:
            ctx.fail(
                f"{word!r} is nearly the verb {near!r}; write {ctx.command_path} {near}, "
                f"or for the text itself: {self._as_text(ctx, args[place:])}"
            )
        return TyperCommand.parse_args(self, ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the verb that was found, else the default action."""
        if not ctx._protected_args:
            return TyperCommand.invoke(self, ctx)
        name = ctx._protected_args[0]
        try:
            verb_context = self.commands[name].make_context(name, list(ctx.args), parent=ctx)
        except UsageError as error:
            if type(error) not in (UsageError, MissingParameter):
                raise
            words = [word for word in ctx.args if not word.startswith("-")]
            raise UsageError(
                f"{error.format_message().rstrip('.')}; {name!r} is a verb here, as text it is written "
                f"{self._as_text(ctx, [name, *words])}",
                error.ctx,
            ) from error
        with verb_context:
            return verb_context.command.invoke(verb_context)

    def format_usage(self, ctx: Any, formatter: HelpFormatter) -> None:
        """The default action's line, then one for the verbs."""
        HelpPage.format_usage(self, ctx, formatter)
        if self.commands:
            formatter.write(f"       {ctx.command_path} VERB [OPTIONS] ...\n")

    def format_commands(self, ctx: Any, formatter: HelpFormatter) -> None:
        """The verbs, each with the first sentence of its help."""
        if not self.commands:
            return
        with formatter.section("Verbs"):
            formatter.write_dl([(name, summary(command)) for name, command in self.commands.items()])
        formatter.write_paragraph()
        formatter.write(f"  {ctx.command_path} VERB --help tells more of a verb. Text that begins with a\n")
        formatter.write("  verb's name goes after --.\n")

    def _as_text(self, ctx: Any, words: Sequence[str]) -> str:
        return f"{ctx.command_path} -- {shlex.join(words)}"


def summary(command: Command) -> str:
    """The first line of a command's help, the line that lists show."""
    text = (command.help or "").strip()
    return text.splitlines()[0] if text else ""


def valued_options(*commands: Command) -> frozenset[str]:
    """The names, as typed, of all options of `commands` that take a value."""
    return frozenset(
        name
        for command in commands
        for param in command.params
        if param.param_type_name == "option" and not param.is_flag and not param.count  # type: ignore[attr-defined]
        for name in param.opts
    )


def first_word(arguments: Sequence[str], valued: frozenset[str]) -> int | None:
    """The index of the first argument that is neither an option nor an option's value.

    None when there is none, or when `--` comes first. `valued` holds the options that take a value:
    `--budget 5` and `-n 5` skip their value, `--budget=5` and `-n5` hold it.
    """
    index = 0
    while index < len(arguments):
        argument = arguments[index]
        if argument == "--":
            return None
        if not argument.startswith("-") or argument == "-":
            return index
        index += 2 if takes_next(argument, valued) else 1
    return None


def takes_next(argument: str, valued: frozenset[str]) -> bool:
    """Whether the option `argument` takes the next argument as its value."""
    if argument.startswith("--"):
        return argument in valued
    for place, letter in enumerate(argument[1:], start=2):
        if f"-{letter}" in valued:
            return place == len(argument)
    return False


def near_verb(word: str, verbs: Iterable[str]) -> str | None:
    """The verb that `word` misses by one letter (added, lost, changed, swapped) or by its case alone."""
    lowered = word.lower()
    for verb in verbs:
        if lowered == verb or one_letter_off(lowered, verb):
            return verb
    return None


def one_letter_off(first: str, second: str) -> bool:
    """Whether one letter added, lost, changed or swapped with its neighbour makes `second` of `first`."""
    if len(first) > len(second):
        first, second = second, first
    start = 0
    while start < len(first) and first[start] == second[start]:
        start += 1
    if len(first) == len(second):
        swapped = first[start + 1 : start + 2] + first[start : start + 1]
        return first[start + 1 :] == second[start + 1 :] or (
            swapped == second[start : start + 2] and first[start + 2 :] == second[start + 2 :]
        )
    return len(second) == len(first) + 1 and first[start:] == second[start + 1 :]
