"""JUnit XML reports: failing cases with their messages, suites with their counts; also on one line."""

from bisect import bisect_right
from html import unescape
from itertools import accumulate

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.captured import Captured
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.finding_fields import Finding
from knapsack_cli.compression.kinds.common.finding_rows import finding_rows
from knapsack_cli.compression.kinds.common.junit_findings import read_findings
from knapsack_cli.compression.kinds.pytest_blocks import Bodies as PytestBodies
from knapsack_cli.compression.longlines import windowed
from knapsack_cli.compression.marks import gap_mark, thousands
from knapsack_cli.compression.model import ALWAYS, DATA, FAILURE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_TAG = lazy(
    r"<(?P<name>testsuites?|testcase|failure|error|skipped|rerunFailure|flakyFailure|flakyError"
    r"|rerunError|system-out|system-err|/testcase|/testsuite)\b[^<]*"
)
_BAD = ("<failure", "<error", "<rerunFailure", "<flakyFailure", "<flakyError", "<rerunError")
_FAILING = lazy(r"(?:failures|errors)=[\"'][1-9]")
FEW = 3
"""So many suites without a failure are shown."""
FRAGMENT = 700
"""Characters of one element's start and text that are shown."""


def recognise(segment: Segment) -> int:
    """By its elements."""
    data = segment.skeleton
    if b"<testcase" not in data or b"<testsuite" not in data:
        return 0
    head = next(
        (at for at, line in enumerate(segment.lines) if line.lstrip().startswith(("<testsuite", "<?xml"))), -1
    )
    if head < 0:
        return 0
    first = next((line for line in segment.lines if line.strip()), "")
    return 95 if first.lstrip("\ufeff ").startswith("<") or head < 40 else 60


def decide(segment: Segment) -> View | None:
    """By lines where the report has them, by elements where it has not."""
    lines = segment.lines
    found = read_findings(lines)
    if found is not None:
        return _findings_view(segment, *found)
    if any(line.count("<testcase") > 1 for line in lines):
        return _by_elements(segment)
    layout = Layout(segment)
    bodies, captured = Bodies(lines), Captured()
    suites = 0
    index, size = 0, len(lines)
    while index < size:
        line = lines[index]
        if "<testsuite" in line and (_is_telling(line) or suites < FEW):
            layout.keep(index, ALWAYS)
            suites += 1
        if "<testcase" not in line:
            index += 1
            continue
        last = _end_of_case(lines, index)
        if any(mark in lines[at] for at in range(index, last + 1) for mark in _BAD):
            layout.add(_block(lines, index, last, bodies, captured))
        index = last + 1
    return layout.view()


def _findings_view(segment: Segment, findings: list[Finding], spans: list[tuple[int, int]]) -> View:
    """A linter's report: its head, then each finding as linters tell it in text."""
    head = next(at for at, line in enumerate(segment.lines) if "<testsuite" in line)
    first, last = segment.number(spans[0][0]), segment.number(spans[-1][1])
    note = f"[{thousands(len(findings))} findings, lines {first}-{last}, as text]"
    return View(
        [
            Row(segment.lines[head], head, rank=ALWAYS),
            Row(note, rank=ALWAYS, form=MARK),
            *finding_rows(segment, findings, spans),
        ]
    )


def _end_of_case(lines: list[str], index: int) -> int:
    """The last line of the case that starts at `index`."""
    start = lines[index].rfind("<testcase")
    closing = lines[index].find(">", start)
    if closing > 0 and lines[index][closing - 1] == "/":
        return index
    for at in range(index, len(lines)):
        if "</testcase>" in lines[at]:
            return at
        if at > index and "<testcase" in lines[at]:
            return at - 1
    return len(lines) - 1


def _block(lines: list[str], first: int, last: int, bodies: Bodies, captured: Captured) -> Block:
    shown: list[int] = []
    key = ""
    index = first
    while index <= last:
        line = lines[index]
        if any(mark in line for mark in _BAD):
            end = index
            while end < last and "</failure>" not in lines[end] and "</error>" not in lines[end]:
                if end > index and any(sign in lines[end] for sign in ("</", "<system")):
                    break
                end += 1
            body = bodies.read(index + 1, end)
            shown += [index, *_not_said(lines, index, (*body.own, *body.shared))]
            key += body.key
            index = end
        elif "<system-out" in line or "<system-err" in line:
            end = index
            while end < last and "</system" not in lines[end]:
                end += 1
            chosen = captured.chosen(lines, index, end)
            shown += chosen
            index = end
        index += 1
    return Block(first, last, [first], [at for at in sorted(set(shown)) if at != first])


def _not_said(lines: list[str], start: int, body: tuple[int, ...]) -> list[int]:
    """The lines of a body that the message in the element's start does not hold already."""
    if 'message="' not in lines[start]:
        return list(body)
    said = unescape(lines[start].partition('message="')[2])
    return [at for at in body if unescape(lines[at]).removesuffix("]]></failure>").strip() not in said]


def _by_elements(segment: Segment) -> View:
    """Elements as rows: suites, failing cases with what failed, the others as counts."""
    text = "\n".join(segment.lines)
    starts = [0, *accumulate(len(line) + 1 for line in segment.lines)]
    rows: list[Row] = []
    passed = 0
    case: tuple[str, int] | None = None
    failing = False
    for match in _TAG.finditer(text):
        name, element = match["name"], match[0]
        index = bisect_right(starts, match.start()) - 1
        if name.startswith("testsuite"):
            if _is_telling(element):
                passed = _told(rows, passed)
                rows.append(Row(element.rstrip(), index, rank=ALWAYS, form=DATA))
        elif name == "testcase":
            case, failing = (element.rstrip(), index), False
            passed += case[0].endswith("/>")
        elif name == "/testcase":
            passed += not failing
        elif f"<{name}" in _BAD:
            passed = _told(rows, passed)
            if case is not None and not failing:
                rows.append(Row(case[0], case[1], rank=FAILURE, form=DATA))
            failing = True
            rows.extend(_element_rows(element, index))
    _told(rows, passed)
    shown = {row.first for row in rows if row.form == DATA}
    left = [at for at, line in enumerate(segment.lines) if at not in shown and line.strip()]
    if left:
        mark = gap_mark(segment.number(left[0]), segment.number(left[-1]), len(left))
        rows.append(Row(mark, rank=ALWAYS, form=MARK))
    return View(rows)


def _element_rows(element: str, index: int) -> list[Row]:
    """What failed, line by line: the start with its message, then what a body of any runner tells."""
    lines = element.rstrip().split("\n")
    shown = [0]
    if any(line.startswith("E  ") for line in lines):
        shown += PytestBodies(lines).chosen(1, len(lines) - 1, lines[0])[0]
    elif len(lines) > 1:
        body = Bodies(lines).read(1, len(lines) - 1)
        shown += sorted({*body.own, *body.shared})
    return [
        Row(
            windowed(lines[at]) if len(lines[at]) > FRAGMENT else lines[at],
            index + at,
            rank=FAILURE,
            form=DATA,
        )
        for at in shown
    ]


def _is_telling(line: str) -> bool:
    """Whether the start of a suite is that of all suites, or says that something failed in it."""
    return "<testsuites" in line or bool(_FAILING.search(line)) or "failures=" not in line


def _told(rows: list[Row], passed: int) -> int:
    if passed:
        rows.append(Row(f"[... {thousands(passed)} cases that did not fail]", rank=ALWAYS, form=MARK))
    return 0
