"""TAP, of any version and producer: failing points with what their diagnostics tell, counts, plan.

Nested subtests, YAML blocks of node, tap, AVA, Vitest and Mocha, `#` diagnostics of Perl, SKIP and
TODO directives.
"""

import re
from collections import Counter

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.diffs import trimmed
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.frames import chosen, frame_at
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_POINT = lazy(r"(?P<indent>\s*)(?P<not>not )?ok\b(?: +(?P<number>\d+))?(?P<rest>.*)")
_PLAN = lazy(r"\s*\d+\.\.\d+(?:\s*#.*)?$")
_COUNT = lazy(r"\s*# ?(?:tests|suites|pass|fail|ok|cancelled|skipped|skip|todo|failed|time|duration_ms)\b")
_PROVED = lazy(
    r"Result: |Files=\d+|\S.* \(Wstat: |\s+(?:Failed tests?|Non-zero exit|Parse errors): |Dubious, "
)
_DIRECTIVE = lazy(r"#\s*(?P<word>SKIP|TODO)\b", re.IGNORECASE)
_FIELD = lazy(r"\s*(?P<name>[A-Za-z_][\w ]*):(?: (?P<value>.*))?$")
_DROPPED = frozenset(
    ("duration_ms", "type", "failureType", "stack", "operator", "code", "name", "severity", "test_id")
)
_VALUES = frozenset(("expected", "actual", "found", "wanted", "values"))
"""Fields that a message before them has told."""
_NESTED = ("subtestsFailed", "subtest failed", "subtests failed")
TOLD_WHOLE = 3
"""Of a failure told between the points, what follows is shown so many times."""
MESSAGE = 8
"""So many lines of what a failing point tells are shown."""
LONGEST_VALUE = 120
"""Characters of a value that is shown beside a message."""
LONG_FIELD = 4
"""So many lines of one field are shown."""


def recognise(segment: Segment) -> int:
    """By the version line and a plan, or by a share of `ok N` and `not ok N` lines."""
    lines = segment.lines
    if any(line.startswith("TAP version ") for line in lines[:20]):
        return 96
    if any(line.startswith(("Result: FAIL", "Result: PASS")) for line in lines[-4:]):
        return 95 if any(line.startswith("Files=") for line in lines[-6:]) else 90
    sample = [line for line in lines[:300] if line.strip()]
    points = [match for line in sample if (match := _POINT.match(line)) and match["number"]]
    planned = any(_PLAN.match(line) for line in (*lines[:30], *lines[-30:]))
    if planned and points and len(points) * 8 > len(sample):
        return 88
    return 0


def decide(segment: Segment) -> View | None:
    """Failing points as blocks; the rest by its counts."""
    lines = segment.lines
    layout = Layout(segment)
    reader = _Reader(lines)
    others: list[int] = []
    index, size = 0, len(lines)
    plan = -1
    told: Counter[str] = Counter()
    while index < size:
        line = lines[index]
        point = _POINT.match(line)
        if point is not None:
            last = reader.end_of_diagnostics(index, len(point["indent"]))
            failed = bool(point["not"])
            directive = _DIRECTIVE.search(point["rest"])
            if failed and directive is None:
                layout.add(reader.block(index, last))
            elif directive is not None and directive["word"].upper() == "TODO" and not failed:
                layout.keep(index, EVIDENCE)
            index = last + 1
            continue
        if line.lstrip().startswith("Bail out!"):
            layout.keep(index, FAILURE)
        elif _COUNT.match(line):
            if not line.startswith(" "):
                layout.keep(index, ALWAYS)
        elif _PLAN.match(line):
            plan = index if not line.startswith(" ") else plan
        elif line.lstrip().startswith("# Subtest") or line.startswith("TAP version") or line.strip() in "{}":
            pass
        elif line.lstrip().startswith("#"):
            if is_failure(line):
                told[line] += 1
                most = MESSAGE if told[line] <= TOLD_WHOLE else 1
                end = index
                while end + 1 < min(size, index + most) and _continues(lines[end + 1]):
                    end += 1
                layout.keep_range(index, end, EVIDENCE)
                index = end
        elif _PROVED.match(line):
            layout.keep(index, ALWAYS)
        elif line.strip() and not line.endswith(" ok"):
            others.append(index)
        index += 1
    if plan >= 0:
        layout.keep(plan, CONTEXT)
    lay_out_leftovers(layout, others)
    return layout.view()


