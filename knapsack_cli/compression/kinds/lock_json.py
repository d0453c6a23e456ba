"""Lock files in JSON (npm, Composer, Pipenv): the direct dependencies whole, every package by its version."""

from knapsack_cli.compression.kinds.common.json_tree import MOST_CHARACTERS, Container, scan, tight
from knapsack_cli.compression.kinds.common.json_view import Renderer, Source
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import DATA, EVIDENCE, MARK, Segment, View

LEAST_PACKAGES = 5
_TOLD = ("deprecated", "hasInstallScript", "link", "bundled", "inBundle")
"""What of a package is shown beside its version where it is there."""
_SECTIONS = ("packages", "dependencies", "packages-dev", "default", "develop")


def recognise(segment: Segment) -> int:
    """By the words that only these files begin with."""
    head = "\n".join(line[:2000] for line in segment.lines[:30])[:6000]
    if not head.lstrip("\ufeff \n\t").startswith("{"):
        return 0
    if '"lockfileVersion"' in head and ('"packages"' in head or '"dependencies"' in head):
        return 97
    if '"_readme"' in head and ('"content-hash"' in head or ('"hash"' in head and "composer" in head)):
        return 97
    return 97 if '"pipfile-spec"' in head else 0


def decide(segment: Segment) -> View | None:
    """Scalars and the root's dependencies as written, then a row a package."""
    if len(segment.data) > MOST_CHARACTERS:
        return None
    text = "\n".join(segment.lines)
    root, _ = scan(text)
    if root is None or not root.is_object or not root.closed:
        return None
    view = Renderer(Source(text, segment.base))
    packages = 0
    for index, value in enumerate(root.values):
        key, start = root.keys[index], root.starts[index]
        if isinstance(value, Container) and key in _SECTIONS and len(value.values) >= LEAST_PACKAGES:
            packages += _packages(view, key, value, start)
        else:
            end = value.end if isinstance(value, Container) else start + len(key) + 2
            view.value(f'"{key}": ', value, start, end, 0)
    return View(view.rows) if packages >= LEAST_PACKAGES else None


def _packages(view: Renderer, key: str, section: Container, start: int) -> int:
    """The rows of one section; npm's first format nests packages in each other's `dependencies`."""
    left_out: dict[str, int] = {}
    at_mark = len(view.rows)
    stack: list[tuple[Container, int, str]] = [(section, 0, "")]
    count = 0
    while stack:
        container, index, above = stack.pop()
        while index < len(container.values):
            value = container.values[index]
            name = container.keys[index] if container.is_object else ""
            at = container.starts[index]
            index += 1
            if not isinstance(value, Container) or not value.is_object:
                continue
            if container.is_object and name == "":
                view.value('"": ', value, at, value.end, 1)
                continue
            count += 1
            view.add(_package(view.text, name, value, above, left_out), at, value.end, EVIDENCE, DATA)
            nested = value.get("dependencies")
            if isinstance(nested, Container) and any(isinstance(item, Container) for item in nested.values):
                stack.append((container, index, above))
                stack.append((nested, 0, f"{above}{name} > "))
                break
    names = sorted(left_out, key=lambda name: (-left_out[name], name))
    note = f'"{key}": [{thousands(count)} packages with their versions; left out: {", ".join(names)}]'
    view.add(note, start, section.start + 1, EVIDENCE, MARK)
    view.rows.insert(at_mark, view.rows.pop())
    return count


def _package(text: str, name: str, value: Container, above: str, left_out: dict[str, int]) -> str:
    parts: list[str] = []
    for index, item in enumerate(value.values):
        key = value.keys[index]
        raw = item if isinstance(item, str) else ""
        if not raw and isinstance(item, Container) and key in _TOLD:
            raw = tight(text[item.start : item.end])
        if key == "name" and not name:
            name = raw[1:-1]
        elif key == "version":
            parts.insert(0, raw[1:-1] if raw[:1] == '"' else raw)
        elif key in _TOLD and raw != "false":
            parts.append(key if raw == "true" else f"{key}: {raw}")
        else:
            left_out[key] = left_out.get(key, 0) + 1
    return f' {above}"{name}": {" ".join(parts)}'
