"""Where the failures of each JavaScript runner begin and end."""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.failures import Block
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_JEST = lazy(r"  ● \S")
_JEST_FILE = lazy(r"(?:FAIL|PASS|RUNS)\s+\S")
_VITEST = lazy(r"\s?FAIL  \S|\s*⎯+ Unhandled .* ⎯+$")
_VITEST_END = lazy(r"⎯{5,}(?:\[\d+/\d+\]⎯*)?$")
_NUMBERED = lazy(r"\s{0,6}(?P<number>\d+)\) \S")
_MOCHA_COUNT = lazy(r"\s{1,4}\d+ failing\b")
_PLAYWRIGHT_COUNT = lazy(r"\s{2}\d+ (?:failed|passed|flaky|skipped|interrupted|did not run)\b")
_ENDING = lazy(
    r"(?:Test Suites|Tests|Snapshots|Snapshot Summary|Summary of all failing tests|Ran all test suites"
    r"|Executed \d+|\d+ specs?, |Pending:|Finished in )|-+\|-|File +\|"
    r"|\s+(?:Test Files|Tests|Errors|Start at) "
)
_CYPRESS = lazy(r"  \((?:Results|Screenshots|Video|Run Finished)\)$|  Running:  \S")
"""Where Cypress goes on after what Mocha writes for one file."""
_AVA_RESULT = lazy(r"  ✘ \[fail\]: (?P<name>.+)$")
_RETRY = lazy(r"\s+Retry #\d+ ─+")


def blocks_of(lines: "Sequence[str]") -> list[Block] | None:
    """The failing tests of a run by whatever runner; None when a run is of none of them."""
    bodies = Bodies(lines)
    for find in (_karma, _jest, _vitest, _uvu, _numbered, _ava):
        blocks = find(lines, bodies)
        if blocks:
            return blocks
    return []


def _block(lines: "Sequence[str]", first: int, names: list[int], last: int, bodies: Bodies) -> Block:
    body = bodies.read(names[-1] + 1 if names else first + 1, last)
    return Block(first, last, names, sorted({*body.own, *body.shared}), body.key or None, body.own)


def _trail(lines: "Sequence[str]", last: int) -> int:
    """The last of the empty lines and rules that follow line `last`: they part blocks and tell nothing."""
    while last + 1 < len(lines) and (
        not lines[last + 1].strip(" \t⎯─-=") or _VITEST_END.match(lines[last + 1].strip())
    ):
        last += 1
    return last


def _karma(lines: "Sequence[str]", bodies: Bodies) -> list[Block]:
    """`Browser 1.2 (System) suite test FAILED` over what is indented by a tab."""
    blocks: list[Block] = []
    for index, line in enumerate(lines[:-1]):
        if not line.endswith(" FAILED") or not lines[index + 1].startswith("\t") or ") " not in line:
            continue
        last = index + 1
        while last + 1 < len(lines) and lines[last + 1].startswith("\t"):
            last += 1
        blocks.append(_block(lines, index, [index], last, bodies))
    return blocks


def _jest(lines: "Sequence[str]", bodies: Bodies) -> list[Block]:
    """`  ● suite › test` up to the next, a file's line, or the counts; `● Console` is no failure."""
    starts = [index for index, line in enumerate(lines) if _JEST.match(line)]
    blocks: list[Block] = []
    for at, start in enumerate(starts):
        limit = starts[at + 1] if at + 1 < len(starts) else len(lines)
        last = limit - 1
        for index in range(start + 1, limit):
            line = lines[index]
            if line[:1] not in ("", " ") and (_JEST_FILE.match(line) or _ENDING.match(line)):
                last = index - 1
                break
        if lines[start].strip() == "● Console":
            continue
        blocks.append(_block(lines, start, [start], last, bodies))
    return blocks


def _vitest(lines: "Sequence[str]", bodies: Bodies) -> list[Block]:
    """` FAIL  file > suite > test` (several names may share a body) up to a rule."""
    blocks: list[Block] = []
    index, size = 0, len(lines)
    while index < size:
        line = lines[index]
        if not (line.lstrip()[:1] in "F⎯" and line.strip() and _VITEST.match(line)):
            index += 1
            continue
        start = index
        names = [start] if "FAIL" in line else []
        while names and index + 1 < size and _VITEST.match(lines[index + 1]) and "FAIL" in lines[index + 1]:
            index += 1
            names.append(index)
        end = index + 1
        while end < size and not _VITEST_END.match(lines[end].strip()):
            if _VITEST.match(lines[end]) or _ENDING.match(lines[end]) or "⎯ Failed " in lines[end]:
                break
            end += 1
        if not names:
            names = [at for at in range(start + 1, end) if lines[at].strip()][:1]
        if names and "unhandled error" not in "".join(lines[start + 1 : start + 3]):
            blocks.append(_block(lines, start, names, _trail(lines, end - 1), bodies))
            end = max(end, blocks[-1].last + 1)
        index = end
    return blocks


