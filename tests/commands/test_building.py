"""What every command promises: verbs by the rule, `-- CMD` untouched, help, and clear refusals."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli import __version__, app, exits
from knapsack_cli.commands import building, verbs
from knapsack_cli.context import Context


class Stream(io.BytesIO):
    """A stdin that says whether it is a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def save(
    ctx: typer.Context,
    text: list[str] = typer.Argument(None, help="What to save."),
    scope: str = typer.Option("", "--scope", "-s", help="Where it holds."),
    json: bool = typer.Option(False, "--json", "-j"),
) -> int:
    """Save a memory.

    More of it.
    """
    if not text:
        building.require_input(ctx.obj, 'knapsack remember "the port is 8080"')
    ctx.obj.write(f"save {text} {scope} {json}\n")
    return exits.OK


def list_all(ctx: typer.Context, json: bool = typer.Option(False, "--json", "-j")) -> int:
    """List memories."""
    ctx.obj.write(f"list {json}\n")
    return exits.NOTHING_FOUND


def learn(
    ctx: typer.Context, session: list[str], scope: str = typer.Option("", "--scope", "-s", help="Where.")
) -> int:
    """Learn from sessions."""
    ctx.obj.write(f"learn {session} {scope}\n")
    return exits.OK


def shrink(
    ctx: typer.Context,
    file: str = typer.Argument(None, help="The text."),
    budget: int = typer.Option(0, "--budget", "-n"),
    label: str = typer.Option("", "--label"),
) -> int:
    """Shrink."""
    ctx.obj.write(f"shrink {file} {budget} {label!r} {building.wrapped_command(ctx)!r}\n")
    return exits.OK


EXAMPLE = f"knapsack remember 'the port   is 8080, {'and this line is longer than a page is wide, ' * 3}'"


@pytest.fixture(autouse=True)
def commands(monkeypatch: pytest.MonkeyPatch) -> None:
    table: dict[str, Callable[[], Any]] = {
        "compress": lambda: building.single("compress", shrink, wraps_command=True),
        "remember": lambda: building.with_verbs(
            "remember", save, {"list": list_all, "learn": learn}, epilog=EXAMPLE
        ),
    }
    monkeypatch.setattr(
        app, "COMMANDS", {"compress": ("compress", "Shrink."), "remember": ("remember", "Save.")}
    )
    monkeypatch.setattr(app, "load_command", lambda name: table[name]())


def run(*arguments: str, terminal: bool = False) -> tuple[int, str, str]:
    stdout, stderr = io.BytesIO(), io.StringIO()
    context = Context(Stream(terminal), stdout, stderr, {"HOME": "/nowhere"}, "/")
    code = app.run(context, list(arguments))
    return code, stdout.getvalue().decode("utf-8", "surrogateescape"), stderr.getvalue()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["remember", "list"], "list False"),
        (["remember", "--json", "list"], "list True"),
        (["remember", "list", "--json"], "list True"),
        (["remember", "-s", "list", "ports"], "save ['ports'] list False"),
        (["remember", "--scope=x", "learn", "s1"], "learn ['s1'] x"),
        (["remember", "-jslist", "a"], "save ['a'] list True"),
        (["remember", "the", "list"], "save ['the', 'list']  False"),
        (["remember", "--", "list"], "save ['list']  False"),
        (["remember", "a", "--", "--json"], "save ['a', '--json']  False"),
        (["remember", "./list"], "save ['./list']  False"),
        (["remember", "lists of ports"], "save ['lists of ports']  False"),
        (["remember", "learn", "--", "--s1"], "learn ['--s1'] "),
    ],
)
def test_the_first_word_decides_between_verb_and_text(line: list[str], told: str) -> None:
    code, out, err = run(*line)
    assert out.strip() == told.strip(), err
    assert code == (exits.NOTHING_FOUND if told.startswith("list") else exits.OK)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (["remember", "lsit"], "knapsack remember -- lsit"),
        (["remember", "List"], "knapsack remember -- List"),
        (["remember", "lern", "s1"], "knapsack remember -- lern s1"),
        (["remember", "list", "of", "ports"], "knapsack remember -- list of ports"),
        (["remember", "learn"], "knapsack remember -- learn"),
    ],
)
def test_a_near_miss_or_a_verb_with_text_is_refused_with_the_way_to_write_it(
    line: list[str], hint: str
) -> None:
    code, out, err = run(*line)
    assert (code, out) == (exits.WRONG_USE, "")
    assert hint in err
    assert err.count("\n") == 1


@given(st.text("lists", min_size=1, max_size=6))
def test_nearness_is_symmetric_and_never_means_equal_lengths_two_apart(word: str) -> None:
    assert verbs.one_letter_off(word, "list") == verbs.one_letter_off("list", word)
    if abs(len(word) - 4) > 1:
        assert not verbs.one_letter_off(word, "list")


