"""Lines of a build or a linter that are no diagnostics: commands, progress, summaries, whatever else."""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import DROP, EVIDENCE, IMPORTANT, Fold
from knapsack_cli.compression.templates import shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RARE = 3


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
        shape = shape_of(line[:400])
        if rank > 0:
            ranks[index] = rank
            if rank < EVIDENCE:
                continue
        members.setdefault(shape, []).append(index)
    for indexes in members.values():
        if len(indexes) <= RARE:
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
