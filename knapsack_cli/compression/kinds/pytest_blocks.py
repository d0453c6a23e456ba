"""The body of one failing pytest test: assertion, statement, places, chains, captured output.

All traceback styles: long and short (with frames cut at user code), line, native, and the bodies
of fixture errors, doctests and plugins that have no traceback.
"""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.captured import Captured
from knapsack_cli.compression.kinds.common.diffs import trimmed, without_repeats
from knapsack_cli.compression.kinds.common.frames import is_library_path, kept_in_trace
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACE = lazy(r"(?P<path>[^\s:][^:\n]*):(?P<line>\d+):(?: (?P<error>[A-Za-z_][\w.]*|in .+))?\s*$")
_BARE_PLACE = lazy(r"(?P<path>/?[\w./\\-]+\.py):(?P<line>\d+)$")
_CAPTURE = lazy(r"-{3,} ?Captured .+ -{3,}$|-{3,} ?generated .+ -{3,}$")
_ADDRESS = lazy(r"0x[0-9a-fA-F]+|(?<![\w.])\d+\.\d{6,}")
_ADVICE = lazy(
    r"E\s+(?:Use -v|Full diff|Omitting \d+ identical|Skipping \d+ identical|\.\.\.Full output truncated"
    r"|\.\.\. *$|\? )|E\s*$|E {3,}\? "
)
_OPENING = lazy(r">?\s+(?:assert (?:not )?[\[({]|\?\?\?)\s*$")
_LONG_LIST = lazy(r">?\s+(?:available fixtures: |use 'pytest --fixtures)")
_CHAIN = ("During handling of the above exception", "The above exception was the direct cause")
NOVEL = 14
"""So many assertion lines are shown of a failure of a new shape ..."""
FAMILIAR = 5
"""... and so many where one of that shape has been shown."""
STATED = 3
"""So often is a statement shown with its place; then the place tells."""


class Bodies:
    """Reads bodies one after another; what an earlier one has shown, a later one need not."""

    def __init__(self, lines: "Sequence[str]") -> None:
        self.lines = lines
        self.captured = Captured()
        self._places: set[tuple[str, int]] = set()
        self._shapes: set[str] = set()
        self._blocks: set[str] = set()
        self._stated: dict[str, int] = {}

    def chosen(self, first: int, last: int, named: str) -> tuple[list[int], str]:
        """The lines of a body worth showing, in order, and what makes it alike another one.

        Args:
            first, last: indexes of the body, without its header line.
            named: the text of the line that names the test; an assertion that it holds whole is not
                shown again.
        """
        lines = self.lines
        end = last
        captures: list[tuple[int, int]] = []
        for index in range(last, first - 1, -1):
            if lines[index].startswith("-") and _CAPTURE.match(lines[index]):
                captures.append((index, end))
                end = index - 1
        native = any("Traceback (most recent call last):" in lines[at] for at in range(first, end + 1))
        if native and not any(lines[at].startswith("E  ") for at in range(first, end + 1)):
            body = kept_in_trace(lines, first, end, 4)
            key = "\n".join(lines[index] for index in body)
        else:
            body, key = self._traceback(first, end, named)
        familiar = key in self._blocks
        self._blocks.add(key)
        if not familiar:
            for start, stop in reversed(captures):
                chosen = self.captured.chosen(lines, start + 1, stop)
                body.extend([start, *chosen] if chosen else [])
        return sorted(set(body)), key

    def _traceback(self, first: int, last: int, named: str) -> tuple[list[int], str]:
        lines = self.lines
        asserted: list[int] = []
        places: list[int] = []
        pointed: list[int] = []
        chains: list[int] = []
        for index in range(first, last + 1):
            line = lines[index]
            if line.startswith(("E  ", "E\t")):
                asserted.append(index)
            elif line.startswith(">") and not _LONG_LIST.match(line):
                pointed.append(index)
            elif line[:1] not in ("", " ", "_", "-", "\t") and (
                _PLACE.match(line) or _BARE_PLACE.match(line)
            ):
                places.append(index)
            elif line.startswith(_CHAIN):
                chains.append(index)
        if not asserted and not places:
            return self._plain(first, last), ""
        shown = self._places_shown(places, asserted)
        body = [*self._statements(shown, pointed), *shown, *chains]
        body += self._assertions(asserted, named)
        key = "\n".join(_ADDRESS.sub("*", lines[index]) for index in (*asserted, *places))
        return body, key

    def _places_shown(self, places: list[int], asserted: list[int]) -> list[int]:
        """Where it broke, the user's frames next to that, and the test's own line."""
        lines = self.lines
        shown: list[int] = []
        user: list[int] = []
        for at, index in enumerate(places):
            match = _PLACE.match(lines[index]) or _BARE_PLACE.match(lines[index])
            assert match is not None
            place = (match["path"], int(match["line"]))
            ends_chain = at + 1 == len(places) or (match.groupdict().get("error") or "in ")[:3] != "in "
            if ends_chain:
                shown.append(index)
            elif not is_library_path(place[0]) and place not in self._places:
                user.append(index)
            self._places.add(place)
        return sorted({*shown, *user[:2], *user[-3:]})

    def _statements(self, shown: list[int], pointed: list[int]) -> list[int]:
        """The source line of each shown place: the nearest marked one above, or the one below."""
        lines = self.lines
        found: list[int] = []
        for place in shown:
            above = [index for index in pointed if index < place]
            if ": in " in lines[place] and place + 1 < len(lines) and lines[place + 1][:4] == "    ":
                found.append(place + 1)
            elif above:
                found.append(above[-1])
        stated = self._stated
        for index in found:
            stated[lines[index]] = stated.get(lines[index], 0) + 1
        return [
            index for index in found if stated[lines[index]] <= STATED and not _OPENING.match(lines[index])
        ]

    def _assertions(self, asserted: list[int], named: str) -> list[int]:
        """The E lines of a failure: its message and what differs."""
        lines = self.lines
        telling = [index for index in asserted if not _ADVICE.match(lines[index])]
        if not telling:
            return asserted[:1]
        shape = "\n".join(shape_of(lines[index]) for index in telling[:12])
        limit = FAMILIAR if shape in self._shapes else NOVEL
        self._shapes.add(shape)
        head = lines[telling[0]][1:].strip()
        if len(telling) > 1 and head and named.endswith(head):
            telling = telling[1:]
        return without_repeats(lines, trimmed(lines, telling, limit, "E"), "E")

    def _plain(self, first: int, last: int) -> list[int]:
        """A body without a traceback: doctests, crashes of workers, strict xpasses, timeouts."""
        lines = self.lines
        filled = [index for index in range(first, last + 1) if lines[index].strip()]
        if len(filled) <= 12:
            return filled
        telling = [index for index in filled if is_failure(lines[index][:2000])]
        return sorted({*filled[:3], *telling[:8], *filled[-8:]})
