"""What starting each command costs, as CPU time of the whole process over that of `python -c pass`.

run: python tests/bench/bench_startup.py [RUNS]   (the least of RUNS, 15 unless given; the goal is 7)
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from knapsack_cli.app import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
GOAL = 7.0


def cpu(arguments: list[str], environment: dict[str, str], runs: int) -> float:
    """The least CPU time, in seconds, that `python ARGUMENTS` took in `runs` runs."""
    least = float("inf")
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
    for _ in range(runs):
        process = os.posix_spawn(
            sys.executable, [sys.executable, *arguments], environment, file_actions=quiet
        )
        usage = os.wait4(process, 0)[2]
        least = min(least, usage.ru_utime + usage.ru_stime)
    return least


def main() -> None:
    """Print a line a command line, and the worst."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    lines = [["compress"], ["compress", "--", "true"], ["compress", "--budget", "500"]]
    lines += [["retrieve", "--list"], ["--help"], ["--version"]]
    lines += [[name, "--help"] for name in COMMANDS]
    worst = 0.0
    with tempfile.TemporaryDirectory() as home:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "PYTHONPATH": str(ROOT)}
        bare = cpu(["-c", "pass"], environment, runs)
        print(f"bare python {bare * 1000:.1f} ms CPU")
        for line in lines:
            ratio = cpu(["-m", "knapsack_cli", *line], environment, runs) / bare
            worst = max(worst, ratio)
            print(f"{ratio:6.2f}  knapsack {' '.join(line)}")
    print(f"worst {worst:.2f}, goal {GOAL:.0f}")


if __name__ == "__main__":
    main()
