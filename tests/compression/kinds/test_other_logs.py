"""Logs of hg, svn and bzr: every change with number, day, author and subject, every path it changed."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def shown(text: str) -> list[str]:
    """What the pipeline writes for `text`."""
    return pipeline.plan(text, Hints()).lines


def test_every_change_of_hg_has_a_row() -> None:
    text = "".join(
        f"changeset:   {n}:f519518cf0{n:02d}\n{'tag:         tip' + chr(10) if n == 9 else ''}"
        f"user:        Piet Kok <piet@example.org>\ndate:        Mon Nov {n + 10} 01:20:42 2026 +0000\n"
        f"summary:     sender: note {n}\n\n"
        for n in range(9, 0, -1)
    )
    lines = shown(text)
    assert lines[:3] == [
        "[9 changes: number, day, author, subject]",
        "2026",
        "9:f519518cf009 Nov 19 Piet Kok (tag tip): sender: note 9",
    ]
    assert "1:f519518cf001 Nov 11 Piet Kok: sender: note 1" in lines


def test_paths_of_svn_stand_under_their_change_and_equal_ones_once() -> None:
    paths = "".join(f"   M /src/module_{n}.py\n" for n in range(5)) + "   A /src/new.py\n"
    rule = "-" * 72 + "\n"
    text = rule + "".join(
        f"r{n} | ada | 2026-11-{n:02d} 01:20:19 +0000 (Mon, {n} Nov 2026) | 1 line\nChanged paths:\n{paths}\n"
        f"Drop line {n} (issue #{n})\n{rule}"
        for n in range(15, 10, -1)
    )
    lines = shown(text)
    assert lines[2:6] == [
        "r15 11-15 ada: Drop line 15 (issue #15)",
        " M /src/module_0.py /src/module_1.py /src/module_2.py /src/module_3.py /src/module_4.py",
        " A /src/new.py",
        "r14 11-14 ada: Drop line 14 (issue #14)",
    ]
    assert lines.count("[the same 6 paths as r15]") == 4


def test_messages_and_files_of_bzr_stay() -> None:
    text = "".join(
        "-" * 60 + f"\nrevno: {n}\ncommitter: Ada Lovely <a@example.org>\nbranch nick: trunk\n"
        f"timestamp: Mon 2026-11-30 01:29:50 +0000\nmessage:\n  Add part {n}\n  Because of lp:{n}\n"
        for n in range(9, 0, -1)
    )
    lines = shown(text)
    assert "revno: 7 11-30 Ada Lovely: Add part 7" in lines
    assert "  Because of lp:7" in lines
