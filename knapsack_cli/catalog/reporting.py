"""What the filters saved, in a session and in all, and what was promoted and why."""

from __future__ import annotations

from dataclasses import dataclass, field

from knapsack_cli.catalog.selection import State
from knapsack_cli.catalog.usage import decayed
from knapsack_cli.store.database import Database


@dataclass(frozen=True, slots=True)
class Saved:
    """Requests changed by one filter, and bytes and tokens (estimated) before and after."""

    kind: str
    requests: int
    bytes_before: int
    bytes_after: int
    tokens_before: int
    tokens_after: int


@dataclass(slots=True)
class Report:
    """The figures of one session and of all, the session's promotions, and the skills used most."""

    session: str
    of_session: list[Saved] = field(default_factory=list)
    of_all: list[Saved] = field(default_factory=list)
    promoted: dict[str, str] = field(default_factory=dict)
    used: list[tuple[str, int, float]] = field(default_factory=list)
    """(name, uses, decayed weight), most first."""


def read_report(database: Database, session: str, now: float, most: int = 10) -> Report:
    """The report on `session`; on the one seen last when it is empty.

    Raises:
        StoreError: the database cannot be read.
    """
    if not session:
        row = database.execute(
            "SELECT session FROM skill_sessions WHERE session NOT LIKE 'tools:%' "
            "ORDER BY updated DESC, session LIMIT 1"
        ).fetchone()
        session = row["session"] if row is not None else ""
    report = Report(session, _saved(database, session), _saved(database, None))
    row = database.execute("SELECT state FROM skill_sessions WHERE session = ?", (session,)).fetchone()
    state = State.from_json(row["state"]) if row is not None else None
    if state is not None:
        report.promoted = state.promoted
    rows = database.execute("SELECT name, uses, weight, last_used FROM skill_usage").fetchall()
    used = [(row["name"], row["uses"], decayed(row["weight"], now - row["last_used"])) for row in rows]
    report.used = sorted(used, key=lambda one: (-one[2], one[0]))[:most]
    return report


def _saved(database: Database, session: str | None) -> list[Saved]:
    condition = "" if session is None else "AND session = ?"
    rows = database.execute(
        "SELECT kind, count(*) AS requests, sum(bytes_in) AS bytes_in, sum(bytes_out) AS bytes_out, "
        "sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out FROM savings "
        f"WHERE kind IN ('skills', 'tools') {condition} GROUP BY kind ORDER BY kind",
        () if session is None else (session,),
    )
    return [
        Saved(
            row["kind"],
            row["requests"],
            row["bytes_in"],
            row["bytes_out"],
            row["tokens_in"],
            row["tokens_out"],
        )
        for row in rows
    ]
