"""Long last cells of a table, command lines say, that many rows share but for a word: told once."""

from knapsack_cli.compression.marks import thousands

LEAST = 120
"""Shorter runs that two rows share stay: the words that take their place would be no shorter."""
HEAD = 40
"""Characters of the shared run that stay, so that a reader sees what the row is of."""
AROUND = 20
"""Shared characters next to those that differ."""


class LongCells:
    """The long rows shown so far, by the first words in which they speak of something of their own."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[str, tuple[str, int]] = {}

    def shortened(self, text: str, number: int) -> str:
        """The row without the run that it shares with a row shown above.

        Args:
            text: of the row, as it is shown.
            number: of its line.

        Returns:
            `... /usr/lib/x --type=renderer [... 480 characters as in line 12 ...] --id=7`, or `text`.
        """
        cell = _last_cell(text)
        if len(cell) < LEAST + HEAD:
            return text
        key = cell[:HEAD]
        earlier, line = self._seen.setdefault(key, (cell, number))
        if line == number:
            return text
        start = _shared(cell, earlier)
        end = _shared(cell[start:][::-1], earlier[start:][::-1])
        front = text[: len(text) - len(cell)]
        if start - HEAD - AROUND >= LEAST:
            told = f"{cell[:HEAD]} [... {thousands(start - HEAD - AROUND)} characters as in line {line} ...] "
            front += told + cell[start - AROUND : start]
        else:
            front += cell[:start]
        if end - AROUND < LEAST:
            return front + cell[start:]
        middle = cell[start : len(cell) - end + AROUND]
        return f"{front}{middle} [... {thousands(end - AROUND)} characters as in line {line}]"


def _last_cell(text: str) -> str:
    """What stands behind the last gap of two spaces."""
    return text[text.rfind("  ") + 2 :] if "  " in text else text


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))
