"""`make trust`: every attempt to break a promise, and one table of how many succeeded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import samples

from trust import any_bytes, crowds, hostile, moments

SCALE = float(os.environ.get("TRUST_SCALE", "1"))
"""How much of each: CI takes a tenth."""


def _scaled(count: int) -> int:
    return max(1, int(count * SCALE))


ATTEMPTS: tuple[tuple[str, Callable[[], tuple[int, list[str]]]], ...] = (
    (
        "any bytes: whole, verbatim, settled, in time",
        lambda: any_bytes.attempt(samples(), _scaled(20_000), 11),
    ),
    ("any moment: kill -9 of compress", lambda: moments.kills(_scaled(300), 12)),
    ("any moment: closed streams, homes in the way", moments.closed_streams),
    ("any moment: a full disk", moments.full_disk),
    ("many at once: filters", lambda: crowds.filters(_scaled(200))),
    ("hostile text, files and options", hostile.attempts),
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
