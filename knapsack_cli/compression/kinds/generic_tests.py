"""Runners of any kind whose lines say ok or not: CTest, GoogleTest, .NET, XCTest, shell suites.

Lines that tell a test passed are left out; a failing one keeps what hangs under it (or, where tests
announce their start, what they printed before); counts stay.
"""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_PASSED = lazy(
    r"\s*(?:ok|OK|\[ *OK *\]|\[ *PASS(?:ED)? *\]|\[ *ok *\]|PASS(?:ED)?:?|pass(?:ed)?|\(pass\)|Passed(?! in:)"
    r"|[✓✔√☑]|SUCCESS:?)[ \t]+\S|.*\| PASS \|$"
    r"|\s*\d+/\d+ Test +#\d+: .*\bPassed\b|Test Case .* passed \(|\s*\S.*(?:(?<=\.\.\.)|(?<=[…:\s]))"
    r"(?:ok|OK|PASS(?:ED)?|[Pp]assed|[✓✔]|SUCCESS)(?: *[(\[][\d.]+ ?\w*[)\]])?\.?\s*$"
)
_FAILED = lazy(
    r"\s*(?:not ok|NOT OK|\[ *FAIL(?:ED|URE)? *\]|\[ *ERROR *\]|FAIL(?:ED|URE)?:?|\(fail\)|Failed"
    r"|[✗✘×✖☒❌])[ \t]+\S|.*\| FAIL \|$"
    r"|\s*\d+/\d+ Test +#\d+: .*\*\*\*.*|Test Case .* failed \(|\s*\S.*(?:(?<=\.\.\.)|(?<=[…:\s]))"
    r"(?:FAIL(?:ED|URE)?|[Ff]ailed|ERROR|NOT OK|[✗✘✖])(?: *[(\[][\d.]+ ?\w*[)\]])?[.!]?\s*$|.* \[FAIL\]$"
)
_SKIPPED = lazy(
    r"\s*(?:\[ *SKIP(?:PED)? *\]|SKIP(?:PED)?:?|skip(?:ped)?|Skipped|[-○↓⊘])[ \t]+\S"
    r"|.*\b(?:skipped|SKIPPED|Not Run)\)?$"
)
_STARTED = lazy(
    r"\[ *RUN *\]|\s*Start +\d+: |Test Case .* started\.|Test Suite .* started|\[-+\]|\[=+\]|Test project "
)
_CHECK = lazy(r"(?:\d+: )?\S+:\d+:\w+:FAIL\b")
"""What Unity writes of each test that failed; the runner around it tells of a whole program."""
_NAMED_SKIPPED = lazy(r"\[ *SKIPPED *\] \S+(?:, where .*)?$")
MOST_SKIPPED = 60
"""So many names of a closing list of skipped tests are shown."""
_COUNTS = lazy(
    r".*\b\d+% tests passed|(?:Passed!|Failed!) +- |Total tests: "
    r"|\s+(?:Passed|Failed|Skipped|Total|Total time): "
    r"|\[ *(?:PASSED|FAILED) *\] \d+ tests?|The following tests FAILED|\s+\d+ - \S+ \(|Executed \d+ tests"
    r"|Test Run (?:Failed|Successful|Aborted)|Total Test time|Errors while running CTest|\d+ FAILED TESTS?"
    r"|(?:Tests?|Total|Result|Summary|Passed|Failed|Failures|Errors|Suites?|Checks?)\b\W*\d.*"
    r"|\W*\d+ (?:of \d+ )?(?:tests?|checks?|specs?|assertions?|cases?|passed|failed|failures?|errors?)\b.*"
)
_LISTED = lazy(r"\s*Test +#\d+: \S+$")
_NUMBERED = lazy(r"\s*(?:\d+/\d+ )?Test +#\d+: \S")
_DENO = lazy(rb"(?m)^running \d+ tests? from \S")
_TITLE = lazy(r"\S.* => \S+:\d+:\d+$")
LONGEST = 600
"""Characters of a line in which a result is looked for."""
BODY = 24
"""So many lines under a failing test may belong to it."""


def recognise(segment: Segment) -> int:
    """By what only one runner writes, or by a share of results with counts at the end."""
    lines = [line[:LONGEST] for line in (*segment.lines[:400], *segment.lines[400:][-200:])]
    data = segment.data
    if data.startswith(b"[====") or b"\n[ RUN      ]" in data or b"\n[==========]" in data:
        return 93
    if b"\nTest Case '" in data and b"Test Suite '" in data:
        return 92
    if data.startswith(b"bun test v") or _DENO.search(data, 0, 4000) is not None:
        return 92
    sample = [line for line in (*lines[:400], *lines[-200:]) if line.strip()]
    tail = [line for line in lines[-30:] if line.strip()]
    if b"Test #" in data or b"Test  #" in data:
        numbered = sum(1 for line in sample if _NUMBERED.match(line))
    else:
        numbered = 0
    if numbered > 1 or sum(1 for line in sample if line.endswith(("| PASS |", "| FAIL |"))) > 2:
        return 92
    if any(line.startswith(("Passed!  -", "Failed!  -", "Total tests: ", "Test Run ")) for line in tail):
        return 91
    passed = sum(1 for line in sample if _PASSED.match(line))
    failed = sum(1 for line in sample if _FAILED.match(line))
    results = passed + failed
    if results < 6 or not passed:
        return 0
    counted = any(_COUNTS.match(line) for line in tail)
    share = results / len(sample)
    if share >= 0.6:
        return 72 if counted else 64
    return 61 if share >= 0.3 and counted and failed else 0


