"""Many at once: two hundred filters lose no original and no row; the longest wait is told."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

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
