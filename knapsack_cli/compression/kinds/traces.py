"""Stack traces, alone or among what a program printed: every message and cause, the user's own frames.

Python chains and groups, Java causes, Node, Go panics with their goroutines, Rust, .NET, Ruby, PHP,
sanitizers and Valgrind. A trace seen before is told by a count.
"""

from itertools import pairwise

from knapsack_cli.compression.evidence import guard
from knapsack_cli.compression.kinds.common.frames import (
    frame_at,
    is_cause,
    is_trace_head,
    kept_in_trace,
    says_what_broke,
    trace_end,
)
from knapsack_cli.compression.kinds.common.goroutines import (
    end_of_goroutines,
    is_head,
    lay_out_goroutines,
)
from knapsack_cli.compression.kinds.common.marked import shared_mark, under_mark
from knapsack_cli.compression.kinds.general import ANY
from knapsack_cli.compression.model import DROP, EVIDENCE, FAILURE, Decisions, Segment, View
from knapsack_cli.compression.templates import decide_by_shape
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from knapsack_cli.compression.kinds.common.frames import Place

_SHADOW = lazy(
    r"\s*(?:=>\s*)?0x[0-9a-f]+:(?:[ \[]*[0-9a-f]{2}\]?)+\s*$|  [A-Z][\w /]+(?: \([\w /]+\))?: +[0-9a-f]{2}\b"
    r"|Shadow byte|\s*Partially addressable:|={10,}$|-{10,}$|==\d+==\s*$"
)
_REPORT = lazy(r"==\d+==\s?(?:ERROR: |WARNING: |HEAP|LEAK|Memcheck|\S)|WARNING: ThreadSanitizer")
_BANNER = lazy(r"==\d+== (?:Copyright \(C\)|Using Valgrind-|For (?:lists of|counts of)|Rerun with|Use --)")
"""What Valgrind says of itself."""
_TOOLS = (b"== Memcheck", b"== Helgrind", b"== drd, ", b"== DHAT")
"""How Valgrind's tools name themselves."""
_NUMBERS = lazy(r"0x[0-9a-fA-F]+|\d+")
_DEPTH = lazy(r"^\s*#\d+\s+(?:0x[0-9a-f]+ )?")
RECURSION = 6
"""So many equal frames in a row are told as a recursion."""
ALIKE_SHOWN = 12
"""Of traces that differ in numbers alone so many are shown by what they say."""
SAMPLE = 400
LEAST_FRAMES = 4
"""Traces of fewer frames and headings are shown each."""
LONG_REPORT = 3000
"""A sanitizer's report ends within so many lines."""


