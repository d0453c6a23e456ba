"""`tree` and `tree /F` of Windows: folders behind a branch, files behind bars alone, four columns a level."""

from knapsack_cli.compression.kinds.common.path_tree import Folder
from knapsack_cli.text.lazy_patterns import lazy

_FOLDER = lazy(r"((?:[│|] {3}| {4})*)(?:[├└]─{3}|[+\\]-{3}(?!-*\+))(\S.*)$")
"""Signs between dashes are the border of a table."""
_FILE = lazy(r"((?:[│|] {3}| {4})+)(\S.*)$")
_BARS = lazy(r"[│| ]*$")
FOLDERS_LEAST = 2
HEAD = 3
"""Lines above the tree: the volume, and where it begins."""


def is_windows_tree(lines: list[str]) -> bool:
    """Whether nearly all lines are folders and files of such a tree."""
    folders = sum(1 for line in lines if ("───" in line or "---" in line) and _FOLDER.match(line))
    if folders < FOLDERS_LEAST:
        return False
    others = sum(1 for line in lines if _FILE.match(line) or _BARS.match(line))
    return folders + others + HEAD >= 0.98 * len(lines)


def read_windows_tree(lines: list[str], root: Folder, others: list[int]) -> None:
    """Put the folders and files into `root`; `others` gets the lines that are neither."""
    stack: list[str] = []
    for index, line in enumerate(lines):
        found = _FOLDER.match(line)
        if found is not None:
            stack[len(found[1]) // 4 :] = [found[2]]
            root.add("/".join(stack) + "/", index)
            continue
        if _BARS.match(line):
            continue
        found = _FILE.match(line)
        if found is not None:
            root.add("/".join([*stack[: len(found[1]) // 4 - 1], found[2]]), index)
        else:
            others.append(index)
