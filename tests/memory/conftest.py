"""A whole run of the program in process, with a home, folder, clock and streams of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import Ran, knapsack

DAY = 86_400.0


class Program:
    """Runs command lines; `now` and `cwd` may be changed between them."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.cwd = folder / "plain"
        self.cwd.mkdir()
        self.now = 1_796_000_000.0
        self.environ: dict[str, str] = {}

    def __call__(self, *arguments: str, data: str | bytes = b"") -> Ran:
        data = data.encode() if isinstance(data, str) else data
        return knapsack(
            *arguments, data=data, home=self.home, cwd=self.cwd, now=self.now, environ=self.environ
        )

    def remember(self, *arguments: str) -> str:
        """Save a memory; its id."""
        ran = self("remember", *arguments)
        assert ran.code == 0, ran.err
        return ran.out.decode().strip()

    def rows(self, *arguments: str, data: str = "") -> list[dict[str, Any]]:
        """The JSON Lines that a command writes."""
        return [
            json.loads(line)
            for line in self(arguments[0], "--json", *arguments[1:], data=data).out.splitlines()
        ]

    def texts(self, query: str, *more: str) -> list[str]:
        """What `recall --in memory` finds, best first."""
        return [row["text"] for row in self.rows("recall", "--in", "memory", *more, "--", query)]

    def git(self, folder: Path, remote: str = "") -> None:
        """Make a folder a git project."""
        (folder / ".git").mkdir(parents=True)
        config = f'[remote "origin"]\n\turl = {remote}\n' if remote else "[core]\n"
        (folder / ".git" / "config").write_text(config)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


@pytest.fixture(autouse=True)
def no_meanings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The optional extra may be installed or not: these tests hold without it."""
    monkeypatch.setattr("knapsack_cli.text.sentence_model.load_sentence_model", lambda: None)
