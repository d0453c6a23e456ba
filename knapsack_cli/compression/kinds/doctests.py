"""doctest (Python, Sphinx): each failed example with its place, what was expected and what came."""

from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.frames import kept_in_trace
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RULE = "*" * 70
_PLACE = lazy(r'File "[^"\n]+", line \?*\d*, in \S')
_COUNTS = lazy(
    r"\*\*\*Test Failed\*\*\* |\d+ (?:items?|tests?) (?:had failures|passed all tests|in \d+ items?)"
    r"|\d+ passed(?: and \d+ failed)?\.|Test passed\.|Doctest summary|\s+\d+ (?:tests|failures? in)\b"
)
_LISTED = lazy(r"\s+\d+ (?:of +\d+|tests?) in \S")
EXAMPLE = 24
"""So many lines of a failed example are shown."""
FRAMES = 3


def recognise(segment: Segment) -> int:
    """By its rule over a place and a failed example."""
    data = segment.data
    if b"\nFailed example:" not in data or b"\n=====" in data or b") ... " in data:
        return 0  # a run of unittest or pytest holds such examples
    lines = segment.lines
    ruled = any(
        line == _RULE and _PLACE.match(lines[at + 1]) is not None for at, line in enumerate(lines[:-1])
    )
    return 91 if ruled else 0


def decide(segment: Segment) -> View | None:
    """A block for each failed example, the counts, the items that had failures."""
    lines = segment.lines
    layout = Layout(segment)
    others: list[int] = []
    index, size = 0, len(lines)
    while index < size:
        line = lines[index]
        if _PLACE.match(line) and index + 1 < size and lines[index + 1] == "Failed example:":
            last = index + 1
            while last + 1 < size and lines[last + 1].startswith(("    ", "Expected", "Got:", "Exception")):
                last += 1
            shown = kept_in_trace(lines, index + 1, last, FRAMES)
            layout.add(
                Block(index, last, [index], [at for at in shown if lines[at] != "Failed example:"][:EXAMPLE])
            )
            index = last + 1
            continue
        if _COUNTS.match(line):
            layout.keep(index, ALWAYS)
        elif _LISTED.match(line):
            layout.keep(index, EVIDENCE)
        elif line.startswith("Trying:") or line in ("Expecting:", "Expecting nothing"):
            while index + 1 < size and lines[index + 1].startswith(("    ", "Expecting", "ok")):
                index += 1
        elif line.strip("* "):
            others.append(index)
        index += 1
    lay_out_leftovers(layout, others)
    return layout.view()
