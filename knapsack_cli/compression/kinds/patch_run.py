"""What applying a patch says (patch, git apply -v, git am, quilt), and git diff --check.

Every file, every failure with its place; of hunks that merely moved a count. `git diff --check` names
each line with blanks at its end: the numbers under their file.
"""

from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, FAILURE, HEADING, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_STEP = lazy(
    r"(?:patching|checking) file \S|Checking patch \S.*\.\.\.$|Applied patch \S.* cleanly\.$|Hunk #\d+ "
    r"|Applying(?: patch|:) \S|error: (?:patch failed: |while searching for:)"
    r"|error: \S+: (?:patch does not apply|No such)"
    r"|\d+ out of \d+ hunks? |Now at patch |Applied patch to '|Falling back to patching|Patch \S+ "
    r"|Applying patch #\d+|Reversed \(or previously applied\) patch|Rejected hunk #\d+|Patch failed at "
    r"|The next patch (?:would|when)|\(Stripping trailing CRs from patch|can't find file to patch"
)
_MOVED = lazy(
    r"Hunk #\d+ (?:succeeded at \d+|applied cleanly)(?! with fuzz)[^)]*(?:\(offset -?\d+ lines?\))?\.?$"
)
_FAILED = lazy(
    r"error: |Hunk #\d+ FAILED|\d+ out of \d+ hunks? (?:FAILED|failed)|Rejected hunk|Patch failed at|fatal: "
    r"|can't find file|Reversed \(or prev|CONFLICT "
)
_BLANKS = lazy(
    r"(?P<path>[^:\n]+):(?P<number>\d+): (?P<text>trailing whitespace|space before tab in indent|"
    r"indent with spaces|new blank line at EOF|leftover conflict marker|tab in indent)[.,]"
)
LEAST = 3
SAMPLE = 400
NUMBERS = 90
"""Characters of a row of line numbers."""


def recognise(segment: Segment) -> int:
    """Most lines at the margin are steps; or each second line names a place with blanks."""
    sample = [line for line in segment.lines[:SAMPLE] if line and line[0] not in " \t"]
    blanks = sum(1 for line in sample if _BLANKS.match(line))
    if blanks >= LEAST and blanks + sum(line.startswith("+") for line in sample) >= 0.95 * len(sample):
        return 92
    steps = sum(1 for line in sample if _STEP.match(line))
    return 90 if steps >= LEAST and steps >= 0.6 * len(sample) else 0


def decide(segment: Segment) -> View:
    """The places by file; or the steps, without the hunks that merely moved."""
    lines = segment.lines
    if sum(1 for line in lines[:SAMPLE] if _BLANKS.match(line)) >= LEAST:
        return View(_places(lines))
    rows: list[Row] = []
    moved = 0
    quoted = False
    for index, line in enumerate(lines):
        if _MOVED.match(line):
            moved += 1
            continue
        if quoted and not _STEP.match(line) and not line.startswith("error: "):
            continue  # the lines of the patch that were not found
        quoted = line.startswith("error: while searching for:")
        if line.strip():
            rows.append(Row(line, index, rank=FAILURE if _FAILED.match(line) else EVIDENCE))
    if moved:
        rows.insert(0, Row(f"[{plural(moved, 'hunk')} that moved left out]", rank=ALWAYS, form=MARK))
    return View(rows)


def _places(lines: list[str]) -> list[Row]:
    """Under each file and message the numbers of its lines, and what else was said."""
    rows: list[Row] = []
    places: dict[tuple[str, str], list[tuple[str, int]]] = {}
    others: list[int] = []
    for index, line in enumerate(lines):
        found = _BLANKS.match(line)
        if found is not None:
            places.setdefault((found["path"], found["text"]), []).append((found["number"], index))
        elif line and not line.startswith("+"):
            others.append(index)
    rows.append(Row("[the lines themselves left out]", rank=ALWAYS, form=MARK))
    path = ""
    for (name, text), found_at in places.items():
        if name != path:
            path = name
            rows.append(Row(path, rank=FAILURE, form=HEADING))
        row, indexes = "", list[int]()
        for number, index in found_at:
            if row and len(row) > NUMBERS:
                rows.append(
                    Row(f" {row}: {text}", indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:]))
                )
                row, indexes = "", []
            row += f",{number}" if row else number
            indexes.append(index)
        rows.append(Row(f" {row}: {text}", indexes[0], rank=EVIDENCE, form=DATA, more=tuple(indexes[1:])))
    rows.extend(Row(lines[at], at, rank=FAILURE) for at in others)
    return rows
