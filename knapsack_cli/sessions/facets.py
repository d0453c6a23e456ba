"""What messages can be limited to, kept so small that a filter is a mask in a millisecond or two.

Messages of a session mostly follow one another, so sessions (with their project, agent and time) are kept as
runs of message numbers; roles are a byte a message, in blocks.
"""

from __future__ import annotations

import sqlite3
from functools import reduce
from typing import NamedTuple

from knapsack_cli.errors import UsageError
from knapsack_cli.sessions import identity
from knapsack_cli.sessions.index import agent_token
from knapsack_cli.sessions.roles import ROLE_CODES
from knapsack_cli.text.hits import Filters

_BLOCK = 1024
"""Messages whose roles share a row: one page, so that storing a single message rewrites no more."""

_LONGEST_RUN = 256
"""Messages of a run, so that its span of time stays narrow."""

_MOST_PROJECTS = 20
"""Projects that a query of the index names; of a folder above more of them there is the mask alone."""

_NONE = 0xFF
"""The role of a number that no message has."""


class Noted(NamedTuple):
    """What is kept of a new message."""

    id: int
    session: int
    role: int
    time: int


def note(connection: sqlite3.Connection, messages: list[Noted]) -> None:
    """Keep the facets of new messages, numbered upwards, inside the caller's transaction."""
    if not messages:
        return
    last = connection.execute("SELECT * FROM message_runs ORDER BY first DESC LIMIT 1").fetchone()
    runs = [list(last)] if last is not None else []
    for number, session, _, time in messages:
        run = runs[-1] if runs else None
        if run and run[2] == session and run[1] == number - 1 and number - run[0] < _LONGEST_RUN:
            run[1] = number
            run[3] = min(run[3], time)
            run[4] = max(run[4], time)
        else:
            runs.append([number, number, session, time, time])
    connection.executemany("INSERT OR REPLACE INTO message_runs VALUES(?, ?, ?, ?, ?)", runs)
    blocks: dict[int, bytearray] = {}
    for number, _, role, _ in messages:
        block = number // _BLOCK
        if block not in blocks:
            row = connection.execute("SELECT roles FROM message_roles WHERE block=?", (block,)).fetchone()
            blocks[block] = bytearray(row[0]) if row else bytearray([_NONE]) * _BLOCK
        blocks[block][number % _BLOCK] = role
    connection.executemany("INSERT OR REPLACE INTO message_roles VALUES(?, ?)", blocks.items())


def next_number(connection: sqlite3.Connection) -> int:
    """The number for the next message: never one that was used, even by a message that is forgotten."""
    row = connection.execute(
        "SELECT max(coalesce((SELECT max(id) FROM messages), 0), "
        "coalesce((SELECT last FROM message_runs ORDER BY first DESC LIMIT 1), 0))"
    ).fetchone()
    return int(row[0]) + 1


class FilterList(NamedTuple):
    """An FTS5 expression that one of the filters is, and how many messages between the first and the last
    allowed one have it."""

    expression: str
    size: float


class Allowed(NamedTuple):
    """The messages that filters leave.

    Attributes:
        mask: a byte a message number, 1 where it is allowed. size, low, high: how many, the first and last.
        lists: what of the filters the index knows.
        condition, parameters: SQL over `messages m` for what the mask leaves open (times within a run).
    """

    mask: bytes | bytearray
    size: int
    low: int
    high: int
    lists: tuple[FilterList, ...]
    condition: str
    parameters: tuple[int, ...]

    def numbers(self) -> list[int]:
        """The allowed messages one by one, when they are few."""
        found = []
        at = self.low
        while at >= 0:
            found.append(at)
            at = self.mask.find(1, at + 1)
        return found


class Facets:
    """The facets of one connection; what queries share is read once."""

    def __init__(self, connection: sqlite3.Connection, highest: int) -> None:
        self.connection = connection
        self.highest = highest
        self._roles = b""
        self._last: tuple[Filters, Allowed | None] | None = None

    def allowed(self, filters: Filters) -> Allowed | None:
        """The messages that `filters` leave; None when there are none.

        Raises:
            UsageError: an unknown role, or an id that fits several sessions.
        """
        if self._last is None or self._last[0] != filters:
            self._last = (filters, self._find(filters))
        return self._last[1]

    def _find(self, filters: Filters) -> Allowed | None:
        parts: list[tuple[str, bytes | bytearray]] = []
        if filters.role:
            if filters.role not in ROLE_CODES:
                raise UsageError(f"role {filters.role!r}: it is one of {', '.join(ROLE_CODES)}")
            code = ROLE_CODES[filters.role]
            parts.append((f'".r{code}"', self._role_mask(code)))
        if filters.project:
            rows = self.connection.execute("SELECT id, name FROM session_projects").fetchall()
            projects = [number for number, name in rows if filters.is_of(name)]
            listed = ",".join(map(str, projects))
            named = " OR ".join(f'".p{number}"' for number in projects)
            few = 0 < len(projects) <= _MOST_PROJECTS
            parts.append((f"({named})" if few else "", self._runs_of(f"s.project IN ({listed})")))
        if filters.agent:
            token = f'"{agent_token(filters.agent)}"'
            parts.append((token, self._runs_of("s.agent = ?", filters.agent)))
        if filters.session:
            number = find_session(self.connection, filters.session)
            if number is None:
                return None
            mask = self._runs_of("r.session = ?", number)
            for row in self.connection.execute(
                "SELECT message FROM message_links WHERE session=?", (number,)
            ):
                if row[0] <= self.highest:
                    mask[row[0]] = 1
            parts.append(("", mask))
        condition = ""
        span: tuple[int, ...] = ()
        if filters.since is not None or filters.until is not None:
            span = (filters.since or 0, filters.until if filters.until is not None else 1 << 62)
            parts.append(("", self._runs_of("r.newest >= ? AND r.oldest <= ?", *span)))
            condition = "m.time BETWEEN ? AND ?"
        allowed = reduce(_both, [part for _, part in parts])
        size = allowed.count(1)
        if not size:
            return None
        low, high = allowed.find(1), allowed.rfind(1)
        lists = tuple(FilterList(name, part.count(1, low, high + 1)) for name, part in parts if name)
        return Allowed(allowed, size, low, high, lists, condition, span)

    def _runs_of(self, where: str, *parameters: object) -> bytearray:
        """The messages in the runs that meet a condition over runs `r` and their sessions `s`."""
        mask = bytearray(self.highest + 1)
        ones = b"\1" * _LONGEST_RUN
        for first, last in self.connection.execute(
            f"SELECT r.first, r.last FROM message_runs r JOIN sessions s ON s.id = r.session WHERE {where}",
            parameters,
        ):
            mask[first : last + 1] = ones[: last + 1 - first]
        return mask[: self.highest + 1]

    def _role_mask(self, role: int) -> bytes:
        if not self._roles:
            rows = self.connection.execute("SELECT block, roles FROM message_roles ORDER BY block").fetchall()
            gap = bytes([_NONE]) * _BLOCK
            known = dict(rows)
            blocks = range(self.highest // _BLOCK + 1)
            self._roles = b"".join(known.get(block, gap) for block in blocks)[: self.highest + 1]
        table = bytes(1 if code == role else 0 for code in range(256))
        return self._roles.translate(table)


def _both(one: bytes | bytearray, other: bytes | bytearray) -> bytes | bytearray:
    size = len(one)
    return (int.from_bytes(one, "little") & int.from_bytes(other, "little")).to_bytes(size, "little")


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
