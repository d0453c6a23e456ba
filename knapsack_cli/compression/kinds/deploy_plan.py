"""What pulumi and the AWS CDK would change: every resource by name, what changes in it, what is wrong.

Resources that pulumi lists with one operation and type and nothing to say are told together. A change that
the CDK has written before is told by the number of its line.
"""

from knapsack_cli.compression.kinds.common.tables import squeezed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    DATA,
    EVIDENCE,
    FAILURE,
    IMPORTANT,
    MARK,
    NUMBERED,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

_HEAD = lazy(r" {2,}Type +Name +(?:Plan|Status)\b")
_RESOURCE = lazy(
    r" (?P<sign>[+~<>=@-]{1,2}|  )? +(?P<tree>[│├└─ ]*)(?P<type>[\w.-]+:[\w/.:-]+) +(?P<name>[^\s(]\S*)"
    r"(?: +(?P<plan>[a-z][a-z-]+(?: \(\d+s\))?)(?: +(?P<said>\S.*?))?)? *$"
)
_DIFFERENCE = lazy(r"\[[+~-]\] \S+")
_DETAIL = lazy(r"\s+[│├└]")
_RULE = lazy(r"[┌├└┬┼┴─┐┤┘]+$")
_WRONG = lazy(r"\b(?:error|failed|requires replacement)\b|[❌✘]")
SAMPLE = 300
LEAST = 3
WIDTH = 160
"""Characters of a row of names."""


def recognise(segment: Segment) -> int:
    """pulumi's header and resources, or `[~]` before what the CDK would change."""
    lines = segment.lines[:SAMPLE]
    if any(_HEAD.match(line) for line in lines[:40]):
        return 92 if sum(1 for line in lines if _RESOURCE.match(line)) >= LEAST else 0
    found = sum(1 for line in lines if _DIFFERENCE.match(line))
    stack = any(line.startswith("Stack ") for line in lines)
    return 91 if stack and found >= LEAST else 0


def decide(segment: Segment) -> View:
    """As the tool writes it."""
    if any(_HEAD.match(line) for line in segment.lines[:SAMPLE]):
        return _pulumi(segment.lines)
    return _cdk(segment)


def _pulumi(lines: list[str]) -> View:
    rows: list[Row] = []
    alike: dict[tuple[str, str, str], list[tuple[int, str]]] = {}
    at = -1
    for index, line in enumerate(lines):
        found = _RESOURCE.match(line)
        if found is not None and not found["said"]:
            at = len(rows) if at < 0 else at
            key = (found["sign"] or "", found["type"], found["plan"] or "")
            alike.setdefault(key, []).append((index, found["name"]))
        elif line.strip():
            rank = FAILURE if _WRONG.search(line) else EVIDENCE
            rows.append(Row(squeezed(line), index, rank=rank, form=DATA))
    together: list[Row] = []
    for (sign, sort, plan), members in alike.items():
        head = " ".join(part for part in (sign.strip(), sort, plan) if part)
        count = f" x{thousands(len(members))}" if len(members) > 1 else ""
        text = f"{head}{count}:"
        shown: list[int] = []
        for index, name in members:
            if shown and len(text) + len(name) > WIDTH:
                together.append(Row(text, shown[0], rank=EVIDENCE, form=DATA, more=tuple(shown[1:])))
                text, shown = " ", []
            text += f" {name}"
            shown.append(index)
        together.append(Row(text, shown[0], rank=EVIDENCE, form=DATA, more=tuple(shown[1:])))
    rows[max(at, 0) : max(at, 0)] = together
    return View(rows)


def _cdk(segment: Segment) -> View:
    lines = segment.lines
    rows: list[Row] = []
    seen: dict[str, int] = {}
    index = 0
    while index < len(lines):
        end = index + 1
        if _DETAIL.match(lines[index]):
            while end < len(lines) and _DETAIL.match(lines[end]):
                end += 1
            said = "\n".join(lines[index:end])
            if said in seen:
                rows.append(Row(f"  [as line {seen[said]}]", index, end - 1, EVIDENCE, MARK))
                index = end
                continue
            seen[said] = segment.number(index)
        for at in range(index, end):
            if lines[at].strip() and not _RULE.match(lines[at]):
                rank = FAILURE if _WRONG.search(lines[at]) else IMPORTANT
                text = f"{segment.number(at)} {squeezed(lines[at])}"
                rows.append(Row(text, at, rank=rank, form=NUMBERED))
        index = end
    return View(rows)
