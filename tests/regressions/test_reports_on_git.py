"""Public reports on diffs, logs and states of git."""

from __future__ import annotations

from pathlib import Path

from support import knapsack

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str) -> list[str]:
    """What the pipeline writes for `text`."""
    return pipeline.plan(text, Hints()).lines


DIFF = "".join(
    f"diff --git a/f{n}.py b/f{n}.py\nindex 111..222 100644\n--- a/f{n}.py\n+++ b/f{n}.py\n@@ -{n + 1},7 +{n + 1},7 @@ def step():\n"
    f"     before one\n     before two\n     before three\n-    old value {n}\n+    new value {n}\n     after one\n     after two\n     after three\n"
    for n in range(40)
)


def test_a_diff_that_a_program_reads_on_is_left_whole_when_asked(tmp_path: Path) -> None:
    """rtk-ai/rtk#1081: text put before a diff broke git apply. `--mode off` gives the exact bytes."""
    assert knapsack("compress", "--mode", "off", data=DIFF.encode(), home=tmp_path).out == DIFF.encode()


def test_no_line_of_a_diff_is_invented() -> None:
    """rtk-ai/rtk#4183: a diff showed text that exists nowhere."""
    lines = set(DIFF.splitlines())
    assert all(line in lines or line.startswith("[") for line in shown(DIFF))


def test_localised_binary_lines_stay() -> None:
    """rtk-ai/rtk#3788: "Binary files differ" in another language vanished."""
    text = DIFF + "Binärdateien a/logo.png und b/logo.png sind verschieden.\nNur in b: neu.txt\n"
    assert {"Binärdateien a/logo.png und b/logo.png sind verschieden.", "Nur in b: neu.txt"} <= set(
        shown(text)
    )


def test_status_names_every_path_and_the_merge_in_progress() -> None:
    """rtk-ai/rtk#1126, rtk-ai/rtk#991, rtk-ai/rtk#1313: lists were capped, and a merge in progress looked
    clean."""
    text = "On branch main\nYou have unmerged paths.\n\nUnmerged paths:\n\tboth modified:   a.py\n\nChanges not staged for commit:\n"
    text += "".join(f"\tmodified:   src/{chr(97 + n % 26)}{chr(97 + n // 26)}.py\n" for n in range(48))
    lines = shown(text)
    assert "You have unmerged paths." in lines
    assert "\tboth modified:   a.py" in lines
    listed = [name for line in lines if line.startswith("\tmodified: ") for name in line.split()[1:]]
    assert listed == [f"src/{chr(97 + n % 26)}{chr(97 + n // 26)}.py" for n in range(48)]


def test_merge_commits_and_late_commits_stay_in_a_log() -> None:
    """rtk-ai/rtk#1853, rtk-ai/rtk#2305, rtk-ai/rtk#3459, rtk-ai/rtk#3792 (no merges), rtk-ai/rtk#467,
    rtk-ai/rtk#461, rtk-ai/rtk#2882 (ten entries, footers cut)."""
    text = "".join(
        f"commit {n:040x}\n"
        + ("Merge: 1111111 2222222\n" if n == 0 else "")
        + f"Author: Ada <a@example.com>\nDate:   Mon Mar 2 10:00:00 2026 +0000\n\n    Subject {n}\n\n    Fixes #{n}\n\n"
        for n in range(80)
    )
    whole = "\n".join(shown(text))
    assert "Merge: 1111111 2222222" in whole
    assert all(f": Subject {n}\n" in whole + "\n" for n in range(80))
    assert "    Fixes #79" in whole


def test_an_orphan_plus_line_is_plain_text() -> None:
    """headroomlabs-ai/headroom CHANGELOG (#1547): a lone "+++ " line crashed the diff parser."""
    text = (
        "+++ echo start\n"
        + "".join(f"building part {n} of the whole thing\n" for n in range(200))
        + "+++ echo end\n"
    )
    assert "+++ echo start" in shown(text)


def test_line_numbers_are_the_originals() -> None:
    """rtk-ai/rtk#3427: numbers after a cut counted the shown lines, even the marker."""
    text = "import os\n\n\n" + "".join(
        f"def step_{n}(x):\n    y = x + {n}\n    return y\n\n\n" for n in range(60)
    )
    plan = pipeline.plan(text, Hints(path="a.py"))
    lines = text.split("\n")
    for line in plan.lines:
        number, _, rest = line.partition(" ")
        assert lines[int(number) - 1] == rest
