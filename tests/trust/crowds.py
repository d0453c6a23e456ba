"""Many at once: filters, importers, writers and two versions lose nothing; the longest wait is told."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import knapsack

from knapsack_cli.store import schema
from trust.forks import Child, session_file, shaky, unsound, value
from trust.moments import KNAPSACK, TEXT, half_originals


def filters(count: int) -> tuple[int, list[str]]:
    """`count` filters, sixteen at a time, each on a text of its own."""
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "KNAPSACK_HOME": home}

        def one(number: int) -> float:
            start = time.monotonic()
            data = b"run %d\n" % number + TEXT[:60_000]
            ran = subprocess.run(
                [*KNAPSACK, "compress"], input=data, capture_output=True, env=environment, check=False
            )
            if ran.returncode or b"original intact" not in ran.stdout or ran.stderr:
                failures.append(f"filter {number}: {ran.returncode} {ran.stderr.decode()[:100]}")
            return time.monotonic() - start

        with ThreadPoolExecutor(16) as pool:
            waits = sorted(pool.map(one, range(count)))
        failures += half_originals(home)
        with open(os.path.join(home, "savings.log"), "rb") as file:
            rows = file.read().splitlines()
        if len(rows) != count or any(row.count(b"\t") != 10 for row in rows):
            failures.append(f"{len(rows)} rows of statistics for {count} filters")
        middle = waits[len(waits) // 2]
        print(f"  {count} by 16 at once: median {middle:.2f} s, longest {waits[-1]:.2f} s", file=sys.stderr)
    return count, failures


def importers(count: int) -> tuple[int, list[str]]:
    """`count` importers of the same files into a home that none of them made: each message once."""
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        paths = [session_file(home, f"s{number}", 300) for number in range(4)]
        children = [
            Child(home, "import", *paths[number % 4 :], *paths[: number % 4]) for number in range(count)
        ]
        ends = [child.end() for child in children]
        failures += [f"importer: exit {one.code} {one.err[:200]}" for one in ends if one.code or shaky(one)]
        for table in ("messages", "sessions"):
            stored, wanted = value(home, f"SELECT count(*) FROM {table}"), 1200 if table == "messages" else 4
            if stored != wanted:
                failures.append(f"{stored} {table} of {wanted}")
        failures += unsound(home)
        print(f"  {count} importers: longest {max(one.seconds for one in ends):.2f} s", file=sys.stderr)
    return count, failures


def writers(count: int) -> tuple[int, list[str]]:
    """Writers of memories against prune, consolidate, stats and readers: every one is there."""
    failures: list[str] = []
    tried = 0
    longest = 0.0
    with tempfile.TemporaryDirectory() as home:
        reported: list[str] = []
        others = (("prune",), ("remember", "consolidate"), ("stats",), ("recall", "port"), ("export",))
        for turn in range(count):
            words = [f"Service {turn}-{number} listens on port {turn * 100 + number}" for number in range(6)]
            children = [Child(home, "remember", text) for text in words]
            children += [Child(home, *other) for other in others]
            ends = [child.end() for child in children]
            tried += len(ends)
            longest = max(longest, *(one.seconds for one in ends))
            for one in ends[: len(words)]:
                if one.code:
                    failures.append(f"writer: exit {one.code} {one.err[:200]}")
                else:
                    reported.append(one.out.decode().strip())
            failures += [f"exit {one.code}: {one.err[:200]}" for one in ends if shaky(one) or one.code > 1]
        connection = sqlite3.connect(os.path.join(home, "knapsack.db"))
        there = {f"m{row[0]}"[:13] for row in connection.execute("SELECT key FROM memories")}
        there |= {f"m{row[0]}"[:13] for row in connection.execute("SELECT key FROM memory_gone")}
        connection.close()
        failures += [f"lost {name}" for name in reported if name not in there] + unsound(home)
        print(f"  {tried} writers and others, 11 at once: longest {longest:.2f} s", file=sys.stderr)
    return tried, failures


def two_versions(count: int) -> tuple[int, list[str]]:
    """This program and a newer one on the same home: the older is told so, nothing of its own is lost."""
    failures: list[str] = []
    real = schema.MIGRATIONS
    newer = (*real, ("CREATE TABLE later(x)", "INSERT INTO later VALUES(1)"))
    tried = 0
    for turn in range(count):
        with tempfile.TemporaryDirectory() as home:
            children = []
            for number in range(6):
                schema.MIGRATIONS = newer if (number + turn) % 2 else real
                children.append(Child(home, "remember", f"Fact {number} of turn {turn} holds"))
            schema.MIGRATIONS = real
            saved = 0
            for one in [child.end() for child in children]:
                tried += 1
                saved += one.code == 0
                told = one.code == 2 and "this Knapsack knows" in one.err and one.err.count("\n") == 1
                if shaky(one) or not (one.code == 0 or told):
                    failures.append(f"exit {one.code}: {one.err[:200]}")
            stored = value(home, "SELECT count(*) FROM memories")
            merged = value(home, "SELECT count(*) FROM memory_merges")
            if stored + merged != saved or value(home, "SELECT count(*) FROM later") != 1:
                failures.append(f"{stored} and {merged} merged of {saved} saved")
            failures += unsound(home)
            ran = knapsack("compress", data=TEXT[:60_000], home=Path(home))
            if ran.code or b"original intact" not in ran.out:
                failures.append(f"compress beside a newer database: {ran.err[:200]}")
    return tried, failures
