"""Logs of applications and systems, whatever their level words and language, as text or as JSON lines.

A log is told by its times: most of its records begin with one. What is kept is for the templates to
say: shapes seen often once, with what their slots held, shapes seen rarely verbatim.
"""

from knapsack_cli.compression.model import Decisions, Segment
from knapsack_cli.compression.shapes import TIME, is_time, masks_of
from knapsack_cli.compression.templates import BOOT, LOG, decide_by_shape

SAMPLE = 60
HEAD = 1
TAIL = 3
"""The last lines say how it ended."""
_LEVELS = frozenset(
    "trace debug info notice warn warning error err fatal critical crit alert emerg severe fine verbose"
    " i d w e v f inf wrn dbg".split()
)
_SHOUTED = frozenset("TRACE DEBUG INFO NOTICE WARN WARNING ERROR FATAL CRITICAL SEVERE".split())
"""Level words that tell a record wherever they stand among its first words."""
_LEVEL_KEYS = ('"level"', '"severity"', '"lvl"', '"loglevel"', '"log.level"', '"levelname"', '"s":')
_OTHER_KEYS = (
    '"msg"',
    '"message"',
    '"ts"',
    '"time"',
    '"timestamp"',
    '"@timestamp"',
    '"event"',
    '"t":',
)
MOST_PARSED = 4_000_000
"""Bytes; a larger log in JSON is told by its shapes, which costs a fraction of reading every value."""
_NOT_A_LOG = (b"[Pipeline] ", b"##[group]", b"##[error]", b"##[endgroup]", b"\n::error ", b"\n::warning ")
"""What tells a build's log, whose steps matter more than its times."""

_HEXADECIMAL = "0123456789abcdef"
_BUILD_LEVELS = ("[INFO]", "[WARNING]", "[ERROR]", "[info]", "[warn]", "[error]", "[success]")
"""How Maven and sbt begin their lines, without a time."""


