"""Notebooks by the text of their cells."""

import json

from knapsack_cli.compression.kinds import notebook
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_view, write_rows


def test_cells_heads_of_output_errors_and_images() -> None:
    printed = {"output_type": "stream", "name": "stdout", "text": [f"row {n}\n" for n in range(30)]}
    failed = {"output_type": "error", "ename": "KeyError", "evalue": "'price'", "traceback": ["x" * 900]}
    shown = {"output_type": "display_data", "data": {"image/png": "A" * 4000, "text/plain": ["<Figure>"]}}
    cells = [{"cell_type": "markdown", "metadata": {}, "source": ["# Sales\n", "\n", "By day."]}]
    cells += [{"cell_type": "code", "source": "a = load()\nprint(a)", "outputs": [printed]}]  # type: ignore[dict-item]
    cells += [{"cell_type": "code", "source": ["a['price']"], "outputs": [failed, shown]}]  # type: ignore[list-item]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}, indent=1)
    segment = Segment(text.split("\n"), 0, Hints())
    assert notebook.recognise(segment) > 90
    view = notebook.decide(segment)
    assert isinstance(view, View)
    assert write_rows(rows_from_view(segment, view)) == [
        "[cell 0, markdown]",
        "# Sales",
        "By day.",
        "[cell 1, code]",
        "a = load()",
        "print(a)",
        "[printed]",
        "row 0",
        "row 1",
        "row 2",
        "row 3",
        "[... 26 more lines]",
        "[cell 2, code]",
        "a['price']",
        "KeyError: 'price'",
        "[image/png, 3,000 bytes]",
        "[printed]",
        "<Figure>",
    ]
