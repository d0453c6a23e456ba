"""The findings of a report that is no text (JSON, XML) as rows: by file, equal messages once."""

from knapsack_cli.compression.kinds.common.blocks import Entry
from knapsack_cli.compression.kinds.common.finding_fields import Finding
from knapsack_cli.compression.kinds.common.grouping import arrange
from knapsack_cli.compression.kinds.common.loose import Loose
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING, Place, severity_of
from knapsack_cli.compression.model import DATA, REST, Row, Segment

FEW = 200
"""Of so many findings each message is told whole; of more the first ones of each rule."""
MOST_OF_A_RULE = 8
"""Messages of a rule that are told whole among many findings."""
_ERRORS = frozenset(("2", "error", "fatal", "blocker", "critical", "high"))


def finding_rows(segment: Segment, findings: list[Finding], spans: list[tuple[int, int]]) -> list[Row]:
    """The rows of findings.

    Args:
        segment: where they stand.
        findings: in order.
        spans: for each the indexes of its first and its last line.
    """
    size = len(findings)
    graded = len({finding.severity for finding in findings}) > 1
    told: dict[str, set[str]] = {}
    entries: list[Entry] = []
    for at, finding in enumerate(findings):
        messages = told.setdefault(finding.rule, set())
        if len(messages) < MOST_OF_A_RULE:
            messages.add(finding.message)
        entries.append(_entry(at, finding, graded, size <= FEW or finding.message in messages))
    view = arrange(segment, [""] * size, entries, Loose(size), [""] * size)
    for row in view.rows:
        if row.first >= 0:
            row.last = max(spans[row.first][1], spans[row.last][1])
            row.first = spans[row.first][0]
            row.more = tuple(spans[at][0] for at in row.more)
        if row.form == REST:
            row.form = DATA
    return view.rows


def _entry(at: int, finding: Finding, graded: bool, whole: bool) -> Entry:
    word = finding.severity
    severity = severity_of(word)
    if severity != ERROR and word.lower() in _ERRORS:
        severity = ERROR
    told = [word] if graded and word and not word.isdigit() else []
    if finding.rule and finding.rule not in finding.message:
        told.append(finding.rule)
    told.append(finding.message)
    spot = f"{finding.line}:{finding.column}" if finding.column else finding.line
    # A diagnostic without a code is never told by its rule and place alone.
    code = "" if whole else finding.rule
    place = Place(finding.path, spot, severity, " ".join(told), code, False)
    entry = Entry(place, ERROR if whole or severity == ERROR else WARNING, at, [])
    entry.arrow = entry.headed = True
    entry.key = place.text
    return entry
