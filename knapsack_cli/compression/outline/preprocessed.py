"""C and C++ as they are after the preprocessor, nearly: macros that a grammar cannot read are blanked.

The places of everything else stay what they were, so that rows of the tree are rows of the file.
"""

import re

from knapsack_cli.text.lazy_patterns import lazy

_EXPORT = lazy(
    rb"\b(class|struct|union|enum(?:[ \t]+class)?)([ \t]+)((?!class\b|struct\b"
    rb"|final\b)[A-Za-z_]\w*(?:\([^()\n]*\))?)"
    rb"(?=[ \t]+(?!final\b)[A-Za-z_][\w:]*[ \t]*(?:final[ \t]*)?(?:[:{\n]|<[^;()\n]*[:{\n]))"
)
_ALONE = lazy(
    rb"(?m)^[ \t]*_*[A-Z][A-Z0-9_]{3,}"
    rb"(?:[ \t]*\((?:[^(){};\n]|\n[ \t]{4}|\((?:[^()\n]|\([^()\n]{0,80}\)){0,200}\)){0,300}\))?[ \t]*\r?$"
)
_NAMESPACE = lazy(
    rb"(\bnamespace[ \t]+[A-Za-z_]\w*[ \t]+)(_*[A-Z][A-Z0-9_]{3,}(?:\([^()\n]{0,80}\))?)(?=\s*\{)"
)
_DEPRECATED = lazy(
    rb"""(?<=\w )\w{0,60}DEPRECATED\w{0,60}(?:\([^()\n"]{0,200}\)|\("[^"\n]{0,200}"\))?(?=[ \t]*[=,}])"""
)
_SLOTS = lazy(rb"\b((?:public|private|protected)[ \t]+)(Q_SLOTS|slots)(?=[ \t]*:)")
_SIGNALS = lazy(rb"(?m)^([ \t]*)(Q_SIGNALS|signals)(?=[ \t]*:)")
_TYPE_ABOVE = lazy(rb"\n(?:[A-Za-z_]\w*[ \t]*\()")
"""A function at the left edge whose type is the macro on the line above."""
_BEFORE = lazy(
    rb"(?m)^([ \t]*)(_*[A-Z][A-Z0-9_]{3,}(?:\([^()\n]{0,200}\))?)(?=[ \t]+(?:(?:static|inline|virtual|const"
    rb"|constexpr|void|int"
    rb"|auto|bool|char|unsigned|signed|long|short|float|double|size_t|template|class|struct|enum|union"
    rb"|explicit|extern"
    rb"|namespace|typename|using|typedef|operator|friend|std::)\b|[A-Za-z_]\w*[ \t*]+\w+\())"
)
_CALLED = lazy(rb"(?m)^((?:[a-z_]\w*[ \t*]+){1,4})(_*[A-Z][A-Z0-9_]{3,})(?=[ \t]+\*?[A-Za-z_]\w*[ \t]*\()")
_BRANCH = lazy(rb"(?m)^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|endif)\b.*$")
_ENDS = frozenset(b';{}>/"\n')
"""What ends the text before a macro that stands alone: it continues no list and no expression."""
_GOES_ON = frozenset(b"{},;=)|&+-.?:*<>]")


def without_macros(data: bytes) -> bytes:
    """Blank macros before a name or a declaration, and those that are a line of their own."""
    if b"Q_OBJECT" in data:
        data = _SLOTS.sub(lambda found: found[1] + b" " * len(found[2]), data)
        data = _SIGNALS.sub(lambda found: found[1] + b"public".ljust(len(found[2])), data)
    if b"DEPRECATED" in data:
        data = _DEPRECATED.sub(lambda found: b" " * len(found[0]), data)
    if b"namespace" in data:
        data = _NAMESPACE.sub(lambda found: found[1] + b" " * len(found[2]), data)
    data = _EXPORT.sub(lambda found: found[1] + found[2] + b" " * len(found[3]), data)
    data = _BEFORE.sub(lambda found: found[1] + b" " * len(found[2]), data)
    data = _CALLED.sub(lambda found: found[1] + b" " * len(found[2]), data)
    return _without_lines_of_macros(data)


def _without_lines_of_macros(data: bytes) -> bytes:
    """Blanks for macros that stand alone; a type where one is the type of the function on the next line."""
    pieces: list[bytes] = []
    at = blanked = 0
    for found in _ALONE.finditer(data):
        if not _stands_alone(data, found, blanked):
            continue
        pieces.append(data[at : found.start()])
        at = blanked = found.end()
        blank = _blank(found[0])
        types = not found[0][:1].isspace() and b"(" in found[0] and _TYPE_ABOVE.match(data, at)
        pieces.append(b"void" + blank[4:] if types else blank)
    pieces.append(data[at:])
    return b"".join(pieces)


def _stands_alone(data: bytes, found: re.Match[bytes], blanked: int) -> bool:
    """Whether a macro ends nothing and goes on with nothing; the text up to `blanked` is macros alone."""
    before, after = found.start() - 1, found.end()
    while before >= 0 and data[before] in b" \t\r\n":
        before -= 1
    while after < len(data) and data[after] in b" \t\r\n":
        after += 1
    if after < len(data) and data[after] in _GOES_ON and not _is_last_field(data, before, after):
        return False
    if before < 0 or before < blanked or data[before] in _ENDS:
        return True
    line = data[data.rfind(b"\n", 0, before) + 1 : before + 1].lstrip()
    return line.startswith((b"#", b"//")) or _ALONE.match(line) is not None


def _is_last_field(data: bytes, before: int, after: int) -> bool:
    """Whether what stands alone before a brace that closes is fields, as macros give them to structures."""
    if data[after : after + 1] != b"}" or before < 0:
        return False
    if data[before : before + 1] == b"{":
        line = data[data.rfind(b"\n", 0, before) + 1 : before]
        return line.lstrip().startswith((b"struct", b"union", b"class", b"typedef struct", b"typedef union"))
    return data[before : before + 1] == b";"


def without_alternatives(data: bytes) -> bytes:
    """Blank all branches of an `#if` but its longest: braces that several branches open are one then."""
    marks = list(_BRANCH.finditer(data))
    groups: list[list[int]] = []
    blanked: list[tuple[int, int]] = []
    for at, found in enumerate(marks):
        word = found[1]
        if word in (b"if", b"ifdef", b"ifndef"):
            groups.append([at])
        elif groups:
            groups[-1].append(at)
            if word == b"endif":
                blanked += _shorter_branches(marks, groups.pop())
    for group in groups:
        blanked += _shorter_branches(marks, [*group, -1], len(data))
    blanked += [found.span() for found in marks]
    pieces: list[bytes] = []
    at = 0
    for start, end in sorted(blanked):
        if end <= at:
            continue
        start = max(start, at)
        pieces += (data[at:start], _blank(data[start:end]))
        at = end
    pieces.append(data[at:])
    return b"".join(pieces)


def _shorter_branches(marks: list[re.Match[bytes]], group: list[int], end: int = 0) -> list[tuple[int, int]]:
    """Where the branches between the directives of one `#if` stand, without the longest."""
    bounds = [marks[at] for at in group if at >= 0]
    ends = [found.start() for found in bounds[1:]] + ([end] if group[-1] < 0 else [])
    spans = [(found.end(), stop) for found, stop in zip(bounds, ends, strict=False)]
    longest = max(spans, key=lambda span: span[1] - span[0])
    return [span for span in spans if span != longest]


def _blank(data: bytes) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", data)
