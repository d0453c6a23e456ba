"""Which messages may answer a query: bounded work on the index, whatever its size.

Each term's newest postings come first; a term with fewer than the window is rare and known completely. Then
the rarest terms are intersected without a limit of age as long as that stays cheap. A message found twice has
the terms of both, so newer messages have no advantage but being met first.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from knapsack_cli.sessions.index import TABLE
from knapsack_cli.text.tokenization import Term

WINDOW = 256
"""Newest postings read of each term. Deeper windows favour new messages; shallower lose rare terms."""

_INTERSECTION = 400
"""Newest messages taken from each intersection."""

_SCANNED = 10_000
"""Postings that all intersections together may walk over before they are limited to newer messages."""

_COMBINATIONS = ((0, 1, 2), (0, 1), (0, 2), (1, 2), (0, 1, 3), (0, 2, 3), (0, 3), (1, 2, 3))
"""Which of the terms, rarest first, are intersected."""

_FILTERED_SCAN = 6_000
"""Postings that one term's window may walk over under a filter."""


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


class Postings:
    """The index of one connection, read for one query under one restriction."""

    def __init__(self, connection: sqlite3.Connection, restriction: str, highest: int) -> None:
        self.connection = connection
        self.restriction = restriction
        self.highest = highest

    def newest(self, expression: str, limit: int, above: int = 0) -> list[int]:
        """The newest `limit` messages that match an FTS5 expression and the restriction."""
        if self.restriction:
            expression = f"({expression}) AND {self.restriction}"
        if above > 0:
            sql = f"SELECT rowid FROM {TABLE}(?) WHERE rowid > ? ORDER BY rowid DESC LIMIT ?"
            rows = self.connection.execute(sql, (expression, above, limit))
        else:
            rows = self.connection.execute(
                f"SELECT rowid FROM {TABLE}(?) ORDER BY rowid DESC LIMIT ?", (expression, limit)
            )
        return [row[0] for row in rows.fetchall()]

    def plain(self, expression: str, limit: int) -> list[int]:
        """The same without the restriction."""
        rows = self.connection.execute(
            f"SELECT rowid FROM {TABLE}(?) ORDER BY rowid DESC LIMIT ?", (expression, limit)
        )
        return [row[0] for row in rows.fetchall()]

    def frequency(self, newest: list[int]) -> float:
        """About how many messages hold a term whose newest ones are these."""
        if len(newest) < WINDOW:
            return float(len(newest))
        return len(newest) * self.highest / max(1, self.highest - newest[-1])


def quoted(token: str) -> str:
    """A token as an FTS5 term."""
    return '"' + token.replace('"', '""') + '"'


def find_candidates(postings: Postings, terms: list[Term], most_terms: int = 12) -> Found:
    """Messages that may answer `terms`, with the terms known to be in each."""
    restricted = (
        postings.frequency(postings.plain(postings.restriction, WINDOW)) if postings.restriction else 0.0
    )
    listed = []
    for term in terms:
        newest = postings.plain(quoted(term.token), WINDOW)
        frequency = postings.frequency(newest)
        complete = len(newest) < WINDOW
        if postings.restriction and newest:
            above = 0
            steps = min(frequency, restricted)
            if steps > _FILTERED_SCAN:
                above = int(postings.highest * (1 - _FILTERED_SCAN / steps))
            newest = postings.newest(quoted(term.token), WINDOW, above)
            complete = len(newest) < WINDOW and above == 0
            if complete:
                frequency = float(len(newest))
        if newest or frequency:
            listed.append((frequency, term, newest, complete))
    listed.sort(key=lambda item: item[0])
    listed = _heaviest(listed, most_terms, postings.highest)
    masks: dict[int, int] = {}
    for bit, (_, _, newest, _) in enumerate(listed):
        for message in newest:
            masks[message] = masks.get(message, 0) | 1 << bit
    found = Found(
        [item[1] for item in listed], [item[0] for item in listed], [item[3] for item in listed], masks
    )
    _intersect(postings, found, restricted)
    return found


def _heaviest(listed: list[Listed], most: int, total: int) -> list[Listed]:
    """At most `most` terms, those that say most (weight times rarity), rarest first."""
    if len(listed) <= most:
        return listed
    by_worth = sorted(
        range(len(listed)), key=lambda n: (-listed[n][1].weight / (1 + listed[n][0] / (total + 1)), n)
    )
    return [listed[n] for n in sorted(by_worth[:most])]


def _intersect(postings: Postings, found: Found, restricted: float) -> None:
    strong = [bit for bit, term in enumerate(found.terms) if term.weight >= 0.3]
    if len(strong) < 2:
        return
    left = float(_SCANNED)
    groups = [tuple(strong)] if len(strong) > 3 else []
    groups += [tuple(strong[n] for n in group) for group in _COMBINATIONS if group[-1] < len(strong)]
    done: set[tuple[int, ...]] = set()
    for group in groups:
        if group in done or any(found.complete[bit] for bit in group):
            continue
        done.add(group)
        steps = min(found.frequencies[bit] for bit in group)
        if restricted:
            steps = min(steps, restricted)
        above = 0
        if steps > left:
            above = int(postings.highest * (1 - left / steps))
        left = max(_SCANNED / 20, left - steps)
        bits = 0
        for bit in group:
            bits |= 1 << bit
        expression = " AND ".join(quoted(found.terms[bit].token) for bit in group)
        for message in postings.newest(expression, _INTERSECTION, above):
            found.masks[message] = found.masks.get(message, 0) | bits


Listed = tuple[float, Term, list[int], bool]
