"""Search over 400 memories: MRR@5 and false hits of ours, of LIKE as upstream has it, and of plain bm25.

Run: python tests/bench/bench_memory.py
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

from memory_corpus import Query, memories, queries

from knapsack_cli.memory import facts, index, injection, search
from knapsack_cli.memory.model import Draft, Place
from knapsack_cli.store.database import Database, open_database
from knapsack_cli.store.lexicon import keep_lexicon
from knapsack_cli.text.hits import Filters
from knapsack_cli.text.sentence_model import load_sentence_model

NOW = 1_796_000_000.0
Find = Callable[[str], list[str]]


def stocked(folder: str) -> Database:
    """A database with all memories; importance and age differ, as they do in life."""
    database = open_database(folder, lambda: NOW)
    keep_lexicon(database, "")
    index.make_ready(database)
    with database.writing() as connection:
        for number, text in enumerate(memories()):
            moment = int((NOW - (number * 37 % 60) * 86_400) * 1000)
            draft = Draft(text, "fact", "global", importance=0.4 + (number * 7 % 5) / 10)
            facts._insert(connection, draft, moment)
    return database


def plain_like(database: Database) -> Find:
    """Upstream's candidates: any of the first five terms as a part of the text, the oldest first."""

    def find(query: str) -> list[str]:
        terms = [term for term in query.lower().split() if len(term) >= 2][:5]
        rows = database.execute("SELECT content FROM memories ORDER BY id").fetchall()
        counted = [(-sum(term in row[0].lower() for term in terms), at) for at, row in enumerate(rows)]
        return [rows[at][0] for score, at in sorted(counted) if score][:5]

    return find


def plain_bm25() -> Find:
    """FTS5 with its own tokenizer and its own bm25."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE texts USING fts5(content, tokenize='porter unicode61')")
    connection.executemany("INSERT INTO texts VALUES(?)", [(text,) for text in memories()])

    def find(query: str) -> list[str]:
        words = ['"' + word.replace('"', '""') + '"' for word in query.replace("?", " ").split()]
        rows = connection.execute(
            "SELECT content FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 5", (" OR ".join(words),)
        )
        return [row[0] for row in rows]

    return find


def ours(database: Database, embedder: Callable[[], object]) -> Find:
    """`recall --in memory`."""
    searcher = search.Searcher(database, Place(), NOW, embedder, print)
    return lambda query: [hit.text for hit in searcher.search(query, Filters(), 5)]


def injected(database: Database) -> Find:
    """`recall --context`."""

    def find(query: str) -> list[str]:
        block = injection.block_for(database, query, Place(), NOW, "json", 800)
        return [facts.get(database.connection, row).content for row in block.rows]

    return find


def figures(find: Find, asked: list[Query]) -> tuple[float, float, dict[str, float]]:
    """(MRR@5, share of unrelated queries with a hit, MRR@5 by kind)."""
    by_kind: dict[str, list[float]] = {}
    wrong = 0
    for query in asked:
        found = find(query.text)
        if query.kind == "unrelated":
            wrong += bool(found)
        else:
            place = found.index(query.answer) + 1 if query.answer in found else 0
            by_kind.setdefault(query.kind, []).append(1 / place if place else 0.0)
    ranks = [rank for some in by_kind.values() for rank in some]
    unrelated = sum(query.kind == "unrelated" for query in asked)
    kinds = {kind: sum(some) / len(some) for kind, some in sorted(by_kind.items())}
    return sum(ranks) / len(ranks), wrong / unrelated, kinds


def main() -> None:
    """Print the figures of both halves."""
    asked = queries()
    with tempfile.TemporaryDirectory() as folder, stocked(folder) as database:
        ways: list[tuple[str, Find]] = [
            ("LIKE", plain_like(database)),
            ("bm25", plain_bm25()),
            ("ours", ours(database, lambda: None)),
        ]
        if load_sentence_model() is not None:
            ways.append(("ours, semantic", ours(database, load_sentence_model)))
        ways.append(("context", injected(database)))
        print(f"{len(memories())} memories, {len(asked)} queries")
        print("w words, p paraphrase, t typo, n negation, c Chinese, s z ends and their means")
        for half, some in (("set on", asked[0::2]), ("held out", asked[1::2])):
            for name, find in ways:
                started = time.process_time()
                rank, wrong, kinds = figures(find, some)
                spent = (time.process_time() - started) * 1000 / len(some)
                told = "  ".join(f"{kind} {value:.2f}" for kind, value in kinds.items() if kind != "x")
                print(
                    f"{half:<9} {name:<15} MRR@5 {rank:.3f}  false hits {wrong:4.0%}  {spent:5.1f} ms  {told}"
                )


if __name__ == "__main__":
    main()
