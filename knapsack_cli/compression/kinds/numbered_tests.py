"""RSpec, minitest, PHPUnit, ExUnit, JUnit 4: failures numbered from one, each with message and places."""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_HEADER = lazy(r"\s{0,4}(?P<number>\d+)\) (?P<title>\S.*)")
_COUNTS = lazy(
    r"\s*\d+ (?:examples?|runs|tests?|doctests?|properties|features?|scenarios?|steps?), \d+ .*"
    r"|(?:Tests|Test Count|Tests run): \d+.*|OK(?:,.*| \(\d+ tests?.*\))$"
    r"|(?:FAILURES|ERRORS|WARNINGS|TESTS?)!+$"
    r"|No tests executed!|Time: .*|Finished in .*|There (?:was|were) \d+ .*"
)
_SECTION = lazy(
    r"(?:Failures|Pending|Failed examples|Errors|Summary of .*):(?: \(.*\))?$|There (?:was|were) \d+ .*:$|--$"
)
_END = lazy(
    r"(?:Finished in |Failed examples:|FAILURES!|ERRORS!|WARNINGS!|Time: |\d+ (?:examples?|runs|tests?), )"
)
_BOXED = lazy(r" [✘✗☢⚠∅] \S")
FEW_PENDING = 12
"""Of so many pending tests the reason and the place are shown."""
_BOX = ("┐", "├", "│", "╵", "┊", "┴", "╎")
"""What stands before each line of a failure in PHPUnit's testdox, plain or coloured."""
_RERUN = lazy(r"\s*(?:rspec|rails test|bin/rails test|mix test|phpunit|cucumber) \S+:\d+")
_LOAD = lazy(r"An error occurred (?:while loading|in an? )|\*\* \(\w+Error\)|== Compilation error")
_TREE = lazy(r"\s+\S|(?:[A-Z][\w:]*|#\S+)$|\s*[✔✘∅☢↩]\s")
_DOTS = lazy(r"[.FEISRNWDUP*\s]+(?:\d+ / \d+ \(\s*\d+%\))?$")
_HEADS = lazy(
    r"(?:PHPUnit \d|JUnit version|Runtime: |Configuration: |Run options: |# Running|Randomized with seed"
    r"|Running ExUnit|Run with seed|Excluding tags|Including tags|Warning: .*xdebug)"
)


def recognise(segment: Segment) -> int:
    """By the line of counts and numbered headers."""
    lines = segment.lines
    data = segment.data
    if b"##teamcity[test" in data:
        return 0
    if data.startswith(b"JUnit version ") or b"\nJUnit version " in data[:2000]:
        return 90
    counted = [line for line in lines[-80:] if _COUNTS.match(line)]
    if not counted:
        # The end may have been cut off.
        headed = b"PHPUnit " in data[:400] and any(_SECTION.match(line) for line in lines[:400])
        return 90 if headed and any(_HEADER.match(line) for line in lines[:400]) else 0
    text = "\n".join(counted)
    if "examples," in text or "example," in text or " runs, " in text or "Assertions:" in text:
        return 95
    if b"PHPUnit " in data[:400] or b"Finished in " in data:
        return 88
    return 0


def decide(segment: Segment) -> View | None:
    """Blocks for failures; pending ones by name; counts, places to run again."""
    lines = segment.lines
    layout = Layout(segment)
    covered = bytearray(len(lines))
    blocks = _blocks(lines)
    for block in blocks:
        layout.add(block)
        covered[block.first : block.last + 1] = b"\1" * (block.last + 1 - block.first)
    begun = min((block.first for block in blocks), default=len(lines))
    others: list[int] = []
    for index, line in enumerate(lines):
        if covered[index] or not line.strip():
            continue
        if _COUNTS.match(line):
            layout.keep(index, ALWAYS)
        elif _RERUN.match(line):
            layout.keep(index, EVIDENCE)
        elif _LOAD.match(line):
            layout.keep_range(index, index + 8, FAILURE)
        elif _SECTION.match(line):
            layout.keep(index, CONTEXT if line != "--" else 0)
        elif (
            "(FAILED - " in line
            or _HEADS.match(line)
            or _DOTS.match(line)
            or (index < begun and _TREE.match(line))
        ):
            continue
        else:
            others.append(index)
    lay_out_leftovers(layout, others)
    return layout.view()


def _blocks(lines: list[str]) -> list[Block]:
    bodies = Bodies(lines)
    starts: list[int] = []
    number = 0
    for index, line in enumerate(lines):
        match = _HEADER.match(line)
        if match is not None and int(match["number"]) in (number + 1, 1):
            number = int(match["number"])
            starts.append(index)
    blocks: list[Block] = []
    pending = False
    for at, start in enumerate(starts):
        limit = starts[at + 1] if at + 1 < len(starts) else len(lines)
        last = limit - 1
        for index in range(start + 1, limit):
            if _SECTION.match(lines[index]) or _END.match(lines[index]):
                last = index - 1
                break
        pending = _is_pending(lines, start, pending)
        names = _names(lines, start, last)
        if pending:
            said = [at for at in range(names[-1] + 1, last + 1) if lines[at].lstrip().startswith("# ")]
            said = said or [at for at in range(names[-1] + 1, last + 1) if lines[at].strip()]
            said = [*said[:1], *said[1:][-1:]] if len(blocks) < FEW_PENDING else []
            blocks.append(Block(start, last, names, said))
            continue
        blocks.append(_block(lines, start, last, names, bodies))
    return blocks + _boxed(lines, bodies)


def _block(lines: list[str], start: int, last: int, names: list[int], bodies: Bodies) -> Block:
    body = bodies.read(names[-1] + 1, last)
    return Block(start, last, names, sorted({*body.own, *body.shared}), body.key or None, body.own)


def _boxed(lines: list[str], bodies: Bodies) -> list[Block]:
    """PHPUnit's testdox: a marked name over lines with a bar; told twice, where it ran and at the end."""
    blocks: list[Block] = []
    for index, line in enumerate(lines[:-1]):
        if _BOXED.match(line) and lines[index + 1].lstrip().startswith(_BOX):
            last = index + 1
            while last + 1 < len(lines) and lines[last + 1].lstrip().startswith(_BOX):
                last += 1
            blocks.append(_block(lines, index, last, [index], bodies))
    return blocks


def _is_pending(lines: list[str], start: int, before: bool) -> bool:
    """Whether the section above says that what it lists did not fail."""
    for index in range(start - 1, max(start - 4, -1), -1):
        line = lines[index]
        if line.startswith("Pending:"):
            return True
        if _SECTION.match(line) and line != "--":
            return "skipped" in line or "incomplete" in line
    return before


def _names(lines: list[str], start: int, last: int) -> list[int]:
    """The header, and under minitest's `1) Failure:` the line that names the test."""
    title = lines[start].rstrip()
    named = start + 1 <= last and lines[start + 1].strip()
    if named and title.endswith(("Failure:", "Error:", "Skipped:")):
        return [start, start + 1]
    return [start]
