"""Shapes that differ in one or two words brought together, when many do: user names, hosts, paths.

Every shape is compared with all others at once, through keys that leave out one word (or a pair of
words), so the outcome does not depend on the order of the lines, as it does in Drain.
"""

from knapsack_cli.compression.shapes import TIME

LEAST_SHAPES = 4
"""So many shapes that differ in the same word are one shape with a slot there ..."""
LEAST_LINES = 12
"""... or three, when they have this many lines."""
HARDLY = 20
SURELY = 60
"""Of so many shapes that differ in one word none is the one that matters."""
RARE_COUNT = 3
"""A shape seen at most this often is rare."""
WIDEST = 40
"""Lines of more words are not compared: they hold values that spaces cut, not slots."""
MOST_SHAPES = 20_000
MOST_SHAPES_FOR_PAIRS = 1_500
WIDEST_FOR_PAIRS = 24
LEAST_SENTENCE = 5
"""Letters of Chinese or Japanese: a shorter word may be a name."""
_MODULUS = (1 << 61) - 1
FEW = 10
SEVERAL = 3
"""So many lines of a shape are shown for any difference, more of them for several."""
STAMPED = 5
"""Among so many first words the time is looked for."""


class Group:
    """Units (lines, or records of several lines) of one shape.

    Attributes:
        masks: a mask a word; None where any word may stand.
        members: indexes of the first lines, ascending.
        failure: whether the shape speaks of a failure; such shapes join their like alone.
        tail: what follows the first line in each record (the shapes of its lines); empty for lines.
        parts: the members of each shape that was joined into this group; empty for one shape.
    """

    __slots__ = ("failure", "masks", "members", "parts", "tail")

    def __init__(
        self, masks: "tuple[str | None, ...]", members: list[int], failure: bool, tail: bytes = b""
    ) -> None:
        self.masks = masks
        self.members = members
        self.failure = failure
        self.tail = tail
        self.parts: list[list[int]] = []


def identical(raw: list[bytes], group: Group) -> bool:
    """Whether a few lines say the same but for their time (and process id), so that one stands for all."""
    if len(group.members) < 2 or None in group.masks:
        return False
    if group.tail:
        return True
    start = stamped(group)
    first = raw[group.members[0]].split()[start:]
    for index in group.members[1:]:
        for one, other, masked in zip(first, raw[index].split()[start:], group.masks[start:], strict=False):
            if one != other and masked is not None and masked != TIME and not masked.endswith(("[]:", "[]")):
                return False
    return True


def stamped(group: Group) -> int:
    """How many words the time takes: the day of `Dec 05 04:47:44` is a number like any other."""
    for at in range(min(STAMPED, len(group.masks)) - 1, -1, -1):
        if group.masks[at] == TIME:
            return at + 1
    return 0


def differ(raw: list[bytes], group: Group) -> bool:
    """Whether a few lines say different things; of the more numerous ones those that hold several values do,
    as the epochs of a training, and not those that hold a counter."""
    if identical(raw, group):
        return False
    if len(group.members) <= FEW:
        return True
    words = [raw[index].split() for index in group.members]
    varying = [
        masked
        for masked, column in zip(group.masks, zip(*words, strict=False), strict=False)
        if masked != TIME and len(set(column)) > 1
    ]
    return len(varying) >= SEVERAL


def merge(groups: list[Group]) -> list[Group]:
    """The groups with those joined that differ in one word, then in another one, then in a pair.

    Args:
        groups: in order of first line.

    Returns: in order of first line.
    """
    pools: dict[tuple[int, bool, bytes], list[Group]] = {}
    merged: list[Group] = []
    for group in groups:
        if 2 <= len(group.masks) <= WIDEST:
            pools.setdefault((len(group.masks), group.failure, group.tail), []).append(group)
        else:
            merged.append(group)
    for (width, _, _), pool in pools.items():
        if 3 <= len(pool) <= MOST_SHAPES:
            pool = _joined(pool, width, 1)
            pool = _joined(pool, width, 1)
            if len(pool) <= MOST_SHAPES_FOR_PAIRS and 4 <= width <= WIDEST_FOR_PAIRS:
                pool = _joined(pool, width, 2)
        merged.extend(pool)
    merged.sort(key=lambda group: group.members[0])
    return merged


def _joined(pool: list[Group], width: int, slots: int) -> list[Group]:
    """One round: groups equal in all but `slots` words become one. The largest families go first."""
    numbers: dict[str | None, int] = {None: 0}
    weights: list[list[int]] = []
    buckets: dict[tuple[int, int, int], list[int]] = {}
    for at, group in enumerate(pool):
        own = [
            hash((place, numbers.setdefault(word, len(numbers)))) % _MODULUS
            for place, word in enumerate(group.masks)
        ]
        weights.append(own)
        total = sum(own)
        for first in range(width):
            if group.masks[first] in (TIME, None):
                continue
            if slots == 1:
                buckets.setdefault((first, -1, total - own[first]), []).append(at)
                continue
            for second in range(first + 1, width):
                if group.masks[second] not in (TIME, None):
                    buckets.setdefault((first, second, total - own[first] - own[second]), []).append(at)
    families = [(key, members) for key, members in buckets.items() if len(members) >= 3]
    families.sort(key=lambda family: (-len(family[1]), family[1][0], family[0][0], family[0][1]))
    taken = bytearray(len(pool))
    result: list[Group] = []
    for (first, second, _), members in families:
        free = [at for at in members if not taken[at]]
        if free and not _alike_enough(pool[free[0]].masks, first, second, _least_common(len(free))):
            free = [at for at in free if len(pool[at].members) > RARE_COUNT]
        if len(free) < 3 or (
            len(free) < LEAST_SHAPES and sum(len(pool[at].members) for at in free) < LEAST_LINES
        ):
            continue
        if not _alike_enough(pool[free[0]].masks, first, second, 0):
            continue
        if len(free) < HARDLY and any(
            _is_sentence(pool[at].masks[place]) for at in free for place in (first, second) if place >= 0
        ):
            continue
        masks = tuple(
            None if place in (first, second) else word for place, word in enumerate(pool[free[0]].masks)
        )
        joined = Group(masks, [], pool[free[0]].failure, pool[free[0]].tail)
        for at in free:
            taken[at] = 1
            joined.members.extend(pool[at].members)
            joined.parts.extend(pool[at].parts or [pool[at].members])
        joined.members.sort()
        result.append(joined)
    result.extend(group for at, group in enumerate(pool) if not taken[at])
    return result


def _is_sentence(word: str | None) -> bool:
    """Whether a word is text of a script that does not part its words: what was said, no name in a slot."""
    if word is None or len(word) < LEAST_SENTENCE or word.isascii():
        return False
    return sum("\u3040" <= letter <= "\u9fff" for letter in word) >= LEAST_SENTENCE


def _least_common(shapes: int) -> int:
    """How many words rare shapes must have in common: fewer where there are many shapes, of which then
    none is the one that matters."""
    return 0 if shapes >= SURELY else 3 if shapes >= HARDLY else 4


def _alike_enough(masks: "tuple[str | None, ...]", first: int, second: int, least: int) -> bool:
    """Whether what is left in common says something: as many words as there are slots, and two at least;
    with `least` so many and twice the slots, where each shape is rare and might be the one that matters."""
    common = rest = 0
    for place, word in enumerate(masks):
        if word == TIME:
            continue
        if word is None or place in (first, second):
            rest += 1
        elif any(char.isalpha() for char in word):
            common += 1
    return common >= max(least, 2) and common >= (2 * rest if least else rest)
