"""Lists of paths: find, fd, git ls-files, rg -l, tree. A tree from which each shown path can be rebuilt.

Folders carry the count of their files by extension; names are shown as far as there is room, the
unusual ones (hidden, rare extension) first. The counts are the marks.
"""

from knapsack_cli.compression.kinds.common.path_tree import Folder, tree_rows
from knapsack_cli.compression.kinds.common.paths import looks_like_path
from knapsack_cli.compression.kinds.common.windows_tree import is_windows_tree, read_windows_tree
from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_BRANCH = lazy(r"^([│| \xa0]*)(?:├── |└── |\|-- |`-- |\+-- )(.*)$")
_SIZE = lazy(r"^\[[^\]]*\]\s+")
_TOTAL = lazy(r"^\s*\d+ director(?:y|ies)(?:, \d+ files?)?\s*$")
_COUNTED = lazy(r"[^:\n]+:\d+$")
_SEARCHES = ("grep", "rg", "ag", "ack")
SAMPLE = 500
SMALL = 4_000
"""Characters of a list of files up to which each path stands as it is."""
SMALL_FOUND = 20_000
"""The same of what a search found (`rg -l`, `grep -c`) or rsync took: its files are opened next."""
_SENT = ("sending incremental file list", "receiving incremental file list")


def recognise(segment: Segment) -> int:
    """Nearly every line is a path, or a branch of `tree`."""
    sample = [line.rstrip() for line in segment.lines[:SAMPLE] if line.strip()]
    if len(sample) < 8:
        return 0
    commas = sample[0].count(",")
    if commas > 1 and all(line.count(",") == commas for line in sample):
        return 0  # rows of fields
    if any("\u2500\u2500\u2500" in line or "---" in line for line in sample) and is_windows_tree(sample):
        return 90
    branches = sum(1 for line in sample if _BRANCH.match(line))
    if branches >= 0.8 * len(sample):
        return 88
    inside = sum(1 for line in sample if "/" in line and looks_like_path(line))
    bare = sum(1 for line in sample if "/" not in line and looks_like_path(line))
    if inside >= 0.4 * len(sample) and inside + bare >= 0.9 * len(sample):
        return 80
    if inside >= 0.8 * len(sample) and inside + bare >= 0.85 * len(sample):
        return 80
    return 0


def decide(segment: Segment) -> View | None:
    """The tree; lines that are no path (a permission error, a total) stay as they are, above it."""
    lines = segment.lines
    root = Folder("")
    others: list[int] = []
    none: set[int] = set()
    drawn = sum(1 for line in lines[:SAMPLE] if _BRANCH.match(line)) > len(lines[:SAMPLE]) // 2
    if is_windows_tree([line for line in lines[:SAMPLE] if line.strip()]):
        drawn = True
        read_windows_tree(lines, root, others)
    elif drawn:
        _read_tree(lines, root, others)
    else:
        none = _without_hits(lines)
        for index, line in enumerate(lines):
            if index in none:
                continue
            if line and looks_like_path(line.rstrip(" ")):
                root.add(line.rstrip(" "), index)
            elif line.strip():
                others.append(index)
    if root.count == 0 or len(others) * 5 > len(lines):
        return None
    listed = [at for at, line in enumerate(lines) if line.strip() and at not in none]
    most = SMALL_FOUND if _is_found(lines, listed, segment.hints.command) else SMALL
    if not drawn and sum(len(lines[at]) + 1 for at in listed) <= most and not _has_folders(root):
        rows = [Row(lines[at], at, rank=EVIDENCE) for at in listed]
    else:
        rows = [Row(lines[at], at, rank=ALWAYS if _TOTAL.match(lines[at]) else FAILURE) for at in others]
        rows[0:0] = tree_rows(root, len(segment.data))
    if none:
        told = f"[... {plural(len(none), 'file')} with :0, within lines {segment.number(min(none))}-"
        told += f"{segment.number(max(none))}]"
        rows.insert(0, Row(told, min(none), max(none), ALWAYS, MARK, count=len(none)))
    return View(rows)


def _is_found(lines: list[str], listed: list[int], command: str) -> bool:
    """Whether a list of files is what a search found: each with its count, or in the order in which threads
    came upon them, below several folders."""
    if command.removeprefix("git ").split(" ")[0] in _SEARCHES or _are_counted(lines):
        return True
    if any(line in _SENT for line in lines[:3]):
        return True
    paths = [lines[at] for at in listed]
    if any(path.startswith(("/", "./", "~")) for path in paths):
        return False
    return len({path.partition("/")[0] for path in paths}) > 1 and paths != sorted(paths)


def _are_counted(lines: list[str]) -> bool:
    """Whether each line is a file and its number of hits (`grep -c`)."""
    return sum(1 for line in lines if line and not _COUNTED.match(line)) * 20 <= len(lines)


def _without_hits(lines: list[str]) -> set[int]:
    """Where each line is a file and its number of hits: the indexes of those with none."""
    if not _are_counted(lines):
        return set()
    return {index for index, line in enumerate(lines) if line.endswith(":0")}


def _has_folders(root: Folder) -> bool:
    """Whether any folder is listed itself, as find does and a search for files does not."""
    root.settle()
    todo = list(root.folders.values())
    while todo:
        here = todo.pop()
        if here.index >= 0:
            return True
        todo.extend(here.folders.values())
    return False


def _read_tree(lines: list[str], root: Folder, others: list[int]) -> None:
    """`tree`'s output: depth is told by the width of what stands before the branch."""
    stack: list[tuple[int, str]] = []
    top = ""
    for index, line in enumerate(lines):
        found = _BRANCH.match(line)
        if found is None:
            if line.strip() and not top and looks_like_path(line.strip() + "/"):
                top = line.strip().rstrip("/")
            elif line.strip():
                others.append(index)
            continue
        depth = len(found[1])
        name = _SIZE.sub("", found[2])
        next_line = lines[index + 1] if index + 1 < len(lines) else ""
        deeper = _BRANCH.match(next_line)
        is_folder = name.endswith("/") or (deeper is not None and len(deeper[1]) > depth)
        while stack and stack[-1][0] >= depth:
            stack.pop()
        stack.append((depth, name.rstrip("/")))
        names = [one for _, one in stack]
        path = "/".join([top, *names] if top else names)
        root.add(path + "/" if is_folder else path, index)
