"""Ignore files, as git reads them: which paths below a folder they leave out.

Patterns become regular expressions without nested repetition; the last one that fits decides.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

IGNORE_FILES = (".gitignore", ".ignore", ".fdignore")
_LONGEST = 500


class Rule(NamedTuple):
    """One line of an ignore file: what it fits (a path below its folder), and whether it takes back."""

    pattern: re.Pattern[str]
    negated: bool
    folders_only: bool


def read_rules(folder: str) -> list[Rule]:
    """The rules of the ignore files in a folder; none when there are no such files or they cannot be read."""
    rules: list[Rule] = []
    for name in IGNORE_FILES:
        try:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                lines = file.read().splitlines()
        except OSError:
            continue
        rules += [rule for line in lines if (rule := _rule(line)) is not None]
    return rules


def is_ignored(path: str, is_folder: bool, scopes: list[tuple[str, list[Rule]]]) -> bool:
    """Whether the rules of the folders above leave `path` out.

    `scopes` holds (folder, its rules) from the outermost in.
    """
    ignored = False
    for folder, rules in scopes:
        below = os.path.relpath(path, folder).replace(os.sep, "/")
        for rule in rules:
            if (is_folder or not rule.folders_only) and rule.pattern.fullmatch(below):
                ignored = not rule.negated
    return ignored


def _rule(line: str) -> Rule | None:
    line = line.rstrip()
    if not line or line.startswith("#") or len(line) > _LONGEST:
        return None
    negated = line.startswith("!")
    if negated or line.startswith("\\"):
        line = line[1:]
    folders_only = line.endswith("/")
    line = line.rstrip("/")
    anchored = "/" in line
    line = line.removeprefix("/")
    if not line:
        return None
    pieces = "" if anchored else "(?:.*/)?"
    at = 0
    while at < len(line):
        if line.startswith("**/", at):
            pieces, at = pieces + "(?:.*/)?", at + 3
        elif line.startswith("**", at):
            pieces, at = pieces + ".*", at + 2
        elif line[at] == "*":
            pieces, at = pieces + "[^/]*", at + 1
        elif line[at] == "?":
            pieces, at = pieces + "[^/]", at + 1
        else:
            pieces, at = pieces + re.escape(line[at]), at + 1
    return Rule(re.compile(pieces), negated, folders_only)
