"""What the pipeline made of a text."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.model import Row


class Plan:
    """What the pipeline made of a text.

    Attributes:
        lines: the output without its footer.
        total: how many lines the input has.
        shown: indexes of the input lines that are shown.
        kinds: the kinds recognised, in order, each once.
        explanation: a line a segment on what was recognised and why.
        note: what the statistics are to remember of it.
        rows: what the lines were written from; empty where a mode has none.
    """

    __slots__ = ("explanation", "kinds", "lines", "note", "rows", "shown", "total")

    def __init__(
        self, lines: list[str], total: int, shown: list[int], kinds: list[str], explanation: list[str]
    ) -> None:
        self.lines = lines
        self.total = total
        self.shown = shown
        self.kinds = kinds
        self.explanation = explanation
        self.note = ""
        self.rows: list[Row] = []
