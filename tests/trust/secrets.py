"""Secrets: every kind of them through every path to a reader; none comes out of any."""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import Ran, knapsack
from text.secret_corpus import Sample, secrets

from knapsack_cli.text.redaction import redact

FILLER = b"".join(b"2026-01-01 00:00:%02d INFO job %d done\n" % (n % 60, n) for n in range(400))


def _known() -> list[Sample]:
    """One sample of each kind in one line that the rules know: here the paths are tried, not the rules."""
    found: dict[str, Sample] = {}
    for sample in secrets():
        if "\n" in sample.text or "\x1b" in sample.text or len(sample.text) > 300:
            continue
        clean = redact(sample.text)[0]
        if all(len(one) > 11 and one not in clean for one in sample.secrets):
            found.setdefault(sample.kind, sample)
    return list(found.values())


def paths() -> tuple[int, list[str]]:
    """Each kind through each path: all but originals and verbatim sessions."""
    samples = _known()
    failures: list[str] = []
    tried = 0
    hidden = [(sample.kind, one) for sample in samples for one in sample.secrets]
    with tempfile.TemporaryDirectory() as folder:
        home, vault, user = Path(folder, "home"), Path(folder, "vault"), Path(folder, "user")
        vault.mkdir()
        user.mkdir()
        environ = {"HOME": str(user), "KNAPSACK_OBSIDIAN_VAULT": str(vault)}

        def call(*arguments: str, data: bytes = b"", more: dict[str, str] | None = None) -> Ran:
            return knapsack(*arguments, data=data, home=home, environ={**environ, **(more or {})}, cwd=user)

        def look(name: str, *texts: bytes | str) -> None:
            nonlocal tried
            whole = "\n".join(
                text if isinstance(text, str) else text.decode("utf-8", "replace") for text in texts
            )
            tried += len(hidden)
            failures.extend(f"{name}: {kind}" for kind, one in hidden if one in whole)

        every = "\n".join(sample.text for sample in samples).encode()
        look("compress", (ran := call("compress", data=FILLER + every + b"\n" + FILLER)).out, ran.err)
        digest = ran.out.rsplit(b" ", 1)[1][:12].decode()
        for arguments in (("retrieve", digest), ("retrieve", digest, "--grep", "."), ("compress", "--json")):
            look(" ".join(arguments), (ran := call(*arguments, data=FILLER + every)).out, ran.err)
        head = {
            "type": "session",
            "version": 3,
            "id": "s",
            "timestamp": "2026-01-01T00:00:00Z",
            "cwd": "/srv",
        }
        lines = [json.dumps(head)]
        for number, sample in enumerate(samples):
            look("pass-through", (ran := call("compress", data=sample.text.encode())).out, ran.err)
            call("compress", data=b"%d\n" % number + FILLER, more={"KNAPSACK_COMMAND": sample.text})
            look("remember", (ran := call("remember", f"note {number}: {sample.text}")).out, ran.err)
            if number % 6 == 0:
                tag = ("remember", f"tagged {number}", "--tag", sample.text.replace(" ", "_"))
                look("remember --tag", (ran := call(*tag)).out, ran.err)
                look("an error", (ran := call("compress", f"no such {sample.text}")).out, ran.err)
                declare = ("drift", "add", f"hold {sample.text}", "--signal", f"word{number}")
                look("drift add", (ran := call(*declare)).out, ran.err)
                look("note", (ran := call("note", f"Note {number}", data=sample.text.encode())).out, ran.err)
                bad = {"KNAPSACK_MODE": sample.text}
                look("settings", (ran := call("compress", data=FILLER, more=bad)).out, ran.err)
            content = f"said {number}: {sample.text}"
            message = {"role": "user", "content": content}
            lines.append(json.dumps({"type": "message", "id": str(number), "message": message}))
            title = {"type": "session_info", "id": f"t{number}", "name": sample.text}
            lines.append(json.dumps(title))
        log = user / "s.jsonl"
        log.write_text("\n".join(lines) + "\n")
        look("import", (ran := call("import", str(log))).out, ran.err)
        drifting = "\n".join(f"word{n} {sample.text}" for n, sample in enumerate(samples)).encode()
        found = call("recall", "said", "--in", "sessions", "--json", "--limit", "500")
        first = json.loads(found.out.splitlines()[0])
        readers: list[tuple[str, ...]] = [
            ("recall", "said", "--limit", "500"),
            ("recall", "note", "--json", "--limit", "500"),
            ("recall", "--around", first["id"], "-n", "500"),
            ("recall", "--around", first["id"], "-n", "500", "--json"),
            ("recall", "--open", first["session"]),
            ("recall", "--context", "note hold tagged", "--budget", "100000"),
            ("recall", "--context", "note hold tagged", "--format", "json", "--budget", "100000"),
            ("remember", "list"),
            ("remember", "list", "--json"),
            ("remember", "consolidate", "--dry-run"),
            ("export",),
            ("drift", "list"),
            ("drift", "list", "--json"),
            ("drift",),
            ("drift", "--json"),
            ("note", "search", "secret token key password"),
            ("note", "search", "secret token key password", "--json"),
            ("retrieve", "--list"),
            ("retrieve", "--list", "--json"),
            ("stats",),
            ("stats", "--json"),
            ("stats", "--settings"),
            ("stats", "replay", str(log)),
            ("forget", "--matching", "note", "--dry-run"),
            ("prune", "--dry-run"),
        ]
        for arguments in readers:
            ran = call(*arguments, data=drifting)
            look(" ".join(arguments[:3]), ran.out, ran.err)
            if "unexpected" in ran.err:
                failures.append(f"{arguments}: {ran.err[:200]}")
        look("the vault", *[path.read_bytes() for path in vault.rglob("*.md")])
        look("the home", *[path.read_bytes() for path in home.glob("*log*")])
        connection = sqlite3.connect(home / "knapsack.db")
        for table in ("memories", "memory_merges", "originals", "savings", "skill_usage", "notes"):
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            look(f"table {table}", *[str(row) for row in rows])
        connection.close()
    return tried, failures
