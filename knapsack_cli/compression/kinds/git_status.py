"""git status: every path under its state, every state line; the advice in brackets goes.

Read from its form, whatever the language: sections begin at the margin, paths stand after a tab and
perhaps their state. Of `--porcelain=v2` modes and hashes go.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, FAILURE, MARK, Row, Segment, View
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

ALIKE_LEAST = 40
"""Untracked names of one shape from which on they are told by a count."""
WIDTH = 110
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
_ENTRY = lazy(r"\t(?P<state>[^\t:：/]{2,40}[:：])(?: +|(?<=：))(?P<name>\S.*)$")
_CONFLICTS = ("both ", "deleted by ", "added by ")
_PORCELAIN = lazy(
    r"(?P<kind>[12u]) (?P<state>[A-Z.?]{2}) (?P<sub>[A-Z.]{4})(?: \d{6}){3,4}(?: [0-9a-f]{40,64}){2,3}"
    r" (?P<name>.+)$"
)
_PORCELAIN_NAME = lazy(r"[?!] \S")
_SHORT = lazy(r"(?: [MADRCTU]|[MADRCTU][ MADRCTU]|\?\?|!!) \S")
"""A path of `git status -s`."""
_UNMERGED = ("UU ", "AA ", "DD ", "AU ", "UA ", "DU ", "UD ")
SHORT_LEAST = 5
_PORCELAIN_HEAD = lazy(r"# (?:branch|stash)\.?[a-z]* ")
MOST_BEFORE = 40
"""Lines before the state: what a merge or a commit said."""


def recognise(segment: Segment) -> int:
    """Its first line and one of its section lines, or advice above paths after a tab."""
    head = segment.lines[:200]
    states = [index for index, line in enumerate(head) if line.startswith(_STATES)]
    if len(states) >= 2:
        return 90 if states[0] <= MOST_BEFORE else 60  # far below it is quoted
    if any(_is_advice(line) for line in head) and any(line.startswith("\t") for line in head):
        return 88
    sample = [line for line in head if line]
    own = sum(1 for line in sample if _PORCELAIN.match(line) or _PORCELAIN_HEAD.match(line))
    names = sum(1 for line in sample if _PORCELAIN_NAME.match(line))
    if own >= 2 and own + names == len(sample):
        return 90
    return 88 if _is_short(sample) else 0


def _is_short(sample: list[str]) -> bool:
    """Whether nearly every line has two letters for its state before a path, and not all the same."""
    entries = [line for line in sample if _SHORT.match(line)]
    headed = any(line.startswith("## ") for line in sample)
    if len(entries) < SHORT_LEAST or len(entries) + headed < 0.9 * len(sample):
        return False
    return headed or len({line[:2] for line in entries}) > 1 or entries[0].startswith(("?? ", " M "))


def _is_advice(line: str) -> bool:
    """Whether a line in brackets names a command of git, and no state (that all conflicts are fixed)."""
    return (
        line.startswith(("  (", "  （"))
        and line.endswith((")", "）"))
        and "git " in line
        and not line.startswith("  (all conflicts fixed")
    )


def decide(segment: Segment) -> View:
    """Everything but the lines of advice, the paths of one state together."""
    writer = _Writer(segment)
    short = _is_short([line for line in segment.lines[:200] if line])
    for index, line in enumerate(segment.lines):
        if short and _SHORT.match(line) and not line.startswith(_UNMERGED):
            writer.states.setdefault(line[:2], []).append((line[3:], index))
        elif line.startswith("\t") or _PORCELAIN_NAME.match(line):
            writer.entry(index, line)
        else:
            writer.end_section()
            writer.other(index, line)
    writer.end_section()
    return View(writer.told())


class _Writer:
    """Collects the entries of a section by their state, and writes them when it ends."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.rows: list[Row] = []
        self.states: dict[str, list[tuple[str, int]]] = {}
        self.advice = 0
        self.short = False

    def other(self, index: int, line: str) -> None:
        """A line that is no entry."""
        porcelain = _PORCELAIN.match(line)
        if porcelain is not None:
            self.short = True
            sub = "" if porcelain["sub"] == "N..." else f" {porcelain['sub']}"
            text = f"{porcelain['kind']} {porcelain['state']}{sub} {porcelain['name']}"
            rank = FAILURE if porcelain["kind"] == "u" else EVIDENCE
            self.rows.append(Row(text, index, rank=rank, form=DATA))
        elif _is_advice(line):
            self.advice += 1
        elif line.strip():
            self.rows.append(Row(line, index, rank=ALWAYS))

    def entry(self, index: int, line: str) -> None:
        """A path with its state, or an untracked one."""
        found = _ENTRY.match(line)
        if found is not None and not found["state"].startswith(_CONFLICTS):
            self.states.setdefault(f"\t{found['state']}", []).append((found["name"], index))
        elif found is not None:
            self.rows.append(Row(line, index, rank=FAILURE))
        else:
            self.states.setdefault(line[: 1 if line.startswith("\t") else 2].strip(" "), []).append(
                (line[1:].strip(" "), index)
            )

    def end_section(self) -> None:
        """Write what was collected, one state after the other."""
        for state, entries in self.states.items():
            alike: dict[str, list[tuple[str, int]]] = {}
            for entry in entries:
                alike.setdefault(shape_of(entry[0]), []).append(entry)
            told = {shape: found for shape, found in alike.items() if len(found) >= ALIKE_LEAST}
            if state.strip("\t?!"):
                told = {}
            hidden = {index for found in told.values() for _, index in found}
            self._write(state, [entry for entry in entries if entry[1] not in hidden])
            for found in told.values():
                self._write(state, found[:1])
                first, last = found[1][1], found[-1][1]
                text = f"[x{thousands(len(found) - 1)} like this to line {self.segment.number(last)}]"
                self.rows.append(Row(text, first, last, EVIDENCE, MARK))
        self.states = {}

    def _write(self, state: str, entries: list[tuple[str, int]]) -> None:
        """Names without blanks share rows; one with blanks (a rename) has its own."""
        row: list[tuple[str, int]] = []
        for name, index in entries:
            own = " " in name or "\t" in name
            if row and (own or sum(len(one) + 1 for one, _ in row) + len(name) > WIDTH):
                self._flush(state, row)
                row = []
            row.append((name, index))
            if own:
                self._flush(state, row)
                row = []
        self._flush(state, row)

    def _flush(self, state: str, row: list[tuple[str, int]]) -> None:
        if row:
            lead = f"{state} " if state.strip("\t") else state
            names = " ".join(name for name, _ in row)
            more = tuple(index for _, index in row[1:])
            self.rows.append(Row(lead + names, row[0][1], rank=EVIDENCE, form=DATA, more=more))

    def told(self) -> list[Row]:
        """All rows, under a mark that says what is not there."""
        cut = ["advice"] if self.advice else []
        cut += ["modes and hashes"] if self.short else []
        if cut:
            self.rows.insert(0, Row(f"[{', '.join(cut)} left out]", rank=ALWAYS, form=MARK))
        return self.rows
