"""Words that a diff tells apart by their colour alone (`git diff --color-words`), with git's own marks.

Without its colours such a diff says neither what was taken out nor what was put in.
"""

_REMOVED = ("\x1b[31m", "\x1b[1;31m")
_ADDED = ("\x1b[32m", "\x1b[1;32m")
_ENDS = ("\x1b[m", "\x1b[0m")
HUNKS = ("\x1b[36m@@", "\x1b[1;36m@@")
"""How the header of a coloured hunk begins."""


def as_marks(text: str) -> str:
    """`text` with `[-taken out-]` and `{+put in+}`, as `--word-diff` writes them; as it is where lines
    have their signs, or hunks no colour."""
    if not any(hunk in text for hunk in HUNKS):
        return text
    coloured = sum(text.count(f"\n{colour}") for colour in (*_REMOVED, *_ADDED))
    signed = sum(text.count(f"\n{colour}-") for colour in _REMOVED)
    signed += sum(text.count(f"\n{colour}+") for colour in _ADDED)
    words = sum(text.count(colour) for colour in (*_REMOVED, *_ADDED))
    if 2 * signed > coloured or words == coloured == 0:
        return text
    lines = text.split("\n")
    inside = False
    for index, line in enumerate(lines):
        if line.startswith(HUNKS):
            inside = True
        elif line.startswith(("\x1b[1mdiff ", "\x1b[1;37mdiff ")):
            inside = False
        elif inside and "\x1b" in line:
            lines[index] = _marked(line)
    return "\n".join(lines)


def _marked(line: str) -> str:
    """One line of a hunk: its red words and its green ones between marks."""
    for colours, before, after in ((_REMOVED, "[-", "-]"), (_ADDED, "{+", "+}")):
        for colour in colours:
            if colour not in line:
                continue
            first, *parts = line.split(colour)
            for part in parts:
                ends = [at for end in _ENDS if (at := part.find(end)) >= 0]
                at = min(ends) if ends else len(part)
                first += f"{before}{part[:at]}{after}{part[at:]}" if at else part
            line = first
    return line
