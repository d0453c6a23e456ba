"""Searching memories: upstream's composite over a real index, above a floor of relevance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from knapsack_cli.errors import StoreError
from knapsack_cli.memory import facts, index, scoring
from knapsack_cli.memory.meaning import likenesses_of
from knapsack_cli.memory.model import TYPES, Memory, Place
from knapsack_cli.memory.relevance import Among, answers
from knapsack_cli.store.database import Database
from knapsack_cli.store.lexicon import load_lexicon
from knapsack_cli.text.hits import Filters, Hit

Embed = Callable[[], Any]


class Searcher:
    """Searches the memories of one open database as they are seen from one place.

    Args:
        now: seconds. load_model: gives what turns texts into vectors, or None. tell: says what is left out.
    """

    def __init__(
        self, database: Database, place: Place, now: float, load_model: Embed, tell: Callable[[str], None]
    ) -> None:
        index.make_ready(database)
        self._database = database
        self._place = place
        self._now = now
        self._load = load_model
        self._tell = tell
        self._lexicon = load_lexicon(database)

    def search(self, query: str, filters: Filters, limit: int) -> list[Hit]:
        """The best `limit` memories for `query`, best first, of equals the older one; none that only
        resembles it. Every one is counted as used."""
        if filters.agent or (filters.role and filters.role not in TYPES):
            return []
        among = self._among(filters)
        likenesses = likenesses_of(self._database, among, query, self._load, self._tell)
        found = answers(self._database, query, among, self._lexicon, likenesses or {})
        moment = int(self._now * 1000)
        scored: list[tuple[float, Memory]] = []
        for match in found.matches:
            memory = match.memory
            score = scoring.composite(
                match.bm25,
                match.smart_case,
                memory.importance,
                memory.created,
                memory.uses,
                moment,
                None if likenesses is None else likenesses.get(memory.row, 0.0),
            )
            scored.append((score, memory))
        scored.sort(key=lambda item: (-round(item[0], 6), item[1].created, item[1].key))
        best = scored[:limit]
        try:
            facts.count_uses(self._database, [memory.row for _, memory in best], self._now)
        except StoreError:
            # A figure that cannot be kept, in a home that is read-only say, costs nobody what was found.
            pass
        return [self._hit(score, memory, found.surfaces) for score, memory in best]

    def _among(self, filters: Filters) -> Among:
        alive, parameters = facts.alive(self._now)
        conditions = [alive]
        values: list[object] = [*parameters]
        if filters.project:
            names = [name.rstrip("/") for name in (filters.project, *filters.other_names)]
            either = " OR ".join(["m.project = ? OR m.project LIKE ? ESCAPE '\\'"] * len(names))
            conditions.append(f"({either})")
            for name in names:
                escaped = name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
                values += [name, f"%/{escaped}"]
        elif filters.session:
            conditions.append("m.session = ?")
            values.append(filters.session)
        else:
            seen, more = facts.visible(self._place)
            conditions.append(seen)
            values += more
        if filters.role:
            conditions.append("m.type = ?")
            values.append(filters.role)
        for moment, sign in ((filters.since, ">="), (filters.until, "<=")):
            if moment is not None:
                conditions.append(f"m.updated {sign} ?")
                values.append(moment)
        return Among(" AND ".join(conditions), tuple(values))

    def _hit(self, score: float, memory: Memory, surfaces: tuple[str, ...]) -> Hit:
        return Hit(
            source="memory",
            id=memory.id,
            score=round(score, 3),
            text=memory.content,
            surfaces=surfaces,
            session=memory.session,
            role=memory.type,
            time=memory.updated,
            project=memory.project or memory.scope,
            title=" ".join(f"#{tag}" for tag in memory.tags),
        )
