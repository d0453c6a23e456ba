"""The lines of an assertion: its message, what was expected, what came; long diffs trimmed."""

from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = 3
TAIL = 2
LEGEND = lazy(r"\s*[-+] (?:Expected|Received|expected|actual)(?:\s*[-+] (?:expected|actual|\d+))?$")
"""The line that says which sign is whose."""
CHANGED = ("-", "+", "!", "<", ">")


def trimmed(lines: "Sequence[str]", indexes: list[int], limit: int, prefix: str = "") -> list[int]:
    """At most `limit` of the lines `indexes`: the head, the changed lines of a diff, the tail.

    Args:
        lines: the text.
        indexes: the lines of one assertion, in order.
        limit: how many may stay.
        prefix: what each line may start with before its own text ("E").
    """
    filled = [index for index in indexes if not _is_hint(lines[index].removeprefix(prefix).strip())]
    if len(filled) <= limit:
        return filled
    picked = set(filled[:HEAD])
    changed = [index for index in filled[HEAD:] if is_changed(lines[index].removeprefix(prefix))]
    room = limit - HEAD - TAIL
    if len(changed) > room:
        half = max(room // 2, 1)
        removed = [index for index in changed if lines[index].removeprefix(prefix).strip()[:1] in "-<"]
        added = [index for index in changed if index not in removed]
        chosen = [*removed[:half], *added[: room - min(half, len(removed))]]
        picked.update(chosen[:room])
    elif changed:
        picked.update(changed)
    else:
        for index in (*filled[-TAIL:], *filled):
            if len(picked) >= limit:
                break
            picked.add(index)
    return sorted(picked)


def without_repeats(lines: "Sequence[str]", indexes: list[int], prefix: str = "") -> list[int]:
    """The lines of an assertion whose first line holds both values, without the diff that says them again."""
    if len(indexes) < 3:
        return indexes
    head = lines[indexes[0]]
    rest = [index for index in indexes[1:] if not LEGEND.match(lines[index])]
    values = [lines[index].removeprefix(prefix).strip() for index in rest]
    return indexes[:1] if len(rest) <= 2 and all(_is_in(value, head) for value in values) else indexes


def _is_in(line: str, head: str) -> bool:
    """Whether a side of a comparison (`- value`, `Expected: value`) is said by the message `head`."""
    side = line.removeprefix("Expected: ").removeprefix("Received: ")
    if len(side) < len(line):
        return side.strip("\"'") in head
    return len(line) > 1 and line[0] in "-+" and line[1:].strip() in head


def is_changed(line: str) -> bool:
    """Whether `line` is a changed line of a diff (after any indentation)."""
    return line.lstrip()[:1] in CHANGED


def _is_hint(line: str) -> bool:
    """Whether a stripped line is empty, or only points at characters of the line above."""
    return not line or (line[0] == "?" and not line.strip("?+-^~ "))
