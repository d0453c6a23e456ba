"""diff without -u: changed lines and their places stay, unchanged ones of a context diff go."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str) -> list[str]:
    """What the pipeline writes for `text`."""
    return pipeline.plan(text, Hints()).lines


def test_of_a_context_diff_the_changes_and_their_places_stay() -> None:
    around = "".join(f"      unchanged statement number {n}\n" for n in range(4))
    text = "diff -rc old/cart.py new/cart.py\n*** old/cart.py\t2023-12-16 17:06:12.0 +0000\n"
    text += "--- new/cart.py\t2024-02-19 08:35:33.0 +0000\n***************\n"
    text += f"*** 918,926 ****\n{around}!     return old(cart)\n{around}--- 918,927 ----\n{around}"
    text += f"!     return new(cart)\n{around}+     # said\n{around}"
    assert shown(text) == [
        "[unchanged lines left out; *** N: lines of the old file, --- N: of the new one]",
        "diff -rc old/cart.py new/cart.py",
        "*** old/cart.py",
        "--- new/cart.py",
        "*** 918,926 ****",
        "!     return old(cart)",
        "--- 918,927 ----",
        "!     return new(cart)",
        "[... 4 lines 21-24]",
        "+     # said",
    ]


def test_a_normal_diff_is_left_whole_however_alike_its_lines_are() -> None:
    text = "".join(f"{n}c{n}\n<     return old({n})\n---\n>     return new({n})\n" for n in range(1, 90))
    assert shown(text) == text.splitlines()
