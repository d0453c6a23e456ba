"""What may go: originals by age and size, memories that are old, unimportant and unused, stale figures.

Never an original that a memory cites, nor what is pinned; anchors, sessions and notes are not touched.
Filters may run meanwhile: an original that one of them just used again is put back.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from knapsack_cli import paths
from knapsack_cli.errors import StoreError
from knapsack_cli.store import originals
from knapsack_cli.store.database import Database

DAY = 86_400.0
_YOUNG = 3600.0
"""Seconds for which an original stays whatever its size: its footer may not be read yet."""
_ABANDONED = DAY
"""Seconds after which a file that was never finished is of a run that was killed."""


_LONGEST_PAUSE = 365.0
"""Days without any trace after which the clock is doubted: one that was set wrong is years ahead, and by it
everything would be old."""
_LAST = "prune.last"


class Rules(NamedTuple):
    """How long and how much is kept; 0 is without end.

    Attributes:
        originals_days: since an original was last written or read. originals_bytes: of all, on disk.
        memory_days, memory_importance, memory_uses: a memory older, less important, and used no more than so.
        savings_days: for how long the figures of single runs are kept.
    """

    originals_days: float
    originals_bytes: int
    memory_days: float
    memory_importance: float
    memory_uses: int
    savings_days: float


class Original(NamedTuple):
    """An original on disk: its hash, bytes, and when it was last written or read, in seconds."""

    digest: str
    size: int
    used: float


class Plan(NamedTuple):
    """What goes: originals, rows of memories, files never finished, and how many figures of runs."""

    originals: list[Original]
    memories: list[int]
    partial: list[str]
    savings: int

    @property
    def empty(self) -> bool:
        """Whether nothing does."""
        return not (self.originals or self.memories or self.partial or self.savings)


def pause(home: str, database: Database, now: float) -> float:
    """Days between `now` and the last time before today that anything was stored, used or pruned, or 0.

    What is stored today says nothing of the clock. More than a year tells of one that is set wrong rather
    than of a store that was left alone.
    """
    before = now - DAY
    found = [one.used for one in on_disk(home)]
    for query, unit in (
        ("SELECT max(updated) FROM memories WHERE updated <= ?", 1000.0),
        ("SELECT max(last_used) FROM memories WHERE last_used <= ?", 1000.0),
        ("SELECT max(time) FROM savings WHERE time <= ?", 1.0),
        (f"SELECT max(CAST(value AS REAL)) FROM meta WHERE key='{_LAST}' AND CAST(value AS REAL) <= ?", 1.0),
    ):
        found.append((database.execute(query, (before * unit,)).fetchone()[0] or 0) / unit)
    last = max((moment for moment in found if 0 < moment <= before), default=0.0)
    return (now - last) / DAY if last else 0.0


def is_doubtful(days: float) -> bool:
    """Whether a pause of so many days makes the clock doubtful."""
    return days > _LONGEST_PAUSE


def plan(home: str, database: Database, rules: Rules, now: float) -> Plan:
    """What the rules take at the moment `now` (seconds); nothing is changed."""
    oldest = int((now - rules.savings_days * DAY) if rules.savings_days else 0)
    savings = database.execute("SELECT count(*) FROM savings WHERE time < ?", (oldest,)).fetchone()[0]
    return Plan(
        _old_originals(home, database, rules, now),
        _old_memories(database, rules, now),
        _abandoned(home, now),
        int(savings),
    )


def _old_originals(home: str, database: Database, rules: Rules, now: float) -> list[Original]:
    cited = {row[0] for row in database.execute("SELECT source FROM memories WHERE source <> ''") if row[0]}
    stored = sorted(on_disk(home), key=lambda one: (one.used, one.digest))
    total = sum(one.size for one in stored)
    going = []
    for one in stored:
        age = now - one.used
        too_old = rules.originals_days and age > rules.originals_days * DAY
        too_much = rules.originals_bytes and total > rules.originals_bytes and age > _YOUNG
        if (too_old or too_much) and one.digest not in cited:
            going.append(one)
            total -= one.size
    return going


def on_disk(home: str) -> list[Original]:
    """Every original in the cache."""
    folder = os.path.join(home, paths.ORIGINALS)
    found = []
    for prefix in _names(folder):
        if len(prefix) != 2 or not originals.HEX_DIGITS.issuperset(prefix):
            continue
        for entry in _scan(os.path.join(folder, prefix)):
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if len(entry.name) == 62:
                used = max(status.st_mtime, status.st_atime)
                found.append(Original(prefix + entry.name, status.st_size, used))
    return found


def _old_memories(database: Database, rules: Rules, now: float) -> list[int]:
    moment = int(now * 1000)
    rows = database.execute(
        "SELECT id FROM memories WHERE pinned = 0 AND ((expires IS NOT NULL AND expires <= ?) OR "
        "(? > 0 AND updated < ? AND importance < ? AND uses <= ?)) ORDER BY id",
        (
            moment,
            rules.memory_days,
            moment - int(rules.memory_days * DAY * 1000),
            rules.memory_importance,
            rules.memory_uses,
        ),
    )
    return [row[0] for row in rows]


def _abandoned(home: str, now: float) -> list[str]:
    folder = os.path.join(home, paths.ORIGINALS, originals.PARTIAL)
    if os.path.islink(folder):
        return []
    found = []
    for entry in _scan(folder):
        try:
            if now - entry.stat(follow_symlinks=False).st_mtime > _ABANDONED:
                found.append(entry.path)
        except OSError:
            continue
    return sorted(found)


def apply(home: str, database: Database, chosen: Plan, rules: Rules, now: float) -> list[Original]:
    """Take away originals, files never finished, and old figures; returns the originals that went.

    Memories are taken by their own room.

    Raises:
        StoreError: a folder cannot be written.
    """
    gone = [one for one in chosen.originals if _take(home, one)]
    _unlink(os.path.join(home, paths.ORIGINALS, originals.PARTIAL), chosen.partial)
    with database.writing() as connection:
        connection.executemany(
            "INSERT INTO originals(hash, size, created, pruned) VALUES(?,?,?,?) "
            "ON CONFLICT(hash) DO UPDATE SET pruned=excluded.pruned",
            [(one.digest, one.size, one.used, now) for one in gone],
        )
        connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", (_LAST, repr(now)))
        if rules.savings_days:
            connection.execute("DELETE FROM savings WHERE time < ?", (int(now - rules.savings_days * DAY),))
    return gone


def _unlink(folder: str, found: list[str]) -> None:
    """Delete files of `folder`, and of nothing that has taken its place since they were found."""
    if not found:
        return
    within = None
    if os.unlink in os.supports_dir_fd:
        try:
            within = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            return
    for path in found:
        try:
            os.unlink(path if within is None else os.path.basename(path), dir_fd=within)
        except OSError:
            pass
    if within is not None:
        os.close(within)


def _take(home: str, one: Original) -> bool:
    """Remove an original unless a filter has used it since the plan was made.

    It is renamed aside before it is looked at again: a filter that finds it gone writes it anew, and one that
    marked it as used before that makes it come back.
    """
    place = originals.original_path(os.path.join(home, paths.ORIGINALS), one.digest)
    aside = os.path.join(home, paths.ORIGINALS, originals.PARTIAL, f"pruned-{os.getpid()}")
    try:
        paths.make_private(os.path.dirname(aside))
        os.rename(place, aside)
        if max(os.stat(aside).st_mtime, os.stat(aside).st_atime) > one.used:
            os.rename(aside, place)
            return False
        os.unlink(aside)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(
            f"cannot delete the original {one.digest[:12]} in {home}: {error.strerror}"
        ) from error
    return True


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _scan(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []
