"""Tables in columns of spaces or rules: kubectl, docker, ps, df, lsof, dpkg, pip, psql, mysql, rich."""

import re
from itertools import pairwise

from knapsack_cli.compression.kinds.common.tables import Table, decide_table, squeezed
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, Decisions, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLE = 80
LEAST_ROWS = 4
MOST_PREAMBLE = 8
"""Lines before the header."""
_RULE = lazy(r"[\s|+:=\-─━═┄┼╋╪╇╈┿┯┳┬╤┠┨├┤┣┫╞╡┌┐└┘┏┓┗┛╭╮╰╯╒╕╘╛└┴┷┻╧┡┩┢┪╔╦╗╠╬╣╚╩╝╟╢╫╥╨┝┥┰┸]+")
_BARS = str.maketrans(dict.fromkeys("│┃║", "|"))
_GAP = lazy(r" {2,}|\t+")
_WORD = lazy(r"\S+")
_TWO_WORDS = lazy(r"\b(Local|Peer|Foreign|Program) (Address|name)\b")
"""Names of one column in `ss` and `netstat`."""
_SOCKETS = "Active "
"""How `netstat` begins the title of its second table, which no blank line parts from the first."""
_CHAIN = "Chain "
"""How `iptables -L` begins the title of each of its tables."""
_RUN = lazy(r"[=\-─━═]+")


def recognise(segment: Segment) -> int:
    """Sure when a ruled line or a header of names stands above lines that keep its columns."""
    if len(segment.lines) < LEAST_ROWS + 1:
        return 0
    sample = segment.lines[:SAMPLE]
    if _parts(sample):
        return 76
    if _bars(sample) is not None:
        return 82
    if _ruled(sample) is not None:
        return 80
    found = _headed(sample)
    return 76 if found is not None else 0


def decide(segment: Segment) -> Decisions | View | None:
    """By the columns' values, where several tables stand one under the other by those of each."""
    lines = segment.lines
    parts = _parts(lines)
    if parts:
        return _one_by_one(segment, parts)
    table = _bars(lines) or _ruled(lines) or _headed(lines)
    if table is None or len(table.rows) < LEAST_ROWS:
        return None
    return decide_table(segment, table)


def _parts(lines: list[str]) -> list[tuple[int, int, Table | None]]:
    """Where each of several tables begins and ends (exclusive), as `kubectl get all` and `top -b` print them.

    Blank lines stand between them, and each begins with a header. What is too short for a table is None;
    nothing at all where a longer part is none.
    """
    parts: list[tuple[int, int, Table | None]] = []
    headed = 0
    start = 0
    while start < len(lines):
        if not lines[start].strip():
            start += 1
            continue
        end = start + 1
        while end < len(lines) and lines[end].strip() and not lines[end].startswith(_SOCKETS):
            end += 1
        part = lines[start:end]
        titled = len(part) == 1 and part[0].rstrip().endswith(":")
        below = part[0].startswith((_SOCKETS, _CHAIN)) and len(part) > 1
        begins = _is_header(part[below])
        if parts and len(parts) == headed and not titled and not begins:
            return []
        headed += begins
        table = _headed(part) if begins else None
        if table is None and len(part) > MOST_PREAMBLE:
            return []
        parts.append((start, end, table))
        start = end
    return parts if headed > 1 and any(table for _, _, table in parts) else []


def _one_by_one(segment: Segment, parts: list[tuple[int, int, Table | None]]) -> View:
    """The rows of all tables; blank lines between them, short ones whole."""
    rows: list[Row] = []
    for start, end, table in parts:
        if start and not segment.lines[start - 1].strip():
            rows.append(Row("", start - 1, rank=ALWAYS))
        part = Segment(segment.lines[start:end], segment.base + start, segment.hints)
        found = decide_table(part, table) if table is not None else None
        if not isinstance(found, View):
            found = View(
                [Row(squeezed(line), at, rank=EVIDENCE, form=DATA) for at, line in enumerate(part.lines)]
            )
        for row in found.rows:
            if row.first >= 0:
                row.first += start
                row.last += start
            rows.append(row)
    return View(rows)


def _is_rule(line: str) -> bool:
    return len(line) >= 5 and _RULE.fullmatch(line) is not None and len(_RUN.findall(line)) > 0


def _bars(lines: list[str]) -> Table | None:
    """Cells between bars: mysql, rich, Markdown, and psql's `a | b`."""
    for rule in (at for at, line in enumerate(lines[: MOST_PREAMBLE + 1]) if _is_rule(line)):
        if rule + 2 < len(lines) and _is_rule(lines[rule + 2]):
            head, start = rule + 1, rule + 3
        elif rule > 0:
            head, start = rule - 1, rule + 1
        else:
            continue
        header = lines[head].translate(_BARS)
        names = _between(header)
        if len(names) >= 2 and "|" in header:
            return _barred(lines, names, start)
    return None


