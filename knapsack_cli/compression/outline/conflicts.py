"""Files that a merge left in conflict: what both sides say is shown, and the grammar reads the first one."""

from knapsack_cli.compression.model import EVIDENCE, Decisions

MOST_LINES = 60
"""A conflict of more lines is shown by its ends and its middle."""
SHOWN = 8
"""So many lines at each end of a side, then."""
_BEGINS, _BASE, _MIDDLE, _ENDS = "<<<<<<< ", "||||||| ", "=======", ">>>>>>> "


def keep(lines: list[str], decisions: Decisions) -> None:
    """Keep the marks of conflicts and what stands between them."""
    for first, middle, last in _conflicts(lines):
        if last - first <= MOST_LINES:
            decisions.keep_range(first, last, EVIDENCE)
            continue
        for start, end in ((first, middle), (middle, last)):
            decisions.keep_range(start, min(end, start + SHOWN), EVIDENCE)
            decisions.keep_range(max(start, end - SHOWN), end, EVIDENCE)


def first_sides(data: bytes) -> bytes:
    """The text with the marks, and all sides but the first, as empty lines."""
    lines = data.split(b"\n")
    for first, middle, last in _conflicts([line[:8].decode("latin-1") for line in lines]):
        lines[first] = b""
        for row in range(middle, last + 1):
            lines[row] = b""
    return b"\n".join(lines)


def _conflicts(lines: list[str]) -> list[tuple[int, int, int]]:
    """The rows in which each conflict begins, its first side ends, and it ends itself."""
    found: list[tuple[int, int, int]] = []
    first = middle = -1
    for row, line in enumerate(lines):
        if line.startswith(_BEGINS):
            first, middle = row, -1
        elif first >= 0 and middle < 0 and (line.startswith(_BASE) or line.rstrip() == _MIDDLE):
            middle = row
        elif middle >= 0 and line.startswith(_ENDS):
            found.append((first, middle, row))
            first = middle = -1
    return found
