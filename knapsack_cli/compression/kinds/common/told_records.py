"""Records of several lines each, told as lines of a log."""

from knapsack_cli.compression.model import Segment


class ToldRecords(Segment):
    """Records of one line or more, as a line each that knows where the record stands."""

    __slots__ = ("_spans",)

    def __init__(self, told: list[str], whole: Segment, spans: list[tuple[int, int]]) -> None:
        super().__init__(told, whole.base, whole.hints)
        self._spans = spans

    def number(self, index: int) -> int:
        """The line of the input on which record `index` begins."""
        return self.base + self._spans[index][0] + 1
