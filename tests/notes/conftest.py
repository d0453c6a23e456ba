"""A vault of its own for each test, and runs of the program that know it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Ran, knapsack


class Vault:
    """A vault in a folder; call it to run a command line."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.folder = folder / "vault"
        self.folder.mkdir()
        self.now = 1_796_000_000.0
        self.environ = {"KNAPSACK_OBSIDIAN_VAULT": str(self.folder)}

    def __call__(self, *arguments: str, data: str = "") -> Ran:
        return knapsack(*arguments, data=data.encode(), home=self.home, now=self.now, environ=self.environ)

    def put(self, path: str, text: str) -> Path:
        """A file in the vault."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
        return place

    def read(self, path: str) -> str:
        """A file's text, line ends as they are."""
        return (self.folder / path).read_bytes().decode()

    def found(self, query: str) -> list[str]:
        """The notes that a search finds, best first."""
        import json

        ran = self("note", "search", "--json", "--", query)
        return [json.loads(line)["id"] for line in ran.out.splitlines()]


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path)
