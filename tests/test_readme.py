"""README tells the truth: every command line in its `console` blocks is run.

A block holds lines `$ command`, each followed by what it must print; `...` stands for any text and white
space counts as one blank. A command that shows nothing below it may print anything. The blocks run in
order in one scratch home, in bash, beside a copy of `fixtures/`. An exit code of 2 or more is a failure.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from knapsack_cli import app
from knapsack_cli.context import Context

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command line, and what README says it prints."""

    command: str
    printed: str


def steps() -> list[Step]:
    """Every step of every `console` block, in order."""
    found: list[Step] = []
    for language, body in FENCE.findall(README):
        if language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                found.append(Step(command, printed))
    return found


@pytest.mark.slow
def test_every_command_line_prints_what_readme_says(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures")
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "knapsack").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m knapsack_cli "$@"\n')
    # Stand-ins for programs that need another machine or a person.
    (programs / "ssh").write_text('#!/bin/sh\nshift\nexec sh -c "$*"\n')
    (programs / "fzf").write_text("#!/bin/sh\nexec head -n 1\n")
    # What would install, and what would run these very tests, are only looked up.
    (programs / "uv").write_text(f'#!/bin/sh\n[ "$1 $3" = "tool {PROJECT["name"]}" ]\n')
    (programs / "make").write_text(f'#!/bin/sh\nexec {shutil.which("make")} -n -C "{ROOT}" "$@"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    environment = {
        "HOME": str(tmp_path),
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
        **{f"GIT_{who}_{what}": "dev" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    told = []
    for step in steps():
        done = subprocess.run(
            ["bash", "-c", step.command],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )
        got = done.stdout.decode("utf-8", "replace")
        alike = doctest.OutputChecker().check_output(
            step.printed, got, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        )
        wrong = done.returncode > (1 if "knapsack" in step.command.split()[0:1] or "|" in step.command else 0)
        if wrong or (step.printed and not alike):
            told.append(f"$ {step.command}\n{got}{done.stderr.decode('utf-8', 'replace')}")
    assert not told, "\n".join(told)


@pytest.mark.slow
def test_the_figures_of_the_table_are_true_within_a_fifth(tmp_path: Path) -> None:
    rows = re.findall(r"^\| `fixtures/(\S+)`.*\| (\d+) \| (\d+) \|$", README, flags=re.MULTILINE)
    assert len(rows) == 4
    for name, before, after in rows:
        data = (ROOT / "fixtures" / name).read_bytes()
        out = io.BytesIO()
        environment = {"HOME": str(tmp_path)}
        context = Context(io.BytesIO(data), out, io.StringIO(), environment, str(tmp_path))
        assert app.run(context, ["compress"]) == 0
        assert len(data) == int(before)
        assert len(out.getvalue()) == pytest.approx(int(after), rel=0.2), f"{name}: run make docs"


def test_every_knapsack_command_in_readme_exists() -> None:
    for language, body in FENCE.findall(README):
        if language in ("console", "sh"):
            for name in re.findall(r"(?:^\$ |^|[|;&] *)knapsack ([a-z]+)", body, flags=re.MULTILINE):
                assert name in app.COMMANDS


@pytest.mark.slow
def test_every_command_has_a_section() -> None:
    sections = set(re.findall(r"^### (.+)$", README, flags=re.MULTILINE))
    named = {name for section in sections for name in re.findall(r"[a-z]+", section)}
    assert sorted(set(app.COMMANDS) - named) == []
