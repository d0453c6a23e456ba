"""How far memories answer a query, by words alone: the same for the same query and memories."""

from __future__ import annotations

import re
from typing import NamedTuple

from knapsack_cli.memory import index, scoring
from knapsack_cli.memory.facts import COLUMNS, from_row
from knapsack_cli.memory.model import Memory
from knapsack_cli.store.database import Database
from knapsack_cli.text.folding import fold_case
from knapsack_cli.text.tokenization import Lexicon, Term, query_terms, split_word

_CAPITAL = re.compile(r"\b\w*[A-Z]\w*\b")
_LATIN_WORD = re.compile(r"[a-z][a-z0-9]{2,30}")
_MOST_SPELLINGS = 6
"""Words of the memories that one misspelt word is taken for at most."""


_STOP_WEIGHT = 0.1
"""Terms of no more weight are question words and particles: nothing is found by them alone."""


_ASKED = {"part": 0.5, "name": 0.0}
"""The share of a term's worth that counts as asked, by the kind of term."""


class Match(NamedTuple):
    """A memory that answers a query.

    Attributes:
        bm25: the sum, saturated, 0 to 1. coverage: the share of the query that it answers, 0 to 1.
        smart_case: whether a word asked for with a capital stands in it so.
    """

    memory: Memory
    bm25: float
    coverage: float
    smart_case: bool


class Answers(NamedTuple):
    """The matches above the floor, in the order of their rows, and what of the query they hold."""

    matches: list[Match]
    surfaces: tuple[str, ...]


class Among(NamedTuple):
    """Which memories are looked at: SQL over `memories m`, and its parameters."""

    condition: str
    parameters: tuple[object, ...]


def answers(database: Database, query: str, among: Among, lexicon: Lexicon) -> Answers:
    """The memories that answer `query`; a misspelt query is tried as what it may mean when nothing does."""
    terms = query_terms(query, lexicon)
    total = int(
        database.execute(
            f"SELECT count(*) FROM memories m WHERE {among.condition}", among.parameters
        ).fetchone()[0]
    )
    if not total:
        return Answers([], ())
    if not terms:
        return _verbatim(database, query, among)
    terms = [term for term in terms if term.weight > _STOP_WEIGHT]
    if not terms:
        return Answers([], ())
    found = _match(database, query, terms, among, total)
    if found.matches:
        return found
    spelt = _spelt(database, query, terms, among)
    return _match(database, query, spelt, among, total) if spelt else found


def _match(database: Database, query: str, terms: list[Term], among: Among, total: int) -> Answers:
    single = all(term.kind == "character" for term in terms)
    held: dict[int, float] = {}
    sums: dict[int, float] = {}
    asked = 0.0
    surfaces = []
    for term in terms:
        weight = 1.0 if single else term.weight
        expression = index.quoted(term.token)
        if term.kind == "character":
            expression = f"{expression} OR {expression}*"
        rows = database.execute(
            f"SELECT m.id, i.tokens FROM {index.TABLE}(?) i CROSS JOIN memories m ON m.id = i.rowid "
            f"WHERE {among.condition}",
            (expression, *among.parameters),
        ).fetchall()
        worth = weight * scoring.rarity(total, len(rows))
        # Parts of an identifier explain a word that is asked for anyway; names put together are guesses.
        # Pairs across words, or with a particle, stand between the words that are asked for.
        asked += worth * (0.5 if term.kind == "pair" and term.weight < 1 else _ASKED.get(term.kind, 1.0))
        if rows:
            surfaces.append(term.surface)
        for row, tokens in rows:
            count = max(1, tokens.split().count(term.token))
            held[row] = held.get(row, 0.0) + worth
            sums[row] = sums.get(row, 0.0) + worth * count / (count + scoring.K1)
    chosen = [row for row in sorted(held) if held[row] >= scoring.COVERAGE_FLOOR * asked]
    capitals = _CAPITAL.findall(query)
    matches = []
    for memory in _memories(database, chosen):
        coverage = min(1.0, held[memory.row] / asked)
        smart_case = any(word in memory.content for word in capitals)
        matches.append(
            Match(memory, scoring.saturated(sums[memory.row]) * _whole(coverage), coverage, smart_case)
        )
    return Answers(matches, tuple(surfaces))


def _verbatim(database: Database, query: str, among: Among) -> Answers:
    """Memories that hold a query as it is, for one of signs alone (an emoji, say)."""
    sign = query.strip()
    if not sign:
        return Answers([], ())
    rows = database.execute(
        f"SELECT m.id FROM memories m WHERE {among.condition} AND instr(m.content, ?) ORDER BY m.id",
        (*among.parameters, sign),
    ).fetchall()
    found = _memories(database, [row[0] for row in rows])
    return Answers([Match(memory, scoring.saturated(1.0), 1.0, False) for memory in found], (sign,))


def _whole(coverage: float) -> float:
    """What a partial answer is worth: of a long question the sum alone does not tell it from a whole one."""
    return 0.5 + 0.5 * coverage


def _memories(database: Database, rows: list[int]) -> list[Memory]:
    found = []
    for start in range(0, len(rows), 500):
        listed = ",".join(map(str, rows[start : start + 500]))
        found += [
            from_row(row)
            for row in database.execute(f"SELECT {COLUMNS} FROM memories WHERE id IN ({listed}) ORDER BY id")
        ]
    return found


def _spelt(database: Database, query: str, terms: list[Term], among: Among) -> list[Term]:
    """The terms with words for those that no memory holds: words whose 3-grams are most alike."""
    words: dict[str, None] = {}
    for (content,) in database.execute(
        f"SELECT m.content FROM memories m WHERE {among.condition} ORDER BY m.id", among.parameters
    ):
        words.update(dict.fromkeys(_LATIN_WORD.findall(fold_case(content))))
    vocabulary = [(word, scoring.trigrams(word)) for word in words]
    known = {token for word in words for token in split_word(word)}
    spelt: list[Term] = []
    changed = False
    asked = {split_word(word)[0]: word for word in _LATIN_WORD.findall(fold_case(query))}
    for term in terms:
        word = asked.get(term.token)
        if word is None or term.token in known or term.weight < 0.5:
            spelt.append(term)
            continue
        grams = scoring.trigrams(word)
        near = sorted(
            (
                (-likeness, other)
                for other, its in vocabulary
                if (likeness := scoring.spelling(grams, its)) >= scoring.FUZZY
            )
        )[:_MOST_SPELLINGS]
        if not near:
            spelt.append(term)
        for likeness, other in near:
            changed = True
            # The nearest spelling stands for the word; the further ones count for less.
            share = likeness / near[0][0]
            token = split_word(other)[0]
            spelt.append(Term(token, token, term.weight * share**2 / len(near) ** 0.5, "word"))
    return list({term.token: term for term in reversed(spelt)}.values()) if changed else []
