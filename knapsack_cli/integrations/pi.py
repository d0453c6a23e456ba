"""`setup pi`: the extension and the skill, as files below Pi's own folder.

The same files are a package that `pi install` takes: the folder `pi` beside this module.
"""

from __future__ import annotations

import json
import os
import re
import subprocess

from knapsack_cli.integrations.documents_on_disk import File
from knapsack_cli.integrations.installing import Piece
from knapsack_cli.integrations.pieces import OwnFile
from knapsack_cli.integrations.surroundings import Surroundings, shipped, shipped_names

EXTENSION = ("pi", "extensions", "knapsack")
SKILL = ("pi", "skills", "knapsack")


def pieces(around: Surroundings) -> list[Piece]:
    """Every file of the extension and the skill, and the one that says how knapsack is started."""
    agent = around.folder("PI_CODING_AGENT_DIR", ".pi", "agent")
    made: list[Piece] = []
    for parts in (EXTENSION, SKILL):
        folder = os.path.join(agent, *parts[1:])
        made += [
            OwnFile(File(os.path.join(folder, name), folders=1), shipped(*parts, name))
            for name in shipped_names(*parts)
        ]
    started = {"written by": "knapsack setup pi", "program": list(around.program)}
    path = os.path.join(agent, *EXTENSION[1:], "program.json")
    return [*made, OwnFile(File(path, folders=1), json.dumps(started, indent=2) + "\n")]


UPSTREAM = frozenset(("pi-knapsack", "pi-skill-optimizer", "pi-memory-sessions"))
"""The packages whose work the extension does."""


def health(around: Surroundings) -> list[str]:
    """A program that does not filter; an upstream extension beside ours."""
    told = [f"{name} does the same work; remove it" for name in _upstream(around)]
    sample = b"ok\n"
    try:
        done = subprocess.run(
            [*around.program, "compress"],
            input=sample,
            capture_output=True,
            timeout=30,
            env={**around.environ, "KNAPSACK_HOME": around.knapsack_home},
        )
        if done.returncode != 0 or done.stdout != sample:
            told.append(f"{around.command} compress does not work: exit code {done.returncode}")
    except (OSError, subprocess.TimeoutExpired) as error:
        told.append(f"{around.command} cannot be started: {error}")
    return told


def _upstream(around: Surroundings) -> list[str]:
    """The upstream extensions that Pi would load, from its folder and its settings."""
    agent = around.folder("PI_CODING_AGENT_DIR", ".pi", "agent")
    names: list[str] = []
    try:
        names += [os.path.splitext(name)[0] for name in os.listdir(os.path.join(agent, "extensions"))]
    except OSError:
        pass
    try:
        with open(os.path.join(agent, "settings.json"), encoding="utf-8") as file:
            settings = json.load(file)
        listed = [*settings.get("packages", []), *settings.get("extensions", [])]
        for entry in listed:
            source = entry.get("source", "") if isinstance(entry, dict) else entry
            names += re.split(r"[/:@]", source)
    except (OSError, ValueError, TypeError, AttributeError):
        # Settings that Pi itself could not read name no package.
        pass
    return sorted(UPSTREAM.intersection(names))
