"""`setup claude|codex|opencode|gemini`: instructions in the file that each agent reads at its start.

An instruction is the one way that every agent documents, that breaks no exit code, no permission rule
and no other hook: the agent itself writes `knapsack compress -- CMD`, and the person sees the command.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from knapsack_cli.integrations.documents_on_disk import File
from knapsack_cli.integrations.installing import Piece
from knapsack_cli.integrations.pieces import Section
from knapsack_cli.integrations.surroundings import Surroundings, shipped


@dataclass(frozen=True)
class Agent:
    """Where an agent keeps its settings and its instructions.

    Attributes:
        folder: the settings folder.
        file: the instructions' name in it.
        reach: how far the integration goes, for a person.
        hidden_by: a file in the same folder that makes the agent ignore the instructions.
    """

    folder: Callable[[Surroundings], str]
    file: str
    reach: str
    hidden_by: str = ""


AGENTS: dict[str, Agent] = {
    "claude": Agent(
        lambda around: around.folder("CLAUDE_CONFIG_DIR", ".claude"),
        "CLAUDE.md",
        "Claude Code reads this at its start; past sessions: knapsack import claude",
    ),
    "codex": Agent(
        lambda around: around.folder("CODEX_HOME", ".codex"),
        "AGENTS.md",
        "Codex reads this at its start; past sessions: knapsack import codex",
        hidden_by="AGENTS.override.md",
    ),
    "opencode": Agent(
        lambda around: (
            around.folder("OPENCODE_CONFIG_DIR", ".config", "opencode")
            if around.environ.get("OPENCODE_CONFIG_DIR")
            else around.config("opencode")
        ),
        "AGENTS.md",
        "OpenCode reads this at its start; past sessions: knapsack import opencode",
    ),
    "gemini": Agent(
        lambda around: os.path.join(around.folder("GEMINI_CLI_HOME"), ".gemini"),
        "GEMINI.md",
        "Gemini CLI reads this at its start; past sessions: knapsack import gemini",
    ),
}
"""The agents that read an instruction file of their user."""


def pieces(name: str, around: Surroundings) -> list[Piece]:
    """The section of one agent's instructions."""
    agent = AGENTS[name]
    path = os.path.join(agent.folder(around), agent.file)
    note = f"written by `knapsack setup {name}`; --remove takes it out"
    return [Section(File(path), shipped("instructions.md"), ("<!--", "-->"), note)]


def health(name: str, around: Surroundings) -> list[str]:
    """A file that hides the instructions."""
    agent = AGENTS[name]
    other = os.path.join(agent.folder(around), agent.hidden_by)
    if agent.hidden_by and os.path.isfile(other) and os.path.getsize(other):
        return [f"{other} is read in place of {agent.file}; add the same section there by hand"]
    return []
