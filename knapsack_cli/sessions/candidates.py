"""Which messages may answer a query: bounded work on the index, whatever its size.

Each term's newest postings come first; a term with fewer than the window is rare and known completely. Then
the rarest terms are intersected without a limit of age as long as that stays cheap. A message found twice has
the terms of both, so newer messages have no advantage but being met first.

Under a filter that leaves many messages, more postings are read and sieved by its mask; under one that leaves
few and scattered ones, its own terms take part in the query; of a few hundred, all are candidates.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from knapsack_cli.sessions.facets import Allowed
from knapsack_cli.sessions.index import TABLE
from knapsack_cli.text.tokenization import Term

WINDOW = 256
"""Newest postings read of each term. Deeper windows favour new messages; shallower lose rare terms."""

_INTERSECTION = 400
"""Newest messages taken from each intersection."""

_SCANNED = 8_000
"""Postings that all intersections together may walk over before they are limited to newer messages."""

_COMBINATIONS = ((0, 1, 2), (0, 1), (0, 2), (1, 2), (0, 1, 3), (0, 2, 3))
"""Which of the terms, rarest first, are intersected."""

_MOST_JOINED = 4
"""Rarest terms intersected all together: each costs a walk of its own."""

_SIEVED_WINDOW = 96
"""Newest allowed messages read of each term under a filter."""

_SIEVED = 3_000
"""Postings that the windows of all terms together may read under a filter."""

_WALKED = 8_000
"""Postings that the windows of all terms together may walk over where the filter's terms take part."""

_DENSE = 0.05
"""Share of allowed messages from which on sieving is cheaper than intersecting."""

FEW = 250
"""Allowed messages of which every one is a candidate."""

_RESCUED = 50
"""Messages of each term read without bounds when nothing else was found."""

STRONG = 0.3
"""Weight from which on a term is worth more than its newest messages: no particle or question word is."""

MOST_PROBED = 24
"""Terms looked up for one query."""

MOST_TERMS = 12
"""Terms a query is answered by: those that say most."""


_NEWEST = f"SELECT rowid FROM {TABLE}(?) ORDER BY rowid DESC LIMIT ?"
_SPANNED = f"SELECT rowid FROM {TABLE}(?) WHERE rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?"


class Found(NamedTuple):
    """Candidates and what was learnt of the terms.

    Attributes:
        terms: the terms that the index knows, rarest first.
        frequencies: for each, in how many messages it is (an estimate where that is many).
        complete: for each, whether all its messages are known, so that a mask without it means it is absent.
        masks: message -> bits of the terms known to be in it.
    """

    terms: list[Term]
    frequencies: list[float]
    complete: list[bool]
    masks: dict[int, int]


class Listed(NamedTuple):
    """A term, how many messages hold it, and the newest allowed ones of them."""

    frequency: float
    term: Term
    newest: list[int]
    complete: bool


