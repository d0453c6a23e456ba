"""Lock files in text (Cargo, Poetry, uv, Yarn, pnpm, Go, Bundler): every package by its version."""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, LINE, MARK, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

LEAST_PACKAGES = 5
HEADER_WIDTH = 120

_GO_SUM = lazy(r"((?=\S[^\s.]*\.\S)\S+) (v\S+?)(/go\.mod)? h1:\S{43}=$")
_ASSIGNMENT = lazy(r"(\w+) = (.*)$")
_YARN_VERSION = lazy(r'  version:? "?([^"]+)"?$')
_PNPM_KEY = lazy(r"  (\S.*):(?: \{\})?$")
_GEM = lazy(r"    \S+ \(.*\)$")


def recognise(segment: Segment) -> int:
    """By each tool's own words."""
    lines = segment.lines
    head = lines[:60]
    if any(line.startswith("# yarn lockfile v1") for line in head[:5]) or "__metadata:" in head:
        return 97
    if any(line.startswith("lockfileVersion:") for line in head[:6]):
        return 97
    if "[[package]]" in head and any(line.startswith("version = ") for line in head):
        return 97
    if lines[0] in ("GEM", "PATH", "GIT") and any(line == "  specs:" for line in head):
        return 97
    sample = [line for line in lines[:40] if line]
    if len(sample) >= 4 and sum(1 for line in sample if _GO_SUM.match(line)) * 10 >= 9 * len(sample):
        return 97
    return 0


def decide(segment: Segment) -> View | None:
    """A row a package, what the file says of itself, and the direct dependencies where it tells them."""
    lines = segment.lines
    head = lines[:60]
    if "[[package]]" in head:
        rows, count = _toml_packages(lines)
    elif any(line.startswith("lockfileVersion:") for line in head[:6]):
        rows, count = _pnpm(lines)
    elif lines[0] in ("GEM", "PATH", "GIT"):
        rows, count = _bundler(lines)
    elif any(_GO_SUM.match(line) for line in head[:5]):
        rows, count = _go_sum(lines)
    else:
        rows, count = _yarn(lines)
    return View(rows) if count >= LEAST_PACKAGES else None


def _toml_packages(lines: list[str]) -> tuple[list[Row], int]:
    """Cargo, Poetry, uv: blocks that begin with [[package]]; those without a registry are the project's."""
    rows: list[Row] = []
    at, count = 0, 0
    mark = Row("", 0, 0, ALWAYS, MARK)
    while at < len(lines):
        if lines[at] != "[[package]]":
            if lines[at].strip():
                rows.append(Row(lines[at], at, rank=ALWAYS, form=LINE))
            at += 1
            continue
        if not count:
            rows.append(mark)
            mark.first = mark.last = at
        end = at + 1
        while end < len(lines) and (not lines[end].startswith("[") or lines[end].startswith("[package.")):
            end += 1
        matches = [found for line in lines[at:end] if (found := _ASSIGNMENT.match(line))]
        fields = {str(found[1]): str(found[2]) for found in matches}
        name, version = fields.get("name", "").strip('"'), fields.get("version", "").strip('"')
        count += 1
        source = fields.get("source", "")
        own = ("registry" not in source and "content-hash" not in source and "files" not in fields) and (
            not source or any(word in source for word in ("editable", "virtual", "directory", "git", "url"))
        )
        if own and "python-versions" not in fields and "checksum" not in fields:
            rows.extend(Row(lines[index], index, rank=EVIDENCE) for index in range(at, end) if lines[index])
        else:
            rows.append(Row(f"{name} {version}", at, end - 1, EVIDENCE, DATA))
        at = end
    mark.text = f"[{thousands(count)} packages with their versions; left out: hashes, dependencies]"
    return rows, count


