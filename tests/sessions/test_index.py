"""The index can be thrown away: it comes back from the messages, whatever happened to it."""

import sqlite3
import threading

import pytest

from knapsack_cli.errors import StoreError
from knapsack_cli.sessions import index as index_module
from knapsack_cli.sessions.index import Index
from knapsack_cli.store.database import open_database


@pytest.fixture
def filled(knapsack, pi_session):
    knapsack("import", pi_session(*(("user", f"ledger entry number{n}") for n in range(20))))


def test_another_version_is_made_anew(knapsack, filled, monkeypatch):
    monkeypatch.setattr(index_module, "INDEX_VERSION", "next")
    monkeypatch.setattr(index_module, "_REBUILD_BATCH", 6)
    ran = knapsack("recall", "number7", "--json")
    assert ran.hits[0]["entry"] == "one-0008"
    assert "making the search index: 20 of 20 messages" in ran.err


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE message_index_data",
        "DELETE FROM message_index_data WHERE id > 10",
        "UPDATE message_index_data SET block = x'00'",
        "DROP TABLE message_index_config",
    ],
)
def test_a_damaged_index_is_made_anew(knapsack, filled, home, damage):
    connection = sqlite3.connect(home / "knapsack.db")
    connection.execute(damage)
    connection.commit()
    connection.close()
    ran = knapsack("recall", "number7", "--json")
    assert ran.hits[0]["entry"] == "one-0008"
    assert "damaged" in ran.err


def test_messages_that_come_while_it_is_made_are_in_it_too(knapsack, filled, home, pi_session, monkeypatch):
    monkeypatch.setattr(index_module, "INDEX_VERSION", "next")
    monkeypatch.setattr(index_module, "_REBUILD_BATCH", 5)
    with open_database(str(home), lambda: 0.0) as database:
        index = Index(database)
        index.create()
        index._index_batch()
        assert index.state() == "building"
        with monkeypatch.context() as still:
            still.setattr("knapsack_cli.sessions.recalling.make_index", lambda *_: None)
            knapsack("import", pi_session(("user", "latecomer"), name="two"))
        index.make_ready()
    assert knapsack("recall", "latecomer", "--json").hits[0]["entry"] == "two-0001"
    assert knapsack("recall", "number19", "--json").hits[0]["entry"] == "one-0020"


def test_without_fts5_messages_are_stored_and_recall_says_what_to_do(knapsack, pi_session, home, monkeypatch):
    def refuse(connection):
        raise StoreError("this Python's SQLite 3.40.1 has no FTS5; search needs it: use another Python")

    with monkeypatch.context() as old:
        old.setattr(index_module, "require_fts5", refuse)
        old.setattr("knapsack_cli.sessions.search.require_fts5", refuse)
        ran = knapsack("import", pi_session(("user", "kept all the same")))
        assert ran.code == 0
        assert "has no FTS5" in ran.err
        ran = knapsack("recall", "kept")
        assert ran.code == 2
        assert "has no FTS5" in ran.err
        assert "kept all the same" in knapsack("recall", "--open", "one").out
    assert knapsack("recall", "kept", "--json").hits[0]["entry"] == "one-0001"


def test_too_old_a_sqlite_is_told(monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 8, 2))
    with pytest.raises(StoreError, match=r"older than 3\.34"):
        index_module.require_fts5(sqlite3.connect(":memory:"))


def test_a_changed_dictionary_is_packed_again(knapsack, pi_session, tmp_path, home):
    own = tmp_path / "own.txt"
    own.write_text("云原生 3\n", encoding="utf-8")
    knapsack("import", pi_session(("user", "x")), KNAPSACK_DICTIONARY=str(own))
    from knapsack_cli.store.lexicon import load_lexicon

    with open_database(str(home), lambda: 0.0) as database:
        lexicon = load_lexicon(database)
        assert all(pair in lexicon for pair in ("云原", "原生", "数据"))
    ran = knapsack("import", pi_session(("user", "x")), KNAPSACK_DICTIONARY=str(tmp_path / "none.txt"))
    assert ran.code == 2
    assert "none.txt" in ran.err


@pytest.mark.slow
def test_eight_importers_and_fifty_searches_at_once(knapsack, pi_session, home):
    paths = [
        pi_session(
            *(("user", f"shared ledger {n} {m} of many words") for m in range(300)),
            name=f"f{n}",
            folder=f"sessions{n}",
        )
        for n in range(8)
    ]
    common = pi_session(*(("user", f"common {m}") for m in range(200)), name="common", folder="common")
    failures = []

    def importer(path):
        for source in (path, common):
            ran = knapsack("import", source)
            if ran.code:
                failures.append(ran.err)

    def searcher():
        for _ in range(7):
            ran = knapsack("recall", "ledger words")
            if ran.code not in (0, 1):
                failures.append(ran.err)

    threads = [threading.Thread(target=importer, args=(path,)) for path in paths]
    threads += [threading.Thread(target=searcher) for _ in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with sqlite3.connect(home / "knapsack.db") as connection:
        assert connection.execute("SELECT count(*), count(DISTINCT key) FROM messages").fetchone() == (
            2600,
            2600,
        )
        connection.execute("INSERT INTO message_index(message_index) VALUES('integrity-check')")
    assert len(knapsack("recall", "ledger", "--limit", "3000", "--json").hits) > 0


def test_what_was_imported_lies_in_one_segment(knapsack, pi_session, home):
    """Every further segment is one more place to look for each term."""

    def segments():
        with sqlite3.connect(home / "knapsack.db") as connection:
            return connection.execute("SELECT count(DISTINCT segid) FROM message_index_idx").fetchone()[0]

    for name in ("one", "two", "three"):
        knapsack("import", pi_session(*(("user", f"ledger {name} {n}") for n in range(400)), name=name))
    assert segments() == 2  # the first 800, and what is not worth the merging yet
    knapsack("import", pi_session(*(("user", f"ledger four {n}") for n in range(400)), name="four"))
    assert segments() == 1
    assert knapsack("recall", "ledger two 7", "--json").hits[0]["entry"] == "two-0008"
