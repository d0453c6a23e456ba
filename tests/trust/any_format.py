"""Any bytes in agents' logs, requests, settings, frontmatter, diffs and the spool: no error but ours."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from request_shapes import SHAPES, SKILLS, Talk, prompt

from knapsack_cli.catalog import discovery
from knapsack_cli.catalog.options import read_options
from knapsack_cli.catalog.profile import Profile
from knapsack_cli.catalog.skills import Run, slim_skills
from knapsack_cli.catalog.tools import slim_tools
from knapsack_cli.compression.kinds import custom
from knapsack_cli.config import Settings, load_settings
from knapsack_cli.errors import KnapsackError
from knapsack_cli.memory import drift
from knapsack_cli.sessions import importing, sources
from knapsack_cli.sessions.agents import AGENTS
from knapsack_cli.sessions.index import Index
from knapsack_cli.sessions.model import Message
from knapsack_cli.sessions.roles import ROLE_CODES
from knapsack_cli.store import spool
from knapsack_cli.store.database import open_database
from knapsack_cli.store.folding import fold_in
from knapsack_cli.text import terminal
from knapsack_cli.text.anchoring import Anchor, Matcher
from knapsack_cli.text.decoding import decode
from knapsack_cli.text.json_spans import JsonSyntaxError, decode_string, scan_json
from knapsack_cli.text.redaction import redact
from trust.more_formats import databases, notes, patterns
from trust.records import SESSIONS, damaged, log_of, mutated

SECONDS_AT_LEAST = 1.0
SECONDS_A_BYTE = 20e-6
"""A budget of processor time, linear in the size: a busy machine does not use it up."""
Target = Callable[[random.Random, str], bytes]
"""Makes a text, hands it to one reader, and returns it; raises when something is wrong."""


def logs(rnd: random.Random, home: str) -> bytes:
    """A reader of each agent gives whole messages or tells what it skipped."""
    agent = rnd.choice(list(SESSIONS))
    data = log_of(rnd, agent)
    told = rnd.choice(("", "", agent if agent in AGENTS else ""))
    try:
        opened = sources.open_stream(io.BytesIO(data), "-", told, growing=False)
        for session, item in opened:
            if isinstance(item, Message):
                assert isinstance(item.text, str), "text"
                assert item.role in ROLE_CODES, item.role
                assert item.time is None or isinstance(item.time, int), "time"
                assert item.entry is None or isinstance(item.entry, str), "entry"
                assert isinstance(session.source, str), "source"
                assert isinstance(session.project, str), "project"
                assert isinstance(session.title, str), "title"
    except KnapsackError:
        pass
    return data


_kept: dict[str, tuple[Any, Index]] = {}


def imports(rnd: random.Random, home: str) -> bytes:
    """The whole way into the database."""
    data = log_of(rnd, rnd.choice(list(SESSIONS)))
    if home not in _kept:
        database = open_database(home, time.time)
        index = Index(database)
        index.make_ready()
        _kept[home] = (database, index)
    database, index = _kept[home]
    importer = importing.Importer(database, index, time.time, importing.Options())
    importer.import_stream(io.BytesIO(data))
    return data


def requests(rnd: random.Random, home: str) -> bytes:
    """The filters of requests: never longer, a request stays a request."""
    shape = rnd.choice(SHAPES)
    turns: list[tuple[Any, ...]] = [("user", "refund a card with stripe"), ("tool", "bash", {"a": "b"}, "ok")]
    talk = Talk(prompt(rnd.sample(SKILLS, 5)), [("bash", "run it"), ("tool_1_x", "drop me")], turns)
    made = mutated(rnd, shape(talk)) if rnd.random() < 0.7 else shape(talk)
    text = json.dumps(made, ensure_ascii=rnd.random() < 0.5, indent=rnd.choice((None, None, 1)))
    if rnd.random() < 0.5:
        text = damaged(rnd, text.encode("utf-8", "surrogatepass"), 4).decode("utf-8", "surrogateescape")
    given: dict[str, object] = {
        "skills.mode": rnd.choice(("compact", "hybrid")),
        "skills.top_k": rnd.randrange(4),
        "tools.mode": rnd.choice(("drop", "relevance")),
        "tools.drop": ["tool_1*"],
        "tools.top_k": 1,
    }
    run = Run(read_options(Settings(), given, {}, print), Profile())
    size = len(text.encode("utf-8", "surrogatepass"))
    for slimmed in (slim_skills(text, run).text, slim_tools(text, run, compact_descriptions=True).text):
        assert len(slimmed.encode("utf-8", "surrogatepass")) <= size, "longer"
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            continue
        json.loads(slimmed)
    return text.encode("utf-8", "surrogatepass")


SETTINGS_TEXT = b"""[compress]
budget = 4000
mode = "smart"
[skills]
mode = "hybrid"
top_k = 5
always_full = ["a", "b*"]
[tools]
mode = "drop"
drop = ["x"]
[[kinds]]
name = "deploy"
command = "deploy"
match = "^== deploy v"
evidence = ["^ROLLBACK", 5]
noise = ["^tick "]
[[kinds.examples]]
input = "tick 1\\ntick 2\\nROLLBACK to 41\\n"
keep = ["ROLLBACK to 41"]
drop = ["tick 2"]
"""
VALUES = (b"1", b"-1", b"true", b"[]", b"{}", b'""', b"nan", b"1e999", b"[[1]]", b'["("]', b"2020-01-01")


def settings(rnd: random.Random, home: str) -> bytes:
    """Both files of settings, and the copy that is kept of them."""
    lines = SETTINGS_TEXT.split(b"\n")
    for _ in range(rnd.randrange(4)):
        at = rnd.randrange(len(lines))
        key, equals, _value = lines[at].partition(b" = ")
        lines[at] = key + equals + rnd.choice(VALUES) if equals else rnd.choice(lines)
    data = damaged(rnd, b"\n".join(lines), 3)
    root = os.path.join(home, "project")
    os.makedirs(os.path.join(root, ".git"), exist_ok=True)
    name = rnd.choice((os.path.join(home, "config.toml"), os.path.join(root, ".knapsack.toml")))
    for path in (os.path.join(home, "config.toml"), os.path.join(root, ".knapsack.toml")):
        Path(path).write_bytes(data if path == name else b"")
    if rnd.random() < 0.1:
        Path(home, "config.cache").write_bytes(damaged(rnd, rnd.randbytes(30)))
    try:
        found = load_settings({"KNAPSACK_BUDGET": rnd.choice(("", "5", "-", "x"))}, home, root)
        kinds = found.items("kinds")
        custom.parse(kinds, "config.toml")
        custom.failed_examples(kinds, "config.toml")
    except KnapsackError:
        pass
    return data


SKILL = b"""---
name: sql-tuning
description: "Find slow queries. Use when EXPLAIN shows a full scan."
disable-model-invocation: false
metadata: {a: [1, 2], b: &x {c: d}, e: *x}
when: 2026-01-01
---
# Body
"""


def frontmatter(rnd: random.Random, home: str) -> bytes:
    """A skill's file."""
    data = damaged(rnd, SKILL, 8)
    if rnd.random() < 0.3:
        text = decode(data)
        discovery.read_frontmatter(text)
        return data
    folder = os.path.join(home, "skills", "one")
    os.makedirs(folder, exist_ok=True)
    Path(folder, "SKILL.md").write_bytes(data)
    found = discovery.discover([(os.path.join(home, "skills"), "project")])
    for skill in found.skills:
        assert skill.name
        assert skill.digest
    discovery.catalogue_text(found.skills)
    return data


