"""What `diff -r` says of files that stand on one side alone: the names of one folder in a row."""

from knapsack_cli.compression.model import ALWAYS, DATA, Row

WIDTH = 110
"""Characters of a row."""
START = "Only in "


def only_in_rows(lines: list[str], start: int) -> tuple[list[Row], int]:
    """The rows for the lines from `start` on that say so, folder by folder, and the index after them."""
    folders: dict[str, list[tuple[str, int]]] = {}
    index = start
    while index < len(lines) and lines[index].startswith(START) and ": " in lines[index]:
        folder, _, name = lines[index].partition(": ")
        folders.setdefault(folder, []).append((name, index))
        index += 1
    rows: list[Row] = []
    for folder, names in folders.items():
        text, shown = "", list[int]()
        for name, at in names:
            if shown and (" " in name or len(text) + len(name) > WIDTH):
                rows.append(_row(folder, text, shown))
                text, shown = "", []
            text += f" {name}"
            shown.append(at)
        rows.append(_row(folder, text, shown))
    return rows, index


def _row(folder: str, names: str, shown: list[int]) -> Row:
    return Row(f"{folder}:{names}", shown[0], rank=ALWAYS, form=DATA, more=tuple(shown[1:]))
