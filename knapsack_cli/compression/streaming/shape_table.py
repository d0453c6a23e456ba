"""The shapes of a stream, gathered block by block in bounded memory."""

from _operator import itemgetter

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.interest import TELLING, interest
from knapsack_cli.compression.longlines import LIMIT, windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.merging import RARE_COUNT, Group, merge
from knapsack_cli.compression.model import DROP, EVIDENCE, FAILURE, GAP, MARK, NORMAL, Row
from knapsack_cli.compression.shapes import VARIABLE, group_lines, masks_of, words_in
from knapsack_cli.compression.slots import MOST_ODD, Slots, tell
from knapsack_cli.compression.templates import raw_lines

MOST_SHAPES = 40_000
"""Shapes that are remembered; lines of later ones are counted, and kept only when they tell of a failure."""
MOST_SLOTTED = 1_500
"""Shapes whose slots are looked into."""
MOST_FAILURES = 2_000
MOST_WORDS_REMEMBERED = 200_000
ENDS = 5
"""Last lines that are shown whatever they are."""
ROOM = 120_000
"""Bytes that rare lines may take before they are chosen by interest."""
LONGEST_SHAPED = 4_000
READ_WHOLE = 100_000
"""Of a shape with more lines than this only a part is read for its slots ..."""
EVERY = 4
"""... one line in so many."""


class Shape:
    """What is remembered of the lines of one shape.

    Attributes:
        kept: number (0-based) and text of the first lines.
        raw: the same lines as they are cut into words, until there are slots.
        sampled: whether the slots are of a part of the lines.
        odd: number and text of the first line of each value of a slot with few values.
    """

    __slots__ = ("count", "failure", "kept", "last", "masks", "odd", "raw", "sampled", "slots")

    def __init__(self, masks: "tuple[str, ...]", failure: bool) -> None:
        self.masks = masks
        self.failure = failure
        self.count = 0
        self.last = 0
        self.kept: list[tuple[int, str]] = []
        self.raw: list[bytes] = []
        self.slots: Slots | None = None
        self.sampled = False
        self.odd: dict[tuple[int, bytes], tuple[int, str]] = {}


