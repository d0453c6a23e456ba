"""Settings files of daemons: what is in force stands, the manual around it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.compression.kinds import directives
from knapsack_cli.compression.model import Hints, Segment

MANUAL = "# How many tills may be open at once. Each of them holds a\n# connection, so more are slower.\n#\n"


def settings(separator: str, mark: str = "#") -> str:
    """A settings file of 20 directives, one of them commented out."""
    text = f"{mark * 20} NETWORK {mark * 20}\n\n"
    for n in range(20):
        text += MANUAL.replace("#", mark) + f"till-limit-{n}{separator}{n * 10}\n\n"
    return text + f"{mark} till-timeout{separator}30\n"


@pytest.mark.parametrize(("separator", "mark"), [(" ", "#"), (" = ", "#"), (" = ", ";"), ("\t", "#")])
def test_directives_stand_with_their_numbers(separator: str, mark: str, tmp_path: Path) -> None:
    text = settings(separator, mark)
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    for n in range(20):
        assert f"till-limit-{n}{separator}{n * 10}" in out
    assert f"{mark} till-timeout{separator}30" in out
    assert "NETWORK" in out
    assert "connection, so more are slower" not in out


@pytest.mark.parametrize(
    "text",
    [
        "#!/bin/sh\n" + "# about this step\n# and why\n" * 30 + "make all\nmake install\n" * 5,
        ("# what it adds\n# and why\n" * 3 + "def add(a):\n    return a\n\n") * 12,
        "# Shop\n\nHow it works, in words.\n\n" * 30,
    ],
)
def test_scripts_code_and_documents_are_not_settings(text: str) -> None:
    assert directives.recognise(Segment(text.split("\n"), 0, Hints())) == 0


def test_a_note_with_a_code_of_its_own_explains_no_other(tmp_path: Path) -> None:
    """ShellCheck's notes are findings: they stand under their own file."""
    text = "".join(
        f"bin/deploy{n}.sh:{n}:3: error: Couldn't parse this test. [SC1073]\n"
        f"bin/clean{n}.sh:{n + 4}:8: note: Use find instead of ls. [SC2012]\n"
        for n in range(1, 30)
    )
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    for n in range(1, 30):
        assert f"bin/clean{n}.sh" in out
    assert "    bin/clean1.sh:5:8: note" not in out
