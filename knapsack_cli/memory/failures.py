"""What a failed tool result says, without what differs from run to run."""

from __future__ import annotations

import re

LONGEST = 240
"""Characters of a failure that are kept."""
_VARYING: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b"), "<time>"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE), "<id>"),
    (re.compile(r"\b0x[0-9a-fA-F]{4,}\b"), "<address>"),
    (re.compile(r"\b(pid|tid|ppid|request[-_]id|job|port)([ =:#]+)\d+", re.IGNORECASE), r"\1\2<n>"),
    (re.compile(r"(/tmp|/var/folders|/private/tmp)/[^\s:'\"]+"), r"\1/<file>"),
    (re.compile(r"\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}\b"), "<hash>"),
    (re.compile(r"(?<=[\w)\]>]):\d+(?::\d+)?(?=[:,)\s]|$)"), ":<line>"),
    (re.compile(r"\b\d+(?:\.\d+)? ?(?:ms|s|sec|seconds|min)\b"), "<duration>"),
    (re.compile(r"\b\d{5,}\b"), "<number>"),
)
_TELLING = re.compile(
    r"error|fail|exception|cannot|can't|could not|unable|not found|no such|denied|refused|fatal|panic|"
    r"invalid|missing|unknown|unexpected|unrecognized|undefined|timed? ?out|"
    r"错误|失败|异常|找不到|无法|エラー|失敗|오류",
    re.IGNORECASE,
)
_OURS = re.compile(r"^\[knapsack: |^\[?(?:unfinished|output truncated)", re.IGNORECASE)
_ENDING = re.compile(
    r"^(?:command )?(?:exited|failed) with (?:exit )?(?:code|status) \d+\.?$|^exit code:? \d+$|"
    r"^[\w ]{1,30}: \(none\)$",
    re.IGNORECASE,
)
ENVIRONMENT = re.compile(
    r"(?:command|binary) not found|not recognized|no such file|ENOENT|missing script|not installed|usage:|"
    r"unknown (?:option|command|flag|argument)|unrecognized (?:option|argument)|invalid (?:option|choice)|"
    r"no module named|cannot find module|permission denied|not a (?:git|valid)|unable to locate|"
    r"no such (?:command|option|service|container)|externally-managed|couldn't find|could not find|"
    r"does not exist|doesn't exist|找不到|不存在|未找到",
    re.IGNORECASE,
)
"""Failures of how something was called, not of what was worked on: a better call is worth remembering."""


def telling_line(text: str) -> str:
    """The line that says what went wrong: the last that tells of a failure, or the first of several alike
    that stand together; without any the last line; nothing of an empty text."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not _OURS.match(line.strip())]
    lines = [line for line in lines if not _ENDING.match(line)]
    telling = [at for at, line in enumerate(lines) if _TELLING.search(line)]
    if not telling:
        return lines[-1] if lines else ""
    at = telling[-1]
    while at and at - 1 in telling and lines[at - 1].split(" ")[0] == lines[at].split(" ")[0]:
        at -= 1
    return lines[at]


def tells_of_failure(line: str) -> bool:
    """Whether a line has a word of failure in it."""
    return bool(_TELLING.search(line))


def normalised(line: str) -> str:
    """A line in one form for all runs: times, ids, addresses, temporary files and line numbers masked."""
    for pattern, stand_in in _VARYING:
        line = pattern.sub(stand_in, line)
    line = " ".join(line.split())
    return line if len(line) <= LONGEST else line[:LONGEST].rstrip() + "…"
