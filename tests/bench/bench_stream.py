"""Large inputs, as whole processes: megabytes a second of CPU time, peak memory, and the curve from 1 MB on.

run: python tests/bench/bench_stream.py [MEGABYTES] [LARGEST]

MEGABYTES (200) is the size of the log, the listing and the line; LARGEST (1024) ends the curve. The program
measured is `knapsack` beside this Python, else the one on PATH. Beside each figure stands what `gzip -1`
takes for the same bytes, so that machines can be compared.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench_speed import knapsack, log_lines

GOAL = 60.0
"""Megabytes a second of CPU, original hashed and stored."""
MEMORY_GOAL = 200
"""Megabytes at the most, whatever the input's size."""
FOLDERS = ("src", "lib", "core", "net", "drivers", "util", "test", "docs", "api", "web", "client", "server")


def log_pieces() -> Iterator[bytes]:
    """A log without end."""
    lines = log_lines(200_000)
    while True:
        yield ("\n".join(lines) + "\n").encode()


def listing_pieces() -> Iterator[bytes]:
    """A listing of paths without end: thousands of folders, and names that are all different."""
    number = 0
    while True:
        paths: list[str] = []
        for _ in range(100_000):
            number += 1
            folder = number // 40 * 7919 % 50_021
            names = [FOLDERS[folder // 12**level % 12] + str(folder >> level & 7) for level in range(4)]
            ending = ("py", "c", "h", "md", "json")[number % 5]
            paths.append(f"./{'/'.join(names)}/{FOLDERS[number % 12]}_{number}.{ending}")
        yield ("\n".join(paths) + "\n").encode()


def line_pieces() -> Iterator[bytes]:
    """One line without end."""
    number = 0
    while True:
        number += 1
        yield b"".join(b"var a%d=function(x){return x+%d};" % (number * 1000 + at, at) for at in range(1000))


def write(place: Path, pieces: Callable[[], Iterator[bytes]], megabytes: int) -> None:
    """Fill a file up to a size, in a process of its own: a child begins with its parent's peak memory."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    left = megabytes * 1_000_000
    with place.open("wb") as file:
        for piece in pieces():
            file.write(piece[:left])
            left -= len(piece)
            if left <= 0:
                break
    os._exit(0)


def measure(arguments: list[str], source: Path, environment: dict[str, str]) -> tuple[float, int]:
    """CPU seconds and peak memory in bytes of one run, output thrown away."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, str(source), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    ]
    process = os.posix_spawnp(arguments[0], arguments, environment, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    if status:
        print(f"note: {arguments[0]} ended with status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main() -> None:
    """Measure the three forms at one size, then the log at growing sizes."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 1024
    tool = knapsack()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "input"
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "KNAPSACK_HOME": f"{folder}/home"}
        print(f"{megabytes} MB each (goals: {GOAL:.0f} MB/s of CPU, {MEMORY_GOAL} MB of memory)")
        for name, pieces in (
            ("log", log_pieces),
            ("find listing", listing_pieces),
            ("one line", line_pieces),
        ):
            write(place, pieces, megabytes)
            print(f"  {name:14} {figures(tool, place, megabytes, environment)}")
        print("a log, growing")
        size = 1
        while size <= largest:
            write(place, log_pieces, size)
            print(f"  {size:6} MB      {figures(tool, place, size, environment)}")
            size *= 4


def figures(tool: str, place: Path, megabytes: int, environment: dict[str, str]) -> str:
    """One row: seconds, megabytes a second, memory, and gzip's seconds."""
    cpu, memory = measure([tool, "compress"], place, environment)
    gzip, _ = measure(["gzip", "-1", "-c"], place, environment)
    return (
        f"{cpu:7.2f} s CPU {megabytes / cpu:7.1f} MB/s {memory / 1e6:6.0f} MB memory"
        f" (gzip -1 {gzip:6.2f} s, {cpu / gzip:4.2f} x)"
    )


if __name__ == "__main__":
    main()
