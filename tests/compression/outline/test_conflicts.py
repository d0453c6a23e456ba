"""What a merge left in conflict is shown, and hides no definition."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.outline.conflicts import first_sides

HEAD = "use std::io;\n\npub struct Till {\n    size: usize,\n}\n\nimpl Till {\n"
TEXT = HEAD + "".join(
    f"    pub fn open{at}(&self, name: &str) -> usize {{\n"
    + (
        "<<<<<<< HEAD\n        let total = self.size + 1;\n        if total > 2 {\n=======\n"
        f"        let total = self.size + {at};\n        if total > 3 {{\n>>>>>>> 3f2a91c (Count more)\n"
        if at in (2, 5)
        else "        let total = self.size + 4;\n        if total > 4 {\n"
    )
    + "            return name.len();\n        }\n        total\n    }\n\n"
    for at in range(9)
)


@pytest.mark.parametrize("path", ["till.rs", ""])
def test_both_sides_of_a_conflict_are_shown(path: str) -> None:
    made = pipeline.plan(TEXT + "}\n", Hints(path=path))
    shown = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert shown.count("<<<<<<< HEAD") == shown.count(">>>>>>> 3f2a91c (Count more)") == 2
    assert "let total = self.size + 1;" in shown
    assert "let total = self.size + 5;" in shown
    assert all(f"pub fn open{at}(" in shown for at in range(9))
    assert "let total = self.size + 4;" not in shown


def test_first_sides_keep_every_row() -> None:
    data = b"a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> e\nf\n=======\ng"
    assert first_sides(data) == b"a\n\nb\n\n\n\n\n\nf\n=======\ng"
