"""Where the reports of linters as JSON have a finding's file, line, rule and message, whatever the tool."""

from knapsack_cli.compression.kinds.common.json_tree import Container

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.kinds.common.json_tree import Value

DEEPEST = 12
_PATHS = (
    *(
        "filename",
        "filepath",
        "file",
        "file_path",
        "file_name",
        "path",
        "uri",
        "component",
        "artifactlocation",
    ),
    *("physicallocation", "location", "locations", "caret", "pos", "range", "spans", "source", "posn"),
)
_LINES = (
    *("line", "row", "startline", "start_line", "line_start", "line_number", "line_no", "begin", "start"),
    *("region", "physicallocation", "location", "locations", "positions", "lines", "range", "textrange"),
    *("caret", "pos", "spans", "posn"),
)
_COLUMNS = (
    *("column", "col", "startcolumn", "start_column", "column_start", "character", "col_offset", "begin"),
    *("start", "region", "physicallocation", "location", "locations", "positions", "range", "caret", "pos"),
    "spans",
)
_MESSAGES = ("message", "description", "issue_text", "text", "reason", "msg", "extra")
_RULES = (
    *("message-id", "code", "ruleid", "rule_id", "rule", "check_name", "check_id", "cop_name", "test_id"),
    *("option", "fromlinter", "check", "messageid", "id", "name", "value"),
)
_RULES_BUT_CODE = tuple(name for name in _RULES if name != "code")
_SECOND_RULES = ("symbol", "test_name", "warning_type")
_SEVERITIES = ("severity", "level", "issue_severity", "kind", "type", "extra", "confidence")


Beside = tuple[str, "Value", int]
"""A member beside what holds findings: its name, its value as written or read, where it begins."""


class Finding:
    """One finding, its values as written.

    Attributes:
        path, line, column: where; the column "" where none is told.
        rule, severity, message: what.
        start, end: the characters that hold it.
    """

    __slots__ = ("column", "end", "line", "message", "path", "rule", "severity", "start")

    def __init__(self, path: str, line: str, message: str, start: int, end: int) -> None:
        self.path = path
        self.line = line
        self.message = message
        self.column = ""
        self.rule = ""
        self.severity = ""
        self.start = start
        self.end = end


def findings_of(root: Container, found: list[Finding], beside: list[Beside]) -> int:
    """Add the findings under `root` to `found`.

    Args:
        root: a document.
        found: where the findings go, in order.
        beside: where the members go that stand beside what holds findings in order.

    Returns:
        The characters that hold findings, or source and rules, which are told by their findings.
    """
    return _walk(root, "", "", found, beside, 0)


def _walk(
    container: Container,
    name: str,
    path: str,
    found: list[Finding],
    beside: list[Beside],
    depth: int,
) -> int:
    if container.is_object:
        finding = _finding(container, path)
        if finding is not None:
            found.append(finding)
            notes = container.get("children")
            if isinstance(notes, Container):
                _walk(notes, "", finding.path, found, [], depth + 1)
            return container.end - container.start
        path = _text(_find(container, _PATHS, True)) or (name if "/" in name or "." in name else path)
    if depth > DEEPEST or container.bulk:
        return 0
    size, before = 0, len(found)
    members: list[Beside] = []
    names = container.keys if container.is_object else [""] * len(container.values)
    for key, start, value in zip(names, container.starts, container.values, strict=False):
        if isinstance(value, Container):
            count = len(found)
            size += _walk(value, key, path, found, beside, depth + 1)
            if len(found) == count and key:
                members.append((key, value, start))
                size += value.end - value.start if key in ("rules", "artifacts", "tool") else 0
        elif key.lower() not in _PATHS:
            members.append((key, value, start))
            size += len(value) if key == "rendered" else 0
        elif key == "source":
            size += len(value)
    if container.is_object and len(found) > before and depth < 2:
        beside.extend(
            member for member in members if member[0] and (depth == 0 or isinstance(member[1], Container))
        )
    return size


def _finding(container: Container, inherited: str) -> Finding | None:
    """The finding that an object is, or None."""
    message = _text(_find(container, _MESSAGES))
    if not message:
        return None
    line = _scalar(_find(container, _LINES))
    path = _text(_find(container, _PATHS)) or inherited
    if line and line[0] == '"':
        spot = line[1:-1].rsplit(":", 2)
        if len(spot) == 3:
            path, line = spot[0], f"{spot[1]}:{spot[2]}"
    if not path or not line[:1].isdigit():
        return None
    finding = Finding(path, line, message, container.start, container.end)
    column = _scalar(_find(container, _COLUMNS))
    if ":" not in line and column.isdigit():
        finding.column = column
    rule = _scalar(_find(container, _RULES)).strip('"')
    if " " in rule or "(" in rule:  # the `code` of bandit and brakeman is source
        rule = _scalar(_find(container, _RULES_BUT_CODE)).strip('"')
    finding.rule = "" if rule == "null" or rule in message.split(":")[0].split() else rule
    second = _text(_find(container, _SECOND_RULES))
    if second and rule not in ("", "null"):
        finding.message = f"{second} {message}"
    finding.severity = _scalar(_find(container, _SEVERITIES)).strip('"')
    return finding


def _find(container: Container, names: tuple[str, ...], own: bool = False) -> "Value | None":
    """The first value of one of `names`, in their order; through objects and first elements of the same
    names, unless only `own` members count."""
    lowered = [key.lower() for key in container.keys]
    for name in names:
        if name not in lowered:
            continue
        value: Value | None = container.values[lowered.index(name)]
        if isinstance(value, Container):
            if own:
                continue
            if not value.is_object:
                value = value.values[0] if value.values and not value.bulk else None
            if not isinstance(value, Container):
                continue
            value = _find(value, names)
        if isinstance(value, str) and value not in ("null", '""'):
            return value
    return None


def _text(value: "Value | None") -> str:
    """A string without its quotes, or ""."""
    return value[1:-1] if isinstance(value, str) and value[:1] == '"' else ""


def _scalar(value: "Value | None") -> str:
    return value if isinstance(value, str) else ""
