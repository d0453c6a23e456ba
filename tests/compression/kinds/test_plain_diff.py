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


def test_files_on_one_side_alone_stand_by_folder() -> None:
    text = "".join(f"Only in old/lib: part{n}.py\nOnly in new/lib: module{n}.py\n" for n in range(30))
    lines = shown(text + "Files old/a.py and new/a.py differ\n")
    assert lines[0].startswith("Only in old/lib: part0.py part1.py part2.py")
    assert any(line.startswith("Only in new/lib: module0.py module1.py") for line in lines)
    assert lines[-1] == "Files old/a.py and new/a.py differ"


def test_files_on_one_side_alone_stand_by_folder_above_a_diff_too() -> None:
    text = "".join(f"Only in old/lib: part{n}.py\n" for n in range(9))
    text += "diff -ru old/a.c new/a.c\n--- old/a.c\t2026-01-01 10:00:00.0 +0000\n"
    text += "+++ new/a.c\t2026-01-02 10:00:00.0 +0000\n"
    text += "@@ -7,3 +7,3 @@\n same\n-old\n+new\n same\n"
    assert (
        "Only in old/lib: part0.py part1.py part2.py part3.py part4.py part5.py part6.py part7.py part8.py"
        in shown(text)
    )
