"""`cargo test` (libtest) and nextest: each failing test's panic with place and values, counts."""

from knapsack_cli.compression.kinds.common.captured import Captured
from knapsack_cli.compression.kinds.common.diffs import trimmed
from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.common.frames import chosen, frame_at
from knapsack_cli.compression.kinds.common.leftovers import lay_out_leftovers
from knapsack_cli.compression.kinds.common.listing import lay_out_list
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, NORMAL, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_RESULT = lazy(
    r"test (?P<name>.+?)(?: - should panic)? \.\.\. (?P<status>ok|FAILED|ignored|bench:)?(?P<rest>.*)$"
)
_HEADER = lazy(r"---- (?P<name>.+?) (?:stdout|stderr) ----$|-{3,} (?:STDOUT|STDERR): +(?P<next>.+?) -{3,}$")
_PANIC = lazy(r"(?:thread '(?P<name>.*?)' (?:\(\d+\) )?)?panicked at ")
_NOISE = lazy(r"note: (?:run with `RUST_BACKTRACE|Some details are omitted)|stack backtrace:$|\s*-+\^*$")
_COUNTS = lazy(r"test result: |\s*Summary \[|error: \d+ targets? failed|error: (?:doc)?test failed|\s+`--")
_RUNNING = lazy(r"running \d+ tests?$")
_TARGET = lazy(r"\s+(?:Running|Doc-tests) \S")
_LISTED = lazy(r"\S.*: (?:test|benchmark)$")
_BUILD = lazy(r"(?:warning|error)(?:\[\w+\])?: |\s+--> \S+:\d+:\d+$")
_NEXTEST = lazy(r"\s+(?P<status>PASS|FAIL|SKIP|SLOW|TIMEOUT|FLAKY|SIGABRT|SIGSEGV|TRY \d+ FAIL) \[")
_UNCAPTURED_END = lazy(
    r"(?:test \S.* \.\.\.|(?:FAILED|ok|failures:|successes:)$|test result: |.*panicked at )"
)
MESSAGE = 12


def recognise(segment: Segment) -> int:
    """By its counts, or by the lines of results."""
    data = segment.data
    if b"\ntest result: " in data or data.startswith(b"test result: "):
        return 95
    lines = segment.lines
    if b" tests run: " in data and any(_NEXTEST.match(line) for line in lines[:200]):
        return 92
    if any(_RUNNING.match(line) for line in lines[:300]) and b" ... ok" in data:
        return 90
    listed = sum(1 for line in lines[:60] if _LISTED.match(line))
    return 80 if listed > 5 and b" tests, " in data else 0


def decide(segment: Segment) -> View | None:
    """Blocks for failures, counts, the heads of compiler messages; passing tests are left out."""
    lines = segment.lines
    layout = Layout(segment)
    covered = bytearray(len(lines))
    named: set[str] = set()
    headed = _blocks(lines)
    failing = _failing(lines)
    told = {name for _, name in headed}
    for block, name in [*headed, *(found for found in _uncaptured(lines, failing) if found[1] not in told)]:
        if covered[block.first] or covered[block.last]:
            continue
        layout.add(block)
        named.add(name)
        for index in range(block.first, block.last + 1):
            covered[index] = 1
    others: list[int] = []
    listed: list[int] = []
    for index, line in enumerate(lines):
        if covered[index] or not line.strip():
            continue
        if _COUNTS.match(line):
            layout.keep(index, ALWAYS)
        elif (match := _RESULT.match(line)) is not None:
            if (match["status"] == "FAILED" and match["name"] not in named) or match["rest"].startswith(
                ("error", "Test executable failed")
            ):
                layout.keep(index, FAILURE)
            elif match["status"] == "bench:":
                layout.keep(index, EVIDENCE)
        elif (match := _NEXTEST.match(line)) is not None:
            if match["status"] not in ("PASS", "SKIP"):
                layout.keep(index, FAILURE)
        elif _TARGET.match(line):
            layout.keep(index, CONTEXT)
        elif _BUILD.match(line):
            layout.keep(index, EVIDENCE)
        elif (
            line in ("ok", "FAILED")
            or line.strip() in named
            or line.strip() == "failures:"
            or _RUNNING.match(line)
        ):
            continue
        elif _LISTED.match(line):
            listed.append(index)
        elif index in failing:
            layout.keep(index, FAILURE)
        elif line.startswith(("    Finished", "   Compiling")):
            layout.keep(index, NORMAL if "Finished" in line else 0)
        else:
            others.append(index)
    lay_out_list(layout, listed, [lambda line: line.rpartition("::")[0]])
    lay_out_leftovers(layout, others)
    return layout.view()


