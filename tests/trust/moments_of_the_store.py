"""Any moment of what writes the database: kill -9, SIGINT, a full disk, a jumping clock, leaving readers."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import knapsack

from knapsack_cli.__main__ import run
from knapsack_cli.context import Context
from knapsack_cli.errors import KnapsackError
from knapsack_cli.store import schema
from knapsack_cli.store.database import open_database
from trust.forks import Child, session_file, shaky, unsound, value
from trust.moments import TEXT, half_originals

WORDS = "pool cache token queue shard lease vault ledger beacon harbor copper maple".split()


def _fact(rnd: random.Random) -> str:
    one, two, three = (rnd.choice(WORDS) for _ in range(3))
    return f"The {one} number {rnd.randrange(10**9)} of {two} takes {three}"


def _lost(home: str, reported: list[str]) -> list[str]:
    """Memories that were reported saved and are not there, nor merged into one that is."""
    listed = knapsack("remember", "list", "--everywhere", "--superseded", "--json", home=Path(home))
    there = {json.loads(line)["id"] for line in listed.out.splitlines()}
    gone = [name for name in reported if name not in there]
    return [f"lost: {gone[:3]}, {len(gone)} of {len(reported)}"] if gone else []


def kills(count: int, number: int) -> tuple[int, list[str]]:
    """kill -9 of remember, import, prune, consolidate and stats: nothing that was reported saved is lost."""
    rnd = random.Random(number)
    failures: list[str] = []
    reported: list[str] = []
    messages = killed = 0
    with tempfile.TemporaryDirectory() as home:
        knapsack("remember", _fact(rnd), home=Path(home))
        usual = {"import": 0.15}
        for tried in range(count):
            what = rnd.choice(("remember", "remember", "import", "import", "prune", "consolidate", "stats"))
            arguments = [what]
            if what == "remember":
                arguments.append(_fact(rnd))
            elif what == "import":
                arguments.append(session_file(home, f"s{tried}", 60))
                messages += 60
            elif what == "consolidate":
                arguments = ["remember", "consolidate"]
            elif what == "prune":
                knapsack("compress", data=b"%d\n" % tried + TEXT[:20_000], home=Path(home), now=1.0)
                arguments += ["--originals-days", "1"]
            child = Child(home, *arguments)
            child.stop(rnd.random() * 1.3 * usual.get(what, 0.08))
            ended = child.end()
            if ended.code == 0:
                usual[what] = 0.7 * usual.get(what, 0.08) + 0.3 * ended.seconds
            killed += ended.code == -signal.SIGKILL
            if what == "remember" and ended.out.endswith(b"\n"):
                reported.append(ended.out.decode().strip())
            if shaky(ended):
                failures.append(f"{what}: {ended.err[:200]}")
            if tried % 40 == 39:
                failures += unsound(home)
        failures += unsound(home) + half_originals(home) + _lost(home, reported)
        for path in sorted(Path(home).glob("s*.jsonl")):
            again = knapsack("import", str(path), home=Path(home))
            if again.code:
                failures.append(f"import after kills: {again.err[:200]}")
        stored = value(home, "SELECT count(*) FROM messages")
        if stored != messages:
            failures.append(f"{stored} messages of {messages} after importing what was killed again")
        found = knapsack("recall", "question about the pool", "--in", "sessions", home=Path(home))
        if found.code:
            failures.append(f"recall after kills: {found.err[:200]}")
        # A quick machine ends many before the signal comes: told, and no failure of the program.
        print(f"  {killed} of {count} were killed before they ended", file=sys.stderr)
    return count, failures


def migrations(count: int, number: int) -> tuple[int, list[str]]:
    """kill -9 while the schema is made and brought up to date; the next run finishes it."""
    rnd = random.Random(number)
    failures: list[str] = []
    real = schema.MIGRATIONS
    later = tuple((f"CREATE TABLE later{n}(x)", f"INSERT INTO later{n} VALUES({n})") for n in range(5))
    schema.MIGRATIONS = (*real, *later)
    try:
        for _ in range(count):
            with tempfile.TemporaryDirectory() as home:
                pid = os.fork()
                if not pid:
                    open_database(home, time.time).close()
                    os._exit(0)
                time.sleep(rnd.random() * 0.03)
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                failures += unsound(home)
                try:
                    with open_database(home, time.time) as database:
                        version = database.execute("PRAGMA user_version").fetchone()[0]
                        rows = [
                            database.execute(f"SELECT count(*) FROM later{n}").fetchone()[0] for n in range(5)
                        ]
                    if version != len(schema.MIGRATIONS) or rows != [1] * 5:
                        failures.append(f"version {version}, rows {rows}")
                except KnapsackError as error:
                    failures.append(f"after a kill: {error}")
    finally:
        schema.MIGRATIONS = real
    return count, failures


def interrupts(count: int, number: int) -> tuple[int, list[str]]:
    """SIGINT at random moments: exit 130 without a word of Python's, and the next run works."""
    rnd = random.Random(number)
    failures: list[str] = []
    messages = 0
    with tempfile.TemporaryDirectory() as home:
        for tried in range(count):
            path = session_file(home, f"s{tried}", 200)
            messages += 200
            child = Child(home, "import", path)
            child.stop(rnd.random() * 0.25, signal.SIGINT)
            ended = child.end()
            if ended.code not in (0, 130) or shaky(ended):
                failures.append(f"exit {ended.code}: {ended.err[:200]}")
            again = knapsack("import", path, home=Path(home))
            if again.code:
                failures.append(f"after SIGINT: {again.err[:200]}")
        failures += unsound(home)
        stored = value(home, "SELECT count(*) FROM messages")
        if stored != messages:
            failures.append(f"{stored} messages of {messages}")
    return count, failures


