"""Test results as TeamCity's service messages, which many runners can write: failures, problems, counts."""

from knapsack_cli.compression.model import CONTEXT, EVIDENCE, FAILURE, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_PASSING = lazy(
    r"##teamcity\[(?:test(?:Started|Finished|StdOut|Count|SuiteStarted|SuiteFinished|Metadata)|flowStarted"
    r"|flowFinished|progress\w*|block\w*|enteredTheMatrix|compilation\w+)\b"
)
_FAILING = lazy(r"##teamcity\[(?:testFailed|buildProblem|message\b.*status='(?:ERROR|FAILURE))")
_RULE = lazy(r"[\s.=*-]*$")


def recognise(segment: Segment) -> int:
    """By a share of service messages on tests."""
    if b"##teamcity[test" not in segment.data:
        return 0
    sample = segment.lines[:400]
    marked = sum(1 for line in sample if line.lstrip().startswith("##teamcity["))
    return 96 if marked * 3 > len(sample) else 0


def decide(segment: Segment) -> Decisions:
    """Messages of failures first; those of passing tests are counted; what is no message stays."""
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    passing: list[int] = []
    for index, line in enumerate(segment.lines):
        text = line.lstrip()
        if not text.startswith("##teamcity["):
            decisions.keep(index, 0 if _RULE.match(line) else EVIDENCE)
        elif _FAILING.match(text):
            decisions.keep(index, FAILURE)
        elif _PASSING.match(text):
            passing.append(index)
        else:
            decisions.keep(index, CONTEXT)
    shown = next((at for at, rank in enumerate(decisions.ranks) if rank), -1)
    if passing and shown >= 0:
        first, last = segment.number(passing[0]), segment.number(passing[-1])
        text = f"[{len(passing)} messages of passing tests, within lines {first}-{last}]"
        decisions.fold(shown, passing, text)
    return decisions
