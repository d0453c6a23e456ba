"""Which entries of a configuration or a manifest stay: each key once, names, what is rare, what fails.

YAML, TOML and INI files come here as entries with a path in which list positions are not told. A path
that is seen again and again (the same key in every item of a list) stays where it is first seen, where
it names the item, and where its value is rare; what is seen few times stays always.
"""

from knapsack_cli.compression.evidence import is_constraint, is_failure
from knapsack_cli.compression.kinds.common.quantities import LEAST_ROWS, far_rows, numbers_of
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, IMPORTANT, Decisions, Segment
from knapsack_cli.compression.shapes import shape_of

KEY = 0
"""A line `key: value` or `key:`."""
ITEM = 1
"""A line that begins a list item."""
BLOCK = 2
"""A line inside a block of text that belongs to the entry above."""
COMMENT = 3
BLANK = 4
FENCE = 5
"""What parts documents or sections: always kept."""

MOST_BYTES = 8 << 20
"""A larger text is not read entry by entry: an entry takes seventy times its bytes."""
REPEATED = 8
"""A path seen at least so often is one of many items ..."""
REPEATED_IN_SHORT = 16
"""... and so often in a short text, which one reads to know all of it."""
MOST_STARTS = 40
"""List items that have no name are shown by their first line up to so many."""
MOST_STEPS = 60
"""Commands, conditions and blocks of text are shown by their first line up to so many."""
BLOCK_HEAD = 2
MOST_BLOCKS = 10
"""With more blocks of text, one line of each is shown."""
SHORT_BLOCK = 4
MOST_NAMES = 1200
MOST_STATES = 16
"""Of so few states (of a node's conditions, say) each is shown where it is first met."""
LONG_TEXT = 6000
"""Characters; of a longer text ..."""
MOST_SHARE = 0.45
"""... at most this share stays before keys of one name count as one, wherever they stand ..."""
LOOSE_DEPTH = 2
"""... so deep, and then examples are text; ..."""
MOST_KEPT = 60_000
"""... and so it is where more characters stay than this."""
_NAMES = frozenset(
    (
        *("name", "id", "title", "uses", "key", "alias", "host", "hostname", "path", "file", "url", "image"),
        *("job", "version", "artifactid", "package", "operationid", "summary"),
    )
)
_EXAMPLES = frozenset(("example", "examples"))
_STEPS = frozenset(("run", "script", "command", "cmd", "if", "when", "shell", "args", "body", "description"))
_STATES = frozenset(
    ("status", "phase", "state", "reason", "message", "error", "exitcode", "conclusion", "severity")
)


class Entry:
    """One line.

    Attributes:
        index: of the line.
        form: KEY, ITEM, BLOCK, COMMENT, BLANK or FENCE.
        name: the key as written, empty for a plain list item.
        value: the scalar as written, empty where children follow.
        parent: the position, among the entries, of the entry it belongs to, or -1.
        under_key: whether it stands under the parent's key, else beside it in the same list item.
        path: the names from the root, joined by dots; `[]` for a list, `{}` for a member of a map of
            like members.
        is_member: whether it is such a member: its name is data.
    """

    __slots__ = ("form", "index", "is_member", "name", "parent", "path", "under_key", "value")

    def __init__(
        self,
        index: int,
        form: int,
        name: str = "",
        value: str = "",
        parent: int = -1,
        under_key: bool = True,
    ) -> None:
        self.index = index
        self.form = form
        self.name = name
        self.value = value
        self.parent = parent
        self.under_key = under_key
        self.path = name
        self.is_member = False

    @property
    def key(self) -> str:
        """The name without quotes, in lower case."""
        return self.name.strip("\"'").lower()


Place = tuple[int, bool]


def set_paths(entries: list[Entry]) -> None:
    """Tell each entry its path; members of maps of like members share theirs."""
    children: dict[Place, list[int]] = {}
    for at, entry in enumerate(entries):
        if entry.form == KEY:
            children.setdefault((entry.parent, entry.under_key), []).append(at)
    maps = {place for place, members in children.items() if _are_alike(entries, children, members)}
    bases: dict[Place, str] = {(-1, True): ""}
    for at, entry in enumerate(entries):
        if entry.form not in (KEY, ITEM):
            continue
        place = (entry.parent, entry.under_key)
        base = bases.get(place, "")
        if entry.form == ITEM:
            base += "[]"
            bases[(at, False)] = base
        in_map = place in maps and entry.form == KEY
        entry.is_member = entry.is_member or in_map
        name = "{}" if in_map else entry.name
        entry.path = f"{base}.{name}" if base and name else base or name
        bases[(at, True)] = entry.path


def _are_alike(entries: list[Entry], children: dict[Place, list[int]], members: list[int]) -> bool:
    """Whether the members of a mapping are mappings that share most of their keys."""
    if len(members) < REPEATED or len({entries[at].name for at in members}) * 2 < len(members):
        return False
    inner = [children.get((at, True), []) for at in members]
    if sum(1 for keys in inner if keys) * 5 < len(members) * 4:
        return False
    counts: dict[str, int] = {}
    for keys in inner:
        for at in keys:
            counts[entries[at].name] = counts.get(entries[at].name, 0) + 1
    shared = sum(count for count in counts.values() if count * 4 >= len(members))
    return shared * 2 >= sum(counts.values())


