"""Names of files under the heading of their folder, several to a row, as far as there is room."""

from collections import Counter

from knapsack_cli.compression.kinds.common.hash_named import STORES_LEAST, is_hash, is_prefix, is_store
from knapsack_cli.compression.kinds.common.path_tree import extension
from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import DATA, EVIDENCE, IMPORTANT, MARK, NORMAL, Row

NAMES_SHARE = 0.18
"""The part of the input that names may take when there are several folders."""
ROOM_LEAST = 4_000
ROOM_MOST = 24_000
DEEPER = 8
"""A folder one level deeper comes after those with so many names more."""
MANY = 2_000
"""Names of which no more are evidence, each of them."""
LONGEST = 20_000
"""Characters that names and their sizes may take; past that the sizes go ..."""
LARGEST = 16
"""... but for those of so many files, the largest of all, which are named wherever they stand."""
MANY_PREFIXES = 12
"""Folders called by two digits of hashes, of which no more are named."""
WIDTH = 110


class Entry:
    """One file: its line's index, its name as shown, and whether anything of it is out of the ordinary.

    Attributes:
        bare: the name alone, where more is shown; size: in bytes, as far as it is told.
        large: whether it is one of the largest of all.
    """

    __slots__ = ("bare", "index", "large", "name", "odd", "size")

    def __init__(self, index: int, name: str, odd: bool = False) -> None:
        self.index = index
        self.name = name
        self.odd = odd
        self.bare = name
        self.size = 0.0
        self.large = False


Folders = list[tuple[int, list[Entry]]]
"""The index of each folder's heading (-1: none), and what stands under it."""


def bare_names(folders: Folders) -> bool:
    """Mark the largest files. Where names with all that is said of them take too much room, leave the names
    of the others alone. Returns whether it was so."""
    every = [entry for _, entries in folders for entry in entries]
    sized = sorted(
        (entry for entry in every if entry.size and not is_hash(entry.bare)),
        key=lambda one: (-one.size, one.index),
    )
    for entry in sized[:LARGEST]:
        entry.large = True
    if sum(len(entry.name) + 2 for entry in every) <= LONGEST:
        return False
    for entry in every:
        if not entry.large:
            entry.name = entry.bare
    return True


def without_stores(lines: list[str], folders: Folders, rows: list[Row]) -> Folders:
    """The folders but for git's objects and the files of caches, for which `rows` gets a mark."""
    kept: Folders = []
    stores: Folders = []
    for heading, entries in folders:
        name = lines[heading].rstrip(":").rpartition("/")[2] if heading >= 0 else ""
        store = is_store(name, [entry.bare for entry in entries])
        (stores if store else kept).append((heading, entries))
    if len(stores) < STORES_LEAST:
        return folders
    files = sum(len(entries) for _, entries in stores)
    text = f"[{plural(len(stores), 'folder')} left out that hold {plural(files, 'file')} named by hashes]"
    rows.append(Row(text, stores[0][0], stores[-1][1][-1].index, EVIDENCE, MARK, count=files + len(stores)))
    return kept


def shown_names(lines: list[str], folders: Folders, size: int) -> set[int]:
    """The indexes of the entries whose names are shown: the largest files, then small folders first, and
    those near the top; of one folder all."""
    filled = [(heading, entries) for heading, entries in folders if entries]
    shown = {entry.index for _, entries in filled for entry in entries if entry.large}
    room = min(max(ROOM_LEAST, int(size * NAMES_SHARE)), ROOM_MOST) if len(filled) > 1 else 1 << 40

    def order(folder: tuple[int, list[Entry]]) -> tuple[int, int]:
        heading, entries = folder
        depth = lines[heading].count("/") if heading >= 0 else 0
        return len(entries) + DEEPER * depth, entries[0].index

    for _, entries in sorted(filled, key=order):
        cost = sum(len(entry.name) + 2 for entry in entries)
        if cost <= room:
            room -= cost
            shown.update(entry.index for entry in entries)
    return shown


def write(lines: list[str], entries: list[Entry], shown: set[int], rows: list[Row]) -> None:
    """Add the rows of one folder: odd entries as they are, names that are shown, the rest as a count."""
    rank = NORMAL if len(shown) > MANY else EVIDENCE
    prefixes = [entry for entry in entries if is_prefix(entry.name.rstrip("/"))]
    if len(prefixes) > MANY_PREFIXES:
        text = (
            f"[... {plural(len(prefixes), 'folder')} for hashes: {prefixes[0].name} to {prefixes[-1].name}]"
        )
        rows.append(Row(text, prefixes[0].index, prefixes[-1].index, EVIDENCE, MARK, count=len(prefixes)))
        entries = [entry for entry in entries if not is_prefix(entry.name.rstrip("/"))]
    left: list[Entry] = []
    line: list[Entry] = []
    width = 0
    for entry in entries:
        if entry.odd:
            rows.append(Row(lines[entry.index], entry.index, rank=EVIDENCE if entry.large else IMPORTANT))
        elif entry.index not in shown and not entry.name.endswith("/"):
            left.append(entry)
        else:
            if line and width + len(entry.name) > WIDTH:
                _flush(line, rank, rows)
                line, width = [], 0
            line.append(entry)
            width += len(entry.name) + 2
    _flush(line, rank, rows)
    if left:
        endings = Counter(extension(entry.name.split(" ")[0]) for entry in left)
        common = sorted(endings.items(), key=lambda pair: (-pair[1], pair[0]))[:5]
        kinds = " ".join(f"{name} {count}" for name, count in common)
        text = f"[... {plural(len(left), 'file')}: {kinds}]"
        rows.append(Row(text, left[0].index, left[-1].index, EVIDENCE, MARK, count=len(left)))


def _flush(line: list[Entry], rank: int, rows: list[Row]) -> None:
    if line:
        apart = "  " if any(" " in entry.name for entry in line) else " "
        text = " " + apart.join(entry.name for entry in line)
        more = tuple(entry.index for entry in line[1:])
        rank = EVIDENCE if any(entry.large for entry in line) else rank
        rows.append(Row(text, line[0].index, rank=rank, form=DATA, more=more))
