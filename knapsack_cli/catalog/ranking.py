"""Rank skills for what a person said: BM25 over several fields, with related words, translations and typos.

Weighting after Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009):
the term frequencies of the fields are added with weights before they saturate (BM25F).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from knapsack_cli.catalog.query import Group, add_related
from knapsack_cli.catalog.typos import Corrector
from knapsack_cli.catalog.words import FILLER_WORDS, FUNCTION_WORDS, WEAK_WORDS, name_words, stem, words_of
from knapsack_cli.text.glossary import thesaurus

SATURATION = 1.2
"""BM25's k1."""
LENGTH_WEIGHT = 0.6
"""BM25's b."""
NAME_WEIGHT = 3.0
PROFILE_WEIGHT = 1.5
NAME_BONUS = 0.6
"""Added, times the rarity, for a word of the name: names are chosen to tell skills apart."""
REST_SHARE = 0.25
"""What the second and further terms of a group add beside its best one."""
SURE_STRENGTH = 2.2
"""A best score of this many times what the rarest word is worth is sure; below it likeness of meaning is
asked, and what follows the best keeps an intent."""
LEAST_STRENGTH = 0.95
"""What the best score of a request with a single telling word must come to."""
BLEND_SHARE = 0.4
"""What likeness of meaning then weighs beside the words."""
WEAK_COVERAGE = 0.8
"""Typos are looked for when less than this share of a request's telling words is known."""


class Described(NamedTuple):
    """What is known of one skill or tool: its name, description, sample requests, and what it is not for."""

    name: str
    description: str
    samples: str = ""
    negative: str = ""


class Ranking:
    """Scores by position in the index, what they rest on, and how sure they are.

    Attributes:
        scores: one number an item, 0 for no match.
        signal: whether the request names a task at all.
        strength: the best score over the worth of a word that only one item has; see `SURE_STRENGTH`.
        coverage: share of what the request's telling words weigh that some item answers, 0 to 1.
        reasons: for each item with a score, the words that matched, most telling first.
    """

    __slots__ = ("coverage", "reasons", "scores", "signal", "strength")

    def __init__(self, scores: list[float]) -> None:
        self.scores = scores
        self.signal = False
        self.coverage = 0.0
        self.strength = 0.0
        self.reasons: dict[int, list[str]] = {}

    def order(self) -> list[int]:
        """Positions with a positive score, best first; ties in catalogue order."""
        ranked = [place for place, score in enumerate(self.scores) if score > 0]
        return sorted(ranked, key=lambda place: (-self.scores[place], place))


