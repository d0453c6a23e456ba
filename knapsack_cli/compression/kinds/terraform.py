"""terraform and tofu: plans and applies. Every resource and what happens to it; changed values; errors.

Destroys and replacements rank above updates, updates above creations.
"""

from collections import Counter

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_ACTION = lazy(
    r"\s*# (?P<name>\S.*?) (?:will be|must be|has been|has changed|is tainted|has moved)(?P<what>.*)|\s*# \(.*"
)
_PLANNED = lazy(
    r" +# [\w.\[\]\"-]+\.[\w.\[\]\"-]+ (?:will be (?:created|destroyed|updated|replaced|read|imported)|must be replaced"
    r"|has been deleted|has changed|is tainted)"
)
_PROGRESS = lazy(
    r"\S+: (?:Refreshing state|Reading|Read complete|Still |Creating|Creation complete|Modifying|Modifications complete"
    r"|Destroying|Destruction complete|Provisioning|Refresh complete)"
)
_TOTAL = lazy(r"(?:Plan|Outputs|Apply complete!|Destroy complete!|No changes\.|Changes to Outputs)[:! ]?")
_DIAGNOSTIC = lazy(r"\s*[│╷╵|]")
_CHANGE = lazy(r"\s+(?:[~+-]|-/\+|\+/-) .* -> |.*# forces replacement")
_NOISE = lazy(r".*\((?:known after apply|sensitive value)\)\s*$")
_CLOSING = lazy(r"\s*[}\])]+(?: -> null)?,?$")
_PREAMBLE = (
    "Terraform used the selected",
    "OpenTofu used the selected",
    "plan. Resource actions are",
    "-/+ destroy and then",
    "+/- create replacement",
    "Terraform will perform the following",
    "OpenTofu will perform the following",
    "There are some problems with the CLI",
    "Note: You didn't use the -out",
    "guarantee to take exactly these",
    "Note: Objects have changed outside",
    "Terraform detected the following changes made",
)
"""What stands in every plan, whatever it does."""
_RESOURCE = lazy(r"(?:(?:[-+~]|-/\+|\+/-|<=) +)?(?:resource|data) \"[^\"]+\" \"[^\"]+\" \{$")
_HIDDEN = lazy(r"\s*# \(\d+ unchanged .* hidden\)$")
_SCALAR = lazy(r" {6}- \S+ += .* -> null$")
_NO_DIGITS = str.maketrans("", "", "0123456789")
SHOWN_PER_SHAPE = 2
"""Values of one resource that differ in digits alone: so many are shown; `output` repeats `input`."""
SHOWN_OF_DESTROYED = 20
"""Lines of a destroyed resource among which its own values (none inside a block) are shown."""
SHOWN_COMPLETE = 24
_COMPLETE = ("Modifications complete", "Destruction complete")
"""What an apply has done that cannot be taken back is shown so many times."""
SHOWN_PER_TYPE = 1
"""Of so many created or destroyed resources of a type the values are shown."""


def recognise(segment: Segment) -> int:
    """Actions with resource blocks, or a plan's total."""
    data = segment.data
    if b"resource " not in data and b": Refreshing state..." not in data and b"Plan: " not in data:
        return 0
    marks = sum(
        1
        for line in segment.lines
        if _PLANNED.match(line)
        or _PROGRESS.match(line)
        or line.startswith(("Plan: ", "Terraform ", "OpenTofu ", "Apply complete!"))
    )
    return 92 if marks >= 3 else 0


def _not_known_yet(lines: list[str]) -> set[int]:
    """The lines inside of a block that ends in `} -> (known after apply)`: all of it goes, whatever it held."""
    inside: set[int] = set()
    margin = -1
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        indent = len(line) - len(line.lstrip(" "))
        if margin >= 0 and indent <= margin:
            margin = -1
        elif margin >= 0:
            inside.add(index)
        if margin < 0 and line.endswith(("] -> (known after apply)", "} -> (known after apply)")):
            margin = indent - 2
    return inside


def _said_again(lines: list[str]) -> dict[int, list[int]]:
    """Errors and warnings that say the same: by the heading of the first all lines of the others."""
    starts = [index for index, line in enumerate(lines) if line.startswith(("Error: ", "Warning: "))]
    first: dict[str, int] = {}
    again: dict[int, list[int]] = {}
    for at, start in enumerate(starts):
        end = start + 1
        limit = starts[at + 1] if at + 1 < len(starts) else len(lines)
        while end < limit and not _TOTAL.match(lines[end]) and not _ACTION.match(lines[end]):
            end += 1
        said = "\n".join(line.strip() for line in lines[start:end] if line.strip())
        if said in first:
            again[first[said]].extend(range(start, end))
        else:
            first[said] = start
            again[start] = []
    return {start: members for start, members in again.items() if members}


