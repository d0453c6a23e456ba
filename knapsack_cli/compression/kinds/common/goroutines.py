"""The goroutines of a Go panic: the one that failed by its own frames, the waiting ones by likeness."""

from knapsack_cli.compression.kinds.common.frames import Frame, chosen, frames_of
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from knapsack_cli.compression.model import Decisions

_HEAD = lazy(r"goroutine (?P<number>\d+)(?: gp=\S+ m=\S+.*?)? \[(?P<state>[^\]]*)\]:$")
NAMED = 32
"""Of so many goroutines each is named; of more, the alike ones are counted."""


def is_head(line: str) -> bool:
    """Whether `line` begins the stack of a goroutine."""
    return line.startswith("goroutine ") and bool(_HEAD.match(line))


def end_of_goroutines(lines: "Sequence[str]", first: int) -> int:
    """The last line of the stacks that begin at the head `first`."""
    last = index = first
    while index < len(lines):
        line = lines[index]
        if is_head(line) or line.startswith("\t"):
            last = index
        elif line.strip() and not (index + 1 < len(lines) and lines[index + 1].startswith("\t")):
            break
        index += 1
    return last


def lay_out_goroutines(
    lines: "Sequence[str]", decisions: "Decisions", first: int, last: int, rank: int
) -> None:
    """Keep of the stacks at `first` to `last`: the first one's frames, the heads and top frames of others."""
    heads = [index for index in range(first, last + 1) if is_head(lines[index])]
    alike: dict[str, list[tuple[int, list[Frame]]]] = {}
    ends: dict[int, int] = {}
    for at, head in enumerate(heads):
        end = heads[at + 1] - 1 if at + 1 < len(heads) else last
        frames = frames_of(lines, head + 1, end)
        if at == 0 and (own := chosen(frames, False, 6)):
            _keep(decisions, head, [frame for frame in own if not frame.library] or own[:2], rank)
            continue
        picked = chosen(frames, False, 1)
        match = _HEAD.match(lines[head])
        state = match["state"].split(",")[0] if match is not None else ""
        ends[head] = end
        shape = state + "|" + "|".join(shape_of(frame.name.split("(")[0]) for frame in picked)
        alike.setdefault(shape, []).append((head, picked))
    for members in alike.values():
        head, picked = members[0]
        _keep(decisions, head, picked, rank)
        rest = [index for index, _ in members[1:]]
        if not rest:
            continue
        if len(heads) <= NAMED:
            for index in rest:
                decisions.keep(index, rank)
            stacks = [at for index in rest for at in range(index + 1, ends[index] + 1)]
            match = _HEAD.match(lines[head])
            if stacks and match is not None:
                text = f"[x{thousands(len(rest))} stacks like that of goroutine {match['number']}]"
                decisions.fold(rest[-1], stacks, text)
        else:
            after = picked[-1].last if picked else head
            text = f"[x{thousands(len(rest))} more goroutines like this]"
            decisions.fold(after, rest, text)


def _keep(decisions: "Decisions", head: int, frames: list[Frame], rank: int) -> None:
    decisions.keep(head, rank)
    for frame in frames:
        decisions.keep_range(frame.first, frame.last, rank)
