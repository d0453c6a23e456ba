"""diff -y, sdiff: two files side by side; the lines that differ, what they share left out.

The gutter between the halves stands in one column; there `|` says changed, `<` and `>` that one side alone
has the line.
"""

from collections import Counter

from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, FAILURE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_SIGN = lazy(r"(?:^|(?<=\s))[|<>](?=\s|$)")
SAMPLE = 2_000
LEAST = 3
"""Signs in one column by which a gutter is told."""
ALIKE = 0.9
"""The part of the lines without a sign of which both halves are the same."""
TAB = 8
LONGEST = 400
"""Characters of a line; halves are far shorter."""


def recognise(segment: Segment) -> int:
    """Signs in one column, and lines that say the same on both sides of it, or nothing on one."""
    lines = segment.lines[:SAMPLE]
    gutter = _gutter(lines)
    if gutter < 0:
        return 0
    signs: Counter[str] = Counter()
    same = other = 0
    for line in lines:
        if not line.strip():
            continue
        left, sign, right = _halves(line, gutter)
        if not sign:
            same += _are_same(left, right)
            other += 1
        elif sign == "|" or not (left if sign == ">" else right):
            signs[sign] += 1
        else:
            return 0
    if other:
        return 92 if same >= ALIKE * other and sum(signs.values()) >= LEAST else 0
    return 88 if len(signs) > 1 else 0  # --suppress-common-lines; tables have one sign


def _gutter(lines: list[str]) -> int:
    """The column of the gutter, or -1."""
    columns: Counter[int] = Counter()
    for line in lines:
        if len(line) <= LONGEST and ("|" in line or "<" in line or ">" in line):
            wide = line.expandtabs(TAB)
            columns.update(found.start() for found in _SIGN.finditer(wide))
    if not columns:
        return -1
    column, count = min(columns.items(), key=lambda one: (-one[1], one[0]))
    return column if count >= LEAST and column >= TAB else -1


def _halves(line: str, gutter: int) -> tuple[str, str, str]:
    """The left half, the sign between, the right half."""
    wide = line.expandtabs(TAB)
    sign = wide[gutter : gutter + 1]
    if sign in ("|", "<", ">") and not wide[gutter - 1 : gutter].strip():
        return wide[:gutter].rstrip(), sign, wide[gutter + 1 :].rstrip()
    return wide[: gutter - 1].rstrip(), "", wide[gutter - 1 :].rstrip()


def _are_same(left: str, right: str) -> bool:
    """Whether both halves are one line, as far as they are not cut off."""
    left, right = left.strip(), right.strip()
    return left == right or bool(left and right and (left.startswith(right) or right.startswith(left)))


def decide(segment: Segment) -> View | None:
    """The lines with a sign, without the blanks that align them; headings of files between."""
    gutter = _gutter(segment.lines[:SAMPLE])
    if gutter < 0:
        return None
    told = (
        "[diff -y: what both sides share left out; |: left and right differ, <: left alone, >: right alone]"
    )
    rows: list[Row] = [Row(told, rank=ALWAYS, form=MARK)]
    wide = [line.expandtabs(TAB)[gutter + 1 :] for line in segment.lines]
    edge = min((len(half) - len(half.lstrip()) for half in wide if half.strip()), default=0)
    last = -1
    for index, line in enumerate(segment.lines):
        left, sign, right = _halves(line, gutter)
        if sign and last < index - 1:
            rows.append(Row(f"[line {segment.number(index)}]", rank=EVIDENCE, form=MARK))
        last = index if sign else last
        if sign == "|":
            rows.append(Row(f"{left} | {right.strip()}", index, rank=EVIDENCE, form=DATA))
        elif sign:
            rows.append(Row(f"{sign} {left or right[edge:]}", index, rank=EVIDENCE, form=DATA))
        elif line.startswith("diff ") or (line.strip() and not _are_same(left, right)):
            rows.append(Row(line, index, rank=FAILURE))
    return View(rows)
