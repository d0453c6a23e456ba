"""Reports of linters and compilers as JSON: SARIF, Code Climate, rdjson, and each tool's own form.

They are told as the same tools tell them in text: by file, equal messages once with all their places.
"""

import re

from knapsack_cli.compression.kinds.common.finding_fields import Beside, Finding, findings_of
from knapsack_cli.compression.kinds.common.finding_rows import finding_rows
from knapsack_cli.compression.kinds.common.json_tree import MOST_CHARACTERS, Container, scan, tight
from knapsack_cli.compression.kinds.common.json_view import Source
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, IMPORTANT, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST = 4
"""A report of fewer findings is short as it is."""
MOST_AROUND = 40
"""Lines that are no JSON (warnings of the tool itself) before and after a report."""
LONGEST_MEMBER = 400
"""Characters of a member beside the findings (a summary, a version) that is shown."""
SAMPLE = 12_000
_PATHS = lazy(r'"(?:file|filename|file_?path|path|uri|file_name|component|posn|source)"\s*:\s*"', re.I)
_LINES = lazy(
    r'"(?:line|row|start_?line|line_?start|line_number|begin|line_no)"\s*:\s*\d|"posn"\s*:\s*"', re.I
)
_SAID = lazy(r'"(?:message|description|text|issue_text|reason|msg)"\s*:\s*["{]', re.I)
_RULES = lazy(
    r'"(?:code|rule|rule_?id|check_?name|check_id|cop_name|symbol|test_id|fromlinter|severity|level|kind'
    r'|type)"\s*:',
    re.I,
)
_TIMES = lazy(r'"(?:time|ts|timestamp|@timestamp|datetime|date|asctime)"\s*:\s*"?\d{4}|"ts"\s*:\s*\d', re.I)


def recognise(segment: Segment) -> int:
    """By its member names: a file, a line, what is said and by which rule; a log has times too."""
    opening = next((line.lstrip("\ufeff \t") for line in segment.lines[:MOST_AROUND] if line.strip()), "")
    if opening[:1] not in ("{", "[") and not any(
        line[:1] in ("{", "[") for line in segment.lines[:MOST_AROUND]
    ):
        return 0
    head = segment.data[: 2 * SAMPLE].decode("utf-8", "replace")
    middle = len(segment.data) // 2
    half = segment.data[middle : middle + SAMPLE].decode("utf-8", "replace")
    if _TIMES.search(head[:SAMPLE]):
        return 0
    for part in (head, half):
        if all(pattern.search(part) for pattern in (_LINES, _SAID, _RULES)) and (
            _PATHS.search(part) or _PATHS.search(head)
        ):
            return 93
    return 0


def decide(segment: Segment) -> View | None:
    """The findings by file, above them what stands beside them."""
    if len(segment.data) > MOST_CHARACTERS:
        return None
    text = "\n".join(segment.lines)
    source = Source(text, segment.base)
    roots, others = _documents(text, source)
    if len(others) > MOST_AROUND:
        return None
    findings: list[Finding] = []
    beside: list[Beside] = []
    read = 0
    for root in roots:
        read += findings_of(root, findings, beside)
    if len(findings) < LEAST or read * 3 < sum(root.end - root.start for root in roots):
        return None
    spans = [(source.line(finding.start), source.line(finding.end - 1)) for finding in findings]
    rows = finding_rows(segment, findings, spans)
    return View([*_around(segment, source, others, beside, findings), *rows])


def _documents(text: str, source: Source) -> tuple[list[Container], list[int]]:
    """The JSON documents of a text, and the lines that belong to none."""
    roots: list[Container] = []
    others: list[int] = []
    position, size = 0, len(text)
    while position < size:
        if text[position] in " \t\r\n\ufeff":
            position += 1
            continue
        root, end = scan(text, position) if text[position] in "{[" else (None, position)
        if root is not None and root.closed:
            roots.append(root)
            position = end
            continue
        others.append(source.line(position))
        if len(others) > MOST_AROUND:
            break
        end = text.find("\n", position)
        position = size if end < 0 else end
    return roots, others


def _around(
    segment: Segment,
    source: Source,
    others: list[int],
    beside: list[Beside],
    findings: list[Finding],
) -> list[Row]:
    """What stands beside the findings, and a mark that says what was made of them."""
    rows = [Row(segment.lines[at], at, rank=EVIDENCE) for at in dict.fromkeys(others)]
    left: dict[str, int] = {}
    for name, value, start in beside:
        told = value if isinstance(value, str) else tight(source.text[value.start : value.end])
        if len(told) <= LONGEST_MEMBER and name not in left:
            end = start if isinstance(value, str) else value.end - 1
            rows.append(Row(f'"{name}": {told}', source.line(start), source.line(end), IMPORTANT, DATA))
            left[name] = 0
        else:
            left[name] = left.get(name, 0) + len(told)
    first = segment.number(source.line(findings[0].start))
    last = segment.number(source.line(findings[-1].end - 1))
    where = f"line {first}" if first == last else f"lines {first}-{last}"
    files = len({finding.path for finding in findings})
    note = f"{thousands(len(findings))} findings in {thousands(files)} files, {where}, as text"
    left = {name: size for name, size in left.items() if size}
    if left:
        note += "; left out: " + ", ".join(f"{name} {thousands(size)} bytes" for name, size in left.items())
    rows.append(Row(f"[{note}]", rank=ALWAYS, form=MARK))
    return rows
