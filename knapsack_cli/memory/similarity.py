"""Whether two memories say the same: near enough to be one, or opposed.

Two texts are one memory when their words (pairs of characters in scripts without spaces) overlap by three
quarters, as upstream Knapsack has it, and the shorter says nothing that the longer does not: they have the
same negations, numbers, versions and signs, and every word of the shorter stands in the longer, in order.
"use X" and "never use X", or "A depends on B" and "B depends on A", stay two.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from knapsack_cli.text.folding import fold_case
from knapsack_cli.text.tokenization import stem

ALIKE = 0.75
"""Jaccard overlap from which two texts may be one memory (upstream Knapsack's figure)."""
OPPOSED = 0.4
"""Overlap from which a difference in one name is taken for a contradiction."""

_UNSPACED = "\u0e00-\u0eff\u3041-\u3096\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_CLAUSE = frozenset(",;.。，；:")
_STOP = frozenset(
    "a an the of to in on at for and or is are was were be been do does it its this that these those with "
    "from by as we our you your i my the s 的 了 是 也 就 は が を に の と".split()
)
_NEGATIONS = frozenset(
    "not no never none without avoid neither nor cannot can't don't doesn't didn't isn't aren't wasn't won't "
    "shouldn't mustn't couldn't wouldn't stop disable disables disabled disallow forbid forbidden prohibited "
    "dislike dislikes disliked unless except instead refuse refuses deny denies hate hates "
    "dont cant wont isnt off false".split()
)
_NEGATION_SIGNS = frozenset("不没沒无無非未别別勿莫禁否ない無非안못")
_OPPOSITES: tuple[tuple[str, str], ...] = (
    ("allow", "forbid"),
    ("enable", "disable"),
    ("before", "after"),
    ("min", "max"),
    ("minimum", "maximum"),
    ("on", "off"),
    ("true", "false"),
    ("first", "last"),
    ("up", "down"),
    ("lower", "upper"),
    ("increase", "decrease"),
    ("include", "exclude"),
    ("with", "without"),
    ("above", "below"),
    ("more", "less"),
    ("start", "stop"),
    ("sync", "async"),
)
_OPPOSED_WORDS = frozenset(word for pair in _OPPOSITES for word in pair)
_NUMBER_WORDS = frozenset(
    "zero one two three four five six seven eight nine ten twenty thirty hundred thousand "
    "once twice half double".split()
)
_CJK_NUMBERS = frozenset("一二三四五六七八九十百千万两")


@cache
def _piece() -> re.Pattern[str]:
    """A word, an unspaced character, or a sign. Compiled at first use: help needs none, and it costs 5 ms."""
    return re.compile(
        rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+(?:[-.'’][^\W{_UNSPACED}]+)*\+{{0,2}}#?|[<>=!]=?|[~^%$&|]+|[,;.。，；:]"
    )


class Reading(NamedTuple):
    """What of a text is compared.

    Attributes:
        clauses: its words in order, clause by clause. terms: words, and pairs of unspaced characters.
        guards: negations, numbers, versions, opposed words and signs, sorted: all must be equal.
    """

    clauses: tuple[tuple[str, ...], ...]
    terms: frozenset[str]
    guards: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All words in order."""
        return tuple(word for clause in self.clauses for word in clause)


def read(text: str) -> Reading:
    """Take a text apart."""
    clauses: list[list[str]] = [[]]
    guards: list[str] = []
    terms: set[str] = set()
    before = ""
    for match in _piece().finditer(fold_case(text)):
        piece = match[0]
        if piece in _CLAUSE:
            clauses.append([])
            before = ""
            continue
        if len(piece) == 1 and not piece.isascii():
            if piece in _NEGATION_SIGNS or piece in _CJK_NUMBERS:
                guards.append(piece)
            if before:
                terms.add(before + piece)
            before = piece
        else:
            before = ""
            if _guards(piece):
                guards.append(piece)
            elif piece not in _STOP:
                terms.add(stem(piece))
        if piece not in _STOP:
            clauses[-1].append(stem(piece))
    guards.sort()
    return Reading(tuple(tuple(clause) for clause in clauses if clause), frozenset(terms), tuple(guards))


def _guards(piece: str) -> bool:
    return (
        piece in _NEGATIONS
        or piece in _NUMBER_WORDS
        or piece in _OPPOSED_WORDS
        or not piece[0].isalnum()
        or piece.endswith(("+", "#", "n't", "n’t"))
        or any(char.isdigit() for char in piece)
    )


def overlap(first: Reading, second: Reading) -> float:
    """Jaccard's index of the terms; two texts of guards alone overlap wholly."""
    union = len(first.terms | second.terms)
    return len(first.terms & second.terms) / union if union else 1.0


def same(first: Reading, second: Reading) -> bool:
    """Whether the two may be one memory."""
    if first.guards != second.guards or overlap(first, second) < ALIKE:
        return False
    shorter, longer = sorted((first, second), key=lambda reading: len(reading.words))
    return any(_within(words, longer.words) for words in _rotations(shorter)) or any(
        _within(shorter.words, words) for words in _rotations(longer)
    )


def _rotations(reading: Reading) -> list[tuple[str, ...]]:
    """The words with the clauses begun at each of them: a clause may be moved to the other end."""
    clauses = reading.clauses
    return [
        tuple(word for clause in (*clauses[at:], *clauses[:at]) for word in clause)
        for at in range(min(len(clauses), 8))
    ] or [()]


def _within(shorter: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    """Whether `shorter` stands in `longer` in order, with other words between at most."""
    rest = iter(longer)
    return all(word in rest for word in shorter)


def opposed(first: Reading, second: Reading) -> str:
    """Why the two may contradict each other, or nothing.

    They speak of the same things and differ in a negation, a number or opposed words, or in a single word
    that stands in the same place.
    """
    if first.words == second.words:
        return ""
    near = overlap(first, second)
    if near < OPPOSED:
        return ""
    if first.guards != second.guards:
        extra = sorted(set(first.guards) ^ set(second.guards)) or list(first.guards)
        # Many different things have numbers: only what is said in the same words is another value of one.
        numbers = all(any(char.isdigit() for char in guard) for guard in extra)
        if near >= (ALIKE if numbers else 0.5):
            return f"they differ in {' and '.join(map(repr, extra[:4]))}"
        return ""
    one, other = first.words, second.words
    if len(one) == len(other):
        differing = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        if len(differing) == 1:
            return f"one says {differing[0][0]!r}, the other {differing[0][1]!r}"
    return ""
