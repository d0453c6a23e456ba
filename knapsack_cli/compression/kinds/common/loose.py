"""Lines of a build or a linter that are no diagnostics: commands, progress, summaries, whatever else."""

import re

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import DROP, EVIDENCE, IMPORTANT, Fold
from knapsack_cli.compression.shapes import shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RARE = 3
MOST_EACH = 30
"""Summaries and failures that look alike are all shown up to this many."""

_QUOTED = re.compile(r"'[^'\n]{0,300}'|\"[^\"\n]{0,300}\"|`[^`\n]{0,300}`|‘[^’\n]{0,300}’")
_PATH = re.compile(r"[^\s'\"(]*[/\\.][^\s'\")]*")
_COMMAND = re.compile(
    r"[ \t]*(?:\S*[/\\])?"
    r"(?P<program>csc|vbc|cl|link|lib|rc|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ar|ld|ranlib|rustc"
    r"|javac|nvcc|gfortran|as|libtool|moc|uic|protoc|\S+-(?:gcc|g\+\+|ar|ld))(?:\.exe)?[ \t]+[-/@\w\"]",
    re.IGNORECASE,
)
_OUTPUT = re.compile(r"[ \t]*\S+ -> \S")


def loose_shape(line: str) -> str:
    """What makes two lines of a build alike: the line without paths, versions, quoted names and numbers.

    A compiler's command is like every other command of the same program.
    """
    match = _COMMAND.match(line)
    if match is not None:
        return "$ " + match["program"] + (" -c" if " -c " in line else " ")
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
    judge: "Callable[[str], int]",
) -> Loose:
    """Rank the lines that no diagnostic owns.

    Args:
        texts: all lines.
        owned: 1 where a diagnostic owns the line.
        number: the input's line number of an index.
        judge: the rank of a line whose meaning is known (DROP for noise), -1 where only its rarity tells.
    """
    loose = Loose(len(texts))
    ranks = loose.ranks
    members: dict[str, list[int]] = {}
    for index, line in enumerate(texts):
        if owned[index] or not line.strip():
            continue
        rank = judge(line)
        if rank == DROP:
            continue
        if rank > 0:
            ranks[index] = rank
            if rank < EVIDENCE:
                continue
        members.setdefault(loose_shape(line), []).append(index)
    for indexes in members.values():
        telling = ranks[indexes[0]] >= EVIDENCE
        if len(indexes) <= (MOST_EACH if telling else RARE):
            for index in indexes:
                ranks[index] = max(ranks[index], IMPORTANT)
            continue
        first, others = indexes[0], indexes[1:]
        ranks[first] = max(max(ranks[index] for index in indexes), IMPORTANT)
        for index in others:
            ranks[index] = DROP
            loose.told[index] = 1
        text = f"[x{thousands(len(others))} like this to line {number(others[-1])}]"
        loose.folds[first] = Fold(first, len(others), others[-1], text)
    return loose
