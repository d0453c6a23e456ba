"""Paths with columns before them: what archives hold, find -ls, du -a, git ls-tree, rsync -i, cp -v, rm -v.

The paths as a tree, as any list of paths; the columns of the largest entries and of those unlike the
others. Sizes, dates, owners and hashes of the rest go.
"""

import re
from collections import Counter

from knapsack_cli.compression.kinds.common.hash_named import is_hash
from knapsack_cli.compression.kinds.common.path_tree import Folder, tree_rows
from knapsack_cli.compression.kinds.common.paths import looks_like_path
from knapsack_cli.compression.marks import plural
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_MODE = r"(?P<lead>[?bcdlphs-][rwxsStT-]{9}[.+@]?)"
_DAY = r"\d{4}-\d\d-\d\d \d\d:\d\d"
_FORMS = tuple(
    lazy(form)
    for form in (
        _MODE + rf" +\S+ +(?P<size>\d+) {_DAY}(?::\d\d)? (?P<path>.+)$",  # tar -tv
        _MODE
        + r" +\d\.\d \w{3} +(?P<size>\d+) [\w-]{2} +(?:\d+ +)?\w{4} \S+ \d\d:\d\d (?P<path>.+)$",  # zipinfo
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?P<lead>[D.][R.][H.][S.][A.]) +(?P<size>\d+) +(?:\d+ +)?"
        r"(?P<path>\S.*)$",  # 7z l
        r" *(?P<size>\d+) +(?:\S+ +\d+ +-?\d+% )?\d[\d-]{7,9} \d\d:\d\d +(?:[0-9a-f]{8} +)?"  # unzip -l, -v
        r"(?P<path>\S.*)$",
        r" *\d+ +\d+ "
        + _MODE
        + r" +\d+ \S+ +\S+ +(?P<size>\d+) +[^\W_]{2,9}\.? +\d+ +[\d:]+ (?P<path>.+)$",  # find -ls
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +(?P<size>\d+(?:\.\d+)?(?: [KMGTP]iB| Bytes)?) "
        r"(?P<path>\S+)$",  # aws s3 ls
        r" *(?P<size>\d+) [A-Z][a-z]{2} [A-Z][a-z]{2} \d\d [\d:]{8} \S+ \d{4} (?P<path>\S.*)$",  # jar -tv
        _MODE
        + r" +(?:\d+|-) +\S+ +\S+ +(?P<size>\d+) +"  # ls -l of paths, bsdtar -tv, rpm -qlv, hdfs dfs -ls
        + rf"(?:{_DAY}|[^\W_]{{2,9}}\.? +[^\W_]{{1,9}}\.? +(?:\d\d:\d\d|\d{{4}})) (?P<path>[^\s/]*/.*)$",
        r" *(?P<size>\d+) \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? (?P<path>\S.*)$",  # rclone lsl
        r"(?P<counted>)(?P<digest>[0-9a-f]{32,128})(?P<lead>) [ *](?P<path>\S.*)$",  # md5sum, sha256sum
        r"(?P<path>\S+) +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +(?P<size>\d+)$",  # python -m zipfile -l
        r"(?P<lead>\d{6} (?:blob|tree|commit)) [0-9a-f]{7,64}(?: +(?P<size>\d+|-))?\t(?P<path>.+)$",
        r"(?P<lead>\d{6}) [0-9a-f]{7,64} \d\t(?P<path>.+)$",  # git ls-files -s
        r"(?P<alone>)(?P<size>\d+(?:[.,]\d+)?[KMGTP]?)\t(?P<path>(?![\d-]+\t)\S.*)$",  # du
        r"(?P<counted>)(?P<alone>) *(?P<size>\d+) (?P<path>[^\s:]+)$",  # wc -l, find -printf '%s %p'
        r" +(?P<lead>adding|updating|inflating|creating|extracting|linking|freshening|deleting)"  # zip, unzip
        r": (?P<path>\S.*)$",
        r"(?P<lead>[<>ch.*][fdLDS][.+a-z?]{7,9}|\*deleting) +(?P<path>\S.*)$",  # rsync -i
        r"(?P<lead>add|rm|remove|removed|removed directory|created directory) '(?P<path>[^']+)'$",  # git add
        r"(?P<lead>Would remove|Removing|(?:Would skip|Skipping) repository) "
        r"(?P<path>\S.*(?<!\.{3}))$",  # git clean
        r"(?P<lead>) {2}(?P<path>(?=[^\s:][^\s:/.]*[/.])[^\s:]+)$",  # pip show -f
        r"(?P<lead>)'[^']+' -> '(?P<path>[^']+)'$",  # cp -v
    )
)
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50}
SAMPLE = 200
LEAST = 10
SMALL = 6_000
"""Characters of a list of counts that stays whole."""
HEAD = 20
"""Lines that may stand above the table."""
LARGEST = 12
"""Entries whose line is shown for its size ..."""
LARGEST_OF_SIZES = 60
"""... and where nothing but sizes is told, a sixth of them, but no more than so many."""
ROOM_BESIDE_SIZES = 8_000
"""Characters that the tree takes where these are the sizes of folders."""
RARE = 3
"""A mode or verb of at most so many entries is unlike the others."""
MOST_RARE = 20


