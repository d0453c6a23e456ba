"""Memories in the database: saved, merged, superseded, undone, looked up, forgotten."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, NamedTuple

from knapsack_cli.errors import NothingFoundError, UsageError
from knapsack_cli.memory import index, similarity
from knapsack_cli.memory.model import KEY_DIGITS, Draft, Memory, Place, key_of
from knapsack_cli.store.database import Database
from knapsack_cli.text.tokenization import index_tokens

COLUMNS = (
    "id, key, content, type, scope, project, session, importance, pinned, tags, source, origin, created, "
    "updated, expires, uses, last_used, superseded_by"
)
RISE = 0.1
"""How much more important a memory is each time that it is said again (upstream Knapsack's figure)."""
_COMPARED = 50
"""Memories that share most words with a new one and are compared with it."""
_WORDS_ASKED = 40
_SHARED = 0.25
"""The least overlap of tokens at which two texts are compared: below it they are not alike nor opposed."""


class Saved(NamedTuple):
    """What became of a new memory.

    Attributes:
        how: "new", "known" (the very text was there) or "merged". opposes: memories it may contradict, each
        with the reason. superseded: memories whose place it took.
    """

    memory: Memory
    how: str
    opposes: tuple[tuple[Memory, str], ...] = ()
    superseded: tuple[Memory, ...] = ()


class Merge(NamedTuple):
    """One merge: when, what the memory was before, and what was merged into it."""

    number: int
    time: int
    before: dict[str, Any]
    merged: dict[str, Any]


def from_row(row: sqlite3.Row | tuple[Any, ...]) -> Memory:
    """A memory of the columns in COLUMNS."""
    values: list[Any] = list(row)
    values[8] = bool(values[8])
    values[9] = tuple(values[9].split())
    return Memory(*values)


def save(database: Database, draft: Draft, now: float, supersedes: tuple[str, ...] = ()) -> Saved:
    """Save a draft: as a new memory, or into one that says the same.

    Args:
        now: seconds. supersedes: ids of memories whose place it takes.

    Raises:
        UsageError, NothingFoundError: an id that is none.
    """
    index.make_ready(database)
    moment = int(now * 1000)
    with database.writing() as connection:
        replaced = [_find(connection, name) for name in supersedes]
        reading = similarity.read(draft.content)
        near = [
            (memory, similarity.read(memory.content))
            for memory in alike(connection, draft)
            if memory.key not in {one.key for one in replaced}
        ]
        merged = next((one for one, other in near if one.content == draft.content), None)
        how = "known" if merged is not None else "merged"
        if merged is None:
            merged = next((one for one, other in near if similarity.same(reading, other)), None)
        if merged is None:
            memory, how = _insert(connection, draft, moment), "new"
        else:
            memory = merge(connection, merged, draft, moment, keep=how == "merged")
        opposes = []
        if how == "new":
            for one, other in near:
                reason = similarity.opposed(reading, other)
                if reason:
                    opposes.append((one, reason))
        for one in replaced:
            if one.key != memory.key:
                connection.execute(
                    "UPDATE memories SET superseded_by=?, updated=? WHERE id=?", (memory.key, moment, one.row)
                )
    return Saved(memory, how, tuple(opposes), tuple(one for one in replaced if one.key != memory.key))


def alike(connection: sqlite3.Connection, draft: Draft) -> list[Memory]:
    """Memories of the draft's type and scope that share most words with it, the oldest of equals first."""
    said = dict.fromkeys(index_tokens(draft.content).split())
    found: dict[int, Memory] = {}
    same_place = "m.type=? AND m.scope=? AND m.project=? AND m.session=? AND m.superseded_by=''"
    place = (draft.type, draft.scope, draft.project, draft.session)
    columns = ", ".join(f"m.{name}" for name in COLUMNS.split(", "))
    for row in connection.execute(
        f"SELECT {columns} FROM memories m WHERE {same_place} AND m.content=?", (*place, draft.content)
    ):
        found[row[0]] = from_row(row)
    if not said:
        return list(found.values())
    expression = " OR ".join(map(index.quoted, list(said)[:_WORDS_ASKED]))
    for *row, tokens in connection.execute(
        f"SELECT {columns}, i.tokens FROM {index.TABLE}(?) i CROSS JOIN memories m ON m.id = i.rowid "
        f"WHERE {same_place} ORDER BY i.rank, m.id LIMIT {_COMPARED}",
        (expression, *place),
    ):
        # Taking texts apart is dear, and the whole database waits meanwhile: first a look at their tokens.
        others = set(tokens.split())
        if len(others & said.keys()) >= _SHARED * len(others | said.keys()):
            found.setdefault(row[0], from_row(tuple(row)))
    return list(found.values())


def _insert(connection: sqlite3.Connection, draft: Draft, moment: int, key: str = "") -> Memory:
    key = key or key_of("memory", draft.type, draft.scope, draft.project, draft.session, draft.content)
    known = connection.execute(f"SELECT {COLUMNS} FROM memories WHERE key=?", (key,)).fetchone()
    if known is not None:
        # The text came back after another took its place, or after it was merged away and undone.
        memory = from_row(known)
        connection.execute("UPDATE memories SET superseded_by='', updated=? WHERE id=?", (moment, memory.row))
        return get(connection, memory.row)
    connection.execute("DELETE FROM memory_gone WHERE key=?", (key,))
    tags = " ".join(draft.tags)
    cursor = connection.execute(
        "INSERT INTO memories(key, content, type, scope, project, session, importance, tags, source, origin, "
        "created, updated, expires) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            key,
            draft.content,
            draft.type,
            draft.scope,
            draft.project,
            draft.session,
            draft.importance,
            tags,
            draft.source,
            draft.origin,
            moment,
            moment,
            draft.expires,
        ),
    )
    row = int(cursor.lastrowid or 0)
    index.put(connection, row, draft.content, tags)
    return get(connection, row)


