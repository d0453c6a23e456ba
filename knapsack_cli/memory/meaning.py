"""Likeness of meaning between a query and memories, where the optional extra is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from knapsack_cli.errors import StoreError
from knapsack_cli.memory.associations import is_read, spelled_out
from knapsack_cli.memory.relevance import Among
from knapsack_cli.store.database import Database

_MOST_NEW = 400
"""Memories whose vectors are made for one query, the newest first: two seconds' work."""

_SPELLED_SHARE = 0.95
"""What likeness to the query with its means named is worth beside likeness to the query itself."""


def likenesses_of(
    database: Database, among: Among, query: str, load: Callable[[], Any], tell: Callable[[str], None]
) -> dict[int, float] | None:
    """Row -> cosine of the query's meaning with the memory's; None where nothing can compare them.

    A vector is made once for each text and kept.
    """
    # The model was trained on English: of other scripts it says little that is true.
    # The model was trained on English: of other scripts it says little that is true.
    model = load() if is_read(query) else None
    if model is None:
        return None
    import numpy

    rows = database.execute(
        "SELECT m.id, m.content, v.vector, v.content = m.content AND v.model = ? FROM memories m "
        f"LEFT JOIN memory_vectors v ON v.memory = m.id WHERE {among.condition} ORDER BY m.id DESC",
        (model.name, *among.parameters),
    ).fetchall()
    vectors = {row[0]: numpy.frombuffer(row[2], dtype=numpy.float16) for row in rows if row[3]}
    stale = [(row[0], row[1]) for row in rows if not row[3] and is_read(row[1])]
    if len(stale) > _MOST_NEW:
        left = len(stale) - _MOST_NEW
        tell(f"{left:,} older memories are not compared by meaning yet; the next searches come to them")
        stale = stale[:_MOST_NEW]
    if stale:
        made = model.embed([content for _, content in stale]).astype(numpy.float16)
        vectors.update(zip((row for row, _ in stale), made, strict=True))
        _keep(database, model.name, [(*one, vector) for one, vector in zip(stale, made, strict=True)])
    if not vectors:
        return {}
    asked = [text for text in (query, spelled_out(query)) if text]
    scores = numpy.stack(list(vectors.values())).astype(numpy.float32) @ model.embed(asked).T
    scores = (scores * [1.0, _SPELLED_SHARE][: len(asked)]).max(axis=1)
    # Rounded, so that the last bits of different processors' sums do not decide an order.
    return {row: round(float(score), 4) for row, score in zip(vectors, scores, strict=True)}


def _keep(database: Database, model: str, made: list[tuple[int, str, Any]]) -> None:
    """Keep vectors for the next query; that they cannot be kept is no reason to fail."""
    try:
        with database.writing() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO memory_vectors(memory, content, model, vector) VALUES(?,?,?,?)",
                [(row, content, model, vector.tobytes()) for row, content, vector in made],
            )
    except StoreError:
        pass
