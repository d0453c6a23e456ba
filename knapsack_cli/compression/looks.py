"""Long runs of lines of one look: the change between them parts outputs that nothing else parts."""

from knapsack_cli.text.lazy_patterns import lazy

RUN_LEAST = 8
"""Lines of one look in a row that make a piece of their own."""

_MODE = lazy(r"[bcdlps-][rwxsStT-]{9}[.+@]?\s+\d+\s")
_SEARCH = lazy(r"[^\s:][^:\n]{0,300}:\d+:")
_TIME = lazy(
    r"\d+:[A-Z] \d\d [A-Z][a-z]{2} \d{4} |"
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|"
    r"[A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d|\d{10}[. ]"
)


def _look(line: str) -> str:
    if _MODE.match(line):
        return "listing"
    if _TIME.match(line):
        return "log"
    if _SEARCH.match(line):
        return "search"
    if line.startswith("{") and line.rstrip().endswith("}") and not line.startswith("{+"):
        return "records"  # not a line that a diff by words put in
    if "/" in line and " " not in line and line[:1] not in "+-\t" and "=" not in line:
        return "path"
    return ""


def end_of_table(lines: list[str]) -> list[int]:
    """Where delimited rows end for good and other text follows."""
    mark = max(",;\t", key=lines[0].count)
    width = lines[0].count(mark)
    last = 0
    for index in range(1, len(lines)):
        if lines[index].count(mark) == width == lines[index - 1].count(mark):
            last = index
    return [last + 1] if width and last and len(lines) - last > RUN_LEAST else []


def _heads_listing(line: str) -> bool:
    """What stands above the entries of a folder in `ls -lR`."""
    return not line.strip() or line.startswith("total ") or line.endswith(":")


def starts_of_runs(lines: list[str]) -> list[int]:
    """Starts of long runs of one look; what lies between them is a piece too."""
    looks = [_look(line) for line in lines]
    runs: list[tuple[int, int, str]] = []
    index, size = 0, len(looks)
    while index < size:
        look = looks[index]
        end, strangers, last = index + 1, 0, index + 1
        while end < size and strangers <= 2:
            if looks[end] == look:
                strangers, last = 0, end + 1
            else:
                strangers += 1
            end += 1
        if look and last - index >= RUN_LEAST:
            begin = index
            while look == "listing" and begin > 0 and _heads_listing(lines[begin - 1]):
                begin -= 1
            if runs and runs[-1][2] == look and runs[-1][1] >= begin - 1:
                begin = runs.pop()[0]
            runs.append((begin, last, look))
        index = last
    kinds = {look for _, _, look in runs}
    if len(kinds) < 2 and not (runs and (runs[0][1] - runs[0][0] < 0.8 * size or runs[0][0] >= RUN_LEAST)):
        return []
    starts: list[int] = []
    for start, end, _ in runs:
        starts.extend((start, end))
    return sorted({start for start in starts if start < size})
