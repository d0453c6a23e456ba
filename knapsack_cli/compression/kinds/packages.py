"""Lists of packages without columns: apt by name and version; rpm, pip freeze and gem stay whole."""

from knapsack_cli.compression.kinds.common.columns import Column, summaries
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, MARK, Decisions, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 120
LEAST = 8
SUMMARY = 300
_APT = lazy(r"([a-z0-9][a-z0-9+.-]+)/([a-z][\w,.:-]*) (\d\S*) ([a-z][a-z0-9-]+)(?: \[(.*)\])?$")
_OTHERS = (
    lazy(r"[A-Za-z0-9_.\-]+(?:\[[\w,]+\])?(?:==| @ )\S+$"),
    lazy(r"\S+ \((?:default: )?\d[\w., :-]*\)$"),
    lazy(r"[\w.+-]+-\d[\w.~+^:]*-[\w.~+^]+\.(?:x86_64|noarch|aarch64|i[3-6]86|ppc64le|s390x)$"),
)


def recognise(segment: Segment) -> int:
    """Sure when nearly every line is a package."""
    lines = [
        line for line in segment.lines[:SAMPLE] if line.strip() and not line.startswith(("Listing", "#"))
    ]
    if len(lines) < LEAST:
        return 0
    for pattern in (_APT, *_OTHERS):
        if sum(1 for line in lines if pattern.match(line)) * 10 >= len(lines) * 9:
            return 86
    return 0


def decide(segment: Segment) -> Decisions | View | None:
    """apt's lines without suite, architecture and state, which are told by counts; upgrades are told."""
    found = [_APT.match(line) for line in segment.lines]
    packages = [(index, match) for index, match in enumerate(found) if match]
    if len(packages) * 2 < len(segment.lines):
        decisions = Decisions(len(segment.lines), EVIDENCE)
        decisions.guard = False
        return decisions
    columns = [
        Column("suite", [match[2] for _, match in packages]),
        Column("architecture", [match[4] for _, match in packages]),
        Column("state", [(match[5] or "").partition(" to: ")[0] or None for _, match in packages]),
    ]
    told = summaries(columns, SUMMARY)
    rows: list[Row] = []
    mark = Row(f"[{thousands(len(packages))} packages: name and version; {told}]", 0, 0, ALWAYS, MARK)
    for index, match in enumerate(found):
        if match is None:
            rows.append(Row(segment.lines[index], index, rank=ALWAYS))
            continue
        if index == packages[0][0]:
            rows.append(mark)
        state = match[5] or ""
        more = f" [{state}]" if " to: " in state or "residual" in state or "local" in state else ""
        rows.append(Row(f"{match[1]} {match[3]}{more}", index, rank=EVIDENCE, form=DATA))
    return View(rows)
