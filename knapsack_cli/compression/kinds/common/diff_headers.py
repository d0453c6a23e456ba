"""The lines above the hunks of a file, as git, hg, svn and diff write them: which of them say anything."""

from knapsack_cli.text.lazy_patterns import lazy

FILE = ("diff --git ", "diff --cc ", "diff --combined ", "Index: ", "diff -")
"""How the first of them begins, but for the two lines with names that may stand alone."""
_HEADER = (
    "index ",
    "--- ",
    "+++ ",
    "old mode ",
    "new mode ",
    "deleted file mode ",
    "new file mode ",
    "similarity index ",
    "dissimilarity index ",
    "rename from ",
    "rename to ",
    "copy from ",
    "copy to ",
    "Binary files ",
    "mode ",
    "====",
)
_NOTHING = lazy(
    r"/dev/null|.*\t(?:1970-01-01|1969-12-31|Thu Jan 0?1 \d\d:\d\d:\d\d 1970|\((?:nonexistent|revision 0)\))"
)
"""The name of a file that is not there, as diff, hg and svn have it."""


class Header:
    """The header lines `start` to `end` (exclusive) of one file.

    Attributes:
        shown: index and text of the lines that are shown, in order.
        hidden: indexes of the others, which the shown ones say as well.
        path: what the file is called.
    """

    __slots__ = ("end", "hidden", "path", "shown", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.shown: list[tuple[int, str]] = []
        self.hidden: list[int] = []
        self.path = ""


def begins(lines: list[str], index: int) -> bool:
    """Whether a file's header begins at `index`."""
    line = lines[index]
    if line.startswith("--- "):
        return _names_follow(lines, index)
    if not line.startswith(FILE):
        return False
    if line.startswith("diff -") and not line.startswith("diff --"):
        return index + 1 < len(lines) and _names_follow(lines, index + 1)
    return True


def _names_follow(lines: list[str], index: int) -> bool:
    return index + 1 < len(lines) and lines[index].startswith("--- ") and lines[index + 1].startswith("+++ ")


def read(lines: list[str], start: int) -> Header:
    """The header that begins at `start`."""
    end = start + 1
    while end < len(lines) and lines[end].startswith(_HEADER):
        if lines[end].startswith("--- ") and not _names_follow(lines, end):
            break
        if lines[end - 1].startswith("+++ "):
            break  # below its names, a file's header is over
        end += 1
    header = Header(start, end)
    first = lines[start]
    name, text = _name(lines, start, end)
    header.path = text.rsplit(" ", 1)[-1]
    told = any(line.startswith(("new file mode ", "deleted file mode ")) for line in lines[start:end])
    for index in range(start, end):
        line = lines[index]
        if index == name:
            header.shown.append((index, text))
        elif not told and line.startswith(("--- ", "+++ ")) and _NOTHING.match(line, 4):
            header.shown.append((index, line))  # that the file is new, or gone
        elif _says_nothing(lines, index, first, name):
            header.hidden.append(index)
        else:
            header.shown.append((index, line))
    return header


def _name(lines: list[str], start: int, end: int) -> tuple[int, str]:
    """The line that names the file: the shortest that does, where one says all of the others."""
    first = lines[start]
    for index in range(start, end):
        if lines[index].startswith(("rename to ", "copy to ", "Binary files ")):
            return index, lines[index]
    for index in range(end - 1, start, -1):
        line = lines[index]
        if line.startswith("+++ "):
            old, new = lines[index - 1], line
            if not old.startswith("--- "):
                continue
            shown = index - 1 if _NOTHING.match(new, 4) else index
            if _same(old, new) or (first.startswith("diff --git ") and _is_in(first, lines[shown])):
                return shown, lines[shown].partition("\t")[0]
    return start, first


def _same(old: str, new: str) -> bool:
    """Whether two names are of one file: but for the first folder, or one is of nothing."""
    before, after = old[4:].partition("\t")[0], new[4:].partition("\t")[0]
    if _NOTHING.match(old, 4) or _NOTHING.match(new, 4):
        return True
    return before == after or before.partition("/")[2] == after.partition("/")[2] != ""


def _is_in(first: str, line: str) -> bool:
    name = line[4:].partition("\t")[0].strip()
    return name in first or name[2:] in first


def _says_nothing(lines: list[str], index: int, first: str, name: int) -> bool:
    """Whether the line that names the file, or the first one, says the same."""
    line = lines[index]
    if line.startswith(("index ", "similarity index ", "dissimilarity index ", "====")):
        return True
    if line.startswith(FILE):
        return name != index
    if line.startswith(("--- ", "+++ ")):
        both = (
            (lines[index], lines[index + 1]) if line.startswith("--- ") else (lines[index - 1], lines[index])
        )
        return _same(*both) or (first.startswith("diff --") and _is_in(first, line))
    return False
