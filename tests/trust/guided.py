"""`python tests/trust/guided.py SECONDS`: a run guided by coverage over compress and the readers.

It needs atheris, which is no part of the lock (`pip install atheris`). What it finds becomes a test in
`test_finds.py`.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent))
with atheris.instrument_imports(include=["knapsack_cli"]):
    from knapsack_cli.catalog import discovery
    from knapsack_cli.errors import KnapsackError
    from knapsack_cli.memory import drift
    from knapsack_cli.sessions import sources
    from knapsack_cli.text.anchoring import Matcher
    from knapsack_cli.text.decoding import decode
    from knapsack_cli.text.json_spans import JsonSyntaxError, scan_json
    from trust import any_bytes
    from trust.any_format import ANCHORS


def one(data: bytes) -> None:
    """One input: its first byte chooses who reads the rest."""
    way, rest = data[:1], data[1:]
    if way < b"\x80":
        told = any_bytes.broken(rest)
        assert told is None, told
    elif way < b"\xa0":
        try:
            list(sources.open_stream(io.BytesIO(rest), "-", growing=False))
        except KnapsackError:
            pass
    elif way < b"\xc0":
        discovery.read_frontmatter(decode(rest))
    elif way < b"\xe0":
        drift.check(decode(rest), Matcher(ANCHORS))
    else:
        try:
            scan_json(decode(rest))
        except JsonSyntaxError:
            pass


if __name__ == "__main__":
    fixtures = Path(__file__).parent.parent.parent / "fixtures"
    # New inputs are written to the first folder; the fixtures are only read.
    with tempfile.TemporaryDirectory() as found:
        limits = [f"-max_total_time={sys.argv[1]}", "-max_len=4096"]
        atheris.Setup([sys.argv[0], *limits, found, str(fixtures)], one)
        atheris.Fuzz()
