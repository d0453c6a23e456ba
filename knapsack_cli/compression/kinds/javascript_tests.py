"""Jest, Vitest, Mocha, Jasmine, Karma, AVA, Playwright and runners that print alike.

A run is progress (a mark a test), the failures one by one, and counts. Failures become blocks; of
the progress only what the blocks do not tell is shown.
"""

import re

from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.kinds.common.said import is_said
from knapsack_cli.compression.kinds.javascript_blocks import blocks_of
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_PASS = lazy(r"\s*(?:[✓✔√]|PASS\b|\(pass\))\s")
_SKIP = lazy(r"\s*(?:[↓○◌⊘□✎»⚠-]|\(skip\)|\(todo\))\s+\S")
_FAIL = lazy(r"\s*(?:[✗✘×✕✖❌]|FAIL\b|\(fail\)|\d+\))\s+\S")
_FLAKY = lazy(r".*\bretry [x#]\d|.*\bflaky\b")
_SUMMARY = lazy(
    r"\s*(?:Test Suites|Tests|Test Files|Snapshots|Errors|Type Errors|Time|Duration):?\s+\S.*"
    r"|\s*\d+ (?:passing|failing|pending|passed|failed|flaky|skipped|did not run|interrupted|todo|pass"
    r"|fail)\b"
    r"|\s*\d+ (?:specs?|tests?|test files?|snapshots?|hooks?|known failures?|uncaught exceptions?"
    r"|unhandled rejections?)\b.*"
    r"|\s*Ran (?:all test suites|\d+ tests? across).*|\s*no tests\b.*|\s*No tests? found.*"
    r"|TOTAL: \d.*|  (?:Total|Passed|Skipped): +\d+$|Finished in \d.*"
)
_PROGRESS = lazy(r"(?:\S.* )?\(\S[^()\n]*\): Executed (?P<done>\d+) of \d+\b.*")
"""How Karma counts along, a browser a line."""
_SNAPSHOT = lazy(r"\s*(?:›|•|↳) .*|\s*Snapshot Summary|\s*Snapshots? .*(?:obsolete|failed|written|updated)")
_TABLE = lazy(r"\s*\S.*\|(?:\s+[\d.]+ *%? \|)+|File\s+\|")
_WHOLE = lazy(r".*\|\s+100 \|\s+100 \|\s+100 \|\s+100 \|")
_SILENT = lazy(
    r"[\s.,!*F⎯─·×✓-]*(?:\[\d+/\d+\][⎯─]*)?$"
    r"|\s*(?:Start at|Running \d+ tests?|Randomized with|Started$|Seed:)"
    r"|\s*(?:RUN|DEV)  v\d|\s*⎯+ (?:Failed|Unhandled).* ⎯+$|\s*Failures:$|\s*Pending:$|-+\|[-|]*$"
    r"|Summary of all failing tests|\s*-{2,}$|(?:stdout|stderr) \| "
)
_CYPRESS_RESULT = lazy(
    r"\s*│\s+✖ |\s+[✖✔]\s+(?:\d+ of \d+ failed|All specs passed)|\s+Spec\s+Tests\s+Passing\s+Failing"
)
_CYPRESS_FRAME = lazy(
    r"\s*[┌├└][─┬┴┼]+[┐┤┘]$|\s*│\s.*│$|={60,}$|─{60,}$|  \((?:Run Starting|Results|Screenshots|Video"
    r"|Run Finished)\)$|  Running:  "
)
_RUN_OF_MARKS = lazy(r"[\s.,!*FES·]{10,}")


FEW_ROWS = 40
"""A coverage table of so many rows is shown whole."""


def recognise(segment: Segment) -> int:
    """By counts at the end, or by a share of marked lines."""
    lines = segment.lines
    tail = [line for line in lines[-60:] if line.strip()]
    text = segment.data
    if b"\nTest Suites: " in text and b"\nTests: " in text:
        return 95
    if b" Test Files " in text and any(line.lstrip().startswith("Tests ") for line in tail):
        return 95
    if b"\n   FAIL  " in text and any(line.startswith("  Total:  ") for line in tail):
        return 88
    if b": Executed " in text and any(_PROGRESS.match(line) for line in tail):
        return 92
    if b"Running " in text and b" worker" in text and any(_COUNT_PLAYWRIGHT.match(line) for line in tail):
        return 96
    if any(_COUNT_MOCHA.match(line) for line in lines if "ing" in line):
        return 92
    if any(_COUNT_JASMINE.match(line) for line in tail) or any(_COUNT_AVA.match(line) for line in tail):
        return 85
    sample = [line for line in (*lines[:60], *lines[-60:]) if line.strip()]
    if b"\n  \xe2\x97\x8f " in text and any(line.startswith(("FAIL ", "PASS ")) for line in sample):
        return 85
    if b" FAIL  " in text and b"\xe2\x9d\xaf " in text:
        return 82
    marked = sum(1 for line in sample if _PASS.match(line))
    if marked > 3 and marked * 3 <= len(sample):
        # Mocha numbers the tests that fail; a run that died has no counts.
        numbers = [match[1] for line in sample if (match := _NUMBERED.match(line))]
        marked += len(numbers) if numbers[:2] == ["1", "2"] else 0
    return 70 if marked * 3 > len(sample) and marked > 3 else 0


