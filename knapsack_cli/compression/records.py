"""Records of several lines in a log: a head with its time, and what hangs on it (a stack trace, say)."""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.model import Segment
from knapsack_cli.compression.shapes import TIME, shape_of

LONGEST = 400
"""A longer run without heads is not a record but other text."""
WHOLE = 12
"""So many lines of a record stay whole; of longer ones the frames in the middle go."""
_FRAMES = ("at ", 'File "', "Traceback (", "Caused by", "goroutine ", "panic:", "... ")
_STARTS = ("Traceback (", "Caused by", "goroutine ", "panic:", "thread '", "stack backtrace", "Stack trace")


class Records:
    """Which lines hang on which head.

    Attributes:
        tails: for each head with something under it, the shapes of that.
        within: one byte a line, 1 for lines that hang on a head.
    """

    __slots__ = ("_ends", "_segment", "_shown", "tails", "within")

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._ends: dict[int, int] = {}
        self._shown: set[str] = set()
        self.tails: dict[int, bytes] = {}
        self.within = b""

    def end(self, head: int) -> int:
        """The last line of the record that begins at `head`."""
        return self._ends.get(head, head)

    def fails(self, head: int) -> bool:
        """Whether what hangs on a head is a trace, or speaks of a failure."""
        lines = self._segment.lines
        return any(
            lines[at].lstrip(" \t|").startswith(_FRAMES) or is_failure(lines[at][:LONGEST])
            for at in range(head + 1, min(self.end(head), head + WHOLE) + 1)
        )

    def unlike(self, head: int) -> list[int]:
        """The lines of a record that tell something and are not, numbers apart, as a line given before."""
        lines = self._segment.lines
        fresh: list[int] = []
        for at in self.telling(head):
            shape = shape_of(lines[at])
            if shape not in self._shown:
                self._shown.add(shape)
                fresh.append(at)
        return fresh

    def telling(self, head: int) -> list[int]:
        """The lines of a record that tell something: all, or of a long one the messages and frames that an
        engineer needs, or without the middle of long runs of lines that are none."""
        end = self.end(head)
        if end - head <= WHOLE:
            return list(range(head + 1, end + 1))
        lines = self._segment.lines
        if self.fails(head):
            from knapsack_cli.compression.kinds.common.frames import frame_at, kept_in_trace

            if any(frame_at(lines, at) is not None for at in range(head + 1, head + WHOLE)):
                return kept_in_trace(lines, head + 1, end)
        kept: list[int] = []
        run: list[int] = []
        for at in range(head + 1, end + 1):
            if lines[at][:1] in " \t" and lines[at].strip():
                run.append(at)
            else:
                kept.extend(run if len(run) <= WHOLE else run[:5] + run[-6:])
                run = []
                kept.append(at)
        kept.extend(run if len(run) <= WHOLE else run[:5] + run[-6:])
        return kept


def find_records(segment: Segment, masked: list[tuple[tuple[str, ...], list[int]]]) -> Records:
    """The records of a log; none where lines do not begin with a time.

    Args:
        masked: the masks of each shape with the indexes of its lines.
    """
    records = Records(segment)
    timed = [indexes for masks, indexes in masked if begins_with_time(masks)]
    count = sum(map(len, timed))
    total = sum(len(indexes) for _, indexes in masked)
    if count == total or count * 5 < total or count < 3:
        return records
    lines = segment.lines
    heads = bytearray(len(lines))
    for indexes in timed:
        for index in indexes:
            heads[index] = 1
    within = bytearray(len(lines))
    position = heads.find(1)
    while position >= 0:
        start = position + 1
        end = heads.find(1, start)
        stop = len(lines) if end < 0 else end
        while stop > start and not lines[stop - 1].strip():
            stop -= 1
        if start < stop and stop - start <= LONGEST and _hangs(lines, start, stop):
            records.tails[position] = shape_of("\n".join(lines[start:stop])).encode(
                "utf-8", "surrogateescape"
            )
            records._ends[position] = stop - 1
            within[start:stop] = b"\x01" * (stop - start)
        position = end
    records.within = bytes(within)
    return records


def begins_with_time(masks: tuple[str, ...]) -> bool:
    """Whether a line of these masks begins with a time."""
    return TIME in masks[:4]


def _hangs(lines: list[str], start: int, stop: int) -> bool:
    """Whether the lines belong to the head above: indented, or beginning as traces do."""
    line = lines[start]
    if not line.strip() and start + 1 < stop:
        line = lines[start + 1]
    if line[:1] in " \t" or line.startswith(_STARTS):
        return True
    word = line.split(":", 1)[0].rsplit(".", 1)[-1]
    return word.endswith(("Error", "Exception", "Throwable")) and " " not in word
