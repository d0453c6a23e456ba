"""Anchors in the database: declared, listed, superseded, acknowledged, dropped; and the events of drift."""

from __future__ import annotations

import json
import os
import sqlite3
from typing import NamedTuple

from knapsack_cli.errors import NothingFoundError, StoreError, UsageError
from knapsack_cli.memory import anchor_file
from knapsack_cli.memory.model import ID_DIGITS, KEY_DIGITS, Place, key_of
from knapsack_cli.store.database import Database
from knapsack_cli.text.anchoring import USUAL_CONTEXTS, Anchor, Hit, Matcher, is_pattern, line_text
from knapsack_cli.text.folding import fold_case
from knapsack_cli.text.tokenization import Lexicon, query_terms

_ANCHOR = (
    "key, statement, signals, allow, project, acknowledged, superseded_by, created, "
    "(SELECT json_group_object(l.text, l.reason) FROM anchor_lines l WHERE l.anchor = anchors.key)"
)
_SHARED = 0.5
"""The least share of an anchor's words that a prompt must hold for the anchor to be given."""
KEPT_EVENTS = 1000


class Kept(NamedTuple):
    """An anchor as it is kept, and how many checked lines drifted from it that are not accepted."""

    anchor: Anchor
    superseded_by: str
    created: int
    drifted: int
    last: int | None

    @property
    def state(self) -> str:
        """superseded, acknowledged, drifting (some checked text did), or aligned."""
        if self.superseded_by:
            return "superseded"
        if self.anchor.acknowledged:
            return "acknowledged"
        if self.drifted:
            return "drifting"
        return "acknowledged" if self.anchor.lines else "aligned"


def add(
    database: Database,
    statement: str,
    signals: tuple[str, ...],
    allow: tuple[str, ...],
    project: str,
    supersedes: tuple[str, ...],
    now: float,
) -> Anchor:
    """Declare an anchor; saying one again changes its signals and contexts.

    Args:
        allow: contexts in which a signal is none; empty for the usual ones. project: empty for all.

    Raises:
        UsageError: nothing declared, no signal, or one that is no pattern.
    """
    statement = " ".join(statement.split())
    signals = tuple(dict.fromkeys(signal.strip() for signal in signals if signal.strip()))
    if not statement:
        raise UsageError('say what must hold: knapsack drift add "We use SQLite" --signal postgres')
    if not signals:
        raise UsageError(
            f"which words tell that a text drifts from it? knapsack drift add {statement!r} --signal WORD"
        )
    for signal in signals:
        if is_pattern(signal):
            check_pattern(signal)
    key = key_of("anchor", project, statement)
    moment = int(now * 1000)
    with database.writing() as connection:
        replaced = [_find(connection, name) for name in supersedes]
        connection.execute(
            "INSERT INTO anchors(key, statement, signals, allow, project, created, updated) "
            "VALUES(?,?,?,?,?,?,?) ON CONFLICT(key) DO UPDATE SET signals=excluded.signals, "
            "allow=excluded.allow, updated=excluded.updated, superseded_by='', acknowledged=''",
            (
                key,
                statement,
                json.dumps(signals, ensure_ascii=False),
                json.dumps(allow or USUAL_CONTEXTS, ensure_ascii=False),
                project,
                moment,
                moment,
            ),
        )
        for one in replaced:
            connection.execute(
                "UPDATE anchors SET superseded_by=?, updated=? WHERE key=?", (key, moment, one[0])
            )
        _publish(connection, database)
        return _anchor(_find(connection, f"m{key}"))


def check_pattern(signal: str) -> None:
    """Refuse a `/pattern/` that is none.

    Raises:
        UsageError: it does not compile.
    """
    from knapsack_cli.text.patterns import BoundedPattern

    try:
        BoundedPattern(signal[1:-1], 1.0)
    except ValueError as error:
        raise UsageError(f"--signal {signal}: {error}") from None


def drop(database: Database, name: str) -> Anchor:
    """Take an anchor away, with its events.

    Raises:
        UsageError, NothingFoundError: no such anchor.
    """
    with database.writing() as connection:
        row = _find(connection, name)
        connection.execute("DELETE FROM anchors WHERE key=?", (row[0],))
        connection.execute("DELETE FROM drift_events WHERE anchor=?", (row[0],))
        connection.execute("DELETE FROM anchor_lines WHERE anchor=?", (row[0],))
        connection.execute("UPDATE anchors SET superseded_by='' WHERE superseded_by=?", (row[0],))
        _publish(connection, database)
    return _anchor(row)


def acknowledge(
    database: Database, name: str, reason: str, now: float, lines: tuple[str, ...] = (), whole: bool = False
) -> tuple[Anchor, list[str]]:
    """Accept drift from an anchor, with a reason: the anchor, and the lines that may stand (none: any line).

    Without `lines` these are the lines that the last check to drift from it told of; where none did yet, or
    with `whole`, whatever drifts from it is accepted.

    Raises:
        UsageError, NothingFoundError: no such anchor.
    """
    reason = " ".join(reason.split())
    with database.writing() as connection:
        key = _find(connection, name)[0]
        accepted = [line_text(line) for line in lines if line.strip()]
        if not accepted and not whole:
            accepted = [
                line_text(row[0])
                for row in connection.execute(
                    "SELECT text FROM drift_events WHERE anchor=? AND time = "
                    "(SELECT max(time) FROM drift_events WHERE anchor=?) ORDER BY id",
                    (key, key),
                )
            ]
        accepted = list(dict.fromkeys(accepted))
        if accepted:
            connection.executemany(
                "INSERT OR REPLACE INTO anchor_lines(anchor, text, reason) VALUES(?,?,?)",
                [(key, line, reason) for line in accepted],
            )
        else:
            connection.execute("UPDATE anchors SET acknowledged=? WHERE key=?", (reason, key))
        connection.execute("UPDATE anchors SET updated=? WHERE key=?", (int(now * 1000), key))
        _publish(connection, database)
        return _anchor(_find(connection, f"m{key}")), accepted


