"""What `knapsack setup` writes for other agents, in the agents themselves: `make e2e-agents`.

Each runs on loopback with a scripted model, in a home of its own. Proxies that lead nowhere keep it from
anything else.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import model as scripted
import pytest
from pi_rig import FOOTER, ROOT, Rig

PLACE = Path(os.environ.get("KNAPSACK_E2E_AGENTS", ""))
"""Where `make e2e-agents` put them."""
PROMPT = "How are invoices rendered by billing?"
MEMORY = "Invoices are rendered by the billing-pdf service, never by the web tier"
LOG = (ROOT / "fixtures/server.log").read_bytes()


@dataclass
class Session:
    """The requests of one run, each as text, and what the program printed."""

    requests: list[dict[str, Any]]
    stdout: str
    settings: dict[str, str]

    def text(self, number: int) -> str:
        """One request, escapes of JSON resolved, so that lines are lines."""
        return json.dumps(self.requests[number], ensure_ascii=False).replace("\\n", "\n")


@dataclass(frozen=True)
class Agent:
    """How an agent is started and what it calls its shell.

    Attributes:
        program: below `node_modules`.
        arguments: of a run without a person; the prompt comes after them.
        shell: the tool, and what its arguments are.
        environment: from the port of the model.
        settings: the files it needs below the home, each with its text, from the port.
        aside: whether a request is no turn.
    """

    program: str
    arguments: tuple[str, ...]
    shell: str
    call: Callable[[str], dict[str, Any]]
    environment: Callable[[int], dict[str, str]]
    settings: Callable[[int], dict[str, str]] = lambda _: {}
    aside: Callable[[dict[str, Any]], bool] = lambda _: False


def described(command: str) -> dict[str, Any]:
    return {"command": command, "description": "look"}


AGENTS = {
    "claude": Agent(
        "@anthropic-ai/claude-code-linux-x64/claude",
        ("--model", "claude-sonnet-4-5", "--allowedTools", "Bash", "-p"),
        "Bash",
        described,
        lambda port: {
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        },
        aside=lambda request: not request.get("tools"),
    ),
    "gemini": Agent(
        ".bin/gemini",
        ("-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p"),
        "run_shell_command",
        described,
        lambda port: {
            "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{port}",
            "GEMINI_API_KEY": "none",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "HTTPS_PROXY": "",
        },
        lambda port: {
            ".gemini/settings.json": json.dumps(
                {
                    "security": {"auth": {"selectedType": "gemini-api-key"}},
                    "general": {"enableAutoUpdate": False},
                    "privacy": {"usageStatisticsEnabled": False},
                },
                indent=2,
            )
        },
    ),
    "opencode": Agent(
        "opencode-linux-x64/bin/opencode",
        ("run",),
        "bash",
        described,
        lambda port: {"OPENCODE_DISABLE_MODELS_FETCH": "1", "npm_config_fetch_retries": "0"},
        lambda port: {
            ".config/opencode/opencode.json": json.dumps(
                {
                    "$schema": "https://opencode.ai/config.json",
                    "autoupdate": False,
                    "model": "loopback/scripted",
                    "provider": {
                        "loopback": {
                            "npm": "@ai-sdk/openai-compatible",
                            "options": {"baseURL": f"http://127.0.0.1:{port}/v1", "apiKey": "none"},
                            "models": {"scripted": {"limit": {"context": 128000, "output": 4096}}},
                        }
                    },
                }
            )
        },
        aside=lambda request: not request.get("tools"),
    ),
    "codex": Agent(
        ".bin/codex",
        ("exec", "--skip-git-repo-check", "--sandbox", "workspace-write", "--dangerously-bypass-hook-trust"),
        "exec_command",
        lambda command: {"cmd": command, "login": False},
        lambda port: {},
        lambda port: {
            ".codex/config.toml": (
                'model = "scripted"\nmodel_provider = "loopback"\ncheck_for_update_on_startup = false\n\n'
                f'[model_providers.loopback]\nname = "loopback"\nwire_api = "responses"\n'
                f'base_url = "http://127.0.0.1:{port}/v1"\n'
            )
        },
    ),
}


@pytest.fixture(params=AGENTS)
def agent(request: pytest.FixtureRequest) -> str:
    """Each agent that is here."""
    name: str = request.param
    here = os.environ.get("KNAPSACK_E2E_AGENTS") and PLACE / "node_modules" / AGENTS[name].program
    if not here or not here.exists():
        pytest.skip(f"no {name} here; make e2e-agents brings it where npm can be reached")
    return name


def run(rig: Rig, name: str, commands: list[str], *more: str) -> Session:
    """A session in which the model runs commands one after the other."""
    chosen = AGENTS[name]
    script = [*({"calls": [(chosen.shell, chosen.call(command))]} for command in commands), {"text": "Done."}]
    with scripted.playing(script, chosen.aside) as model:
        port = model.server_address[1]
        settings = chosen.settings(port)
        for path, text in settings.items():
            (rig.home / path).parent.mkdir(parents=True, exist_ok=True)
            (rig.home / path).write_text(text)
        assert rig.knapsack("setup", name, "--yes").returncode == 0
        environment = {**rig.environment, **NOWHERE, "PYTHONPATH": str(ROOT), **chosen.environment(port)}
        done = subprocess.run(
            [str(PLACE / "node_modules" / chosen.program), *chosen.arguments, *more, PROMPT],
            env={key: value for key, value in environment.items() if value},
            cwd=rig.work,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=150,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(model.requests) == len(commands) + 1
    return Session(model.requests, done.stdout, settings)


NOWHERE = {
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "NO_PROXY": "127.0.0.1,localhost",
    "TERM": "xterm-256color",
}
EXIT_CODES = {
    "claude": "Exit code 3",
    "gemini": "Exit Code: 3",
    "codex": "Process exited with code 3",
    "opencode": "",
}
"""How each tells the model that a command failed; OpenCode does not."""


def test_output_arrives_short_memories_and_sessions_are_kept_and_all_of_it_is_undone(
    agent: str, tmp_path: Path
) -> None:
    rig = Rig(tmp_path).prepare(target="")
    (rig.work / "server.log").write_bytes(LOG)
    rig.knapsack("remember", MEMORY)
    before = "" if agent != "codex" else "knapsack compress -- "
    # The command that fails is short for Claude Code, which runs no hook that could shorten it.
    commands = [f"{before}cat server.log", "echo small; exit 3"]
    more = ()
    if agent == "codex":
        commands.append("knapsack recall invoices rendered")
        # A home below /tmp is one that the sandbox would let be written to.
        more = tuple(
            part
            for key in ("exclude_slash_tmp", "exclude_tmpdir_env_var")
            for part in ("-c", f"sandbox_workspace_write.{key}=true")
        )
    session = run(rig, agent, commands, *more)
    assert "Long command output: knapsack" in session.text(0)
    assert session.text(0).count("billing-pdf") == 1
    assert "KeyError: 'item-47'" in session.text(1)
    found = FOOTER.search(session.text(1))
    assert found, session.text(1)[-3000:]
    assert session.text(1).count("[access]") < 20, "the whole output is there too"
    assert rig.knapsack("retrieve", found[1], "--raw").stdout.strip() == LOG.strip()
    assert EXIT_CODES[agent] in session.text(2)
    assert "small" in session.text(2)
    if agent == "codex":
        assert session.text(3).count("billing-pdf") == 2, "the store can be read in the sandbox"
    assert session.stdout
    if agent == "opencode":
        assert rig.knapsack("import", "opencode").returncode == 0
    assert b"invoices" in rig.knapsack("recall", "--in", "sessions", "invoices rendered billing").stdout
    assert rig.knapsack("setup", agent, "--check").returncode == 0
    assert rig.knapsack("setup", agent, "--remove", "--yes").returncode == 0
    for path, text in session.settings.items():
        assert (rig.home / path).read_text() == text
