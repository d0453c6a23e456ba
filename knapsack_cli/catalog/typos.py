"""Which known word an unknown one was meant to be: edit distance, within narrow bounds."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 4
"""Shorter words have too many neighbours."""


def allowed_distance(word: str) -> int:
    """How many slips a word of this length may hold."""
    return 1 if len(word) < 8 else 2


def likeness(word: str, slips: int) -> float:
    """How sure a correction is, 0 to 1: short words have many real neighbours, long ones hardly any."""
    return max(0.3, min(0.9, 0.9 - 0.18 * (7 - len(word)))) if slips == 1 else 0.65


def distance(first: str, second: str, limit: int) -> int:
    """Optimal string alignment distance (insertions, deletions, substitutions, neighbours swapped).

    Gives `limit + 1` as soon as it is sure to be more than `limit`.
    """
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for at, character in enumerate(first, 1):
        previous, row = row, [at]
        for other, candidate in enumerate(second, 1):
            cost = min(
                previous[other] + 1, row[other - 1] + 1, previous[other - 1] + (character != candidate)
            )
            if at > 1 and other > 1 and character == second[other - 2] and first[at - 2] == candidate:
                cost = min(cost, before[other - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before = previous
    return row[-1]


class Corrector:
    """Looks words up among known ones, by first letter and length, so that few are compared."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known: dict[tuple[str, int], list[str]] = {}
        for word in sorted(known):
            if len(word) >= SHORTEST - 1 and word.isascii() and word.isalpha():
                self._known.setdefault((word[0], len(word)), []).append(word)

    def nearest(self, word: str) -> list[tuple[str, float]]:
        """The known words at the least distance within bounds, each with how sure it is (0 to 1)."""
        if len(word) < SHORTEST or not word.isalpha() or not word.isascii():
            return []
        limit = allowed_distance(word)
        letters = set(word)
        # A slip seldom hits the first letter, save that the first two are swapped.
        starts = (word[0],) if word[0] == word[1] else (word[0], word[1])
        best: list[str] = []
        for length in range(len(word) - limit, len(word) + limit + 1):
            for start in starts:
                for candidate in self._known.get((start, length), ()):
                    if len(letters.symmetric_difference(candidate)) > 2 * limit:
                        continue
                    found = distance(word, candidate, limit)
                    if found < limit or (found == limit and len(candidate) >= SHORTEST):
                        if found < limit:
                            best, limit = [], found
                        best.append(candidate)
        return [(candidate, likeness(word, limit)) for candidate in best]
