"""Logs of one build tool from end to end: what stands in them belongs to it and is not cut out.

Maven, Gradle, image builds and continuous integration run other programs and pass on what they write.
"""

from knapsack_cli.compression.kinds.builds import decide as decide
from knapsack_cli.compression.model import Segment
from knapsack_cli.text.lazy_patterns import lazy

_FIRST = lazy(
    r"\[INFO\] Scanning for projects|\[info\] (?:welcome to sbt|loading (?:settings|project))"
    r"|\[INFO\] -+<|#\d+ \[|#0 building|\[\+\] Building \d|> Task :|Starting a Gradle Daemon"
    r"|[^\t\n]{1,120}\t[^\t\n]{1,200}\t\ufeff?\d{4}-\d\d-\d\dT|\ufeff?\d{4}-\d\d-\d\dT\S+Z ##\["
    r"|Running with gitlab-runner|\[Pipeline\] Start of Pipeline"
    r"|(?:\[\d{4}-\d\d-\d\dT[\d:.]{8,20}Z\] )?(?:Started by |Started from "
    r"|Building (?:remotely |in workspace)|\[Pipeline\] )"
)
_LAST = lazy(
    r"\[INFO\] BUILD |\[(?:error|success)\] Total time:|\[ERROR\] |#\d+ (?:DONE|CACHED|ERROR|naming)"
    r"|BUILD (?:SUCCESSFUL|FAILED)"
    r"|(?:ERROR: |target \S+: )?failed to solve: | => => (?:naming|writing|exporting) "
    r"|[^\t\n]{1,120}\t[^\t\n]{1,200}\t\ufeff?\d{4}-\d\d-\d\dT"
    r"|\ufeff?\d{4}-\d\d-\d\dT\S+Z "
    r"|ERROR: Job failed|.*Job succeeded"
    r"|(?:\[\d{4}-\d\d-\d\dT[\d:.]{8,20}Z\] )?Finished: [A-Z]{5,12}$"
)
_REACH = 60


def recognise(segment: Segment) -> int:
    """By the first and the last lines: both are of such a tool."""
    lines = segment.lines
    first = any(_FIRST.match(line) for line in lines[:_REACH])
    last = any(_LAST.match(line) for line in lines[-_REACH:])
    return 93 if first and last else 0
