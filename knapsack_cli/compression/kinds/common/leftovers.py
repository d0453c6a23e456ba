"""Lines of a test run that belong to no test: what a runner or the tested code printed."""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.frames import kept_in_trace
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, NORMAL
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.kinds.common.failures import Layout
    from knapsack_cli.compression.kinds.common.frames import Place

_PLACED = lazy(r"\s*[\w./\\@-]{1,300}\.\w{1,6}(?::\d+(?::\d+)?|\(\d+,\d+\)):? \S")
"""A line that begins with a place: its like at another place is another finding."""
_FRAME = lazy(r'\s*File "[^"]+", line \d+')
FEW = 12
"""So many lines are shown as they are."""
MANY = 100
"""Among more lines than this only those are shown that speak of a failure."""
MOST_FAILING = 40
MOST_OTHERS = 20
DOCTEST = 14
"""So many lines of a failed example are shown."""


def lay_out_leftovers(layout: "Layout", indexes: list[int]) -> None:
    """Show them all when few, else one of each shape: failures above the rest, both with an end."""
    lines = layout.segment.lines
    if len(indexes) <= FEW:
        for index in indexes:
            layout.keep(index, EVIDENCE if is_failure(lines[index][:2000]) else NORMAL)
        return
    indexes = _without_traces(layout, indexes)
    seen: set[str] = set()
    failing = others = 0
    most_others = MOST_OTHERS if len(indexes) <= MANY else 0
    _lay_out_doctests(layout, indexes)
    for index in indexes:
        line = lines[index][:2000]
        placed = _PLACED.match(line) is not None
        shape = line if placed else shape_of(line)
        if shape in seen:
            continue
        seen.add(shape)
        if placed or is_failure(line) or "Warning: " in line:
            failing += 1
            if failing <= MOST_FAILING:
                layout.keep(index, EVIDENCE)
        else:
            others += 1
            if others <= most_others:
                layout.keep(index, CONTEXT)


def _without_traces(layout: "Layout", indexes: list[int]) -> list[int]:
    """The lines that are no stack of Python's; of each stack the user's own frames are shown."""
    lines = layout.segment.lines
    if not any('File "' in lines[index][:40] for index in indexes):
        return indexes
    seen: set[Place] = set()
    rest: list[int] = []
    run: list[int] = []
    for index in [*indexes, -1]:
        if index >= 0 and _FRAME.match(lines[index]):
            run.append(index)
            continue
        if index >= 0 and run and run[-1] == index - 1 and lines[index].startswith("    "):
            run.append(index)
            continue
        if run:
            for at in kept_in_trace(lines, run[0], run[-1], 3, seen):
                layout.keep(at, EVIDENCE)
        run = []
        if index >= 0:
            rest.append(index)
    return rest


def _lay_out_doctests(layout: "Layout", indexes: list[int]) -> None:
    """Show failed examples of doctests: place, example, expected, got."""
    lines = layout.segment.lines
    ends = ("Trying:", "*****", "1 item", "2 item")
    for index in indexes:
        if lines[index] == "Failed example:":
            layout.keep(index - 1, EVIDENCE)
            for at in range(index, min(index + DOCTEST, len(lines))):
                if lines[at].startswith(ends):
                    break
                layout.keep(at, EVIDENCE)