class Index:
    """The words of a catalogue, made once and asked often."""

    def __init__(self, items: Sequence[Described]) -> None:
        self.items = items
        self._words = [words_of(item.description) for item in items]
        self._fields = (
            (0.0, _places(self._words)),
            (NAME_WEIGHT, _places([name_words(item.name) for item in items])),
            (PROFILE_WEIGHT, _places([words_of(item.samples) if item.samples else [] for item in items])),
        )
        self.vocabulary: set[str] = set().union(*(places for _, places in self._fields))
        self._average = max(1.0, sum(map(len, self._words)) / max(1, len(items)))
        self._corrector: Corrector | None = None

    def rank(self, groups: Sequence[Group]) -> Ranking:
        """Score every item for the groups of a request."""
        forms = self._forms(groups)
        if self._known_share(groups, forms) < WEAK_COVERAGE and self._correct(groups, forms):
            forms = self._forms(groups)
        lookup = {word: key for key, words in forms.items() for word in words}
        hits = self._hits(lookup)
        rarity = self._rarity(hits)
        shares = _shares(groups)
        ranking = Ranking([0.0] * len(self.items))
        for place, found in hits.items():
            self._score(place, found, groups, shares, rarity, ranking)
        self._judge(groups, rarity, ranking)
        return ranking

    def _forms(self, groups: Sequence[Group]) -> dict[str, list[str]]:
        """Stems asked for -> words of the vocabulary that have them."""
        wanted = {key for group in groups for key in group.terms}
        starts = {key[:3] for key in wanted}
        forms: dict[str, list[str]] = {}
        for word in sorted([word for word in self.vocabulary if word[:3] in starts]):
            key = stem(word)
            if key in wanted:
                forms.setdefault(key, []).append(word)
        return forms

    def _known_share(self, groups: Sequence[Group], forms: Mapping[str, object]) -> float:
        telling = [group for group in groups if group.strong and " " not in group.word]
        known = sum(1 for group in telling if stem(group.word) in forms or group.word in thesaurus().related)
        return known / len(telling) if telling else 1.0

    def _correct(self, groups: Sequence[Group], forms: Mapping[str, object]) -> bool:
        if self._corrector is None:
            plain = (word for word in self.vocabulary if word.isascii())
            single = (word for word in thesaurus().related if " " not in word)
            common = FUNCTION_WORDS | FILLER_WORDS | WEAK_WORDS
            self._corrector = Corrector({*plain, *single, *common})
        corrected = False
        for group in groups:
            word = group.word
            if not group.strong or stem(word) in forms or word in thesaurus().related:
                continue
            nearest = self._corrector.nearest(word)
            if any(other in FUNCTION_WORDS or other in FILLER_WORDS for other, _ in nearest):
                group.strong, group.weight = False, 0.0
                continue
            for other, likeness in nearest:
                weight = group.weight * likeness * (0.3 if other in WEAK_WORDS else 1.0) / len(nearest) ** 0.5
                group.add(other, weight)
                add_related(group, other, weight)
                corrected = True
            if not nearest:
                corrected = self._take_apart(group) or corrected
        return corrected

    def _take_apart(self, group: Group) -> bool:
        word = group.word
        for at in range(len(word) - 2, 3, -1):
            head, tail = word[:at], word[at:]
            if head in self.vocabulary and (tail in self.vocabulary or len(head) >= 5):
                group.add(head, group.weight * 0.6)
                if tail in self.vocabulary:
                    group.add(tail, group.weight * 0.6)
                return True
        return False

    def _hits(self, lookup: Mapping[str, str]) -> dict[int, dict[str, tuple[float, bool]]]:
        """Item -> stem -> (weighted frequency, whether the name has it)."""
        hits: dict[int, dict[str, tuple[float, bool]]] = {}
        for weight, places in self._fields:
            for word, key in lookup.items():
                for place in places.get(word, ()):
                    found = hits.setdefault(place, {})
                    frequency, named = found.get(key, (0.0, False))
                    gained = weight or self._words[place].count(word)
                    found[key] = (frequency + gained, named or weight == NAME_WEIGHT)
        return dict(sorted(hits.items()))

    def _rarity(self, hits: Mapping[int, Mapping[str, object]]) -> dict[str, float]:
        counts: dict[str, int] = {}
        for found in hits.values():
            for key in found:
                counts[key] = counts.get(key, 0) + 1
        total = len(self.items)
        return {key: math.log(1 + (total - count + 0.5) / (count + 0.5)) for key, count in counts.items()}

    def _score(
        self,
        place: int,
        found: Mapping[str, tuple[float, bool]],
        groups: Sequence[Group],
        shares: Sequence[Mapping[str, float]],
        rarity: Mapping[str, float],
        ranking: Ranking,
    ) -> None:
        length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * len(self._words[place]) / self._average
        worth: dict[str, float] = {}
        for key, (frequency, named) in found.items():
            saturated = frequency * (SATURATION + 1) / (frequency + SATURATION * length)
            worth[key] = rarity[key] * (saturated + (NAME_BONUS if named else 0.0))
        total = 0.0
        reasons: list[tuple[float, str]] = []
        for group, weights in zip(groups, shares, strict=True):
            gains = [worth[key] * weights[key] for key in weights if key in worth]
            if gains:
                best = max(gains)
                gain = best + REST_SHARE * (sum(gains) - best)
                total += gain
                reasons.append((gain, group.word))
        if self.items[place].negative:
            item = self.items[place]
            own = {
                stem(word) for word in (*self._words[place], *words_of(item.name), *words_of(item.samples))
            }
            refused = {stem(word) for word in words_of(item.negative)} - own
            total -= sum(
                rarity[key] for key in refused if key in rarity and any(key in g.terms for g in groups)
            )
        ranking.scores[place] = max(0.0, total)
        ranking.reasons[place] = [word for _, word in sorted(reasons, key=lambda one: (-one[0], one[1]))]

    def _judge(
        self,
        groups: Sequence[Group],
        rarity: Mapping[str, float],
        ranking: Ranking,
    ) -> None:
        matched = [group for group in groups if any(key in rarity for key in group.terms)]
        strong = any(group.strong for group in matched)
        # A phrase of plain words ("went down") is a sign of a task only beside words that say of what.
        phrased = any(" " in group.word for group in matched) and any(group.strong for group in groups)
        order = ranking.order()
        rarest = math.log(1 + (len(self.items) - 0.5) / 1.5)
        ranking.strength = ranking.scores[order[0]] / rarest if order else 0.0
        # One plain word that some description happens to hold ("commit this") is no task either.
        lone = sum(group.strong for group in groups) < 2 and ranking.strength < LEAST_STRENGTH
        ranking.signal = (strong or phrased) and not lone
        if not ranking.signal:
            ranking.scores = [0.0] * len(self.items)
            return
        wanted = answered = 0.0
        for group in groups:
            if group.strong:
                worth = [rarity[key] for key in group.terms if key in rarity]
                weight = group.weight * max(worth, default=rarest / 2)
                wanted += weight
                answered += weight if worth else 0.0
        ranking.coverage = answered / wanted if wanted else 0.0


