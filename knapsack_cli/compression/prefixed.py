"""Outputs of several services or packages in one stream, each line behind the name of its own.

`web-1  | line` (docker compose), `[web:test] line` (concurrently, nx), `web:test: line` (turbo): the rest of
the lines is what the program wrote, and is shown under a heading that holds the name.
"""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import GENERAL
from knapsack_cli.compression.kinds.families import BUILD_LOGS, LOGS
from knapsack_cli.compression.model import Segment
from knapsack_cli.text.lazy_patterns import lazy

_PREFIX = lazy(
    r"(?:[A-Za-z][\w.-]* +\| |\[(?!(?i:info|warn|warning|error|debug|trace|success|fatal|notice)\])"
    r"[@A-Za-z][\w@./-]*(?::[\w.-]+)*\] |[@A-Za-z][\w@./-]*:[A-Za-z][\w.:-]*: )"
)
LOOKED_AT = 16
"""So many lines, spread over the text, must all have a prefix before the others are asked."""
RUN_LEAST = 8
"""Lines of one name in a row, on average: a finer mixture is left as it is."""
SURE, CERTAIN = 60, 85
OWN = frozenset(kind.name for kind in (*LOGS, BUILD_LOGS))
"""Kinds whose lines have prefixes of their own."""


def runs(segment: Segment) -> list[tuple[str, Segment]]:
    """The runs of lines of one name, each with its prefix; empty when this is nothing of the kind.

    It is only where what stands behind the names is recognised, and the whole is no log.
    """
    count = segment.count
    if count < RUN_LEAST or not _PREFIX.match(segment.line(0)):
        return []
    if not all(_PREFIX.match(segment.line(at * (count - 1) // LOOKED_AT)) for at in range(LOOKED_AT + 1)):
        return []
    lines = segment.lines
    found: list[tuple[str, int]] = []
    for index, line in enumerate(lines):
        match = _PREFIX.match(line if line.endswith(" ") else line + " ")
        if match is None:
            return []
        if not found or found[-1][0] != match.group():
            found.append((match.group(), index))
    if len(found) * RUN_LEAST > count:
        return []
    ends = [start for _, start in found[1:]] + [count]
    parted = [
        (
            prefix,
            Segment([line[len(prefix) :] for line in lines[start:end]], segment.base + start, segment.hints),
        )
        for (prefix, start), end in zip(found, ends, strict=True)
    ]
    whole = detect.recognise(segment)
    if whole.confidence >= CERTAIN and whole.kind.name in OWN:
        return []
    verdicts = [detect.recognise(part) for _, part in parted]
    sure = any(verdict.kind is not GENERAL and verdict.confidence >= SURE for verdict in verdicts)
    return parted if sure else []
