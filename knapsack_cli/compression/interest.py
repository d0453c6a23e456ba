"""Which lines of a text without repetition are worth their room."""

from knapsack_cli.compression.evidence import is_failure, is_warning, words_of

_RESULTS = frozenset(
    (
        "total result results summary passed done finished completed complete success successful successfully"
        " ready started listening version ok warning warnings created installed built elapsed took changed"
        " enabled disabled detected using selected status"
    ).split()
)


TELLING = 10
"""Lines of at least this score speak of a warning, or nearly of a failure: they are evidence."""
_STEMS = (
    *("error", "fail", "invalid", "corrupt", "crash", "abort", "panic", "denied", "unable", "missing"),
    *("disabled", "taint", "unsupport", "not support", "vulnerable"),
)
"""What failures are told by where it is not a whole word: `errorCode`, `invalidated`."""


def interest(lines: list[str], candidates: list[int]) -> list[tuple[int, int]]:
    """The candidates with their scores, the most interesting first; equals in order of line.

    A line scores for what it says (failures, warnings, results), for being the first of its topic (its
    first two words that are no numbers), for standing at the start of a block, and near the ends.
    """
    scored: list[tuple[int, int]] = []
    topics: dict[tuple[str, ...], int] = {}
    vocabulary: set[str] = set()
    size = len(lines)
    for index in candidates:
        line = lines[index][:2000]
        words = words_of(line)
        score = 0
        if is_failure(line):
            score += 12
        elif is_warning(line):
            score += TELLING + 1
        else:
            lowered = line.lower()
            if any(stem in lowered for stem in _STEMS):
                score += TELLING
        if not _RESULTS.isdisjoint(words):
            score += 2
        topic = tuple([word for word in words if not word[:1].isdigit()][:2])
        seen = topics.get(topic, 0)
        topics[topic] = seen + 1
        if seen == 0:
            score += 3
        elif seen == 1:
            score += 1
        fresh = [word for word in words if word not in vocabulary and not word[:1].isdigit()]
        vocabulary.update(fresh)
        if len(fresh) * 2 > len(words):
            score += 1
        if line[:1] not in " \t" and (
            index == 0 or not lines[index - 1].strip() or lines[index - 1][:1] in " \t"
        ):
            score += 2
        if line.rstrip().endswith(":") or line[:1] in "#=*[":
            score += 1
        if index < 10 or index >= size - 10:
            score += 4
        scored.append((index, score))
    scored.sort(key=lambda item: (-item[1], item[0]))
    return scored
