"""Thread dumps of a JVM: threads in one place together by name, deadlocks whole."""

from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_THREAD = lazy(r'"(?P<name>.*?)"(?: #\d+|$| .*(?:prio=|tid=))')
_STATE = lazy(r"\s+java\.lang\.Thread\.State: \S+")
_FRAME = lazy(r"\s+at (?P<place>\S+)")
_LOCK = lazy(r"\s+- (?:waiting|locked|parking|eliminated|None)")
_LIBRARY = (
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "org.apache.tomcat.",
    "io.netty.",
    "kotlin",
    "scala.",
)
_ADDRESS = lazy(r"0x[0-9a-f]+")
TOP_FRAMES = 4
"""Innermost frames shown of a stack ..."""
OWN_FRAMES = 12
"""... and so many more that are no library's."""
MOST_NAMES = 60


def recognise(segment: Segment) -> int:
    """By the heading, or by states under threads."""
    data = segment.data
    if b"Full thread dump" in data:
        return 96
    return 94 if data.count(b"java.lang.Thread.State: ") >= 3 and b" tid=0x" in data else 0


def decide(segment: Segment) -> Decisions:
    """The first thread of each stack with its frames; the others like it by name."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    groups: dict[str, list[tuple[int, int]]] = {}
    index, size = 0, len(lines)
    told = next((at for at, line in enumerate(lines) if line.startswith("Found one Java-level")), size)
    decisions.keep_range(told, size - 1, FAILURE)
    while index < told:
        if not _THREAD.match(lines[index]):
            if not lines[index].startswith(("0x", "_java", "}", "Threads class")):
                decisions.keep(index, ALWAYS if "thread dump" in lines[index] or index == 0 else NORMAL)
            index += 1
            continue
        end = index + 1
        while end < told and lines[end].strip() and not _THREAD.match(lines[end]):
            end += 1
        key = _ADDRESS.sub("", "\n".join(lines[index + 1 : end]))
        groups.setdefault(key, []).append((index, end))
        index = end
    for members in groups.values():
        _show(lines, decisions, members[0])
        if len(members) > 1:
            others = members[1:]
            names = ", ".join(_name(lines[start]) for start, _ in others[:MOST_NAMES])
            more = f", {len(others) - MOST_NAMES} more" if len(others) > MOST_NAMES else ""
            text = f"[x{len(others)} threads like this, lines {segment.number(others[0][0])}-"
            text += f"{segment.number(others[-1][1] - 1)}: {names}{more}]"
            covered = [at for start, end in others for at in range(start, end)]
            decisions.fold(_last_shown(decisions, members[0]), covered, text)
    return decisions


def _show(lines: list[str], decisions: Decisions, member: tuple[int, int]) -> None:
    """A thread's heading, state and locks, its innermost frames and its own."""
    start, end = member
    frames = own = 0
    for index in range(start, end):
        line = lines[index]
        frame = _FRAME.match(line)
        if index == start or _STATE.match(line) or _LOCK.match(line):
            decisions.keep(index, EVIDENCE)
        elif frame:
            frames += 1
            if not frame["place"].startswith(_LIBRARY) and own < OWN_FRAMES:
                own += 1
                decisions.keep(index, EVIDENCE)
            elif frames <= TOP_FRAMES:
                decisions.keep(index, CONTEXT)
        elif line.strip():
            decisions.keep(index, NORMAL)


def _last_shown(decisions: Decisions, member: tuple[int, int]) -> int:
    return max(at for at in range(*member) if decisions.ranks[at])


def _name(line: str) -> str:
    match = _THREAD.match(line)
    return match["name"] if match else line
