"""Where the look of the lines changes at once: seams between outputs that nothing else parts.

After TextTiling (Hearst, 1997), with the outer form of lines in place of words: the lines above a place
are compared with those below it by how they are indented, begin and end, and what signs they hold.
"""

WINDOW = 10
"""Lines above and below that are compared."""
LEAST = 0.45
"""So unlike must both be (0: alike, 1: nothing in common) ..."""
APART = 4
"""... and no place within so many lines more unlike."""
MOST = 48
"""So many of the sharpest seams are told."""
MOST_LINES = 8_000
"""In longer texts no seams are looked for."""
NEAR = 4
"""Lines by which the sharpest place may be off."""
_FEATURES = 5


def find(lines: list[str]) -> list[int]:
    """The indexes of lines at which something of another look begins, in order."""
    size = len(lines)
    if not 2 * APART < size <= MOST_LINES:
        return []
    features = [_features(line) for line in lines]
    unlike = _unlikeness(features)
    peaks = [
        (-unlike[at], at)
        for at in range(APART, size - 1)
        if unlike[at] >= LEAST
        and unlike[at] >= max(unlike[max(0, at - APART) : at])
        and unlike[at] > max(unlike[at + 1 : at + APART + 1], default=0.0)
    ]
    peaks = sorted(peaks)[:MOST]
    starts = {_exact(lines, features, at) for _, at in peaks}
    return sorted(starts - {0})


def _exact(lines: list[str], features: list[tuple[str, ...]], at: int) -> int:
    """The line near a seam that may begin something, with lines above it like those further up and lines
    below it like those further down; 0 when there is none."""
    first, last = max(1, at - NEAR), min(len(features) - 1, at + NEAR)
    above = _counted(features[max(0, first - WINDOW) : first])
    below = _counted(features[last : last + WINDOW])
    total = 0
    best: tuple[int, int, int] | None = None
    for place in range(first, last + 1):
        if _may_begin(lines, place) and (best is None or (total, -abs(place - at)) > best[:2]):
            best = (total, -abs(place - at), place)
        total += sum(above.get(value, 0) - below.get(value, 0) for value in features[place])
    return best[2] if best is not None else 0


def _counted(rows: list[tuple[str, ...]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for values in rows:
        for value in values:
            counts[value] = counts.get(value, 0) + 1
    return counts


def _features(line: str) -> tuple[str, ...]:
    """How a line is indented, begins and ends, how many words it has, and what signs it holds."""
    bare = line.strip()
    if not bare:
        return ("i0", "fb", "lb", "w0", "s0")
    indent = len(line) - len(line.lstrip())
    first, last = bare[0], bare[-1]
    signs = ("/" in bare) + 2 * (": " in bare) + 4 * ("  " in bare) + 8 * ("=" in bare) + 16 * ("|" in bare)
    return (
        "i" + str(min(indent, 9)),
        "f" + ("a" if first.islower() else "A" if first.isupper() else "0" if first.isdigit() else first),
        "l" + ("a" if last.isalpha() else "0" if last.isdigit() else last),
        "w" + str(min(bare.count(" "), 24).bit_length()),
        "s" + str(signs),
    )


def _unlikeness(features: list[tuple[str, ...]]) -> list[float]:
    """For each place, how unlike the lines above it are to those from it on: 0 to 1."""
    size = len(features)
    balance: dict[str, int] = {}
    total = 0

    def add(values: tuple[str, ...], change: int) -> int:
        moved = 0
        for value in values:
            before = balance.get(value, 0)
            after = before + change
            balance[value] = after
            moved += abs(after) - abs(before)
        return moved

    for at in range(min(WINDOW, size)):
        total += add(features[at], -1)
    found = [0.0] * size
    for at in range(1, size):
        total += add(features[at - 1], 2)
        if at - 1 - WINDOW >= 0:
            total += add(features[at - 1 - WINDOW], -1)
        if at - 1 + WINDOW < size:
            total += add(features[at - 1 + WINDOW], -1)
        count = min(WINDOW, at) + min(WINDOW, size - at)
        found[at] = total / (count * _FEATURES)
    return found


def _may_begin(lines: list[str], at: int) -> bool:
    """Whether a line says something at the margin (or first after a blank line) and below no heading."""
    line = lines[at]
    if not line.strip() or line.strip("})]>,;") == "":
        return False
    above = at - 1
    while above > 0 and not lines[above].strip():
        above -= 1
    if lines[above].rstrip().endswith(":"):
        return False
    return line[0] not in " \t" or not lines[at - 1].strip()
