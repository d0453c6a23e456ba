"""Failing tests as blocks: each by name, place and assertion, what several have in common once.

A kind cuts its text into `Block`s, says in a `Layout` what of the rest is kept, and gets a `View`:
blocks that failed alike share one body under all their names, and one mark a block tells what was
left out of it.
"""

from knapsack_cli.compression.model import (
    ALWAYS,
    DATA,
    EVIDENCE,
    FAILURE,
    GAP,
    HEADING,
    LINE,
    MARK,
    REST,
    Decisions,
    Row,
    Segment,
    View,
)
from knapsack_cli.compression.rendering import rows_from_decisions
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

_DURATION = lazy(r"[(\[]\d[\d.]* ?m?s[)\]]")
_PADDING = lazy(r"(?<=\S) {3,}(?=\S)")
RULE = " \t_-=*~"
"""What a line of nothing but these tells is nothing."""
WHOLE = 40
"""So many lines of a block rank as the failure itself, the rest as evidence."""

TOLD = 100
"""One mark tells of so many lines left out of neighbouring blocks."""


class Block:
    """One failing test.

    Attributes:
        first, last: indexes of the lines it takes in the text, inclusive.
        names: indexes of the lines that name it, wherever they stand (a summary at the end).
        body: indexes of its lines worth showing, in order.
        own: of these, the ones that are shown even where the body is shared (its place).
        key: blocks of equal key failed alike and share the body of the first; None: never shared.
    """

    __slots__ = ("body", "first", "key", "last", "names", "own")

    def __init__(
        self,
        first: int,
        last: int,
        names: list[int],
        body: list[int],
        key: "Hashable | None" = None,
        own: list[int] | None = None,
    ) -> None:
        self.first = first
        self.last = last
        self.names = names
        self.body = body
        self.key = key
        self.own = own or []


