"""Which skills are used, and what each session has promoted: all that the filters keep in the database.

A use weighs 1 and halves every `HALF_LIFE_DAYS`, so that habits count and old ones fade. Every update is
one transaction that adds to the row it finds: processes at work side by side lose nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Sequence

from knapsack_cli.catalog.conversation import Evidence
from knapsack_cli.catalog.selection import State
from knapsack_cli.store.database import Database
from knapsack_cli.text.tokens import estimate_tokens

HALF_LIFE_DAYS = 30.0
LEAST_PIN_WEIGHT = 1.5
"""A skill is pinned only when it was used more than once of late."""
STATE_DAYS = 30.0
"""States and evidence of sessions older than this are dropped."""

_DAY = 86_400.0


class SkillStore:
    """The database as the filters see it. Every method may raise StoreError; `now` is in seconds."""

    def __init__(self, database: Database, now: float) -> None:
        self._database = database
        self._now = now

    def state(self, session: str) -> State | None:
        """What `session` has promoted; None when nothing is known of it."""
        row = self._database.execute(
            "SELECT state FROM skill_sessions WHERE session = ?", (session,)
        ).fetchone()
        return State.from_json(row["state"]) if row is not None else None

    def keep_state(self, session: str, state: State) -> None:
        """Store what `session` has promoted, and drop what is older than `STATE_DAYS`."""
        oldest = self._now - STATE_DAYS * _DAY
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO skill_sessions(session, updated, state) VALUES(?, ?, ?) "
                "ON CONFLICT(session) DO UPDATE SET updated = excluded.updated, state = excluded.state",
                (session, self._now, state.to_json()),
            )
            connection.execute("DELETE FROM skill_sessions WHERE updated < ?", (oldest,))
            connection.execute("DELETE FROM skill_evidence WHERE time < ?", (oldest,))

    def pins(self, names: Collection[str], most: int) -> list[str]:
        """The `most` often and lately used of `names`, best first; ties by name."""
        if most == 0:
            return []
        rows = self._database.execute("SELECT name, weight, last_used FROM skill_usage").fetchall()
        scored = [(decayed(row["weight"], self._now - row["last_used"]), row["name"]) for row in rows]
        known = [(weight, name) for weight, name in scored if name in names and weight >= LEAST_PIN_WEIGHT]
        return [name for _, name in sorted(known, key=lambda one: (-one[0], one[1]))[:most]]

    def count(self, session: str, found: Sequence[tuple[Evidence, str]], when: float | None = None) -> int:
        """Count the uses of skills (evidence, name) that are new in this session; how many they were.

        `when` is the time of the uses, where it is not now.
        """
        if not found:
            return 0
        keyed = [("" if one.unique else session, one.key, name) for one, name in found]
        known = {
            (row["session"], row["key"])
            for row in self._database.execute(
                "SELECT session, key FROM skill_evidence WHERE session IN (?, '')", (session,)
            )
        }
        fresh = [one for one in keyed if one[:2] not in known]
        if not fresh:
            return 0
        counted = 0
        time = self._now if when is None else when
        with self._database.writing() as connection:
            for scope, key, name in fresh:
                added = connection.execute(
                    "INSERT OR IGNORE INTO skill_evidence(session, key, time) VALUES(?, ?, ?)",
                    (scope, key, self._now),
                )
                if added.rowcount == 1:
                    counted += 1
                    self._add_use(name, time)
        return counted

    def prune(self, most: int, stale_days: int, protected: Callable[[str], bool]) -> int:
        """Drop entries used once and long ago, then the least used beyond `most`; how many went.

        0 takes a bound away; names that are `protected` stay.
        """
        rows = self._database.execute("SELECT name, uses, weight, last_used FROM skill_usage").fetchall()
        gone: set[str] = set()
        if stale_days:
            oldest = self._now - stale_days * _DAY
            gone = {row["name"] for row in rows if row["uses"] <= 1 and row["last_used"] <= oldest}
        gone = {name for name in gone if not protected(name)}
        rest = [row for row in rows if row["name"] not in gone]
        if most and len(rest) > most:
            worth = {row["name"]: decayed(row["weight"], self._now - row["last_used"]) for row in rest}
            spare = sorted(
                (name for name in worth if not protected(name)), key=lambda name: (worth[name], name)
            )
            gone.update(spare[: len(rest) - most])
        if gone:
            with self._database.writing() as connection:
                connection.executemany(
                    "DELETE FROM skill_usage WHERE name = ?", [(name,) for name in sorted(gone)]
                )
        return len(gone)

    def save_savings(self, kind: str, session: str, before: str, after: str) -> None:
        """Add one request to the savings: `kind` is `skills` or `tools`."""
        old, new = before.encode("utf-8", "surrogatepass"), after.encode("utf-8", "surrogatepass")
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO savings(time, kind, session, bytes_in, bytes_out, tokens_in, tokens_out) "
                "VALUES(?, ?, ?, ?, ?, ?, ?)",
                (self._now, kind, session, len(old), len(new), estimate_tokens(old), estimate_tokens(new)),
            )

    def _add_use(self, name: str, time: float) -> None:
        row = self._database.execute(
            "SELECT weight, last_used FROM skill_usage WHERE name = ?", (name,)
        ).fetchone()
        weight, last = 1.0, time
        if row is not None:
            last = max(time, row["last_used"])
            weight = decayed(row["weight"], last - row["last_used"]) + decayed(1.0, last - time)
        self._database.execute(
            "INSERT INTO skill_usage(name, uses, weight, last_used) VALUES(?, 1, ?, ?) "
            "ON CONFLICT(name) DO UPDATE SET uses = uses + 1, weight = excluded.weight, "
            "last_used = excluded.last_used",
            (name, weight, last),
        )


def decayed(weight: float, seconds: float) -> float:
    """What `weight` is worth after `seconds`."""
    return weight * math.pow(0.5, max(0.0, seconds) / (HALF_LIFE_DAYS * _DAY))


_FOLDER_NAME = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")


def attribute_by_folder(found: Iterable[Evidence]) -> list[tuple[Evidence, str]]:
    """The skill of each piece of evidence without a catalogue: a read counts by its folder's name."""
    named: list[tuple[Evidence, str]] = []
    for one in found:
        parts = one.text.replace("\\", "/").rsplit("/", 2)
        name = (parts[-2] if len(parts) > 1 else "") if one.way == "read" else one.text
        if _FOLDER_NAME.fullmatch(name):
            named.append((one, name))
    return named


def attribute(
    found: Iterable[Evidence], locations: dict[str, str], names: Collection[str]
) -> list[tuple[Evidence, str]]:
    """The skill of each piece of evidence; what names no skill of the catalogue is left out.

    `locations` maps a SKILL.md's path to its skill; a read of another path counts by its folder's name.
    """
    attributed: list[tuple[Evidence, str]] = []
    for one in found:
        name = one.text
        if one.way == "read":
            folder = one.text.replace("\\", "/").rsplit("/", 2)
            name = locations.get(one.text) or (folder[-2] if len(folder) > 1 else "")
        if name in names:
            attributed.append((one, name))
    return attributed
