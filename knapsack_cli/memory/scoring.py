"""How memories are ranked: every weight and bound in one place, with where it comes from."""

from __future__ import annotations

from math import log, log2

BM25_SATURATION = 1.5
"""r / (r + 1.5) brings BM25's sum to 0 to 1 (upstream Knapsack)."""
SMART_CASE = 1.15
"""Factor where a word that was asked for with a capital stands in the memory as written (upstream)."""
WEIGHTS = {"bm25": 0.45, "importance": 0.30, "recency": 0.15, "frecency": 0.10}
"""Upstream Knapsack's weights without embeddings."""
SEMANTIC_WEIGHTS = {"bm25": 0.30, "cosine": 0.35, "importance": 0.20, "recency": 0.10, "frecency": 0.05}
"""Upstream Knapsack's weights with embeddings."""
RECENCY_DAYS = 30.0
LEAST_RECENCY = 0.1
FRECENCY_SCALE = 5.0
"""log2(1 + uses) / 5 (upstream): 31 uses are worth as much as any more."""
FUZZY = 0.34
"""Jaccard's index of 3-grams from which two words are taken for spellings of one (upstream)."""
USUAL_NUMBER = 50
"""Rarity is told as among at least so many memories: among three, every word would be common."""
K1 = 1.2

COVERAGE_FLOOR = 0.4
"""The least share of what a query asks (weight times rarity) that a memory must hold to be an answer. Set on
the first half of the labelled queries of `tests/bench/bench_memory.py`: of the unrelated ones 19 % find
something at 0.3, 7 % at 0.35, none here."""
COSINE_FLOOR = 0.46
"""The least likeness of meaning that makes a memory an answer, set on the same half: of the unrelated queries
4 % find something here, 11 % at 0.44, 15 % at 0.4."""
JOINT_FLOOR = 1.5
LEAST_COSINE = 0.2
"""Words and meaning that are each below their floors are enough when their shares of the floors add up to
JOINT_FLOOR and the likeness is at least LEAST_COSINE; set on the same half."""

MILLISECONDS_A_DAY = 86_400_000


def is_answer(coverage: float, likeness: float) -> bool:
    """Whether words and meaning are enough: either by itself, or a good part of each."""
    if coverage >= COVERAGE_FLOOR or likeness >= COSINE_FLOOR:
        return True
    joint = coverage / COVERAGE_FLOOR + likeness / COSINE_FLOOR
    return likeness >= LEAST_COSINE and joint >= JOINT_FLOOR


def rarity(total: int, frequency: int) -> float:
    """BM25's logarithm of how few of `total` memories hold a term."""
    total = max(total, USUAL_NUMBER)
    return log((total - frequency + 0.5) / (frequency + 0.5) + 1)


def saturated(sum_of_terms: float) -> float:
    """BM25's sum as 0 to 1."""
    return sum_of_terms / (sum_of_terms + BM25_SATURATION)


def recency(created: int, now: int) -> float:
    """1 for what is new, falling to 0.1 over 30 days. Both in milliseconds."""
    return max(LEAST_RECENCY, min(1.0, 1 - (now - created) / (RECENCY_DAYS * MILLISECONDS_A_DAY)))


def frecency(uses: int) -> float:
    """0 for what was never used, 1 for what was used 31 times or more."""
    return min(1.0, log2(1 + uses) / FRECENCY_SCALE)


def composite(
    bm25: float, smart_case: bool, importance: float, created: int, uses: int, now: int, cosine: float | None
) -> float:
    """The score of one memory, 0 to about 1.07; `cosine` is None where meanings are not compared."""
    weights = WEIGHTS if cosine is None else SEMANTIC_WEIGHTS
    score = weights["bm25"] * bm25 * (SMART_CASE if smart_case else 1.0)
    score += weights["importance"] * importance
    score += weights["recency"] * recency(created, now)
    score += weights["frecency"] * frecency(uses)
    if cosine is not None:
        score += weights["cosine"] * max(0.0, cosine)
    return score


def trigrams(word: str) -> frozenset[str]:
    """The 3-grams of a word padded by two spaces at both ends."""
    padded = f"  {word}  "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


def spelling(first: frozenset[str], second: frozenset[str]) -> float:
    """Jaccard's index of two words' 3-grams."""
    union = len(first | second)
    return len(first & second) / union if union else 0.0
