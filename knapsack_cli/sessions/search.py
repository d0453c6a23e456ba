"""Searching messages: terms of the query, candidates from the index, a score on each candidate's text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from knapsack_cli.errors import StoreError
from knapsack_cli.sessions import candidates, identity
from knapsack_cli.sessions.candidates import Found, Postings
from knapsack_cli.sessions.facets import Allowed, Facets
from knapsack_cli.sessions.index import Index, require_fts5
from knapsack_cli.sessions.roles import FOLDS, ROLES
from knapsack_cli.store.database import Database
from knapsack_cli.store.lexicon import load_lexicon
from knapsack_cli.text import scoring
from knapsack_cli.text.folding import fold_case, spellings_of
from knapsack_cli.text.hits import Filters, Hit
from knapsack_cli.text.tokenization import Lexicon, Term, query_terms

_SCORED = 100
"""Candidates whose text is read."""

_ENOUGH = 20
"""Newest messages with a single character that make looking further needless."""

_READ = 1000
"""Newest messages read through for a query without any term (signs only), or a single character."""


_VERBATIM = 1.1
"""The query as it was written, case and script included, is worth a little more than a folded match."""

_REPEATED = 0.7
"""What a message said before is worth when it is said again, so that repeats do not fill the list."""

_BEGINNING = 3
"""Letters from which on a word is completed."""

_MOST_CHARACTERS = 6

_TITLE = 60
"""Characters of a first prompt that stand for a title."""


class _Candidate(NamedTuple):
    score: float
    id: int


class Searcher:
    """Searches the messages of one open database; what queries share is read once."""

    def __init__(self, database: Database) -> None:
        """Raises:
        StoreError: this SQLite cannot search, or the index is not there (`Index.make_ready`).
        """
        self.database = database
        self.connection = database.connection
        require_fts5(self.connection)
        if Index(database).state() == "stale":
            raise StoreError("the search index is to be made anew; run: knapsack import")
        self.lexicon: Lexicon = load_lexicon(database)
        self.highest = int(
            self.connection.execute("SELECT coalesce((SELECT max(id) FROM messages), 0)").fetchone()[0]
        )
        self.facets = Facets(self.connection, self.highest)
        self._beginnings: dict[int, str] = {}

    def search(self, query: str, filters: Filters, limit: int) -> list[Hit]:
        """The best `limit` messages for `query`, best first.

        Raises:
            UsageError: a filter that is none.
            sqlite3.DatabaseError: the index is damaged.
        """
        query = query.replace("\0", " ").strip()
        if not self.highest or not query:
            return []
        allowed = self.facets.allowed(filters) if any(filters) else None
        if any(filters) and allowed is None:
            return []
        postings = Postings(self.connection, allowed, self.highest)
        terms = query_terms(query, self.lexicon)
        found = self._candidates(postings, terms)
        if not found.masks:
            # Where the index knows what is asked, nothing that the filters leave holds it.
            return [] if found.terms else self._read_through(query, allowed, limit)
        weighted = scoring.weigh(found.terms, found.frequencies, found.complete, self.highest)
        few = allowed is not None and allowed.size <= candidates.FEW
        chosen = list(found.masks) if few else self._choose(found, weighted)
        best = self._score(query, found, weighted, chosen, allowed)[:limit]
        return self._hits(best, tuple(term.surface for term in found.terms))

    def _candidates(self, postings: Postings, terms: list[Term]) -> Found:
        longer = [term for term in terms if term.kind != "character"]
        if longer:
            found = candidates.find_candidates(postings, longer, self._respelt)
            if found.masks or (postings.allowed is not None and found.terms):
                return found
        return self._singles(postings, _characters(terms))

    def _singles(self, postings: Postings, terms: list[Term]) -> Found:
        """Candidates for single characters, which the index holds only at the edges of runs: the newest
        messages are read, and where they do not have enough, every pair that begins with the character."""
        allowed = postings.allowed
        held: list[list[int]] = [[] for _ in terms]
        if terms:
            for number, text in self._newest_texts(allowed):
                for term, numbers in zip(terms, held, strict=True):
                    if term.surface in text:
                        numbers.append(number)
        found = Found([], [], [], {})
        for term, numbers in zip(terms, held, strict=True):
            if len(numbers) < _ENOUGH and (allowed is None or allowed.size > _READ):
                token = candidates.quoted(term.token)
                more = postings.newest(f"{token} OR {token}*", candidates.WINDOW)
                numbers += [number for number in more if allowed is None or allowed.mask[number]]
            if numbers:
                bit = 1 << len(found.terms)
                found.terms.append(term._replace(weight=1.0))
                found.frequencies.append(float(len(numbers)))
                found.complete.append(False)
                for number in numbers:
                    found.masks[number] = found.masks.get(number, 0) | bit
        return found

    def _respelt(self, term: Term) -> list[Term]:
        """Words for a word that no message holds: longer ones that begin so, else those one edit away."""
        from knapsack_cli.sessions.spelling import neighbours

        if term.kind not in ("word", "part"):
            return []
        words: list[str] = []
        if len(term.token) >= _BEGINNING:
            rows = self.connection.execute(
                "SELECT word FROM message_words WHERE word > ? AND word < ? LIMIT 8",
                (term.token, term.token + "\U0010ffff"),
            ).fetchall()
            words = [row[0] for row in rows]
        if not words:
            words = neighbours(self.connection, term.token)
        return [Term(word, word, term.weight * 0.8, "word") for word in words]

    def _choose(self, found: Found, weighted: list[scoring.Weighted]) -> list[int]:
        """The candidates whose text is worth reading."""
        if len(found.masks) <= _SCORED:
            return list(found.masks)
        holding: dict[int, list[int]] = {}
        for number, mask in found.masks.items():
            holding.setdefault(mask, []).append(number)
        by_worth: dict[float, list[int]] = {}
        for mask in sorted(holding):
            worth = sum(item.weight for item in weighted if mask >> item.bit & 1)
            by_worth.setdefault(worth, []).extend(holding[mask])
        chosen: list[int] = []
        for worth in sorted(by_worth, reverse=True):
            room = _SCORED - len(chosen)
            tied = by_worth[worth]
            if len(tied) <= room:
                chosen += tied
                continue
            # Half of the last places go to the newest, half are spread over all ages: age must not decide.
            tied.sort(reverse=True)
            newest, rest = tied[: room // 2], tied[room // 2 :]
            places = room - len(newest)
            chosen += newest + [rest[n * len(rest) // places] for n in range(places)]
            break
        return chosen

    def _score(
        self,
        query: str,
        found: Found,
        weighted: list[scoring.Weighted],
        chosen: list[int],
        allowed: Allowed | None,
    ) -> list[_Candidate]:
        total = sum(item.weight for item in weighted) or 1.0
        whole = fold_case(query)
        spellings = spellings_of(whole + "".join(item.surface for item in weighted))
        scored = []
        texts: set[str] = set()
        condition, parameters = _checked(allowed)
        listed = ",".join(map(str, sorted(chosen)))
        for message, flags, text in self.connection.execute(
            f"SELECT m.id, m.flags, m.text FROM messages m WHERE m.id IN ({listed}){condition} "
            "ORDER BY m.id DESC",
            parameters,
        ).fetchall():
            prepared = scoring.prepared(text, bool(flags & FOLDS), spellings)
            points = scoring.score(prepared, found.masks[message], weighted, whole, total)
            if points > 0:
                if query in text:
                    points *= _VERBATIM
                if prepared in texts:
                    points *= _REPEATED
                texts.add(prepared)
                scored.append(_Candidate(points * (1 + 0.02 * message / self.highest), message))
        scored.sort(key=lambda item: (-item.score, -item.id))
        return scored

    def _read_through(self, query: str, allowed: Allowed | None, limit: int) -> list[Hit]:
        """Newest messages that hold the query as it is, for what has no tokens."""
        whole = fold_case(query)
        best = [_Candidate(1.0, number) for number, text in self._newest_texts(allowed) if whole in text]
        return self._hits(best[:limit], (whole,))

    def _newest_texts(self, allowed: Allowed | None) -> Iterator[tuple[int, str]]:
        """The newest allowed messages, in the form in which texts are compared."""
        condition, parameters = _checked(allowed)
        span = f"BETWEEN {allowed.low} AND {allowed.high}" if allowed is not None else "> 0"
        if allowed is not None and allowed.size <= _READ:
            span = f"IN ({','.join(map(str, allowed.numbers()))})"
        rows = self.connection.execute(
            f"SELECT m.id, m.flags, m.text FROM messages m WHERE m.id {span}{condition} "
            f"ORDER BY m.id DESC LIMIT {_READ}",
            parameters,
        )
        for number, flags, text in rows:
            if allowed is None or allowed.mask[number]:
                yield number, scoring.prepared(text, bool(flags & FOLDS))

    def _hits(self, best: list[_Candidate], surfaces: tuple[str, ...]) -> list[Hit]:
        hits = []
        for candidate in best:
            row = self.connection.execute(
                "SELECT m.key, m.time, m.role, m.entry, m.text, s.id, s.key, s.agent, s.title, p.name "
                "FROM messages m JOIN sessions s ON s.id = m.session "
                "JOIN session_projects p ON p.id = s.project WHERE m.id=?",
                (candidate.id,),
            ).fetchone()
            key, time, role, entry, text, number, session, agent, title, project = row
            hits.append(
                Hit(
                    source="sessions",
                    id=identity.message_id(key),
                    score=round(candidate.score, 3),
                    text=text,
                    surfaces=surfaces,
                    session=identity.session_id(session),
                    entry=entry or "",
                    agent=agent,
                    role=ROLES[role],
                    time=time,
                    project=project,
                    title=title or self._beginning(number),
                )
            )
        return hits

    def _beginning(self, session: int) -> str:
        """What stands for the title of a session that has none: how its first prompt begins."""
        if session not in self._beginnings:
            row = self.connection.execute(
                "SELECT substr(text, 1, 400) FROM messages "
                "WHERE session=? AND role=0 ORDER BY time, id LIMIT 1",
                (session,),
            ).fetchone()
            words = " ".join(row[0].split()) if row else ""
            self._beginnings[session] = f"{words[:_TITLE]}…" if len(words) > _TITLE else words
        return self._beginnings[session]


def _characters(terms: list[Term]) -> list[Term]:
    """The single characters asked for; where there are none, those of the pairs that no message holds."""
    singles = [term for term in terms if term.kind == "character"]
    if not singles:
        pairs = "".join(term.token for term in terms if term.kind == "pair")
        singles = [Term(one, one, 0.3, "character") for one in dict.fromkeys(pairs)]
    return singles[:_MOST_CHARACTERS]


def _checked(allowed: Allowed | None) -> tuple[str, tuple[int, ...]]:
    """What is left for SQL to check of the filters."""
    if allowed is None or not allowed.condition:
        return "", ()
    return f" AND {allowed.condition}", allowed.parameters


def damaged(error: BaseException) -> bool:
    """Whether an error of a search means that the index is damaged (and is to be made anew)."""
    if not isinstance(error, sqlite3.DatabaseError | StoreError):
        return False
    text = str(error)
    return any(
        sign in text for sign in ("malformed", "corrupt", "vtable constructor", "no such table", "damaged")
    )
