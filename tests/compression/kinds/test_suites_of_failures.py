"""A failing test that its own block does not name keeps the suites that it stands in."""

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

PASSED = "".join(f"    ✔ should add coins of kind {n}\n" for n in range(30))
TREE = (
    f"\n  till\n    while open\n{PASSED}      1) should add notes\n\n  drawer\n    #shut\n"
    f"{PASSED.replace('    ✔', '      ✔')}      2) should lock\n\n\n  60 passing (14ms)\n  2 failing\n\n"
)
BLOCK = (
    "  1) till\n       while open\n         should add notes:\n"
    "     TypeError: sum is no function\n      at add (src/till.js:8:3)\n"
)


def test_suites_stand_above_failures_that_no_block_names() -> None:
    lines = pipeline.plan(TREE + BLOCK, Hints()).lines
    at = lines.index("      2) should lock")
    above = [line for line in lines[:at] if not line.startswith("[")]
    assert above[-2:] == ["  drawer", "    #shut"]
    assert not any("should add coins" in line for line in lines)
