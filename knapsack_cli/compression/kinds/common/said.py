"""What a program said beside a document: a file that is printed and then run is one output.

Source, prose and logs of commits are shown by their structure, in which an error has no place.
"""

from knapsack_cli.compression.model import FAILURE, Decisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_FRAMES = 12
"""So many lines that are indented under an error stay with it."""
_HEADS = ("error", "Error", "ERROR", "fatal", "FATAL", "panic", "warning", "WARNING")
_REASONS = ("No such file or directory", "Permission denied", "command not found", "Is a directory")
_NAMES = ("Error", "Exception")
_WHOLE = ("Traceback (most recent call last)", "Segmentation fault")


def keep_said(lines: "Sequence[str]", decisions: Decisions, keyed: bool = False) -> None:
    """Keep errors at the left edge, which no language has there, with the frames under them.

    Where `key: value` at the left edge is data (`keyed`), only what cannot be that is an error.
    """
    for at, line in enumerate(lines):
        if not is_said(line):
            continue
        if keyed:
            if " " in line.partition(": ")[0] or line.endswith(_REASONS):
                decisions.keep(at, FAILURE)
            continue
        end = at + 1
        while end < min(at + MOST_FRAMES, len(lines)) and lines[end][:1].isspace():
            end += 1
        # The error itself stands under a traceback of Python.
        end += line.startswith(_WHOLE[0])
        decisions.keep_range(at, end - 1, FAILURE)


def is_said(line: str) -> bool:
    """Whether a line at the left edge states an error as compilers, shells and runtimes do."""
    if not line[:1].isalpha() and not line.startswith("./"):
        return False
    if line.startswith(_WHOLE) or (line.startswith("exit status ") and line[12:].isdigit()):
        return True
    head, _, rest = line.partition(": ")
    if not rest.strip():
        return False
    if (
        head in _HEADS
        or rest.endswith(_REASONS)
        or _is_place(head)
        or head.startswith(("error[", "Error from server"))
    ):
        return True
    if head.startswith("thread '"):
        return " panicked at " in head
    if rest.startswith("line ") and rest[5:6].isdigit():
        return " " not in head
    name = head.removeprefix("Uncaught ").partition(" [")[0]
    return name.endswith(_NAMES) and name.replace(".", "").replace("_", "").isalnum()


def _is_place(head: str) -> bool:
    """Whether a line begins with `path.ext:line` or `path.ext:line:column`."""
    path, *numbers = head.split(":")
    return 1 <= len(numbers) <= 2 and all(map(str.isdigit, numbers)) and "." in path and " " not in path