class _Leaving(io.RawIOBase):
    """A reader that leaves after some bytes."""

    def __init__(self, most: int) -> None:
        self._left = most

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        size = len(bytes(data))  # type: ignore[call-overload]
        if size > self._left:
            raise BrokenPipeError
        self._left -= size
        return size


def leaving_readers(most: int) -> tuple[int, list[str]]:
    """A reader that leaves after any number of bytes: exit 141, and not a word."""
    failures: list[str] = []
    tried = 0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        knapsack("import", session_file(home, "one", 40), home=folder)
        for fact in ("The pool has 5 places", "Use uv, never pip"):
            knapsack("remember", fact, home=folder)
        digest = knapsack("compress", data=TEXT[:60_000], home=folder).out.rsplit(b" ", 1)[1][:12].decode()
        commands = (
            ("compress",),
            ("retrieve", digest),
            ("retrieve", "--list"),
            ("recall", "pool"),
            ("recall", "--context", "pool"),
            ("export",),
            ("remember", "list"),
        )
        for command in commands:
            whole = len(knapsack(*command, data=TEXT[:60_000], home=folder).out)
            for place in sorted({n * whole // most for n in range(most)}):
                tried += 1
                err = io.StringIO()
                context = Context(
                    io.BytesIO(TEXT[:60_000]),
                    io.BufferedWriter(_Leaving(place), 512),
                    err,
                    {"KNAPSACK_HOME": home, "HOME": home},
                    home,
                )
                code = run(context, list(command))
                if code != 141 or err.getvalue():
                    failures.append(f"{command} after {place} bytes: exit {code}, {err.getvalue()[:100]!r}")
                try:
                    context.stdout.close()
                except BrokenPipeError:
                    pass
        failures += unsound(home)
    return tried, failures


def full_disk() -> tuple[int, list[str]]:
    """The disk fills up under the write-ahead log: what was reported saved stays, the rest is told."""
    failures: list[str] = []
    rnd = random.Random(3)
    reported: list[str] = []
    tried = refused = 0
    with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory() as home:
        small = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", home]
        if subprocess.run(small, capture_output=True, check=False).returncode:
            return 0, []
        try:
            paths = [session_file(work, f"s{number}", 150) for number in range(12)]
            for step in range(60):
                tried += 1
                if step % 3:
                    ran = knapsack("remember", _fact(rnd) + " x" * 300, home=Path(home))
                    if ran.code == 0:
                        reported.append(ran.out.decode().strip())
                else:
                    ran = knapsack("import", paths[step // 3 % len(paths)], home=Path(home))
                refused += ran.code != 0
                if ran.code not in (0, 2) or "Traceback" in ran.err or "unexpected" in ran.err:
                    failures.append(f"exit {ran.code}: {ran.err[:300]}")
            if not refused:
                failures.append("the disk never was full")
            subprocess.run(["mount", "-o", "remount,size=64m", home], check=True)
            failures += unsound(home) + _lost(home, reported)
            for path in paths:
                ran = knapsack("import", path, home=Path(home))
                if ran.code:
                    failures.append(f"with room again: {ran.err[:200]}")
            stored = value(home, "SELECT count(*) FROM messages")
            if stored != 12 * 150:
                failures.append(f"{stored} messages of {12 * 150}")
        finally:
            subprocess.run(["umount", home], check=False)
    return tried, failures


def jumping_clock(count: int, number: int) -> tuple[int, list[str]]:
    """A clock that jumps back and forth between runs: no error, nothing that was saved is lost."""
    rnd = random.Random(number)
    failures: list[str] = []
    reported: list[str] = []
    moments = (0.0, 1.0, 1e6, 1.6e9, 1.7e9, 1.7e9 + 1, 4.1e9, 1e10)
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        log = session_file(home, "one", 20)
        for _ in range(count):
            now = rnd.choice(moments)
            command = rnd.choice(
                (
                    ("remember", _fact(rnd)),
                    ("recall", "pool"),
                    ("recall", "--context", "pool"),
                    ("import", log),
                    ("compress",),
                    ("retrieve", "--list"),
                    ("stats",),
                    ("remember", "list"),
                    ("remember", "consolidate"),
                    ("export",),
                )
            )
            ran = knapsack(*command, data=b"%f\n" % rnd.random() + TEXT[:3_000], home=folder, now=now)
            if ran.code not in (0, 1) or "unexpected" in ran.err:
                failures.append(f"{command} at {now}: exit {ran.code} {ran.err[:200]}")
            if command[0] == "remember" and len(command) == 2 and command[1] not in ("list", "consolidate"):
                reported.append(ran.out.decode().strip())
        failures += unsound(home) + _lost(home, reported)
    return count, failures