def _barred(lines: list[str], names: list[str], start: int) -> Table | None:
    """The rows from line `start` on that have as many cells as there are names."""
    rows: list[int] = []
    cells: list[list[str | None]] = []
    further: dict[int, int] = {}
    odd = 0
    for index in range(start, len(lines)):
        line = lines[index].translate(_BARS)
        if not line.strip() or _is_rule(line):
            continue
        found = _between(line)
        if rows and len(found) == len(names) and _goes_on(found, cells[-1]):
            further[index] = len(rows) - 1
        elif len(found) == len(names):
            rows.append(index)
            cells.append([cell or None for cell in found])
        else:
            odd += 1
    if len(rows) < LEAST_ROWS or odd * 4 > len(rows):
        return None
    table = Table(names, list(range(start)), rows, cells)
    table.further = further
    return table


def _goes_on(found: list[str], above: "list[str | None]") -> bool:
    """Whether a line only goes on with a cell or two of the row above, as wrapped titles and links do."""
    filled = [at for at, cell in enumerate(found) if cell]
    return not found[0] and 0 < len(filled) * 3 <= len(found) and all(above[at] for at in filled)


def _between(line: str) -> list[str]:
    cells = [cell.strip() for cell in line.strip().split("|")]
    if line.lstrip().startswith("|"):
        cells = cells[1:-1] if line.rstrip().endswith("|") else cells[1:]
    return cells


def _ruled(lines: list[str]) -> Table | None:
    """A line of dashes whose runs are the columns: dpkg, pip, winget, many test reports."""
    for at, line in enumerate(lines[: MOST_PREAMBLE + 1]):
        if not at or not _is_rule(line):
            continue
        char = "=" if "=" in line else line.strip()[0]
        runs = [match.span() for match in re.finditer(re.escape(char) + "{2,}", line)]
        if len(runs) < 2:
            continue
        starts = [run[0] for run in runs]
        spans = list(zip(starts, [*starts[1:], 1 << 30], strict=True))
        first = spans[0][0]
        if first > 0 and lines[at - 1][:first].strip():
            # dpkg: the status letters stand before the first run.
            spans.insert(0, (0, first))
        return _sliced(lines, at - 1, at + 1, spans, list(range(at + 1)))
    return None


def _sliced(
    lines: list[str], head: int, start: int, spans: list[tuple[int, int]], header: list[int]
) -> Table | None:
    """Cells by where the columns begin; a line that writes over a border is no row."""
    names = [lines[head][begin:end].strip(" |") for begin, end in spans]
    rows: list[int] = []
    cells: list[list[str | None]] = []
    odd = 0
    for index in range(start, len(lines)):
        line = lines[index]
        if not line.strip() or _is_rule(line):
            continue
        over = any(begin and _crosses(line, begin) for begin, _ in spans)
        if over or len(line) <= spans[1][0]:
            odd += 1
            continue
        rows.append(index)
        cells.append([line[begin:end].strip() or None for begin, end in spans])
    if len(rows) < LEAST_ROWS or odd * 5 > len(rows):
        return None
    return Table(names, header, rows, cells)


def _headed(lines: list[str]) -> Table | None:
    """A header of names without a rule: by gaps of two spaces, by words, or by where names begin."""
    for head in range(min(MOST_PREAMBLE, len(lines) - LEAST_ROWS)):
        line = lines[head]
        if not _is_header(line):
            continue
        if _TWO_WORDS.search(line):
            lines = [*lines[:head], _TWO_WORDS.sub(r"\1_\2", line), *lines[head + 1 :]]
        for way in (_by_gaps, _by_words, _by_starts, _by_gutters, _in_pairs):
            table = way(lines, head)
            if table is not None:
                return None if _is_list_in_columns(table) else table
        return None
    return None


def _is_header(line: str) -> bool:
    if line.startswith(("Netid ", "State ", "Proto ")) and _TWO_WORDS.search(line):
        return True
    words = line.split()
    if len(words) < 3 or line.rstrip()[-1] in ".:;,{(" or sum(map(len, words)) > 400:
        return False
    names = sum(1 for word in words if word[0].isupper() or word[0] in "%#(" or word.islower())
    shouted = sum(1 for word in words if word.isupper() or word[0] in "%#")
    gaps = len(_GAP.findall(line.strip()))
    if any(word[0].isdigit() and "-" not in word for word in words) or "=" in line:
        return False
    return shouted * 10 >= len(words) * 7 or (
        gaps >= 2 and names == len(words) and gaps * 2 >= len(words) - 1
    )


