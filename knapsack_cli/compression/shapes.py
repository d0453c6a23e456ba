"""The shape of a line: the line with its variable parts masked.

Two keys. The cheap one deletes digits and the letters of hexadecimal numbers from all lines at once,
which counts shapes at hundreds of megabytes a second; it may put lines together that differ in short
words (`add`, `bad`). The masks are made for the first line of each cheap shape alone: its words, those
with digits masked, dates and times as one sign.
"""

from _collections import defaultdict

VARIABLE = b"0123456789abcdefABCDEF"
_DELETE_VARIABLE = {ord(chr(byte)): None for byte in VARIABLE}
_DIGITS = frozenset("0123456789")
TIME = "@"
"""The mask of a word that is a date, a time, or part of one."""
HOST = "*host*"
"""The mask of a host's name in a log that several wrote."""
_NAMED_DATES = frozenset(
    (
        "jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august"
        " september october november december mon tue wed thu fri sat sun monday tuesday wednesday thursday"
        " friday saturday sunday utc gmt cet cest est edt pst pdt am pm"
    ).split()
)
_OPENING = "[(<{\"'"
_CLOSING = "])>}\"',;:"
_TIME_SIGNS = frozenset("0123456789:-/.,+TZtz@ ")


def shape_of(line: str) -> str:
    """The cheap shape of one line."""
    return line.translate(_DELETE_VARIABLE)


def shapes_of(data: bytes) -> list[bytes]:
    """The cheap shapes of all lines of `data`."""
    return data.translate(None, VARIABLE).split(b"\n")


def group_lines(data: bytes, count: int) -> dict[bytes, list[int]]:
    """The indexes of the first `count` lines, by cheap shape, both in order of first sight."""
    members: dict[bytes, list[int]] = defaultdict(list)
    for index, shape in zip(range(count), shapes_of(data), strict=False):
        members[shape].append(index)
    return members


def words_in(line: bytes) -> list[str]:
    """The words of a line, cut at ASCII white space alone, as whole columns are cut."""
    return [word.decode("utf-8", "surrogateescape") for word in line.split()]


def mask(word: str) -> str:
    """The word's mask: TIME for dates and times, without its digits and hexadecimal letters where it
    has a digit, else the word."""
    if not _DIGITS.isdisjoint(word):
        if is_time(word):
            return TIME
        if "-" in word:
            for sign in ("_-", "=-", "(-", "[-", ":-", "/-"):
                if sign in word:
                    word = word.replace(sign, sign[0])
            word = word.lstrip("-")
        return word.translate(_DELETE_VARIABLE)
    if word.strip("[](),.:").lower() in _NAMED_DATES:
        return TIME
    return word


def masks_of(words: list[str], known: dict[str, str]) -> tuple[str, ...]:
    """The masks of a line's words; `known` remembers words across lines.

    Numbers at the start are times too where only a time can be meant: a kernel's seconds in brackets,
    `081109 203615`.
    """
    if not words:
        return ()  # blanks reach further than the part that is looked at
    masks: list[str] = []
    for word in words:
        masked = known.get(word)
        if masked is None:
            masked = known[word] = mask(word)
        masks.append(masked)
    if masks[0] == "[.]":
        masks[0] = TIME
    elif masks[0] == "[" and len(masks) > 1 and masks[1] in (".]", "+.]"):
        masks[1] = TIME
    elif masks[0] == "(" and len(masks) > 2 and masks[1] == ".|" and masks[2] == ".)":
        masks[1] = masks[2] = TIME  # seconds since the start, and since the line before
    elif masks[0] == "" and len(words[0]) == 6 and len(masks) > 2 and masks[1] == "" and len(words[1]) == 6:
        masks[0] = masks[1] = TIME
    elif len(masks) > 1 and masks[1] == TIME and masks[0] in ("-", "/", "--", "//"):
        masks[0] = TIME  # a date without its year before a time
    elif masks[0] == TIME and len(masks) > 3:
        at = 1 if masks[1] == "" else 2
        if masks[at] == "" and masks[at - 1] == masks[at + 1] == TIME and words[at - 1].isalpha():
            masks[at] = TIME  # the day of a month before a time
    elif masks[0] == "." and len(masks) > 2 and masks[1][-1:] in (":", "]"):
        masks[0] = TIME  # seconds since the start, before who speaks
    return tuple(masks)


def is_time(word: str) -> bool:
    """Whether a word with digits is a date, a time, or a stamp: `2026-11-29T10:00:00Z`, `[08:01:02,331]`."""
    bare = word.strip(_OPENING + _CLOSING)
    size = len(bare)
    if size < 5:
        return False
    if not _TIME_SIGNS.issuperset(bare):
        return bare[:1].isdigit() and _has_named_month(bare)
    if size >= 10 and bare[4] in "-/." and bare[7] == bare[4]:
        return bare[:4].isdigit() and bare[5:7].isdigit() and bare[8:10].isdigit()
    if size in (10, 13, 16, 19) and bare[0] == "1" and bare.isdigit():
        return True  # seconds, milli-, micro- or nanoseconds since 1970
    if bare[10:11] == "." and bare[0] == "1" and bare[:10].isdigit() and bare[11:].isdigit():
        return True
    colons = bare.count(":")
    if colons >= 2:
        parts = bare.replace("T", ":").replace("-", ":").replace("/", ":").split(":")
        return sum(1 for part in parts[-3:] if len(part[:2]) == 2 and part[:2].isdigit()) >= 2
    if colons == 1:
        return size == 5 and bare[:2].isdigit() and bare[3:].isdigit()
    for sign in "-/.":
        if bare.count(sign) == 2:
            parts = bare.split(sign)
            return (
                all(part.isdigit() for part in parts)
                and sorted(len(part) for part in parts) in ([2, 2, 4], [2, 2, 2], [1, 2, 4])
                and (sign != "." or len(parts[2]) == 4)
            )
    return False


def _has_named_month(bare: str) -> bool:
    """`29/Nov/2026:17:26:25`, `29-Nov-2026`."""
    return bare[2:3] in "/-" and bare[3:6].lower() in _NAMED_DATES
