"""What `recall` can search, each opened with what it needs of the run."""

from __future__ import annotations

from collections.abc import Callable

from knapsack_cli.context import Context
from knapsack_cli.errors import InputError, NothingFoundError
from knapsack_cli.store.database import Database
from knapsack_cli.text.hits import Search


def open_memory(database: Database, context: Context) -> Search | None:
    """A search over the memories that are seen from here; None when there are none at all."""
    if not database.execute("SELECT 1 FROM memories LIMIT 1").fetchone():
        return None
    from knapsack_cli.commands.places import place_of
    from knapsack_cli.memory.search import Searcher
    from knapsack_cli.text.sentence_model import load_sentence_model

    return Searcher(database, place_of(context), context.clock(), load_sentence_model, context.tell).search


def open_sessions(database: Database, context: Context) -> Search | None:
    """A search over past sessions; None when none are stored."""
    from knapsack_cli.sessions.recalling import open_search

    return open_search(database, context.tell)


def open_notes(database: Database, context: Context) -> Search | None:
    """A search over the notes of the vault; None when there is no vault."""
    from knapsack_cli.commands.places import vault_of
    from knapsack_cli.notes.search import Searcher

    try:
        vault = vault_of(context)
    except NothingFoundError:
        return None
    except InputError as error:
        context.tell(f"notes are not searched: {error}")
        return None
    return Searcher(database, vault.folder, context.tell).search


SOURCES: dict[str, Callable[[Database, Context], Search | None]] = {
    "memory": open_memory,
    "sessions": open_sessions,
    "notes": open_notes,
}
"""Name -> what opens a search; None means that it holds nothing."""
