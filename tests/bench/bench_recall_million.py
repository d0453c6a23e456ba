"""Searching a million messages: CPU and wall time of a query, whole and under each filter, and what the
index costs. Run: `python tests/bench/bench_recall_million.py [COUNT] [--home DIR] [--quality]`.

A home that holds COUNT messages already is used as it is.
"""

import itertools
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

from knapsack_cli.sessions.index import TABLE, Index
from knapsack_cli.sessions.search import Searcher
from knapsack_cli.sessions.storing import MessageStore
from knapsack_cli.store.database import open_database
from knapsack_cli.store.lexicon import keep_lexicon
from knapsack_cli.text.hits import Filters

sys.path.insert(0, os.path.dirname(__file__))

import recall_corpus

FILTERS = {
    "none": Filters(),
    "project, large": Filters(project="project001"),
    "project, small": Filters(project="project090"),
    "agent": Filters(agent="claude"),
    "role user": Filters(role="user"),
    "role summary": Filters(role="summary"),
    "last 30 days": Filters(since=-30),
    "oldest 90 days": Filters(until=90),
    "one old week": Filters(since=200, until=207),
    "project, middling": Filters(project="project005"),
    "agent and role": Filters(agent="pi", role="summary"),
    "project and role": Filters(project="project005", role="user"),
    "session": Filters(session="session40"),
    "project, role and time": Filters(project="project002", role="assistant", until=400),
}


def build(home, count):
    """Fill a home with `count` messages; says the rates."""
    with open_database(home, time.time) as database:
        have = database.execute("SELECT count(*) FROM messages").fetchone()[0]
        if have >= count:
            return
        keep_lexicon(database, "")
        index = Index(database)
        index.create()
        store = MessageStore(database, index)
        spent = wall = 0.0
        size = 0
        stream = recall_corpus.messages(count)
        while batch := list(itertools.islice(stream, 1000)):
            size += sum(len(item.text.encode()) for item in batch)
            start, began = time.process_time(), time.perf_counter()
            store.write(batch, [])
            spent += time.process_time() - start
            wall += time.perf_counter() - began
        rates = f"{count / spent:,.0f} a CPU second, {count / wall:,.0f} a second"
        index.tidy()
        print(f"stored {count:,} messages, {size / count:.0f} bytes each: {rates}")


def sizes(database):
    """Index bytes against bytes of text."""
    text = database.execute("SELECT sum(length(CAST(text AS BLOB))) FROM messages").fetchone()[0]
    index = database.execute(f"SELECT sum(length(block)) FROM {TABLE}_data").fetchone()[0]
    words = database.execute("SELECT count(*), sum(length(word)) FROM message_words").fetchone()
    pages = (
        database.execute("PRAGMA page_count").fetchone()[0]
        * database.execute("PRAGMA page_size").fetchone()[0]
    )
    print(f"index {index / text:.2f} of the text, file {pages / text:.2f}; {words[0]:,} words for typos")


def timed(searcher, queries, filters):
    """Sorted CPU and wall milliseconds of each query."""
    cpu, wall = [], []
    for query in queries:
        start, began = time.process_time(), time.perf_counter()
        searcher.search(query, filters, 10)
        cpu.append((time.process_time() - start) * 1000)
        wall.append((time.perf_counter() - began) * 1000)
    return sorted(cpu), sorted(wall)


def resolved(filters):
    """Days since the start (or before the end) made milliseconds."""
    day = 86_400_000
    newest = resolved.newest

    def moment(days):
        if days is None:
            return None
        return newest + days * day if days < 0 else recall_corpus.START + days * day

    return filters._replace(since=moment(filters.since), until=moment(filters.until))


def quality(searcher, queries):
    """MRR@10 over all labelled queries, and of the oldest against the newest fifth of answers."""
    place = {
        row[0]: row[1]
        for row in searcher.connection.execute("SELECT entry, id FROM messages WHERE entry NOT LIKE 'b%'")
    }
    ranked = []
    for query in queries:
        hits = [hit.entry for hit in searcher.search(query["q"], Filters(), 10)]
        rank = next((n for n, entry in enumerate(hits, 1) if entry in query["rel"]), 0)
        known = [place[entry] for entry in query["rel"] if entry in place]
        if known:
            ranked.append((min(known), 1 / rank if rank else 0.0))
    ranked.sort()
    fifth = len(ranked) // 5
    fifths = [sum(score for _, score in ranked[n * fifth : (n + 1) * fifth]) / fifth for n in range(5)]
    print(
        "MRR@10 by age, oldest first: "
        + " ".join(f"{one:.3f}" for one in fifths)
        + f"; all {sum(s for _, s in ranked) / len(ranked):.3f}"
    )


def cold(home):
    """The CPU time of a whole process against bare Python's, modules compiled as an installer leaves them."""
    environ = {**os.environ, "KNAPSACK_HOME": home}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)

    def median(command):
        times = []
        for _ in range(9):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return sorted(times)[4] * 1000

    bare = median([sys.executable, "-c", "pass"])
    for name, more in (("recall", []), ("recall --in sessions", ["--in", "sessions"])):
        whole = median([sys.executable, "-m", "knapsack_cli", "recall", *more, "connection pool 连接池"])
        print(
            f"{name}, whole process, cold: CPU {whole:.0f} ms, {whole / bare:.1f} x bare Python ({bare:.0f})"
        )


def main(arguments):
    """Build, then measure."""
    home = arguments[arguments.index("--home") + 1] if "--home" in arguments else tempfile.mkdtemp()
    count = int(next((one for one in arguments if one.isdigit()), "1000000"))
    build(home, count)
    queries = recall_corpus.queries()
    some = random.Random(1).sample([query["q"] for query in queries], min(300, len(queries)))
    with open_database(home, time.time) as database:
        sizes(database)
        resolved.newest = database.execute("SELECT max(ended) FROM sessions").fetchone()[0]
        searcher = Searcher(database)
        timed(searcher, some[:50], Filters())
        for name, filters in FILTERS.items():
            cpu, wall = timed(searcher, some, resolved(filters))
            at = int(len(cpu) * 0.95)
            print(
                f"{name:24} CPU p50 {cpu[len(cpu) // 2]:5.1f} p95 {cpu[at]:5.1f} ms, "
                f"wall p50 {wall[len(wall) // 2]:5.1f} p95 {wall[at]:5.1f} max {wall[-1]:6.1f} ms"
            )
        if "--quality" in arguments:
            quality(searcher, queries)
    cold(home)


if __name__ == "__main__":
    main(sys.argv[1:])
