"""What the hot path may import, and that two hundred filters at once lose nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from knapsack_cli.store import originals

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    "typer",
    "click",
    "rich",
    "tree_sitter",
    "tree_sitter_language_pack",
    "jieba",
    "regex",
    "yaml",
    "frontmatter",
    "platformdirs",
    "zstandard",
    "sqlite3",
    "subprocess",
    "importlib",
    "dataclasses",
    "inspect",
    "typing",
    "pathlib",
    "enum",
    "re",
    "json",
    "hashlib",
    "signal",
    "collections",
    "contextlib",
    "functools",
    "tomllib",
)
"""What costs a fifth of a bare start or more, or draws such things in."""
WATCH = (
    "import sys; before = set(sys.modules); from knapsack_cli.context import Context;"
    " from knapsack_cli.__main__ import run; code = run(Context.from_process(), sys.argv[1:]);"
    " sys.stdout.flush(); print(*sorted(set(sys.modules) - before), file=sys.stderr); sys.exit(code)"
)
LOG = b"".join(
    b"2026-01-01T00:%02d:%02dZ INFO worker-%d done job %d in %dms\n"
    % (at // 60 % 60, at % 60, at % 5, at, at % 90)
    for at in range(900)
)


def imported(home: Path, arguments: list[str], data: bytes) -> set[str]:
    """The modules that a run of the program imports."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", WATCH, *arguments],
        input=data,
        capture_output=True,
        env=environment | {"KNAPSACK_HOME": str(home / "home")},
        check=True,
        cwd=home,
    )
    return set(ran.stderr.decode().split())


@pytest.mark.parametrize(
    ("arguments", "data"),
    [
        (["compress"], b"small enough\n" * 70),
        (["compress"], LOG),
        (["compress", "--", "true"], b""),
        (["compress", "--", "cat"], LOG),
    ],
    ids=["small", "log", "true", "cat"],
)
def test_nothing_heavy_is_imported(tmp_path: Path, arguments: list[str], data: bytes) -> None:
    found = imported(tmp_path, arguments, data)
    assert not found.intersection(HEAVY)
    assert not [name for name in found if name.startswith("knapsack_cli.commands")]


def test_what_passes_through_loads_neither_cache_nor_pipeline(tmp_path: Path) -> None:
    found = imported(tmp_path, ["compress"], b"small enough\n" * 70)
    assert "knapsack_cli.compression.pipeline" not in found
    assert "knapsack_cli.store.originals" not in found


def test_a_log_loads_one_kind(tmp_path: Path) -> None:
    found = imported(tmp_path, ["compress"], LOG)
    kinds = {name for name in found if name.startswith("knapsack_cli.compression.kinds.")}
    table = {f"knapsack_cli.compression.kinds.{part}" for part in ("families", "families_tests", "signals")}
    assert kinds - table == {"knapsack_cli.compression.kinds.logs"}


@pytest.mark.slow
def test_two_hundred_filters_at_once_lose_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    environment = {"PATH": os.environ["PATH"], "KNAPSACK_HOME": str(home), "PYTHONPATH": str(ROOT)}
    texts = [LOG + b"2026-01-01T00:15:00Z WARN this is run %d\n" % number for number in range(200)]
    running: list[tuple[subprocess.Popen[bytes], bytes]] = []
    for number, text in enumerate(texts):
        place = tmp_path / f"{number}.log"
        place.write_bytes(text)
        with place.open("rb") as source:
            process = subprocess.Popen(
                [sys.executable, "-m", "knapsack_cli", "compress"],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
            )
        running.append((process, text))
    for process, text in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert err == b""
        digest = out.rsplit(b" ", 1)[1].rstrip(b"]\n").decode()
        (full,) = originals.find(str(home), digest)
        assert originals.load(str(home), full) == text
    assert len((home / "savings.log").read_text(encoding="utf-8").splitlines()) == 200
    assert not list((home / "originals" / "partial").iterdir())
