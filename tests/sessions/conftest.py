"""A whole run of the program in process, with its own home, clock and streams."""

import io
import json

import pytest

from knapsack_cli.app import run
from knapsack_cli.context import Context

NOW = 1_796_000_000.0


class Ran:
    """What a run gave back."""

    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err

    @property
    def hits(self):
        """The JSON Lines of stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def knapsack(tmp_path, home):
    """Call as `knapsack("recall", "words", stdin="...")`."""

    def call(*arguments, stdin="", cwd=tmp_path, **environ):
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        out, err = io.BytesIO(), io.StringIO()
        context = Context(
            io.BytesIO(data),
            out,
            err,
            {"HOME": str(tmp_path / "user"), "KNAPSACK_HOME": str(home), **environ},
            str(cwd),
            lambda: NOW,
        )
        code = run(context, [str(argument) for argument in arguments])
        return Ran(code, out.getvalue().decode(), err.getvalue())

    return call


@pytest.fixture
def pi_session(tmp_path):
    """Writes a Pi session file of (role, text) pairs and returns its path."""

    def write(*messages, name="one", cwd="/srv/shop", start=1_795_000_000, folder="sessions", ids=True):
        from datetime import UTC, datetime

        def stamp(second):
            return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")

        head = {"type": "session", "version": 3, "id": name, "timestamp": stamp(start), "cwd": cwd}
        lines = [head]
        for number, (role, text) in enumerate(messages, 1):
            content = [{"type": "text", "text": text}]
            message = {"role": role, "content": content}
            if role == "toolResult":
                message["isError"] = True
            entry = {"type": "message", "timestamp": stamp(start + 60 * number), "message": message}
            if ids:
                entry["id"] = f"{name}-{number:04}"
            lines.append(entry)
        path = tmp_path / folder / f"{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        path.write_text(text, encoding="utf-8")
        return path

    return write
