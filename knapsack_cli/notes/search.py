"""Searching notes: candidates from the index, then the ranking that sessions have, on each note's text."""

from __future__ import annotations

from collections.abc import Callable

from knapsack_cli.errors import StoreError
from knapsack_cli.notes.frontmatter import body
from knapsack_cli.notes.index import TABLE, follow, title_of
from knapsack_cli.notes.vault import read_note
from knapsack_cli.store.database import Database
from knapsack_cli.store.lexicon import load_lexicon
from knapsack_cli.text import scoring
from knapsack_cli.text.folding import fold_case
from knapsack_cli.text.hits import Filters, Hit
from knapsack_cli.text.tokenization import Term, query_terms

_WINDOW = 2000
"""Notes taken of each term."""
_SCORED = 60
"""Notes whose text is read."""
_FLOOR = 0.3
"""The least share of what is asked (weight times rarity) that a note must hold."""


class Searcher:
    """Searches one vault. Made once for a run: the files are looked at then."""

    def __init__(self, database: Database, vault: str, tell: Callable[[str], None]) -> None:
        self._database = database
        self._vault = vault
        try:
            follow(database, vault)
        except StoreError as error:
            tell(f"notes changed just now may be missed: {error}")
        self._lexicon = load_lexicon(database)
        self._total = int(
            database.execute("SELECT count(*) FROM notes WHERE vault=?", (vault,)).fetchone()[0]
        )

    def search(self, query: str, filters: Filters, limit: int) -> list[Hit]:
        """The best `limit` notes, best first; filters by project, agent, role or session leave none."""
        if filters.agent or filters.role or filters.session or filters.project or not self._total:
            return []
        terms = [term for term in query_terms(query, self._lexicon) if term.weight > 0.1]
        if not terms:
            return []
        # Names made of the words put together are guesses: only those that are there are asked for.
        masks, frequencies = self._candidates(terms)
        guesses = [term.kind == "name" and not count for term, count in zip(terms, frequencies, strict=True)]
        terms = [
            term._replace(weight=0.0) if guess else term for term, guess in zip(terms, guesses, strict=True)
        ]
        complete = [frequency < _WINDOW for frequency in frequencies]
        weighted = scoring.weigh(terms, frequencies, complete, max(self._total, 2))
        total = sum(item.weight for item in weighted) or 1.0
        worth = {
            mask: sum(item.weight for item in weighted if mask >> item.bit & 1)
            for mask in set(masks.values())
        }
        chosen = sorted(
            (note for note in masks if worth[masks[note]] >= _FLOOR * total),
            key=lambda note: (-worth[masks[note]], note),
        )[:_SCORED]
        surfaces = tuple(
            term.surface for term, frequency in zip(terms, frequencies, strict=True) if frequency
        )
        found = []
        for note in chosen:
            path, modified, head = self._database.execute(
                "SELECT path, modified, head FROM notes WHERE id=?", (note,)
            ).fetchone()
            moment = modified // 1_000_000
            if (filters.since is not None and moment < filters.since) or (
                filters.until is not None and moment > filters.until
            ):
                continue
            text = body(read_note(self._vault, path))
            title = title_of(path)
            prepared = scoring.prepared(f"{title}\n{text}", True)
            points = scoring.score(prepared, masks[note], weighted, fold_case(query), total)
            if points > 0:
                shown = f"{title}  · {head}" if head else title
                found.append(Hit("notes", path, round(points, 3), text, surfaces, time=moment, title=shown))
        found.sort(key=lambda hit: (-hit.score, hit.id))
        return found[:limit]

    def _candidates(self, terms: list[Term]) -> tuple[dict[int, int], list[float]]:
        masks: dict[int, int] = {}
        frequencies = []
        for bit, term in enumerate(terms):
            expression = '"' + term.token.replace('"', '""') + '"'
            if term.kind == "character":
                expression = f"{expression} OR {expression}*"
            rows = self._database.execute(
                f"SELECT n.id FROM {TABLE}(?) i CROSS JOIN notes n ON n.id = i.rowid WHERE n.vault=? "
                f"LIMIT {_WINDOW}",
                (expression, self._vault),
            ).fetchall()
            frequencies.append(float(len(rows)))
            for (note,) in rows:
                masks[note] = masks.get(note, 0) | 1 << bit
        return masks, frequencies
