"""What holds of every command there is, as the table grows."""

from __future__ import annotations

import io

import pytest
from typer._click.core import Command

from knapsack_cli import app, exits
from knapsack_cli.commands import verbs
from knapsack_cli.context import Context

TREE = app.build_group()


def command(name: str) -> Command:
    found: Command = TREE.get_command(None, name)
    return found


@pytest.mark.parametrize("name", app.COMMANDS)
def test_no_option_takes_a_value_in_one_verb_and_none_in_another(name: str) -> None:
    whole = [command(name), *getattr(command(name), "commands", {}).values()]
    valued = verbs.valued_options(*whole)
    for part in whole:
        for param in part.params:
            if param.param_type_name == "option" and not valued.isdisjoint(param.opts):
                assert not set(param.opts) - verbs.valued_options(part), (part.name, param.opts)


@pytest.mark.parametrize("name", app.COMMANDS)
def test_every_command_option_and_argument_is_explained(name: str) -> None:
    for part in (command(name), *getattr(command(name), "commands", {}).values()):
        assert verbs.summary(part), part.name
        for param in part.params:
            assert getattr(param, "help", ""), (part.name, param.name)


@pytest.mark.parametrize("name", app.COMMANDS)
def test_the_front_page_says_what_the_command_says(name: str) -> None:
    assert app.COMMANDS[name][1] == verbs.summary(command(name))


@pytest.mark.parametrize("name", app.COMMANDS)
def test_every_command_shows_an_example(name: str) -> None:
    assert f"knapsack {name}" in (command(name).epilog or "")


@pytest.mark.parametrize("name", app.COMMANDS)
def test_every_page_of_help_can_be_shown(name: str) -> None:
    for words in ([name], *([name, verb] for verb in getattr(command(name), "commands", {}))):
        out, err = io.BytesIO(), io.StringIO()
        assert (
            app.run(Context(io.BytesIO(), out, err, {"HOME": "/nowhere"}, "/"), [*words, "--help"])
            == exits.OK
        )
        assert out.getvalue().startswith(f"Usage: knapsack {' '.join(words)} ".encode())
        assert max(map(len, out.getvalue().decode().partition("Examples:")[0].splitlines())) <= 80
        assert err.getvalue() == ""
