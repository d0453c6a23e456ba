"""Repeated shapes, after Drain: what is seen often is told once, what is seen rarely is kept.

A shape seen often becomes its first line, a count, and what its slots held; a shape seen rarely stays
verbatim, whatever its level or language. Where the rare lines have no room (prose, a boot log) failures stay,
and of the others as many as fit, those of most interest first: warnings, what begins something new.
"""

from knapsack_cli.compression.evidence import is_failure, is_warning
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.merging import RARE_COUNT, Group, differ, identical, merge, stamped
from knapsack_cli.compression.model import (
    CONTEXT,
    EVIDENCE,
    FAILURE,
    IMPORTANT,
    Decisions,
    Fold,
    Segment,
)
from knapsack_cli.compression.records import Records, find_records
from knapsack_cli.compression.shapes import HOST, TIME, VARIABLE, group_lines, masks_of, words_in
from knapsack_cli.compression.slots import Slots, tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

UNCOMMON_COUNT = 14
"""A shape seen at most this often stays verbatim too, while such shapes are few."""
MOST_WORDINGS = 16
"""Of a shape that speaks of a failure so many wordings are shown, numbers apart."""
MOST_NAMES = 64
"""Of a failure that names so many things each is shown ..."""
NAMES_SHARE = 12
"""... while one part in so many of the text holds them."""
LONGEST_WORD = 12
"""Characters; a longer word that is mostly hexadecimal is a digest, and names nothing."""
LONGEST_SHAPED = 4000
"""Characters of a line that its shape is made of."""
STAMP = (TIME, TIME, TIME)
"""How a line of a system's log begins: month, day and time, before the host."""
HOST_SHARE = 25
"""A host wrote more than one line in so many."""
LEAST_SPARE = 1500
"""Bytes that uncommon lines may take in any case."""
_DIGITS = b"0123456789"
_ZEROED = bytes(0x30 if byte in _DIGITS else byte for byte in range(256))
LONG_LINE = 700
"""Bytes; lines of routine that are longer are cut where they are so many ..."""
MANY_LONG = 6
LONG_SHARE = 4
"""... and one part in so many of what is shown."""
FOLD_LENGTH = 60
"""About how many bytes a fold row takes."""


class Allowance:
    """How many bytes of a text folds and rare lines that are no failures may take.

    Attributes:
        floor: always allowed. share: of the text's bytes. most: never more.
    """

    __slots__ = ("floor", "most", "share")

    def __init__(self, floor: int, share: float, most: int) -> None:
        self.floor = floor
        self.share = share
        self.most = most

    def of(self, size: int) -> int:
        """For a text of `size` bytes."""
        return max(self.floor, min(int(size * self.share), self.most))


LOG = Allowance(6_000, 0.42, 120_000)
"""In a log nearly all is routine."""
BOOT = Allowance(4_000, 0.09, 60_000)
"""Nearly every line of a boot is said once, and few of them matter."""
BOOT_SHARE = 5
"""At least one part in so many of a boot's text is said once and is no failure."""