@pytest.mark.parametrize("word", ["ist", "lst", "lis", "llist", "lists", "lisp", "ilst", "lits"])
def test_one_letter_is_near(word: str) -> None:
    assert verbs.near_verb(word, ["show", "list"]) == "list"


@pytest.mark.parametrize("word", ["", "tsil", "listen", "l", "li", "note", "ilts"])
def test_more_than_one_letter_is_not_near(word: str) -> None:
    assert verbs.near_verb(word, ["show", "list"]) is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["--", "ls", "-l"], "shrink None 0 '' ['ls', '-l']"),
        (["-n", "5", "--", "git", "log", "--", ""], "shrink None 5 '' ['git', 'log', '--', '']"),
        (["--label", "--", "file"], "shrink file 0 '--' None"),
        (["--label", "--", "--", "ls"], "shrink None 0 '--' ['ls']"),
        (["--label=x", "--", "echo", "\udcff"], "shrink None 0 'x' ['echo', '\\udcff']"),
        (["--", "--help"], "shrink None 0 '' ['--help']"),
        (["--", ""], "shrink None 0 '' ['']"),
        (["-"], "shrink - 0 '' None"),
    ],
)
def test_a_wrapped_command_is_never_parsed(line: list[str], told: str) -> None:
    assert run("compress", *line) == (exits.OK, f"{told}\n", "")


@pytest.mark.parametrize("line", [["file", "--", "ls"], ["--"], ["-n", "5", "--"]])
def test_a_file_with_a_command_and_an_empty_command_are_refused(line: list[str]) -> None:
    code, out, err = run("compress", *line)
    assert (code, out) == (exits.WRONG_USE, "")
    assert "compress" in err


@pytest.mark.parametrize("line", [["pytest", "-q"], ["ls", "a", "b c"]])
def test_a_command_without_dashes_is_told_where_they_go(line: list[str]) -> None:
    code, out, err = run("compress", *line)
    assert (code, out) == (exits.WRONG_USE, "")
    assert f"to run a command write knapsack compress -- {shlex.join(line)} " in err


@pytest.mark.parametrize("names", [[], ["compress"], ["remember"], ["remember", "list"]])
@pytest.mark.parametrize("option", ["-h", "--help", "--version"])
def test_help_and_version_work_everywhere(names: list[str], option: str) -> None:
    code, out, err = run(*names, option)
    assert (code, err) == (exits.OK, "")
    if option == "--version":
        assert out == f"knapsack {__version__}\n"
    else:
        assert out.startswith(f"Usage: {' '.join(['knapsack', *names])} ")
        assert out.count("-h, --help") == 1


def test_help_of_verbs_shows_them_and_the_examples_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERMINAL_WIDTH", "40")
    narrow = run("remember", "--help")[1]
    monkeypatch.setenv("COLUMNS", "200")
    assert run("remember", "--help")[1] == narrow
    assert f"\n  {EXAMPLE}\n" in f"{narrow}\n"
    assert "  list   List memories.\n  learn  Learn from sessions.\n" in narrow
    assert "Usage: knapsack remember [OPTIONS] [TEXT]...\n       knapsack remember VERB" in narrow
    assert "\x1b" not in narrow


def test_wrong_names_are_told_in_one_line_with_the_nearest() -> None:
    assert run("compres")[::2] == (
        exits.WRONG_USE,
        "knapsack: no command 'compres'; did you mean compress? (see knapsack --help)\n",
    )
    assert run("compress", "--budgt", "5")[::2] == (
        exits.WRONG_USE,
        "knapsack: No such option: --budgt; did you mean --budget? (see knapsack compress --help)\n",
    )
    assert run("remember", "list", "--jsn")[::2] == (
        exits.WRONG_USE,
        "knapsack: No such option: --jsn; did you mean --json? (see knapsack remember list --help)\n",
    )
    assert run("compress", "-n", "x")[::2] == (
        exits.WRONG_USE,
        "knapsack: Invalid value for '--budget' / '-n': 'x' is not a valid int "
        "(see knapsack compress --help)\n",
    )


def test_nothing_given_at_all_shows_the_help_on_stderr() -> None:
    code, out, err = run()
    assert (code, out) == (exits.WRONG_USE, "")
    assert err.startswith("Usage: knapsack COMMAND")


def test_a_terminal_on_stdin_is_refused_with_an_example() -> None:
    code, out, err = run("remember", terminal=True)
    assert (code, out) == (exits.WRONG_USE, "")
    assert 'knapsack remember "the port is 8080"' in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("line", [["--help"], ["--version"], ["nonsense"]])
def test_the_front_page_loads_no_command_and_no_heavy_library(line: list[str]) -> None:
    code = (
        "import sys; from knapsack_cli import app; from knapsack_cli.context import Context; "
        f"app.run(Context.from_process(), {line!r}); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "typer.core" in loaded
    assert loaded.isdisjoint(
        {"rich", "sqlite3", "_sqlite3", "json", "tree_sitter", "knapsack_cli.compression"}
    )
