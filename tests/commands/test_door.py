"""Plain forms of compress and recall go in before Typer loads, and give what they give through Typer."""

from __future__ import annotations

import os
import re
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


def result(
    code: str, arguments: list[bytes | str], data: bytes, home: Path, **variables: str
) -> tuple[int, bytes, bytes]:
    """Exit code, stdout and stderr of one way in, with a fresh home of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
        **variables,
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


SEARCHES = [
    ["ledger"],
    ["the", "ledger", "--json"],
    ["--limit", "1", "ledger", "--in", "sessions"],
    ["ledger", "--project", "shop", "--agent", "pi", "--role", "user", "--session", "one"],
    ["ledger", "--since", "2020-01-01", "--until", "1h", "--json"],
    ["-", "--json", "--limit", "2"],
    ["nothing-like-it"],
    [""],
    [b"led\xff"],
    ["ledger", "--since", "yesterweek"],
    ["ledger", "--in", "everything"],
    ["ledger", "--role", "king"],
    ["ledger", "--limit", "0"],
    ["ledger", "--limit", "many"],
    ["ledger", "--limit"],
    ["ledger", "--lim", "1"],
    ["ledger", "--limit=1"],
    ["ledger", "--project", "-x"],
    ["--", "--json"],
    ["--around", "e0000"],
    ["--json"],
    [],
]


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a session to search."""
    home = tmp_path_factory.mktemp("home")
    line = '{"type": "message", "id": "a%d", "timestamp": "2026-01-0%dT00:00:00Z", "message": %s}\n'
    said = '{"role": "user", "content": "the ledger breaks, part %d"}'
    path = home / "one.jsonl"
    head = '{"type": "session", "version": 3, "id": "one", "timestamp": "2026-01-01T00:00:00Z", '
    head += '"cwd": "/srv/shop"}\n'
    path.write_text(head + "".join(line % (n, n, said % n) for n in (1, 2, 3)))
    code, _, err = result(DOOR, ["import", str(path)], b"", home)
    assert code == 0, err
    return home


@pytest.mark.parametrize("arguments", SEARCHES, ids=str)
def test_a_search_answers_alike(arguments: list[bytes | str], searched: Path) -> None:
    ways = [result(way, ["recall", *arguments], b"ledger\n\npart 2\n", searched) for way in (DOOR, APP)]
    one, other = [(code, out, re.sub(rb"in \d+ ms", b"in N ms", err)) for code, out, err in ways]
    assert one == other


@pytest.mark.parametrize(
    "arguments",
    [
        ["ledger"],
        ["ledger", "--limit", "1", "--json"],
        ["nothing-like-it"],
        ["ledger", "--limit", "0"],
        ["ledger", "--in", "notes"],
        ["-"],
        [],
    ],
    ids=str,
)
def test_a_search_of_notes_answers_alike(arguments: list[bytes | str], searched: Path) -> None:
    for folder in (searched / "vault", searched / "absent"):
        if folder.name == "vault":
            folder.mkdir(exist_ok=True)
            (folder / "Books.md").write_text("The ledger of June.")
        command = ["note", "search", *arguments]
        one, other = [
            result(way, command, b"", searched, KNAPSACK_OBSIDIAN_VAULT=str(folder)) for way in (DOOR, APP)
        ]
        assert one == other


def test_the_plain_form_of_recall_knows_the_command_s_own_options() -> None:
    from knapsack_cli.app import load_command
    from knapsack_cli.commands.recall_search import Asked, straight

    known = {param.name: param for param in load_command("recall").params}
    for name, default in Asked([])._asdict().items():
        if name != "query":
            assert known[name].default == default
            values = ["2" if name == "limit" else "x"] if name != "as_json" else []
            asked = straight(["word", known[name].opts[0], *values])
            assert asked is not None
            assert getattr(asked, name) == (2 if name == "limit" else values[0] if values else True)


def test_a_plain_search_loads_no_typer(searched: Path) -> None:
    code = DOOR.replace("main()", "import os; os._exit = lambda code: print('typer' in sys.modules); main()")
    assert result(code, ["recall", "ledger"], b"", searched)[1].endswith(b"False\n")