def _is_list_in_columns(table: Table) -> bool:
    """Whether the cells run on from column to column by the alphabet, as `ls -C` writes names."""
    columns: list[list[str]] = []
    for at, name in enumerate(table.names):
        cells = [row[at] for row in table.cells[:SAMPLE]]
        columns.append([_plain(cell) for cell in (name, *cells) if cell])
    pairs = [pair for column in columns for pair in pairwise(column)]
    ordered = sum(1 for one, other in pairs if one <= other)
    onward = all(one[-1] <= other[0] for one, other in pairwise(columns) if one and other)
    differing = len({cell for column in columns for cell in column}) * 2 > len(pairs)
    return onward and differing and len(pairs) >= LEAST_ROWS and ordered * 20 >= len(pairs) * 19


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _by_gaps(lines: list[str], head: int, least: int = 3) -> Table | None:
    names = _GAP.split(lines[head].strip())
    if len(names) < least:
        return None
    return _gathered(lines, head, names, lambda line: _GAP.split(line.strip()), 9)


def _in_pairs(lines: list[str], head: int) -> Table | None:
    """Two columns below a header in capitals, as `systemctl list-unit-files` has them."""
    return _by_gaps(lines, head, 2) if lines[head].isupper() else None


def _by_words(lines: list[str], head: int) -> Table | None:
    """ps, df, lsof: one word a cell, the last takes the rest; columns are also aligned by their ends."""
    matches = list(_WORD.finditer(lines[head]))
    counts: dict[int, int] = {}
    for line in lines[head + 1 : head + 1 + SAMPLE]:
        size = len(line.split())
        counts[size] = counts.get(size, 0) + 1
    least = min((size for size, count in counts.items() if count * 10 >= sum(counts.values())), default=0)
    size = min(len(matches), least)
    if size < 3 or len(matches) - size > 1:
        return None
    names = lines[head].split(None, size - 1)
    aligned = total = 0
    for line in lines[head + 1 : head + 1 + SAMPLE]:
        words = list(_WORD.finditer(line))[: size - 1]
        for word, name in zip(words, matches, strict=False):
            total += 1
            aligned += word.start() <= name.end() and name.start() <= word.end()
    if aligned * 10 < total * 8:
        return None
    return _gathered(lines, head, names, lambda line: line.rstrip().split(None, size - 1), 9)


def _gathered(
    lines: list[str], head: int, names: list[str], cut: "Callable[[str], list[str]]", least: int
) -> Table | None:
    rows: list[int] = []
    cells: list[list[str | None]] = []
    odd = 0
    for index in range(head + 1, len(lines)):
        if not lines[index].strip():
            continue
        found = cut(lines[index])
        if len(found) == len(names):
            rows.append(index)
            cells.append(list(found))
        else:
            odd += 1
    if len(rows) < LEAST_ROWS or len(rows) * 10 < (len(rows) + odd) * least:
        return None
    return Table(names, list(range(head + 1)), rows, cells)


def _by_starts(lines: list[str], head: int) -> Table | None:
    """kubectl, docker: cells begin where their names begin; blank cells are allowed."""
    header = lines[head]
    starts = [0, *(match.end() for match in _GAP.finditer(header.rstrip()))]
    starts = sorted({start for start in starts if header[start : start + 1].strip()})
    if len(starts) < 3:
        return None
    spans = list(zip(starts, [*starts[1:], 1 << 30], strict=True))
    return _sliced(lines, head, head + 1, spans, list(range(head + 1)))


def _crosses(line: str, border: int) -> bool:
    """Whether a word of the line lies across the border of two columns."""
    around = line[border - 1 : border + 1]
    return len(around) == 2 and not any(character.isspace() for character in around)


def _by_gutters(lines: list[str], head: int) -> Table | None:
    """lsof and the like: columns aligned left or right, blank cells; what no line writes on is a border."""
    rows = [line for line in lines[head + 1 :] if line.strip()]
    step = max(1, len(rows) // (4 * SAMPLE))
    sample = [lines[head], *rows[::step]]
    width = len(lines[head])
    written = [0] * (width + 1)
    for line in sample:
        for match in _WORD.finditer(line, 0, width):
            for at in range(match.start(), match.end()):
                written[at] += 1
    limit = len(sample) // 50
    starts: list[int] = []
    open_from = -1
    for at in range(width + 1):
        if written[at] > limit:
            if open_from < 0:
                open_from = at
        elif open_from >= 0:
            if lines[head][open_from:at].strip():
                starts.append(open_from)
            open_from = -1
    if len(starts) < 4:
        return None
    starts[0] = 0
    spans = list(zip(starts, [*starts[1:], 1 << 30], strict=True))
    return _sliced(lines, head, head + 1, spans, list(range(head + 1)))