def merge(
    connection: sqlite3.Connection, memory: Memory, draft: Draft, moment: int, *, keep: bool, uses: int = 0
) -> Memory:
    """Put a draft into a memory: the longer text wins, importance rises, uses add up."""
    if keep:
        connection.execute(
            "INSERT INTO memory_merges(memory, time, before, merged) VALUES(?,?,?,?)",
            (
                memory.key,
                moment,
                json.dumps(asdict(memory), ensure_ascii=False),
                json.dumps(draft._asdict(), ensure_ascii=False),
            ),
        )
    longer = draft.content if len(draft.content) > len(memory.content) else memory.content
    tags = " ".join(sorted({*memory.tags, *draft.tags}))
    importance = min(1.0, round(max(memory.importance, draft.importance) + RISE, 4))
    lasting = memory.expires is None or draft.expires is None
    connection.execute(
        "UPDATE memories SET content=?, importance=?, tags=?, source=?, origin=?, updated=?, expires=?, "
        "uses=? WHERE id=?",
        (
            longer,
            importance,
            tags,
            memory.source or draft.source,
            memory.origin or draft.origin,
            moment,
            None if lasting else max(memory.expires or 0, draft.expires or 0),
            memory.uses + uses,
            memory.row,
        ),
    )
    index.put(connection, memory.row, longer, tags)
    return get(connection, memory.row)


def undo(database: Database, name: str, now: float) -> tuple[Memory, Memory]:
    """Take the last merge into a memory back: (the memory as it was, the other one on its own again).

    Raises:
        UsageError, NothingFoundError: no such memory, or nothing was merged into it.
    """
    index.make_ready(database)
    moment = int(now * 1000)
    with database.writing() as connection:
        memory = _find(connection, name)
        merges = merges_of(connection, memory)
        if not merges:
            raise NothingFoundError(
                f"nothing was merged into {memory.id}; knapsack remember show {memory.id}"
            )
        last = merges[-1]
        before, other = last.before, Draft(**last.merged)
        tags = " ".join(before["tags"])
        connection.execute(
            "UPDATE memories SET content=?, importance=?, tags=?, source=?, origin=?, expires=?, uses=?, "
            "updated=? WHERE id=?",
            (
                before["content"],
                before["importance"],
                tags,
                before["source"],
                before["origin"],
                before["expires"],
                max(0, before["uses"]),
                moment,
                memory.row,
            ),
        )
        index.put(connection, memory.row, before["content"], tags)
        connection.execute("DELETE FROM memory_merges WHERE id=?", (last.number,))
        apart = _insert(connection, other._replace(tags=tuple(other.tags)), moment)
        return get(connection, memory.row), apart


def merges_of(connection: sqlite3.Connection, memory: Memory) -> list[Merge]:
    """What was merged into a memory, oldest first."""
    return [
        Merge(row[0], row[1], json.loads(row[2]), json.loads(row[3]))
        for row in connection.execute(
            "SELECT id, time, before, merged FROM memory_merges WHERE memory=? ORDER BY id", (memory.key,)
        )
    ]


