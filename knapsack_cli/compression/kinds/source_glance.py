"""Source code that a glance tells: the languages whose lines begin in their own few ways.

Asked before the kinds that need patterns, so that outlining a file costs little more than parsing it.
What is not told for certain is left to them.
"""

from knapsack_cli.compression.model import Decisions, Segment

SAMPLE = 400
LEAST_LINES = 25
LEAST_SHARE = 0.95
"""So many of the lines that are not indented must begin as the language's do."""
LEAST_DEFINITIONS = 3

_PYTHON = (
    ("def ", "class ", "async def "),
    ("def ", "class ", "async def ", "import ", "from ", "@", "if ", "elif ", "else:", "for ", "while "),
    ("try:", "except", "finally:", "with ", "return", "raise ", "assert ", "#", '"""', "'''", ")", "]", "}"),
    "import ",
)
_GO = (
    ("func ", "type "),
    ("func ", "type ", "package ", "import ", "var ", "const ", "}", ")", "//", "/*", "*/", " *"),
    (),
    "package ",
)
_RUST = (
    ("fn ", "pub fn ", "pub(crate) fn ", "impl ", "impl<", "struct ", "pub struct ", "enum ", "pub enum "),
    (
        "fn ",
        "pub ",
        "pub(",
        "impl",
        "struct ",
        "enum ",
        "trait ",
        "use ",
        "mod ",
        "const ",
        "static ",
        "type ",
    ),
    ("#[", "#![", "//", "}", ")", "{", "where", "unsafe ", "async ", "extern ", "macro_rules!", "let "),
    "use ",
)
_LANGUAGES = {"python": _PYTHON, "go": _GO, "rust": _RUST}


def language_of(lines: list[str]) -> str | None:
    """The language that the first lines leave no doubt about."""
    sample = _without_prose(lines[:SAMPLE])
    if len(sample) < LEAST_LINES:
        return None
    outer = [line for line in sample if line[0] not in " \t"]
    for name, (definitions, first, second, proof) in _LANGUAGES.items():
        begins = first + second
        fitting = sum(1 for line in outer if line.startswith(begins) or _assigns(name, line))
        defined = sum(1 for line in sample if line.lstrip().startswith(definitions))
        if (
            defined >= LEAST_DEFINITIONS
            and defined * 40 >= len(sample)
            and fitting >= LEAST_SHARE * len(outer)
            and any(line.startswith(proof) for line in outer)
            and _is_shaped(name, sample)
        ):
            return name
    return None


def _without_prose(lines: list[str]) -> list[str]:
    """The lines that are not blank and not inside a string or a comment of several lines."""
    kept: list[str] = []
    inside = ""
    for line in lines:
        if inside:
            if inside in line:
                inside = ""
            continue
        bare = line.strip()
        if not bare or (bare.startswith(("#", "//")) and not bare.startswith(("#[", "#!"))):
            continue
        for opening, closing in (('"""', '"""'), ("'''", "'''"), ("/*", "*/")):
            at = line.find(opening)
            if at >= 0 and closing not in line[at + 3 :]:
                inside = closing
                break
        kept.append(line)
    return kept


def _assigns(name: str, line: str) -> bool:
    """`NAME = value`, `NAME: type = value`, a call: what Python has at the top of a module besides."""
    if name != "python":
        return False
    head = line.split("=", 1)[0].split(":", 1)[0].split("(", 1)[0].strip()
    return head.replace(".", "").replace("_", "a").isalnum() and head != line.strip()


def _is_shaped(name: str, sample: list[str]) -> bool:
    """Whether the definitions are written as the language writes them."""
    if name == "python":
        heads = [line.strip() for line in sample if line.lstrip().startswith(("def ", "class "))]
        return sum(
            1 for head in heads if head.endswith((":", "(", ",")) or "):" in head or "]:" in head
        ) * 10 >= (9 * len(heads))
    return sum(1 for line in sample if line.rstrip().endswith(("{", "}", ";", ","))) * 5 >= len(sample)


def recognise(segment: Segment) -> int:
    """Certain, or not at all."""
    if segment.source.startswith((b"<", b"{", b"[", b"diff ")):
        return 0
    head = [line.decode("utf-8", "replace") for line in segment.source[:32_768].split(b"\n")[:SAMPLE]]
    return 94 if language_of(head) is not None else 0


def decide(segment: Segment) -> Decisions | None:
    """An outline by the syntax tree."""
    from knapsack_cli.compression.kinds.common.said import keep_said
    from knapsack_cli.compression.outline import by_tree, reading

    if segment.hints.command:
        from knapsack_cli.compression.outline import asked

        if asked.for_its_lines(segment):
            return asked.all_lines(segment)
    name = language_of(segment.lines)
    if name is None:
        return None
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    decisions.numbered = True
    probed = reading.probe(segment.data, [name])
    if (
        probed is None
        or not by_tree.is_code(segment.data, probed)
        or not by_tree.keep_guessed(segment, reading.whole(segment.data, probed), decisions, sure=True)
    ):
        return None
    keep_said(segment.lines, decisions)
    return decisions if any(decisions.ranks) else None
