"""The words by which a failure is told, whatever the kind: the guard that puts dropped evidence back.

Rarity is what finds the one line that matters in a log; these words are the second net, for every
kind, in several languages.
"""

import re

from knapsack_cli.compression.model import DROP, FAILURE, Decisions, Segment
from knapsack_cli.compression.templates import shape_of

_FAILURE = re.compile(
    r"\b(?:error|errors|fatal|panic|panicked|exception|traceback|failed|failure|fail|critical|crash(?:ed)?"
    r"|segfault|segmentation fault|abort(?:ed)?|denied|refused|unreachable|timed out|timeout|oom(?:killed)?"
    r"|out of memory|killed|corrupt(?:ed)?|deadlock|undefined|unresolved|unable to|cannot|can't|could not"
    r"|not found|no such|invalid|unexpected|conflict|rejected|violat(?:ed|ion|es))\b"
    r"|(?:Error|Exception|Failure)\b"
    r"|错误|失败|异常|拒绝|超时|致命|崩溃|エラー|失敗|例外|異常|拒否|오류|실패|예외|거부|ошибка|Fehler|erreur",
    re.IGNORECASE,
)
_NOT_A_FAILURE = re.compile(
    r"\b(?:0|no|zero|without)\s+(?:error|errors|failures|failed|fail|failing|warnings|conflicts)\b"
    r"|\b(?:errors?|failures?|failed|fail)\s*[:=]\s*0\b",
    re.IGNORECASE,
)
_CONSTRAINT = re.compile(
    r"\s*(?:[-*#>]\s*)?(?:you\s+)?(?:must|do not|don't|never|always|important|required|shall)\b",
    re.IGNORECASE,
)


def is_failure(line: str) -> bool:
    """Whether `line` speaks of something that went wrong."""
    return bool(_FAILURE.search(line)) and not _NOT_A_FAILURE.search(line)


def is_constraint(line: str) -> bool:
    """Whether `line` begins as an instruction that binds: "must", "do not", "never"."""
    return bool(_CONSTRAINT.match(line))


def failure_spots(line: str, most: int) -> list[int]:
    """Where in a long line failures are spoken of: the first `most` places of different wording."""
    spots: list[int] = []
    seen: set[str] = set()
    for match in _FAILURE.finditer(line):
        context = shape_of(line[max(0, match.start() - 20) : match.end() + 20])
        if context not in seen:
            seen.add(context)
            spots.append(match.start())
            if len(spots) >= most:
                break
    return spots


def guard(segment: Segment, decisions: Decisions) -> int:
    """Put dropped evidence back: the first line of each shape that speaks of a failure.

    Returns how many lines were put back.
    """
    seen: set[str] = set()
    lines, ranks, told = segment.lines, decisions.ranks, decisions.told
    for index, rank in enumerate(ranks):
        if rank == DROP and not (told is not None and told[index]):
            line = lines[index][:2000]
            if is_failure(line):
                shape = shape_of(line)
                if shape not in seen:
                    seen.add(shape)
                    ranks[index] = FAILURE
    return len(seen)