def get(connection: sqlite3.Connection, row: int) -> Memory:
    """The memory of one row."""
    return from_row(connection.execute(f"SELECT {COLUMNS} FROM memories WHERE id=?", (row,)).fetchone())


def find(database: Database, name: str) -> Memory:
    """The one memory that an id, or an unambiguous beginning of one, means.

    The id of one that was merged away means what it was merged into.

    Raises:
        UsageError: not an id, or it fits several. NothingFoundError: there is none.
    """
    return _find(database.connection, name)


def _find(connection: sqlite3.Connection, name: str) -> Memory:
    digits = name[1:].lower()
    if name[:1].lower() != "m" or not 4 <= len(digits) <= KEY_DIGITS or digits.strip("0123456789abcdef"):
        raise UsageError(f"{name!r} is not a memory's id: m and 4 to {KEY_DIGITS} hexadecimal digits")
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM memories WHERE key >= ? AND key < ? LIMIT 2", (digits, digits + "g")
    ).fetchall()
    if not rows:
        gone = connection.execute(
            "SELECT into_key FROM memory_gone WHERE key >= ? AND key < ? AND into_key <> ''",
            (digits, digits + "g"),
        ).fetchone()
        if gone is not None:
            return _find(connection, f"m{gone[0]}")
        raise NothingFoundError(f"no memory {name}; knapsack remember list shows all")
    if len(rows) > 1:
        raise UsageError(f"{name} fits several memories; give more of the id")
    return from_row(rows[0])


def visible(place: Place, alias: str = "m") -> tuple[str, tuple[str, ...]]:
    """SQL that holds for the memories seen from `place`, and its parameters."""
    marks = ",".join("?" * len(place.projects))
    return (
        f"({alias}.scope='global' OR ({alias}.scope='project' AND {alias}.project IN ({marks})) "
        f"OR ({alias}.scope='session' AND {alias}.session=?))",
        (*place.projects, place.session or "\0"),
    )


def alive(now: float, alias: str = "m") -> tuple[str, tuple[int]]:
    """SQL that holds for memories that are in force, and its parameters."""
    return (
        f"({alias}.superseded_by='' AND ({alias}.expires IS NULL OR {alias}.expires > ?))",
        (int(now * 1000),),
    )


def count_uses(database: Database, rows: Iterable[int], now: float) -> None:
    """Remember that memories were shown or given to a model."""
    listed = [(int(now * 1000), row) for row in sorted(set(rows))]
    if listed:
        with database.writing() as connection:
            connection.executemany("UPDATE memories SET uses = uses + 1, last_used = ? WHERE id = ?", listed)


def is_known(database: Database, content: str, session: str = "") -> bool:
    """Whether some memory (of a session, when one is named) has this very text."""
    row = database.execute(
        "SELECT 1 FROM memories WHERE content = ? AND session IN (?, ?) LIMIT 1",
        (content, session, session or ""),
    ).fetchone()
    return row is not None


def pin(database: Database, name: str, pinned: bool) -> Memory:
    """Keep a memory from pruning, or no longer.

    Raises:
        UsageError, NothingFoundError: as `find`.
    """
    with database.writing() as connection:
        memory = _find(connection, name)
        connection.execute("UPDATE memories SET pinned=? WHERE id=?", (int(pinned), memory.row))
        return get(connection, memory.row)


def forget(database: Database, memories: Iterable[Memory], *, gone: bool = True) -> int:
    """Delete memories with all they were merged from; how many there were.

    Args:
        gone: an import does not bring them again; only remembering anew does.
    """
    index.make_ready(database)
    count = 0
    # Deleted text is overwritten in the file at once, not only marked as free.
    database.execute("PRAGMA secure_delete=ON")
    with database.writing() as connection:
        for memory in memories:
            count += connection.execute("DELETE FROM memories WHERE key=?", (memory.key,)).rowcount
            index.remove(connection, memory.row)
            connection.execute("DELETE FROM memory_merges WHERE memory=?", (memory.key,))
            connection.execute("DELETE FROM memory_vectors WHERE memory=?", (memory.row,))
            if gone:
                connection.execute("INSERT OR REPLACE INTO memory_gone(key) VALUES(?)", (memory.key,))
    return count