_COUNT_MOCHA = lazy(r"\s{1,4}\d+ (?:passing|failing)\b")
_NUMBERED = lazy(r"\s+(\d+)\) \S")
_COUNT_PLAYWRIGHT = lazy(r"\s+\d+ (?:passed|failed|flaky|did not run)\b")
_COUNT_JASMINE = lazy(r"\d+ specs?, \d+ failures?")
_COUNT_AVA = lazy(r"\s{2}\d+ tests? (?:passed|failed)$")


def decide(segment: Segment) -> View | None:
    """Blocks for failures; of the rest counts, snapshots, coverage that is not whole, flaky tests."""
    lines = segment.lines
    layout = Layout(segment)
    blocks = blocks_of(lines)
    if blocks is None:
        return None
    covered = bytearray(len(lines))
    for block in blocks:
        layout.add(block)
        for index in range(block.first, block.last + 1):
            covered[index] = 1
    titles = _titles(lines, blocks)
    named = {index for block in blocks for index in block.names}
    headings = _headings(lines, covered)
    tables = sum(1 for line in lines if _TABLE.match(line))
    said: set[str] = set()
    others: list[int] = []
    counted: dict[str, int] = {}
    suites: list[int] = []
    for index, line in enumerate(lines):
        if covered[index] or index in named or not line.strip():
            continue
        if index in headings:
            suites = [*_around(lines, suites, index), index]
        if ": Executed " in line and _PROGRESS.match(line):
            counted[line.partition("): ")[0]] = index
            continue
        if _SUMMARY.match(line) or _CYPRESS_RESULT.match(line):
            layout.keep(index, ALWAYS)
        elif _CYPRESS_FRAME.match(line):
            continue
        elif _TABLE.match(line):
            if tables <= FEW_ROWS or not _WHOLE.match(line):
                layout.table_row(index, EVIDENCE)
        elif _PASS.match(line) or _SKIP.match(line):
            if _FLAKY.match(line):
                layout.keep(index, EVIDENCE)
        elif _FAIL.match(line):
            if line not in said and not _told(line, titles):
                for at in _around(lines, suites, index):
                    layout.keep(at, EVIDENCE)
                layout.keep(index, FAILURE)
                suites = [at for at in suites if at not in _around(lines, suites, index)]
            said.add(line)
        elif blocks and line.lstrip().startswith("→ "):
            continue
        elif _SNAPSHOT.match(line):
            layout.keep(index, EVIDENCE)
        elif (
            _SILENT.match(line) or _RUN_OF_MARKS.fullmatch(line) or (index in headings and not is_said(line))
        ):
            continue
        else:
            others.append(index)
    for index in counted.values():
        layout.keep(index, ALWAYS)
    lay_out_leftovers(layout, others)
    if not blocks:
        _keep_files(layout, lines)
    return layout.view()


def _titles(lines: list[str], blocks: list[Block]) -> set[str]:
    """The last part of each failing test's name, as progress lines have it."""
    titles: set[str] = set()
    for block in blocks:
        whole: list[str] = []
        for index in block.names:
            name = lines[index].strip(" ●─:")
            whole.append(name.partition(") ")[2] or name)
            for part in (name, *re.split(r" [›>»] ", name)[-1:], name.partition(") ")[2]):
                titles.add(part.strip())
        titles.add(" ".join(whole))
    titles.discard("")
    return titles


_DURATION = lazy(r"(?<!\s)\s*(?:\(?(?<!\d)\d+(?:\.\d+)? ?m?s\)?|\(retry #\d+\)|: ?)\s*$")


_MARK = lazy(r"(?<!\s)\s*(?:[✗✘×✕✖❌]|\(fail\)|(?<!\d)\d+\))\s+(?:\d+ )?(?:\[[a-z ]+\]: )?")


def _told(line: str, titles: set[str]) -> bool:
    """Whether a progress line names a test that a block names."""
    name = _MARK.sub("", line)
    for _ in range(3):
        name = _DURATION.sub("", name)
    if "[" in line and any(name.startswith(title) for title in titles):
        return True
    parts = [name.strip(), *re.split(r" [›>»] ", name)[-1:]]
    return any(part.strip() in titles for part in parts)


def _headings(lines: list[str], covered: bytearray) -> set[int]:
    """Suite names of a tree of results: lines over deeper indented results or suites."""
    found: set[int] = set()
    below = -1
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        if covered[index] or not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        marked = bool(_PASS.match(line) or _SKIP.match(line) or _FAIL.match(line))
        if marked:
            below = indent
        elif below > indent and not line.rstrip().endswith(("{", ";")):
            found.add(index)
            below = indent
        else:
            below = -1
    return found


def _around(lines: list[str], suites: list[int], index: int) -> list[int]:
    """Those of the suites last begun that a result or a suite stands in: it is indented deeper."""
    indent = len(lines[index]) - len(lines[index].lstrip())
    return [at for at in suites if len(lines[at]) - len(lines[at].lstrip()) < indent]


def _keep_files(layout: Layout, lines: list[str]) -> None:
    """With no failure, say which files ran, as far as they are few."""
    files = [index for index, line in enumerate(lines) if line.startswith(("PASS ", "FAIL "))]
    if len(files) <= 5:
        for index in files:
            layout.keep(index, CONTEXT)
