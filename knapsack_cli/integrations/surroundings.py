"""What the things that `setup` installs need to know of the machine."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Surroundings:
    """One person's folders and programs.

    Attributes:
        home: the person's home. knapsack_home: Knapsack's own folder.
        program: the words that start knapsack, absolute, so that they work under any PATH.
        python: the Python it runs on.
    """

    home: str
    knapsack_home: str
    environ: Mapping[str, str]
    program: tuple[str, ...]
    python: str

    @property
    def command(self) -> str:
        """The program as a shell writes it."""
        return shlex.join(self.program)

    def folder(self, variable: str, *default: str) -> str:
        """The folder that an environment variable names, else one below the person's home."""
        named = self.environ.get(variable, "")
        return named if os.path.isabs(named) else os.path.join(self.home, *default)

    def config(self, *parts: str) -> str:
        """A path below the folder where programs keep their settings."""
        return os.path.join(self.folder("XDG_CONFIG_HOME", ".config"), *parts)


def shipped(*parts: str) -> str:
    """The text of a file that ships beside this module."""
    return resources.files("knapsack_cli.integrations").joinpath(*parts).read_text(encoding="utf-8")


def shipped_names(*parts: str) -> list[str]:
    """The names of the files in a folder that ships beside this module, in order."""
    folder = resources.files("knapsack_cli.integrations").joinpath(*parts)
    return sorted(entry.name for entry in folder.iterdir() if entry.is_file())
