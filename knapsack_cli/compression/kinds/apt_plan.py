"""apt-get -s: each package once, with the version it has and the one it would get; removals and totals whole.

The lists above the plan name the same packages, and every Conf line repeats an Inst line: both go.
"""

import re

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, FAILURE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_STEP = lazy(r"(?P<step>Inst|Conf|Remv|Purg) (?P<name>\S+)(?: \[(?P<old>[^\]]+)\])?(?: \((?P<new>\S+))?")
_LISTED = (
    "The following additional packages will be installed:",
    "The following NEW packages will be installed:",
    "The following packages will be upgraded:",
    "Suggested packages:",
    "Recommended packages:",
)
"""Lists of names that the plan repeats, or that nothing is done to."""
LEAST = 5


def recognise(segment: Segment) -> int:
    """Steps of a plan, more than half of the lines that are not indented."""
    lines = [line for line in segment.lines if line[:1] not in ("", " ")]
    steps = sum(1 for line in lines if _STEP.match(line))
    return 93 if steps >= LEAST and steps * 2 >= len(lines) else 0


def decide(segment: Segment) -> View:
    """What is neither a step nor a list of names as it is, then one row a package."""
    rows: list[Row] = []
    listed = False
    left = 0
    fates: dict[str, tuple[str, int, list[int]]] = {}
    for index, line in enumerate(segment.lines):
        found = _STEP.match(line)
        if found is not None:
            _settle(fates, found, index)
        elif line.startswith(_LISTED):
            listed = True
            left += 1
        elif listed and line.startswith(" "):
            left += 1
        elif line.strip():
            listed = False
            rows.append(Row(line, index, rank=ALWAYS if line[:1] != " " else FAILURE))
    kept = len(rows)
    for text, index, more in fates.values():
        rank = FAILURE if text.startswith(("Remv ", "Purg ")) else EVIDENCE
        rows.append(Row(text, index, rank=rank, form=DATA, more=tuple(more)))
    told = f"[{thousands(len(fates))} packages: name, [installed version], new version"
    told += f"; {thousands(left)} lines of lists of names left out]" if left else "]"
    rows.insert(kept, Row(told, rank=ALWAYS, form=MARK))
    return View(rows)


def _settle(fates: dict[str, tuple[str, int, list[int]]], found: "re.Match[str]", index: int) -> None:
    """Note what is done to a package; what configures it comes after what installs it."""
    name = found["name"]
    if found["step"] == "Conf" and name in fates:
        fates[name][2].append(index)
        return
    step = f"{found['step']} " if found["step"] != "Inst" else ""
    old = f" [{found['old']}]" if found["old"] else ""
    new = f" {found['new']}" if found["new"] else ""
    key = name if name not in fates else f"{name} {index}"
    fates[key] = (f"{step}{name}{old}{new}", index, [])
