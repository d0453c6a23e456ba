"""The hook that the agents run: JSON of an event on stdin, JSON of an answer on stdout.

Three events are answered. After a shell command the agent gets its output compressed, in the shape that
it came in; before a prompt is worked on, the memories that answer it; at the end of a session its file
goes into the index. Whatever is unexpected gets no answer and exit code 0, so that the agent goes on as
without us: exit code 2 would block it.

Shapes, each tried with the program itself:

- Claude Code: `updatedToolOutput`, an object like the tool's own response. For a command that failed it
  runs another event, whose answer can add to the output (cut to 10,000 characters) but not replace it.
- Gemini CLI: `tailToolCallRequest`, a call whose result takes the place of the tool's. It reads a file in
  Gemini's own folder for the project, which needs no permission; the file goes at the end of the session.
- OpenCode: its plugin hands over what it is given and puts back `output`.
- Codex: prompts and ends of sessions only.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from knapsack_cli.context import Context

RETRIEVAL = re.compile(r"\s*knapsack\s+(?:retrieve|recall|remember|forget|drift|note|export|stats)\b")
"""Commands whose output was asked for and stays whole."""
SHELLS = {"claude": "Bash", "gemini": "run_shell_command", "opencode": "bash"}
"""The name of each agent's shell tool."""
EVENTS = {
    "PostToolUse": "output",
    "AfterTool": "output",
    "tool.execute.after": "output",
    "UserPromptSubmit": "prompt",
    "BeforeAgent": "prompt",
    "chat.message": "prompt",
}
GEMINI_LINES = GEMINI_WIDTH = 2000
"""What Gemini's `read_file` shows of a file, and of a line in characters; of more it cuts the rest."""
GEMINI_FACTS = (
    "Error: ",
    "Exit Code: ",
    "Signal: ",
    "Background PIDs: ",
    "Process Group PGID: ",
    "</untrusted",
)
"""How the lines begin that Gemini puts after a command's output."""


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
            if agent == "gemini":
                remove_answers(event)
        return None
    return {"hookSpecificOutput": {"hookEventName": name, **changed}} if changed else None


def shortened(context: Context, agent: str, event: Mapping[str, Any]) -> dict[str, Any] | None:
    """What takes the place of a shell command's output; None where nothing would change."""
    command = str(event.get("tool_input", {}).get("command", ""))
    if event.get("tool_name") != SHELLS[agent] or RETRIEVAL.match(command):
        return None
    response = event["tool_response"]
    if agent == "gemini":
        return shortened_for_gemini(context, event, command, response["llmContent"])
    if agent == "opencode":
        return shortened_for_opencode(context, event, command, response)
    kept = response.get("persistedOutputPath")
    text = whole(kept) if kept else response["stdout"]
    short = run(context, event, ["compress"], text, command)
    if short is None or short == text:
        return None
    rest = {key: value for key, value in response.items() if not key.startswith("persistedOutput")}
    return {"updatedToolOutput": {**rest, "stdout": short}}


def shortened_for_opencode(
    context: Context, event: Mapping[str, Any], command: str, response: Mapping[str, Any]
) -> dict[str, Any] | None:
    """OpenCode's plugin: the whole output is in a file where OpenCode shows its end alone."""
    details = response["metadata"]
    code = details.get("exit")
    text = whole(details["outputPath"]) if details.get("outputPath") else response["output"]
    short = run(context, event, ["compress"], text, command, code if isinstance(code, int) else None)
    return None if short is None or short == text else {"output": short}


def shortened_for_gemini(
    context: Context, event: Mapping[str, Any], command: str, told: str
) -> dict[str, Any] | None:
    """Gemini CLI: the output alone is compressed, and what Gemini says around it stays around it."""
    head, mark, text = told.partition("Output: ")
    if not mark or head not in ("", "<untrusted_context>\n"):
        return None
    lines = text.split("\n")
    end = len(lines)
    while end > 1 and lines[end - 1].startswith(GEMINI_FACTS):
        end -= 1
    text, facts = "\n".join(lines[:end]), lines[end:]
    short = run(context, event, ["compress"], text, command)
    if short is None or short == text:
        return None
    answer = "\n".join([head + mark + short.removesuffix("\n"), *facts])
    shown = answer.split("\n")
    if len(shown) > GEMINI_LINES or max(map(len, shown)) > GEMINI_WIDTH:
        return None
    folder = answers(event)
    if folder is None:
        return None
    os.makedirs(folder, mode=0o700, exist_ok=True)
    digest = sha256(answer.encode("utf-8", "replace")).hexdigest()[:12]
    path = os.path.join(folder, f"{event['session_id']}-{digest}.txt")
    with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(answer.encode("utf-8", "replace"))
    return {"tailToolCallRequest": {"name": "read_file", "args": {"file_path": path}}}


def answers(event: Mapping[str, Any]) -> str | None:
    """The folder for answers to be read by Gemini, beside its own files of the project; None where that
    is not what it was."""
    chats, _ = os.path.split(event["transcript_path"])
    project, name = os.path.split(chats)
    return os.path.join(project, "knapsack") if name == "chats" and os.path.isabs(project) else None


def remove_answers(event: Mapping[str, Any]) -> None:
    """Remove the answers of a session that ended, and the folder when no other session has any there."""
    folder = answers(event)
    if folder is None or not os.path.isdir(folder):
        return
    for name in os.listdir(folder):
        if name.startswith(f"{event['session_id']}-"):
            os.unlink(os.path.join(folder, name))
    if not os.listdir(folder):
        os.rmdir(folder)


def whole(path: str) -> str:
    """The output that an agent put into a file, any bytes of it."""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def run(
    context: Context,
    event: Mapping[str, Any],
    arguments: list[str],
    text: str,
    command: str = "",
    code: int | None = None,
) -> str | None:
    """One command of ours, in process, where the agent works; None when it did not do what was asked."""
    from knapsack_cli.__main__ import run as run_command

    out, told = io.BytesIO(), io.StringIO()
    environ = {**context.environ, "KNAPSACK_COMMAND": command}
    if code is not None:
        environ["KNAPSACK_EXIT_CODE"] = str(code)
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
