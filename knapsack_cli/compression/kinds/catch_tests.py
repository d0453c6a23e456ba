"""Catch2 and doctest (C++): what failed between rules, with place, expression and expansion."""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RULE = lazy(r"(?:-{70,}|={70,})$")
_COUNTS = lazy(
    r"(?:test cases|assertions): +\d+|\[doctest\] (?:test cases|assertions|Status)|All tests passed"
    r"|\[doctest\] doctest version"
)
_FAILED = lazy(r".*\S:\d+: (?:FAILED|ERROR|FATAL ERROR|WARNING)|.*\(\d+\): (?:FAILED|ERROR|FATAL ERROR)")
_COMPACT = lazy(r"(?P<path>\S[^\n]{0,300}?):(?P<line>\d+): (?P<word>passed|failed|warning|[a-z]+):")
_COMPACT_COUNTS = lazy(r"(?:Failed|Passed) (?:all |both )?\d+ test cases?\b.*\bassertions?\b")
BELOW = 6
"""So many further lines of what failed are shown in the compact form."""
_DOTS = lazy(r"\.{20,}$|~{20,}$")


def recognise(segment: Segment) -> int:
    """By its counts."""
    tail = [line for line in segment.lines[-12:] if line.strip()]
    if any(line.startswith(("test cases:", "assertions:", "[doctest] Status")) for line in tail):
        return 93
    if any(_COMPACT_COUNTS.match(line) for line in tail):
        return 93 if any(": failed: " in line or ": passed: " in line for line in segment.lines) else 0
    return 0


def decide(segment: Segment) -> View | None:
    """A block for each section in which something failed; the passed ones are left out."""
    lines = segment.lines
    layout = Layout(segment)
    if not any(_RULE.match(line) for line in lines):
        return _compact(layout)
    bodies = Bodies(lines)
    covered = bytearray(len(lines))
    for first, last, names in _sections(lines):
        covered[first : last + 1] = b"\1" * (last + 1 - first)
        places = [index for index in range(first, last + 1) if _FAILED.match(lines[index])]
        if not places:
            layout.note(first, last, "passed")
            continue
        body: list[int] = []
        for at, place in enumerate(places):
            end = places[at + 1] - 1 if at + 1 < len(places) else last
            read = bodies.read(place + 1, end)
            body += [place, *read.own, *read.shared]
        layout.add(Block(first, last, names, sorted(set(body))))
    others = []
    for index, line in enumerate(lines):
        if covered[index] or not line.strip() or _RULE.match(line) or _DOTS.match(line):
            continue
        if _COUNTS.match(line):
            layout.keep(index, ALWAYS)
        else:
            others.append(index)
    lay_out_leftovers(layout, others)
    return layout.view()


def _compact(layout: Layout) -> View:
    """A line an assertion: each that failed or warned under its file, with the first lines below it."""
    lines = layout.segment.lines
    prefixes: dict[int, str] = {}
    said: dict[str, list[int]] = {}
    room = BELOW
    for index, line in enumerate(lines):
        match = _COMPACT.match(line)
        if _COMPACT_COUNTS.match(line):
            layout.keep(index, ALWAYS)
        elif match is None:
            room -= 1
            if room >= 0 and line.strip():
                layout.keep(index, EVIDENCE)
        elif match["word"] == "passed":
            room = 0
        elif line in said:
            room = 0
            said[line].append(index)
        else:
            said[line] = [index]
            room = BELOW
            layout.keep(index, FAILURE)
            prefixes[index] = match["path"] + ":"
    for first, *again in said.values():
        if again:
            layout.decisions.fold(first, again, f"  [x{len(again)} like this]")
    layout.list_under(prefixes)
    return layout.view()


def _sections(lines: list[str]) -> list[tuple[int, int, list[int]]]:
    """First and last line of each section, and the lines that name it."""
    rules = [index for index, line in enumerate(lines) if _RULE.match(line)]
    sections: list[tuple[int, int, list[int]]] = []
    at = 0
    while at < len(rules):
        start = rules[at]
        following = rules[at + 1] if at + 1 < len(rules) else len(lines)
        named = [index for index in range(start + 1, following) if lines[index].strip()]
        dashed = lines[start].startswith("-") and following < len(lines) and following - start <= 8
        if dashed and not any(_FAILED.match(lines[index]) for index in named):
            end = rules[at + 2] - 1 if at + 2 < len(rules) else len(lines) - 1
            sections.append((start, end, named))
            at += 2
            continue
        if lines[start].startswith("=") and named and not _COUNTS.match(lines[named[0]]):
            names = [index for index in named if lines[index].startswith(("TEST CASE:", "TEST SUITE:", "  "))]
            sections.append((start, following - 1, names[:3]))
        at += 1
    return [(first, _before_counts(lines, first, last), names) for first, last, names in sections]


def _before_counts(lines: list[str], first: int, last: int) -> int:
    for index in range(first, last + 1):
        if _COUNTS.match(lines[index]):
            return index - 1
    return last
