"""ansible-playbook: failed and unreachable hosts with their messages, changes by task, the whole recap."""

import re

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment

_HEADER = re.compile(r"(?:PLAY|TASK|RUNNING HANDLER|PLAY RECAP) .*\*{3,}|PLAY RECAP")
_RESULT = re.compile(r"(ok|changed|skipping|included|rescued|ignored|fatal|failed|unreachable): \[")


def recognise(segment: Segment) -> int:
    """Headers with stars and results by host."""
    headers = results = 0
    for line in segment.lines[:400]:
        headers += bool(_HEADER.match(line))
        results += bool(_RESULT.match(line))
    return 92 if headers >= 2 and results else 0


def decide(segment: Segment) -> Decisions:
    """Tasks in which something happened, failures with what follows them, the recap."""
    decisions = Decisions(len(segment.lines))
    task = -1
    recap = failing = False
    for index, line in enumerate(segment.lines):
        if _HEADER.match(line):
            recap = line.startswith("PLAY RECAP")
            failing = False
            task = index
            if line.startswith("PLAY"):
                decisions.keep(index, ALWAYS)
            continue
        found = _RESULT.match(line)
        if recap:
            if line.strip():
                decisions.keep(index, ALWAYS)
        elif found is not None:
            failing = found[1] in ("fatal", "failed", "unreachable")
            if failing:
                decisions.keep(task, FAILURE)
                decisions.keep(index, FAILURE)
            elif found[1] == "changed":
                decisions.keep(task, IMPORTANT)
                decisions.keep(index, NORMAL)
        elif failing and line.strip():
            decisions.keep(index, EVIDENCE)
        elif line.startswith(("[WARNING]", "[DEPRECATION", "ERROR!")):
            decisions.keep(index, FAILURE if line.startswith("ERROR!") else IMPORTANT)
    return decisions
