"""The numbered migrations. A migration is never edited once released; a change is a new one.

Each room's tables stand in a module of their own under `tables/`; here is the order.
"""

from knapsack_cli.store.tables import catalog, memory, notes, originals, sessions

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        *originals.STATEMENTS,
        *memory.STATEMENTS,
        *sessions.STATEMENTS,
        *notes.STATEMENTS,
        *catalog.STATEMENTS,
    ),
)
