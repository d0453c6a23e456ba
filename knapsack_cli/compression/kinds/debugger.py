"""gdb and lldb: what stopped the program, each thread's frames, recursion as a count, own locals."""

from knapsack_cli.compression.kinds.common.frames import frame_at
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_FRAME = lazy(r"\s*(?:\* )?(?:frame )?#(?P<depth>\d+):?\s+(?P<rest>.*)")
_THREAD = lazy(r"\s*(?:Thread \d+ \(|\* thread #\d+|  thread #\d+)")
_STOPPED = lazy(
    r"(?:Thread .* )?(?:received signal|Program (?:received|terminated)|hit (?:Catch|Break|Watch)point)"
    r"|Program terminated|Core was generated|.*stop reason = |Breakpoint \d+|\[Inferior .*exited"
)
_NOISE = lazy(
    r"\[(?:New (?:Thread|LWP)|Thread .* exited|Thread debugging|Switching to)|Using host libthread_db"
    r"|Reading symbols"
    r"|warning: (?:Error disabling|File \"|Unable to find libthread_db|[Cc]ould not find '|Currently logging)"
    r"|Download(?:ing)?|\s*No locals\.|\s*No symbol table|Copyright|GNU gdb|Type \"|License"
    r"|For help"
)
_REGISTER = lazy(r"\s*[a-z][a-z0-9_]{1,9}\s+(?:=\s*)?(?:0x[0-9a-f]+|\{|\[)")
_TELLING_REGISTERS = ("rip", "eip", "pc", "rsp", "sp", "lr")
_INSTRUCTION = lazy(r"(=>|  ) 0x[0-9a-f]+ <.*\+\d+>:\s")
NEAR = 3
"""So many instructions around the one that is next are shown, and every call."""
_ARGUMENTS = lazy(r"0x[0-9a-fA-F]+|=[^,()]*|\d+")
RECURSION = 6
"""So many frames of a recursion are shown, and its last."""
LOCALS = 4
"""So many lines of a frame's locals are shown."""


def recognise(segment: Segment) -> int:
    """By frames that count up from zero."""
    lines = segment.lines
    frames = [int(match["depth"]) for line in lines[:3000] if (match := _FRAME.match(line))]
    if len(frames) < 2:
        return 0
    steps = sum(1 for at in range(1, len(frames)) if frames[at] == frames[at - 1] + 1 or not frames[at])
    native = any(" in " in line or "`" in line for line in lines[:3000] if _FRAME.match(line))
    php = any(".php(" in line for line in lines[:200])
    if php or b"Sanitizer" in segment.data or b"stack backtrace:" in segment.data:
        return 0
    if steps >= 0.7 * (len(frames) - 1) and native:
        told = any(_STOPPED.match(line) or _THREAD.match(line) for line in lines[:400])
        return 91 if told else 75
    return 0


def decide(segment: Segment) -> Decisions | None:
    """Stacks one after another; a stack seen before is told by a count of its frames."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    decisions.guard = False
    stacks = _stacks(lines)
    if not stacks:
        return None
    inside = bytearray(len(lines))
    seen: dict[str, int] = {}
    for first, last in stacks:
        inside[first : last + 1] = b"\1" * (last + 1 - first)
        _stack(segment, decisions, first, last, seen)
    for index, line in enumerate(lines):
        if inside[index] or not line.strip() or _NOISE.match(line):
            continue
        if _STOPPED.match(line):
            decisions.keep(index, FAILURE)
            decisions.keep(index + 1, FAILURE)
            decisions.keep(index + 2, EVIDENCE)
        elif _REGISTER.match(line):
            if line.startswith(_TELLING_REGISTERS):
                decisions.keep(index, NORMAL)
        elif _THREAD.match(line):
            decisions.keep(index, EVIDENCE)
        elif _INSTRUCTION.match(line):
            near = lines[max(0, index - NEAR) : index + NEAR + 1]
            if "call" in line or any(other.startswith("=> ") for other in near):
                decisions.keep(index, IMPORTANT)
        else:
            decisions.keep(index, IMPORTANT if len(line) < 300 else NORMAL)
    return decisions


def _stacks(lines: list[str]) -> list[tuple[int, int]]:
    """Where each stack begins (frame 0) and ends (its last frame or the locals under it)."""
    stacks: list[tuple[int, int]] = []
    first = last = -1
    previous = -1
    for index, line in enumerate(lines):
        match = _FRAME.match(line)
        if match is None:
            below = (line[:1] in " \t" or line == "No locals.") and not _THREAD.match(line)
            if first >= 0 and below and line.strip():
                last = index
            elif first >= 0:
                stacks.append((first, last))
                first = -1
            continue
        depth = int(match["depth"])
        if first >= 0 and depth <= previous:
            stacks.append((first, last))
            first = -1
        if first < 0:
            first = index
        last, previous = index, depth
    if first >= 0:
        stacks.append((first, last))
    return stacks


def _stack(segment: Segment, decisions: Decisions, first: int, last: int, seen: dict[str, int]) -> None:
    lines = segment.lines
    frames = [index for index in range(first, last + 1) if _FRAME.match(lines[index])]
    shapes = [_shape(lines[index]) for index in frames]
    key = "\n".join(shapes)
    if key in seen and len(frames) > 2:
        decisions.keep(frames[0], EVIDENCE)
        decisions.note(frames[0], last, f"the frames of line {seen[key]} on")
        return
    seen[key] = segment.number(first)
    at = 0
    while at < len(frames):
        end = at + 1
        while end < len(frames) and shapes[end] == shapes[at]:
            end += 1
        if end - at <= RECURSION + 2:
            shown = list(range(at, end))
        else:
            shown = [*range(at, at + RECURSION), end - 1]
            decisions.note(
                frames[at + RECURSION - 1] + 1,
                frames[end - 1] - 1,
                f"{end - 1 - at - RECURSION} frames of the same recursion",
            )
        for position in shown:
            _frame(lines, decisions, frames, position, last)
        at = end


def _frame(lines: list[str], decisions: Decisions, frames: list[int], position: int, last: int) -> None:
    """One frame and, in the user's own code, the first of its locals."""
    index = frames[position]
    frame = frame_at(lines, index)
    library = frame is None or frame.library
    decisions.keep(index, EVIDENCE if library else FAILURE)
    until = frames[position + 1] - 1 if position + 1 < len(frames) else last
    values = [at for at in range(index + 1, until + 1) if not _NOISE.match(lines[at])]
    if not library:
        for at in values[:LOCALS]:
            decisions.keep(at, EVIDENCE if len(lines[at]) < 400 else CONTEXT)


def _shape(line: str) -> str:
    """A frame without its number, addresses and argument values."""
    match = _FRAME.match(line)
    assert match is not None
    place = line.rpartition(" at ")[2] if " at " in line else ""
    return _ARGUMENTS.sub("", match["rest"]) + place
