"""Access logs of web servers (common, combined and extended format): by method, path and status.

The agents and addresses of visitors differ in every line and would hide what matters, so a request's
shape is its method, its path without numbers, and its status.
"""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.compression.shapes import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLE = 40
RARE = 3
TAIL = 2
STRANGERS_LEAST, STRANGERS_MOST = 200, 50_000
"""Lines of a log in which programs that hardly ever came are looked for."""
STRANGER = 2
"""So many requests of a program are hardly any ..."""
MOST_PROGRAMS = 12
"""... where there are so many programs at most."""
PATHS, FAILED_PATHS = 3, 16
"""So many paths of a shape are told by name; more of requests that failed."""
MOST_SHAPES = 40
"""Shapes of one status; more are folded into one by the first part of the path, then into one."""
_FIELDS = b"#Fields: "
_NAMED_FIELDS = ("cs-method", "cs-uri-stem", "sc-status", "c-ip", "sc-bytes", "cs-uri-query")
HEAD = 4000
"""Characters in which the head of a log in the W3C's extended format stands."""
_NO_DIGITS = str.maketrans("", "", "0123456789")
_METHODS = ("GET ", "POST ", "PUT ", "DELETE ", "HEAD ", "OPTIONS ", "PATCH ", "PROPFIND ", "CONNECT ")


class Request:
    """What a line says of one request."""

    __slots__ = ("client", "method", "path", "size", "status")

    def __init__(self, client: str, method: str, path: str, status: str, size: str) -> None:
        self.client = client
        self.method = method
        self.path = path
        self.status = status
        self.size = size


