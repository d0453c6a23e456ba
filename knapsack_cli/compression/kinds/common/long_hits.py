"""Hits on very long lines (minified code, data): shown in windows around what was searched for.

Nothing but the hits tells what that was: a word, or a part of one, that nearly all of them have. Where
they have none in common, a long line shows its beginning.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.kinds.common.search_hits import FileHits

LONG = 400
"""Characters from which on the line of a hit is shown in windows."""
AROUND = 80
"""Characters on each side of what was searched for."""
MOST = 3
"""So many of its places in one line are shown."""
LOOKED_AT = 200
"""Hits by which it is found."""
MOST_LONG = 20
NEARLY_ALL = 0.9
_WORD = lazy(r"\w{3,}")
_PART = lazy(r"[A-Z]*[a-z0-9]+|[A-Z]+|[^\W_]+")


def shorten(files: "list[FileHits]", command: str = "") -> None:
    """Replace the texts of long hits by windows of them, in place.

    Args:
        command: the command, as far as it is known: what it names is taken first.
    """
    texts = [hit.text for file in files for hit in file.hits]
    if all(len(text) <= LONG for text in texts):
        return
    word = sought(texts, command)
    for file in files:
        for hit in file.hits:
            if len(hit.text) > LONG:
                hit.text = _windows(hit.text, word)


def sought(texts: list[str], command: str = "") -> str:
    """The longest word, or part of one, that nearly all texts have, and the long ones too if any has;
    empty where there is none."""
    short = [text for text in texts if len(text) <= LONG][:LOOKED_AT]
    if not short:
        return ""
    candidates: dict[str, None] = {}
    for text in short[:3]:
        for word in _WORD.findall(text):
            candidates[word] = None
            parts = _PART.findall(word)
            for start in range(len(parts)):
                for end in range(start + 1, len(parts) + 1):
                    candidates["".join(parts[start:end])] = None
    shared = [
        word
        for word in candidates
        if len(word) >= 3 and sum(1 for text in short if word in text) >= NEARLY_ALL * len(short)
    ]
    long = [text for text in texts if len(text) > LONG][:MOST_LONG]
    found = {word: sum(1 for text in long if word in text) for word in shared}
    return max(shared, key=lambda word: (word in command, found[word], len(word)), default="")


def _windows(text: str, word: str) -> str:
    """The parts of a text around the first places of a word; what lies between is told by its length."""
    spans: list[tuple[int, int]] = []
    at = text.find(word) if word else -1
    while at >= 0 and len(spans) < MOST:
        start, end = max(0, at - AROUND), min(len(text), at + len(word) + AROUND)
        if spans and start <= spans[-1][1]:
            start = spans.pop()[0]
        spans.append((start, end))
        at = text.find(word, end)
    parts: list[str] = []
    position = 0
    for start, end in spans or [(0, 2 * AROUND)]:
        if start > position:
            parts.append(f" [... {thousands(start - position)} characters ...] ")
        parts.append(text[start:end])
        position = end
    if position < len(text):
        parts.append(f" [... {thousands(len(text) - position)} characters]")
    return "".join(parts).strip()
