"""Records of several lines each, told as lines of a log."""

from knapsack_cli.compression.model import DATA, LINE, Decisions, Row, Segment
from knapsack_cli.compression.rendering import rows_from_decisions


class ToldRecords(Segment):
    """Records of one line or more, as a line each that knows where the record stands."""

    __slots__ = ("_spans",)

    def __init__(self, told: list[str], whole: Segment, spans: list[tuple[int, int]]) -> None:
        super().__init__(told, whole.base, whole.hints)
        self._spans = spans

    def number(self, index: int) -> int:
        """The line of the input on which record `index` begins."""
        return self.base + self._spans[index][0] + 1

    def rows(self, decisions: Decisions) -> list[Row]:
        """The rows that decisions on the records come to, each with the lines of its record."""
        rows = rows_from_decisions(self, decisions)
        for row in rows:
            row.first = self._spans[row.first - self.base][0]
            row.last = self._spans[row.last - self.base][1] - 1
            if row.form == LINE:
                row.form = DATA
        return rows
