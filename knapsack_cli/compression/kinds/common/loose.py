"""Lines of a build or a linter that are no diagnostics: commands, progress, summaries, whatever else."""

import re

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import DROP, EVIDENCE, IMPORTANT, Fold
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RARE = 3
MOST_RARE = 100
"""With more rare lines than this, the outer words of a line are enough to call two alike."""
MOST_WARNINGS = 12
"""Warnings that look alike are all shown up to this many."""
MOST_EACH = 30
"""Summaries and failures that look alike are all shown up to this many."""

SUMMARY = 48
MOST_SUMMARIES = 120
"""Summaries of so few characters, one a file, are worth no list: so many of them are shown."""
LONGEST_LIST = 1500
"""Characters of the words in which lines differ that are told."""
MOST_DIFFERING = 3
"""Lines that differ in more words than this are not told by them."""
LONG = 120
"""A message of more characters is shown once, wherever it stands; so is a target that is built (`[ 45%]`)."""

_WANTING = lazy(
    r"\b(?:would|needs?|not|unformatted|incorrect\w*|missing|fail\w*|differs?|conflict\w*|invalid|cannot|removed?"
    r"|renamed?|reformatted|fixed|deleted?|skipped|unused|unreferenced|unresolved)\b|\[warn\]",
    re.IGNORECASE,
)
"""What makes of lines that differ in a word alone a list of which each member counts."""
_PASSED = ": 0, Errors: 0, Skipped: 0,"
"""What Maven says of a class whose tests passed: its words are those of failures, and none did fail."""
_QUOTED = lazy(r"(?<!\w)'[^'\n]{0,300}'|\"[^\"\n]{0,300}\"|`[^`\n]{0,300}`|‘[^’\n]{0,300}’")
_PATH = lazy(r"(?:(?<=[\s'\"(])|^)[^\s'\"(]*[/\\.][^\s'\")]*")
_COMMAND = lazy(
    r"[ \t]*(?:\S*[/\\])?"
    r"(?P<program>csc|vbc|cl|link|lib|rc|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ar|ld|ranlib|rustc"
    r"|javac|nvcc|gfortran|as|libtool|moc|uic|protoc|\S+-(?:gcc|g\+\+|ar|ld))(?:\.exe)?[ \t]+[-/@\w\"]",
    re.IGNORECASE,
)
_OUTPUT = lazy(r"[ \t]*\S+ -> \S")
LONGEST_PROGRAM = 400
"""Characters within which a command names its program."""
COMMAND = "$ "
"""How the shape of a compiler's command begins."""
_POINTER = lazy(r" (?:-> \[Help \d+\]|@)$")
"""What Maven writes after a message: where it is explained, and a place it does not know."""


def loose_shape(line: str) -> str:
    """What makes two lines of a build alike: the line without paths, versions, quoted names and numbers.

    A compiler's command is like every other command of the same program.
    """
    match = _COMMAND.match(line, 0, LONGEST_PROGRAM)
    if match is not None:
        return COMMAND + match["program"] + (" -c" if " -c " in line else " ")
    if _OUTPUT.match(line):
        return "->"
    return shape_of(_PATH.sub("/", _QUOTED.sub("~", line[:400])))


class Loose:
    """What becomes of the lines that no diagnostic owns.

    Attributes:
        ranks: a rank a line; DROP for owned ones too.
        folds: by the index of the line they follow.
        told: 1 where a fold stands for the line.
    """

    __slots__ = ("folds", "ranks", "told")

    def __init__(self, size: int) -> None:
        self.ranks = bytearray(size)
        self.folds: dict[int, Fold] = {}
        self.told = bytearray(size)


