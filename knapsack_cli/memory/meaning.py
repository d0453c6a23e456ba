"""Likeness of meaning between a query and memories, where the optional extra is installed."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, pstdev
from typing import Any

from knapsack_cli.errors import StoreError
from knapsack_cli.memory import scoring
from knapsack_cli.memory.facts import COLUMNS, from_row
from knapsack_cli.memory.model import Memory
from knapsack_cli.memory.relevance import Among
from knapsack_cli.store.database import Database

_MOST = 20
"""Memories without a word of the query that meaning alone may bring."""


class Meanings:
    """A query's likeness to each memory that is looked at."""

    def __init__(self, memories: list[Memory], scores: list[float]) -> None:
        self._memories = memories
        self._scores = scores

    @classmethod
    def of(cls, database: Database, among: Among, query: str, load: Callable[[], Any]) -> Meanings | None:
        """Compare; None where nothing can turn texts into vectors, or there is nothing to compare.

        A vector is made once for each text and kept.
        """
        # The model was trained on English: of other scripts it says little that is true.
        embedder = load() if query.isascii() else None
        if embedder is None:
            return None
        import numpy

        columns = ", ".join(f"m.{name}" for name in COLUMNS.split(", "))
        rows = database.execute(
            f"SELECT {columns}, v.vector, v.content FROM memories m "
            f"LEFT JOIN memory_vectors v ON v.memory = m.id WHERE {among.condition} ORDER BY m.id",
            among.parameters,
        ).fetchall()
        if not rows:
            return None
        width = len(COLUMNS.split(", "))
        memories = [from_row(tuple(row)[:width]) for row in rows]
        stale = [at for at, row in enumerate(rows) if row[width + 1] != row[2]]
        vectors: dict[int, Any] = {}
        if stale:
            made = embedder.embed([memories[at].content for at in stale])
            vectors = dict(zip(stale, made, strict=True))
            _keep(database, [(memories[at], vectors[at]) for at in stale])
        matrix = numpy.stack(
            [
                vectors[at] if at in vectors else numpy.frombuffer(row[width], dtype=numpy.float32)
                for at, row in enumerate(rows)
            ]
        )
        return cls(memories, [float(score) for score in matrix @ embedder.embed([query])[0]])

    def _floor(self) -> float:
        if len(self._scores) < scoring.FEW_MEMORIES:
            return scoring.FEW_COSINE
        return max(
            scoring.COSINE_FLOOR, fmean(self._scores) + scoring.LEAST_DEVIATIONS * pstdev(self._scores)
        )

    def likenesses(self) -> dict[int, float]:
        """Row -> cosine."""
        return {memory.row: score for memory, score in zip(self._memories, self._scores, strict=True)}

    def alike(self, known: set[int]) -> list[Memory]:
        """The memories that are not `known` and whose meaning stands out, the most alike first."""
        floor = self._floor()
        found = [
            (-score, memory.row, memory)
            for memory, score in zip(self._memories, self._scores, strict=True)
            if score >= floor and memory.row not in known
        ]
        return [memory for _, _, memory in sorted(found, key=lambda item: item[:2])[:_MOST]]


def _keep(database: Database, made: list[tuple[Memory, Any]]) -> None:
    """Keep vectors for the next query; that they cannot be kept is no reason to fail."""
    try:
        with database.writing() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO memory_vectors(memory, content, vector) VALUES(?,?,?)",
                [(memory.row, memory.content, vector.astype("float32").tobytes()) for memory, vector in made],
            )
    except StoreError:
        pass
