"""What a program said among or after source: a file that is printed and then run is one output."""

from knapsack_cli.compression.model import FAILURE, Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_FRAMES = 12
"""So many lines that are indented under an error stay with it."""
_HEADS = ("error", "Error", "ERROR", "fatal", "FATAL", "panic")
_NAMES = ("Error", "Exception")
_WHOLE = ("Traceback (most recent call last)", "Segmentation fault")


def keep_said(lines: "Sequence[str]", decisions: Decisions) -> None:
    """Keep errors at the left edge, which no language has there, with the frames under them."""
    for at, line in enumerate(lines):
        if not line[:1].isalpha() or not _is_said(line):
            continue
        end = at + 1
        while end < min(at + MOST_FRAMES, len(lines)) and lines[end][:1].isspace():
            end += 1
        # The error itself stands under a traceback of Python.
        end += line.startswith(_WHOLE[0])
        decisions.keep_range(at, end - 1, FAILURE)


def _is_said(line: str) -> bool:
    if line.startswith(_WHOLE):
        return True
    head, _, rest = line.partition(": ")
    if not rest.strip():
        return False
    if head in _HEADS or head.startswith("error["):
        return True
    if head.startswith("thread '"):
        return " panicked at " in head
    if rest.startswith("line ") and rest[5:6].isdigit():
        return " " not in head
    name = head.removeprefix("Uncaught ").partition(" [")[0]
    return name.endswith(_NAMES) and name.replace(".", "").replace("_", "").isalnum()