def needs_all(name: str) -> bool:
    """Whether a list of this name holds what something needs: then every item counts."""
    lowered = name.lower()
    return "depend" in lowered or "require" in lowered or "deps" in lowered


class _Chooser:
    """What has been seen so far, and how often each path and value is there in all."""

    def __init__(self, segment: Segment, entries: list[Entry]) -> None:
        self.entries = entries
        self.decisions = Decisions(len(segment.lines))
        self.decisions.guard = False
        self.counts: dict[str, int] = {}
        self.values: dict[str, dict[str, int]] = {}
        self.block_lines: dict[int, int] = {}
        cells: dict[str, tuple[list[str | None], list[int]]] = {}
        for entry in entries:
            if entry.form in (KEY, ITEM):
                self.counts[entry.path] = self.counts.get(entry.path, 0) + 1
                found = self.values.setdefault(entry.path, {})
                found[entry.value] = found.get(entry.value, 0) + 1
                if entry.value:
                    texts, lines = cells.setdefault(entry.path, ([], []))
                    texts.append(entry.value)
                    lines.append(entry.index)
            elif entry.form == BLOCK:
                self.block_lines[entry.parent] = self.block_lines.get(entry.parent, 0) + 1
        self.far = _far_lines(cells)
        self.repeated = REPEATED if sum(map(len, segment.lines)) >= LONG_TEXT else REPEATED_IN_SHORT
        self.head = 1 if len(self.block_lines) > MOST_BLOCKS else BLOCK_HEAD
        self.seen: dict[str, int] = {}
        self.shapes: set[str] = set()
        self.shown_here: set[str] = set()
        self.usual: dict[str, bool] = {}
        self.names: set[str] = set()
        self.heads: dict[int, int] = {}
        self.told: set[Place] = set()

    def choose(self, entry: Entry) -> None:
        """Rank the line of one entry of structure."""
        path = entry.path
        order = self.seen[path] = self.seen.get(path, 0) + 1
        if entry.is_member or (entry.form == ITEM and path.count("[]") == 1):
            self.shown_here = set()
        if self._fails(entry):
            self.told.add((entry.parent, entry.under_key))
            self._keep(entry, FAILURE, order > 1)
            return
        if entry.index in self.far:
            self._keep(entry, EVIDENCE, True)
            return
        count, values = self.counts[path], self.values[path]
        if entry.form == ITEM and entry.value and count <= MOST_NAMES and needs_all(path):
            if len(values) * 2 > count or self._is_new(entry):
                self._keep(entry, EVIDENCE, True)
            return
        if count < self.repeated or order == 1:
            self._keep(entry, EVIDENCE, False)
            return
        if entry.is_member:
            self._keep(entry, EVIDENCE if count <= MOST_NAMES else IMPORTANT, False)
            return
        named = entry.key in _NAMES or entry.key.endswith("name") or self._is_title(entry, count, values)
        if named and entry.value and (len(values) * 2 > count or self._is_new(entry)):
            if entry.value not in self.shown_here:
                self._keep(entry, EVIDENCE if count <= MOST_NAMES else IMPORTANT, False)
        elif entry.value and (self._is_rare(entry.value, count, path) or self._is_new_state(entry, values)):
            if entry.key in _STATES:
                self.told.add((entry.parent, entry.under_key))
            self._keep(entry, EVIDENCE, True)
        elif (
            entry.key in _STEPS and count <= MOST_STEPS and (not entry.value or len(values) * 3 > count)
        ) or (
            entry.form == ITEM
            and (count <= MOST_STARTS or order <= 3)
            and len(values) * 2 > count
            and entry.parent >= 0
            and self.decisions.ranks[self.entries[entry.parent].index]
        ):
            self._keep(entry, IMPORTANT, False)

    def choose_block(self, entry: Entry, line: str) -> None:
        """Rank a line of a block of text: the first ones of each block whose key is shown."""
        if not line.strip() or entry.parent < 0:
            return
        owner = self.entries[entry.parent]
        shown = self.heads.get(entry.parent, 0)
        whole = self.block_lines[entry.parent] <= SHORT_BLOCK and self.head > 1
        if (shown < self.head or whole) and self.decisions.ranks[owner.index]:
            self.heads[entry.parent] = shown + 1
            self.decisions.keep(entry.index, CONTEXT)

    def keep_types(self) -> None:
        """Of what is told a state, show the type: which condition it is that is not met."""
        for entry in self.entries:
            if entry.key == "type" and entry.value and (entry.parent, entry.under_key) in self.told:
                self._keep(entry, EVIDENCE, False)

    def _fails(self, entry: Entry) -> bool:
        if not entry.value or len(entry.value) > 600:
            return False
        if entry.key not in _STATES and "message" not in entry.key:
            return False
        shape = entry.path + shape_of(entry.value)
        if not is_failure(entry.value) or (shape in self.shapes and len(self.shapes) > MOST_STEPS):
            return False
        self.shapes.add(shape)
        return True

    def _is_title(self, entry: Entry, count: int, values: dict[str, int]) -> bool:
        """Whether a list item begins with a key whose value is another one in nearly every item."""
        return entry.form == ITEM and bool(entry.name) and len(values) * 10 >= count * 9

    def _is_new_state(self, entry: Entry, values: dict[str, int]) -> bool:
        """Whether one of a few states, or what is said of it, is met for the first time."""
        return entry.key in _STATES and len(values) <= MOST_STATES and self._is_new(entry)

    def _is_new(self, entry: Entry) -> bool:
        """Whether a name is seen for the first time at its path."""
        key = f"{entry.path}\0{entry.value}"
        if key in self.names:
            return False
        self.names.add(key)
        return True

    def _is_rare(self, value: str, count: int, path: str) -> bool:
        limit = max(2, count // 20)
        usual = self.usual.get(path)
        if usual is None:
            counts = self.values[path].values()
            covered = sum(times for times in counts if times > limit)
            usual = self.usual[path] = max(counts) * 5 > count * 3 or covered * 10 >= count * 9
        return usual and self.values[path][value] <= limit

    def _keep(self, entry: Entry, rank: int, with_ancestors: bool) -> None:
        self.decisions.keep(entry.index, rank)
        if entry.value:
            self.shown_here.add(entry.value)
        at = entry.parent
        while with_ancestors and at >= 0 and not self.decisions.ranks[self.entries[at].index]:
            self.decisions.keep(self.entries[at].index, IMPORTANT)
            at = self.entries[at].parent


def _far_lines(cells: dict[str, tuple[list[str | None], list[int]]]) -> set[int]:
    """The lines whose number is far from the others of their path."""
    far: set[int] = set()
    for texts, lines in cells.values():
        if len(texts) < LEAST_ROWS:
            continue
        counts: dict[str | None, int] = {}
        for text in texts:
            counts[text] = counts.get(text, 0) + 1
        numbers = numbers_of(texts, counts)
        if numbers is not None:
            far.update(lines[row] for row in far_rows(numbers))
    return far


def decide_entries(segment: Segment, entries: list[Entry]) -> Decisions:
    """A rank for the line of each entry; of a long text of which most would stay, by words alone."""
    set_paths(entries)
    decisions = _decided(segment, entries)
    size = sum(map(len, segment.lines))
    if size < LONG_TEXT:
        return decisions
    for loosen in (_loosen, _without_examples):
        kept = _kept(segment, decisions)
        if (kept > MOST_SHARE * size or kept > MOST_KEPT) and loosen(entries):
            decisions = _decided(segment, entries)
    return decisions


def _kept(segment: Segment, decisions: Decisions) -> int:
    return sum(len(line) for line, rank in zip(segment.lines, decisions.ranks, strict=True) if rank)


def _loosen(entries: list[Entry]) -> bool:
    """Let keys of one name share their path wherever they stand deep inside; whether any do.

    Trees whose branches all have names of their own (an interface's paths, a schema's properties) say the
    same few words below them.
    """
    depths = [0] * len(entries)
    counts: dict[str, int] = {}
    for at, entry in enumerate(entries):
        if entry.form in (KEY, ITEM):
            depths[at] = depths[entry.parent] + entry.under_key if entry.parent >= 0 else 0
            counts[entry.name] = counts.get(entry.name, 0) + (depths[at] >= LOOSE_DEPTH)
    found = False
    for at, entry in enumerate(entries):
        if depths[at] >= LOOSE_DEPTH and entry.name and counts[entry.name] >= REPEATED:
            entry.path = f"...{entry.name}"
            found = True
    return found


def _without_examples(entries: list[Entry]) -> bool:
    """Make what stands under a key called `example` text of that key; whether there is any."""
    owners: dict[int, int] = {}
    for at, entry in enumerate(entries):
        above = entry.parent
        if above < 0 or entry.form not in (KEY, ITEM):
            continue
        owner = owners.get(above, above if entries[above].key in _EXAMPLES else -1)
        if owner >= 0:
            owners[at] = owner
            entry.form, entry.parent = BLOCK, owner
    return bool(owners)


def _decided(segment: Segment, entries: list[Entry]) -> Decisions:
    chooser = _Chooser(segment, entries)
    for entry in entries:
        line = segment.lines[entry.index]
        if entry.form in (KEY, ITEM):
            chooser.choose(entry)
        elif entry.form == BLOCK:
            chooser.choose_block(entry, line)
        elif entry.form == FENCE:
            chooser.decisions.keep(entry.index, ALWAYS)
        elif entry.form == COMMENT and is_constraint(line.lstrip(" \t#;/")):
            chooser.decisions.keep(entry.index, IMPORTANT)
    chooser.keep_types()
    return chooser.decisions
