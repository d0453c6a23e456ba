"""What a line of a build says of its outcome: failures and summaries stay, progress goes."""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.model import DROP, EVIDENCE, FAILURE
from knapsack_cli.text.lazy_patterns import lazy

_FAILED = lazy(
    r"(?:make(?:\[\d+\])?|g?make|ninja|FAILED|nmake)(?::|\b.*\*\*\*)"
    r"|.*(?:undefined reference|ld returned|cannot find -l"
    r"|linker command failed|unresolved external|Undefined symbols|error:|fatal:|FAILED)",
)
_SUMMARY = lazy(
    r"[ \t✖✘×!]*(?:Found |\d[\d,]* (?:warning|error|problem|issue|offense|file)s?\b"
    r"|\d+ (?:Warning|Error)\(s\)"
    r"|Build (?:FAILED|succeeded)|BUILD |Your code has been rated"
    r"|\d+ files? (?:inspected|checked)|Success: no issues)",
)
_PROGRESS = lazy(
    r"[ \t]*(?:[-=_*#~.─━═][-=_*#~.─━═ ]{3,}$|\*{5,} Module "
    r"|For more information:$|https://www\.shellcheck\.net/wiki/"
    r"|g?make(?:\[\d+\])?: (?:Entering|Leaving) directory"
    r"|Some errors have detailed explanations|For more information about (?:this error|an error), try)"
)


def outcome(line: str) -> int:
    """FAILURE or EVIDENCE for failures and summaries, DROP for rulers and progress, -1 for anything else."""
    if _PROGRESS.match(line):
        return DROP
    if _SUMMARY.match(line):
        return EVIDENCE
    short = line[:600]
    if _FAILED.match(short) or is_failure(short):
        return FAILURE
    return -1
