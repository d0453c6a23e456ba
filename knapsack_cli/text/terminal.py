"""Terminal noise resolved as a screen would: escapes, redraws by carriage return, backspaces.

A line of the result is a line of the input (between newlines), so line numbers stay true.
"""


def has_noise(text: str) -> bool:
    """Whether there is anything to resolve."""
    return "\x1b" in text or "\r" in text or "\b" in text or "\x9b" in text


def resolve(text: str) -> str:
    """`text` as it would stand on a screen after the last redraw, colours gone."""
    if "\r\n" in text:
        text = text.replace("\r\n", "\n")
    if "\x1b" in text or "\x9b" in text:
        text = _strip_escapes(text)
    if "\r" in text or "\b" in text:
        text = "\n".join(_redraw(line) if "\r" in line or "\b" in line else line for line in text.split("\n"))
    return text


_patterns: list[object] = []


def _strip_escapes(text: str) -> str:
    """Drop CSI, OSC, DCS and two-byte escapes; "erase in line" stays for the redraw when it matters."""
    import re

    if not _patterns:
        _patterns.append(
            re.compile(
                r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI (ECMA-48, 5.4)
                r"|\x9b[0-?]*[ -/]*[@-~]"
                r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?"  # OSC, also unterminated, never over a line
                r"|\x1b[PX^_][^\x1b\n]*(?:\x1b\\)?"  # DCS, SOS, PM, APC
                r"|\x1b[ -/]+[0-~]"
                r"|\x1b[0-~]?"
            )
        )
    pattern = _patterns[0]
    assert isinstance(pattern, re.Pattern)
    return pattern.sub("", text)


def _redraw(line: str) -> str:
    """One line after its carriage returns and backspaces: later text overwrites what it covers."""
    shown = ""
    for part in line.split("\r"):
        if "\b" in part:
            part = _backspaced(part)
        shown = part + shown[len(part) :]
    return shown


def _backspaced(part: str) -> str:
    cells: list[str] = []
    column = 0
    for char in part:
        if char == "\b":
            column = max(0, column - 1)
        elif column < len(cells):
            cells[column] = char
            column += 1
        else:
            cells.append(char)
            column += 1
    return "".join(cells)
