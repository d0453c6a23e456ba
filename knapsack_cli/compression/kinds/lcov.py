"""Coverage as LCOV writes it (`lcov.info`): a row a file with what was hit and the lines that were not."""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, GAP, MARK, Row, Segment, View

END = "end_of_record"
COUNTS = ("LF:", "LH:", "BRF:", "BRH:", "FNF:", "FNH:")
MISSED = 40
"""So many runs of lines that were never reached are told of a file."""


def recognise(segment: Segment) -> int:
    """By its records."""
    data = segment.data
    if data.startswith((b"SF:", b"TN:")) and b"\nDA:" in data and b"\nend_of_record" in data:
        return 96
    return 0


def decide(segment: Segment) -> View | None:
    """Each file's path and counts as written, and the lines it says were never reached."""
    lines = segment.lines
    rows: list[Row] = []
    first = 0
    for index, line in enumerate(lines):
        if line == END or index == len(lines) - 1:
            rows.extend(_record(segment, first, index))
            first = index + 1
    rows.append(Row("one row a file", 0, rank=ALWAYS, form=GAP, more=_untold(lines, rows)))
    return View(rows)


def _record(segment: Segment, first: int, last: int) -> list[Row]:
    lines = segment.lines
    named = [at for at in range(first, last + 1) if lines[at].startswith("SF:")]
    counts = [at for at in range(first, last + 1) if lines[at].startswith(COUNTS)]
    missed = [
        at
        for at in range(first, last + 1)
        if lines[at].startswith("DA:") and lines[at].split(",")[1:2] == ["0"]
    ]
    shown = [*named, *counts]
    if not shown:
        return []
    row = Row("  ".join(lines[at] for at in shown), shown[0], rank=EVIDENCE, form=DATA, more=tuple(shown[1:]))
    spans = _spans(
        [int(lines[at][3:].split(",")[0]) for at in missed if lines[at][3:].split(",")[0].isdigit()]
    )
    if not spans:
        return [row]
    more = f" and {thousands(len(spans) - MISSED)} more" if len(spans) > MISSED else ""
    text = f"  [never reached: {', '.join(spans[:MISSED])}{more}]"
    return [row, Row(text, missed[0], rank=EVIDENCE, form=MARK, more=tuple(missed[1:]))]


def _spans(numbers: list[int]) -> list[str]:
    """Neighbouring numbers as one span."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return [f"{low}-{high}" if high > low else str(low) for low, high in spans]


def _untold(lines: list[str], rows: list[Row]) -> tuple[int, ...]:
    told = {at for row in rows for at in (row.first, *row.more)}
    return tuple(at for at in range(1, len(lines)) if at not in told)
