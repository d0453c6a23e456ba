"""Any bytes: no error, never longer, kept lines verbatim, settled after one pass, linear."""

from __future__ import annotations

import json
import sys
import time
import traceback
from pathlib import Path

from knapsack_cli.compression import pipeline, shrinking
from knapsack_cli.compression.longlines import LIMIT
from knapsack_cli.compression.model import LINE, Hints
from knapsack_cli.compression.options import Options

sys.path.insert(0, str(Path(__file__).parent.parent))
from trust.mutating import Mutator

SECONDS_AT_LEAST = 1.0
SECONDS_A_BYTE = 20e-6
"""A budget of processor time, linear in the size: a busy machine does not use it up."""


def broken(data: bytes) -> str | None:
    """What promise `data` breaks; None when all hold."""
    start = time.process_time()
    try:
        outcome = shrinking.shrink(data, Options(Hints()))
        outcome.seal("0" * 64)
        spent = time.process_time() - start
        if spent > SECONDS_AT_LEAST + SECONDS_A_BYTE * len(data):
            return f"time: {spent:.1f} s for {len(data)} bytes"
        if len(outcome.output) > len(data) and not outcome.redactions:
            return f"longer: {len(outcome.output)} of {len(data)}"
        if not outcome.shortened:
            return None if outcome.redactions or outcome.output == data else "untouched text was touched"
        again = shrinking.shrink(outcome.output, Options(Hints()))
        again.seal("0" * 64)
        if again.output != outcome.output:
            return "a second pass changes it"
        return _not_verbatim(data)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error}"


def _not_verbatim(data: bytes) -> str | None:
    text, _ = shrinking.cleaned(data)
    lines = text.removesuffix("\n").split("\n")
    for row in pipeline.plan(text, Hints()).rows:
        if row.form == LINE and row.rank and row.first >= 0 and len(lines[row.first]) <= LIMIT:
            if row.text != lines[row.first] and not _is_view(row.text, lines[row.first], text):
                return f"line {row.first + 1} is not verbatim"
    return None


def _is_view(piece: str, line: str, text: str) -> bool:
    """Whether a row is a piece of JSON, which a view lays out anew; in a broken string it may span lines."""
    return piece in text and ("\n" in piece or line.lstrip()[:1] in ("{", "["))


def attempt(seeds: list[Path], count: int, number: int, finds: Path | None = None) -> tuple[int, list[str]]:
    """Try `count` texts; returns how many and what broke. Finds are written to the folder `finds`."""
    mutator = Mutator(seeds, number)
    failures: list[str] = []
    for tried in range(count):
        data = mutator.next()
        told = broken(data)
        if told is not None:
            failures.append(told)
            if finds is not None and len(failures) <= 50:
                finds.mkdir(parents=True, exist_ok=True)
                (finds / f"{number}-{tried}.bin").write_bytes(data)
    return count, failures


def main() -> int:
    """`python tests/trust/any_bytes.py COUNT SEED [FINDS]`: what `make fuzz` runs, once a core."""
    from support import samples

    count, number = int(sys.argv[1]), int(sys.argv[2])
    finds = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    tried, failures = attempt(samples(), count, number, finds)
    print(json.dumps({"seed": number, "tried": tried, "failures": failures[:20], "failed": len(failures)}))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
