"""Public reports on hooks and wrappers that sit between an agent and its commands."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import FIXTURES

from knapsack_cli.context import Context
from knapsack_cli.integrations import hooks
from knapsack_cli.integrations.agents import AGENTS
from knapsack_cli.integrations.surroundings import shipped

LOG = (FIXTURES / "server.log").read_text()


def answered(home: Path, text: str, agent: str = "claude") -> bytes:
    out = io.BytesIO()
    context = Context(io.BytesIO(text.encode()), out, io.StringIO(), {"HOME": str(home)}, str(home))
    assert hooks.main(context, [agent]) == 0
    return out.getvalue()


def event(command: str, output: str) -> str:
    return json.dumps(
        {
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": command},
            "tool_response": {"stdout": output, "stderr": ""},
        }
    )


@pytest.mark.parametrize(
    "text", ["", "null", "[1", '{"hook_event_name": "PostToolUse"}', event("x", "").replace('""', "3")]
)
def test_a_hook_that_cannot_do_its_work_leaves_the_command_and_its_output_alone(
    text: str, tmp_path: Path
) -> None:
    """agentic-os-org/ANOLISA#750, maxritter/pilot-shell#152, sherif-fanous/pi-rtk#2: a crash lost it."""
    assert answered(tmp_path, text) == b""


def test_commands_with_backslashes_in_json_are_not_lost(tmp_path: Path) -> None:
    """rtk-ai/rtk#3065: a shell script read the JSON of `grep "A\\|B"` wrongly."""
    said = json.loads(answered(tmp_path, event('grep "A\\|B" server.log', LOG)))
    assert "c29e4a72cc2c" in said["hookSpecificOutput"]["updatedToolOutput"]["stdout"]


def test_no_hook_rewrites_a_command() -> None:
    """agentic-os-org/ANOLISA#2921: what a rewriting hook does to permissions and exit codes is unseen."""
    assert {name for agent in AGENTS.values() for name, _ in agent.hooks}.isdisjoint(
        ("PreToolUse", "BeforeTool")
    )


def test_failing_commands_are_for_the_instructions_since_no_hook_sees_them() -> None:
    """agentic-os-org/ANOLISA#2921: failing commands never reach PostToolUse."""
    assert "knapsack compress -- CMD" in shipped("instructions", "compressed_but_failures.md")


def test_the_way_back_is_a_shell_command_that_needs_no_tool(tmp_path: Path) -> None:
    """1186258278/OpenClawChineseTranslation#101: a marker named a tool that the subagent did not have."""
    said = json.loads(answered(tmp_path, event("cat server.log", LOG)))
    footer = said["hookSpecificOutput"]["updatedToolOutput"]["stdout"].rstrip().splitlines()[-1]
    command = footer.rpartition(": ")[2].rstrip("]").split()
    assert command[:2] == ["knapsack", "retrieve"]
    done = subprocess.run(
        [sys.executable, "-m", "knapsack_cli", *command[1:], "--raw"],
        env={"HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
    )
    assert done.stdout.decode() == LOG
