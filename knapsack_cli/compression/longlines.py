"""Lines too long to show whole: their head, their tail, and windows around what speaks of a failure."""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import FAILURE, LINE, LONGEST_ROW, Row

LIMIT = LONGEST_ROW
HEAD = 300
TAIL = 200
LONGER_HEAD = 450
"""Of routine lines of a log, which begin with a time, a level and a place before they say anything."""
SHORTER_TAIL = 100
WINDOW = 150
MOST_WINDOWS = 8


def shorten(rows: list[Row], query_words: tuple[str, ...] = ()) -> None:
    """Replace the text of over-long LINE rows by windows of it, in place."""
    for row in rows:
        if row.form == LINE and len(row.text) > LIMIT:
            row.text = windowed(row.text, query_words)


def shorten_routine(rows: list[Row], limit: int, query_words: tuple[str, ...] = ()) -> None:
    """Cut the LINE rows that speak of no failure and are longer than `limit` characters, in place."""
    for row in rows:
        if row.form == LINE and row.rank < FAILURE and len(row.text) > limit:
            row.text = windowed(row.text, query_words, LONGER_HEAD, SHORTER_TAIL)


def windowed(line: str, query_words: tuple[str, ...] = (), head: int = HEAD, tail: int = TAIL) -> str:
    """Head, tail and windows of `line`; what lies between is told as `[... 1,234 characters ...]`."""
    from knapsack_cli.compression.evidence import failure_spots

    spans = [(0, head), (len(line) - tail, len(line))]
    lowered = line.lower() if query_words else ""
    for word in query_words:
        at = lowered.find(word.lower())
        if at >= 0:
            spans.append((max(0, at - WINDOW), min(len(line), at + len(word) + WINDOW)))
    spans.extend(
        (max(0, at - WINDOW), min(len(line), at + WINDOW)) for at in failure_spots(line, MOST_WINDOWS)
    )
    spans.sort()
    parts: list[str] = []
    position = 0
    for start, end in spans:
        if end <= position:
            continue
        if start - position > 40:
            parts.append(f" [... {thousands(start - position)} characters ...] ")
            position = start
        parts.append(line[position:end])
        position = end
    return "".join(parts)
