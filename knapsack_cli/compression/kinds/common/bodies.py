"""The body of one failing test, whatever the runner: message, diff, statement, places."""

from knapsack_cli.compression.kinds.common.diffs import LEGEND, trimmed, without_repeats
from knapsack_cli.compression.kinds.common.frames import chosen, frame_at, is_cause
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from knapsack_cli.compression.kinds.common.frames import Frame, Place

_CODE = lazy(r"\s*(?:>\s*)?\d+ ?\|(?: |$)|\s+(?:>\s*)?\d+: ")
_CARET = lazy(r"\s*(?:[|:]\s*)?[\^~]+\s*$|\s*\|\s+\^")
_ADVISED = "    Jest failed to parse a file. "
_DETAILS = "Details:"
"""How Jest's general advice begins and ends: below it stands what failed."""
ADVICE = 40
"""So many lines below its beginning the end of the advice is looked for."""
_NOTHING = lazy(
    r"\s*(?:(?:-{2,}|─+|⎯+(?:\[\d+/\d+\]⎯*)?|=+|\.\.\.|\^+|@@ .* @@|Stack:|Message:|at <Jasmine>|Diff:"
    r"|Error Context: .*|at (?:async )?<anonymous>|\(compared using .*\)|---Backtrace---|stacktrace:|│)\s*)?$"
)
_FAILED_AT = lazy(r"\S+?(?::\d+|\(\d+\)): (?:Failure|error: Failure)$|(?:\d+: )?\S+:\d+:\w+:FAIL\b")
"""A place with its failure, of which one test may have several (GoogleTest, Unity)."""
_OF_TESTS = lazy(r"(?:^|[/\\._-])(?:__tests__|tests?|specs?|support|helpers?)(?:[/\\._-]|$)")
"""How files that help tests are called."""
_VARYING = lazy(r"(?<!\d)\d+(?:\.\d+)?\s?m?s\b|0x[0-9a-f]+")
NOVEL = 12
"""So many lines of a message are shown where no like message has been ..."""
FAMILIAR = 6
"""... and so many where one has."""
OFTEN = 3
"""So often is a frame of a test's helper, or a statement, shown; then it tells of every failure alike."""
HINT = "expect(received)"
"""How Jest names the matcher, above what was expected and received."""
ON_THE_WAY = 40
"""So many frames of the user's own are shown, each once, between where it broke and who called first."""
NEW_FRAMES = 4
"""So many frames of libraries that no failure has shown are shown of one."""
LONGEST_STATEMENT = 200
"""Characters of a line of source that is shown."""
FIRST_STACK = 7
"""Of the first failure so many frames are shown, libraries' too: the way there is the same for many."""


class Body:
    """What of a body is shown: `own` is its place, `shared` the rest, `key` what makes it alike others."""

    __slots__ = ("key", "own", "shared")

    def __init__(self, own: list[int], shared: list[int], key: str) -> None:
        self.own = own
        self.shared = shared
        self.key = key


