"""Members of an object whose values follow from their names: `"./helpers/a": "./dist/helpers/a.js"`.

Such members are shown once, and the others by the part of the name that is different; put in its place,
all that they hold is there again.
"""

from knapsack_cli.compression.kinds.common.json_tree import Container, Value, tight

LEAST_GROUP = 4
LEAST_SAVED = 200
"""Characters that showing a group once must save."""
LONGEST = 2000
"""Longer values are not compared."""
SHORTEST_STEM = 2
_PLACE = "\0"


def stem_of(key: str) -> str:
    """The part of a name that its value is likely to repeat: the last step of a path, without endings."""
    return key.rpartition("/")[2].partition(".")[0] or key


def groups_of(text: str, value: Container) -> list[list[int]]:
    """The groups, in order, of members that are equal but for the stem of their name."""
    found: dict[tuple[str, str], list[int]] = {}
    for index, key in enumerate(value.keys):
        stem = stem_of(key)
        raw = _raw(text, value.values[index])
        if len(stem) < SHORTEST_STEM or len(raw) > LONGEST or stem not in raw:
            continue
        pattern = (key.replace(stem, _PLACE), raw.replace(stem, _PLACE))
        found.setdefault(pattern, []).append(index)
    groups: list[list[int]] = []
    for (key_pattern, raw_pattern), members in found.items():
        saved = (len(key_pattern) + len(raw_pattern)) * (len(members) - 1)
        if len(members) >= LEAST_GROUP and saved >= LEAST_SAVED:
            groups.append(members)
    if sum(map(len, groups)) * 2 < len(value.values):
        return []
    return groups


def wrapped(names: list[str], width: int) -> list[str]:
    """The names joined by commas, in pieces of about `width` characters."""
    pieces: list[str] = []
    for name in names:
        if pieces and len(pieces[-1]) + len(name) < width:
            pieces[-1] += f", {name}"
        else:
            pieces.append(name)
    return pieces


def _raw(text: str, value: Value) -> str:
    return value if isinstance(value, str) else tight(text[value.start : value.end])
