"""How far memories answer a query, by words alone: the same for the same query and memories."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from knapsack_cli.memory import index, scoring
from knapsack_cli.memory.associations import SLIGHT_WEIGHT, associations, is_slight
from knapsack_cli.memory.facts import COLUMNS, from_row
from knapsack_cli.memory.model import Memory
from knapsack_cli.store.database import Database
from knapsack_cli.text.folding import fold_case
from knapsack_cli.text.tokenization import Lexicon, Term, query_terms, split_word

_NONE: Mapping[int, float] = MappingProxyType({})
_CAPITAL = re.compile(r"\b\w*[A-Z]\w*\b")
_LATIN_WORD = re.compile(r"[a-z][a-z0-9]{2,30}")
_MOST_SPELLINGS = 6
"""Words of the memories that one misspelt word is taken for at most."""


_STOP_WEIGHT = 0.1
"""Terms of no more weight are question words and particles: nothing is found by them alone."""


_ASKED = {"part": 0.5, "name": 0.0}
"""The share of a term's worth that counts as asked, by the kind of term."""


_LENT_LOSS = 0.25
"""What a word that is only stood for loses in rank; set on the first half of the labelled queries."""


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


def answers(
    database: Database, query: str, among: Among, lexicon: Lexicon, likenesses: Mapping[int, float] = _NONE
) -> Answers:
    """The memories that answer `query`; a misspelt query is tried as what it may mean when nothing does.

    Args:
        likenesses: row -> cosine of its meaning with the query's, where meanings can be compared.
    """
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
    found = _match(database, query, terms, among, total, likenesses)
    if any(match.coverage >= scoring.COVERAGE_FLOOR for match in found.matches):
        return found
    spelt = _spelt(database, query, terms, among)
    if not spelt:
        return found
    respelt = _match(database, query, spelt, among, total, _NONE)
    return respelt if respelt.matches else found


def _match(
    database: Database,
    query: str,
    terms: list[Term],
    among: Among,
    total: int,
    likenesses: Mapping[int, float],
) -> Answers:
    single = all(term.kind == "character" for term in terms)
    held: dict[int, float] = {}
    sums: dict[int, float] = {}
    asked = 0.0
    surfaces = []
    lent: dict[int, float] = {}
    worths: dict[str, float] = {}
    direct: dict[str, set[int]] = {}
    for term in terms:
        weight = 1.0 if single else term.weight
        if is_slight(term.token):
            weight *= SLIGHT_WEIGHT
        expression = index.quoted(term.token)
        if term.kind == "character":
            expression = f"{expression} OR {expression}*"
        rows = database.execute(
            f"SELECT m.id, i.tokens FROM {index.TABLE}(?) i CROSS JOIN memories m ON m.id = i.rowid "
            f"WHERE {among.condition}",
            (expression, *among.parameters),
        ).fetchall()
        worth = worths[term.token] = weight * scoring.rarity(total, len(rows))
        direct[term.token] = {row[0] for row in rows}
        # Parts of an identifier explain a word that is asked for anyway; names put together are guesses.
        # Pairs across words, or with a particle, stand between the words that are asked for.
        asked += worth * (0.5 if term.kind == "pair" and term.weight < 1 else _ASKED.get(term.kind, 1.0))
        if rows:
            surfaces.append(term.surface)
        for row, tokens in rows:
            count = max(1, tokens.split().count(term.token))
            held[row] = held.get(row, 0.0) + worth
            sums[row] = sums.get(row, 0.0) + worth * count / (count + scoring.K1)
    for row, token, worth in _associated(database, query, among, total, worths):
        if row not in direct[token]:
            held[row] = held.get(row, 0.0) + worth
            sums[row] = sums.get(row, 0.0) + worth / (1 + scoring.K1)
            lent[row] = lent.get(row, 0.0) + worth
    # Of words that weigh nothing (only common ones were asked for) no share is explained.
    asked = asked or 1.0
    chosen = [
        row
        for row in sorted(held.keys() | likenesses.keys())
        if scoring.is_answer(held.get(row, 0.0) / asked, likenesses.get(row, 0.0))
    ]
    capitals = _CAPITAL.findall(query)
    matches = []
    for memory in _memories(database, chosen):
        coverage = min(1.0, held.get(memory.row, 0.0) / asked)
        said = min(1.0, (held.get(memory.row, 0.0) - _LENT_LOSS * lent.get(memory.row, 0.0)) / asked)
        smart_case = any(word in memory.content for word in capitals)
        matches.append(
            Match(memory, scoring.saturated(sums.get(memory.row, 0.0)) * _whole(said), coverage, smart_case)
        )
    return Answers(matches, tuple(surfaces))


def _associated(
    database: Database, query: str, among: Among, total: int, worths: dict[str, float]
) -> list[tuple[int, str, float]]:
    """(Row, token of the query, what it is worth there) for memories that say it in other words."""
    best: dict[tuple[int, str], float] = {}
    known: dict[str, list[tuple[int]]] = {}
    for one in associations(query):
        tokens = [token for token in one.tokens if worths.get(token, 0.0) > 0]
        if not tokens or not one.expressions:
            continue
        for expression in one.expressions:
            rows = known.get(expression)
            if rows is None:
                rows = known[expression] = database.execute(
                    f"SELECT m.id FROM {index.TABLE}(?) i CROSS JOIN memories m ON m.id = i.rowid "
                    f"WHERE {among.condition}",
                    (expression, *among.parameters),
                ).fetchall()
            # What is said in many memories tells little of each.
            most = scoring.rarity(total, len(rows))
            for (row,) in rows:
                for token in tokens:
                    worth = one.share * min(worths[token], most)
                    best[row, token] = max(best.get((row, token), 0.0), worth)
    return [(row, token, worth) for (row, token), worth in best.items()]


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
    return 0.3 + 0.7 * coverage


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