DIFF = b"""diff --git a/one.py b/two.py
--- a/one.py
+++ b/two.py
@@ -1,2 +1,3 @@ def f():
 import os
-use sqlite
+use postgres
+use "postgres" instead of sqlite
@@@ -1,1 -1,1 +1,2 @@@
++postgres
"""
ANCHORS = [
    Anchor("m1", "We use SQLite", ("postgres", "/my ?sql/"), ("negation", "instead", "path", "comment"))
]


def texts(rnd: random.Random, home: str) -> bytes:
    """Diffs against anchors, terminal noise, redaction, decoding, JSON with its places."""
    data = damaged(rnd, rnd.choice((DIFF, DIFF * 3, SETTINGS_TEXT, SKILL, _NOISE)), 12)
    text = decode(data)
    drift.check(text, Matcher(ANCHORS))
    resolved = terminal.resolve(text)
    clean, _ = redact(text)
    assert clean.count("\n") == text.count("\n"), "redaction changed the lines"
    assert len(clean) <= len(text), "redaction made it longer"
    assert isinstance(resolved, str)
    document = json.dumps(mutated(rnd, SESSIONS["pi"]))
    document = damaged(rnd, document.encode(), 2).decode("utf-8", "replace")
    try:
        value = scan_json(document)
    except JsonSyntaxError:
        return data + document.encode()
    assert json.loads(document) is not None or document.strip() == "null"
    if value.kind == '"':
        decode_string(document, value)
    return data + document.encode()


