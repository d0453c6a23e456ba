"""config.log of Autoconf: what was asked for, what is not there and why, how it ended.

Each test tells its compiler's command, its messages and the whole of a program that failed. Of a test that
says no, the question, the first error and the answer stay; of the last one before an error everything does.
"""

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_LINE = lazy(r"configure:\d{1,7}: (?P<said>.*)$")
_ENDED = lazy(r"configure:\d{1,7}: (?:error: |WARNING: )|configure: exit \d")
_COMPLAINT = lazy(
    r"\S[^:\n]{0,200}:\d{1,7}:(?:\d{1,6}:)? (?:fatal )?error: |\S{1,200}: (?:command )?not found$"
    r"|[^\n]{0,300}?(?:undefined reference to |cannot find -l|error: )"
)
_NOES = ("result: no", "result: none")
_LONG = 200
_BEFORE = 40
"""So many lines before an error are shown."""
_TITLE = "running configure, to aid debugging"


def recognise(segment: Segment) -> int:
    """By its own first words, or by the lines it writes."""
    lines = segment.lines
    if any(_TITLE in line for line in lines[:4]):
        return 96
    told = sum(1 for line in lines[:400] if _LINE.match(line))
    return 90 if told * 4 > min(len(lines), 400) and told > 8 else 0


def decide(segment: Segment) -> Decisions:
    """By what each test says in the end."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    decisions.numbered = True
    decisions.longest = _LONG
    question = complaint = -1
    said: set[str] = set()
    for index, line in enumerate(lines):
        if index < 8 and line.startswith("  $ "):
            decisions.keep(index, ALWAYS)
            continue
        if _ENDED.match(line):
            decisions.keep(index, FAILURE)
            if " error: " in line:
                _lead(decisions, lines, index)
            continue
        match = _LINE.match(line)
        if match is None:
            if line.startswith("## ") and line.strip("# -"):
                decisions.keep(index, NORMAL)
            elif not line.startswith("| ") and line not in said and _COMPLAINT.match(line):
                said.add(line)
                decisions.keep(index, NORMAL if complaint >= 0 else IMPORTANT)
                complaint = index
            continue
        told = match["said"]
        if told.startswith("checking "):
            question, complaint = index, -1
        elif told.startswith("result: ") and question >= 0:
            if told.startswith(_NOES) or told.endswith(" no"):
                decisions.keep(question, EVIDENCE)
            elif not told.startswith("result: yes"):
                decisions.keep(question, NORMAL)
                decisions.keep(index, NORMAL)
            question = -1
    decisions.note(0, len(lines) - 1, "tests that went well, their programs")
    return decisions


def _lead(decisions: Decisions, lines: list[str], index: int) -> None:
    """Show what led to an error: the last test, without what configure has put into its program."""
    for at in range(max(0, index - _BEFORE), index):
        if not lines[at].startswith("| #define") and lines[at].strip("| "):
            decisions.keep(at, EVIDENCE)