def recognise(segment: Segment) -> int:
    """By the share of lines that begin with a time, or with a level."""
    count = segment.count
    step = max(1, count // SAMPLE)
    sample = [line for at in range(0, count, step) if (line := segment.line(at)).strip()]
    if len(sample) < 3 or any(sign in segment.skeleton for sign in _NOT_A_LOG):
        return 0
    timed = first = levels = objects = 0
    seconds: list[float] = []
    known: dict[str, str] = {}
    for line in sample:
        if line[0] == "{":
            objects += _is_log_object(line)
            continue
        words = line[:200].split(None, 6)[:6]
        if not words:
            continue
        if "|" in words[0]:
            words = _between_bars(line)
        stamp = _bare_seconds(words)
        if stamp >= 0:
            seconds.append(stamp)
            continue
        masks = masks_of(words, known)
        if (
            _counts_from_start(words[0])
            or (words[0] == "(" and _stands_in_brackets(line))
            or (words[0] == "kern" and len(words) > 1 and words[1][:1] == ":")
        ):
            timed += 1
            first += 1
        elif TIME in masks[:4] and any(is_time(word) or word[:1] == "[" for word in words[:4]):
            if ":" in words[0] and "/" in words[0].split(":", 1)[0] and masks[0] != TIME:
                continue  # a search hit in a log
            timed += 1
            first += masks[0] == TIME or masks[0] == "[" or _level(words[0])
        elif len(words) > 4 and words[4][:1] == "1" and len(words[4]) == 10 and words[4].isdigit():
            timed += 1  # an event's number, node, component and state stand before its second
        elif _is_finding(words):
            continue
        elif _level(words[0]) or not _SHOUTED.isdisjoint(words) or _is_tagged(line, words):
            levels += 1
    size = len(sample)
    if len(seconds) * 10 >= size * 9 and seconds == sorted(seconds) and seconds[0] < seconds[-1]:
        timed += len(seconds)
        first += len(seconds)
    if objects >= 0.8 * size:
        # Where there is time to look at every value, the records' own kind also finds far and rare ones.
        return 94 if len(segment.source) > MOST_PARSED else 90
    if first >= 0.9 * size and (_is_listing(sample) or _is_traced(sample)):
        return 0
    if first >= 0.9 * size:
        if _is_table(sample):
            return 55
        service = b".0000000Z " in segment.skeleton or b"Z] [Pipeline] " in segment.skeleton
        return 60 if service else 94  # a build service's stamps
    if timed >= 0.6 * size:
        return 75
    if timed + levels >= 0.95 * size and size >= 20:
        built = sum(1 for line in sample if line.startswith(_BUILD_LEVELS))
        return 50 if built * 2 > size else 94
    if timed + levels >= 0.15 * size and _has_services(sample):
        return 75
    if timed >= 0.3 * size:
        return 55
    return 50 if timed + levels >= 0.6 * size else 0


def _between_bars(line: str) -> list[str]:
    """The first words of `20260305-22:15:33:487|Step_SDK|300|steps 6553`, cut at the bars too."""
    stamp, _, rest = line[:200].partition("|")
    told = rest.rpartition("|")[2]
    if any(character.isalpha() for character in told):
        return [stamp, *rest.replace("|", " ").split(None, 5)][:6]
    return line.split(None, 6)[:6]


def _is_finding(words: list[str]) -> bool:
    """Whether a level and then a place begin the line, as a linter's finding has it: it is no record."""
    if len(words) < 3 or not words[1].endswith(":") or not _level(words[0]):
        return False
    parts = words[1][:-1].split(":")
    return len(parts) > 1 and parts[-1].isdecimal() and "." in parts[0]


def decide(segment: Segment) -> Decisions:
    """By shape."""
    return decide_by_shape(segment, BOOT if _is_boot(segment) else LOG, HEAD, TAIL)


def _is_boot(segment: Segment) -> bool:
    """Whether most lines are of the kernel and what starts the services: `dmesg`, `journalctl -b`."""
    raw = segment.raw
    if _takes_days(raw):
        return False
    if any(b" Linux version " in line[:80] and b"(gcc" in line for line in raw[:5]):
        return True
    sample = raw[:: max(1, len(raw) // SAMPLE)]
    told = sum(
        1
        for line in sample
        if b" kernel: " in line[:60]
        or b" systemd" in line[:60]
        or (line[:1] == b"[" and line[1:16].partition(b"]")[0].replace(b".", b"", 1).strip().isdigit())
        or line[:5] == b"kern "
    )
    return told * 2 > len(sample)


def _takes_days(raw: list[bytes]) -> bool:
    """Whether days lie between the first and the last quarter of lines that begin with day and time.

    A boot says most of its lines within minutes, whatever the machine does for days after it.
    """
    early, late = raw[len(raw) // 4], raw[len(raw) * 3 // 4]
    if early[:3].isalpha():
        return early[9:10] == late[9:10] == b":" and early[:6] != late[:6]
    return early[4:5] == late[4:5] == b"-" and early[13:14] == late[13:14] == b":" and early[:10] != late[:10]


def _counts_from_start(word: str) -> bool:
    """`[0.024s][info][gc]`: the time since the program began, as the JVM's logs tell it."""
    stamp, sign, rest = word.partition("s]")
    return (
        bool(sign) and rest.startswith("[") and stamp[:1] == "[" and stamp[1:].replace(".", "", 1).isdigit()
    )


def _bare_seconds(words: list[str]) -> float:
    """The seconds of `1.480231 prog[1]: ...`, where words follow; -1 for what begins in another way."""
    if len(words) < 3 or not words[0][:1].isdigit():
        return -1
    whole, _, part = words[0].partition(".")
    if not (2 <= len(part) <= 9 and part.isdecimal() and whole.isdecimal() and len(whole) < 9):
        return -1
    told = words[1]
    return float(words[0]) if told.endswith((":", "]")) else -1


def _stands_in_brackets(line: str) -> bool:
    """`(   1.204|   0.003) D: [daemon] ...`: seconds since the start and since the line before."""
    since, sign, _ = line[1:24].partition("|")
    return bool(sign) and since.strip().replace(".", "", 1).isdigit()


def _level(word: str) -> bool:
    bare = word.strip("[]<>():,|*-").lower()
    return bare in _LEVELS or bare.split(":", 1)[0] in _LEVELS or bare.startswith("level=")


def _is_tagged(line: str, words: list[str]) -> bool:
    """`D/Daemon( 1702): ...` as a telephone's log is in short, or `time=... level=info msg=...`."""
    if line[1:2] == "/" and line[0] in "VDIWEF":
        return ": " in line[:80]
    return "=" in words[0] and any(word.startswith(("level=", "lvl=")) for word in words)


def _is_log_object(line: str) -> bool:
    head = line[:400]
    return (
        line.rstrip().endswith("}")
        and any(key in head for key in _OTHER_KEYS)
        and (any(key in line for key in _LEVEL_KEYS) or ('"msg"' in line or '"message"' in line))
    )


def _has_services(sample: list[str]) -> bool:
    """Whether the lines begin with the names of a few services and a bar: `web-1  | started`."""
    names = {line[:40].partition(" |")[0].rstrip() for line in sample if " |" in line[:40]}
    return 0 < len(names) * 3 <= len(sample) and all(
        " |" in line[:40] and " " not in line[:40].partition(" |")[0].rstrip() for line in sample
    )


def _is_traced(sample: list[str]) -> bool:
    """Whether the lines are calls with their results, as `strace -tt` writes them."""
    return sum(1 for line in sample if ") = " in line or "<unfinished ...>" in line) >= 0.6 * len(sample)


def _is_commit(line: str) -> bool:
    """Whether a day is followed by the hash of a commit."""
    digest = line[11:52].partition(" ")[0]
    return (
        line[10:11] == " "
        and 7 <= len(digest) <= 40
        and not digest.isdigit()
        and not digest.strip(_HEXADECIMAL)
    )


_SIZES = frozenset(("Bytes", "KiB", "MiB", "GiB", "TiB"))


def _is_listing(sample: list[str]) -> bool:
    """Whether every line is a date, a time, a size and a path, as `aws s3 ls` or 7z writes; or a commit."""
    archived = sum(1 for line in sample if line[19:21] in (" .", " D") and line[24:26] in (". ", "A "))
    commits = sum(1 for line in sample if _is_commit(line))
    if max(archived, commits) * 10 >= len(sample) * 9:
        return True
    for line in sample:
        words = line.split(None, 4)
        if len(words) > 4 and words[3] in _SIZES:
            words = [*words[:2], words[2].replace(".", ""), words[4]]
        else:
            words = line.split(None, 3)
        if len(words) < 4 or not words[2].isdigit() or " " in words[3] or words[3][-1:] == ":":
            return False
    return True


def _is_table(sample: list[str]) -> bool:
    """Whether the lines have the same number of commas or tabs, under a header of words or as bare values.

    Remarks above the header do not count.
    """
    while len(sample) > 3 and sample[0].startswith("#"):
        sample = sample[1:]
    headed = not any(character.isdigit() for character in sample[0])
    for sign in ",\t;":
        counts = {line.count(sign) for line in sample}
        if len(counts) != 1 or (not headed and _ends_in_prose(sample, sign)):
            continue
        count = counts.pop()
        if count >= (1 if headed else 4) or (count >= 2 and _are_values(sample, sign)):
            return True
    return False


def _ends_in_prose(sample: list[str], sign: str) -> bool:
    """Whether the last field of most lines is a sentence: `03/05/2026 10:00:01;0008;Job;7;it was held`."""
    told = 0
    for line in sample:
        words = line.rpartition(sign)[2].split()
        told += len(words) > 2 and sum(1 for word in words if word.strip(".,:'\"").isalpha()) >= 2
    return told * 3 >= len(sample) * 2


def _are_values(sample: list[str], sign: str) -> bool:
    """Whether a column after the first one holds numbers alone, and no field begins as prose goes on."""
    rows = [line.split(sign) for line in sample]
    if any(field[:1] == " " for row in rows for field in row[1:]):
        return False
    columns = range(1, len(rows[0]))
    return any(all(row[at].replace(".", "", 1).lstrip("-").isdecimal() for row in rows) for at in columns)