def _yarn(lines: list[str]) -> tuple[list[Row], int]:
    """Yarn, both formats: a header of all the ranges asked for, and the version they resolve to."""
    rows: list[Row] = []
    count = at = 0
    mark = Row("", 0, 0, ALWAYS, MARK)
    while at < len(lines):
        line = lines[at]
        if not line or line[0] in " #":
            if line.startswith("#"):
                rows.append(Row(line, at, rank=ALWAYS))
            at += 1
            continue
        end = at + 1
        while end < len(lines) and (lines[end][:1] == " "):
            end += 1
        version = next((found[1] for inner in lines[at:end] if (found := _YARN_VERSION.match(inner))), "")
        if line == "__metadata:":
            rows.extend(Row(lines[index], index, rank=ALWAYS) for index in range(at, end))
        else:
            if not count:
                mark.first = mark.last = at
                rows.append(mark)
            count += 1
            header = line.rstrip(":")
            if len(header) > HEADER_WIDTH:
                header = header.split(",")[0] + ", ..."
            rows.append(Row(f"{header} {version}", at, end - 1, EVIDENCE, DATA))
        at = end
    mark.text = f"[{thousands(count)} packages with their versions; left out: integrity, dependencies]"
    return rows, count


def _pnpm(lines: list[str]) -> tuple[list[Row], int]:
    """pnpm: what the project asks for is kept; packages are their keys; `snapshots` repeats them."""
    rows: list[Row] = []
    count = 0
    section = ""
    mark = Row("", 0, 0, ALWAYS, MARK)
    for at, line in enumerate(lines):
        if line and not line[0].isspace():
            section = line.partition(":")[0]
            if section == "snapshots":
                text = "[snapshots: the same packages with their dependencies]"
                rows.append(Row(text, at, at, ALWAYS, MARK))
            else:
                rows.append(Row(line, at, rank=ALWAYS))
            if section == "packages":
                mark.first = mark.last = at
                rows.append(mark)
        elif section == "packages":
            found = _PNPM_KEY.match(line)
            if found:
                count += 1
                rows.append(Row(found[1].strip("'"), at, rank=EVIDENCE, form=DATA))
            elif line.lstrip().startswith("deprecated:"):
                rows.append(Row(line, at, rank=EVIDENCE))
        elif section != "snapshots" and line.strip():
            rows.append(Row(line, at, rank=EVIDENCE))
    mark.text = f"[{thousands(count)} packages with their versions; left out: resolution, engines]"
    return rows, count


def _bundler(lines: list[str]) -> tuple[list[Row], int]:
    """Bundler: the gems; what each of them needs is left out."""
    rows: list[Row] = []
    count = 0
    for at, line in enumerate(lines):
        if line.startswith("      "):
            continue
        count += _GEM.match(line) is not None
        if line:
            rows.append(Row(line, at, rank=EVIDENCE))
    rows.insert(1, Row(f"[{thousands(count)} gems; left out: what each of them needs]", 1, 1, ALWAYS, MARK))
    return rows, count


def _go_sum(lines: list[str]) -> tuple[list[Row], int]:
    """Go: each module with its versions; versions of which only go.mod is there are told so."""
    modules: dict[str, dict[str, bool]] = {}
    spans: dict[str, list[int]] = {}
    rows: list[Row] = []
    for at, line in enumerate(lines):
        found = _GO_SUM.match(line)
        if found is None:
            if line.strip():
                rows.append(Row(line, at, rank=EVIDENCE))
            continue
        versions = modules.setdefault(found[1], {})
        versions[found[2]] = versions.get(found[2], False) or not found[3]
        spans.setdefault(found[1], []).append(at)
    count = len(modules)
    text = f"[{thousands(count)} modules with their versions; in brackets: only its go.mod; left out: hashes]"
    rows.append(Row(text, 0, 0, ALWAYS, MARK))
    for name, versions in modules.items():
        shown = " ".join(version if whole else f"({version})" for version, whole in versions.items())
        first, *more = spans[name]
        rows.append(Row(f"{name} {shown}", first, first, EVIDENCE, DATA, tuple(more)))
    return rows, count
