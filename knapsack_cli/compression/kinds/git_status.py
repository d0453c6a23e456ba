"""git status in words: every path and state line; the advice in brackets goes."""

from knapsack_cli.compression.model import ALWAYS, DROP, EVIDENCE, FAILURE, Decisions, Segment
from knapsack_cli.compression.shapes import shape_of

ALIKE_LEAST = 10
"""Untracked names of one shape from which on they are told by a count."""
_STATES = (
    "On branch ",
    "HEAD detached ",
    "Changes to be committed:",
    "Changes not staged for commit:",
    "Untracked files:",
    "Unmerged paths:",
    "Your branch ",
    "You have unmerged paths",
    "nothing to commit",
    "no changes added",
    "interactive rebase in progress",
    "You are currently ",
    "All conflicts fixed",
)


def recognise(segment: Segment) -> int:
    """Its first line and one of its section lines."""
    head = segment.lines[:200]
    states = sum(1 for line in head if line.startswith(_STATES))
    return 90 if states >= 2 else 0


def decide(segment: Segment) -> Decisions:
    """Everything but the lines of advice."""
    decisions = Decisions(len(segment.lines), EVIDENCE)
    for index, line in enumerate(segment.lines):
        stripped = line.strip()
        if line.startswith(_STATES):
            decisions.ranks[index] = ALWAYS
        elif stripped.startswith(('(use "git', "(commit or discard", "(fix conflicts and run")):
            decisions.ranks[index] = DROP
            decisions.note(index, index, "advice")
        elif stripped.startswith(("both ", "deleted by ", "added by ")):
            decisions.ranks[index] = FAILURE
    _fold_alike(segment, decisions)
    decisions.guard = False
    return decisions


def _fold_alike(segment: Segment, decisions: Decisions) -> None:
    """Untracked files whose names differ in a number alone: the first one and a count."""
    alike: dict[str, list[int]] = {}
    listing = False
    for index, line in enumerate(segment.lines):
        if line.startswith(_STATES):
            listing = line.startswith("Untracked files:")
        elif listing and line.startswith("\t"):
            alike.setdefault(shape_of(line), []).append(index)
    for indexes in alike.values():
        if len(indexes) < ALIKE_LEAST:
            continue
        for index in indexes[1:]:
            decisions.ranks[index] = DROP
        last = segment.number(indexes[-1])
        decisions.fold(indexes[0], indexes[1:], f"[x{len(indexes) - 1} like this to line {last}]")
