"""`make trust`: every attempt to break a promise, and one table of how many succeeded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import samples

from trust import any_bytes, any_format, crowds, hostile, links, moments, moments_of_the_store, secrets

SCALE = float(os.environ.get("TRUST_SCALE", "1"))
"""How much of each: CI takes a tenth."""


def _scaled(count: int) -> int:
    return max(1, int(count * SCALE))


ATTEMPTS: tuple[tuple[str, Callable[[], tuple[int, list[str]]]], ...] = (
    (
        "any bytes: outputs stay whole, verbatim, settled, in time",
        lambda: any_bytes.attempt(samples(), _scaled(20_000), 11),
    ),
    (
        "any bytes: logs, databases, requests, settings, notes, diffs, patterns",
        lambda: any_format.attempt(_scaled(100_000), 21),
    ),
    ("any moment: kill -9 of compress", lambda: moments.kills(_scaled(300), 12)),
    (
        "any moment: kill -9 of import, remember, prune, consolidate, stats",
        lambda: moments_of_the_store.kills(_scaled(400), 13),
    ),
    ("any moment: kill -9 of migrations", lambda: moments_of_the_store.migrations(_scaled(300), 14)),
    ("any moment: SIGINT of import", lambda: moments_of_the_store.interrupts(_scaled(60), 15)),
    (
        "any moment: readers that leave after any byte",
        lambda: moments_of_the_store.leaving_readers(_scaled(100)),
    ),
    ("any moment: closed streams, homes in the way", moments.closed_streams),
    ("any moment: a full disk under the cache", moments.full_disk),
    ("any moment: a full disk under the write-ahead log", moments_of_the_store.full_disk),
    ("any moment: a clock that jumps", lambda: moments_of_the_store.jumping_clock(_scaled(300), 16)),
    ("many at once: filters", lambda: crowds.filters(_scaled(200))),
    ("many at once: importers of the same files", lambda: crowds.importers(8)),
    ("many at once: writers, prune, consolidate, readers", lambda: crowds.writers(_scaled(20))),
    ("many at once: two versions of the program", lambda: crowds.two_versions(_scaled(20))),
    ("hostile text, files and options", hostile.attempts),
    (
        "links, pipes and devices for files, swapped folders, every umask",
        lambda: links.attempts(60 * SCALE),
    ),
    ("secrets: each kind through each path to a reader", secrets.paths),
)


def main() -> int:
    """Run everything and print the table; 1 when anything broke."""
    broken = 0
    print("| promise tried | attempts | failures |\n|---|---:|---:|")
    for name, attempt in ATTEMPTS:
        tried, failures = attempt()
        broken += len(failures)
        print(f"| {name} | {tried:,} | {len(failures)} |", flush=True)
        for failure in failures[:5]:
            print(f"  {failure}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