_NOISE = (
    b"\x1b[31mred\x1b[0m 10%\r20%\r\n\x1b]8;;http://a\x07link\x1b]8;;\x07 a\bb "
    b"\x1b[2K\x1b[1A\xe2\x80\xae password=hunter22x \n"
)


def spools(rnd: random.Random, home: str) -> bytes:
    """The statistics that compress left behind: a bad line costs itself alone."""
    saving = spool.Saving(1.5, "ab" * 32, "log", "make\tall\n%", "/srv\udce9", "s", 10, 5, 3, 2, "note")
    folder = tempfile.mkdtemp(dir=home)
    spool.append(folder, saving)
    path = os.path.join(folder, "savings.log")
    line = Path(path).read_bytes()
    fields = line[:-1].split(b"\t")
    for _ in range(rnd.randrange(3)):
        fields[rnd.randrange(len(fields))] = rnd.choice(
            (b"", b"nan", b"1e400", b"9" * 30, b"-1", b"\xff\xfe", b"x", b"\xed\xa0\x80", b"%", b"1_0")
        )
    data = damaged(rnd, b"\t".join(fields) + b"\n", 3)
    Path(path).write_bytes(line + data + b"\n" + line)
    if "spool" not in _kept:
        _kept["spool"] = (open_database(os.path.join(home, "spool"), time.time), Index)  # type: ignore[assignment]
    database = _kept["spool"][0]
    database.execute("DELETE FROM meta")
    folded = fold_in(folder, database)
    assert folded >= 2, f"{folded} of 2 good lines"
    shutil.rmtree(folder)
    return data


TARGETS: tuple[tuple[str, Target, int], ...] = (
    ("logs", logs, 40),
    ("imports", imports, 2),
    ("requests", requests, 6),
    ("settings", settings, 12),
    ("frontmatter", frontmatter, 15),
    ("texts", texts, 20),
    ("spools", spools, 5),
    ("databases", databases, 1),
    ("notes", notes, 10),
    ("patterns", patterns, 4),
)
"""Name, target, and its share."""


def attempt(count: int, number: int, finds: Path | None = None) -> tuple[int, list[str]]:
    """Try `count` texts; returns how many and what broke. Finds are written to the folder `finds`."""
    failures: list[str] = []
    chosen = [target for target in TARGETS for _ in range(target[2])]
    with tempfile.TemporaryDirectory() as home:
        for tried in range(count):
            rnd = random.Random(f"{number} {tried}")
            name, target, _ = rnd.choice(chosen)
            start = time.process_time()
            try:
                data = target(rnd, home)
                spent = time.process_time() - start
                if spent < SECONDS_AT_LEAST + SECONDS_A_BYTE * len(data):
                    continue
                told = f"time: {spent:.1f} s for {len(data)} bytes"
            except Exception as error:
                place = traceback.extract_tb(error.__traceback__)[-1]
                told = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error}"
            failures.append(f"{name} {number} {tried}: {told}")
        for database, _ in _kept.values():
            database.close()
        _kept.clear()
    if finds is not None and failures:
        finds.mkdir(parents=True, exist_ok=True)
        (finds / f"formats-{number}.txt").write_text("\n".join(failures) + "\n")
    return count, failures


def main() -> int:
    """`python tests/trust/any_format.py COUNT SEED [FINDS]`: what `make fuzz` runs."""
    count, number = int(sys.argv[1]), int(sys.argv[2])
    tried, failures = attempt(count, number, Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    print(json.dumps({"seed": number, "tried": tried, "failures": failures[:20], "failed": len(failures)}))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