class Postings:
    """The index of one connection, read for one query under its filters."""

    def __init__(self, connection: sqlite3.Connection, allowed: Allowed | None, highest: int) -> None:
        self.connection = connection
        self.allowed = allowed
        self.highest = highest
        self.sieves = allowed is None or not allowed.expression or allowed.density >= _DENSE

    def newest(self, expression: str, limit: int, above: int = 0, below: int = 0) -> list[int]:
        """The newest messages that match an FTS5 expression, at most `limit`; filters play no part."""
        if above or below:
            rows = self.connection.execute(_SPANNED, (expression, above, below or self.highest, limit))
        else:
            rows = self.connection.execute(_NEWEST, (expression, limit))
        return [row[0] for row in rows.fetchall()]

    def frequency(self, newest: list[int]) -> float:
        """About how many messages hold a term whose newest ones are these."""
        if len(newest) < WINDOW:
            return float(len(newest))
        return len(newest) * self.highest / max(1, self.highest - newest[-1])

    def probe(self, term: Term) -> Listed:
        """A term's newest messages, and from how densely they lie about how many there are."""
        newest = self.newest(quoted(term.token), WINDOW)
        return Listed(self.frequency(newest), term, newest, len(newest) < WINDOW)

    def sieve(self, probed: Listed, terms: int, *, further: bool) -> Listed:
        """A probed term with its newest allowed messages instead, for a query of `terms` terms.

        Args:
            further: whether it is worth a look beyond the messages that the probe found.
        """
        allowed = self.allowed
        if allowed is None:
            return probed
        frequency, term, newest, complete = probed
        mask = allowed.mask
        sieved = [number for number in newest if mask[number]]
        enough = len(sieved) >= _SIEVED_WINDOW or allowed.size <= FEW or not further
        if complete or enough:
            return Listed(frequency, term, sieved, complete)
        token = quoted(term.token)
        if self.sieves:
            limit = min(int(_SIEVED_WINDOW / allowed.density) + 1, max(WINDOW, _SIEVED // terms))
            newest = self.newest(token, limit, allowed.low, allowed.high)
            complete = len(newest) < limit
        else:
            steps = min(frequency, float(allowed.size))
            most = max(WINDOW, _WALKED // terms)
            above = allowed.low
            if steps > most:
                above = int(allowed.high - (allowed.high - allowed.low) * most / steps)
            newest = self.newest(f"{token} AND {allowed.expression}", WINDOW, above, allowed.high)
            complete = len(newest) < WINDOW and above == allowed.low
        return Listed(frequency, term, [number for number in newest if mask[number]], complete)

    def intersection(self, tokens: list[str], frequency: float, left: float) -> tuple[list[int], float]:
        """The newest allowed messages that hold all `tokens`, and the postings walked over.

        Args:
            frequency: of the rarest of the tokens. left: postings that may be walked over.
        """
        expression = " AND ".join(tokens)
        allowed = self.allowed
        if allowed is None:
            above = int(self.highest * (1 - left / frequency)) if frequency > left else 0
            return self.newest(expression, _INTERSECTION, above), frequency
        span = allowed.high - allowed.low + 1
        steps = frequency * span / self.highest
        limit = _INTERSECTION
        if self.sieves:
            limit = min(int(limit / allowed.density) + 1, 3 * _INTERSECTION)
        else:
            expression = f"{expression} AND {allowed.expression}"
            steps = min(steps, float(allowed.size))
        above = int(allowed.high - span * left / steps) if steps > left else allowed.low
        found = self.newest(expression, limit, above, allowed.high)
        return [number for number in found if allowed.mask[number]], steps

    def rescue(self, term: Term) -> list[int]:
        """Some allowed messages that hold a term, however far away, when every bounded way found none."""
        allowed = self.allowed
        if allowed is None:
            return []
        expression = quoted(term.token)
        if allowed.expression:
            expression = f"{expression} AND {allowed.expression}"
        found: list[int] = []
        for row in self.connection.execute(
            f"SELECT rowid FROM {TABLE}(?) WHERE rowid BETWEEN ? AND ? ORDER BY rowid DESC",
            (expression, allowed.low, allowed.high),
        ):
            if allowed.mask[row[0]]:
                found.append(row[0])
                if len(found) >= _RESCUED:
                    break
        return found


def quoted(token: str) -> str:
    """A token as an FTS5 term."""
    return '"' + token.replace('"', '""') + '"'


def find_candidates(postings: Postings, terms: list[Term], respell: Callable[[Term], list[Term]]) -> Found:
    """Messages that may answer `terms`, with the terms known to be in each.

    Args:
        respell: gives other terms for one that no message holds.
    """
    listed = []
    for term in _most_telling(terms):
        item = postings.probe(term)
        if item.frequency:
            listed.append(item)
        else:
            listed += [postings.probe(other) for other in respell(term)]
    listed = [item for item in listed if item.frequency]
    listed.sort(key=lambda item: item.frequency)
    listed = _heaviest(listed, postings.highest)
    telling = [item.term.weight >= STRONG and item.term.kind != "part" for item in listed]
    listed = [
        postings.sieve(item, len(listed), further=tells or not any(telling))
        for item, tells in zip(listed, telling, strict=True)
    ]
    masks: dict[int, int] = {}
    for bit, item in enumerate(listed):
        for number in item.newest:
            masks[number] = masks.get(number, 0) | 1 << bit
    found = Found(
        [item.term for item in listed],
        [item.frequency for item in listed],
        [item.complete for item in listed],
        masks,
    )
    allowed = postings.allowed
    if allowed is not None and allowed.size <= FEW:
        for number in allowed.numbers():
            masks.setdefault(number, 0)
        return found
    _intersect(postings, found)
    if not masks:
        for bit, term in enumerate(found.terms):
            for number in postings.rescue(term):
                masks[number] = masks.get(number, 0) | 1 << bit
    return found


def _most_telling(terms: list[Term]) -> list[Term]:
    """At most `MOST_PROBED` terms, the heaviest, in the order of the query."""
    if len(terms) <= MOST_PROBED:
        return terms
    best = sorted(range(len(terms)), key=lambda n: (-terms[n].weight, n))[:MOST_PROBED]
    return [terms[n] for n in sorted(best)]


def _heaviest(listed: list[Listed], total: int) -> list[Listed]:
    """At most `MOST_TERMS` terms, those that say most (weight, then rarity), rarest first."""
    if len(listed) <= MOST_TERMS:
        return listed
    worth = [item.term.weight / (1 + item.frequency / (total + 1)) for item in listed]
    best = sorted(range(len(listed)), key=lambda n: (-worth[n], n))[:MOST_TERMS]
    return [listed[n] for n in sorted(best)]


def _intersect(postings: Postings, found: Found) -> None:
    strong = [bit for bit, term in enumerate(found.terms) if term.weight >= STRONG and term.kind != "part"]
    if (
        len(strong) < 2
    ):  # parts of an identifier say nothing that the whole of it does not, where that is known
        strong = [bit for bit, term in enumerate(found.terms) if term.weight >= STRONG]
    left = float(_SCANNED)
    groups = [tuple(strong[:_MOST_JOINED])] if len(strong) > 3 else []
    groups += [tuple(strong[n] for n in group) for group in _COMBINATIONS if group[-1] < len(strong)]
    for group in groups:
        if any(found.complete[bit] for bit in group):
            continue
        bits = sum(1 << bit for bit in group)
        tokens = [quoted(found.terms[bit].token) for bit in group]
        frequency = min(found.frequencies[bit] for bit in group)
        numbers, steps = postings.intersection(tokens, frequency, left)
        left = max(_SCANNED / 20, left - steps)
        for number in numbers:
            found.masks[number] = found.masks.get(number, 0) | bits
