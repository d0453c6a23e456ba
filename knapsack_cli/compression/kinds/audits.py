"""Reports of known vulnerabilities in blocks: npm audit, cargo audit, bundler-audit.

Of each block what is vulnerable stays, how badly, what it is and what mends it; who depends on it goes.
"""

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST = 3
_SEVERITY = lazy(r"(?:Severity|Criticality):\s+\S")
_FACT = lazy(
    r"(?:Severity|Criticality|Crate|Name|Version|Title|ID|CVE|GHSA|Advisory|Solution|Warning"
    r"|Patched versions?):"
    r"|fix available|No fix available|Will install "
)
_ADVISORY = lazy(r"\S[^\n]{0,400} - https?://\S+$")
_TREE = lazy(r"[ \t│├└]+|Dependency tree:|Date:|URL:|node_modules/|\S+/node_modules/|\S+ v?\d[\w.+-]*$")

_USUAL = "fix available via `npm audit fix`"
"""What mends most: shown once."""


def recognise(segment: Segment) -> int:
    """Sure when several blocks state a severity."""
    stated = sum(1 for line in segment.lines[:2000] if _SEVERITY.match(line))
    return 93 if stated >= LEAST and stated * 40 >= len(segment.lines[:2000]) else 0


def decide(segment: Segment) -> View:
    """The facts of each block in order, and one mark for the rest."""
    lines = segment.lines
    severe = {at for at, line in enumerate(lines) if _SEVERITY.match(line)}
    rows: list[Row] = []
    usual = False
    left: list[int] = []
    first = True
    for index, line in enumerate(lines):
        if not line.strip():
            first = True
            continue
        opens = (
            first
            and not _TREE.match(line)
            and any(at in severe for at in range(index, min(index + 9, len(lines))))
        )
        first = False
        if line == _USUAL and usual:
            left.append(index)
        elif opens or _FACT.match(line) or _ADVISORY.match(line):
            usual = usual or line == _USUAL
            rows.append(Row(line, index, rank=FAILURE if index in severe else EVIDENCE))
        elif _TREE.match(line):
            left.append(index)
        else:
            rows.append(Row(line, index, rank=ALWAYS))
    if left:
        text = gap_mark(
            segment.number(left[0]), segment.number(left[-1]), len(left), "who depends on what, dates"
        )
        rows.append(Row(text, left[0], left[-1], ALWAYS, MARK))
    return View(rows)
