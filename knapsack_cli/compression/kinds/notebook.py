"""Jupyter notebooks: the text of each cell, the head of what it printed, every error, images by size."""

import json

from knapsack_cli.compression.kinds.common.json_tree import MOST_CHARACTERS, Container, Value, scan
from knapsack_cli.compression.kinds.common.json_view import Source
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import CONTEXT, DATA, EVIDENCE, FAILURE, MARK, Row, Segment, View

CELL_LINES = 40
OUTPUT_LINES = 4
_PLAIN = ("text/plain", "text/markdown")


def recognise(segment: Segment) -> int:
    """By the format's own keys."""
    data = segment.skeleton
    return 97 if b'"nbformat"' in data and b'"cell_type"' in data and data.lstrip()[:1] == b"{" else 0


def decide(segment: Segment) -> View | None:
    """Cell by cell."""
    text = "\n".join(segment.lines)
    if len(text) > MOST_CHARACTERS:
        return None
    root, _ = scan(text)
    cells = root.get("cells") if root is not None and root.is_object else None
    if not isinstance(cells, Container):
        return None
    reader = _Reader(text, Source(text, segment.base))
    for number, cell in enumerate(cells.values):
        if isinstance(cell, Container) and cell.is_object:
            reader.cell(number, cell)
    return View(reader.rows) if reader.rows else None


class _Reader:
    """Builds the rows."""

    def __init__(self, text: str, source: Source) -> None:
        self.text = text
        self.source = source
        self.rows: list[Row] = []

    def add(self, text: str, place: Container, rank: int, form: int = DATA) -> None:
        """One row for what stands at `place`."""
        line = self.source.line
        self.rows.append(Row(text, line(place.start), line(max(place.start, place.end - 1)), rank, form))

    def cell(self, number: int, cell: Container) -> None:
        """The cell's kind and number, its text, and its outputs."""
        self.add(f"[cell {number}, {_string(cell.get('cell_type'))}]", cell, EVIDENCE, MARK)
        self.lines(_text(cell.get("source")), cell, EVIDENCE, CELL_LINES)
        outputs = cell.get("outputs")
        if isinstance(outputs, Container):
            for output in outputs.values:
                if isinstance(output, Container) and output.is_object:
                    self.output(output)

    def lines(self, text: str, place: Container, rank: int, most: int) -> None:
        """The first lines of a text, and how many more there are."""
        lines = text.split("\n")
        for line in lines[:most]:
            if line.strip():
                self.add(line, place, rank)
        if len(lines) > most:
            self.add(f"[... {thousands(len(lines) - most)} more lines]", place, rank, MARK)

    def output(self, output: Container) -> None:
        """What a cell printed, showed or failed with."""
        if _string(output.get("output_type")) == "error":
            self.add(f"{_string(output.get('ename'))}: {_string(output.get('evalue'))}", output, FAILURE)
            return
        text = _text(output.get("text"))
        data = output.get("data")
        if not text and isinstance(data, Container):
            for name, value in zip(data.keys, data.values, strict=True):
                if name.startswith("image/"):
                    self.add(
                        f"[{name}, {thousands(len(_text(value)) * 3 // 4)} bytes]", output, EVIDENCE, MARK
                    )
                elif name in _PLAIN:
                    text = _text(value)
        if text.strip():
            self.add("[printed]", output, CONTEXT, MARK)
            self.lines(text.rstrip("\n"), output, CONTEXT, OUTPUT_LINES)


def _string(value: Value | None) -> str:
    """The text of a string value; anything else is empty."""
    if not isinstance(value, str) or value[:1] != '"':
        return ""
    try:
        return str(json.loads(value, strict=False))
    except ValueError:
        return value[1:-1]


def _text(value: Value | None) -> str:
    """A text that is written as one string or as a list of lines."""
    if isinstance(value, Container):
        return "".join(_string(item) for item in value.values)
    return _string(value)
