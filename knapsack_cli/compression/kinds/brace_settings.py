"""Settings files in braces: nginx, named, dhcpd and their like, `word values;` and `word values { ... }`.

Those of FreeRADIUS, dovecot and Terraform have no semicolons and write `word = values`.

Blocks that are seen again and again (one `server` a site) stay by what names them and by rare values.
"""

import re

from knapsack_cli.compression.kinds.common.entries import (
    BLANK,
    BLOCK,
    COMMENT,
    KEY,
    MOST_BYTES,
    Entry,
    decide_entries,
)
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.model import EVIDENCE, IMPORTANT, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 300
LEAST_SETTINGS = 6
_REMARK = lazy(r"(?<!\s)\s+(?:#|//)\s.*$")
_SETTING = lazy(r"([A-Za-z_$][\w/.+-]*)(?:\s+(?![\s({]|=[^~]*;)(.*\S)?)?\s*([;{])$")
_VALUE = lazy(r"[\w\"'$~^/!*.:-][^=]*;$")
_CODE = lazy(
    r"(?:auto|bool|break|case|char|class|const|continue|def|delete|do|double|else|enum|export|extern|final|float"
    r"|for|func|function|goto|import|inline|int|interface|let|long|message|module|namespace|new|package|private"
    r"|protected|public|return(?! \d{3}\b)|short|signed|static|struct|switch|template|throws?|try|typedef"
    r"|union|unsigned|use|using|var|virtual|void|volatile|while|impl|fn|pub|mod|syntax|option|rpc|string|u?int\d+)\b"
)
_PLAIN = lazy(r"""([A-Za-z_"'&$][\w./:"'&$-]*)(?:\s[^={}]*|[+:])?(=.*|\{)?$""")
"""A setting or the beginning of a block, without a semicolon."""
_PLAIN_CODE = lazy(
    r"(?:async|class|const|def|else|elif|end|export|fn|for|fun|func|function|if|impl|let|override|package|private|pub"
    r"|public|return|static|struct|switch|try|type|use|val|var|void|while)\b|.*;$|.*=> ?[{(]"
)
_NAMING = frozenset(("server_name", "listen", "server", "zone", "host", "proxy_pass", "root", "file"))


def recognise(segment: Segment) -> int:
    """By a word with values before nearly every semicolon and brace, and none that code begins with."""
    if _is_plain(segment):
        return 74
    settings = blocks = others = 0
    if len(segment.source) > MOST_BYTES:
        return 0
    continued = False
    for line in segment.lines[:SAMPLE]:
        stripped = _REMARK.sub("", line.strip())
        if not stripped or stripped[0] == "#" or stripped.startswith("//"):
            continue
        if stripped in ("}", "};"):
            continued = False
            continue
        if _CODE.match(stripped):
            return 0
        found = _SETTING.match(stripped)
        if found:
            blocks += found[3] == "{"
            settings += found[3] == ";"
            others += "= " in stripped and found[3] == ";"
            continued = False
        elif continued and _VALUE.match(stripped):
            continued = False
        elif stripped[-1] not in ";{}" and (continued or line[:1] in " \t"):
            continued = True
        else:
            others += 1
    if settings < LEAST_SETTINGS or not blocks or others * 8 > settings + blocks:
        return 0
    return 74


def _is_plain(segment: Segment) -> bool:
    """Whether these are blocks of `word = value`, each on a line that ends without a semicolon."""
    settings = blocks = closed = others = depth = 0
    if len(segment.source) > MOST_BYTES or b"{\n" not in segment.source:
        return False
    for line in segment.lines[: 4 * SAMPLE]:
        stripped = _REMARK.sub("", line.strip())
        if not stripped or stripped[0] == "#" or stripped.startswith("//"):
            continue
        if depth > 0:
            depth += _depth(stripped)
            continue
        if _PLAIN_CODE.match(stripped):
            return False
        if stripped == "}":
            closed += 1
        elif found := _PLAIN.match(stripped):
            blocks += stripped.endswith("{")
            settings += found[2] is not None and not stripped.endswith("{")
            depth = _depth(stripped)
        else:
            others += 1
    return settings >= LEAST_SETTINGS and min(blocks, closed) >= 2 and others * 8 <= settings + blocks


def _depth(text: str) -> int:
    return text.count("[") + text.count("(") - text.count("]") - text.count(")")


def decide(segment: Segment) -> Decisions | View | None:
    """By how often each path is seen; what names a block stays each time."""
    entries = entries_of(segment.lines, _PLAIN if _is_plain(segment) else _SETTING)
    decisions = decide_entries(segment, entries)
    for entry in entries:
        if entry.form == KEY and entry.key in _NAMING:
            decisions.keep(entry.index, EVIDENCE)
        at = entry.parent if decisions.ranks[entry.index] else -1
        while at >= 0 and not decisions.ranks[entries[at].index]:
            decisions.keep(entries[at].index, IMPORTANT)  # a setting out of its block says something else
            at = entries[at].parent
    return numbered_or_marked(segment, decisions)


def entries_of(lines: list[str], form: "re.Pattern[str]" = _SETTING) -> list[Entry]:
    """Every line as an entry; a value that goes on over lines is text of its setting."""
    entries: list[Entry] = []
    open_blocks: list[int] = []
    owner = -1
    in_comment = False
    for index, line in enumerate(lines):
        stripped = _REMARK.sub("", line.strip())
        if in_comment or stripped.startswith(("#", "//", "/*")):
            in_comment = (in_comment or stripped.startswith("/*")) and "*/" not in stripped
            entries.append(Entry(index, COMMENT))
        elif not stripped:
            entries.append(Entry(index, BLANK))
        elif stripped in ("}", "};"):
            if open_blocks:
                open_blocks.pop()
            entries.append(Entry(index, BLANK))
        else:
            found = form.match(stripped)
            parent = open_blocks[-1] if open_blocks else -1
            if found is None and owner >= 0 and line[:1] in " \t":
                entries.append(Entry(index, BLOCK, parent=owner))
                continue
            owner = len(entries)
            name, _, rest = stripped.partition(" ")
            value = rest.rstrip(";{ ").lstrip("= ") if found is None or form is _PLAIN else (found[2] or "")
            entries.append(Entry(index, KEY, found[1] if found else name, value, parent))
            if stripped.endswith("{"):
                open_blocks.append(owner)
    return entries
