"""MRR@10 and recall@10 of each kind of labelled query, and by the age of the answer. Needs a corpus with a
folder `recall` (KNAPSACK_CORPUS). Run: `python tests/bench/bench_recall_quality.py`."""

import itertools
import os
import sys
import tempfile
import time
from collections import defaultdict

sys.path.insert(0, os.path.dirname(__file__))

import recall_corpus

from knapsack_cli.sessions.index import Index
from knapsack_cli.sessions.model import Message, Session
from knapsack_cli.sessions.search import Searcher
from knapsack_cli.sessions.storing import Incoming, MessageStore
from knapsack_cli.store.database import open_database
from knapsack_cli.store.lexicon import keep_lexicon
from knapsack_cli.text.hits import Filters


def fill(database):
    """Every labelled passage as a message, in the order of their sources."""
    keep_lexicon(database, "")
    index = Index(database)
    index.create()
    store = MessageStore(database, index)
    rows = sorted(recall_corpus.passages(), key=lambda row: (row.get("repo", ""), row.get("path", "")))
    session = Session("pi", "passages", "/srv/passages")
    items = (
        Incoming(session, "", Message("assistant", row["text"], entry=row["id"]), row["text"], number, 0)
        for number, row in enumerate(rows)
    )
    while batch := list(itertools.islice(items, 1000)):
        store.write(batch, [])


def main():
    """Print a line a kind, then the whole."""
    if recall_corpus.folder() is None:
        print("no labelled queries: set KNAPSACK_CORPUS to a folder that holds `recall`")
        return
    with tempfile.TemporaryDirectory() as home, open_database(home, time.time) as database:
        fill(database)
        searcher = Searcher(database)
        place = dict(database.execute("SELECT entry, id FROM messages").fetchall())
        kinds = defaultdict(list)
        ages = []
        for query in recall_corpus.queries():
            got = [hit.entry for hit in searcher.search(query["q"], Filters(), 10)]
            rank = next((n for n, entry in enumerate(got, 1) if entry in query["rel"]), 0)
            found = len(set(got) & set(query["rel"])) / min(10, len(query["rel"]))
            kinds[query["kind"]].append((1 / rank if rank else 0.0, found, not got))
            ages.append((min(place[entry] for entry in query["rel"]), 1 / rank if rank else 0.0))
    everything = [row for rows in kinds.values() for row in rows]
    for kind, rows in [*sorted(kinds.items()), ("all", everything)]:
        mrr, recall, none = (sum(row[n] for row in rows) / len(rows) for n in range(3))
        print(f"{kind:12} {len(rows):5} queries  MRR@10 {mrr:.3f}  recall@10 {recall:.3f}  no hit {none:.3f}")
    ages.sort()
    fifth = len(ages) // 5
    fifths = [sum(score for _, score in ages[n * fifth : (n + 1) * fifth]) / fifth for n in range(5)]
    print("MRR@10 by age, oldest first: " + " ".join(f"{one:.3f}" for one in fifths))


if __name__ == "__main__":
    main()
