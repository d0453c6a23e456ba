"""Trees of packages: npm, pnpm and yarn, cargo, Maven, Gradle, pipdeptree, uv.

What is depended on directly stays, and at any depth what is missing, invalid or in conflict, with the way
to it; packages that are there in several versions are told at the end.
"""

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, IMPORTANT, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST = 12
SAMPLE = 400
FEW = 60
"""So many lines are shown to the second level."""
SHARE = 0.14
"""Deeper levels are shown while all down to them take no more than this part of the characters ..."""
ROOM = 16_000
"""... and no more than so many."""
MOST_TOLD = 60
"""So many packages in several versions are told."""
_LINE = lazy(r"(?:\[INFO\] )?(?P<branch>[ │├└─┬|+\\`'-]*)(?P<rest>\S.*)$")
_PACKAGE = lazy(
    r"(?:UNMET (?:OPTIONAL |PEER )?DEPENDENCY |extraneous: |\(?)(?P<name>@?[\w./-]+)"
    r"@(?P<at>(?:npm:)?[\w.^~*<>=+ |-]+)"
    r"|(?P<crate>[\w.-]+) v(?P<crated>\d[\w.+-]*)"
    r"|\(?(?P<group>[\w.-]+:[\w.-]+)(?::[\w-]+)?(?::[\w-]+)?:(?P<grouped>\d[\w.-]*)"
    r"|(?P<dist>[\w.-]+) (?:\[required: .*installed: (?P<installed>[^\]]+)\]|==(?P<pinned>\S+))"
)
_UNMET = lazy(r"UNMET (?!OPTIONAL)|extraneous: ")
_TROUBLE = lazy(r"\binvalid\b|\bextraneous\b|\bmissing\b|ERR!|\bFAILED\b|\bnot found\b|installed: \?")


def recognise(segment: Segment) -> int:
    """By the share of lines that are a branch and a package with its version."""
    lines = [line for line in segment.lines[:SAMPLE] if line.strip()]
    if len(lines) < LEAST:
        return 0
    branches = sum(1 for line in lines if _is_branch(line))
    return 94 if branches >= LEAST and branches * 10 >= len(lines) * 8 else 0


def _is_branch(line: str) -> bool:
    match = _LINE.match(line)
    return match is not None and len(match["branch"]) > 1 and _PACKAGE.match(match["rest"]) is not None


def decide(segment: Segment) -> View:
    """Rows in the order of the tree, one mark for the deeper packages, versions at the end."""
    lines = segment.lines
    columns = [_column(line) for line in lines]
    root = min((column for column in columns if column >= 0), default=0)
    levels = sorted({column for column in columns if column > root})
    deepest = _deepest(lines, columns, levels)
    keep = bytearray(len(lines))
    versions: dict[str, dict[str, None]] = {}
    above: list[int] = []
    for index, line in enumerate(lines):
        column = columns[index]
        while above and columns[above[-1]] >= column:
            above.pop()
        match = _PACKAGE.match(line[column:]) if column >= 0 else None
        if match is not None and "UNMET" not in line:
            name = match["name"] or match["crate"] or match["group"] or match["dist"]
            groups = ("at", "crated", "grouped", "installed", "pinned")
            version = next(match[group] for group in groups if match[group])
            versions.setdefault(name, {})[version.split(" ")[0]] = None
        if column <= deepest:
            keep[index] = bool(line.strip())
        if match is None or _UNMET.match(line, column) or _TROUBLE.search(line, column + match.end()):
            keep[index] = FAILURE if line.strip() else 0
            for at in above:
                keep[at] = keep[at] or FAILURE
        above.append(index)
    rows = [Row(lines[at], at, rank=max(rank, EVIDENCE)) for at, rank in enumerate(keep) if rank]
    left = _left(segment, keep)
    if left is not None:
        rows.append(left)
    several = [f"{name} {', '.join(found)}" for name, found in versions.items() if len(found) > 1]
    if several:
        more = f"; and {len(several) - MOST_TOLD} more" if len(several) > MOST_TOLD else ""
        rows.append(
            Row(f"[in several versions: {'; '.join(several[:MOST_TOLD])}{more}]", rank=IMPORTANT, form=MARK)
        )
    return View(rows)


def _deepest(lines: list[str], columns: list[int], levels: list[int]) -> int:
    """The column down to which packages are shown: the first level, and those below that find room."""
    if not levels:
        return 0
    sizes = dict.fromkeys(levels, 0)
    for line, column in zip(lines, columns, strict=True):
        if column in sizes:
            sizes[column] += len(line) + 1
    room = min(ROOM, SHARE * sum(sizes.values()))
    deepest = levels[min(len(levels), 2 if len(lines) <= FEW else 1) - 1]
    for level in levels:
        room -= sizes[level]
        if room < 0:
            break
        deepest = max(deepest, level)
    return deepest


def _column(line: str) -> int:
    """Where the package's name begins; -1 for a blank line."""
    match = _LINE.match(line) if line.strip() != "[INFO]" else None
    return match.start("rest") if match is not None else -1


def _left(segment: Segment, keep: bytearray) -> Row | None:
    """The one mark for the packages that are not shown."""
    left = [index for index, line in enumerate(segment.lines) if not keep[index] and line.strip()]
    if not left:
        return None
    text = gap_mark(segment.number(left[0]), segment.number(left[-1]), len(left), "deeper")
    return Row(text, left[0], left[-1], ALWAYS, MARK)
