"""What importing costs: messages a second, memory, the bytes of the index; inserting and forgetting one.
Run: `python tests/bench/bench_recall_import.py [COUNT]`."""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))

import recall_corpus

from knapsack_cli.sessions.forgetting import forget_messages
from knapsack_cli.sessions.index import TABLE, Index
from knapsack_cli.sessions.model import Message, Session
from knapsack_cli.sessions.storing import Incoming, MessageStore
from knapsack_cli.store.database import open_database


def write_sessions(folder, count, each=500):
    """Pi session files of `each` messages, `count` in all; returns the bytes of text."""
    size = 0
    stream = recall_corpus.texts(count, random.Random(3))
    for number in range(count // each):
        lines = []
        start = 1_750_000_000 + number * 90_000
        stamp = datetime.fromtimestamp(start, UTC).isoformat()
        head = {
            "type": "session",
            "version": 3,
            "id": f"s{number}",
            "timestamp": stamp,
            "cwd": f"/srv/p{number % 40}",
        }
        for place, (_, text) in zip(range(each), stream, strict=False):
            size += len(text.encode())
            stamp = datetime.fromtimestamp(start + 60 * place, UTC).isoformat()
            content = [{"type": "text", "text": text}]
            message = {"role": ("user", "assistant")[place % 2], "content": content}
            lines.append(
                {"type": "message", "id": f"{number}-{place}", "timestamp": stamp, "message": message}
            )
        path = Path(folder, f"{number:05}.jsonl")
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [head, *lines]))
    return size


def percentile(times, share):
    """Milliseconds."""
    return sorted(times)[int(len(times) * share)] * 1000


def main(arguments):
    """Import, then insert and forget one by one."""
    count = int(next((one for one in arguments if one.isdigit()), "50000"))
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        sessions = os.path.join(folder, "sessions")
        os.mkdir(sessions)
        size = write_sessions(sessions, count)
        began = time.perf_counter()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "knapsack_cli", "import", sessions],
            env={**os.environ, "KNAPSACK_HOME": home},
            check=True,
        )
        wall = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(
            f"{count:,} messages of {size / count:.0f} bytes: {count / wall:,.0f} a second, "
            f"{count / cpu:,.0f} a CPU second, {after.ru_maxrss / 1024:.0f} MB at most"
        )
        with open_database(home, time.time) as database:
            index = database.execute(f"SELECT sum(length(block)) FROM {TABLE}_data").fetchone()[0]
            print(f"index {index / size:.2f} of the text")
            store = MessageStore(database, Index(database))
            session = Session("pi", "live", "/srv/live")
            inserted, forgotten = [], []
            for number, (_, text) in enumerate(recall_corpus.texts(3000, random.Random(5))):
                item = Incoming(
                    session, "", Message("user", text, entry=f"l{number}"), text, number * 1000, 0
                )
                start = time.process_time()
                store.write([item], [])
                inserted.append(time.process_time() - start)
            for number in range(1, 3000, 7):
                start = time.process_time()
                forget_messages(database, [number])
                forgotten.append(time.process_time() - start)
        for name, times in (("insert", inserted), ("forget", forgotten)):
            middle, most = percentile(times, 0.5), percentile(times, 0.95)
            worst = max(times) * 1000
            print(f"{name} one message: CPU p50 {middle:.2f} ms, p95 {most:.2f} ms, at most {worst:.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
