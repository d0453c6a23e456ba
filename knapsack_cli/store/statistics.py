"""Figures from the database: what was saved, and how much is stored."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from knapsack_cli import paths
from knapsack_cli.store import retention
from knapsack_cli.store.database import Database

AGENT_KEEPS = 50 * 1024
"""Bytes that an agent keeps of one output by itself (Pi: the last 2,000 lines or 50 KB): no more than that
counts as saved, whatever the size of the original."""
DAY = 86_400
DAYS = 30
_MOST_ROWS = 10
_REQUESTS = frozenset(("skills", "tools"))
_WRAPPERS = frozenset(
    ("sudo", "env", "time", "nice", "npx", "uvx", "uv", "poetry", "pipx", "bash", "sh", "cd")
)


class Saved(NamedTuple):
    """Runs, bytes in and out (exact), and tokens before (as an agent would have kept it) and after."""

    runs: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    tokens_before: int = 0
    tokens_after: int = 0

    @property
    def tokens(self) -> int:
        """Tokens saved; less than nothing where a footer cost more than was left out."""
        return self.tokens_before - self.tokens_after

    def plus(self, other: Saved) -> Saved:
        """Both together."""
        return Saved(*(one + more for one, more in zip(self, other, strict=True)))


class Savings(NamedTuple):
    """What was saved today and in 30 days (by day, kind and command too), and what `extract` tried."""

    today: Saved
    month: Saved
    by_day: list[tuple[str, Saved]]
    by_kind: list[tuple[str, Saved]]
    by_command: list[tuple[str, Saved]]
    extracts: dict[str, int]


class Stored(NamedTuple):
    """One kind of thing that is kept: how many, and bytes on disk where it has files of its own."""

    name: str
    number: int
    size: int | None


def baseline(tokens: int, size: int) -> int:
    """Tokens of as much of an output as an agent would have kept by itself."""
    return tokens if size <= AGENT_KEEPS else round(tokens * AGENT_KEEPS / size)


def savings(database: Database, now: float) -> Savings:
    """What was saved up to `now` (seconds; days are of local time)."""
    days: dict[str, Saved] = {}
    kinds: dict[str, Saved] = {}
    commands: dict[str, Saved] = {}
    extracts: dict[str, int] = {}
    for row in database.execute(
        "SELECT time, kind, command, bytes_in, bytes_out, tokens_in, tokens_out, note FROM savings "
        "WHERE time >= ? AND time <= ? ORDER BY id",
        (now - DAYS * DAY, now + DAY),
    ):
        moment, kind, command, size, out, tokens_in, tokens_out, note = row
        before = tokens_in if kind in _REQUESTS else baseline(tokens_in, size)
        one = Saved(1, size, out, before, tokens_out)
        day = time.strftime("%Y-%m-%d", time.localtime(moment))
        days[day] = days.get(day, Saved()).plus(one)
        for name in dict.fromkeys(kind.split(",")):
            kinds[name or "unknown"] = kinds.get(name or "unknown", Saved()).plus(one)
        family = command_family(command) or ("(requests)" if kind in _REQUESTS else "(not said)")
        commands[family] = commands.get(family, Saved()).plus(one)
        if note.startswith("extract: "):
            told = note.removeprefix("extract: ")
            extracts[told] = extracts.get(told, 0) + 1
    listed = [time.strftime("%Y-%m-%d", time.localtime(now - back * DAY)) for back in range(DAYS - 1, -1, -1)]
    month = Saved()
    for one in days.values():
        month = month.plus(one)
    return Savings(
        days.get(listed[-1], Saved()),
        month,
        [(day, days.get(day, Saved())) for day in listed],
        _largest(kinds),
        _largest(commands),
        dict(sorted(extracts.items())),
    )


def command_family(command: str) -> str:
    """The program of a command line, with its verb where programs have such: `git log`, `cargo test`."""
    for line in _parts(command):
        found = _program(line)
        if found and found.partition(" ")[0] not in _PREPARING:
            return found
    return _program(command)


def _parts(command: str) -> list[str]:
    for sign in ("&&", "||", ";", "|"):
        command = command.replace(sign, "\n")
    return command.split("\n")


def _program(line: str) -> str:
    words = [word for word in line.split() if "=" not in word or word.startswith("-")]
    while words and os.path.basename(words[0]) in _WRAPPERS:
        name = os.path.basename(words[0])
        words = words[2:] if name == "cd" else words[1:]
        while words and (words[0].startswith("-") or (name == "uv" and words[0] == "run")):
            words = words[1:]
    if not words:
        return ""
    program = os.path.basename(words[0])
    verb = words[1] if len(words) > 1 and words[1].isalpha() and program in _WITH_VERBS else ""
    return f"{program} {verb}".strip()


_PREPARING = frozenset("cd export set source . sleep echo mkdir rm true pwd printf unset ulimit".split())
"""Programs that only prepare what is run for its output."""
_WITH_VERBS = frozenset(
    "git cargo go npm pnpm yarn docker kubectl terraform make gh pip apt brew dotnet systemctl helm".split()
)


def _largest(groups: dict[str, Saved]) -> list[tuple[str, Saved]]:
    return sorted(groups.items(), key=lambda item: (-item[1].tokens, item[0]))[:_MOST_ROWS]


def stored(home: str, database: Database) -> list[Stored]:
    """How much of everything is kept."""
    cache = retention.on_disk(home)
    rows = [Stored("originals", len(cache), sum(one.size for one in cache))]
    for name, table in (
        ("memories", "memories"),
        ("anchors", "anchors"),
        ("sessions", "sessions"),
        ("messages", "messages"),
        ("notes", "notes"),
        ("runs", "savings"),
    ):
        count = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        rows.append(Stored(name, int(count), None))
    rows.append(Stored("database", 1, sum(_size(database.path + end) for end in ("", "-wal", "-shm"))))
    rows.append(Stored("spool", 1, _size(os.path.join(home, paths.SPOOL))))
    return rows


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
