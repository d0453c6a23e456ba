"""Minified scripts and styles: one line that says so, and their exports."""

from knapsack_cli.compression.evidence import failure_spots
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST_WIDTH = 1000
"""Characters a line on average from which on code is taken for minified."""
MOST_EXPORTS = 60
SHORT = 500
"""Lines of fewer characters are no bundle and stay as they are."""
WINDOW = 120
MOST_SPOTS = 6
"""Characters around, and number of, the places in a bundle that speak of a failure."""
_EXPORT = lazy(
    r"export\s*\{[^{}]{0,2000}\}|export default [\w$]{1,60}|module\.exports\s*=\s*[\w${][^;]{0,120}"
    r"|exports\.[\w$]{1,60}\s*=|(?:window|self|globalThis|root)\.[\w$]{1,60}\s*="
    r"|Object\.defineProperty\(exports,\s*\"[^\"]{1,60}\""
)
_SCRIPT = lazy(r"function ?\w*\(|=>|\bvar \w|\bconst \w|\breturn\b|!function|\.prototype\b")
_STYLE = lazy(r"(?<![\w-])[\w-]+\{[\w-]+:[^{}]*\}")
_COMMENT = lazy(r"/\*![^*]{0,400}\*/|//# sourceMappingURL=\S{0,200}")


def recognise(segment: Segment) -> bool:
    """Few, long lines full of code."""
    lines = segment.lines
    size = len(segment.data)
    if size < 2000 or size < LEAST_WIDTH * len(lines):
        return False
    sample = max(lines, key=len)[:20_000]
    if sample.lstrip()[:1] in ("{", "["):
        return False
    return len(_SCRIPT.findall(sample)) * 400 > len(sample) or len(_STYLE.findall(sample)) * 200 > len(sample)


def decide(segment: Segment) -> View:
    """The kind, the size, the banner comment and the exports."""
    text = "\n".join(segment.lines)
    what = (
        "style sheet"
        if len(_STYLE.findall(text[:20_000])) > len(_SCRIPT.findall(text[:20_000]))
        else "script"
    )
    lines = len(segment.lines)
    size = len(segment.data)
    exports: dict[str, int] = {}
    for pattern in (_COMMENT, _EXPORT):
        for match in pattern.finditer(text):
            exports.setdefault(match[0], text.count("\n", 0, match.start()))
    told = f"[minified {what}: {thousands(size)} bytes in {lines} line{'s' if lines > 1 else ''}"
    rows = [
        Row(
            told + (f"; banner and {len(exports)} exports]" if exports else "; no exports found]"),
            0,
            lines - 1,
            ALWAYS,
            MARK,
        )
    ]
    for at, line in enumerate(segment.lines):
        if line.strip() and len(line) < SHORT:
            rows.append(Row(line, at, rank=EVIDENCE))
            continue
        rows.extend(
            Row(line[max(0, spot - WINDOW) : spot + WINDOW], at, rank=EVIDENCE, form=DATA)
            for spot in failure_spots(line, MOST_SPOTS)
        )
    rows.extend(
        Row(export, at, rank=EVIDENCE, form=DATA) for export, at in list(exports.items())[:MOST_EXPORTS]
    )
    return View(rows)
