"""What tests share: running the program in process, and the texts that promises are tried on."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path

from knapsack_cli.__main__ import run
from knapsack_cli.context import Context

FIXTURES = Path(__file__).parent.parent / "fixtures"


@dataclass(frozen=True)
class Ran:
    """What one run wrote, and its exit code."""

    code: int
    out: bytes
    err: str


class Terminal(io.BytesIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def knapsack(
    *arguments: str,
    data: bytes = b"",
    home: Path,
    environ: dict[str, str] | None = None,
    cwd: Path | None = None,
    stdin: io.BytesIO | None = None,
    now: float = 1_700_000_000.0,
) -> Ran:
    """Run one command line in process with a home, an environment and a clock of its own."""
    out, err = io.BytesIO(), io.StringIO()
    context = Context(
        stdin if stdin is not None else io.BytesIO(data),
        out,
        err,
        {"KNAPSACK_HOME": str(home), "HOME": str(home), **(environ or {})},
        str(cwd or home),
        lambda: now,
    )
    code = run(context, list(arguments))
    return Ran(code, out.getvalue(), err.getvalue())


def samples() -> list[Path]:
    """Every fixture, and every input of the corpus that KNAPSACK_CORPUS names."""
    found = sorted(path for path in FIXTURES.rglob("*") if path.is_file() and path.name != "meta.json")
    corpus = os.environ.get("KNAPSACK_CORPUS")
    if corpus and Path(corpus).is_dir():
        found += sorted(Path(corpus).rglob("input"))
    return found


def sample_id(path: Path) -> str:
    """A short name for a sample in a test's title."""
    return "/".join(path.parts[-3:-1]) if path.name == "input" else path.name
