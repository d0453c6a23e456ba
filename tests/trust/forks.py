"""Runs of the program in children of this process: quick to start, and killed at any moment."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

from knapsack_cli.__main__ import run
from knapsack_cli.context import Context


class Ended(NamedTuple):
    """What a child gave back: its exit code (negative for a signal), and all that came out of it."""

    code: int
    out: bytes
    err: str
    seconds: float


class Child:
    """One command line in a forked child with a home, a clock and streams of its own."""

    def __init__(self, home: str, *arguments: str, data: bytes = b"", **environ: str) -> None:
        self._start = time.monotonic()
        self._files: list[int] = []
        (self._out, out), (self._err, err) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if not self.pid:
            code = 70
            try:
                signal.signal(signal.SIGINT, signal.default_int_handler)
                context = Context(
                    io.BytesIO(data),
                    open(out, "wb"),  # noqa: SIM115
                    open(err, "w", encoding="utf-8"),  # noqa: SIM115
                    {"KNAPSACK_HOME": home, "HOME": home, **environ},
                    home,
                )
                code = run(context, list(arguments))
                context.stdout.flush()
                context.stderr.flush()
            except KeyboardInterrupt:
                code = 130
            finally:
                os._exit(code)
        os.close(out)
        os.close(err)

    def stop(self, after: float, number: int = signal.SIGKILL) -> None:
        """Send a signal once `after` seconds have gone by, if it still runs."""
        time.sleep(after)
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            pass

    def end(self) -> Ended:
        """Wait for it."""
        texts = {self._out: b"", self._err: b""}
        open_ones = list(texts)
        while open_ones:
            for file in select.select(open_ones, [], [])[0]:
                piece = os.read(file, 1 << 16)
                texts[file] += piece
                if not piece:
                    open_ones.remove(file)
                    os.close(file)
        status = os.waitpid(self.pid, 0)[1]
        return Ended(
            os.waitstatus_to_exitcode(status),
            texts[self._out],
            texts[self._err].decode("utf-8", "replace"),
            time.monotonic() - self._start,
        )


def session_file(folder: str, name: str, count: int) -> str:
    """A log of `count` messages; returns its path."""
    head = {"type": "session", "version": 3, "id": name, "timestamp": "2026-01-01T00:00:00Z", "cwd": "/srv"}
    lines = [json.dumps(head)]
    lines += [
        json.dumps(
            {
                "type": "message",
                "id": f"{name}-{number}",
                "timestamp": f"2026-01-01T00:{number // 60 % 60:02}:{number % 60:02}Z",
                "message": {"role": "user", "content": f"question {number} of {name} about the pool"},
            }
        )
        for number in range(count)
    ]
    path = os.path.join(folder, f"{name}.jsonl")
    Path(path).write_text("\n".join(lines) + "\n")
    return path


def unsound(home: str) -> list[str]:
    """What is wrong with the database by SQLite's own check."""
    path = os.path.join(home, "knapsack.db")
    if not os.path.exists(path) or not os.path.getsize(path):
        return []
    connection = sqlite3.connect(path, timeout=30)
    try:
        told = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        told = str(error)
    finally:
        connection.close()
    return [] if told == "ok" else [f"integrity: {told[:200]}"]


def value(home: str, sql: str) -> int:
    """One number out of the database."""
    connection = sqlite3.connect(os.path.join(home, "knapsack.db"), timeout=30)
    try:
        return int(connection.execute(sql).fetchone()[0])
    finally:
        connection.close()


def shaky(ended: Ended) -> bool:
    """Whether a reader was shown what nobody should see."""
    return any(word in ended.err for word in ("Traceback", "locked", "unexpected", "in use by another"))
