"""How well a message answers a query, judged on its text.

BM25 over the query's terms (k1 1.2, b 0.5, lengths against 500 characters), times how much of the query is
covered, how close its heaviest terms stand, and whether the query occurs as it is. Found by measuring on
labelled queries in five languages; each factor's worth is in the benchmark.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from knapsack_cli.text.folding import fold
from knapsack_cli.text.tokenization import Term

_K1 = 1.2
_B = 0.5
_USUAL_LENGTH = 500

SCORED_CHARACTERS = 20_000
"""Characters of a message that are judged; what stands further on is known from the index alone."""

_UNCONFIRMED = 0.4
"""Worth of a word found in the text as part of another one only."""


class Weighted(NamedTuple):
    """A term with its place in the masks and its weight, rarity included."""

    bit: int
    surface: str
    weight: float
    is_word: bool
    complete: bool


def weigh(terms: list[Term], frequencies: list[float], complete: list[bool], total: int) -> list[Weighted]:
    """The terms, heaviest first; rarity is the usual logarithm of how few messages hold the term."""
    weighted = []
    for bit, term in enumerate(terms):
        frequency = frequencies[bit]
        rarity = log(1 + (total - frequency + 0.5) / (frequency + 0.5)) if total > frequency else 0.1
        weighted.append(
            Weighted(bit, term.surface, term.weight * rarity, term.kind in ("word", "part"), complete[bit])
        )
    weighted.sort(key=lambda item: -item.weight)
    return weighted


def prepared(text: str, folds: bool) -> str:
    """A message's text in the form in which it is compared."""
    text = text[:SCORED_CHARACTERS]
    return (fold(text) if folds else text).lower()


def score(text: str, mask: int, weighted: list[Weighted], whole: str, total_weight: float) -> float:
    """The score of one prepared text.

    Args:
        mask: the terms that the index is known to hold for it.
        whole: the whole query, prepared. total_weight: the sum of the weights.
    """
    length = 1 - _B + _B * len(text) / _USUAL_LENGTH
    points = covered = 0.0
    first_places = []
    for place, (bit, surface, weight, is_word, complete) in enumerate(weighted):
        count = text.count(surface)
        known = mask >> bit & 1
        if not count:
            if not known:
                continue
            count = 1
        elif is_word and not known and complete:
            weight *= _UNCONFIRMED
        points += weight * count * (_K1 + 1) / (count + _K1 * length)
        covered += weight
        if place < 4:
            at = text.find(surface)
            if at >= 0:
                first_places.append(at)
    if not points:
        return 0.0
    points *= 0.5 + 0.5 * covered / total_weight
    if len(first_places) > 1:
        span = max(first_places) - min(first_places)
        points *= 1 + 0.4 * len(first_places) / 4 / (1 + span / 60)
    if len(whole) > 1 and whole in text:
        points *= 1.6
    return points
