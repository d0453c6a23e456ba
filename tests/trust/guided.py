"""`python tests/trust/guided.py TARGET SECONDS [FINDS]`: a run guided by coverage over one reader or filter.

It needs atheris, which is no part of the lock (`pip install atheris`). Without a TARGET it lists them. What
it finds is left in the folder FINDS and becomes a test in `test_finds.py`.
"""

from __future__ import annotations

import io
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent))
with atheris.instrument_imports(include=["knapsack_cli"]):
    from request_shapes import SHAPES, SKILLS, Talk, prompt
    from support import FIXTURES, knapsack

    from knapsack_cli.catalog import discovery
    from knapsack_cli.catalog.options import read_options
    from knapsack_cli.catalog.profile import Profile
    from knapsack_cli.catalog.skills import Run, slim_skills
    from knapsack_cli.catalog.tools import slim_tools
    from knapsack_cli.compression.kinds import custom
    from knapsack_cli.config import Settings, load_settings
    from knapsack_cli.errors import KnapsackError
    from knapsack_cli.memory import drift
    from knapsack_cli.notes import frontmatter, writing
    from knapsack_cli.sessions import sources
    from knapsack_cli.store import spool
    from knapsack_cli.text import terminal
    from knapsack_cli.text.anchoring import Matcher
    from knapsack_cli.text.decoding import decode
    from knapsack_cli.text.json_spans import JsonSyntaxError, scan_json
    from knapsack_cli.text.patterns import BoundedPattern
    from knapsack_cli.text.redaction import redact
    from trust import any_bytes
    from trust.any_format import ANCHORS, DIFF, SETTINGS_TEXT, SKILL
    from trust.more_formats import _HOSTILE, _NOTE, _PIECES, _SCHEMAS
    from trust.records import SESSIONS

HOME = tempfile.mkdtemp()


def compress(data: bytes) -> None:
    """The whole way of a text through compress."""
    told = any_bytes.broken(data)
    assert told is None, told


def secrets(data: bytes) -> None:
    """Redaction: lines stay, nothing grows, a second pass changes nothing."""
    text = decode(data)
    clean, _ = redact(text)
    assert clean.count("\n") == text.count("\n")
    assert len(clean) <= len(text)
    assert redact(clean)[0] == clean, "a second pass changes it"


def sessions(data: bytes) -> None:
    """Every agent's log, told by its look."""
    try:
        list(sources.open_stream(io.BytesIO(data), "-", growing=False))
    except KnapsackError:
        pass


def requests(data: bytes) -> None:
    """Both filters of a provider's request."""
    text = data.decode("utf-8", "surrogateescape")
    run = Run(read_options(Settings(), {"tools.mode": "relevance", "tools.top_k": 1}, {}, print), Profile())
    for slimmed in (slim_skills(text, run).text, slim_tools(text, run, compact_descriptions=True).text):
        assert len(slimmed.encode("utf-8", "surrogateescape")) <= len(data), "longer"
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            continue
        json.loads(slimmed)


def settings(data: bytes) -> None:
    """The user's and the project's settings."""
    root = os.path.join(HOME, "project")
    os.makedirs(os.path.join(root, ".git"), exist_ok=True)
    for path in (os.path.join(HOME, "config.toml"), os.path.join(root, ".knapsack.toml")):
        Path(path).write_bytes(data)
        Path(HOME, "config.cache").unlink(missing_ok=True)
        try:
            found = load_settings({}, HOME, root)
            kinds = found.items("kinds")
            custom.parse(kinds, "config.toml")
            custom.failed_examples(kinds, "config.toml")
        except KnapsackError:
            pass
        Path(path).unlink()


def notes(data: bytes) -> None:
    """A note's head, and a note that is written to."""
    text = data.decode("utf-8", "replace")
    head, _ = frontmatter.parts(text)
    frontmatter.shown(head)
    path = Path(HOME, "Note.md")
    path.write_text(text, encoding="utf-8", newline="")
    try:
        writing.write(HOME, "Note", "---\ntag: a\n---\nmore\n", 1_700_000_000.0)
    except KnapsackError:
        pass


def skills(data: bytes) -> None:
    """A skill's head."""
    discovery.read_frontmatter(decode(data))