def _continues(line: str) -> bool:
    """Whether a `#` line goes on with what the one above began."""
    return line.startswith("# ") and not line.startswith(("#   Failed", "# Looks like", "# Subtest"))


def _is_told(value: str, lines: list[str], message: list[int]) -> bool:
    """Whether a message holds a value, or the value is of several lines."""
    plain = value.strip().strip("'\"")
    if not plain or plain[0] in "|>{[" or len(plain) > LONGEST_VALUE:
        return True
    return any(plain in lines[at] for at in message)


class _Reader:
    """Reads the diagnostics under failing points."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def end_of_diagnostics(self, index: int, indent: int) -> int:
        """The last line of the YAML block, or of the `#` lines, under the point at `index`."""
        lines = self.lines
        at = index + 1
        if at < len(lines) and lines[at].strip() == "---":
            while at < len(lines):
                if lines[at].strip() == "..." and len(lines[at]) - len(lines[at].lstrip()) <= indent + 4:
                    return at
                point = _POINT.match(lines[at])
                if point is not None and point["number"] and len(point["indent"]) <= indent:
                    return at - 1
                at += 1
            return len(lines) - 1
        if not lines[index].lstrip().startswith("not ok"):
            return index
        while at < len(lines) and lines[at].lstrip().startswith("#"):
            if _COUNT.match(lines[at]) or lines[at].lstrip().startswith("# Subtest"):
                break
            at += 1
        return at - 1

    def block(self, first: int, last: int) -> Block:
        """What a failing point tells: its message and values trimmed, its place."""
        lines = self.lines
        own: list[int] = []
        message: list[int] = []
        index = first + 1
        if last > first and lines[first + 1].lstrip().startswith("#"):
            return Block(first, last, [first], trimmed(lines, list(range(first + 1, last + 1)), MESSAGE))
        base = len(lines[first + 1]) - len(lines[first + 1].lstrip()) if last > first else 0
        nested = any(mark in lines[at] for at in range(first, last + 1) for mark in _NESTED)
        while index <= last and not nested:
            line = lines[index]
            field = _FIELD.match(line)
            depth = len(line) - len(line.lstrip())
            end = index
            while end + 1 <= last and (
                not lines[end + 1].strip() or len(lines[end + 1]) - len(lines[end + 1].lstrip()) > depth
            ):
                end += 1
            if field is None or depth > base + 4:
                index += 1
                continue
            name, value = field["name"], field["value"] or ""
            if name == "stack":
                own.extend(self._place(index + 1, end))
            elif (
                name == "location"
                and value.strip("'").endswith(":1:1")
                and value.strip("'")[:-4] in lines[first]
            ):
                pass  # the file itself failed
            elif name in ("at", "location", "file", "line", "source"):
                own.extend(range(index, min(end, index + 2) + 1))
            elif name not in _DROPPED:
                if name in _VALUES and message and _is_told(value, lines, message):
                    index = end + 1
                    continue
                span = [index] if value and value[0] not in "|>" else []
                span += range(index + 1, end + 1)
                message.extend(trimmed(lines, span, LONG_FIELD if name != "error" else MESSAGE))
            index = end + 1
        if len(own) > 1:
            own = [at for at in own if not lines[at].lstrip().startswith("location:")]
        message = trimmed(lines, message, MESSAGE)
        key = "\n".join(lines[at].strip() for at in message)
        return Block(first, last, [first], sorted({*message, *own}), key or None, own)

    def _place(self, first: int, last: int) -> list[int]:
        """The first frames of a stack in the user's code; a frame may stand without `at`."""
        frames = []
        for index in range(first, last + 1):
            line = self.lines[index]
            frame = frame_at([line if line.lstrip().startswith("at ") else f"at {line.strip()}"], 0)
            if frame is not None:
                frame.first = frame.last = index
                frames.append(frame)
        own = [frame.first for frame in chosen(frames, False, 9) if not frame.library]
        return own[:1] + own[1:][-1:]
