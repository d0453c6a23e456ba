"""Which messages may answer a query: bounded work on the index, whatever its size.

Each term's newest postings come first; a term with fewer than the window is rare and known completely. Then
the rarest terms are intersected without a limit of age as long as that stays cheap. A message found twice has
the terms of both, so newer messages have no advantage but being met first.

Under filters either more postings are read and sieved by their mask, or a filter's own term takes part in the
query, whichever costs less; of a few hundred allowed messages, all are candidates.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from math import prod
from typing import NamedTuple

from knapsack_cli.sessions.facets import Allowed
from knapsack_cli.sessions.index import TABLE
from knapsack_cli.text.tokenization import Term

WINDOW = 256
"""Newest postings read of each term. Deeper windows favour new messages; shallower lose rare terms."""

_INTERSECTION = 400
"""Newest messages taken from each intersection."""

_SIEVED_INTERSECTION = 100
"""The same under a filter."""

_SCANNED = 150_000
"""What all intersections together may cost before they are limited to newer messages, in postings read past:
some 1 ms. See `Postings.plan`."""

_COMBINATIONS = ((0, 1, 2), (0, 1), (0, 2), (1, 2), (0, 1, 3), (0, 2, 3))
"""Which of the terms, rarest first, are intersected."""

_MOST_JOINED = 4
"""Rarest terms intersected all together: each costs a walk of its own."""

_SIEVED_WINDOW = 64
"""Newest allowed messages read of each term under a filter."""

_WINDOWS = 120_000
"""What the windows of all terms together may cost under a filter."""

_STEP = 3
"""What a message of the rarest list costs, next to a posting that is only read past (7 ns)."""

_SKIPPED = 450
"""Postings read past at most to reach a message in another list: half a page of the index."""

_ROW = 30
"""What a message that is handed over costs, in postings read past."""

_LIST = 2_500
"""What finding the end of a list costs, in postings read past."""

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


class Plan(NamedTuple):
    """How to find the newest allowed messages that hold some terms.

    Attributes:
        filter: an FTS5 expression to add to the terms, or nothing. limit: messages to ask for.
        low, high: between which messages. whole: whether that is everywhere that messages are allowed.
        cost: in postings read past.
    """

    filter: str
    limit: int
    low: int
    high: int
    whole: bool
    cost: float


class Postings:
    """The index of one connection, read for one query under its filters."""

    def __init__(self, connection: sqlite3.Connection, allowed: Allowed | None, highest: int) -> None:
        self.connection = connection
        self.allowed = allowed
        self.highest = highest

    def newest(self, expression: str, limit: int) -> list[int]:
        """The newest messages that match an FTS5 expression, at most `limit`; filters play no part."""
        return [row[0] for row in self.connection.execute(_NEWEST, (expression, limit)).fetchall()]

    def follow(self, plan: Plan, expression: str) -> tuple[list[int], bool]:
        """The allowed messages that a plan finds, newest first, and whether they are all there are."""
        if plan.filter:
            expression = f"{expression} AND {plan.filter}"
        if plan.low or plan.high < self.highest:
            parameters = (expression, plan.low, plan.high, plan.limit)
            found = [row[0] for row in self.connection.execute(_SPANNED, parameters).fetchall()]
        else:
            found = self.newest(expression, plan.limit)
        whole = plan.whole and len(found) < plan.limit
        if self.allowed is not None:
            mask = self.allowed.mask
            found = [number for number in found if mask[number]]
        return found, whole

    def plan(self, frequencies: list[float], wanted: int, most: float) -> Plan:
        """The cheapest way to the newest `wanted` allowed messages that hold all of some terms.

        Either the index looks for one of the filters too, or more messages are read and sieved by the mask.
        The rarest of the lists is read whole; of each other one, at most half a page for each message of the
        rarest. Lists so long that `wanted` is reached early (were they independent) are read that far only.

        Args:
            frequencies: of the terms, in the whole index.
            most: what it may cost; where it would be more, only newer messages are looked through.
        """
        allowed = self.allowed
        low, high = (0, self.highest) if allowed is None else (allowed.low, allowed.high)
        span = high - low + 1
        lists = [one * span / self.highest for one in frequencies]
        ways = [("", lists, 1.0 if allowed is None else span / allowed.size)]
        if allowed is not None:
            ways += [(one.expression, [*lists, one.size], one.size / allowed.size) for one in allowed.lists]
        costs = []
        for expression, read, factor in ways:
            rarest = min(read)
            expected = span * prod(one / span for one in read)
            rows = wanted * factor
            early = min(1.0, rows / expected) if expected else 1.0
            walked = _STEP * rarest + sum(min(one, rarest * _SKIPPED) for one in read)
            costs.append((early * walked + _ROW * min(rows, expected) + _LIST * len(read), rows, expression))
        cost, rows, expression = min(costs)
        limit = int(min(rows, max(WINDOW, most / _ROW))) + 1
        if cost > most:
            return Plan(expression, limit, int(high - span * most / cost), high, False, most)
        return Plan(expression, limit, low, high, True, cost)

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
        plan = self.plan([frequency], _SIEVED_WINDOW, _WINDOWS / terms)
        sieved, complete = self.follow(plan, quoted(term.token))
        return Listed(frequency, term, sieved, complete)

    def rescue(self, term: Term) -> list[int]:
        """Some allowed messages that hold a term, however far away, when every bounded way found none."""
        allowed = self.allowed
        if allowed is None:
            return []
        expression = " AND ".join([quoted(term.token), *(one.expression for one in allowed.lists)])
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
    wanted = _INTERSECTION if postings.allowed is None else _SIEVED_INTERSECTION
    groups = [tuple(strong[:_MOST_JOINED])] if len(strong) > 3 else []
    groups += [tuple(strong[n] for n in group) for group in _COMBINATIONS if group[-1] < len(strong)]
    for group in groups:
        if any(found.complete[bit] for bit in group):
            continue
        bits = sum(1 << bit for bit in group)
        tokens = [quoted(found.terms[bit].token) for bit in group]
        frequencies = [found.frequencies[bit] for bit in group]
        plan = postings.plan(frequencies, wanted, left)
        numbers, _ = postings.follow(plan, " AND ".join(tokens))
        left = max(_SCANNED / 20, left - plan.cost)
        for number in numbers:
            found.masks[number] = found.masks.get(number, 0) | bits