def accept_no_longer(database: Database, name: str, now: float) -> Anchor:
    """Take back all that was accepted of an anchor.

    Raises:
        UsageError, NothingFoundError: no such anchor.
    """
    with database.writing() as connection:
        key = _find(connection, name)[0]
        connection.execute(
            "UPDATE anchors SET acknowledged='', updated=? WHERE key=?", (int(now * 1000), key)
        )
        connection.execute("DELETE FROM anchor_lines WHERE anchor=?", (key,))
        _publish(connection, database)
        return _anchor(_find(connection, f"m{key}"))


def active(database: Database, place: Place | None) -> list[Anchor]:
    """The anchors in force at a place (everywhere for None), the oldest first."""
    rows = database.execute(f"SELECT {_ANCHOR} FROM anchors WHERE superseded_by='' ORDER BY created, key")
    found = [_anchor(row) for row in rows]
    if place is None:
        return found
    return [one for one in found if not one.project or one.project in place.projects]


def every(database: Database, place: Place | None) -> list[Kept]:
    """All anchors with what became of them, those in force first."""
    rows = database.execute(
        f"SELECT {_ANCHOR} FROM anchors ORDER BY superseded_by <> '', created, key"
    ).fetchall()
    found = []
    for row in rows:
        anchor = _anchor(row)
        if place is not None and anchor.project and anchor.project not in place.projects:
            continue
        moments = [
            moment
            for text, moment in database.execute(
                "SELECT text, time FROM drift_events WHERE anchor=? ORDER BY id", (row[0],)
            )
            if line_text(text) not in anchor.lines
        ]
        found.append(Kept(anchor, row[6], row[7], len(moments), max(moments, default=None)))
    return found


def note_events(database: Database, hits: list[Hit], now: float) -> None:
    """Remember the hits of a check; that they cannot be kept is no reason to fail."""
    try:
        with database.writing() as connection:
            connection.executemany(
                "INSERT INTO drift_events(time, anchor, place, text) "
                "SELECT ?, key, ?, ? FROM anchors WHERE key LIKE ?",
                [(int(now * 1000), hit.place, hit.text, f"{hit.anchor.id[1:]}%") for hit in hits],
            )
            connection.execute(
                "DELETE FROM drift_events WHERE id <= (SELECT max(id) FROM drift_events) - ?", (KEPT_EVENTS,)
            )
    except StoreError:
        pass


def relevant(database: Database, prompt: str, place: Place) -> list[Anchor]:
    """The anchors that a prompt touches: by a signal, allowed or not, or by half of the statement's words."""
    found = []
    words = {term.token for term in query_terms(prompt, Lexicon()) if term.weight >= 0.5}
    for one in active(database, place):
        bare = Anchor(one.id, one.statement, one.signals, ())
        matcher = Matcher([bare])
        touched = any(matcher.look(line, 1) for line in prompt.splitlines())
        said = {term.token for term in query_terms(fold_case(one.statement), Lexicon()) if term.weight >= 0.5}
        if touched or (said and len(said & words) >= _SHARED * len(said)):
            found.append(one)
    return found


def publish(database: Database) -> None:
    """Write the file that compress reads anew, after anchors came in by an import.

    Raises:
        StoreError: the home cannot be written.
    """
    with database.writing() as connection:
        _publish(connection, database)


def _publish(connection: sqlite3.Connection, database: Database) -> None:
    """Inside of the transaction that changed the anchors, so that the file never tells of an older state."""
    rows = connection.execute(f"SELECT {_ANCHOR} FROM anchors WHERE superseded_by='' ORDER BY created, key")
    try:
        anchor_file.write(os.path.dirname(database.path), [_anchor(row) for row in rows])
    except OSError as error:
        raise StoreError(f"cannot write beside {database.path}: {error.strerror}; nothing changed") from error


def _find(connection: sqlite3.Connection, name: str) -> sqlite3.Row:
    digits = name[1:].lower()
    if name[:1].lower() != "m" or not 4 <= len(digits) <= KEY_DIGITS or digits.strip("0123456789abcdef"):
        raise UsageError(f"{name!r} is not an anchor's id; knapsack drift list shows them")
    rows: list[sqlite3.Row] = connection.execute(
        f"SELECT {_ANCHOR} FROM anchors WHERE key >= ? AND key < ? LIMIT 2", (digits, digits + "g")
    ).fetchall()
    if not rows:
        raise NothingFoundError(f"no anchor {name}; knapsack drift list shows all")
    if len(rows) > 1:
        raise UsageError(f"{name} fits several anchors; give more of the id")
    return rows[0]


def _anchor(row: sqlite3.Row) -> Anchor:
    return Anchor(
        f"m{row[0][:ID_DIGITS]}",
        row[1],
        tuple(json.loads(row[2])),
        tuple(json.loads(row[3])),
        row[4],
        row[5],
        json.loads(row[8]),
    )
