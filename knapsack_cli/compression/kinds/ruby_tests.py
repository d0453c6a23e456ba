"""test-unit and minitest's reporters (Ruby): each failing test under its head, counts at the end."""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_HEAD = lazy(
    r"(?P<word>Failure|Error|Omission|Pending|Notification): [^\s(][^\n(]{0,300}\(\S{1,200}\)(?::.*)?$"
    r"|[=\s]*(?:FAIL|ERROR)\[\"[^\n]{1,600}\]$"
    r"|\s+\S[^\n]{0,300}\s(?:FAIL|ERROR) \(\d+\.\d+s\)$"
)
_PASSED = lazy(r"\s+\S.*\s(?:PASS|SKIP) \(\d+\.\d+s\)$|\s+\S.*:\s+[.OPN]: \(\d+\.\d+\)$")
_COUNTS = lazy(r"\d+ (?:tests?|runs), \d+ assertions?, .*|\d+(?:\.\d+)?% passed$|Finished (?:tests )?in \d.*")
_RULE = lazy(r"[=-]{20,}$")
_MARKS = lazy(r"[.FEISOPN=\s]{1,400}$|: \(\d+\.\d+\)$|Progress: |\s+\S[^:]*:\s+[FE]$")
_HEADS = ("Loaded suite ", "Started", "Run options: ", "# Running")
LONGEST = 60
"""So many lines may stand under the head of a failing test."""


def recognise(segment: Segment) -> int:
    """By how such a run begins, with its counts or a failing test."""
    lines = segment.lines
    if not any(line.startswith(("Loaded suite ", "Started with run options")) for line in lines[:40]):
        return 0
    counted = any(_COUNTS.match(line) for line in lines[-30:])
    return 96 if counted or any(_HEAD.match(line) for line in lines) else 0


def decide(segment: Segment) -> View | None:
    """Blocks for what failed; of the rest the counts, and what the tests printed."""
    lines = segment.lines
    layout = Layout(segment)
    bodies = Bodies(lines)
    covered = bytearray(len(lines))
    for first, last in _spans(lines):
        match = _HEAD.match(lines[first])
        assert match is not None
        if match["word"] in ("Omission", "Pending", "Notification"):
            layout.keep(first, CONTEXT)
        else:
            suite = first - 1
            titled = first > 0 and lines[first][:1] == " " and lines[suite][:1].isalpha()
            body = bodies.read(first + 1, last)
            names = [suite, first] if titled and not covered[suite] else [first]
            shown = sorted({*body.own, *body.shared})
            layout.add(Block(names[0], last, names, shown, body.key or None, body.own))
            covered[names[0]] = 1
        covered[first : last + 1] = b"\1" * (last + 1 - first)
    others: list[int] = []
    for index, line in enumerate(lines):
        if covered[index] or not line.strip() or _RULE.match(line):
            continue
        if _COUNTS.match(line):
            layout.keep(index, ALWAYS)
        elif not (line.startswith(_HEADS) or _PASSED.match(line) or _MARKS.match(line)):
            others.append(index)
    suites = {
        index
        for index in others
        if index + 1 < len(lines) and (_PASSED.match(lines[index + 1]) or _MARKS.match(lines[index + 1]))
    }
    lay_out_leftovers(layout, [index for index in others if index not in suites])
    return layout.view()


def _spans(lines: list[str]) -> list[tuple[int, int]]:
    """First and last line of each test that failed or was left out."""
    spans: list[tuple[int, int]] = []
    index, size = 0, len(lines)
    while index < size:
        if not _HEAD.match(lines[index]):
            index += 1
            continue
        last = index
        for at in range(index + 1, min(index + 1 + LONGEST, size)):
            line = lines[at]
            blank = not line.strip() and (at + 1 >= size or lines[at + 1][:1] != " ")
            if _RULE.match(line) or blank or _HEAD.match(line) or _PASSED.match(line):
                break
            last = at
        spans.append((index, last))
        index = last + 1
    return spans
