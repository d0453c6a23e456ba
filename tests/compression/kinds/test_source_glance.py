"""Source that a glance tells, and what only looks like it."""

import pytest

from knapsack_cli.compression.detect import recognise
from knapsack_cli.compression.kinds import source_glance
from knapsack_cli.compression.model import Hints, Segment

PYTHON = '''"""A module.

Text of its own, on several lines.
"""

import os

LIMIT = 3


''' + "\n\n".join(
    f'class Part{number}:\n    """One."""\n\n    def size(self) -> int:\n        return {number}\n'
    for number in range(9)
)
GO = 'package main\n\nimport (\n\t"fmt"\n)\n\n' + "\n".join(
    f"// One.\nfunc one{number}(a int) int {{\n\tif a > 1 {{\n\t\treturn a\n\t}}\n\treturn {number}\n}}\n"
    for number in range(9)
)
RUST = "use std::fs;\n\n" + "\n".join(
    f"pub fn one{number}(a: u8) -> u8 {{\n    let b = a + {number};\n    b\n}}\n" for number in range(12)
)


@pytest.mark.parametrize(("text", "language"), [(PYTHON, "python"), (GO, "go"), (RUST, "rust")])
def test_a_glance_tells_the_language(text: str, language: str) -> None:
    assert source_glance.language_of(text.split("\n")) == language
    segment = Segment(None, 0, Hints(), text.encode())
    assert recognise(segment).kind.module == "source_glance"
    decisions = source_glance.decide(segment)
    assert decisions is not None
    kept = [line for line, rank in zip(segment.lines, decisions.ranks, strict=True) if rank]
    assert 9 <= len(kept) < len(segment.lines)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"+{line}" for line in PYTHON.split("\n")),
        "\n".join(f"src/a.py:{at}:{line}" for at, line in enumerate(PYTHON.split("\n"))),
        "\n".join(f"def part {number} of the agreement\nimport duties apply" for number in range(40)),
        "Traceback (most recent call last):\n" + '  File "a.py", line 3, in f\n    def f():\n' * 30,
    ],
    ids=["diff", "search", "prose", "trace"],
)
def test_what_holds_code_is_not_source(text: str) -> None:
    assert source_glance.language_of(text.split("\n")) is None
