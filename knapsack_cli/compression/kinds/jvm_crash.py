"""hs_err_pid*.log, what a Java virtual machine leaves when it crashes: what happened, where, and in what.

The head, the summary and both stacks stay; of registers, memory, regions and libraries their titles, of
events the last ones.
"""

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_CRASHED = ("# A fatal error has been detected by", "# There is insufficient memory for the Java Runtime")
_TITLE = lazy(r"-{6,} +.*-{6,}$|[A-Z][\w/() -]*(?:\([^)]*\))?:(?: .*)?$")
_EVENTS = lazy(r".* \(\d+ events?\):$")
_FRAMES = lazy(r"[CVvJjA]  ")
_NUMBERS = (
    "Registers:",
    "XMM[",
    "RAX=",
    "Register to memory",
    "Top of Stack",
    "Instructions:",
    "Stack slot",
    "Heap Regions",
)
_LIBRARIES = (
    "Dynamic libraries:",
    "Signal Handlers:",
    "/proc/meminfo:",
    "/proc/cpuinfo:",
    "CPU Model and flags",
)
_WHOLE = (
    "Stack: [",
    "VM Arguments:",
    "Environment Variables:",
    "Native frames",
    "Java frames",
    "Java Threads",
)
FIRST = 5
"""Lines of a section that are shown ..."""
MOST = 60
"""... and of one that tells how the program was run or where it was."""
LAST = 3
"""Of events so many, the last ones."""


def recognise(segment: Segment) -> int:
    """By the first words of the report."""
    return 97 if any(line.startswith(_CRASHED) for line in segment.lines[:6]) else 0


def decide(segment: Segment) -> Decisions:
    """Section by section."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    index = 0
    while index < len(lines) and not lines[index].startswith("-----"):
        if lines[index].strip("# "):
            decisions.keep(index, FAILURE)
        index += 1
    while index < len(lines):
        if not lines[index].strip():
            index += 1
            continue
        end = index + 1
        while end < len(lines) and lines[end].strip():
            end += 1
        _section(lines, index, end, decisions)
        index = end
    return decisions


def _section(lines: list[str], start: int, end: int, decisions: Decisions) -> None:
    """The lines from `start` to `end` (exclusive), between blank ones."""
    title = lines[start]
    if title.startswith("-----") or _TITLE.match(title):
        decisions.keep(start, ALWAYS)
    if title.startswith(_NUMBERS + _LIBRARIES):
        return
    if _EVENTS.match(title):
        decisions.keep_range(max(start + 1, end - LAST), end - 1, NORMAL)
        return
    whole = title.startswith(_WHOLE)
    for at in range(start, min(end, start + (MOST if whole else FIRST))):
        rank = EVIDENCE if whole else IMPORTANT
        decisions.keep(at, FAILURE if _FRAMES.match(lines[at]) or "siginfo" in lines[at] else rank)