def decide_by_shape(segment: Segment, allowance: Allowance = LOG, head: int = 1, tail: int = 2) -> Decisions:
    """Rank every line by how rare its shape is; the first `head` and the last `tail` lines are shown."""
    count = segment.count
    decisions = Decisions(count)
    decisions.guard = False
    decisions.told = bytearray(count)
    raw = raw_lines(segment.data) if segment.source.startswith(b"{") else segment.raw
    groups, blanks, records = _groups(segment, raw)
    groups = merge(groups)
    size = len(segment.source)
    ends = {*range(min(head, count)), *range(max(0, count - tail), count)}
    rare: list[Group] = []
    frequent: list[Group] = []
    for group in groups:
        few = len(group.members) <= RARE_COUNT
        (rare if few and not identical(raw, group) else frequent).append(group)
    if allowance is BOOT and _is_routine(raw, rare, size):
        allowance = LOG
    room = allowance.of(size) - sum(len(raw[group.members[0]]) + FOLD_LENGTH for group in frequent)
    spare = room - sum(len(raw[index]) + 1 for group in rare for index in group.members)
    shown = ends | _uncommon(raw, frequent, max(LEAST_SPARE, min(spare, size // 40)))
    shown |= _each_name(raw, frequent, size // NAMES_SHARE)
    for group in frequent:
        _fold(segment, decisions, raw, group, records, shown.intersection(group.members))
    _keep_rare(segment, decisions, raw, rare, records, max(room, allowance.floor))
    for index in ends:
        if not decisions.told[index]:
            decisions.keep(index, IMPORTANT)
    if _has_many_long(raw, decisions):
        decisions.longest = LONG_LINE
    _settle_blanks(decisions, blanks)
    decisions.folds = _joined_folds(decisions.folds)
    return decisions


def _is_routine(raw: list[bytes], rare: list[Group], size: int) -> bool:
    """Whether less is said once than a boot says once: then what is rare may well be what matters."""
    plain = sum(len(raw[index]) for group in rare if not group.failure for index in group.members)
    return plain * BOOT_SHARE < size


def _has_many_long(raw: list[bytes], decisions: Decisions) -> bool:
    """Whether long lines of routine are many and make up much of what is shown."""
    sizes = [len(raw[index]) for index, rank in enumerate(decisions.ranks) if 0 < rank < FAILURE]
    long = [size for size in sizes if size > LONG_LINE]
    return len(long) >= MANY_LONG and sum(long) * LONG_SHARE > sum(sizes)


def _joined_folds(folds: list[Fold]) -> list[Fold]:
    """One row for lines that stand together and come again as often, as the parts of a repeated block do."""
    joined: list[Fold] = []
    run: list[Fold] = []
    for fold in sorted(folds, key=lambda fold: fold.after):
        if run and not (fold.after == run[-1].after + 1 and fold.count == run[-1].count and _is_bare(fold)):
            joined.extend(_as_one(run))
            run = []
        run.append(fold)
        if not _is_bare(fold):
            joined.extend(run)
            run = []
    joined.extend(_as_one(run))
    return joined


def _is_bare(fold: Fold) -> bool:
    """Whether a row says no more than how often and how far."""
    return ": " not in fold.text


def _as_one(run: list[Fold]) -> list[Fold]:
    if len(run) < 2:
        return run
    last = max(fold.last for fold in run)
    furthest = max(run, key=lambda fold: fold.last).text.rpartition(" to line ")[2]
    text = f"[x{thousands(run[0].count)} like these {len(run)} lines"
    text += f" to line {furthest}" if furthest.endswith("]") and furthest[:-1].isdigit() else "]"
    return [Fold(run[-1].after, sum(fold.count for fold in run), last, text)]


def _uncommon(raw: list[bytes], groups: list[Group], room: int) -> set[int]:
    """Lines of repeated groups that are shown all the same while there is room: first the rare ones that
    merging has brought together, then those of shapes seen a few times, the rarest first."""
    candidates: list[tuple[int, list[int]]] = []
    for group in groups:
        if group.tail:
            continue
        parts = [part for part in group.parts if len(part) <= RARE_COUNT]
        if 0 < len(parts) <= 2 * UNCOMMON_COUNT:
            candidates.append((0, [index for part in parts for index in part]))
        if RARE_COUNT < len(group.members) <= UNCOMMON_COUNT and differ(raw, group):
            candidates.append((len(group.members), group.members))
    candidates.sort(key=lambda candidate: (candidate[0], len(candidate[1]), candidate[1][0]))
    shown: set[int] = set()
    for _, members in candidates:
        room -= sum(len(raw[index]) + 1 for index in members)
        if room < 0:
            break
        shown.update(members)
    return shown


def raw_lines(data: bytes) -> list[bytes]:
    """The lines as they are cut into words: JSON without spaces is given some."""
    if data.startswith(b"{"):
        data = data.replace(b',"', b', "').replace(b'":', b'": ')
    return data.split(b"\n")


def _groups(segment: Segment, raw: list[bytes]) -> tuple[list[Group], list[int], Records]:
    """The shapes of a segment, lines of equal masks together, and its blank lines."""
    by_shape = group_lines(segment.source, segment.count)
    blanks: list[int] = []
    masked: list[tuple[tuple[str, ...], list[int]]] = []
    known: dict[str, str] = {}
    for indexes in by_shape.values():
        words = words_in(raw[indexes[0]][:LONGEST_SHAPED])
        if not words:
            blanks.extend(index for index in indexes if not raw[index].strip())
            indexes = [index for index in indexes if raw[index].strip()]
            if not indexes:
                continue
            words = words_in(raw[indexes[0]][:LONGEST_SHAPED])
        masked.append((masks_of(words, known), indexes))
    masked = _without_hosts(masked)
    records = find_records(segment, masked)
    by_key: dict[tuple[tuple[str, ...], bytes], list[int]] = {}
    for masks_tuple, indexes in masked:
        if records.tails:
            for index in indexes:
                if not records.within[index]:
                    by_key.setdefault((masks_tuple, records.tails.get(index, b"")), []).append(index)
        else:
            found = by_key.get((masks_tuple, b""))
            if found is None:
                by_key[masks_tuple, b""] = indexes
            else:
                found.extend(indexes)
    groups = []
    for (masks_tuple, tail), indexes in by_key.items():
        indexes.sort()
        failure = is_failure(segment.line(indexes[0])[:LONGEST_SHAPED])
        failure = failure or (bool(tail) and records.fails(indexes[0]))
        groups.append(Group(masks_tuple, indexes, failure, tail))
    groups.sort(key=lambda group: group.members[0])
    return groups, blanks, records


def _is_host(masked: str) -> bool:
    """Whether a word after the time is neither a time, a level, nor the program that speaks."""
    return not (
        masked == TIME
        or masked.isupper()
        or masked in ("debug", "info", "notice", "warn", "warning", "error")
        or ":" in masked
        or "[" in masked
    )


def _without_hosts(
    masked: list[tuple[tuple[str, ...], list[int]]],
) -> list[tuple[tuple[str, ...], list[int]]]:
    """The masks with one for all hosts, where a few hosts wrote a system's log: what each of them says
    is the same message, and what but one says once is rare all the same."""
    lines: dict[str, int] = {}
    total = 0
    for masks, indexes in masked:
        total += len(indexes)
        if masks[:3] == STAMP and len(masks) > 4 and _is_host(masks[3]):
            lines[masks[3]] = lines.get(masks[3], 0) + len(indexes)
    hosts = {host for host, count in lines.items() if count * HOST_SHARE > total}
    if len(hosts) < 2 or sum(lines[host] for host in hosts) * 10 < total * 9:
        return masked
    return [
        ((*masks[:3], HOST, *masks[4:]), indexes)
        if masks[3:4] and masks[3] in hosts and masks[2] == TIME
        else (masks, indexes)
        for masks, indexes in masked
    ]


def _fold(
    segment: Segment,
    decisions: Decisions,
    raw: list[bytes],
    group: Group,
    records: Records,
    shown: set[int],
) -> None:
    """Show the first of a group, those of `shown`, and those whose slots hold what is odd; tell the rest.

    Args:
        raw: the lines as they are cut into words.
    """
    members = group.members
    first = members[0]
    slots = Slots(group.masks, raw[first])
    slots.add([raw[index] for index in members[1:]])
    shown.add(first)
    if group.failure:
        shown.update(_first_of_each_wording(raw, group))
    shown.update(_odd_ones(raw, members, slots.odd(len(members) - 1)))
    rank = FAILURE if group.failure else EVIDENCE
    for index in sorted(shown):
        _keep_unit(decisions, records, index, rank)
    rest = [index for index in members if index not in shown]
    if not rest:
        return
    slots.without([raw[index] for index in shown if index != first])
    told = tell(slots, raw[first])
    text = f"[x{thousands(len(rest))} like this"
    last = segment.number(rest[-1])
    text += f" to line {last}" if last != segment.number(first) + len(rest) else ""
    text += f": {told}]" if told else "]"
    covered = (
        rest if not group.tail else [at for index in rest for at in range(index, records.end(index) + 1)]
    )
    if len(covered) <= RARE_COUNT and sum(len(raw[at]) + 1 for at in covered) <= len(text) + 1:
        for at in covered:
            decisions.keep(at, rank)
        return
    decisions.fold(records.end(first), covered, text)


def _first_of_each_wording(raw: list[bytes], group: Group) -> list[int]:
    """The first line of each wording, whatever the time and the numbers, where these are few: of `sda`,
    `sdb`, `sdb1`; where they are many, of `sda` and `sdb`."""
    by_wording = _first_by(raw, group, _without_values, MOST_WORDINGS)
    return by_wording or _first_by(raw, group, _without_digits, UNCOMMON_COUNT)


def _each_name(raw: list[bytes], groups: list[Group], room: int) -> set[int]:
    """Of failures that come for many names, and of warnings of many paths, the first line of each name, as
    long as there is room for all of a group; hexadecimal numbers are no names."""
    named: list[list[int]] = []
    for group in groups:
        if (
            len(group.members) > MOST_WORDINGS
            and not group.tail
            and (group.failure or _warns_of_path(raw[group.members[0]]))
        ):
            named.append(_first_by(raw, group, _without_hexadecimal, MOST_NAMES))
    shown: set[int] = set()
    for lines in sorted(named, key=lambda lines: (len(lines), lines)):
        room -= sum(len(raw[index]) + 1 for index in lines)
        if room < 0:
            break
        shown.update(lines)
    return shown


def _warns_of_path(line: bytes) -> bool:
    """Whether a warning names a path, as of a request that found nothing."""
    return b" /" in line and is_warning(line.decode("utf-8", "replace"))


def _first_by(raw: list[bytes], group: Group, wording: "Callable[[bytes], bytes]", most: int) -> list[int]:
    seen: dict[bytes, int] = {}
    start = stamped(group)
    for index in group.members:
        told = raw[index].split(None, start)[-1] if start else raw[index]
        if seen.setdefault(wording(told), index) == index and len(seen) > most:
            return []
    return list(seen.values())


def _without_digits(line: bytes) -> bytes:
    return line.translate(None, _DIGITS)


def _without_hexadecimal(line: bytes) -> bytes:
    return line.translate(None, VARIABLE)


def _without_values(line: bytes) -> bytes:
    """The line with every number as a zero, and what is not hexadecimal of its digests."""
    line = b" ".join([_without_digest(word) for word in line.split()]).translate(_ZEROED)
    while b"00" in line:
        line = line.replace(b"00", b"0")
    return line


def _without_digest(word: bytes) -> bytes:
    """`req-` of a request's `req-8a1f...`: of a word that names one of many things no more than its form."""
    if len(word) <= LONGEST_WORD or word.isalpha():
        return word
    bare = word.translate(None, VARIABLE)
    return bare if len(bare) * 2 < len(word) else word


def _odd_ones(raw: list[bytes], members: list[int], odd: list[tuple[int, bytes]]) -> list[int]:
    """The lines that hold an odd value: one for each."""
    found: list[int] = []
    for at, value in odd:
        for index in members:
            if value in raw[index]:
                words = raw[index].split()
                if at < len(words) and words[at] == value:
                    found.append(index)
                    break
    return found


def _keep_unit(decisions: Decisions, records: Records, index: int, rank: int) -> None:
    decisions.keep(index, rank)
    if records.tails and index in records.tails:
        for at in records.telling(index) if rank >= FAILURE else records.unlike(index):
            decisions.keep(at, rank)


def _keep_rare(
    segment: Segment,
    decisions: Decisions,
    raw: list[bytes],
    rare: list[Group],
    records: Records,
    room: int,
) -> None:
    """Keep the rare: all of it where there is room, else failures and what is of most interest."""
    plain: list[int] = []
    for group in rare:
        if group.failure:
            for index in group.members:
                _keep_unit(decisions, records, index, FAILURE)
        else:
            plain.extend(group.members)
    if sum(len(raw[index]) + 1 for index in plain) <= room:
        for index in plain:
            _keep_unit(decisions, records, index, EVIDENCE)
        return
    from knapsack_cli.compression.interest import interest

    plain.sort()
    for index, _ in interest(segment.lines, plain):
        room -= len(raw[index]) + 1
        if room < 0:
            break
        _keep_unit(decisions, records, index, EVIDENCE)


def _settle_blanks(decisions: Decisions, blanks: list[int]) -> None:
    """A blank line stays beside a kept one, and is told with what is told before it."""
    ranks, told = decisions.ranks, decisions.told
    assert told is not None
    for index in sorted(blanks):
        if index and told[index - 1]:
            told[index] = 1
        elif index and ranks[index - 1]:
            ranks[index] = CONTEXT