def decide(segment: Segment) -> Decisions:
    """Headers, changes and totals; progress folds."""
    decisions = Decisions(len(segment.lines))
    decisions.numbered = True
    decisions.guard = False
    shown: dict[str, int] = {}
    action, values = "", False
    seen_progress: dict[str, int] = {}
    told = False
    seen_told: set[str] = set()
    seen_values: Counter[str] = Counter()
    outputs = False
    unknown = _not_known_yet(segment.lines)
    again = _said_again(segment.lines)
    repeated = {index for members in again.values() for index in members}
    for index, line in enumerate(segment.lines):
        found = _ACTION.match(line)
        stripped = line.strip()
        if index in repeated:
            continue
        if line.startswith(_PREAMBLE) or not stripped.strip("─") or _HIDDEN.match(line):
            continue
        if found is not None and found["what"] is not None:
            outputs = False
            action = found["what"]
            told = False
            seen_values = Counter()
            hard = "destroy" in action or "replace" in action
            decisions.keep(index, FAILURE if hard else EVIDENCE)
            kind = found["name"].split("[")[0].rpartition(".")[0]
            sort = f"{kind} {'-' if 'destroyed' in action else '+' if 'created' in action else '~'}"
            shown[sort] = shown.get(sort, 0) + (sort[-1] != "~")
            values = shown[sort] <= SHOWN_PER_TYPE
        elif line.startswith(("Error: ", "Warning: ")):
            told = True
            decisions.keep(index, FAILURE)
            if index in again:
                members = again[index]
                count = sum(segment.lines[at].startswith(("Error: ", "Warning: ")) for at in members)
                text = f"[x{count} more of this {'error' if line[0] == 'E' else 'warning'} to line {segment.number(members[-1])}]"
                decisions.fold(index, members, text)
        elif told and (line[:1] in (" ", "") or not found) and not _TOTAL.match(line):
            if stripped and stripped.strip("─├│╵╷") and line not in seen_told:
                seen_told.add(line)
                decisions.keep(index, EVIDENCE)
        elif found is not None and stripped.startswith("# (because"):
            decisions.keep(index, IMPORTANT)
        elif _DIAGNOSTIC.match(line):
            if stripped.strip("│╷╵| "):
                decisions.keep(index, FAILURE if "Error" in line else EVIDENCE)
        elif _TOTAL.match(line):
            outputs = line.startswith(("Changes to Outputs", "Outputs:"))
            decisions.keep(index, ALWAYS)
        elif outputs and stripped and not _PROGRESS.match(line):
            new = line.startswith("    ") and " -> " not in line and _NOISE.match(line)
            if not new and not _CLOSING.match(line):
                decisions.keep(index, IMPORTANT)
        elif _PROGRESS.match(line):
            verb = line.partition(": ")[2].split("...")[0].split(" after")[0]
            seen_progress[verb] = seen_progress.get(verb, 0) + 1
            most = SHOWN_COMPLETE if verb.startswith(_COMPLETE) else 1
            if seen_progress[verb] <= most and not verb.startswith(("Refresh", "Reading", "Read ")):
                decisions.keep(index, NORMAL)
        elif (
            _CHANGE.match(line)
            and index not in unknown
            and not ("created" in action or "destroyed" in action)
        ):
            decisions.keep(index, NORMAL if _NOISE.match(line) else EVIDENCE)
        elif line[:1] not in (" ", "") and stripped:
            decisions.keep(index, IMPORTANT)
        elif (
            index in unknown
            or _RESOURCE.match(stripped)
            or not values
            or ("updated" in action and stripped[:1] not in "+-~")
        ):
            continue
        elif "destroyed" in action:
            seen_values["destroyed"] += 1
            if _SCALAR.match(line) and seen_values["destroyed"] <= SHOWN_OF_DESTROYED:
                decisions.keep(index, NORMAL)
        elif stripped.strip("-+}] ,") and not _NOISE.match(line) and not _CLOSING.match(line):
            bare = line.strip("-+ ,")
            shape = bare.translate(_NO_DIGITS)
            seen_values[shape] += 1
            seen_values[bare] += bare != shape
            if seen_values[shape] <= SHOWN_PER_SHAPE and seen_values[bare] == 1:
                decisions.keep(index, NORMAL)
    return decisions
