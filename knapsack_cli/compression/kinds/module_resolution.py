"""`tsc --traceResolution`: what each module's name came to; the whole way of the first that was not found."""

from knapsack_cli.compression.model import EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_RULER = "======== "
_ASKED = (_RULER + "Resolving ",)
_ANSWER = lazy(
    r"======== (?:Module name|Type reference directive) '[^'\n]{1,500}' was (?P<not>not )?"
    r"(?:successfully )?resolved"
)
_OWN = ("File '", "Directory '", "Loading module", "Found 'package.json'", "'package.json' ", "Explicitly ")
_MOST = 40
"""So many lines of the way of the first name that was not found are shown."""
SAMPLE = 200


def recognise(segment: Segment) -> int:
    """By the rulers around each question."""
    lines = segment.lines[:SAMPLE]
    asked = sum(1 for line in lines if line.startswith(_ASKED))
    return 94 if asked and any(line.startswith(_OWN) for line in lines) else 0


def decide(segment: Segment) -> Decisions:
    """Answers, each once; what stands between the questions is no part of the trace and stays."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    decisions.numbered = True
    asked = -1
    answered: set[str] = set()
    shown = False
    for index, line in enumerate(lines):
        if line.startswith(_ASKED):
            asked = index
            continue
        answer = _ANSWER.match(line)
        if answer is not None:
            if line not in answered:
                answered.add(line)
                decisions.keep(index, FAILURE if answer["not"] else NORMAL)
                if answer["not"] and not shown and asked >= 0:
                    shown = True
                    decisions.keep(asked, EVIDENCE)
                    decisions.keep_range(asked, min(index, asked + _MOST), IMPORTANT)
            asked = -1
        elif asked < 0 and line.strip() and not line.startswith(_OWN):
            decisions.keep(index, EVIDENCE)
    return decisions
