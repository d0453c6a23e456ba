"""A tree of folders with counts, and its rows within a room of characters."""

from collections import Counter

from knapsack_cli.compression.kinds.common.brace_groups import name_rows
from knapsack_cli.compression.kinds.common.hash_named import STORES_LEAST, is_hash, is_store
from knapsack_cli.compression.marks import plural, thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, Row

SHARE = 0.36
"""The part of the input's characters that a tree of all names may take ..."""
ROOM_LEAST = 15_000
"""... though so many always: about 4,000 tokens ..."""
ROOM_MOST = 24_000
"""... and never more than so many."""
ROOM_FOLDED = 17_000
"""Where not every name fits, the tree takes at most so many."""
ROOM_UNUSUAL = 2_000
"""Characters left to names of unusual files where even folders have no room."""
ROOM_SPELLED = 8_000
"""Characters up to which names are written whole: an agent searches for them as they are."""
FOLDERS_SHARE = 0.75
"""The part of the room that rows of folders may take where not everything fits."""
WIDTH = 100
"""Characters of a row of folders."""
EXTENSIONS_SHOWN = 4
RARE = 3
"""An extension with at most this many files in the whole tree is unusual."""


class Folder:
    """A folder: its folders, its files with the index of their line, and the count of all files below.

    Attributes:
        stored: what its row says of folders that hold nothing but files named by hashes, and are left out.
    """

    __slots__ = ("count", "extensions", "files", "folders", "index", "name", "stored")

    def __init__(self, name: str) -> None:
        self.name = name
        self.folders: dict[str, Folder] = {}
        self.files: list[tuple[str, int]] = []
        self.count = 0
        self.index = -1
        self.extensions: Counter[str] = Counter()
        self.stored = ""

    def add(self, path: str, index: int) -> None:
        """Add the path that line `index` holds; one that ends in a separator is a folder."""
        path, arrow, target = path.partition(" -> ")
        parts = path.split("/")
        if path.startswith("/"):
            parts = ["/" + parts[1], *parts[2:]] if len(parts) > 1 and parts[1] else ["/"]
        name = parts.pop() + arrow + target
        here = self
        chain = [here]
        for part in parts:
            deeper = here.folders.get(part)
            if deeper is None:
                deeper = here.folders[part] = Folder(part)
            here = deeper
            chain.append(here)
        if not name:
            here.index = index
            return
        known = here.folders.get(name)
        if known is not None:
            known.index = index
            return
        here.files.append((name, index))
        ending = extension(name)
        for folder in chain:
            folder.count += 1
            folder.extensions[ending] += 1

    def settle(self) -> None:
        """Files that turned out to be folders (listed before what they hold) are none."""
        todo = [self]
        while todo:
            here = todo.pop()
            todo.extend(here.folders.values())
            if not here.folders or not here.files:
                continue
            kept: list[tuple[str, int]] = []
            for name, index in here.files:
                if name in here.folders:
                    here.folders[name].index = index
                else:
                    kept.append((name, index))
            here.files = kept

    def leave_out_stores(self) -> None:
        """Take out the folders of git's objects and of caches, where several stand side by side."""
        todo = [self]
        while todo:
            here = todo.pop()
            stores = [
                one
                for one in here.folders.values()
                if not one.folders and is_store(one.name, [name for name, _ in one.files])
            ]
            if len(stores) >= STORES_LEAST:
                for one in stores:
                    del here.folders[one.name]
                files = sum(len(one.files) for one in stores)
                here.stored = (
                    f"  [{plural(files, 'file')} named by hashes in {plural(len(stores), 'folder')}]"
                )
            todo.extend(here.folders.values())

    def recount(self) -> None:
        """Counts from the files that are left, deepest folders first."""
        order: list[Folder] = []
        todo = [self]
        while todo:
            here = todo.pop()
            order.append(here)
            todo.extend(here.folders.values())
        for here in reversed(order):
            here.count = len(here.files)
            here.extensions = Counter(extension(name) for name, _ in here.files)
            for folder in here.folders.values():
                here.count += folder.count
                here.extensions.update(folder.extensions)


def extension(name: str) -> str:
    """`.c` of `main.c` (and of `main.c:7`, a count of hits); the whole name where there is none, unless it is
    a hash."""
    if is_hash(name):
        return "hash"
    stem, dot, ending = name.partition(":")[0].rpartition(".")
    return dot + ending if stem and ending else name