def recognise(segment: Segment) -> int:
    """By the share of frames among the lines, where something says that it is a trace."""
    lines = segment.lines
    size = len(lines)
    step = max(size // SAMPLE, 1)
    frames = 0
    heads = any(is_trace_head(line) or is_cause(line) for line in lines[:2000] if line[:1] not in "\t")
    sampled = 0
    for index in range(0, size, step):
        line = lines[index]
        if not line.strip():
            continue
        sampled += 1
        frames += frame_at(lines, index) is not None
    if not sampled or not frames:
        return 0
    share = frames / sampled
    if b"Sanitizer" in segment.data or any(sign in segment.data for sign in _TOOLS):
        heads = True
    if heads and share >= 0.3:
        return 88
    if share >= 0.6:
        return 72
    return 62 if heads and share >= 0.08 else 0


def decide(segment: Segment) -> Decisions | View | None:
    """Traces thinned, what stands between them by its shapes."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.told = bytearray(len(lines))
    decisions.guard = False
    seen: set[Place] = set()
    told: dict[str, tuple[int, list[tuple[int, int]]]] = {}
    ways: dict[str, _Way] = {}
    worded: set[str] = set()
    traces: list[tuple[int, int]] = []
    index, size = 0, len(lines)
    while index < size:
        end = _end(lines, index)
        if end < 0:
            index += 1
            continue
        _trace(lines, decisions, index, end, seen, told, ways, worded, segment.number)
        traces.append((index, end))
        index = end + 1
    if not traces:
        return None
    _lay_out_others(segment, decisions, traces)
    for after, spans in told.values():
        if spans:
            members = [at for first, last in spans for at in range(first, last + 1)]
            text = f"[x{len(spans)} the same trace, to line {segment.number(members[-1])}]"
            decisions.fold(after, members, text)
    mark = shared_mark(lines)
    if not mark:
        return decisions
    for index, line in enumerate(lines):
        if _BANNER.match(line):
            decisions.ranks[index] = DROP
    return under_mark(segment, decisions, mark)


def _end(lines: list[str], index: int) -> int:
    """The last line of the trace that starts at `index`, or -1 when none does."""
    line = lines[index]
    if not line.strip():
        return -1
    if line.startswith(("panic: ", "fatal error: ")) or is_head(line):
        head = index
        while head < min(index + 8, len(lines)) and not is_head(lines[head]):
            head += 1
        if head < len(lines) and is_head(lines[head]):
            return end_of_goroutines(lines, head)
    if line.startswith("==") and _REPORT.match(line):
        return _end_of_report(lines, index)
    frame = frame_at(lines, index)
    if frame is not None:
        end = trace_end(lines, index)
        return end if end > frame.last or index > 0 else frame.last
    if is_trace_head(line) and index + 1 < len(lines):
        end = trace_end(lines, index)
        return end if end > index else -1
    return -1


def _end_of_report(lines: list[str], index: int) -> int:
    """The last line of what a sanitizer or Valgrind says: to its summary, or all that has its mark."""
    end = index
    if "Sanitizer" in lines[index]:
        for at in range(index, min(index + LONG_REPORT, len(lines))):
            if lines[at].startswith("SUMMARY: "):
                end = at
                break
        while end + 1 < len(lines) and (_SHADOW.match(lines[end + 1]) or lines[end + 1].startswith("==")):
            end += 1
        return end
    mark = lines[index].split("== ")[0]
    while end + 1 < len(lines) and lines[end + 1].startswith(mark):
        end += 1
    return end


class _Way:
    """A trace by the frames it has, as it was first seen.

    Attributes:
        first, last: numbers of its lines.
        said: the lines, frames and headings apart, that have been shown of it and of those like it.
    """

    __slots__ = ("first", "last", "said")

    def __init__(self, first: int, last: int, said: set[str]) -> None:
        self.first = first
        self.last = last
        self.said = said


def _way(lines: list[str], first: int, last: int) -> tuple[str, list[int]]:
    """The frames and headings of a trace, and the indexes of its lines that are neither."""
    frames: list[str] = []
    said: list[int] = []
    index = first
    while index <= last:
        frame = frame_at(lines, index)
        if frame is not None and not says_what_broke(lines[index]):
            frames.extend(lines[index : frame.last + 1])
            index = frame.last + 1
            continue
        line = lines[index]
        if is_cause(line) or "Traceback (most recent call last)" in line:
            frames.append(line.strip())
        elif line.strip():
            said.append(index)
        index += 1
    return ("\n".join(frames) if len(frames) >= LEAST_FRAMES else ""), said


def _trace(
    lines: list[str],
    decisions: Decisions,
    first: int,
    last: int,
    seen: "set[Place]",
    told: dict[str, tuple[int, list[tuple[int, int]]]],
    ways: dict[str, _Way],
    worded: set[str],
    number: "Callable[[int], int]",
) -> None:
    goroutine = next((at for at in range(first, min(first + 8, last + 1)) if is_head(lines[at])), -1)
    if goroutine >= 0:
        decisions.keep_range(first, goroutine - 1, FAILURE)
        lay_out_goroutines(lines, decisions, goroutine, last, FAILURE)
        return
    key = _NUMBERS.sub("#", "\n".join(lines[first : last + 1]))
    if key in told:
        if len(told[key][1]) < ALIKE_SHOWN:
            causes = [at for at in range(first, last + 1) if is_cause(lines[at])]
            for at in (*_way(lines, first, last)[1], *causes):
                if lines[at] not in worded:
                    worded.add(lines[at])
                    decisions.keep(at, FAILURE)
        told[key][1].append((first, last))
        return
    way, said = _way(lines, first, last)
    worded.update(lines[at] for at in said)
    if way in ways:
        before = ways[way]
        for at in said:
            if lines[at] not in before.said:
                decisions.keep(at, FAILURE)
        before.said.update(lines[at] for at in said)
        decisions.note(first, last, f"frames as {before.first}-{before.last}")
        return
    if way:
        ways[way] = _Way(number(first), number(last), {lines[at] for at in said})
    kept = [at for at in kept_in_trace(lines, first, last, 6, seen) if not _SHADOW.match(lines[at])]
    for at in kept:
        decisions.keep(at, FAILURE)
    if kept:
        told[key] = (kept[-1], [])
    for before_gap, after_gap in pairwise(kept):
        gap = lines[before_gap + 1 : after_gap]
        if len(gap) >= RECURSION and len({_DEPTH.sub("", line) for line in gap}) == 1:
            decisions.note(before_gap + 1, after_gap - 1, "one frame again and again")


class _Others(Segment):
    """The lines that belong to no trace, as one text that knows their numbers."""

    __slots__ = ("places", "whole")

    def __init__(self, whole: Segment, places: list[int]) -> None:
        super().__init__([whole.lines[at] for at in places], 0, whole.hints)
        self.whole = whole
        self.places = places

    def number(self, index: int) -> int:
        """The number of a line in the whole input."""
        return self.whole.number(self.places[index])


def _lay_out_others(segment: Segment, decisions: Decisions, traces: list[tuple[int, int]]) -> None:
    """What stands around the traces: by its shapes, and the line above each trace that is shown."""
    lines, ranks = segment.lines, decisions.ranks
    inside = bytearray(len(lines))
    for first, last in traces:
        inside[first : last + 1] = b"\1" * (last + 1 - first)
    places = [at for at in range(len(lines)) if not inside[at]]
    if not places:
        return
    part = _Others(segment, places)
    found = decide_by_shape(part, ANY, 3, 3)
    guard(part, found)
    told = found.told or bytearray(len(places))
    for at, rank, is_told in zip(places, found.ranks, told, strict=True):
        ranks[at] = rank
        if is_told and decisions.told is not None:
            decisions.told[at] = 1
    for fold in found.folds:
        fold.after, fold.last = places[fold.after], places[fold.last]
        decisions.folds.append(fold)
    for first, last in traces:
        if first and not inside[first - 1] and any(ranks[first : last + 1]) and lines[first - 1].strip():
            decisions.keep(first - 1, EVIDENCE)
