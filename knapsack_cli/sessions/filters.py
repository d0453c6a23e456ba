"""Limits on a search, as terms of the index: found in it, not sieved from what it gives."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from knapsack_cli.errors import UsageError
from knapsack_cli.sessions import identity
from knapsack_cli.sessions.importing import project_matches
from knapsack_cli.sessions.index import DAY, TIME_LEVELS, agent_token
from knapsack_cli.sessions.model import ROLE_CODES
from knapsack_cli.text.hits import Filters

_MOST_SPANS = 5
"""Tokens that a stretch of time is covered by at most; the rest is checked message by message."""


class Restriction(NamedTuple):
    """A limit in two parts.

    Attributes:
        expression: FTS5 terms that every result has, or nothing.
        condition, parameters: SQL over `messages m` that every result meets as well, or nothing.
    """

    expression: str = ""
    condition: str = ""
    parameters: tuple[int, ...] = ()


def restriction_of(connection: sqlite3.Connection, filters: Filters) -> Restriction | None:
    """The restriction that `filters` mean here; None when nothing can meet them.

    Raises:
        UsageError: an unknown role, or an id that is none or fits several sessions.
    """
    groups: list[list[str]] = []
    conditions: list[str] = []
    parameters: list[int] = []
    if filters.role:
        if filters.role not in ROLE_CODES:
            raise UsageError(f"role {filters.role!r}: it is one of {', '.join(ROLE_CODES)}")
        groups.append([f".r{ROLE_CODES[filters.role]}"])
    if filters.agent:
        groups.append([agent_token(filters.agent)])
    if filters.project:
        projects = connection.execute("SELECT id, name FROM session_projects").fetchall()
        groups.append([f".p{number}" for number, name in projects if project_matches(name, filters.project)])
    if filters.session:
        number = find_session(connection, filters.session)
        if number is None:
            return None
        homes = connection.execute(
            "SELECT DISTINCT m.session FROM message_links l JOIN messages m ON m.id = l.message "
            "WHERE l.session=?",
            (number,),
        ).fetchall()
        groups.append([f".s{number}", *(f".s{home[0]}" for home in homes)])
        if homes:
            conditions.append(
                "(m.session = ? OR "
                "EXISTS(SELECT 1 FROM message_links l WHERE l.session = ? AND l.message = m.id))"
            )
            parameters += [number, number]
    if filters.since is not None or filters.until is not None:
        low, high = _span(connection, filters)
        if low > high:
            return None
        groups.append(time_tokens(low, high))
        conditions.append("m.time BETWEEN ? AND ?")
        parameters += [low, high]
    if any(not group for group in groups):
        return None
    expression = " AND ".join("(" + " OR ".join(f'"{token}"' for token in group) + ")" for group in groups)
    return Restriction(expression, " AND ".join(conditions), tuple(parameters))


def find_session(connection: sqlite3.Connection, name: str) -> int | None:
    """The session that an id, a prefix of one, or a source's own id means.

    Raises:
        UsageError: it fits several.
    """
    rows = connection.execute("SELECT id FROM sessions WHERE source=? LIMIT 2", (name,)).fetchall()
    if not rows:
        try:
            first, last = identity.key_range(name, "s")
        except UsageError:
            return None
        rows = connection.execute(
            "SELECT id FROM sessions WHERE key BETWEEN ? AND ? LIMIT 2", (first, last)
        ).fetchall()
    if len(rows) > 1:
        raise UsageError(f"{name} fits several sessions; give more of the id")
    return int(rows[0][0]) if rows else None


def _span(connection: sqlite3.Connection, filters: Filters) -> tuple[int, int]:
    low, high = connection.execute("SELECT min(started), max(ended) FROM sessions").fetchone()
    if low is None:
        return 1, 0
    return (
        max(low, filters.since if filters.since is not None else low),
        min(high, filters.until if filters.until is not None else high),
    )


def time_tokens(low: int, high: int) -> list[str]:
    """The tokens whose spans of time cover `low` to `high` (milliseconds), at the finest level of few."""
    first, last = low // DAY, high // DAY
    for days, letter in TIME_LEVELS:
        if last // days - first // days < _MOST_SPANS or days == TIME_LEVELS[-1][0]:
            return [f".{letter}{number}" for number in range(first // days, last // days + 1)]
    return []
