"""A search as `recall` makes it: what was asked, and the one way it is answered.

Apart from the command, so that the plain form of `recall` needs no Typer (see `straight`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from knapsack_cli import exits
from knapsack_cli.commands.places import projects_meant
from knapsack_cli.commands.recall_output import Output
from knapsack_cli.commands.recall_sources import SOURCES
from knapsack_cli.context import Context
from knapsack_cli.errors import UsageError
from knapsack_cli.text.decoding import typed
from knapsack_cli.text.hits import Filters
from knapsack_cli.text.moments import parse_moment


class Asked(NamedTuple):
    """The query and the options of a search, as they were given."""

    query: list[str]
    within: str = ""
    limit: int = 10
    project: str = ""
    agent: str = ""
    role: str = ""
    since: str = ""
    until: str = ""
    session: str = ""
    as_json: bool = False


_VALUED = {
    "--in": "within",
    "--project": "project",
    "--agent": "agent",
    "--role": "role",
    "--since": "since",
    "--until": "until",
    "--session": "session",
}


def straight(arguments: list[str]) -> Asked | None:
    """What a plain command line asks for: words, and options written out with their values behind them.

    None for every other form: the whole parser reads those, and says what is wrong with them.
    """
    words: list[str] = []
    options: dict[str, str] = {}
    limit, as_json = Asked([]).limit, False
    rest = iter(arguments)
    for argument in rest:
        if argument == "--json":
            as_json = True
        elif argument == "-" or not argument.startswith("-"):
            words.append(argument)
        else:
            value = next(rest, "-")
            if value.startswith("-"):
                return None
            if (
                argument == "--limit"
                and value.isascii()
                and value.isdecimal()
                and len(value) < 9
                and int(value)
            ):
                limit = int(value)
            elif argument in _VALUED:
                options[_VALUED[argument]] = value
            else:
                return None
    return Asked(words, limit=limit, as_json=as_json, **options) if words else None


def answer(context: Context, asked: Asked) -> int:
    """Search, write the hits, say how many there were and how long it took; returns the exit code.

    Raises:
        UsageError: an option that makes no sense.
    """
    now = context.clock()
    names = projects_meant(context, asked.project)
    filters = Filters(
        names[0] if names else "",
        asked.agent,
        asked.role,
        asked.session,
        parse_moment(asked.since, now, "--since") if asked.since else None,
        parse_moment(asked.until, now, "--until", end=True) if asked.until else None,
        names[1:],
    )
    output = Output(context, asked.as_json)
    started = context.clock()
    found = count = 0
    with context.database() as database:
        opened = [SOURCES[name](database, context) for name in wanted(asked.within)]
        searches = [search for search in opened if search]
        if not searches:
            context.tell("nothing is stored yet; run: knapsack import, or knapsack remember TEXT")
            return exits.NOTHING_FOUND
        for one in queries(context, asked.query):
            count += 1
            for search in searches:
                hits = search(one, filters, asked.limit)
                output.hits(one, hits)
                found += len(hits)
    spent = (context.clock() - started) * 1000
    of = f" for {count:,} queries" if count != 1 else ""
    context.stdout.flush()
    context.tell(f"{found:,} hit{'' if found == 1 else 's'}{of} in {spent:.0f} ms")
    return exits.OK if found else exits.NOTHING_FOUND


def wanted(within: str) -> list[str]:
    """The sources named by `--in`, all of them when it is empty.

    Raises:
        UsageError: an unknown one.
    """
    names = [name.strip() for name in within.split(",") if name.strip()] or list(SOURCES)
    for name in names:
        if name not in SOURCES:
            raise UsageError(f"--in {name}: it takes {', '.join(SOURCES)}")
    return names


def queries(context: Context, words: list[str]) -> Iterator[str]:
    """The query on the command line, or those on stdin."""
    if words != ["-"]:
        yield typed(" ".join(words))
        return
    for line in context.stdin:
        query = line.decode("utf-8", "replace").rstrip("\r\n")
        if query.strip():
            yield query