def _failing(lines: list[str]) -> set[int]:
    """The lines of the lists of names under each `failures:`."""
    found: set[int] = set()
    listed = False
    for index, line in enumerate(lines):
        if listed and line.startswith("    "):
            found.add(index)
        else:
            listed = line == "failures:"
    return found


def _blocks(lines: list[str]) -> list[tuple[Block, str]]:
    blocks: list[tuple[Block, str]] = []
    captured = Captured()
    starts = [at for at, line in enumerate(lines) if line.startswith("---") and _HEADER.match(line)]
    for position, start in enumerate(starts):
        last = starts[position + 1] - 1 if position + 1 < len(starts) else len(lines) - 1
        for index in range(start + 1, last + 1):
            if lines[index] in ("failures:", "successes:") or _COUNTS.match(lines[index]):
                last = index - 1
                break
        match = _HEADER.match(lines[start])
        assert match is not None
        name = match["name"] or match["next"]
        blocks.append((_block(lines, start, last, name, captured), name))
    return blocks


def _uncaptured(lines: list[str], failing: set[int]) -> list[tuple[Block, str]]:
    """Panics among the results (`--nocapture`, one thread): those of tests that the end lists as failed."""
    failed = {lines[index].strip() for index in failing}
    blocks: list[tuple[Block, str]] = []
    captured = Captured()
    running = ""
    for start, line in enumerate(lines):
        if line.startswith("test ") and (result := _RESULT.match(line)) is not None:
            running = result["name"]
        match = _PANIC.match(line)
        name = (match["name"] if match is not None else "") or ""
        if name and name not in failed and running in failed:
            name = running  # an example in the documentation panics in a thread called main
        if not name or (failed and name not in failed):
            continue
        last = start
        while last + 1 < len(lines) and not _UNCAPTURED_END.match(lines[last + 1]):
            last += 1
        blocks.append((_block(lines, start, last, name, captured), name))
    return blocks


def _block(lines: list[str], start: int, last: int, name: str, captured: Captured) -> Block:
    panic = next((at for at in range(start, last + 1) if _PANIC.match(lines[at])), -1)
    if panic < 0:
        printed = captured.chosen(lines, start + 1, last)
        told = [at for at in range(start + 1, last + 1) if _BUILD.match(lines[at])]
        if told:
            return Block(start, last, [start], sorted({*printed, *told}))
        return Block(start, last, [start], printed or list(range(start + 1, min(last, start + 6) + 1)))
    message: list[int] = []
    frames = []
    index = panic + 1
    while index <= last:
        line = lines[index]
        frame = frame_at(lines, index)
        if frame is not None and line.startswith(" "):
            frames.append(frame)
            index = frame.last + 1
            continue
        if line.strip() and not _NOISE.match(line) and not _PANIC.match(line):
            message.append(index)
        index += 1
    match = _PANIC.match(lines[panic])
    alone = start == panic or (match is not None and match["name"] == name)
    names = [panic] if alone else [start, panic]
    message = trimmed(lines, message, MESSAGE)
    key = "\n".join(lines[at] for at in message)
    own: list[int] = []
    for frame in chosen(frames, False, 3):
        closure = frame.name.endswith(name + "::{{closure}}")
        if not (
            frame.library or closure or f"{frame.path.removeprefix('./')}:{frame.number}:" in lines[panic]
        ):
            own.extend(range(frame.first, frame.last + 1))
    printed = captured.chosen(lines, start + 1, panic - 1)
    return Block(start, last, names, sorted({*printed, *message, *own}), key or None, own)
