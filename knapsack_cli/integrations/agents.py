"""`setup claude|codex|opencode|gemini`: instructions, and hooks as far as each agent has them.

Every agent reads a file of instructions at its start: what the marks mean, and when to write
`knapsack compress -- CMD` itself, which breaks no exit code and no permission rule, as the person sees the
command. Commands are never rewritten by a hook, since permission rules are written for the command as the
agent gave it. What a
command printed is replaced after it has run, where the agent documents a way: Claude Code by
`updatedToolOutput`, Gemini CLI by a tail call whose result takes the place of the tool's, OpenCode by
what its plugins do after a tool. Codex has no such way: what its hook can put in place of an output is
the reason of a block, without the exit code. Its commands run in a sandbox that cannot write to the
person's home, so there the folder of originals must be named in its settings.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knapsack_cli.integrations.documents_on_disk import File, Folder
from knapsack_cli.integrations.installing import Piece
from knapsack_cli.integrations.pieces import JsonEntry, KeptFolder, OwnFile, Section, TomlTable
from knapsack_cli.integrations.surroundings import Surroundings, shipped
from knapsack_cli.paths import ORIGINALS

HOOK = "knapsack_cli.integrations.hooks"
"""The module that a hook runs; its name tells our hooks from others."""
SECONDS = 20
"""A hook that takes longer is ended by the agent, which goes on with the output as it was."""


@dataclass(frozen=True)
class Agent:
    """Where an agent keeps its settings and its instructions.

    Attributes:
        folder: the settings folder.
        file: the instructions' name in it.
        reach: how far the integration goes, for a person.
        text: the instructions, by what becomes of long output by itself.
        hidden_by: a file in the same folder that makes the agent ignore the instructions.
        hooks: the events that our hook answers, each with the tool it is for; empty for all.
        settings: the file that names the hooks.
        second: what one second is in the agent's timeouts.
    """

    folder: Callable[[Surroundings], str]
    file: str
    reach: str
    text: str = "compressed.md"
    hidden_by: str = ""
    hooks: tuple[tuple[str, str], ...] = ()
    settings: str = "settings.json"
    second: int = 1


AGENTS: dict[str, Agent] = {
    "claude": Agent(
        lambda around: around.folder("CLAUDE_CONFIG_DIR", ".claude"),
        "CLAUDE.md",
        "start claude anew; past sessions: knapsack import claude",
        text="compressed_but_failures.md",
        hooks=(("PostToolUse", "Bash"), ("UserPromptSubmit", ""), ("SessionEnd", "")),
    ),
    "codex": Agent(
        lambda around: around.folder("CODEX_HOME", ".codex"),
        "AGENTS.md",
        "start codex anew and trust the hooks it asks about; past sessions: knapsack import codex",
        text="uncompressed.md",
        hidden_by="AGENTS.override.md",
        hooks=(("UserPromptSubmit", ""), ("SessionEnd", "")),
        settings="hooks.json",
    ),
    "opencode": Agent(
        lambda around: (
            around.folder("OPENCODE_CONFIG_DIR", ".config", "opencode")
            if around.environ.get("OPENCODE_CONFIG_DIR")
            else around.config("opencode")
        ),
        "AGENTS.md",
        "start opencode anew; past sessions: knapsack import opencode",
    ),
    "gemini": Agent(
        lambda around: os.path.join(around.folder("GEMINI_CLI_HOME"), ".gemini"),
        "GEMINI.md",
        "start gemini anew; past sessions: knapsack import gemini",
        hooks=(("AfterTool", "run_shell_command"), ("BeforeAgent", ""), ("SessionEnd", "")),
        second=1000,
    ),
}
"""The agents that read an instruction file of their user."""


def pieces(name: str, around: Surroundings) -> list[Piece]:
    """The section of one agent's instructions, and what hooks it into the agent."""
    agent = AGENTS[name]
    folder = agent.folder(around)
    note = f"written by `knapsack setup {name}`; --remove takes it out"
    made: list[Piece] = [
        Section(
            File(os.path.join(folder, agent.file)),
            shipped("instructions", agent.text),
            ("<!--", "-->"),
            note,
        )
    ]
    if agent.hooks:
        file = File(os.path.join(folder, agent.settings))
        made.append(_hooks(agent, file, shlex.join(_command(name, around))))
    if name == "codex":
        made += _sandbox(File(os.path.join(folder, "config.toml")), around, note)
    if name == "opencode":
        plugin = shipped("opencode.js").replace("@COMMAND@", json.dumps(_command(name, around)))
        made.append(OwnFile(File(os.path.join(folder, "plugin", "knapsack.js"), folders=1), plugin))
    return made


def _command(name: str, around: Surroundings) -> list[str]:
    # -P: the hook is run where the agent works, whose folder is not a place to import from.
    return [around.python, "-P", "-m", HOOK, name]


def _sandbox(file: File, around: Surroundings, note: str) -> list[Piece]:
    """The folder of originals, and that alone, for commands that run in Codex's sandbox to write to."""
    folder = os.path.join(around.knapsack_home, ORIGINALS)
    named = json.dumps(folder, ensure_ascii=False)
    by_hand = f"add {named} to writable_roots in [sandbox_workspace_write]"
    table = TomlTable(file, "sandbox_workspace_write", f"writable_roots = [{named}]", by_hand, note)
    return [KeptFolder(Folder(folder)), table]


def _hooks(agent: Agent, file: File, command: str) -> JsonEntry:
    """Our groups in the `hooks` table, beside those of others."""
    hook = {"type": "command", "command": command, "timeout": SECONDS * agent.second}
    groups: dict[str, dict[str, Any]] = {
        event: {**({"matcher": tool} if tool else {}), "hooks": [hook]} for event, tool in agent.hooks
    }

    def add(data: dict[str, Any]) -> None:
        table = data.setdefault("hooks", {})
        for event, group in groups.items():
            listed = table.setdefault(event, [])
            if not isinstance(listed, list):
                raise TypeError(event)
            places = [place for place, other in enumerate(listed) if _is_ours(other)]
            if places:
                listed[places[0]] = group
            else:
                listed.append(group)

    def remove(data: dict[str, Any]) -> None:
        table = data.get("hooks", {})
        for event in groups:
            listed = table.get(event, []) if isinstance(table, dict) else []
            left = [other for other in listed if not _is_ours(other)]
            if len(left) == len(listed):
                continue
            table[event] = left
            if not left:
                del table[event]
            if not table:
                del data["hooks"]

    return JsonEntry(file, add, remove, json.dumps({"hooks": {e: [g] for e, g in groups.items()}}, indent=2))


def _is_ours(group: Any) -> bool:
    hooks = group.get("hooks", []) if isinstance(group, dict) else []
    return bool(hooks) and all(HOOK in str(hook.get("command", "")) for hook in hooks)


def health(name: str, around: Surroundings) -> list[str]:
    """A file that hides the instructions; a hook that cannot be run."""
    agent = AGENTS[name]
    told = []
    other = os.path.join(agent.folder(around), agent.hidden_by)
    if agent.hidden_by and os.path.isfile(other) and os.path.getsize(other):
        told.append(f"{other} is read in place of {agent.file}; add the same section there by hand")
    command = _command(name, around)
    try:
        done = subprocess.run(command, input=b"{}", capture_output=True, timeout=SECONDS, cwd=os.sep)
        if done.returncode != 0:
            told.append(f"the hook does not work: {shlex.join(command)} ended with {done.returncode}")
    except (OSError, subprocess.TimeoutExpired) as error:
        told.append(f"the hook cannot be run: {error}")
    return told