def decide(segment: Segment) -> View | None:
    """Failing tests as blocks, counts always, the rest of the printed lines by what they say."""
    layout = Layout(segment)
    bodies = Bodies(segment.lines)
    lines = [line[:LONGEST] for line in segment.lines]
    covered = bytearray(len(lines))
    announced = any(_STARTED.match(line) for line in lines[:400])
    before = lines[0].startswith("bun test v")
    for block in _titled(lines, bodies):
        layout.add(block)
        covered[block.first : block.last + 1] = b"\1" * (block.last + 1 - block.first)
    named = any(line.startswith("  Failed ") for line in lines)
    others: list[int] = []
    listed = failures = skipped = 0
    index, size = 0, len(lines)
    began = -1
    while index < size:
        line = lines[index]
        if covered[index] or not line.strip():
            index += 1
            continue
        if line.startswith("[xUnit.net ") and named:
            pass
        elif _is_count(line):
            layout.keep(index, ALWAYS)
        elif _STARTED.match(line):
            began = index
        elif _CHECK.match(line):
            layout.keep(index, FAILURE)
        elif _FAILED.match(line):
            block = _block(lines, began if announced or before else -1, index, bodies)
            layout.add(block)
            failures += 1
            for at in range(block.first, block.last + 1):
                covered[at] = 1
            others = [at for at in others if at < block.first]
            index = block.last
            began = block.last if before else -1
        elif _PASSED.match(line):
            if began >= 0:
                others = [at for at in others if at < began]
            began = index if before else -1
        elif _SKIPPED.match(line) and not line.startswith(("ERROR", "FATAL", "error")):
            began = -1
            if skipped < MOST_SKIPPED and _NAMED_SKIPPED.match(line):
                skipped += 1
                layout.keep(index, EVIDENCE)
        elif _LISTED.match(line):
            listed += 1
            layout.keep(index, CONTEXT)
        else:
            others.append(index)
        index += 1
    lay_out_leftovers(layout, others)
    if size and not failures and not listed:
        layout.keep(0, EVIDENCE)
    return layout.view()


def _titled(lines: list[str], bodies: Bodies) -> list[Block]:
    """Deno's errors: `name => file:line:column` over `error:`, apart from the results."""
    blocks: list[Block] = []
    starts = [
        at for at in range(len(lines) - 1) if _TITLE.match(lines[at]) and lines[at + 1].startswith("error:")
    ]
    for position, start in enumerate(starts):
        last = starts[position + 1] - 1 if position + 1 < len(starts) else len(lines) - 1
        for index in range(start + 1, last + 1):
            if lines[index].strip() == "FAILURES" or _is_count(lines[index]):
                last = index - 1
                break
        body = bodies.read(start + 1, last)
        blocks.append(
            Block(start, last, [start], sorted({*body.own, *body.shared}), body.key or None, body.own)
        )
    return blocks


def _is_count(line: str) -> bool:
    return (
        bool(_COUNTS.match(line)) and not _FAILED.match(line.replace("***", ""))
    ) or "% tests passed" in line


def _block(lines: list[str], began: int, failed: int, bodies: Bodies) -> Block:
    """A failing result with its lines: those since its start, and those under it that are no results."""
    last = failed
    for index in range(failed + 1, min(failed + 1 + BODY, len(lines))):
        line = lines[index]
        if _PASSED.match(line) or _FAILED.match(line) or _STARTED.match(line) or _is_count(line):
            break
        if _SKIPPED.match(line) or (
            not line.strip() and index + 1 < len(lines) and lines[index + 1][:1].strip()
        ):
            break
        if line.strip():
            last = index
    first = began if began >= 0 else failed
    before = bodies.read(first + 1, failed - 1) if failed - first > 1 else None
    after = bodies.read(failed + 1, last) if last > failed else None
    body = [at for part in (before, after) if part is not None for at in (*part.own, *part.shared)]
    own = [at for part in (before, after) if part is not None for at in part.own]
    key = "\n".join(part.key for part in (before, after) if part is not None)
    return Block(first, last, [failed], sorted(set(body)), key or None, own)
