"""aws --output table: boxes in boxes, each with a title and pairs or a small table, as a line a box.

What all boxes of one title say alike is said once, above them. The rules and the padding go.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RULE = lazy(r"[-+|]{20,}$")
_BARS = lazy(r"\|+")
LEAST_ALIKE = 4
"""Boxes of one title from which on what all say alike is said once."""
WIDE = 900
"""Characters of a line of pairs."""


class _Box:
    """A title, and the lines below it up to the next one.

    Attributes:
        depth: how many boxes it stands in.
        pairs: names and values.
        rows: the lines of a table, the first of which names its columns.
    """

    __slots__ = ("depth", "first", "last", "pairs", "rows", "title")

    def __init__(self, title: str, depth: int, index: int) -> None:
        self.title = title
        self.depth = depth
        self.first = self.last = index
        self.pairs: dict[str, str] = {}
        self.rows: list[tuple[int, str]] = []


def recognise(segment: Segment) -> int:
    """A rule, a title in the middle of a box, and a rule again."""
    lines = segment.lines
    at = next((index for index, line in enumerate(lines[:6]) if line.strip()), -1)
    if at < 0 or len(lines) < at + 4 or not lines[at].startswith("-----") or not _RULE.match(lines[at]):
        return 0
    title = lines[at + 1]
    inner = title.strip("|")
    boxed = title.startswith("|  ") and title.endswith("|") and "|" not in inner
    return 94 if boxed and inner.strip() and _RULE.match(lines[at + 2]) else 0


def decide(segment: Segment) -> View | None:
    """Box by box."""
    boxes = _boxes(segment.lines)
    if boxes is None:
        return None
    alike = _alike(boxes)
    rows: list[Row] = []
    told: set[str] = set()
    for box in boxes:
        same = alike.get(box.title, {})
        pad = "  " * (box.depth - 1)
        if same and box.title not in told:
            told.add(box.title)
            count = sum(1 for other in boxes if other.title == box.title)
            said = ", ".join(f"{name} {value}" for name, value in same.items())
            rows.append(Row(f"{pad}[in all {thousands(count)} {box.title}: {said}]", rank=ALWAYS, form=MARK))
        pairs = [f"{name} {value}".rstrip() for name, value in box.pairs.items() if name not in same]
        text = f"{pad}{box.title}"
        start = box.first
        for at, pair in enumerate(pairs):
            if len(text) + len(pair) > WIDE:
                rows.append(Row(text, start, start, EVIDENCE, DATA))
                text = f"{pad} "
            text += (": " if not at else "; ") + pair
        end = box.rows[0][0] - 1 if box.rows else box.last
        rows.append(Row(text, start, max(start, end), EVIDENCE, DATA))
        rows.extend(Row(f"{pad}  {line}", index, rank=EVIDENCE, form=DATA) for index, line in box.rows)
    return View(rows)


def _boxes(lines: list[str]) -> "list[_Box] | None":
    """The boxes in order; None where a line is no part of one."""
    boxes: list[_Box] = []
    for index, line in enumerate(lines):
        if not line.strip() or _RULE.match(line):
            continue
        bars = _BARS.match(line)
        depth = len(bars.group()) if bars is not None else 0
        if not depth or not line.endswith("|" * depth):
            if boxes and line.strip("| "):
                return None
            continue
        cells = [cell.strip() for cell in line[depth:-depth].split("|")]
        if len(cells) == 1 and line[depth : depth + 1] == " " and not _is_value(boxes, depth):
            boxes.append(_Box(cells[0], depth, index))
            continue
        if not boxes:
            return None
        box = boxes[-1]
        box.last = index
        ruled = index + 1 < len(lines) and _RULE.match(lines[index + 1]) is not None
        headed = ruled and index + 2 < len(lines) and not _RULE.match(lines[index + 2])
        below = lines[index + 2] if headed else ""
        if box.rows or len(cells) != 2 or (headed and not box.pairs and below.count("|") == line.count("|")):
            box.rows.append((index, "  ".join(cells)))
        else:
            box.pairs[cells[0]] = cells[1]
    return boxes or None


def _is_value(boxes: "list[_Box]", depth: int) -> bool:
    """Whether a line of one cell goes on a list of values, which has no title of its own."""
    return bool(boxes) and boxes[-1].depth == depth and not boxes[-1].pairs and not boxes[-1].rows


def _alike(boxes: "list[_Box]") -> dict[str, dict[str, str]]:
    """By title the pairs that all boxes of it have, where there are several."""
    grouped: dict[str, list[_Box]] = {}
    for box in boxes:
        if box.pairs:
            grouped.setdefault(box.title, []).append(box)
    found: dict[str, dict[str, str]] = {}
    for title, members in grouped.items():
        same = dict(members[0].pairs)
        for box in members[1:]:
            same = {name: value for name, value in same.items() if box.pairs.get(name) == value}
        if len(members) >= LEAST_ALIKE and 0 < len(same) < max(len(box.pairs) for box in members):
            found[title] = same
    return found