class ShapeTable:
    """Counts the shapes of one block after another."""

    def __init__(self) -> None:
        self._by_shape: dict[bytes, Shape | None] = {}
        self._by_masks: dict[tuple[str, ...], Shape] = {}
        self._known: dict[str, str] = {}
        self._slotted = 0
        self._untold = 0
        self._untold_first = self._untold_last = 0
        self._failures: list[tuple[int, str]] = []
        self._ends: list[tuple[int, str, bytes]] = []
        self.total = 0

    def add(self, block: bytes) -> None:
        """Take whole lines; `block` has no newline at its end."""
        lines = block.split(b"\n")
        raw = raw_lines(block) if block.startswith(b"{") else lines
        base = self.total
        self.total += len(lines)
        by_shape = self._by_shape
        for cheap, indexes in group_lines(block, len(lines)).items():
            shape = by_shape.get(cheap)
            if shape is None:
                if cheap in by_shape:
                    continue  # blank
                found = self._new(cheap, raw[indexes[0]])
                if found is None:
                    self._overflow(lines, indexes, base)
                    continue
                shape = found
            self._take(shape, indexes, base, lines, raw)
        tail = range(max(0, len(lines) - ENDS), len(lines))
        self._ends = [*self._ends, *((base + at, _text(lines[at]), raw[at]) for at in tail)][-ENDS:]

    def _new(self, cheap: bytes, raw: bytes) -> Shape | None:
        words = words_in(raw[:LONGEST_SHAPED])
        if not words:
            if not cheap.strip():
                self._by_shape[cheap] = None
            return Shape((), False)
        if len(self._by_shape) >= MOST_SHAPES:
            return None
        if len(self._known) > MOST_WORDS_REMEMBERED:
            self._known.clear()
        masks = masks_of(words, self._known)
        shape = self._by_masks.get(masks)
        if shape is None:
            shape = self._by_masks[masks] = Shape(masks, is_failure(_text(raw[:LONGEST_SHAPED])))
        self._by_shape[cheap] = shape
        return shape

    def _take(
        self, shape: Shape, indexes: list[int], base: int, lines: list[bytes], raw: list[bytes]
    ) -> None:
        if not shape.masks:
            return
        for index in indexes[: max(0, RARE_COUNT + 1 - len(shape.kept))]:
            shape.kept.append((base + index, _text(lines[index])))
            shape.raw.append(raw[index])
        if shape.count == 0:
            indexes = indexes[1:]
            shape.count = 1
            shape.last = shape.kept[0][0]
            if not indexes:
                return
        shape.count += len(indexes)
        shape.last = max(shape.last, base + indexes[-1])
        if shape.count <= RARE_COUNT:
            return
        if shape.slots is None:
            if self._slotted >= MOST_SLOTTED:
                return
            self._slotted += 1
            shape.slots = Slots(shape.masks, shape.raw[0])
            shape.slots.add(shape.raw[1 : shape.count - len(indexes)])
            shape.raw = shape.raw[:1]
        if shape.count > READ_WHOLE:
            shape.sampled = True
            indexes = indexes[::EVERY]
        shape.slots.add(list(itemgetter(*indexes)(raw)) if len(indexes) > 1 else [raw[indexes[0]]])
        self._note_odd(shape, indexes, base, lines, raw)

    def _note_odd(
        self, shape: Shape, indexes: list[int], base: int, lines: list[bytes], raw: list[bytes]
    ) -> None:
        """Remember where each value of a slot with few values was first seen."""
        assert shape.slots is not None
        for at, column in shape.slots.columns.items():
            counts = column.counts
            if counts is None or not 1 < len(counts) <= 2 * MOST_ODD:
                continue
            for value in counts:
                if (at, value) in shape.odd:
                    continue
                for index in indexes:
                    if value in raw[index]:
                        words = raw[index].split()
                        if at < len(words) and words[at] == value:
                            shape.odd[at, value] = (base + index, _text(lines[index]))
                            break
                else:
                    shape.odd[at, value] = (-1, "")

    def _overflow(self, lines: list[bytes], indexes: list[int], base: int) -> None:
        if not self._untold:
            self._untold_first = base + indexes[0]
        self._untold += len(indexes)
        self._untold_last = max(self._untold_last, base + indexes[-1])
        if len(self._failures) < MOST_FAILURES:
            text = _text(lines[indexes[0]])
            if is_failure(text[:LONGEST_SHAPED]):
                self._failures.append((base + indexes[0], text))
                self._untold -= 1

    def rows(self) -> list[Row]:
        """What is shown: rare lines, one line and a fold for each shape seen often, the ends."""
        groups: list[Group] = []
        shapes: dict[int, Shape] = {}
        for shape in self._by_masks.values():
            first = shape.kept[0][0]
            shapes[first] = shape
            groups.append(Group(shape.masks, [number for number, _ in shape.kept], shape.failure))
        groups.sort(key=lambda group: group.members[0])
        texts: dict[int, str] = {}
        rows: list[Row] = []
        shown: dict[int, int] = {number: EVIDENCE for number, _, _ in self._ends}
        texts.update((number, text) for number, text, _ in self._ends)
        plain: list[tuple[int, str]] = []
        for group in merge(groups):
            members = [shapes[number] for number in group.members if number in shapes]
            count = sum(shape.count for shape in members)
            kept = [item for shape in members for item in shape.kept]
            if count <= RARE_COUNT:
                if group.failure:
                    shown.update((number, FAILURE) for number, _ in kept)
                    texts.update(kept)
                else:
                    plain.extend(kept)
                continue
            self._fold(rows, shown, texts, members, count, group.failure)
        self._choose(sorted(plain), shown, texts, rows)
        for number, text in self._failures:
            shown.setdefault(number, FAILURE)
            texts[number] = text
        for number in shown:
            rows.append(Row(texts[number], number, rank=shown[number]))
        rows.sort(key=lambda row: (row.first, row.form == MARK))
        if self._untold > 0:
            first, last = self._untold_first, self._untold_last
            text = f"[... {thousands(self._untold)} lines within {first + 1}-{last + 1}: shapes seen rarely]"
            rows.append(Row(text, first, last, FAILURE, MARK))
        return rows

    def _fold(
        self,
        rows: list[Row],
        shown: dict[int, int],
        texts: dict[int, str],
        members: list[Shape],
        count: int,
        failure: bool,
    ) -> None:
        rank = FAILURE if failure else EVIDENCE
        lead = members[0]
        first, text = lead.kept[0]
        own = {first}
        shown[first], texts[first] = rank, text
        slots = self._joined_slots(members)
        for at, value in slots.odd(count - 1):
            number, line = _where(members, at, value)
            if number >= 0 and number not in own:
                own.add(number)
                shown[number], texts[number] = rank, line
                slots.without([line.encode("utf-8", "surrogateescape")])
        for number, _, raw in self._ends:
            if number not in own and self._by_shape.get(raw.translate(None, VARIABLE)) in members:
                own.add(number)
                slots.without([raw])
        told = tell(slots, lead.raw[0])
        rest = count - len(own)
        if rest <= 0:
            return
        last = max(shape.last for shape in members)
        part = "; in a part of them" if any(shape.sampled for shape in members) else ""
        note = f"{part}: {told}]" if told else "]"
        span = f" to line {last + 1}" if last != first + rest else ""
        rows.append(Row(f"[x{thousands(rest)} like this{span}{note}", first, last, rank, MARK))

    def _joined_slots(self, members: list[Shape]) -> Slots:
        """The slots of all lines but the first one."""
        joined: Slots | None = None
        for at, shape in enumerate(members):
            own = Slots(shape.masks)
            own.add(shape.raw[1:] if at == 0 else shape.raw)
            if shape.slots is not None:
                if own.columns and not (at == 0 and len(shape.raw) == 1):
                    shape.slots.join(own)
                own = shape.slots
            if joined is None:
                joined = own
            else:
                joined.join(own)
        assert joined is not None
        return joined

    def _choose(
        self, plain: list[tuple[int, str]], shown: dict[int, int], texts: dict[int, str], rows: list[Row]
    ) -> None:
        """All rare lines where there is room, else the most interesting; gaps stand for the others."""
        lines = [text for _, text in plain]
        room = ROOM
        if sum(map(len, lines)) <= room:
            for number, text in plain:
                shown.setdefault(number, EVIDENCE)
                texts[number] = text
            return
        for at, score in interest(lines, list(range(len(lines)))):
            number, text = plain[at]
            room -= len(text) + 1
            if room >= 0:
                shown.setdefault(number, EVIDENCE if score >= TELLING else NORMAL)
                texts[number] = text
            elif number not in shown:
                rows.append(Row("", number, number, DROP, GAP))


def _where(members: list[Shape], at: int, value: bytes) -> tuple[int, str]:
    """Number and text of a line that has `value` as its word `at`; -1 when none is remembered."""
    for shape in members:
        if (at, value) in shape.odd and shape.odd[at, value][0] >= 0:
            return shape.odd[at, value]
        words = shape.raw[0].split()
        if at < len(words) and words[at] == value:
            return shape.kept[0]
    return -1, ""


def _text(raw: bytes) -> str:
    """A line as text; an over-long one in windows, since nothing else of it will be shown."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return windowed(text) if len(text) > LIMIT else text