class _Entry:
    """A line that names a path: what stands before it, and its size where that is told."""

    __slots__ = ("index", "lead", "path", "size")

    def __init__(self, index: int, path: str, lead: str, size: float) -> None:
        self.index = index
        self.path = path
        self.lead = lead
        self.size = size


def recognise(segment: Segment) -> int:
    """Nearly every line has the same one of the forms."""
    sample = [line for line in segment.lines[:SAMPLE] if line.strip()]
    form = _form_of(sample)
    if form is None:
        return 0
    matches = [form.match(line) for line in sample]
    found = [match for match in matches if match is not None]
    first = next(at for at, match in enumerate(matches) if match is not None)
    if len(found) < LEAST or len(found) < 0.85 * (len(sample) - min(first, HEAD)):
        return 0
    deep = sum("/" in match["path"] for match in found)
    if "counted" in form.groupindex:
        files = sum(1 for match in found if looks_like_path(match["path"]))
        if "digest" in form.groupindex:
            return 94 if deep * 2 > len(found) else 0
        added = any(line.endswith(" total") for line in segment.lines[-3:])
        return 82 if files >= 0.7 * len(found) and (deep * 2 > len(found) or added) else 0
    return 60 if "alone" in form.groupindex and deep * 2 <= len(found) else 93


def _form_of(lines: list[str]) -> "re.Pattern[str] | None":
    """The form that most lines have."""
    best, most = None, 0
    for form in _FORMS:
        count = sum(1 for line in lines if form.match(line))
        if count > most:
            best, most = form, count
    return best


def decide(segment: Segment) -> View | None:
    """What stands apart, line by line, then the tree."""
    lines = segment.lines
    form = _form_of([line for line in lines[:SAMPLE] if line.strip()])
    if form is None:
        return None
    entries: list[_Entry] = []
    others: list[int] = []
    for index, line in enumerate(lines):
        found = form.match(line)
        if found is not None:
            groups = found.groupdict()
            entries.append(
                _Entry(index, _path(found["path"]), groups.get("lead") or "", _bytes(groups.get("size")))
            )
        elif line.strip():
            others.append(index)
    if len(entries) < LEAST or len(others) * 5 > len(lines):
        return None
    if "counted" in form.groupindex and len(segment.data) <= SMALL:
        return View([Row(line, at, rank=EVIDENCE) for at, line in enumerate(lines) if line])
    root = Folder("")
    for entry in entries:
        is_folder = entry.lead.startswith("d") and len(entry.lead) >= 10
        root.add(entry.path + "/" if is_folder and not entry.path.endswith("/") else entry.path, entry.index)
    sizes = "alone" in form.groupindex
    most = max(LARGEST, min(LARGEST_OF_SIZES, len(entries) // 6)) if sizes else LARGEST
    apart = _apart(entries, most)
    but = f" but for the {len(apart)} largest or unlike the others" if apart else ""
    told = f"[{plural(len(entries), 'path')} as a tree; their columns left out{but}]"
    rows = [Row(lines[at], at, rank=EVIDENCE) for at in others]
    rows += [Row(lines[at], at, rank=EVIDENCE) for at in apart]
    return View(
        [
            Row(told, rank=ALWAYS, form=MARK),
            *rows,
            *tree_rows(root, len(segment.data), ROOM_BESIDE_SIZES if sizes and _are_folders(entries) else 0),
        ]
    )


def _are_folders(entries: list[_Entry]) -> bool:
    """Whether few of the names have an ending, as those of files have."""
    ended = sum(1 for entry in entries if "." in entry.path.rsplit("/", 1)[-1][1:])
    return ended * 3 < len(entries)


def _path(text: str) -> str:
    """A path without what zip says of its size: `(deflated 55%)`."""
    path = text.rstrip()
    if path.endswith("%)"):
        before, sign, after = path.rpartition(" (")
        if sign and after.startswith(("deflated ", "stored ")):
            return before.rstrip()
    return path


def _bytes(text: str | None) -> float:
    """A size as bytes (or blocks): `4.0K`, `1,5M`, `1901`; -1 where there is none."""
    if not text or text == "-":
        return -1
    number = text.removesuffix("iB").removesuffix("Bytes")
    unit = _UNITS.get(number[-1], 1)
    return float(number.rstrip("KMGTP ").replace(",", ".")) * unit


def _apart(entries: list[_Entry], largest_shown: int) -> list[int]:
    """The largest entries, and those with a mode or verb that few have, in order."""
    leads = Counter(entry.lead for entry in entries)
    rare = [entry for entry in entries if leads[entry.lead] <= RARE < len(entries) // 50]
    sized = [entry for entry in entries if entry.size > 0 and not is_hash(entry.path.rpartition("/")[2])]
    largest = sorted(sized, key=lambda entry: (-entry.size, entry.index))[:largest_shown]
    return sorted({entry.index for entry in (*rare[:MOST_RARE], *largest)})
