"""Decisions to rows, rows to text: verbatim lines, gap marks and folds are written here alone."""

from knapsack_cli.compression.marks import gap_mark
from knapsack_cli.compression.model import (
    ALWAYS,
    DATA,
    DROP,
    EVIDENCE,
    GAP,
    LINE,
    MARK,
    NUMBERED,
    REST,
    Decisions,
    Row,
    Segment,
    View,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.model import Fold, Note

MANY_NOTES = 64
"""More notes than this are sorted, and looked up."""
SHOWING_FORMS = (LINE, REST, NUMBERED, DATA)
"""The forms whose rows show input lines."""


def rows_from_decisions(segment: Segment, decisions: Decisions) -> list[Row]:
    """The rows of a segment in the order of its lines; gaps hold the note that lies over them.

    A gap so small that its mark would be longer than the lines is kept as lines.
    """
    ranks, told, base = decisions.ranks, decisions.told, segment.base
    if len(decisions.notes) > MANY_NOTES:
        decisions.notes.sort(key=lambda note: note.first)
    folds: dict[int, list[Fold]] = {}
    for fold in decisions.folds:
        folds.setdefault(fold.after, []).append(fold)
    rows: list[Row] = []
    index, size = 0, len(ranks)
    numbered = decisions.numbered
    while index < size:
        rank = ranks[index]
        if numbered and not (rank and segment.lines[index].strip()):
            index += 1
            continue
        if rank:
            text = (
                f"{segment.number(index)} {segment.lines[index].rstrip()}"
                if numbered
                else segment.line(index)
            )
            form = NUMBERED if numbered else LINE
            rows.append(Row(text, base + index, rank=rank, form=form))
            for fold in folds.get(index, ()):
                rank_of_fold, end = max(rank, EVIDENCE), base + fold.last
                rows.append(Row(fold.text, base + index, end, rank_of_fold, MARK, count=fold.count))
            index += 1
            continue
        if told is not None and told[index]:
            index += 1
            while index < size and told[index] and not ranks[index]:
                index += 1
            continue
        end = index + 1
        while end < size and not ranks[end] and not (told is not None and told[end]):
            end += 1
        _add_gap(rows, segment, decisions, index, end)
        index = end
    return rows


def _near(notes: "list[Note]", start: int) -> "list[Note]":
    """The notes that may lie over a gap at `start`; of many (sorted) ones the last that begin by then."""
    if len(notes) <= MANY_NOTES:
        return notes
    low, high = 0, len(notes)
    while low < high:
        middle = (low + high) // 2
        if notes[middle].first <= start:
            low = middle + 1
        else:
            high = middle
    return notes[max(0, low - MANY_NOTES) : low]


def _add_gap(rows: list[Row], segment: Segment, decisions: Decisions, start: int, end: int) -> None:
    """Add the lines `start` to `end` (exclusive) as a gap, or as lines where that is not longer."""
    base = segment.base
    note = ""
    for candidate in _near(decisions.notes, start):
        if candidate.first <= start and candidate.last >= end - 1:
            note = candidate.text
    mark = gap_mark(base + start + 1, base + end, end - start, note)
    if end - start <= 40 and sum(len(segment.line(at)) + 1 for at in range(start, end)) <= len(mark) + 1:
        rows.extend(Row(segment.line(at), base + at, rank=EVIDENCE) for at in range(start, end))
        return
    rows.append(Row(note, base + start, base + end - 1, ALWAYS, GAP))


def rows_from_view(segment: Segment, view: View) -> list[Row]:
    """A view's rows, their indexes shifted to the whole input."""
    base = segment.base
    if base:
        for row in view.rows:
            if row.first >= 0:
                row.first += base
                row.last += base
            if row.more:
                row.more = tuple(index + base for index in row.more)
    return view.rows


def with_edges(rows: list[Row], segment: Segment) -> list[Row]:
    """The rows of one output among others, with its first and last lines told where its rows are numbered.

    Between numbered rows the gap in the numbers is the mark; above and below them there is none.
    """
    numbered = [row for row in rows if row.form == NUMBERED]
    if not numbered:
        return rows
    first = min(row.first for row in rows if row.first >= 0) - segment.base
    last = max(max(row.last, *row.more) if row.more else row.last for row in rows) - segment.base
    return [*_edge(segment, 0, first), *rows, *_edge(segment, last + 1, segment.count)]


def _edge(segment: Segment, start: int, end: int) -> list[Row]:
    """What tells the lines `start` to `end` (exclusive) of a numbered output: a mark, or they
    themselves where they are no longer."""
    filled = [at for at in range(start, end) if segment.lines[at].strip()]
    if not filled:
        return []
    base = segment.base
    lines = [f"{segment.number(at)} {segment.lines[at].rstrip()}" for at in filled]
    if sum(map(len, lines)) + len(lines) <= len(gap_mark(base + start + 1, base + end, end - start, "")) + 1:
        return [Row(line, base + at, form=NUMBERED) for line, at in zip(lines, filled, strict=True)]
    return [Row("", base + start, base + end - 1, ALWAYS, GAP)]


def write_rows(rows: list[Row]) -> list[str]:
    """The output's lines. Rows of rank DROP are hidden; what they showed is told in a mark.

    Neighbouring gaps and hidden rows share one mark.
    """
    written: list[str] = []
    hidden: list[Row] = []
    for row in rows:
        if row.form == GAP or row.rank == DROP:
            hidden.append(row)
            continue
        if hidden and not _told_by_numbers(hidden, row):
            written.append(_told(hidden))
        hidden = []
        written.append(row.text)
    if hidden:
        written.append(_told(hidden))
    return written


def _told_by_numbers(hidden: list[Row], following: Row) -> bool:
    """Whether the gap in the numbers of shown rows already is the mark."""
    return following.form == NUMBERED and all(row.form == NUMBERED for row in hidden)


def _told(hidden: list[Row]) -> str:
    spans = [(row.first, row.last) for row in hidden if row.first >= 0 and not row.count]
    spans += [(index, index) for row in hidden for index in row.more]
    folds = [row for row in hidden if row.count]
    if not spans and not folds:
        return f"[... {len(hidden)} rows]"
    spans.sort()
    count, covered = 0, -1
    for start, end in spans:
        start = max(start, covered + 1)
        if end >= start:
            count += end - start + 1
            covered = end
    # What a fold stands for lies scattered between its line and its end, among lines that others tell of.
    count += sum(row.count for row in folds)
    first = min(
        [start for start, _ in spans] + [row.first + (row.count <= row.last - row.first) for row in folds]
    )
    covered = max([covered] + [row.last for row in folds])
    notes = {row.text for row in hidden} if all(row.form == GAP for row in hidden) else set()
    return gap_mark(first + 1, covered + 1, count, notes.pop() if len(notes) == 1 else "")


def shown_lines(rows: list[Row]) -> list[int]:
    """The indexes of the input lines that the rows show, in order, each once."""
    seen: set[int] = set()
    for row in rows:
        if row.rank != DROP and row.form in SHOWING_FORMS and row.first >= 0:
            if row.first == row.last:
                seen.add(row.first)
            else:
                seen.update(range(row.first, row.last + 1))
            seen.update(row.more)
    return sorted(seen)


def ranges(indexes: list[int]) -> list[tuple[int, int]]:
    """Sorted indexes as inclusive runs of line numbers (1-based)."""
    runs: list[tuple[int, int]] = []
    for index in indexes:
        number = index + 1
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def complement(kept: list[tuple[int, int]], total: int) -> list[tuple[int, int]]:
    """The runs of line numbers from 1 to `total` that are in none of `kept`."""
    left: list[tuple[int, int]] = []
    number = 1
    for first, last in kept:
        if first > number:
            left.append((number, first - 1))
        number = last + 1
    if number <= total:
        left.append((number, total))
    return left
