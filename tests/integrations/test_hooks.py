"""The hook of the agents on events as the programs themselves send them, and on anything else."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import FIXTURES, knapsack

from knapsack_cli.context import Context
from knapsack_cli.integrations import hooks

LOG = (FIXTURES / "server.log").read_text()


def respond(home: Path, agent: str, event: Any) -> dict[str, Any] | None:
    environ = {"HOME": str(home), "KNAPSACK_HOME": str(home / "k")}
    context = Context(io.BytesIO(), io.BytesIO(), io.StringIO(), environ, str(home), lambda: 1.7e9)
    return hooks.respond(context, agent, event)


def after(agent: str, command: str, output: str, **more: Any) -> dict[str, Any]:
    event = {"session_id": "s1", "cwd": "/", "tool_input": {"command": command}}
    if agent == "claude":
        response = {"stdout": output, "stderr": "warned", "interrupted": False, "isImage": False, **more}
        return {**event, "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": response}
    if agent == "opencode":
        details = {"output": output[-30_000:], "exit": 0, "truncated": False, **more}
        response = {"title": command, "output": output, "metadata": details}
        return {
            **event,
            "hook_event_name": "tool.execute.after",
            "tool_name": "bash",
            "tool_response": response,
        }
    told = f"Output: {output.rstrip()}\nExit Code: 3\nProcess Group PGID: 7"
    told = f"<untrusted_context>\n{told}\n</untrusted_context>"
    return {
        **event,
        "hook_event_name": "AfterTool",
        "tool_name": "run_shell_command",
        "transcript_path": f"{more['project']}/chats/session.jsonl",
        "tool_response": {"llmContent": told, "returnDisplay": output},
    }


def test_claude_gets_the_short_output_in_the_shape_of_its_own(tmp_path: Path) -> None:
    answer = respond(tmp_path, "claude", after("claude", "cat server.log", LOG))
    assert answer is not None
    said = answer["hookSpecificOutput"]
    assert said["hookEventName"] == "PostToolUse"
    updated = said["updatedToolOutput"]
    assert {**updated, "stdout": ""} == {
        "stdout": "",
        "stderr": "warned",
        "interrupted": False,
        "isImage": False,
    }
    assert "KeyError: 'item-47'" in updated["stdout"]
    assert "knapsack retrieve c29e4a72cc2c" in updated["stdout"]


def test_an_output_that_the_host_put_into_a_file_is_read_from_there(tmp_path: Path) -> None:
    (tmp_path / "whole").write_text(LOG)
    event = after("claude", "cat server.log", LOG[:100], persistedOutputPath=str(tmp_path / "whole"))
    answer = respond(tmp_path, "claude", event)
    assert answer is not None
    updated = answer["hookSpecificOutput"]["updatedToolOutput"]
    assert "persistedOutputPath" not in updated
    assert "c29e4a72cc2c" in updated["stdout"]


def test_gemini_is_asked_to_read_the_short_output_with_its_own_words_around_it(tmp_path: Path) -> None:
    event = after("gemini", "cat server.log", LOG, project=tmp_path / "p")
    answer = respond(tmp_path, "gemini", event)
    assert answer is not None
    call = answer["hookSpecificOutput"]["tailToolCallRequest"]
    assert call["name"] == "read_file"
    path = Path(call["args"]["file_path"])
    assert path.parent == tmp_path / "p/knapsack"
    lines = path.read_text().splitlines()
    assert lines[0] == "<untrusted_context>"
    assert lines[1].startswith("Output: 2026-11-29T19:17:16.642 DEBUG")
    assert "knapsack retrieve" in lines[-4]
    assert lines[-3:] == ["Exit Code: 3", "Process Group PGID: 7", "</untrusted_context>"]
    respond(tmp_path, "gemini", {**event, "hook_event_name": "SessionEnd", "session_id": "other"})
    assert path.exists()
    (tmp_path / "p/chats").mkdir()
    (tmp_path / "p/chats/session.jsonl").write_text("")
    respond(tmp_path, "gemini", {**event, "hook_event_name": "SessionEnd"})
    assert not path.exists()


def test_an_answer_that_gemini_would_cut_is_not_given(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(hooks, "GEMINI_LINES", 10)
    assert respond(tmp_path, "gemini", after("gemini", "x", LOG, project=tmp_path / "p")) is None
    assert not (tmp_path / "p").exists()


def test_opencode_gets_the_whole_output_shortened(tmp_path: Path) -> None:
    (tmp_path / "whole").write_text(LOG)
    event = after("opencode", "cat server.log", LOG[:100], outputPath=str(tmp_path / "whole"))
    answer = respond(tmp_path, "opencode", event)
    assert answer is not None
    assert "c29e4a72cc2c" in answer["hookSpecificOutput"]["output"]


@pytest.mark.parametrize("agent", ["claude", "gemini", "opencode"])
def test_small_outputs_retrievals_and_other_tools_stay_as_they_are(agent: str, tmp_path: Path) -> None:
    more = {"project": str(tmp_path)}
    assert respond(tmp_path, agent, after(agent, "ls", "a\nb\n", **more)) is None
    assert respond(tmp_path, agent, after(agent, "knapsack retrieve c29e4a72cc2c", LOG, **more)) is None
    assert respond(tmp_path, agent, {**after(agent, "x", LOG, **more), "tool_name": "Read"}) is None
    assert respond(tmp_path, agent, {"hook_event_name": "Notification"}) is None


def test_secrets_are_redacted_in_small_outputs_too(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    answer = respond(tmp_path, "claude", after("claude", "cat x", f"token {token}\n"))
    assert answer is not None
    assert token not in str(answer)


@pytest.mark.parametrize(
    ("agent", "event"),
    [
        ("claude", "UserPromptSubmit"),
        ("codex", "UserPromptSubmit"),
        ("gemini", "BeforeAgent"),
        ("opencode", "chat.message"),
    ],
)
def test_memories_that_answer_a_prompt_are_added_to_it(agent: str, event: str, tmp_path: Path) -> None:
    knapsack("remember", "Invoices are rendered by billing-pdf", home=tmp_path / "k", cwd=tmp_path)
    asked = {"hook_event_name": event, "cwd": str(tmp_path), "prompt": "How are invoices rendered?"}
    answer = respond(tmp_path, agent, asked)
    assert answer is not None
    assert "billing-pdf" in answer["hookSpecificOutput"]["additionalContext"]
    assert respond(tmp_path, agent, {**asked, "prompt": "Write a haiku."}) is None


def test_a_session_that_ends_can_be_found(tmp_path: Path) -> None:
    line = {
        "type": "user",
        "uuid": "u1",
        "sessionId": "s1",
        "cwd": "/shop",
        "timestamp": "2026-11-20T09:00:00Z",
        "message": {"role": "user", "content": "The cluster is called heron-seven."},
    }
    path = tmp_path / "s1.jsonl"
    path.write_text(json.dumps(line) + "\n")
    assert (
        respond(tmp_path, "claude", {"hook_event_name": "SessionEnd", "transcript_path": str(path)}) is None
    )
    assert b"heron" in knapsack("recall", "heron-seven", home=tmp_path / "k").out


@pytest.fixture(scope="module")
def somewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that many examples share."""
    return tmp_path_factory.mktemp("home")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda x: st.lists(x) | st.dictionaries(st.text(), x),
)


@given(
    st.sampled_from([*hooks.EVENTS, "SessionEnd", "Other"]),
    JSON,
    JSON,
    st.sampled_from(["Bash", "run_shell_command", "bash"]),
)
def test_the_hook_never_fails_nor_blocks(
    somewhere: Path, name: str, response: Any, asked: Any, tool: str
) -> None:
    event = {"hook_event_name": name, "tool_name": tool, "tool_input": asked, "tool_response": response}
    for agent in ("claude", "codex", "gemini", "opencode"):
        for text in (json.dumps(event), json.dumps(response), "not json"):
            environ = {"HOME": str(somewhere)}
            context = Context(io.BytesIO(text.encode()), io.BytesIO(), io.StringIO(), environ, "/")
            assert hooks.main(context, [agent]) == 0
