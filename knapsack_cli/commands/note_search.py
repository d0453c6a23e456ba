"""A search of the vault as `note search` makes it; apart, so that its plain form needs no Typer."""

from __future__ import annotations

from knapsack_cli import exits
from knapsack_cli.commands import recall_search
from knapsack_cli.commands.places import vault_of
from knapsack_cli.commands.recall_output import Output
from knapsack_cli.context import Context
from knapsack_cli.text.hits import Filters


def straight(arguments: list[str]) -> recall_search.Asked | None:
    """What a plain command line asks for: words, a limit, JSON; None where the whole parser is needed."""
    asked = recall_search.straight(arguments)
    if asked is None or "-" in asked.query:
        return None
    plain = recall_search.Asked(asked.query, limit=asked.limit, as_json=asked.as_json)
    return asked if asked == plain else None


def answer(context: Context, asked: recall_search.Asked) -> int:
    """Write the hits; returns the exit code."""
    from knapsack_cli.notes.search import Searcher

    vault = vault_of(context)
    words = " ".join(asked.query)
    with context.database() as database:
        hits = Searcher(database, vault.folder, context.tell).search(words, Filters(), asked.limit)
    Output(context, asked.as_json).hits(words, hits)
    return exits.OK if hits else exits.NOTHING_FOUND
