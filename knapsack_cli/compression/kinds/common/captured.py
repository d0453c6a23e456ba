"""What a test printed while it ran: the lines that name a cause, each shape once in a text."""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.shapes import shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WHOLE = 4
"""A capture of so many lines is shown as it is."""
MOST = 8
TAIL = 2


class Captured:
    """Chooses among captured lines; remembers what it has shown, so that a text tells it once."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def chosen(self, lines: "Sequence[str]", first: int, last: int) -> list[int]:
        """Indexes worth showing of the captured lines `first` to `last`, inclusive."""
        indexes = [index for index in range(first, last + 1) if lines[index].strip()]
        if not indexes:
            return []
        fresh: list[int] = []
        for index in indexes:
            shape = shape_of(lines[index][:400])
            count = self._seen.get(shape, 0)
            self._seen[shape] = count + 1
            if not count:
                fresh.append(index)
        if len(indexes) <= WHOLE:
            return fresh
        telling = [index for index in fresh if is_failure(lines[index][:2000])][:MOST]
        return sorted({*telling, *[index for index in indexes[-TAIL:] if index in fresh]})
