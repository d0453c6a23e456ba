"""The door for `recall`: an index that is ready, or made so, and a search over it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from knapsack_cli.errors import StoreError
from knapsack_cli.sessions.index import Index, require_fts5
from knapsack_cli.sessions.search import Searcher, damaged
from knapsack_cli.store.database import Database
from knapsack_cli.text.hits import Filters, Hit, Search


def open_search(database: Database, tell: Callable[[str], None]) -> Search | None:
    """A search over the sessions of `database`; None when none are stored.

    An index that is missing, of another version or damaged is made from the messages first, and `tell` says
    so. Whatever another process has done of it counts.

    Raises:
        StoreError: this SQLite cannot search.
    """
    if not database.execute("SELECT 1 FROM messages LIMIT 1").fetchone():
        return None
    index = Index(database)
    if index.state() == "ready" and not index.is_sound():
        require_fts5(database.connection)
        tell("the search index is damaged; making it anew")
        index.discard()
    if index.state() != "ready":
        make_index(index, tell)
    searcher = [Searcher(database)]

    def search(query: str, filters: Filters, limit: int) -> list[Hit]:
        try:
            return searcher[0].search(query, filters, limit)
        except (sqlite3.DatabaseError, StoreError) as error:
            if not damaged(error):
                raise
            tell(f"the search index is damaged ({error}); making it anew")
            index.discard()
            make_index(index, tell)
            searcher[0] = Searcher(database)
            return searcher[0].search(query, filters, limit)

    return search


def make_index(index: Index, tell: Callable[[str], None]) -> None:
    """Make the index anew, saying how far it has come at every tenth."""
    said = [0]

    def progress(done: int, total: int) -> None:
        tenth = 10 * done // max(1, total)
        if tenth > said[0]:
            said[0] = tenth
            tell(f"making the search index: {done:,} of {total:,} messages")

    index.make_ready(progress)