def rank_loose(
    texts: list[str],
    owned: bytearray,
    number: "Callable[[int], int]",
    judge: "Callable[[int], int]",
    listed: "Callable[[str], tuple[str, str] | None] | None" = None,
    pinned: "frozenset[int]" = frozenset(),
    shape: "Callable[[int], str] | None" = None,
) -> Loose:
    """Rank the lines that no diagnostic owns.

    Args:
        texts: all lines.
        owned: 1 where a diagnostic owns the line.
        number: the input's line number of an index.
        judge: the rank of the line at an index (DROP for noise), -1 where only its rarity tells.
        listed: the list that a line belongs to and what it adds to it; such lines fold to what they add.
        pinned: lines that are kept whatever they look like.
        shape: a shape of the caller's own for the line at an index, "" for the usual one.
    """
    loose = Loose(len(texts))
    members: dict[str, list[int]] = {}
    values: dict[str, list[str]] = {}
    said: set[str] = set()
    for index, line in enumerate(texts):
        if owned[index] or not line.strip():
            continue
        if index in pinned:
            loose.ranks[index] = EVIDENCE
            continue
        entry = listed(line) if listed is not None else None
        if entry is not None:
            members.setdefault(entry[0], []).append(index)
            values.setdefault(entry[0], []).append(entry[1])
            loose.ranks[index] = EVIDENCE
            continue
        rank = judge(index)
        if rank == DROP:
            continue
        share = line[:1] == "[" and line[5:6] == "]"
        if rank > DROP and (share or len(line) > LONG):
            message = line[6:] if share else _POINTER.sub("", line.strip())
            if message in said:
                continue
            said.add(message)
        own = (shape(index) if shape is not None else "") or loose_shape(line)
        # A compiler's command tells of no failure, though a file that it names be called error.c.
        loose.ranks[index] = 0 if own.startswith(COMMAND) else max(rank, 0)
        members.setdefault(own, []).append(index)
    rare = [
        index
        for indexes in members.values()
        if len(indexes) <= RARE
        for index in indexes
        if not loose.ranks[index]
    ]
    if len(rare) > MOST_RARE:
        _regroup(members, rare, texts)
    for name in sorted(members, key=lambda name: members[name][0]):
        _fold(loose, texts, members[name], number, values.get(name))
    return loose


def _regroup(members: dict[str, list[int]], rare: list[int], texts: list[str]) -> None:
    """Put rare lines that share their indentation and their outer words together: there are too many."""
    loners = set(rare)
    for name in [name for name, indexes in members.items() if indexes[0] in loners]:
        del members[name]
    for index in sorted(rare):
        members.setdefault(coarse_shape(texts[index]), []).append(index)


def coarse_shape(line: str) -> str:
    """The indentation of a line and its first and last words, names and numbers in them masked."""
    words = line.split()
    indent = len(line) - len(line.lstrip())
    return f"{indent} {_masked(words[0])} {_masked(words[-1])} {min(len(words), 3)}"


def _masked(word: str) -> str:
    """A word as it is if it is plain; else its outer signs alone."""
    if word.isalpha() and (word.islower() or word.istitle()):
        return word
    return f"{word[0] if not word[0].isalnum() else 'x'}{word[-1] if not word[-1].isalnum() else 'x'}"


def _fold(
    loose: Loose,
    texts: list[str],
    indexes: list[int],
    number: "Callable[[int], int]",
    values: list[str] | None,
) -> None:
    """Keep the rare of the lines that look alike, of the others the first and a count."""
    ranks = loose.ranks
    highest = max(ranks[index] for index in indexes)
    most = (
        RARE
        if values is not None
        else MOST_EACH
        if highest >= EVIDENCE
        else MOST_WARNINGS
        if highest
        else RARE
    )
    if values is None and highest:
        indexes = _distinct(loose, texts, indexes)
    if values is None and most == MOST_EACH and all(len(texts[index]) <= SUMMARY for index in indexes):
        most = MOST_SUMMARIES
    if len(indexes) <= most:
        for index in indexes:
            ranks[index] = max(ranks[index], IMPORTANT)
        return
    first, others = indexes[0], indexes[1:]
    ranks[first] = max(highest, IMPORTANT)
    for index in others:
        ranks[index] = DROP
        loose.told[index] = 1
    text = f"[x{thousands(len(others))} like this to line {number(others[-1])}]"
    wanting = _WANTING.search(texts[first]) and _PASSED not in texts[first]
    if values is None and (highest >= EVIDENCE or wanting):
        values = _differing([texts[index] for index in indexes])
    if values is not None:
        text = f"[x{thousands(len(others))} like this: {', '.join(dict.fromkeys(values[1:]))}]"
    loose.folds[first] = Fold(first, len(others), others[-1], text)


def _differing(lines: list[str]) -> list[str] | None:
    """The few words in which lines differ, of each, as many as there is room for; None where all differs."""
    words = [line.split() for line in lines]
    first = words[0]
    if any(len(other) != len(first) for other in words):
        return None
    differ = [at for at in range(len(first)) if any(other[at] != first[at] for other in words)]
    if not 0 < len(differ) <= MOST_DIFFERING:
        return None
    room = LONGEST_LIST
    values = list(dict.fromkeys(" ".join(other[at] for at in differ) for other in words))
    for at, value in enumerate(values):
        room -= len(value) + 2
        if room < 0:
            return [*values[:at], f"{len(values) - at} more"] if at > MOST_DIFFERING else None
    return values


def _distinct(loose: Loose, texts: list[str], indexes: list[int]) -> list[int]:
    """The indexes without the exact repetitions of long lines, which are left out."""
    seen: set[str] = set()
    kept: list[int] = []
    for index in indexes:
        text = texts[index].strip()
        if len(text) > 40 and text in seen:
            loose.ranks[index] = DROP
            continue
        seen.add(text)
        kept.append(index)
    return kept
