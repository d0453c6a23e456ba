"""--query: the lines that answer it, by BM25 over lines, with the block that holds them.

Identifiers are split (`getUserName` answers "user name") and scripts without spaces are matched by
pairs, as everywhere in Knapsack (`text/tokenization.py`).
"""

from __future__ import annotations

import math
import re
from collections import Counter

from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, LINE, MARK, Decisions, Row, Segment, View
from knapsack_cli.compression.rendering import SHOWING_FORMS, ranges
from knapsack_cli.text.lazy_patterns import lazy
from knapsack_cli.text.tokenization import index_tokens

K1, B = 1.2, 0.75
"""BM25's usual constants (Robertson and Zaragoza, 2009)."""
MOST_LINES = 60
"""So many of the best lines are kept."""
BEST, GOOD = 5, 15
"""So many of the best go last, and so many next to last, where a budget is spent."""
LEAST_SHARE = 0.25
"""A line is kept when it scores at least this part of the best line's score."""
BLOCK_LINES = 60
"""The most lines of an enclosing block that are kept with the lines that answer."""
MOST_BLOCK_LINES = 240
MOST_ENCLOSING, FARTHEST = 3, 3000
"""So many of the lines that the best answers are indented under are kept, from so many lines above."""
_LINES = lazy(r"\blines? (\d{1,9})(?: ?(?:-|:|,|to|\.\.) ?(\d{1,9}))?\b", re.IGNORECASE)
"""`line 40`, `lines 120-180`: lines that are asked for by their numbers."""


def numbered_lines(query: str) -> list[tuple[int, int]]:
    """The ranges of line numbers that a query asks for, each inclusive."""
    spans = [(int(found[1]), int(found[2] or found[1])) for found in _LINES.finditer(query)]
    return [(first, last) for first, last in spans if first <= last]


def best_lines(lines: list[str], query: str) -> dict[int, float]:
    """The indexes of the lines that answer `query` best, with their scores, best first."""
    wanted = sorted(set(index_tokens(_LINES.sub(" ", query)).split()))
    if not wanted:
        return {}
    wanted_set = set(wanted)
    found: dict[int, Counter[str]] = {}
    frequency: Counter[str] = Counter()
    total = 0
    for index, line in enumerate(lines):
        tokens = index_tokens(line[:4000]).split()
        total += len(tokens)
        hits = Counter(token for token in tokens if token in wanted_set)
        if hits:
            found[index] = hits
            frequency.update(hits.keys())
    if not found:
        return {}
    average = max(1.0, total / len(lines))
    scores = {
        index: sum(
            math.log(1 + (len(lines) - frequency[token] + 0.5) / (frequency[token] + 0.5))
            * count
            * (K1 + 1)
            / (count + K1 * (1 - B + B * len(lines[index]) / 6 / average))
            for token, count in sorted(hits.items())
        )
        * len(hits)
        / len(wanted)
        for index, hits in found.items()
    }
    order = sorted(scores, key=lambda index: (-scores[index], index))
    least = scores[order[0]] * LEAST_SHARE
    return {index: scores[index] for index in order[:MOST_LINES] if scores[index] >= least}


def boost(segment: Segment, decisions: Decisions, query: str) -> None:
    """Raise the ranks of the lines that answer the query, with their enclosing blocks, best first."""
    for first, last in numbered_lines(query):
        decisions.keep_range(first - 1 - segment.base, last - 1 - segment.base, rank_of(GOOD))
    room = MOST_BLOCK_LINES
    for place, index in enumerate(best_lines(segment.lines, query)):
        decisions.ranks[index] = rank_of(place)
        first, last = block_around(segment.lines, index)
        if last - first < room:
            room -= last - first
            decisions.keep_range(first, last, EVIDENCE)
            decisions.keep(first, rank_of(place))
        if place < BEST:
            for above in enclosing(segment.lines, index):
                decisions.keep(above, rank_of(GOOD))


def rank_of(place: int) -> int:
    """The rank of the answer at `place` (0: the best): above all else, so that a budget takes it last."""
    return ALWAYS + (3 if place < BEST else 2 if place < GOOD else 1)


def block_around(lines: list[str], index: int) -> tuple[int, int]:
    """The block that holds a line: up to the line it is indented under, down to where that ends.

    Where nothing is indented, the paragraph between blank lines; in any case at most BLOCK_LINES.
    """
    width = _indentation(lines[index])
    first = index
    while first > 0 and index - first < BLOCK_LINES:
        above = lines[first - 1]
        if above.strip() and _indentation(above) < width:
            first -= 1
            break
        if width == 0 and not above.strip():
            break
        first -= 1
    last = index
    top = _indentation(lines[first]) if first < index else width
    while last + 1 < len(lines) and last - first < BLOCK_LINES:
        below = lines[last + 1]
        if below.strip() and _indentation(below) <= top and top < width:
            break
        if width == 0 and not below.strip():
            break
        last += 1
    while last > index and not lines[last].strip():
        last -= 1
    if last - first >= BLOCK_LINES:
        return max(first, index - 2), min(last, index + 2)
    return first, last


def enclosing(lines: list[str], index: int) -> list[int]:
    """The lines that a line is indented under: the nearest first, at most MOST_ENCLOSING of them."""
    width = _indentation(lines[index])
    found: list[int] = []
    for above in range(index - 1, max(-1, index - FARTHEST), -1):
        if not width or len(found) == MOST_ENCLOSING:
            break
        line = lines[above]
        if line.strip() and _indentation(line) < width:
            width = _indentation(line)
            found.append(above)
    return found


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def add_answers(segment: Segment, view: View, query: str) -> None:
    """Put lines that answer the query and that the view does not show at its end, as they are.

    Of those that it tells in another form (in a table, in a list of what equal lines have of their own), the
    best alone.
    """
    best = list(best_lines(segment.lines, query))
    places = {index: place for place, index in enumerate(best)}
    shown: set[int] = set()
    told: set[int] = set()
    for row in view.rows:
        if row.form not in SHOWING_FORMS or row.first < 0:
            continue
        if row.form != DATA and row.first == row.last:
            shown.add(row.first)
        else:
            told.update(range(row.first, row.last + 1))
        told.update(row.more)
        if row.first in places:
            row.rank = max(row.rank, rank_of(places[row.first]))
    asked = {above for index in best[:BEST] for above in enclosing(segment.lines, index) if above not in told}
    for first, last in numbered_lines(query):
        start, end = max(0, first - 1 - segment.base), min(len(segment.lines), last - segment.base)
        asked.update(range(start, end))
    missing = sorted(
        index
        for index in asked.union(best)
        if index not in shown and (places.get(index, BEST) < BEST or index not in told)
    )
    if not missing:
        return
    runs = ranges([index + segment.base for index in missing])
    numbers = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
    view.rows.append(Row(f"[also answering the query, lines {numbers}]", rank=ALWAYS + 1, form=MARK))
    view.rows.extend(
        Row(segment.lines[index], index, rank=rank_of(places.get(index, GOOD)), form=LINE)
        for index in missing
    )
