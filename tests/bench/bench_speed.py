"""How long the filter takes, as a whole process, against bare Python and its peers, in one interleaved run.

run: python tests/bench/bench_speed.py [RUNS]

RUNS is 21 unless given. The program measured is `knapsack` beside this Python (an ordinary install, not an
editable one, with the console script of a current pip), else the one on PATH. Peers are found on PATH
(`rtk`, `headroom`) or beside the Python that KNAPSACK_PEERS names (which may also hold `drain3`); those that
are not there are left out.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOALS = {
    "pass-through of 1 KB": 1.25,
    "50 KB log, compressed and stored": 2.0,
    "compress -- true, over true itself": 1.5,
    "60 KB Python file outlined": 6.0,
}
DRAIN = (
    "import sys; from drain3 import TemplateMiner;"
    " from drain3.template_miner_config import TemplateMinerConfig;"
    " miner = TemplateMiner(config=TemplateMinerConfig());"
    " [miner.add_log_message(line) for line in sys.stdin]; print(len(miner.drain.clusters))"
)


def log_lines(count: int) -> list[str]:
    """A log of `count` lines of a few shapes with a rare one among them."""
    lines: list[str] = []
    for at in range(count):
        stamp = f"2026-11-29T{at // 3600 % 24:02}:{at // 60 % 60:02}:{at % 60:02}.{at * 7 % 1000:03}Z"
        kind = at % 10
        if at % 9973 == 9000:
            lines.append(f"{stamp} ERROR payments charge failed order={at * 31 % 99991} reason=declined")
        elif kind < 5:
            took = at * 37 % 890 + 1
            lines.append(
                f"{stamp} INFO api[{at % 7}] request GET /v1/items/{at * 13 % 9973} status=200 took {took}ms"
            )
        elif kind < 8:
            lines.append(
                f"{stamp} INFO worker-{at % 8} processed job {at} in {at * 11 % 88 + 2}ms queue=bulk"
            )
        else:
            lines.append(f"{stamp} DEBUG cache hit key=user-{at * 7919 % 65521:04x} ttl={at % 600}s")
    return lines


def source_text(size: int) -> str:
    """A Python module of about `size` bytes."""
    parts = ['"""A module."""\n\nimport os\nimport sys\n']
    number = 0
    while sum(map(len, parts)) < size:
        number += 1
        parts.append(
            f"\n\nclass Item{number}:\n"
            f'    """The item number {number}."""\n\n'
            f"    def __init__(self, name: str, size: int = {number}) -> None:\n"
            "        self.name = name\n"
            "        self.size = size\n\n"
            "    def total(self, others: list[int]) -> int:\n"
            '        """The sum."""\n'
            "        result = self.size\n"
            "        for other in others:\n"
            "            if other > result:\n"
            "                result += other * 2\n"
            "        return result\n"
        )
    return "".join(parts)


class Case:
    """One command to be timed."""

    def __init__(self, name: str, arguments: list[str], data: Path | None = None) -> None:
        self.name = name
        self.arguments = arguments
        self.data = data
        self.walls: list[float] = []
        self.processor: list[float] = []

    def run(self, environment: dict[str, str]) -> None:
        """Run once, output thrown away."""
        source = str(self.data) if self.data is not None else os.devnull
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, source, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        began = time.perf_counter()
        process = os.posix_spawnp(self.arguments[0], self.arguments, environment, file_actions=actions)
        _, status, usage = os.wait4(process, 0)
        self.walls.append(time.perf_counter() - began)
        self.processor.append(usage.ru_utime + usage.ru_stime)
        if status and len(self.walls) == 1:
            print(f"note: {self.name} ended with status {os.waitstatus_to_exitcode(status)}")


def program(name: str) -> str | None:
    """A peer's program, beside the Python of KNAPSACK_PEERS or on PATH."""
    peers = os.environ.get("KNAPSACK_PEERS")
    if peers:
        beside = Path(peers).parent / name
        if beside.exists():
            return str(beside)
    return shutil.which(name)


def peers_for(data: Path) -> list[Case]:
    """The peers that are installed, on a log."""
    found: list[Case] = []
    if rtk := program("rtk"):
        found.append(Case("rtk log", [rtk, "log", str(data)]))
    if headroom := os.environ.get("KNAPSACK_PEERS"):
        code = (
            "import sys; from headroom import compress;"
            " compress([{'role': 'user', 'content': 'x'}, {'role': 'tool', 'tool_call_id': 'a',"
            " 'content': sys.stdin.read()}], model='gpt-4o')"
        )
        for name, script in (("headroom", code), ("drain3", DRAIN)):
            check = subprocess.run([headroom, "-c", f"import {name}"], capture_output=True, check=False)
            if check.returncode == 0:
                found.append(Case(name, [headroom, "-c", script], data))
    return found