def tree_rows(root: Folder, size: int, most: int = 0) -> list[Row]:
    """The rows of the whole tree.

    Args:
        size: characters of the input; the room is a share of it.
        most: characters that the tree may take at most; 0 for the usual limit.
    """
    root.settle()
    root.leave_out_stores()
    root.recount()
    room = min(max(ROOM_LEAST, int(size * SHARE)), most or ROOM_MOST)
    depth, used = _deepest_that_fits(root, int(min(room, ROOM_FOLDED) * FOLDERS_SHARE))
    folded = min(room, ROOM_FOLDED) - used
    below = _names_below(root, depth, folded - ROOM_UNUSUAL)
    folded -= sum(len(label) + 2 for labels in below.values() for label, _ in labels)
    names = _Names(root, room - used, folded, used + _length_of_names(root) <= ROOM_SPELLED)
    rows: list[Row] = []
    _write(root, 0, depth, names, below, rows)
    return rows


def _length_of_names(root: Folder) -> int:
    """Characters that the names of all files take side by side."""
    length = 0
    todo = [root]
    while todo:
        here = todo.pop()
        todo.extend(here.folders.values())
        length += sum(len(name) + 1 for name, _ in here.files)
    return length


def _names_below(root: Folder, depth: int, room: int) -> dict[int, list[tuple[str, int]]]:
    """Of the folders that have no rows, as they are too many, the names of those right below the rows: the
    ones with the most files, as far as there is room. By the id of the folder above, with the lines' indexes.
    """
    level = [root]
    for _ in range(depth):
        level = [_collapsed(child)[1] for folder in level for child in folder.folders.values()]
    found = [
        (inner.count, order, id(folder), label, indexes)
        for order, (folder, child) in enumerate(
            (folder, child) for folder in level for child in folder.folders.values()
        )
        for label, inner, indexes in (_collapsed(child),)
    ]
    chosen: list[tuple[int, int, str, int]] = []
    for _, order, above, label, indexes in sorted(found, key=lambda one: (-one[0], one[1])):
        room -= len(label) + 2
        if room < 0:
            break
        chosen.append((order, above, label, indexes[0] if indexes else -1))
    below: dict[int, list[tuple[str, int]]] = {}
    for _, above, label, index in sorted(chosen):
        below.setdefault(above, []).append((label, index))
    return below


def _collapsed(folder: Folder) -> tuple[str, Folder, list[int]]:
    """A chain of folders that hold nothing but one folder, as one name."""
    label = folder.name
    indexes = [folder.index] if folder.index >= 0 else []
    while len(folder.folders) == 1 and not folder.files and not folder.stored:
        folder = next(iter(folder.folders.values()))
        label += "/" + folder.name if not label.endswith("/") else folder.name
        if folder.index >= 0:
            indexes.append(folder.index)
    return label, folder, indexes


def _deepest_that_fits(root: Folder, room: int) -> tuple[int, int]:
    """The depth down to which all folders can have a row of their own, and the characters of these rows."""
    depth = 0
    level = [root]
    used = 0
    while level:
        below = [_collapsed(child) for folder in level for child in folder.folders.values()]
        more = sum(len(label) + depth + 2 for label, _, _ in below)
        if used + more > room and depth > 0:
            return depth, used
        used += more
        depth += 1
        level = [folder for _, folder, _ in below]
    return depth, used


class _Names:
    """Which file names are shown: all where they fit, else unusual ones, then those of small folders.

    Attributes:
        shown: the indexes of their lines.
        spelled: each is written whole, none within braces.
    """

    def __init__(self, root: Folder, room_for_all: int, room: int, spelled: bool) -> None:
        self.shown: set[int] = set()
        self.spelled = spelled
        folders: list[tuple[int, Folder]] = []
        todo = [(root, 0)]
        while todo:
            here, depth = todo.pop()
            folders.append((depth, here))
            todo.extend((one, depth + 1) for one in reversed(list(here.folders.values())))
        costs = [
            (sum(len(text) + depth + 1 for text, _ in name_rows(here.files, spelled)), order)
            for order, (depth, here) in enumerate(folders)
        ]
        if sum(cost for cost, _ in costs) <= room_for_all:
            self.shown.update(index for _, here in folders for _, index in here.files)
            return
        for _, folder in folders:
            for name, index in folder.files:
                if name.startswith(".") or root.extensions[extension(name)] <= RARE:
                    room -= len(name) + 2
                    if room < 0:
                        return
                    self.shown.add(index)
        for _, order in sorted(costs):
            depth, folder = folders[order]
            left = [place for place in folder.files if place[1] not in self.shown]
            room -= sum(len(text) + depth + 1 for text, _ in name_rows(left, spelled))
            if room < 0:
                return
            self.shown.update(index for _, index in left)


