"""Any text: rare shapes, head, tail and evidence; never by tail alone."""

from knapsack_cli.compression.model import DROP, EVIDENCE, Decisions, Segment
from knapsack_cli.compression.templates import Allowance, decide_by_shape

HEAD = 5
TAIL = 5
_ARMOUR = b"-----BEGIN "
_EDGES = ("-----BEGIN ", "-----END ")
LEAST_ARMOURED = 4
MOST_ARMOURED = 4000
"""Lines of a certificate, a key or a signature."""
ANY = Allowance(12_000, 0.25, 60_000)
"""What is not known to be routine is given more room than a log."""


def recognise(segment: Segment) -> int:
    """Always a little: the last resort."""
    return 1 if segment.lines else 0


def decide(segment: Segment) -> Decisions:
    """By shape, with the head and the tail always there; of what is in base64 only that it is there."""
    decisions = decide_by_shape(segment, ANY, HEAD, TAIL)
    if _ARMOUR in segment.data:
        _without_armoured(segment.lines, decisions)
    return decisions


def _without_armoured(lines: list[str], decisions: Decisions) -> None:
    """Leave out certificates, keys and signatures between their `BEGIN` and `END`."""
    index = 0
    while index < len(lines):
        name = lines[index].strip()
        if name.startswith("-----BEGIN ") and name.endswith("-----"):
            closing = name.replace("BEGIN", "END", 1)
            end = index + 1
            while (
                end < len(lines)
                and end - index <= MOST_ARMOURED
                and not lines[end].strip().startswith(_EDGES)
            ):
                end += 1
            if end - index > LEAST_ARMOURED and end < len(lines) and lines[end].strip() == closing:
                for inner in range(index + 1, end):
                    decisions.ranks[inner] = DROP
                decisions.folds = [fold for fold in decisions.folds if not index < fold.after < end]
                decisions.note(index + 1, end - 1, "base64")
                decisions.keep(index, EVIDENCE)
                index = end
        index += 1
