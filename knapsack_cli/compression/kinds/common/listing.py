"""Lists of tests (`--collect-only`, `--list`): every group with its count, the first names of each."""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE, Decisions, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

WHOLE = 40
"""A list no longer than this is shown as it is."""
MOST_GROUPS = 80
"""With more groups than this, coarser ones are made."""
EACH = 2
"""So many names of a group are shown."""


def lay_out_list(
    segment: Segment, decisions: Decisions, indexes: list[int], groups_of: "list[Callable[[str], str]]"
) -> None:
    """Show the lines `indexes`, which name one test each, by groups.

    Args:
        segment: the text.
        decisions: where lines are kept and folds put.
        indexes: the lines of the list, in order.
        groups_of: how to name the group of a line, the finest way first; the first that gives few
            enough groups is taken, or else the last.
    """
    lines = segment.lines
    if len(indexes) <= WHOLE:
        for index in indexes:
            decisions.keep(index, EVIDENCE)
        return
    groups: dict[str, list[int]] = {}
    for group_of in groups_of:
        groups = {}
        for index in indexes:
            groups.setdefault(group_of(lines[index]), []).append(index)
        if len(groups) <= MOST_GROUPS:
            break
    for name, members in groups.items():
        shown = members if len(members) <= EACH + 1 else members[:EACH]
        for index in shown:
            decisions.keep(index, EVIDENCE)
        rest = members[len(shown) :]
        if rest:
            place = f" in {name}" if name else ""
            text = f"[{thousands(len(rest))} more{place}, to line {segment.number(rest[-1])}]"
            decisions.fold(shown[-1], rest, text)
