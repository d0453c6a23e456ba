"""Where things are: files in Knapsack's home, and which project a folder belongs to."""

import os

DATABASE = "knapsack.db"
CONFIG = "config.toml"
PROJECT_CONFIG = ".knapsack.toml"
ORIGINALS = "originals"
SPOOL = "savings.log"
ANCHORS = "anchors.flag"
"""Exists, beside the database, when there are drift anchors, so that the hot path need not open it."""

BINARY: int = getattr(os, "O_BINARY", 0)
"""For `os.open`: without it Windows writes every line break as two bytes."""


def make_private(path: str) -> None:
    """Create the folder `path` (and its parents), readable by its owner alone."""
    os.makedirs(path, mode=0o700, exist_ok=True)
    if os.stat(path).st_mode & 0o077:
        os.chmod(path, 0o700)


def git_root(start: str) -> str | None:
    """The nearest folder at or above `start` that holds `.git` (a folder, or a file in worktrees)."""
    here = os.path.abspath(start)
    while True:
        if os.path.lexists(os.path.join(here, ".git")):
            return here
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above
