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
_ALONE = lazy(rb"(?m)^[ \t]*_*[A-Z][A-Z0-9_]{3,}(?:[ \t]*\([^()\n]{0,200}\))?[ \t]*$")
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
    data = _EXPORT.sub(lambda found: found[1] + found[2] + b" " * len(found[3]), data)
    data = _BEFORE.sub(lambda found: found[1] + b" " * len(found[2]), data)
    data = _CALLED.sub(lambda found: found[1] + b" " * len(found[2]), data)
    return _ALONE.sub(lambda found: _blank(found[0]) if _stands_alone(data, found) else found[0], data)


def _stands_alone(data: bytes, found: re.Match[bytes]) -> bool:
    before, after = found.start() - 1, found.end()
    while before >= 0 and data[before] in b" \t\r\n":
        before -= 1
    while after < len(data) and data[after] in b" \t\r\n":
        after += 1
    if after < len(data) and data[after] in _GOES_ON and not _is_last_field(data, before, after):
        return False
    if before < 0 or data[before] in _ENDS:
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
    """Blank what is between `#else` or `#elif` and `#endif`: braces that both branches open are one then."""
    pieces: list[bytes] = []
    depth: list[bool] = []
    at = 0
    for found in _BRANCH.finditer(data):
        word = found[1]
        if any(depth):
            pieces.append(_blank(data[at : found.start()]))
        else:
            pieces.append(data[at : found.start()])
        at = found.start()
        if word in (b"if", b"ifdef", b"ifndef"):
            depth.append(False)
        elif word in (b"else", b"elif"):
            if depth:
                depth[-1] = True
        elif depth:
            depth.pop()
        pieces.append(_blank(found[0]))
        at = found.end()
    pieces.append(data[at:])
    return b"".join(pieces)


def _blank(data: bytes) -> bytes:
    return re.sub(rb"[^\r\n]", b" ", data)
