"""CMake's warnings and errors: a heading, an indented text, a call stack. Equal ones are shown once."""

from knapsack_cli.compression.kinds.common.loose import Loose
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import Fold
from knapsack_cli.text.lazy_patterns import lazy

_HEAD = lazy(r"CMake (?:\w+ )?(?:Warning|Error)(?: \(dev\))?(?: at | in |:)")
_VARYING = lazy(r"\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|\d+|\s+")
_STACK = "Call Stack (most recent call first):"
_ADVICE = "This warning is for project developers."
_LONGEST = 60


def cmake_messages(texts: list[str]) -> list[list[tuple[int, int]]]:
    """The messages of CMake as (first, last) line indexes, those that say the same together, in order."""
    groups: dict[str, list[tuple[int, int]]] = {}
    index = 0
    while index < len(texts):
        if not _HEAD.match(texts[index]):
            index += 1
            continue
        last = _end(texts, index)
        said = " ".join(texts[at] for at in range(index, last + 1) if not texts[at].startswith(_STACK))
        groups.setdefault(_VARYING.sub(" ", said), []).append((index, last))
        index = last + 1
    return list(groups.values())


def _end(texts: list[str], first: int) -> int:
    """The last line of the message that begins at `first`."""
    last = at = first
    while at + 1 < len(texts) and at - first < _LONGEST:
        at += 1
        line = texts[at]
        if line.startswith(("  ", _STACK, _ADVICE)):
            last = at
        elif line.strip():
            break
    return last


def fold_repeated(groups: list[list[tuple[int, int]]], texts: list[str], base: int, loose: Loose) -> None:
    """Show the first message of each group whole, and tell after it how many like it follow.

    `base` is how many lines of the input stand before `texts`.
    """
    for blocks in groups:
        for at in range(blocks[0][0], blocks[0][1] + 1):
            loose.folds.pop(at, None)
        others = [at for first, last in blocks[1:] for at in range(first, last + 1) if texts[at].strip()]
        if not others:
            continue
        for at in others:
            loose.ranks[at] = 0
            loose.told[at] = 1
            loose.folds.pop(at, None)
        end = blocks[0][1]
        text = f"[this message x{thousands(len(blocks) - 1)} more to line {base + others[-1] + 1}]"
        loose.folds[end] = Fold(end, len(others), others[-1], text)
