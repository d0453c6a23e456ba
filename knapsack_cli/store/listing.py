"""What the cache holds: looked up by prefix as git does, listed with what the database knows of it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from knapsack_cli import paths
from knapsack_cli.errors import NothingFoundError, StoreError, UsageError, talk
from knapsack_cli.store import originals
from knapsack_cli.store.database import Database
from knapsack_cli.store.folding import fold_in

MOST_CANDIDATES = 10


@dataclass(frozen=True)
class Kept:
    """One original: its hash, size in bytes, when it came, and what it was."""

    digest: str
    size: int
    created: float
    kind: str
    command: str
    unfinished: bool = False

    def as_text(self, now: float) -> str:
        """One line for a person."""
        name = "(unfinished)" if self.unfinished else self.digest[:12]
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.created))
        return f"{name:<12}  {self.size:>11,}  {when}  {self.kind:<12}  {talk(self.command)}".rstrip()

    def as_json(self) -> str:
        """One JSON object."""
        return json.dumps(
            {
                "hash": self.digest,
                "size": self.size,
                "created": self.created,
                "kind": self.kind,
                "command": self.command,
                "unfinished": self.unfinished,
            },
            ensure_ascii=False,
        )


def resolve(home: str, prefix: str, database: Callable[[], Database]) -> str:
    """The one whole hash that begins with `prefix`.

    Raises:
        UsageError: it is no hash, or several originals begin with it (they are listed).
        NothingFoundError: there never was one, or it was pruned (the day is told).
    """
    cleaned = prefix.strip().lower()
    if len(cleaned) < 2 or not originals.HEX_DIGITS.issuperset(cleaned) or len(cleaned) > 64:
        raise UsageError(
            f"{prefix} is no hash: 2 to 64 hexadecimal digits; knapsack retrieve --list shows all"
        )
    found = originals.find(home, cleaned)
    if len(found) == 1:
        return found[0]
    if found:
        shown = ", ".join(name[: max(12, len(cleaned) + 4)] for name in found[:MOST_CANDIDATES])
        more = f" and {len(found) - MOST_CANDIDATES} more" if len(found) > MOST_CANDIDATES else ""
        raise UsageError(f"{prefix} is ambiguous: {shown}{more}; give more digits")
    pruned = _pruned(home, cleaned, database)
    if pruned is not None:
        day = time.strftime("%Y-%m-%d", time.localtime(pruned))
        raise NothingFoundError(f"the original {prefix} was pruned on {day}; run the command again")
    raise NothingFoundError(
        f"no original {prefix} ever existed in {home}; knapsack retrieve --list shows all"
    )


def _pruned(home: str, prefix: str, database: Callable[[], Database]) -> float | None:
    if not os.path.exists(os.path.join(home, paths.DATABASE)):
        return None
    try:
        with database() as opened:
            row = opened.execute(
                "SELECT pruned FROM originals WHERE hash >= ? AND hash < ? AND pruned IS NOT NULL",
                (prefix, prefix + "g"),
            ).fetchone()
    except StoreError:
        return None
    return float(row[0]) if row else None


def kept(home: str, database: Callable[[], Database]) -> list[Kept]:
    """Every original in the cache, newest first, and those still being read or left unfinished."""
    folder = os.path.join(home, paths.ORIGINALS)
    known: dict[str, tuple[int, float, str, str]] = {}
    with database() as opened:
        fold_in(home, opened)
        for row in opened.execute("SELECT hash, size, created, kind, command FROM originals"):
            known[row[0]] = (row[1], row[2], row[3], row[4])
    found: list[Kept] = []
    for place, name in _files(folder):
        status = os.stat(place)
        if os.path.dirname(place).endswith(originals.PARTIAL):
            found.append(Kept(name, status.st_size, status.st_mtime, "", "", unfinished=True))
        elif name in known:
            found.append(Kept(name, *known[name]))
        else:
            found.append(Kept(name, status.st_size, status.st_mtime, "", ""))
    return sorted(found, key=lambda one: (-one.created, one.digest))


def _files(folder: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    try:
        prefixes = sorted(os.listdir(folder))
    except OSError:
        return []
    for prefix in prefixes:
        inner = os.path.join(folder, prefix)
        try:
            names = os.listdir(inner)
        except OSError:
            continue
        whole = "" if prefix == originals.PARTIAL else prefix
        found.extend((os.path.join(inner, name), whole + name) for name in names)
    return found


def mark_read(home: str, digest: str, now: float) -> None:
    """Remember that an original was used, for `prune`: its file's access time is set."""
    path = originals.original_path(os.path.join(home, paths.ORIGINALS), digest)
    try:
        os.utime(path, (now, os.stat(path).st_mtime))
    except OSError:
        pass
