"""Several tables with bars in one answer, psql's descriptions and mysql's among them: each by its rows."""

from knapsack_cli.compression.kinds.common.columns import Column, summaries
from knapsack_cli.compression.kinds.common.row_names import listed, naming_column, room_for
from knapsack_cli.compression.kinds.common.tables import row_ranks
from knapsack_cli.compression.longlines import windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, IMPORTANT, LINE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 400
LEAST_TABLES = 2
WHOLE = 30
"""A table of at most so many rows is shown whole ..."""
WHOLE_PAIRS = 150
"""... and one of names and values with at most so many."""
SUMMARY = 500
LONG = 700
CENTRED = 12
"""Blanks before a title that stands above the middle of its table."""
_RULE = lazy(r"[ ]?[+|├┌└╞]?[-─═]{2}[-+|─═┼┬┴╪]*[┤┐┘╡]?")
_BARS = str.maketrans("│║", "||")
_SPACES = lazy(r"(?<=\S) {3,}")


def recognise(segment: Segment) -> int:
    """By two tables or more: lines of names and bars beside rules of dashes."""
    lines = segment.lines[:SAMPLE]
    heads = sum(1 for at in range(len(lines)) if _is_head(lines, at))
    barred = sum(1 for line in lines if "|" in line or "│" in line or _RULE.fullmatch(line))
    filled = sum(1 for line in lines if line.strip())
    return 74 if heads >= LEAST_TABLES and barred * 2 >= filled else 0


def _is_head(lines: list[str], at: int) -> bool:
    """Whether a line names columns: a rule stands under it, and over it nothing that is part of a table."""
    if at + 1 >= len(lines) or not _RULE.fullmatch(lines[at + 1].rstrip()):
        return False
    line = lines[at].translate(_BARS)
    if "|" not in line or _RULE.fullmatch(lines[at].rstrip()):
        return False
    above = lines[at - 1] if at else ""
    return "|" not in above.translate(_BARS) or _RULE.fullmatch(above.rstrip()) is not None


def decide(segment: Segment) -> View | None:
    """Small tables whole without their padding, larger ones by the rows that differ."""
    lines = segment.lines
    rows = [Row("[the padding of columns and the rules between them are left out]", rank=ALWAYS, form=MARK)]
    tables = index = 0
    while index < len(lines):
        line = lines[index]
        if _is_head(lines, index):
            tables += 1
            index = _table(segment, index, rows)
            continue
        if line.strip() and not _RULE.fullmatch(line.rstrip()):
            rows.append(_squeezed(line, index, IMPORTANT))
        index += 1
    return View(rows) if tables >= LEAST_TABLES else None


def _squeezed(line: str, index: int, rank: int) -> Row:
    text = _SPACES.sub("  ", line.rstrip())
    text = text.lstrip() if text.startswith(" " * CENTRED) else text
    text = windowed(text) if len(text) > LONG else text
    return Row(text, index, rank=rank, form=LINE if text == line else DATA)


def _cells(line: str) -> list[str]:
    bare = line.translate(_BARS).strip()
    cells = [cell.strip() for cell in bare.split("|")]
    return cells[1:-1] if bare.startswith("|") and bare.endswith("|") and len(cells) > 2 else cells


def _table(segment: Segment, head: int, rows: list[Row]) -> int:
    """Write one table; returns the index of the first line after it."""
    lines = segment.lines
    names = _cells(lines[head])
    rows.append(Row(" | ".join(names), head, rank=EVIDENCE, form=DATA))
    found: list[int] = []
    end = head + 2
    while end < len(lines) and "|" in lines[end].translate(_BARS) and not _is_head(lines, end):
        if len(_cells(lines[end])) == len(names):
            found.append(end)
        elif not _RULE.fullmatch(lines[end].rstrip()):
            break
        end += 1
    cells = [_cells(lines[at]) for at in found]
    ranks = dict.fromkeys(range(len(found)), EVIDENCE)
    rest: list[int] = []
    if len(found) > (WHOLE_PAIRS if len(names) == 2 else WHOLE):
        columns = [Column(name, [row[at] or None for row in cells]) for at, name in enumerate(names)]
        ranks = row_ranks(columns, len(found))
        rest = [at for at in range(len(found)) if at not in ranks]
        mark = _mark(segment, columns, found, rest)
    for at, index in enumerate(found):
        if at in ranks:
            text = " | ".join(cells[at]).rstrip(" |")
            rows.append(Row(windowed(text) if len(text) > LONG else text, index, rank=ranks[at], form=DATA))
        elif at == rest[0]:
            rows.append(Row(mark, index, found[rest[-1]], EVIDENCE, MARK, count=len(rest)))
    return end


def _mark(segment: Segment, columns: list[Column], found: list[int], rest: list[int]) -> str:
    naming = naming_column(columns)
    size = sum(len(segment.lines[at]) for at in found)
    names = listed([naming.cells[at] or "" for at in rest], room_for(size)) if naming is not None else ""
    told = summaries([column.of(rest) for column in columns], SUMMARY)
    parts = [f"{naming.name} {names}" if naming is not None and names else "", told]
    left, right = segment.number(found[rest[0]]), segment.number(found[rest[-1]])
    within = "" if right - left + 1 == len(rest) else "within "
    said = "; ".join(part for part in parts if part)
    head = f"[x{thousands(len(rest))} rows like these, {within}lines {left}-{right}"
    return f"{head}: {said}]" if said else f"{head}]"
