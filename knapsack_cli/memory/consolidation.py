"""Making one memory of those that say the same, over all that there are."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from knapsack_cli.memory import facts, index, similarity
from knapsack_cli.memory.model import Draft, Memory
from knapsack_cli.store.database import Database


class Joined(NamedTuple):
    """Two memories that are one from now on: `into` stays, `memory` goes into it."""

    into: Memory
    memory: Memory


def consolidate(database: Database, now: float, *, dry_run: bool) -> list[Joined]:
    """Merge all memories of one type and scope that say the same, oldest first; each merge can be undone.

    Args:
        now: seconds. dry_run: tell what would be merged, change nothing.
    """
    index.make_ready(database)
    joined: list[Joined] = []
    gone: set[int] = set()
    rows = database.execute("SELECT id FROM memories WHERE superseded_by='' ORDER BY created, id").fetchall()
    for (row,) in rows:
        if row in gone:
            continue
        memory = facts.get(database.connection, row)
        while (partner := _partner(database, memory, gone)) is not None:
            joined.append(Joined(memory, partner))
            gone.add(partner.row)
            if not dry_run:
                _join(database, joined[-1], now)
                memory = facts.get(database.connection, row)
            elif len(partner.content) > len(memory.content):
                memory = replace(memory, content=partner.content)
    return joined


def _partner(database: Database, memory: Memory, gone: set[int]) -> Memory | None:
    """The first younger memory that says the same."""
    reading = similarity.read(memory.content)
    for other in facts.alike(database.connection, as_draft(memory)):
        if other.row in gone or (other.created, other.row) <= (memory.created, memory.row):
            continue
        if other.content == memory.content or similarity.same(reading, similarity.read(other.content)):
            return other
    return None


def _join(database: Database, pair: Joined, now: float) -> None:
    with database.writing() as connection:
        facts.merge(
            connection, pair.into, as_draft(pair.memory), int(now * 1000), keep=True, uses=pair.memory.uses
        )
        key = pair.memory.key
        connection.execute("DELETE FROM memories WHERE id=?", (pair.memory.row,))
        index.remove(connection, pair.memory.row)
        connection.execute("DELETE FROM memory_vectors WHERE memory=?", (pair.memory.row,))
        connection.execute("UPDATE memory_merges SET memory=? WHERE memory=?", (pair.into.key, key))
        connection.execute("UPDATE memories SET superseded_by=? WHERE superseded_by=?", (pair.into.key, key))
        connection.execute(
            "UPDATE memories SET pinned = max(pinned, ?) WHERE id=?", (pair.memory.pinned, pair.into.row)
        )
        connection.execute(
            "INSERT OR REPLACE INTO memory_gone(key, into_key) VALUES(?, ?)", (key, pair.into.key)
        )


def as_draft(memory: Memory) -> Draft:
    """What would make this memory anew."""
    return Draft(
        memory.content,
        memory.type,
        memory.scope,
        memory.project,
        memory.session,
        memory.importance,
        memory.tags,
        memory.source,
        memory.origin,
        memory.expires,
    )
