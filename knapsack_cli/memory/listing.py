"""Lists of memories, by what they are and where they are seen from."""

from __future__ import annotations

from typing import NamedTuple

from knapsack_cli.errors import UsageError
from knapsack_cli.memory import facts
from knapsack_cli.memory.model import SCOPES, TYPES, Memory, Place
from knapsack_cli.store.database import Database


class Wanted(NamedTuple):
    """What a list is limited to; empty means no limit. Times are milliseconds.

    Attributes:
        everywhere: of all projects and sessions. superseded: also those that were replaced or expired.
    """

    types: tuple[str, ...] = ()
    scope: str = ""
    tag: str = ""
    matching: str = ""
    session: str = ""
    before: int | None = None
    everywhere: bool = False
    superseded: bool = False


def listed(database: Database, place: Place, wanted: Wanted, now: float, limit: int = 0) -> list[Memory]:
    """The memories, pinned ones first, then by importance, then the newest.

    Args:
        now: seconds. limit: at most so many; 0 is all.

    Raises:
        UsageError: an unknown type or scope.
    """
    conditions = ["1"]
    values: list[object] = []
    for type_ in wanted.types:
        if type_ not in TYPES:
            raise UsageError(f"--type {type_}: it is one of {', '.join(TYPES)}")
    if wanted.types:
        conditions.append(f"m.type IN ({','.join('?' * len(wanted.types))})")
        values += wanted.types
    if wanted.scope:
        if wanted.scope not in SCOPES:
            raise UsageError(f"--scope {wanted.scope}: it is one of {', '.join(SCOPES)}")
        conditions.append("m.scope = ?")
        values.append(wanted.scope)
    if wanted.session:
        conditions.append("m.session = ?")
        values.append(wanted.session)
    elif not wanted.everywhere:
        seen, more = facts.visible(place)
        conditions.append(seen)
        values += more
    if not wanted.superseded:
        alive, moment = facts.alive(now)
        conditions.append(alive)
        values += moment
    if wanted.before is not None:
        conditions.append("m.updated < ?")
        values.append(wanted.before)
    if wanted.tag:
        conditions.append("instr(' ' || m.tags || ' ', ?)")
        values.append(f" {wanted.tag.lstrip('#').lower()} ")
    columns = ", ".join(f"m.{name}" for name in facts.COLUMNS.split(", "))
    found = [
        facts.from_row(row)
        for row in database.execute(
            f"SELECT {columns} FROM memories m WHERE {' AND '.join(conditions)} "
            "ORDER BY m.pinned DESC, m.importance DESC, m.updated DESC, m.key",
            tuple(values),
        )
    ]
    if wanted.matching:
        words = wanted.matching.lower().split()
        found = [one for one in found if all(word in one.content.lower() for word in words)]
    return found[:limit] if limit else found