def knapsack() -> str:
    """The installed program."""
    beside = Path(sys.executable).parent / "knapsack"
    found = str(beside) if beside.exists() else shutil.which("knapsack")
    if found is None:
        raise SystemExit("knapsack is not installed beside this Python nor on PATH")
    return found


def main() -> None:
    """Time everything in turns and print the medians as ratios."""
    runs = max(1, int(sys.argv[1])) if len(sys.argv) > 1 else 21
    tool = knapsack()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "KNAPSACK_HOME": str(place / "home")}
        small, middle, large = place / "small.log", place / "middle.log", place / "large.log"
        lines = log_lines(60_000)
        small.write_text("\n".join(lines)[:1000] + "\n", encoding="utf-8")
        middle.write_text("\n".join(lines)[:50_000] + "\n", encoding="utf-8")
        large.write_text("\n".join(lines) + "\n", encoding="utf-8")
        module = place / "module.py"
        module.write_text(source_text(60_000), encoding="utf-8")
        bare = Case("python -c pass", [sys.executable, "-c", "pass"])
        true = Case("true", ["true"])
        ours = [
            Case("pass-through of 1 KB", [tool, "compress"], small),
            Case("50 KB log, compressed and stored", [tool, "compress"], middle),
            Case("compress -- true, over true itself", [tool, "compress", "--", "true"]),
            Case("60 KB Python file outlined", [tool, "compress"], module),
        ]
        whole = Case("knapsack compress", [tool, "compress"], large)
        others = peers_for(large)
        for _ in range(runs):
            for case in (bare, true, *ours, whole, *others):
                case.run(environment)
        report(bare, true, ours, whole, others, runs)
        weigh(tool, environment, middle)


def report(bare: Case, true: Case, ours: list[Case], whole: Case, others: list[Case], runs: int) -> None:
    """The medians of all cases, as ratios to bare Python, and of the large log to each peer."""
    base, base_cpu = statistics.median(bare.walls), statistics.median(bare.processor)
    print(f"{runs} runs in turns; bare Python {base * 1000:.1f} ms wall, {base_cpu * 1000:.1f} ms CPU")
    for case in ours:
        wall, cpu = statistics.median(case.walls), statistics.median(case.processor)
        if case.arguments[-1] == "true":
            wall -= statistics.median(true.walls)
            cpu -= statistics.median(true.processor)
        goal = GOALS[case.name]
        print(f"  {case.name:36} {wall / base:5.2f} x wall, {cpu / base_cpu:5.2f} x CPU (goal {goal:.2f})")
    mine, mine_cpu = statistics.median(whole.walls), statistics.median(whole.processor)
    print(f"60,000-line log: knapsack {mine * 1000:.0f} ms wall, {mine_cpu * 1000:.0f} ms CPU")
    for case in others:
        wall, cpu = statistics.median(case.walls), statistics.median(case.processor)
        print(
            f"  {case.name:12} {wall * 1000:7.0f} ms wall, {cpu * 1000:7.0f} ms CPU:"
            f" knapsack takes {mine / wall:5.2f} x its wall time, {mine_cpu / cpu:5.2f} x its CPU"
        )


def weigh(tool: str, environment: dict[str, str], data: Path) -> None:
    """Print what is installed and what the hot path imports."""
    code = (
        "import sys, os, io; start = set(sys.modules); from knapsack_cli.__main__ import run;"
        " from knapsack_cli.context import Context; import knapsack_cli;"
        " context = Context(sys.stdin.buffer, io.BytesIO(), sys.stderr, os.environ, os.getcwd());"
        " run(context, ['compress']); names = sorted(set(sys.modules) - start);"
        " print(os.path.dirname(knapsack_cli.__file__)); print(len(names));"
        " print(sum(name.startswith('knapsack_cli') for name in names))"
    )
    python = Path(tool).parent / "python"
    with data.open("rb") as source:
        ran = subprocess.run(
            [str(python), "-c", code],
            stdin=source,
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
    folder, total, own = ran.stdout.split()
    size = sum(
        path.stat().st_size for path in Path(folder).rglob("*") if path.suffix != ".pyc" and path.is_file()
    )
    print(
        f"installed: {size / 1024:.0f} KB of our own; a 50 KB log imports {total} modules, {own} of them ours"
    )


if __name__ == "__main__":
    main()