class Bodies:
    """Reads bodies one after another; what an earlier one has shown, a later one need not."""

    def __init__(self, lines: "Sequence[str]") -> None:
        self.lines = lines
        self._shapes: set[str] = set()
        self._stacks = 0
        self._stated: set[str] = set()
        self._places_shown: set[Place] = set()
        self._times: dict[Place, int] = {}
        self._room = ON_THE_WAY
        self._legends: set[str] = set()
        self._said: dict[str, int] = {}

    def read(self, first: int, last: int) -> Body:
        """Choose among the lines `first` to `last`, inclusive (names and headers not among them)."""
        lines = self.lines
        message: list[int] = []
        statements: list[int] = []
        stack: list[Frame] = []
        own: list[int] = []
        under: list[int] = []
        ways: list[Frame] = []
        causes: list[int] = []
        dump = outer = advice = False
        closing = ""
        for index in range(first, last + 1):
            line = lines[index]
            if dump:
                dump = line.rstrip() != closing
                continue
            if advice:
                advice = line.strip() != _DETAILS
                continue
            if line.startswith(_ADVISED):
                below = lines[index : min(index + ADVICE, last)]
                advice = any(line.strip() == _DETAILS for line in below)
                continue
            frame = frame_at([line.removesuffix(" {")], 0)
            if frame is not None and not _CODE.match(line):
                frame.first = frame.last = index
                stack.append(frame)
                if line.endswith(" {"):
                    closing = _closing(lines, index, last)
                    dump = bool(closing)
                continue
            if _CODE.match(line) or _CARET.match(line):
                if not statements:
                    statements.extend(_statement_at(lines, index, first))
                continue
            if _NOTHING.match(line):
                continue
            if line.lstrip().startswith("Failure/Error: "):
                if line.strip() not in self._stated:
                    own.append(index)
                self._stated.add(line.strip())
                continue
            if _FAILED_AT.match(line):
                own.append(index)
                continue
            if is_cause(line) or line.strip() == "Cause:":
                outer = outer or bool(stack and not causes)
                (under if causes and outer else own).extend(self._places(stack))
                ways.extend(stack[:1] if causes else ())
                stack = []
                causes.extend(
                    (index, index + 1) if line.rstrip().endswith(":") and index < last else (index,)
                )
                continue
            message.append(index)
        # The frames under a cause stand below it, so only bodies with the same innermost one are alike.
        (under if causes and outer else own).extend(self._places(stack))
        ways.extend(stack[:1] if causes else ())
        telling = (*message, *causes, *(frame.first for frame in ways))
        key = "\n".join(_VARYING.sub("*", lines[index].strip()) for index in telling)
        shown = [*self._told(message, statements), *causes, *under]
        return Body(sorted(set(own)), sorted(set(shown)), key)

    def _told(self, message: list[int], statements: list[int]) -> list[int]:
        """Of a message and the statements that failed what is shown: less where a like one has been."""
        lines = self.lines
        shape = shape_of("\n".join(lines[index] for index in message[:12]))
        familiar = shape in self._shapes
        self._shapes.add(shape)
        told = without_repeats(lines, trimmed(lines, message, FAMILIAR if familiar else NOVEL))
        legends = [index for index in told if LEGEND.match(lines[index])]
        if legends and (familiar or not self._legends.isdisjoint(lines[index].strip() for index in legends)):
            told = [index for index in told if index not in legends]
        self._legends.update(lines[index].strip() for index in legends)
        told = self._unstated(told, HINT)
        return told if familiar else [*told, *self._unstated(statements, "")]

    def _unstated(self, indexes: list[int], start: str) -> list[int]:
        """The lines without those that begin with `start` and that many failures have shown."""
        times, kept = self._said, []
        for index in indexes:
            text = self.lines[index].strip()
            if text.startswith(start):
                times[text] = times.get(text, 0) + 1
                if times[text] > OFTEN:
                    continue
            kept.append(index)
        return kept

    def _places(self, stack: "list[Frame]") -> list[int]:
        if not stack:
            return []
        self._stacks += 1
        seen = self._places_shown
        if self._stacks == 1:
            shown = [frame for frame in stack if frame.number and "node:" not in frame.path][:FIRST_STACK]
            self._telling([frame for frame in shown if not frame.library])
        else:
            own = self._telling([frame for frame in chosen(stack, False, 9) if not frame.library])
            near = len(own) <= 3 and len({frame.path for frame in own}) == 1
            if not near:
                way = [frame for frame in own[1:-1] if frame.place not in seen][: self._room]
                self._room -= len(way)
                own = own[:1] + way + own[1:][-1:]
            new = [frame for frame in stack if frame.library and frame.place not in seen]
            shown = (
                own
                + [frame for frame in new if frame.number and "node:" not in frame.path][
                    : NEW_FRAMES if own else 1
                ]
            )
        seen.update(frame.place for frame in shown)
        return [frame.first for frame in shown]

    def _telling(self, own: "list[Frame]") -> "list[Frame]":
        """The user's frames without those of helpers of tests that many failures have come through."""
        times = self._times
        for frame in own:
            times[frame.place] = times.get(frame.place, 0) + 1
        return [
            frame for frame in own if times[frame.place] <= OFTEN or not _OF_TESTS.search(frame.path)
        ] or own[-1:]


def _statement_at(lines: "Sequence[str]", index: int, first: int) -> tuple[int, ...]:
    """The row of the statement that a row of source, or the caret under it, points at, if any does."""
    if lines[index].lstrip().startswith(">"):
        at = index
    elif _CARET.match(lines[index]) and index > first:
        at = index - 1
    else:
        return ()
    return (at,) if len(lines[at]) < LONGEST_STATEMENT and _CODE.match(lines[at]) else ()


def _closing(lines: "Sequence[str]", index: int, last: int) -> str:
    """The line that closes the object dumped under a frame ending in `{`: a brace less indented; or empty."""
    indent = len(lines[index]) - len(lines[index].lstrip())
    for at in range(index + 1, min(last + 1, index + 400)):
        line = lines[at].rstrip()
        if line.strip() == "}" and len(line) - 1 < indent:
            return line
    return ""