def recognise(segment: Segment) -> int:
    """Lines with a quoted request and a status behind it."""
    count = segment.count
    step = max(1, count // SAMPLE)
    sample = [line for at in range(0, count, step) if (line := segment.line(at)).strip()]
    if len(sample) < 3:
        return 0
    read = _reader(segment)
    share = sum(1 for line in sample if read(line) is not None) / len(sample)
    return 95 if share >= 0.9 else 80 if share >= 0.7 else 0


def parse(line: str) -> Request | None:
    """The request of a line in common or combined format; None for other lines."""
    parts = line.split('"', 3)
    if len(parts) < 3:
        return None
    after = parts[2].split(None, 2)
    if not after or len(after[0]) != 3 or not after[0].isdigit():
        return None
    method, _, rest = parts[1].partition(" ")
    if rest and not parts[1].startswith(_METHODS):
        method, rest = "?", parts[1]
    return Request(
        parts[0].split(" ", 1)[0], method, rest.split(" ", 1)[0], after[0], after[1] if len(after) > 1 else ""
    )


def _reader(segment: Segment) -> "Callable[[str], Request | None]":
    """What reads a line: of the W3C's extended format by the fields that its head names, else `parse`."""
    head = next((line for line in segment.data[:HEAD].split(b"\n") if line.startswith(_FIELDS)), None)
    if head is None:
        return parse
    names = head.decode("utf-8", "replace").split()[1:]
    at = [names.index(name) if name in names else -1 for name in _NAMED_FIELDS]
    if min(at[:3]) < 0:
        return parse
    method, path, status, client, size, query = at

    def read(line: str) -> Request | None:
        cells = line.split("\t") if "\t" in line else line.split(" ")
        if len(cells) < len(names) or line.startswith("#"):
            return None
        asked = cells[path] if query < 0 or cells[query] == "-" else f"{cells[path]}?{cells[query]}"
        return Request(
            cells[client] if client >= 0 else "",
            cells[method],
            asked,
            cells[status],
            cells[size] if size >= 0 else "",
        )

    return read


def decide(segment: Segment) -> Decisions:
    """The first request of each shape, how often it came, and every rare one."""
    lines = segment.lines
    read = _reader(segment)
    decisions = Decisions(len(lines))
    decisions.guard = False
    groups: dict[tuple[str, str, str], list[int]] = {}
    others: dict[str, list[int]] = {}
    requests: list[Request | None] = []
    masked: dict[str, str] = {}
    for index, line in enumerate(lines):
        request = read(line)
        requests.append(request)
        if request is None:
            if line.strip():
                others.setdefault(line.translate(_NO_DIGITS), []).append(index)
            else:
                decisions.keep(index, NORMAL)
            continue
        shape = masked.get(request.path)
        if shape is None:
            shape = masked[request.path] = mask(request.path.partition("?")[0])
        groups.setdefault((request.status, request.method, shape), []).append(index)
    for index in range(max(0, len(lines) - TAIL), len(lines)):
        decisions.keep(index, IMPORTANT)
    for index in _strangers(lines):
        decisions.keep(index, EVIDENCE)
    for members in others.values():
        _fold(segment, decisions, requests, members, is_failure(lines[members[0]]))
    for (status, _, _), members in _gathered(groups).items():
        _fold(segment, decisions, requests, members, status[:1] in "45")
    return decisions


def _strangers(lines: list[str]) -> list[int]:
    """The requests of programs that hardly ever came where nearly all are of a few (`sqlmap`)."""
    if not STRANGERS_LEAST <= len(lines) <= STRANGERS_MOST:
        return []
    by_program: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        fields = line.split('"', 6)
        if len(fields) > 6:
            by_program.setdefault(fields[5].partition("/")[0][:40], []).append(index)
    if len(by_program) > MOST_PROGRAMS:
        return []
    return [index for members in by_program.values() if len(members) <= STRANGER for index in members]


def _gathered(groups: dict[tuple[str, str, str], list[int]]) -> dict[tuple[str, str, str], list[int]]:
    """Shapes of a status with too many of them joined by the first part of the path, then altogether."""
    for parts in (2, 1, 0):
        counts: dict[tuple[str, str], int] = {}
        for status, method, _ in groups:
            counts[status, method] = counts.get((status, method), 0) + 1
        joined: dict[tuple[str, str, str], list[int]] = {}
        for (status, method, shape), members in groups.items():
            if counts[status, method] > MOST_SHAPES:
                shape = "/".join(shape.split("/")[: parts + 1]) + "/*" if parts else "*"
            joined.setdefault((status, method, shape), []).extend(members)
        groups = joined
    return {key: sorted(members) for key, members in groups.items()}


def _fold(
    segment: Segment,
    decisions: Decisions,
    requests: "list[Request | None]",
    members: list[int],
    failed: bool,
) -> None:
    rank = FAILURE if failed else EVIDENCE
    if len(members) <= RARE:
        for index in members:
            decisions.keep(index, rank)
        return
    first = members[0]
    decisions.keep(first, rank)
    rest = [index for index in members if not decisions.ranks[index]]
    if not rest:
        return
    last = segment.number(rest[-1])
    span = f" to line {last}" if last != segment.number(first) + len(rest) else ""
    told = _told(requests, rest, FAILED_PATHS if failed else PATHS)
    decisions.fold(first, rest, f"[x{thousands(len(rest))} like this{span}{told}]")


def _told(requests: "list[Request | None]", members: list[int], most: int) -> str:
    """Paths, clients and sizes: the most frequent `most` by name, the others by number."""
    chosen = [request for index in members if (request := requests[index]) is not None]
    paths: dict[str, int] = {}
    clients: dict[str, int] = {}
    sizes: list[int] = []
    for request in chosen:
        paths[request.path] = paths.get(request.path, 0) + 1
        clients[request.client] = clients.get(request.client, 0) + 1
        if request.size.isdigit():
            sizes.append(int(request.size))
    said: list[str] = []
    if len(paths) > 1:
        top = sorted(paths, key=lambda path: (-paths[path], path))[:most]
        named = [
            f"{path} x{thousands(paths[path])}" if paths[path] > 1 else path
            for path in top
            if len(path) <= 60
        ]
        more = len(paths) - len(named)
        said.append(", ".join(named) + (f", {thousands(more)} more paths" if more else ""))
    if len(clients) > 1:
        top_client = min(clients, key=lambda client: (-clients[client], client))
        said.append(f"{thousands(len(clients))} clients, {top_client} x{thousands(clients[top_client])}")
    if sizes and min(sizes) != max(sizes):
        said.append(f"{min(sizes)}..{max(sizes)} bytes")
    return ": " + "; ".join(said) if said else ""
