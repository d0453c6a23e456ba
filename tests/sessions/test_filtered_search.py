"""Filters make a search neither blind nor worse: against a search that reads every allowed message."""

import itertools
import random

import pytest

from knapsack_cli.sessions import candidates
from knapsack_cli.sessions.index import Index
from knapsack_cli.sessions.model import Message, Session
from knapsack_cli.sessions.roles import ROLES
from knapsack_cli.sessions.search import Searcher
from knapsack_cli.sessions.storing import Incoming, MessageStore
from knapsack_cli.store.database import open_database
from knapsack_cli.text import scoring
from knapsack_cli.text.folding import fold_case
from knapsack_cli.text.hits import Filters
from knapsack_cli.text.tokenization import index_tokens, query_terms

COUNT = 6000
STEP = 60_000
RARE = "quicksilver"
RARE_AT = 700
AGENTS = ("pi", "claude", "codex", "gemini")


def word(number):
    """A word of letters that no other one begins with or ends in."""
    return "w" + "".join("aeioubdgkm"[int(digit)] for digit in f"{number:04}") + "t"


def words(chance):
    """Some words, frequent ones and seldom ones."""
    return [word(min(int(chance.paretovariate(0.45)), chance.randint(1, 3000))) for _ in range(14)]


def texts():
    chance = random.Random(11)
    for number in range(COUNT):
        some = words(chance)
        if number == RARE_AT:
            some.insert(5, RARE)
        yield " ".join(some)


@pytest.fixture(scope="module")
def searcher(tmp_path_factory):
    """Messages of twenty projects, of which the first has half and the last a few."""
    chance = random.Random(5)
    with open_database(str(tmp_path_factory.mktemp("home")), lambda: 0.0) as database:
        index = Index(database)
        index.create()
        store = MessageStore(database, index)
        batch = []
        for number, text in enumerate(texts()):
            block = number // 40
            project = f"/srv/p{min(int(random.Random(block).paretovariate(0.6)), 20):02}"
            session = Session(AGENTS[block % 4], f"session{block}", project)
            role = "summary" if number == RARE_AT else chance.choice(ROLES[:4])
            message = Message(role, text, entry=f"n{number}")
            batch.append(Incoming(session, "", message, text, number * STEP, 0))
        for start in range(0, COUNT, 500):
            store.write(batch[start : start + 500], [])
        index.tidy()
        yield Searcher(database)


ASKED = (
    Filters(project="p01"),
    Filters(project="p03"),
    Filters(project="p20"),
    Filters(agent="claude"),
    Filters(role="user"),
    Filters(agent="pi", role="summary"),
    Filters(project="p02", role="assistant"),
    Filters(project="p01", role="tool", until=COUNT * STEP // 2),
    Filters(until=COUNT * STEP // 8),
    Filters(since=COUNT * STEP // 2, until=COUNT * STEP * 5 // 8),
)


@pytest.fixture(scope="module")
def held(searcher):
    """Every token with the messages that hold it."""
    found = {}
    for number, text in searcher.connection.execute("SELECT id, text FROM messages"):
        for token in set(index_tokens(text).split()):
            found.setdefault(token, set()).add(number)
    return found


def exhaustive(searcher, held, query, filters):
    """The points of every allowed message that has any, best first, with all that is to be known of it."""
    allowed = searcher.facets.allowed(filters)
    terms = [term for term in query_terms(query, searcher.lexicon) if term.token in held]
    sets = [held[term.token] for term in terms]
    weighted = scoring.weigh(terms, [float(len(some)) for some in sets], [True] * len(terms), COUNT)
    total = sum(item.weight for item in weighted)
    points = {}
    some = ",".join(str(number) for number in sorted(set().union(*sets)) if allowed.mask[number])
    rows = searcher.connection.execute(f"SELECT id, entry, text FROM messages WHERE id IN ({some})")
    for number, entry, text in rows.fetchall():
        mask = sum(1 << bit for bit, some in enumerate(sets) if number in some)
        score = scoring.score(scoring.prepared(text, False), mask, weighted, fold_case(query), total)
        points[entry] = score * (1 + 0.02 * number / COUNT)
    return dict(sorted(points.items(), key=lambda item: -item[1]))


@pytest.mark.parametrize("filters", ASKED, ids=lambda filters: " ".join(str(one) for one in filters if one))
def test_the_best_of_the_allowed_messages_are_found(searcher, held, filters, monkeypatch):
    # The store is small for the usual bounds: a hundredth of what they are made for.
    monkeypatch.setattr(candidates, "WINDOW", 30)
    monkeypatch.setattr(candidates, "FEW", 20)
    monkeypatch.setattr(candidates, "_WINDOWS", 30_000)
    monkeypatch.setattr(candidates, "_SCANNED", 30_000)
    chance = random.Random(3)
    first = whole = 0.0
    asked = 0
    while asked < 20:
        query = " ".join(dict.fromkeys(words(chance)[:3]))
        points = exhaustive(searcher, held, query, filters)
        if not points:
            continue
        asked += 1
        best = list(points.values())[:10]
        found = [points.get(hit.entry, 0.0) for hit in searcher.search(query, filters, 10)]
        first += found[0] / best[0]
        whole += sum(found) / sum(best)
    assert first >= 0.97 * asked
    assert whole >= 0.94 * asked


def test_a_rare_hit_in_an_old_session_is_found_under_every_filter(searcher):
    row = searcher.connection.execute(
        "SELECT s.agent, p.name, s.source FROM messages m JOIN sessions s ON s.id = m.session "
        "JOIN session_projects p ON p.id = s.project WHERE m.entry=?",
        (f"n{RARE_AT}",),
    ).fetchone()
    values = (row["name"], row["agent"], "summary", row["source"], (RARE_AT - 3) * STEP, (RARE_AT + 3) * STEP)
    for chosen in itertools.product((False, True), repeat=6):
        filters = Filters(
            *(
                value if taken else default
                for value, taken, default in zip(values, chosen, Filters()[:6], strict=True)
            )
        )
        for query in (RARE, f"{word(1)} {RARE} {word(2)}"):
            assert [hit.entry for hit in searcher.search(query, filters, 10)][:1] == [f"n{RARE_AT}"]