def diffs(data: bytes) -> None:
    """Diffs against anchors, and the terminal's noise in them."""
    text = decode(data)
    terminal.resolve(text)
    drift.check(text, Matcher(ANCHORS))


def documents(data: bytes) -> None:
    """JSON with its places."""
    try:
        scan_json(decode(data))
    except JsonSyntaxError:
        pass


def patterns(data: bytes) -> None:
    """A pattern and, after a NUL, the text that it is sought in."""
    written, _, text = data.decode("utf-8", "replace").partition("\0")
    try:
        pattern = BoundedPattern(written, 0.2)
    except ValueError:
        return
    pattern.spans(text or "aaaaaaaaaaaaaaaaaaaaaaaa!")


def spools(data: bytes) -> None:
    """Lines of the statistics that compress leaves behind."""
    for line in data.decode("utf-8", "surrogateescape").split("\n"):
        spool.parse(line)


def databases(data: bytes) -> None:
    """A file that says it is a database."""
    path = os.path.join(HOME, "memory.db")
    Path(path).write_bytes(b"SQLite format 3\0" + data)
    ran = knapsack("import", path, home=Path(HOME, "taken"))
    assert "Traceback" not in ran.err, ran.err
    assert "unexpected" not in ran.err, ran.err


def _log(name: str) -> bytes:
    return "\n".join(json.dumps(record) for record in SESSIONS[name]).encode()


def _database(statements: tuple[str, ...]) -> bytes:
    path = os.path.join(HOME, "seed.db")
    Path(path).unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return Path(path).read_bytes()[16:]


def _requests() -> Iterator[bytes]:
    talk = Talk(prompt(SKILLS[:5]), [("bash", "run it"), ("x", "drop me")], [("user", "refund a card")])
    for shape in SHAPES:
        yield json.dumps(shape(talk)).encode()


Seeds = Callable[[], list[bytes]]
TARGETS: dict[str, tuple[Callable[[bytes], None], Seeds, int]] = {
    "compress": (compress, lambda: [p.read_bytes()[:4096] for p in FIXTURES.iterdir() if p.is_file()], 4096),
    "secrets": (secrets, lambda: [b'password = "Wint3r!2026"\n', b"mysql -pX9d72mQ\n", SETTINGS_TEXT], 1024),
    "sessions": (sessions, lambda: [_log(name) for name in SESSIONS], 4096),
    "requests": (requests, lambda: list(_requests()), 8192),
    "settings": (settings, lambda: [SETTINGS_TEXT], 1024),
    "notes": (notes, lambda: [_NOTE, *(b"---\n" + one + b"\n---\n" for one in _HOSTILE)], 1024),
    "skills": (skills, lambda: [SKILL], 1024),
    "diffs": (diffs, lambda: [DIFF], 2048),
    "documents": (documents, lambda: [_log(name) for name in SESSIONS], 2048),
    "patterns": (patterns, lambda: [piece.encode() for piece in _PIECES], 64),
    "spools": (spools, lambda: [b"1.5\t" + b"ab" * 32 + b"\tlog\tmake\t/srv\ts\t10\t5\t3\t2\tnote"], 512),
    "databases": (databases, lambda: [_database(one) for one in _SCHEMAS.values()], 40_000),
}
"""Each target, what it begins with, and the largest input in bytes."""


def main() -> int:
    """Run one target."""
    if len(sys.argv) < 3 or sys.argv[1] not in TARGETS:
        print("targets:", *TARGETS)
        return 2
    target, seeds, most = TARGETS[sys.argv[1]]
    finds = sys.argv[3] if len(sys.argv) > 3 else "build/finds"
    os.makedirs(finds, exist_ok=True)
    with tempfile.TemporaryDirectory() as found:
        for number, seed in enumerate(seeds()):
            Path(found, f"seed-{number}").write_bytes(seed)
        atheris.Setup(
            [
                sys.argv[0],
                f"-max_total_time={sys.argv[2]}",
                f"-max_len={most}",
                f"-artifact_prefix={finds}/{sys.argv[1]}-",
                "-print_final_stats=1",
                "-timeout=60",
                found,
            ],
            target,
        )
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
