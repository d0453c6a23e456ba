"""The way of a text through compression, in one glance.

bytes -> text -> terminal noise resolved -> secrets redacted -> segments -> the kind of each -> its
decisions -> evidence put back -> rows -> long lines windowed -> budget -> marks.
"""

from knapsack_cli.compression import budget as budgets
from knapsack_cli.compression import detect, rendering
from knapsack_cli.compression.kinds import GENERAL, load
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    HEADING,
    IMPORTANT,
    LINE,
    LONGEST_ROW,
    REST,
    Decisions,
    Hints,
    Kind,
    Row,
    Segment,
    View,
)
from knapsack_cli.compression.options import FLOOR_BYTES, LEAST_GAIN
from knapsack_cli.compression.plan import Plan

MOST_SMALL = 8192
"""Bytes of small outputs that are shown whole; of more of them each is shortened."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.options import Options


def plan(text: str, hints: Hints, budget: int = 0) -> Plan:
    """Decide what of a clean and redacted text is shown.

    Args:
        text: terminal noise resolved, secrets redacted.
        budget: tokens for the whole output, footer included; 0 for the default rule.
    """
    if text.endswith("\n"):
        text = text[:-1]
    if ";base64," in text:
        from knapsack_cli.compression import datauris

        text = datauris.told(text)
    lines = text.split("\n")
    data = text.encode("utf-8", "surrogateescape")
    from knapsack_cli.compression import segments

    return _planned(segments.cut(lines, text, data, hints), len(lines), hints, budget)


def plan_plain(data: bytes, hints: Hints, budget: int = 0) -> Plan:
    """What `plan` decides, for a text of ASCII bytes without noise, secrets and tags: it is not decoded
    until a kind asks for its lines."""
    segment = Segment(None, 0, hints, data)
    return _planned([(segment, False)], segment.count, hints, budget)


def _planned(parts: list[tuple[Segment, bool]], total: int, hints: Hints, budget: int) -> Plan:
    rows: list[Row] = []
    kinds: list[str] = []
    explanation: list[str] = []
    outputs = small = 0
    for segment, whole in parts:
        if whole:
            rows.extend(Row(line, segment.base + at, rank=ALWAYS) for at, line in enumerate(segment.lines))
            continue
        runs = _runs(segment)
        for prefix, run in runs:
            if prefix:
                rows.append(Row(prefix.rstrip(), rank=ALWAYS, form=HEADING))
            pieces = _pieces(run)
            outputs += len(pieces)
            for piece, verdict in pieces:
                decided, verdict = _settled(piece, verdict, explanation)
                made = _rows(piece, decided)
                if len(parts) > 1 or len(runs) > 1 or len(pieces) > 1:
                    made = rendering.with_edges(made, piece)
                if (len(pieces) > 1 or prefix) and not budget:
                    budgets.spend(made)
                    if len(piece.source) <= FLOOR_BYTES:
                        small += len(piece.source)
                    if _is_hardly_shorter(made, piece, small):
                        made = [
                            Row(line, piece.base + at, rank=IMPORTANT) for at, line in enumerate(piece.lines)
                        ]
                rows.extend(_behind(made, hints) if prefix else made)
                if verdict.kind.name not in kinds:
                    kinds.append(verdict.kind.name)
                first, last = piece.number(0), piece.number(piece.count - 1)
                explanation.append(
                    f"lines {first}-{last}: {verdict.kind.name}, {verdict.reason} ({verdict.confidence})"
                )
    _shorten(rows, hints)
    budgets.spend(rows, budget, outputs)
    plan = Plan(rendering.write_rows(rows), total, rendering.shown_lines(rows), kinds, explanation)
    plan.rows = rows
    return plan


def _shorten(rows: list[Row], hints: Hints) -> None:
    if any(len(row.text) > LONGEST_ROW for row in rows):
        from knapsack_cli.compression.longlines import shorten

        shorten(rows, tuple(hints.query.split()))


def _runs(segment: Segment) -> list[tuple[str, Segment]]:
    """The runs of lines behind one name each, or the whole behind none."""
    head = segment.source[:200].split(b"\n", 1)[0]
    if b"| " in head or b": " in head or head.startswith(b"["):
        from knapsack_cli.compression import prefixed

        found = prefixed.runs(segment)
        if found:
            return found
    return [("", segment)]


def _behind(rows: list[Row], hints: Hints) -> list[Row]:
    """Rows of lines whose prefix stands in the heading above them."""
    _shorten(rows, hints)
    for row in rows:
        if row.form == LINE:
            row.form = REST
    return rows


def _settled(
    piece: Segment, verdict: detect.Verdict, explanation: list[str]
) -> "tuple[Decisions | View, detect.Verdict]":
    """What is made of a piece by the first kind that does not decline, and that kind."""
    decided = _decided(verdict.kind, piece)
    declined: tuple[Kind, ...] = ()
    while decided is None:
        explanation.append(f"{verdict.kind.name} declined")
        declined = (*declined, verdict.kind)
        verdict = detect.recognise(piece, declined)
        decided = _decided(verdict.kind, piece)
    return decided, verdict


def _is_hardly_shorter(rows: list[Row], piece: Segment, small: int) -> bool:
    """Whether an output among others is better shown whole, as if alone: it is small or gains little.

    `small` is how many bytes of small outputs there have been.
    """
    size = len(piece.source)
    if size <= FLOOR_BYTES and small <= MOST_SMALL:
        return True
    written = sum(len(line.encode("utf-8", "surrogateescape")) + 1 for line in rendering.write_rows(rows))
    return written > size * (1 - LEAST_GAIN)


def _decided(kind: Kind, piece: Segment) -> "Decisions | View | None":
    """What a kind makes of a piece; None when it declines, or would keep nothing at all."""
    decided = load(kind)[1](piece)
    if kind is GENERAL or decided is None:
        return decided
    kept = decided.rows if isinstance(decided, View) else decided.ranks
    return decided if any(kept) else None


def lossless(text: str) -> Plan:
    """All lines, runs of equal ones as one and a count: nothing that is said is lost."""
    lines = text.removesuffix("\n").split("\n")
    written: list[str] = []
    shown: list[int] = []
    index, size = 0, len(lines)
    while index < size:
        end = index + 1
        while end < size and lines[end] == lines[index]:
            end += 1
        written.append(lines[index])
        shown.append(index)
        mark = f"[x{thousands(end - index - 1)} the same to line {end}]"
        if (len(lines[index]) + 1) * (end - index - 1) > len(mark) + 1:
            written.append(mark)
        else:
            written.extend(lines[index + 1 : end])
            shown.extend(range(index + 1, end))
        index = end
    return Plan(written, size, shown, ["lossless"], [f"lossless: {thousands(size)} lines"])


def extracted(text: str, options: "Options", budget: int = 0) -> Plan:
    """What a model command extracts, when it keeps to the text; else what `plan` makes of it."""
    from knapsack_cli.compression import extract

    smart = plan(text, options.hints, budget)
    return extract.better(text, smart, options)


def _pieces(segment: Segment) -> list[tuple[Segment, detect.Verdict]]:
    """The outputs of which a segment is made. Looking for borders costs patterns, so logs are let be."""
    verdict = detect.recognise(segment)
    if verdict.kind.uncut and verdict.confidence >= 60:
        from knapsack_cli.compression.several import may_be_several

        if not may_be_several(segment, verdict.kind):
            return [(segment, verdict)]
    from knapsack_cli.compression import borders

    return borders.split(segment, verdict)


def _rows(segment: Segment, decided: "Decisions | View") -> list[Row]:
    if segment.hints.query:
        from knapsack_cli.compression import query

        if isinstance(decided, View):
            query.add_answers(segment, decided, segment.hints.query)
        else:
            query.boost(segment, decided, segment.hints.query)
    if isinstance(decided, View):
        return rendering.rows_from_view(segment, decided)
    if decided.guard and 0 in decided.ranks:
        from knapsack_cli.compression.evidence import guard

        guard(segment, decided)
    rows = rendering.rows_from_decisions(segment, decided)
    if decided.longest:
        from knapsack_cli.compression.longlines import shorten_routine

        shorten_routine(rows, decided.longest, tuple(segment.hints.query.split()))
    return rows
