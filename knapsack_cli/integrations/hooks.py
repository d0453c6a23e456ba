"""The hook that Claude Code and Gemini CLI run: JSON of an event on stdin, JSON of an answer on stdout.

Three events are answered. After a shell command the agent gets its output compressed, in the shape that
it came in; before a prompt is worked on, the memories that answer it; at the end of a session its file
goes into the index. Whatever is unexpected gets no answer and exit code 0, so that the agent goes on as
without us: exit code 2 would block it.

Shapes: Claude Code's hooks reference (`updatedToolOutput`, an object like the tool's own response) and
Gemini CLI's (`hookSpecificOutput.tool_output`, a text). Claude Code runs no PostToolUse hook for a
command that failed; its output stays as it is.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Mapping
from typing import Any

from knapsack_cli.context import Context

RETRIEVAL = re.compile(r"\s*knapsack\s+(?:retrieve|recall|remember|forget|drift|note|export|stats)\b")
"""Commands whose output was asked for and stays whole."""
SHELLS = {"claude": "Bash", "gemini": "run_shell_command"}
"""The name of each agent's shell tool."""
EVENTS = {
    "PostToolUse": "output",
    "AfterTool": "output",
    "UserPromptSubmit": "prompt",
    "BeforeAgent": "prompt",
}


def main(context: Context, arguments: list[str]) -> int:
    """Answer one event of the agent that `arguments` names."""
    try:
        answer = respond(context, arguments[0], json.loads(context.stdin.read()))
    except Exception as error:
        context.tell(f"hook: {type(error).__name__}: {error}")
        return 0
    if answer is not None:
        context.write(json.dumps(answer, ensure_ascii=False) + "\n")
        context.stdout.flush()
    return 0


def respond(context: Context, agent: str, event: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer to one event; None leaves everything as it is.

    Raises:
        Exception: the event has another shape than documented.
    """
    name = event.get("hook_event_name")
    if EVENTS.get(str(name)) == "output":
        changed = shortened(context, agent, event)
    elif EVENTS.get(str(name)) == "prompt":
        block = run(context, event, ["recall", "--context"], str(event.get("prompt", "")))
        changed = {"additionalContext": block} if block and block.strip() else None
    else:
        path = event.get("transcript_path")
        if name == "SessionEnd" and isinstance(path, str) and os.path.isfile(path):
            run(context, event, ["import", path, "--agent", agent], "")
        return None
    return {"hookSpecificOutput": {"hookEventName": name, **changed}} if changed else None


def shortened(context: Context, agent: str, event: Mapping[str, Any]) -> dict[str, Any] | None:
    """What takes the place of a shell command's output; None where nothing would change."""
    command = str(event.get("tool_input", {}).get("command", ""))
    if event.get("tool_name") != SHELLS[agent] or RETRIEVAL.match(command):
        return None
    response = event["tool_response"]
    if agent == "gemini":
        text = response["llmContent"]
        short = run(context, event, ["compress"], text, command) if isinstance(text, str) else None
        return None if short is None or short == text else {"tool_output": short}
    text = response["stdout"]
    kept = response.get("persistedOutputPath")
    if kept:
        with open(kept, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
    short = run(context, event, ["compress"], text, command)
    if short is None or short == text:
        return None
    rest = {key: value for key, value in response.items() if not key.startswith("persistedOutput")}
    return {"updatedToolOutput": {**rest, "stdout": short}}


def run(
    context: Context, event: Mapping[str, Any], arguments: list[str], text: str, command: str = ""
) -> str | None:
    """One command of ours, in process, where the agent works; None when it did not do what was asked."""
    from knapsack_cli.__main__ import run as run_command

    out, told = io.BytesIO(), io.StringIO()
    environ = {**context.environ, "KNAPSACK_COMMAND": command}
    if isinstance(event.get("session_id"), str):
        environ["KNAPSACK_SESSION"] = event["session_id"]
    cwd = event.get("cwd")
    inner = Context(
        io.BytesIO(text.encode("utf-8", "surrogateescape")),
        out,
        told,
        environ,
        cwd if isinstance(cwd, str) and os.path.isdir(cwd) else context.cwd,
        context.clock,
    )
    if run_command(inner, arguments) != 0:
        return None
    return out.getvalue().decode("utf-8", "replace")


if __name__ == "__main__":
    sys.exit(main(Context.from_process(), sys.argv[1:]))