def _uvu(lines: "Sequence[str]", bodies: Bodies) -> list[Block]:
    """`   FAIL  suite  "test"` over what is indented more, up to the next, the next suite or the counts."""
    starts = [at for at, line in enumerate(lines) if line.startswith("   FAIL  ")]
    blocks: list[Block] = []
    for start in starts:
        last = start
        while last + 1 < len(lines) and (not lines[last + 1].strip() or lines[last + 1].startswith("    ")):
            last += 1
        blocks.append(_block(lines, start, [start], last, bodies))
    return blocks


def _numbered(lines: "Sequence[str]", bodies: Bodies) -> list[Block]:
    """`1) name` after the counts (Mocha), after `Failures:` (Jasmine) or by itself (Playwright)."""
    begin = next((at for at, line in enumerate(lines) if "failing" in line and _MOCHA_COUNT.match(line)), -1)
    if begin < 0:
        begin = next((at for at, line in enumerate(lines) if line.strip() == "Failures:"), -1)
    playwright = begin < 0 and any(" › " in line and _NUMBERED.match(line) for line in lines)
    if begin < 0 and not playwright:
        return []
    starts: list[int] = []
    expected = 1
    for index in range(begin + 1, len(lines)):
        line = lines[index]
        match = _NUMBERED.match(line)
        if match is None:
            if "failing" in line and _MOCHA_COUNT.match(line):
                expected = 1
            if starts and line.strip() == "Pending:":
                break
            continue
        if playwright and " › " not in line:
            continue
        if int(match["number"]) == expected:
            starts.append(index)
            expected += 1
    blocks: list[Block] = []
    for at, start in enumerate(starts):
        last = starts[at + 1] - 1 if at + 1 < len(starts) else len(lines) - 1
        for index in range(start + 1, last + 1):
            line = lines[index]
            if _ENDING.match(line) or _PLAYWRIGHT_COUNT.match(line) or _CYPRESS.match(line):
                last = index - 1
                break
        names = [start] if playwright else _mocha_names(lines, start, last)
        stop = next((at for at in range(start, last + 1) if _RETRY.match(lines[at])), last + 1)
        body = bodies.read(names[-1] + 1, stop - 1)
        shown = sorted({*body.own, *body.shared})
        blocks.append(Block(start, last, names, shown, body.key or None, body.own))
    return blocks


def _mocha_names(lines: "Sequence[str]", start: int, last: int) -> list[int]:
    """The title of a test stands over several lines, one a suite, up to one that ends in a colon."""
    if lines[start].rstrip().endswith(":"):
        return [start]
    names = [start]
    indent = len(lines[start]) - len(lines[start].lstrip())
    for index in range(start + 1, min(start + 12, last + 1)):
        line = lines[index]
        depth = len(line) - len(line.lstrip())
        if not line.strip() or depth <= indent or line.strip() == "Message:":
            break
        names.append(index)
        if line.rstrip().endswith(":"):
            return names
    return [start]


def _ava(lines: "Sequence[str]", bodies: Bodies) -> list[Block]:
    """After a short rule, blocks parted by empty lines, each beginning with its name."""
    rule = next((at for at, line in enumerate(lines) if line == "  ─"), -1)
    if rule < 0:
        return []
    end = next((at for at in range(len(lines) - 1, rule, -1) if lines[at] == "  ─"), len(lines) - 1)
    starts = [
        index
        for index in range(rule + 1, end)
        if lines[index].strip()
        and not lines[index].startswith("   ")
        and not any(line.strip() for line in lines[max(index - 3, rule + 1) : index])
        and (index - rule <= 2 or not any(line.strip() for line in lines[index - 3 : index]))
    ]
    told: dict[str, int] = {}
    for index in range(rule):
        if (match := _AVA_RESULT.match(lines[index])) is not None:
            words = match["name"].split(" ")
            for size in range(len(words), 0, -1):
                told.setdefault(" ".join(words[:size]), index)
    blocks: list[Block] = []
    for at, start in enumerate(starts):
        last = starts[at + 1] - 1 if at + 1 < len(starts) else end - 1
        block = _block(lines, start, [start], last, bodies)
        # The result says more: that it failed, and of a thrown error at once what it was.
        block.names = [told.get(lines[start].strip(), start)]
        blocks.append(block)
    return blocks