class Layout:
    """A test run being laid out: ranks for the lines outside blocks, rows for those inside."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.decisions = Decisions(len(segment.lines))
        self.decisions.told = bytearray(len(segment.lines))
        self._blocks: list[Block] = []
        self._padded: set[int] = set()
        self._prefixes: dict[int, str] = {}

    def keep(self, index: int, rank: int) -> None:
        """Show a line that is in no block."""
        self.decisions.keep(index, rank)

    def keep_range(self, first: int, last: int, rank: int) -> None:
        """Show the lines `first` to `last`, inclusive."""
        self.decisions.keep_range(first, last, rank)

    def note(self, first: int, last: int, text: str) -> None:
        """Say what was left out within `first` to `last`."""
        self.decisions.note(first, last, text)

    def table_row(self, index: int, rank: int) -> None:
        """Show a row of a table without the blanks that pad it: at its end, around tabs, between columns."""
        self.keep(index, rank)
        self._padded.add(index)

    def list_under(self, prefixes: dict[int, str]) -> None:
        """Show lines, by index, without their prefixes, which stand once above those that share one."""
        self._prefixes = prefixes

    def shown_elsewhere(self, index: int) -> None:
        """Say of a line that a block shows it, so that no mark is needed where it stood."""
        assert self.decisions.told is not None
        self.decisions.told[index] = 1
        self.decisions.ranks[index] = 0

    def add(self, block: Block) -> None:
        """Take a failing test over."""
        self._blocks.append(block)
        for index in range(block.first, block.last + 1):
            self.shown_elsewhere(index)
        for index in block.names:
            self.shown_elsewhere(index)

    def view(self) -> View:
        """The rows, in the order of the input; names from a summary stand with their blocks."""
        whole = Segment(self.segment.lines, 0, self.segment.hints)
        rest = self._listed(rows_from_decisions(whole, self.decisions))
        for row in rest:
            if row.form == LINE and row.first in self._padded:
                first, *cells = row.text.rstrip().split("\t")
                row.text = "\t".join((first.rstrip(), *(cell.strip() for cell in cells)))
                row.text = _PADDING.sub("  ", row.text)
                row.form = DATA
        ranks = self.decisions.ranks
        rows: list[Row] = []
        left: list[int] = []
        at = 0
        for group in grouped(self._blocks):
            while at < len(rest) and rest[at].first < group[0].first:
                row = rest[at]
                at += 1
                if row.form == GAP and not row.text and self._blocks[0].first < row.first:
                    left.extend(range(row.first, row.last + 1))
                elif row.form == LINE and not ranks[row.first] and self._blocks[0].first < row.first:
                    left.append(row.first)
                else:
                    self._tell(left, rows)
                    rows.append(row)
            self._show(group, rows, left)
            if len(left) >= TOLD:
                self._tell(left, rows)
        self._tell(left, rows)
        rows.extend(rest[at:])
        return View(rows)

    def _listed(self, rows: list[Row]) -> list[Row]:
        """The rows with those of a list under what they share."""
        if not self._prefixes:
            return rows
        found: list[Row] = []
        above = ""
        for row in rows:
            if row.form != LINE:
                found.append(row)
                continue
            prefix = self._prefixes.get(row.first, "")
            if prefix and prefix != above:
                found.append(Row(prefix, row.first, row.first, rank=row.rank, form=HEADING))
            if prefix:
                row.text = "  " + row.text[len(prefix) :]
                row.form = REST
            above = prefix
            found.append(row)
        return found

    def _show(self, group: list[Block], rows: list[Row], left: list[int]) -> None:
        lines = self.segment.lines
        shown: set[int] = set()
        said: set[tuple[str, ...]] = set()
        raw: set[tuple[str, ...]] = set()
        seen: set[str] = set()
        before: list[int] = []
        for block in group:
            names = self._fresh(block.names, before)
            before = block.names
            heads = [*names, *(sorted(block.own) if len(group) > 1 else ())]
            masked = {_DURATION.sub("", lines[index]) for index in heads}
            raw.add((*(lines[index] for index in names), *(lines[index] for index in sorted(block.own)[-1:])))
            shown.update(names)
            if masked <= seen:
                continue
            said.add(tuple(_DURATION.sub("", lines[index]) for index in names))
            seen |= masked
            shown.update(heads)
            rows.extend(Row(lines[index], index, rank=FAILURE) for index in heads)
        body = [index for index in group[0].body if index not in shown]
        shown.update(body)
        rest = [at for block in group for at in range(block.first, block.last + 1) if at not in shown]
        if len(rest) < 4 and sum(len(lines[at]) + 1 for at in rest) <= 24:
            body = sorted([*body, *rest])
            rest = []
        if len(said) > 1 and body:
            rows.append(Row(f"[{len(raw)} alike, shown once:]", rank=FAILURE, form=MARK))
        elif len(raw) > 1:
            rows.append(Row(f"[x{len(raw) - 1} more of this name]", rank=FAILURE, form=MARK))
        for position, index in enumerate(body):
            rows.append(Row(lines[index], index, rank=FAILURE if position < WHOLE else EVIDENCE))
        left.extend(rest)

    def _fresh(self, names: list[int], before: list[int]) -> list[int]:
        """The lines of a name over several lines, without the suites that the name before it has told."""
        if len(names) < 3:
            return names
        lines = self.segment.lines
        known = [lines[index] for index in before]
        middle = [index for at, index in enumerate(names[1:-1], 1) if lines[index] not in known[at : at + 1]]
        return [names[0], *middle, names[-1]]

    def _tell(self, left: list[int], rows: list[Row]) -> None:
        """One gap for what has been left out of the blocks since the last one."""
        lines = self.segment.lines
        if any(lines[index].strip(RULE) for index in left):
            left.sort()
            rows.append(Row("", left[0], rank=ALWAYS, form=GAP, more=tuple(left[1:])))
        left.clear()


def grouped(blocks: list[Block]) -> list[list[Block]]:
    """Blocks of equal key together, in the order of the first of each."""
    groups: dict[Hashable, list[Block]] = {}
    for at, block in enumerate(sorted(blocks, key=lambda block: block.first)):
        groups.setdefault(("alone", at) if block.key is None else ("key", block.key), []).append(block)
    return list(groups.values())