def _summary(folder: Folder, hidden: int, below: int) -> str:
    """Counts of what is not shown under a folder's row."""
    parts: list[str] = []
    common = folder.extensions.most_common(EXTENSIONS_SHOWN)
    common.sort(key=lambda pair: (-pair[1], pair[0]))
    if hidden:
        kinds = " ".join(f"{name} {thousands(count)}" for name, count in common)
        parts.append(f"{plural(folder.count, 'file')} ({kinds})" if folder.count > 1 else kinds)
    if below:
        parts.append(f"in {plural(below, 'folder')}")
    return "  " + " ".join(parts) if parts else ""


def _folders_below(folder: Folder) -> int:
    count = 0
    todo = list(folder.folders.values())
    while todo:
        here = todo.pop()
        count += 1
        todo.extend(here.folders.values())
    return count


def _write(
    root: Folder,
    level: int,
    depth: int,
    names: _Names,
    below_names: dict[int, list[tuple[str, int]]],
    rows: list[Row],
) -> None:
    """Rows of the folders down to `depth`, each followed by the names of its files that are shown, and by
    those of the folders below it that have no rows."""
    todo: list[tuple[Folder, int]] = [(root, level)]
    while todo:
        folder, at = todo.pop()
        if folder is root:
            label, inner, indexes = "", root, list[int]()
        else:
            label, inner, indexes = _collapsed(folder)
        cut = at >= depth
        shown = [(name, index) for name, index in inner.files if index in names.shown]
        hidden = (inner.count if cut else len(inner.files)) - len(shown)
        indent = " " * max(0, at - 1)
        alone = len(shown) == 1 and " " not in shown[0][0] and not (hidden or inner.folders or inner.stored)
        if alone and label:
            (name, index), separator = shown[0], "" if label.endswith("/") else "/"
            text = f"{indent}{label}{separator}{name}"
            rank = ALWAYS if at <= 2 else EVIDENCE
            rows.append(Row(text, index, rank=rank, form=DATA, more=tuple(indexes)))
            continue
        if folder is not root or hidden or root.stored:
            text = f"{indent}{label}/" if not label.endswith("/") and label else f"{indent}{label or './'}"
            own = inner if cut else _own(inner)
            below = _folders_below(inner) if cut else 0
            named = below_names.get(id(inner), [])
            few = " [the largest:]" if 0 < len(named) < len(inner.folders) else ""
            rows.append(
                Row(
                    text + _summary(own, hidden, below) + few + inner.stored,
                    indexes[0] if indexes else -1,
                    rank=ALWAYS if at <= 2 else EVIDENCE,
                    form=DATA,
                    more=tuple(indexes[1:]),
                )
            )
        for text, numbers in name_rows(shown, names.spelled):
            rows.append(Row(" " * at + text, numbers[0], rank=EVIDENCE, form=DATA, more=tuple(numbers[1:])))
        for text, first in _packed(below_names.get(id(inner), [])):
            rows.append(Row(" " * at + text, first, rank=EVIDENCE, form=DATA))
        if not cut:
            todo.extend((child, at + 1) for child in reversed(list(inner.folders.values())))


def _packed(labels: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Names of folders side by side, each row with the index of the first line that it shows, or -1."""
    packed: list[tuple[str, int]] = []
    for label, index in labels:
        if packed and len(packed[-1][0]) + len(label) < WIDTH and (packed[-1][1] < 0) == (index < 0):
            packed[-1] = (f"{packed[-1][0]} {label}/", packed[-1][1])
        else:
            packed.append((f"{label}/", index))
    return packed


def _own(folder: Folder) -> Folder:
    """The folder's own files alone, for its counts."""
    alone = Folder(folder.name)
    alone.files = folder.files
    alone.count = len(folder.files)
    alone.extensions = Counter(extension(name) for name, _ in folder.files)
    return alone
