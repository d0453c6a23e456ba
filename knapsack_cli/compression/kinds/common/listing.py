"""Lists of tests (`--collect-only`, `--list`): the names under their files and classes.

Of a very long list every group with its count, and the first names of each.
"""

from knapsack_cli.compression.kinds.common.failures import Layout
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

WHOLE = 16_000
"""A list of no more characters than this is shown as it is: a whole name can be looked for and run."""
MOST = 16_000
"""Characters of a list that is shown to the last name."""
MOST_GROUPS = 80
"""With more groups than this, coarser ones are made."""
EACH = 2
"""So many names of a group are shown."""


def lay_out_list(layout: Layout, indexes: list[int], groups_of: "list[Callable[[str], str]]") -> None:
    """Show the lines `indexes`, which name one test each, by groups.

    Args:
        layout: where lines are kept and folds put.
        indexes: the lines of the list, in order.
        groups_of: how to name the group of a line, the finest way first; the first that gives few
            enough groups is taken, or else the last.
    """
    lines, decisions = layout.segment.lines, layout.decisions
    prefixes = {index: _prefix(lines[index]) for index in indexes}
    headings = [
        prefixes[index]
        for before, index in zip([-1, *indexes], indexes, strict=False)
        if prefixes.get(before) != prefixes[index]
    ]
    names = sum(len(lines[index]) - len(prefixes[index]) + 1 for index in indexes)
    # Tests in an order of chance would need a heading each.
    mixed = 2 * len(headings) > len(indexes)
    whole = sum(len(lines[index]) + 1 for index in indexes) <= WHOLE
    if whole or (not mixed and names + sum(map(len, headings)) <= MOST):
        for index in indexes:
            decisions.keep(index, EVIDENCE)
        if not whole:
            layout.list_under({index: prefix for index, prefix in prefixes.items() if prefix})
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
            text = f"[{thousands(len(rest))} more{place}, to line {layout.segment.number(rest[-1])}]"
            decisions.fold(shown[-1], rest, text)


def _prefix(line: str) -> str:
    """What the file, class or module of a test adds to its name, with the `::` after it; "": nothing."""
    return line[: line.partition("[")[0].rfind("::") + 2] if "::" in line.partition("[")[0] else ""
