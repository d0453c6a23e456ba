"""The two plain forms of compress go in before Typer loads, and give what they give through Typer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOOR = "import sys; from knapsack_cli.__main__ import main; sys.argv[0] = 'knapsack'; main()"
APP = (
    "import sys; from knapsack_cli.app import run; from knapsack_cli.context import Context; "
    "sys.exit(run(Context.from_process(), sys.argv[1:]))"
)


def result(code: str, arguments: list[bytes | str], data: bytes, home: Path) -> tuple[int, bytes, bytes]:
    """Exit code, stdout and stderr of one way in, with a fresh home of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=data, env=environment, cwd=ROOT, capture_output=True
    )
    return done.returncode, done.stdout, done.stderr


def both(arguments: list[bytes | str], data: bytes, tmp_path: Path) -> tuple[int, bytes, bytes]:
    """The result, when both ways agree on it."""
    home = tmp_path / "home"
    straight = result(DOOR, arguments, data, home)
    assert straight == result(APP, arguments, data, home)
    return straight


@pytest.mark.parametrize(
    "name", sorted(path.name for path in (ROOT / "fixtures").iterdir() if path.is_file())
)
def test_captured_output_is_compressed_alike(name: str, tmp_path: Path) -> None:
    code, out, err = both(["compress"], (ROOT / "fixtures" / name).read_bytes(), tmp_path)
    assert (code, err) == (0, b"")
    assert out


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"one line",
        b"\xff\xfe\x00\n" * 900,
        "größer\n".encode("latin-1") * 900,
        bytes(range(256)) * 40,
    ],
    ids=["nothing", "newline", "short", "utf-16", "latin-1", "binary"],
)
def test_odd_input_goes_through_alike(data: bytes, tmp_path: Path) -> None:
    code, _, _ = both(["compress"], data, tmp_path)
    assert code == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["cat", "fixtures/server.log"], 0),
        (["sh", "-c", "cat fixtures/pytest.txt; exit 3"], 3),
        (["sh", "-c", "echo out; echo err >&2; exit 1"], 1),
        (["sh", "-c", "kill -TERM $$"], 143),
        (["no-such-program-anywhere"], 127),
        (["./README.md"], 126),
        (["printf", "%s|", "a", "--", "", "--help", b"\xff"], 0),
    ],
    ids=["plain", "fails", "short", "signal", "not-found", "not-a-program", "arguments"],
)
def test_a_wrapped_command_ends_alike(command: list[bytes | str], code: int, tmp_path: Path) -> None:
    ended, out, _ = both(["compress", "--", *command], b"", tmp_path)
    assert ended == code
    if command[0] == "printf":
        assert out == b"a|--||--help|\xff|"
