"""Scenarios in plain language: behave and Cucumber. Failing and undefined steps, what they said, the counts.

A scenario whose lines are nothing but steps passed and is left out.
"""

import re

from knapsack_cli.compression.kinds.common.frames import kept_in_trace
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_SCENARIO = lazy(r"\s*(?:\d+\) )?(?:Scenario(?: Outline| Template)?|Example|Background|Rule): ")
_FEATURE = lazy(r"\s*(?:Feature|Ability|Business Need): ")
_STEP = lazy(r"\s+(?:[✔✓√✖✗✘?\-–·] )?(?:Given|When|Then|And|But|\*|Before|After)\b")
_FAILED_STEP = lazy(r"\s+[✖✗✘?–\-] |.*# (?:None|undefined|UNDEFINED)\b|\s.* (?:UNDEFINED|FAILED)$")
_OTHER = lazy(r'\s*(?:@\S|\||"""|```|#|Examples:|Scenarios:)')
_COUNTS = lazy(
    r"\d+ (?:features?|rules?|scenarios?|steps?)\b|\d+m\d+\.\d+s|Took \d+|(?:Failing|Errored|Undefined"
    r"|Flaky|Passing) [Ss]cenarios:|(?:rspec|cucumber|behave) \S+:\d+|(?:Failures|Warnings|Errors):$"
)
_SNIPPETS = lazy(r"(?:\(::\) |You can implement (?:step|missing))")
_PLACE = lazy(r"\s+\S+\.feature:\d+")


def recognise(segment: Segment) -> int:
    """Sure when scenarios or their steps are counted at the end."""
    tail = [line for line in segment.lines[-80:] if line.strip()]
    counted = sum(1 for line in tail if re.match(r"\d+ (?:scenarios?|steps?)\b.*(?:passed|failed|\()", line))
    return 94 if counted >= 2 else 0


def decide(segment: Segment) -> Decisions:
    """By scenario, then the lists and counts."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    feature = -1
    index, size = 0, len(lines)
    while index < size:
        line = lines[index]
        if _SNIPPETS.match(line):
            end = index
            while end < size and not _COUNTS.match(lines[end]):
                end += 1
            decisions.note(_above_blank(lines, index), size - 1, "snippets for undefined steps")
            index = end
            continue
        if _SCENARIO.match(line):
            end = index + 1
            while end < size and not _ends(lines[end]):
                end += 1
            if _scenario(lines, decisions, index, end) and feature >= 0:
                decisions.keep(feature, EVIDENCE)
            index = end
            continue
        if _FEATURE.match(line):
            feature = index
        elif _COUNTS.match(line) or _PLACE.match(line):
            decisions.keep(index, ALWAYS)
        elif line[:1].strip() and not re.fullmatch(r"[.FUPS\-A-]+", line.strip()):
            decisions.keep(index, EVIDENCE)
        index += 1
    return decisions


def _above_blank(lines: list[str], index: int) -> int:
    while index and not lines[index - 1].strip():
        index -= 1
    return index


def _ends(line: str) -> bool:
    return bool(_SCENARIO.match(line) or _FEATURE.match(line) or _COUNTS.match(line) or _SNIPPETS.match(line))


def _scenario(lines: list[str], decisions: Decisions, first: int, end: int) -> bool:
    """Rank the lines of one scenario; whether something in it failed."""
    step = -1
    said: list[int] = []
    failed = False
    for index in range(first + 1, end):
        line = lines[index]
        if not line.strip() or _OTHER.match(line):
            continue
        if _STEP.match(line):
            step = index
            if _FAILED_STEP.match(line[:600]):
                decisions.keep(index, FAILURE)
                failed = True
        elif line[:1].isspace():
            said.append(index)
            if step >= 0:
                decisions.keep(step, FAILURE)
    if said:
        kept = set(kept_in_trace(lines, said[0], said[-1]))
        for index in said:
            if index in kept:
                decisions.keep(index, FAILURE)
    if failed or said:
        decisions.keep(first, FAILURE)
    return failed or bool(said)
