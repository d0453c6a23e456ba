"""diff without -u: context diffs (`diff -c`), whose context is trimmed, and normal ones, which have none.

Every file, every place and every changed line stays; runs of unchanged lines of a context diff go, and the
line numbers above them say where they stood.
"""

from knapsack_cli.compression.kinds.common.only_in import START, only_in_rows
from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, FAILURE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_STARS = "*" * 15
_OLD = lazy(r"\*\*\* (\d+)(?:,\d+)? \*\*\*\*$")
_NEW = lazy(r"--- (\d+)(?:,\d+)? ----$")
_NORMAL = lazy(r"\d+(?:,\d+)?[acd]\d+(?:,\d+)?$")
_SIDES = ("< ", "> ", "<", ">", "---", "\\ No newline")
_CHANGED = ("! ", "+ ", "- ", "!", "+", "-")
_FILE = ("diff ", "Only in ", "Binary files ", "Index: ", "Files ", "Common subdirectories: ")
_ALONE = lazy(r"Only in \S.*: \S|Files \S.* and \S.* differ$|Common subdirectories: ")
SAMPLE = 2000
ALONE_LEAST = 5
"""Lines about whole files by which `diff -rq` is told."""


def recognise(segment: Segment) -> int:
    """Places in one of the two forms, each followed by what its grammar has."""
    lines = segment.lines[:SAMPLE]
    context = sum(1 for line in lines if line.startswith(_STARS) and not line.strip("*"))
    if context and any(_OLD.match(line) for line in lines) and any(_NEW.match(line) for line in lines):
        return 94
    places = [index for index, line in enumerate(lines) if line[:1].isdigit() and _NORMAL.match(line)]
    followed = sum(
        1 for at in places if at + 1 < len(lines) and lines[at + 1].startswith(("< ", "> ", "<", ">"))
    )
    if followed < len(places) or not lines:
        return 0
    alone = sum(1 for line in lines if _ALONE.match(line))
    if alone >= ALONE_LEAST and alone >= 0.9 * sum(1 for line in lines if line):
        return 92  # diff -rq
    if not places:
        return 0
    known = sum(1 for line in lines if line.startswith((*_SIDES, *_FILE)))
    return 92 if known + len(places) >= 0.98 * sum(1 for line in lines if line) else 0


def decide(segment: Segment) -> View:
    """The lines in order; of a context diff the unchanged ones left out."""
    lines = segment.lines
    rows: list[Row] = []
    gap = told = -1
    for index, line in enumerate(lines):
        if index < told:
            continue
        if line.startswith(START) and ": " in line:
            beside, told = only_in_rows(lines, index)
            rows.extend(beside)
            gap = -1
            continue
        if not line or (line.startswith(_STARS) and not line.strip("*")) or line.startswith("  "):
            gap = index if gap < 0 and line.startswith("  ") else gap
            continue
        if gap >= 0 and not _is_place(line):
            _close(segment, gap, index, rows)
        gap = -1
        rows.append(_row(lines, index, line))
    if any(_OLD.match(line) for line in lines):
        legend = "[unchanged lines left out; *** N: lines of the old file, --- N: of the new one]"
        rows.insert(0, Row(legend, rank=ALWAYS, form=MARK))
    return View(rows)


def _is_place(line: str) -> bool:
    """Whether a place or a file begins: what was unchanged above it needs no mark."""
    return bool(_OLD.match(line) or _NEW.match(line)) or line.startswith((*_FILE, "*** ", "--- "))


def _close(segment: Segment, start: int, end: int, rows: list[Row]) -> None:
    """A mark for the unchanged lines `start` to `end` (exclusive) between changes, or these if no longer."""
    while end > start and not segment.lines[end - 1].startswith("  "):
        end -= 1
    if rows and (_OLD.match(rows[-1].text) or _NEW.match(rows[-1].text)):
        return
    mark = gap_mark(segment.number(start), segment.number(end - 1), end - start)
    if sum(len(line) + 1 for line in segment.lines[start:end]) <= len(mark) + 1:
        rows.extend(Row(segment.lines[at], at, rank=EVIDENCE) for at in range(start, end))
    else:
        rows.append(Row(mark, start, end - 1, EVIDENCE, MARK))


def _row(lines: list[str], index: int, line: str) -> Row:
    """One line: names without their times; what is neither change nor place stays for certain."""
    if _OLD.match(line) or _NEW.match(line) or _NORMAL.match(line):
        return Row(line, index, rank=EVIDENCE)
    if line.startswith(("*** ", "--- ")) and "\t" in line:
        return Row(line.partition("\t")[0], index, rank=ALWAYS, form=DATA)
    if line.startswith(_FILE):
        return Row(line, index, rank=ALWAYS)
    return Row(line, index, rank=EVIDENCE if line.startswith((*_CHANGED, *_SIDES)) else FAILURE)
