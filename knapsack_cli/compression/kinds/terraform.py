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
    reader = _Reader(segment)
    repeated = {index for members in reader.again.values() for index in members}
    for index, line in enumerate(segment.lines):
        ruled = not line.strip().strip("─")
        if index in repeated or ruled or line.startswith(_PREAMBLE) or _HIDDEN.match(line):
            continue
        reader.read(index, line)
    return reader.decisions


class _Reader:
    """Where in a plan the reading is, and what of it has been shown.

    Attributes:
        decisions: the ranks so far.
        again: of each problem that is told several times where it is told again.
    """

    __slots__ = (
        *("_action", "_in_outputs", "_in_problem", "_progress_seen", "_said", "_segment"),
        *("_shown", "_unknown", "_values_seen", "_with_values", "again", "decisions"),
    )

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self.decisions = Decisions(len(segment.lines))
        self.decisions.numbered = True
        self.decisions.guard = False
        self.again = _said_again(segment.lines)
        self._unknown = _not_known_yet(segment.lines)
        self._action = ""
        self._with_values = self._in_problem = self._in_outputs = False
        self._shown: dict[str, int] = {}
        self._progress_seen: dict[str, int] = {}
        self._said: set[str] = set()
        self._values_seen: Counter[str] = Counter()

    def read(self, index: int, line: str) -> None:
        """Rank one line: a form that looks like a later one, too, is asked for first."""
        keep = self.decisions.keep
        found = _ACTION.match(line)
        stripped = line.strip()
        if found is not None and found["what"] is not None:
            self._begin(index, found["name"], found["what"])
        elif line.startswith(("Error: ", "Warning: ")):
            self._problem(index, line)
        elif self._in_problem and (line[:1] in (" ", "") or not found) and not _TOTAL.match(line):
            if stripped and stripped.strip("─├│╵╷") and line not in self._said:
                self._said.add(line)
                keep(index, EVIDENCE)
        elif found is not None and stripped.startswith("# (because"):
            keep(index, IMPORTANT)
        elif _DIAGNOSTIC.match(line):
            if stripped.strip("│╷╵| "):
                keep(index, FAILURE if "Error" in line else EVIDENCE)
        elif _TOTAL.match(line):
            self._in_outputs = line.startswith(("Changes to Outputs", "Outputs:"))
            keep(index, ALWAYS)
        elif self._in_outputs and stripped and not _PROGRESS.match(line):
            new = line.startswith("    ") and " -> " not in line and _NOISE.match(line)
            if not new and not _CLOSING.match(line):
                keep(index, IMPORTANT)
        elif _PROGRESS.match(line):
            self._progress(index, line)
        elif (
            _CHANGE.match(line)
            and index not in self._unknown
            and not ("created" in self._action or "destroyed" in self._action)
        ):
            keep(index, NORMAL if _NOISE.match(line) else EVIDENCE)
        elif line[:1] not in (" ", "") and stripped:
            keep(index, IMPORTANT)
        else:
            self._value(index, line, stripped)

    def _begin(self, index: int, name: str, action: str) -> None:
        """The head of a resource, with what happens to it."""
        self._action = action
        self._in_outputs = self._in_problem = False
        self._values_seen = Counter()
        hard = "destroy" in action or "replace" in action
        self.decisions.keep(index, FAILURE if hard else EVIDENCE)
        sign = "-" if "destroyed" in action else "+" if "created" in action else "~"
        sort = f"{name.split('[')[0].rpartition('.')[0]} {sign}"
        self._shown[sort] = self._shown.get(sort, 0) + (sign != "~")
        self._with_values = self._shown[sort] <= SHOWN_PER_TYPE

    def _problem(self, index: int, line: str) -> None:
        """The head of an error or a warning, and how often it is told again."""
        self._in_problem = True
        self.decisions.keep(index, FAILURE)
        if index in self.again:
            members, lines = self.again[index], self._segment.lines
            count = sum(lines[at].startswith(("Error: ", "Warning: ")) for at in members)
            what = "error" if line[0] == "E" else "warning"
            last = self._segment.number(members[-1])
            self.decisions.fold(index, members, f"[x{count} more of this {what} to line {last}]")

    def _progress(self, index: int, line: str) -> None:
        """What an apply has done so far: each verb once, what cannot be taken back more often."""
        verb = line.partition(": ")[2].split("...")[0].split(" after")[0]
        self._progress_seen[verb] = self._progress_seen.get(verb, 0) + 1
        most = SHOWN_COMPLETE if verb.startswith(_COMPLETE) else 1
        if self._progress_seen[verb] <= most and not verb.startswith(("Refresh", "Reading", "Read ")):
            self.decisions.keep(index, NORMAL)

    def _value(self, index: int, line: str, stripped: str) -> None:
        """A value of a resource that is created, destroyed or updated."""
        if (
            index in self._unknown
            or _RESOURCE.match(stripped)
            or not self._with_values
            or ("updated" in self._action and stripped[:1] not in "+-~")
        ):
            return
        seen = self._values_seen
        if "destroyed" in self._action:
            seen["destroyed"] += 1
            if _SCALAR.match(line) and seen["destroyed"] <= SHOWN_OF_DESTROYED:
                self.decisions.keep(index, NORMAL)
        elif stripped.strip("-+}] ,") and not _NOISE.match(line) and not _CLOSING.match(line):
            bare = line.strip("-+ ,")
            shape = bare.translate(_NO_DIGITS)
            seen[shape] += 1
            seen[bare] += bare != shape
            if seen[shape] <= SHOWN_PER_SHAPE and seen[bare] == 1:
                self.decisions.keep(index, NORMAL)