def _places(lists: Sequence[Sequence[str]]) -> Mapping[str, list[int]]:
    """Word -> the items that have it, in order."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for place, words in enumerate(lists):
        for word in set(words):
            found[word].append(place)
    return found


def _shares(groups: Sequence[Group]) -> list[dict[str, float]]:
    """The weights of each group's terms; a term that several groups bring counts fully only once."""
    best: dict[str, float] = {}
    owner: dict[str, int] = {}
    for number, group in enumerate(groups):
        for key, weight in group.terms.items():
            if weight > best.get(key, 0.0):
                best[key], owner[key] = weight, number
    return [
        {key: weight if owner.get(key) == number else weight * 0.3 for key, weight in group.terms.items()}
        for number, group in enumerate(groups)
    ]


def blend(ranking: Ranking, likeness: Sequence[float]) -> None:
    """Mix likeness of meaning (0 to 1 an item) into a ranking by words."""
    top = max(ranking.scores, default=0.0) or 1.0
    for place, near in enumerate(likeness):
        words = ranking.scores[place]
        ranking.scores[place] = (1 - BLEND_SHARE) * words + BLEND_SHARE * near * top
        if near > 0.5:
            ranking.reasons.setdefault(place, []).append("(meaning)")


def boost_clusters(ranking: Ranking, items: Sequence[Described], clusters: Iterable[Sequence[str]]) -> None:
    """Raise the neighbours of the best three items: skills that a profile says belong together."""
    order = ranking.order()
    if not order:
        return
    top = ranking.scores[order[0]]
    leaders = {items[place].name for place in order[:3]}
    raised: set[str] = set()
    for cluster in clusters:
        if leaders.intersection(cluster):
            raised.update(cluster)
    for place, item in enumerate(items):
        if item.name in raised and item.name not in leaders:
            ranking.scores[place] += 0.15 * top
            ranking.reasons.setdefault(place, []).append("(cluster)")
