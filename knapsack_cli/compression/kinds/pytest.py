"""pytest's output: every failing test by name, place and assertion; what passed is a count.

The names of the short summary at the end stand above the bodies, so that each is shown once.
"""

from knapsack_cli.compression.kinds.common.failures import Block, Layout
from knapsack_cli.compression.kinds.pytest_blocks import Bodies
from knapsack_cli.compression.kinds.pytest_sections import (
    Section,
    lay_out_bare_failures,
    lay_out_benchmarks,
    lay_out_coverage,
    lay_out_fixtures,
    lay_out_other,
    lay_out_session,
    lay_out_warnings,
    sections_of,
)
from knapsack_cli.compression.model import ALWAYS, CONTEXT, EVIDENCE, FAILURE, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_COUNTS = lazy(
    r"=*\s*(?:no tests ran|no tests collected|\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected"
    r"|warnings?|rerun|subtests passed|tests? collected|/))[^=]* in [\d.]+s\b.*"
)
_SUMMARY = lazy(
    r"(FAILED|ERROR|SUBFAIL(?:ED)?|XPASS|XFAIL|SKIPPED|PASSED|RERUN|SUBPASS(?:ED)?|SUBSKIP(?:PED)?)\b"
    r"(?:\(.*?\)|\[.*?\])?,? (.+)"
)
_SESSION = lazy(rb"(?m)^=+ test session starts =+\s*$")
_DIVIDED = lazy(rb"(?m)^=+ (?:short test summary info|FAILURES|ERRORS) =+\s*$")
_HEADER = lazy(r"_+ (.+?) _+$")
_NODE = lazy(r"\S+\.\w+::\S|\S+::test")


def recognise(segment: Segment) -> int:
    """By its section headers; a quiet run by its node ids and the line of counts."""
    data = segment.data
    if _SESSION.search(data):
        return 97
    if _DIVIDED.search(data):
        return 92
    tail = [line for line in segment.lines[-12:] if line.strip()]
    if any(_COUNTS.fullmatch(line) for line in tail):
        nodes = sum(1 for line in segment.lines[:40] if _NODE.match(line) or line.startswith("<"))
        return 88 if nodes or any("passed" in line or "failed" in line for line in tail) else 60
    return 0


def decide(segment: Segment) -> View | None:
    """Sections one after another, each by its own rules."""
    lines = segment.lines
    sections = sections_of(lines)
    layout = Layout(segment)
    names = _Names(lines, sections)
    bodies = Bodies(lines)
    blocks = _blocks(lines, sections, names, bodies)
    for block in blocks:
        layout.add(block)
    for section in sections:
        if section.kind in ("failures", "passes"):
            layout.keep(section.first, ALWAYS if section.kind == "failures" else CONTEXT)
            if not section.blocks:
                lay_out_bare_failures(layout, section)
        elif section.kind == "summary":
            names.lay_out(layout, section)
        elif section.kind == "warnings":
            lay_out_warnings(layout, section)
        elif section.kind == "coverage":
            lay_out_coverage(layout, section)
        elif section.kind == "benchmark":
            lay_out_benchmarks(layout, section)
        elif section.kind == "fixtures":
            lay_out_fixtures(layout, section)
        elif section.kind == "counts":
            layout.keep(section.first, ALWAYS)
            lay_out_other(layout, section.first + 1, section.last)
        elif section.kind == "session":
            lay_out_session(layout, section, names.known)
        else:
            layout.keep(section.first, EVIDENCE)
            lay_out_other(layout, section.first + 1, section.last)
    return layout.view()


class _Names:
    """The lines of the short summary, to be found by the name in a body's header."""

    def __init__(self, lines: list[str], sections: list[Section]) -> None:
        self.lines = lines
        self.known: set[str] = set()
        self._waiting: dict[str, list[int]] = {}
        self._taken: set[int] = set()
        for section in sections:
            if section.kind != "summary":
                continue
            for index in range(section.first + 1, section.last + 1):
                match = _SUMMARY.match(lines[index])
                if match is None or match[1] not in ("FAILED", "ERROR", "SUBFAIL", "SUBFAILED", "XPASS"):
                    continue
                node = match[2]
                self.known.add(node.split(" - ")[0].strip())
                for name in _header_names(node):
                    self._waiting.setdefault(name, []).append(index)

    def take(self, header: str) -> int | None:
        """The index of the next summary line that names the test under this header, or None."""
        for prefix in ("ERROR at setup of ", "ERROR at teardown of ", "ERROR collecting ", "[doctest] "):
            header = header.removeprefix(prefix)
        waiting = self._waiting.get(header) or self._waiting.get(header.split(" ")[0])
        while waiting:
            index = waiting.pop(0)
            if index not in self._taken:
                self._taken.add(index)
                return index
        return None

    def lay_out(self, layout: Layout, section: Section) -> None:
        """Summary lines that no body has taken: failures all, the others as counts."""
        lines = self.lines
        layout.keep(section.first, CONTEXT)
        last = ""
        for index in range(section.first + 1, section.last + 1):
            if index in self._taken:
                last = "taken"
                continue
            match = _SUMMARY.match(lines[index])
            if match is None:
                if lines[index].startswith("!!!"):
                    layout.keep(index, ALWAYS)
                    last = ""
                elif last == "kept":
                    layout.keep(index, EVIDENCE)
            elif match[1] in ("FAILED", "ERROR", "SUBFAIL", "SUBFAILED", "XPASS"):
                layout.keep(index, FAILURE)
                last = "kept"
            elif match[1] == "RERUN":
                layout.keep(index, EVIDENCE)
                last = ""
            elif match[1] in ("SKIPPED", "XFAIL"):
                layout.keep(index, CONTEXT)
                last = ""
            else:
                last = ""


def _header_names(node: str) -> list[str]:
    """How a body's header may name the test of a node id: `Class.test[param]`, or the whole path."""
    _, _, inner = node.partition("::")
    if not inner:
        return [node.split(" - ")[0].strip()]
    bare, bracket, rest = inner.partition("[")
    if not bracket or " - " in bare:
        return [inner.split(" - ")[0].strip().replace("::", "."), node.split(" - ")[0].strip()]
    dotted = bare.replace("::", ".")
    names = [f"{dotted}[{rest[: closing + 1]}" for closing in _closings(rest)]
    names.append(f"{dotted}[{rest.split(' - ')[0].strip()}")
    return list(dict.fromkeys(names))


def _closings(rest: str) -> list[int]:
    """Where the brackets of a parameter may end: the first and last `] - `, and the end."""
    first, last = rest.find("] - "), rest.rfind("] - ")
    found = [at for at in (first, last) if at >= 0]
    return found if found else [len(rest.rstrip()) - 1]


def _blocks(lines: list[str], sections: list[Section], names: _Names, bodies: Bodies) -> list[Block]:
    blocks: list[Block] = []
    for section in sections:
        if section.kind != "failures":
            continue
        headers = [
            index
            for index in range(section.first + 1, section.last + 1)
            if lines[index].startswith("_")
            and not lines[index].startswith("_ _")
            and _HEADER.match(lines[index])
        ]
        section.blocks = len(headers)
        for at, header in enumerate(headers):
            last = headers[at + 1] - 1 if at + 1 < len(headers) else section.last
            match = _HEADER.match(lines[header])
            assert match is not None
            name = names.take(match[1])
            named = lines[name] if name is not None else lines[header]
            body, key = bodies.chosen(header + 1, last, named)
            own = [header] if name is None or (match[1].startswith("ERROR at ") and not key) else []
            shown = [name] if name is not None else own
            blocks.append(Block(header, last, shown, body, key or None))
    return blocks
