"""Terminal noise resolved as a screen would: escapes, redraws by carriage return, backspaces.

A line of the result is a line of the input (between newlines), so line numbers stay true. String
methods alone: colours are in half of what programs print, and the pattern engine costs more to load.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PARAMETERS = "0123456789;:<=>?!\"#$%&'()*+,-./ "
"""What may stand between `ESC [` and the final letter (ECMA-48, 5.4)."""
_ERASED = "\x1bK"
"""Stands, while redraws are resolved, where the rest of the line was erased."""
MOST_STATES = 4
"""Overwritten states of one line that are kept because they tell something."""
HIGHEST = 32
"""So many bars are drawn one below the other at most."""
_DIGITS_AND_BARS = {ord(char): None for char in "0123456789.#=>- |"}


def has_noise(text: str) -> bool:
    """Whether there is anything to resolve."""
    return "\x1b" in text or "\r" in text or "\b" in text or "\x9b" in text


def resolve(text: str, telling: "Callable[[str], bool] | None" = None) -> str:
    """`text` as it would stand on a screen after the last redraw, colours gone.

    Args:
        telling: says of a state that a later one overwrites whether it must not be lost (an error
            written over by a progress bar); it then stands before the last state, with a mark between.
    """
    if "\r\n" in text:
        text = text.replace("\r\n", "\n")
    if "\x9b" in text:
        text = text.replace("\x9b", "\x1b[")
    gone: set[int] = set()
    if "\x1b" in text:
        gone = _drawn_over(text)
        text = _strip_escapes(text)
    if "\r" in text or "\b" in text:
        text = "\n".join(
            _redraw(line, telling) if "\r" in line or "\b" in line else line for line in text.split("\n")
        )
    if "\x1b" in text:
        text = text.replace(_ERASED, "")
    if gone:
        lines = text.split("\n")
        for index in gone:
            if telling is None or not telling(lines[index]):
                lines[index] = ""
        text = "\n".join(lines)
    return text


def _drawn_over(text: str) -> set[int]:
    """The lines over which later ones are drawn after the cursor went up, as bars below bars do.

    Such lines become blank: every line of the input stays a line.
    """
    gone: set[int] = set()
    if "\x1b[A" not in text and not any(f"\x1b[{count}A" in text for count in range(1, HIGHEST)):
        return gone
    drawn: dict[int, int] = {}
    row = 0
    for index, line in enumerate(text.split("\n")):
        last = -1
        if "\x1b[" in line:
            start, *parts = line.split("\x1b[")
            row, last = _draw(drawn, gone, row, start, last)
            for part in parts:
                rest = part.lstrip(_PARAMETERS)
                steps = part[: len(part) - len(rest)]
                count = int(steps) if steps.isdecimal() else 1
                if rest[:1] in ("A", "F"):
                    row = max(0, row - count)
                elif rest[:1] in ("B", "E"):
                    row += count
                elif rest[:1] == "K" and row in drawn:
                    gone.add(drawn.pop(row))
                row, last = _draw(drawn, gone, row, rest[1:], last)
        else:
            row, last = _draw(drawn, gone, row, line, last)
        if last >= 0:
            drawn[last] = index
        row += 1
    return gone


def _draw(drawn: dict[int, int], gone: set[int], row: int, piece: str, last: int) -> tuple[int, int]:
    """Put `piece` on a row of the screen: what stood there is gone; the row, and the last one with text."""
    if not piece or piece == "\r":
        return row, last
    if row in drawn:
        gone.add(drawn.pop(row))
    return row, row if piece.strip() else last


def _strip_escapes(text: str) -> str:
    """Drop CSI, OSC, DCS and two-byte escapes; what erases or returns to the start stays for the redraw."""
    parts = text.split("\x1b")
    return parts[0] + "".join(map(_after_escape, parts[1:]))


def _after_escape(part: str) -> str:
    """What is left of the text behind an escape when its sequence is gone."""
    first = part[:1]
    if first == "[":
        rest = part[1:].lstrip(_PARAMETERS)
        final = rest[:1]
        if final == "m":
            return rest[1:]
        if not "@" <= final <= "~":
            return rest
        parameters = part[1 : len(part) - len(rest)]
        if final == "K" and parameters in ("", "0"):
            return _ERASED + rest[1:]
        if final == "K" and parameters == "2":
            return "\r" + _ERASED + rest[1:]
        if (final == "G" and parameters in ("", "0", "1")) or (final == "D" and len(parameters) >= 2):
            return "\r" + rest[1:]
        return rest[1:]
    if first == "]" or first in ("P", "X", "^", "_"):
        line, newline, rest = part.partition("\n")
        bell = line.find("\x07")
        return (line[bell + 1 :] if bell >= 0 else "") + newline + rest
    if " " <= first <= "/":
        rest = part.lstrip(" !\"#$%&'()*+,-./")
        return rest[1:] if "0" <= rest[:1] <= "~" else rest
    return part[1:] if "0" <= first <= "~" else part


def _redraw(line: str, telling: "Callable[[str], bool] | None") -> str:
    """One line after its carriage returns and backspaces: later text overwrites what it covers.

    The states are read from the last one backwards, so that each adds at most what is still uncovered.
    """
    states = line.split("\r")
    shown: list[str] = []
    covered = 0
    at = len(states)
    while at:
        at -= 1
        state = states[at]
        erased = _ERASED in state
        if erased:
            state = state.replace(_ERASED, "")
        if "\b" in state:
            state = _backspaced(state)
        if len(state) > covered:
            shown.append(state[covered:])
            covered = len(state)
        if erased:
            break
    last = "".join(shown).rstrip(" ")
    if telling is None or len(states) < 2:
        return last
    kept: list[str] = []
    seen: set[str] = set()
    for state in states:
        state = state.replace(_ERASED, "").rstrip(" ")
        look = state[:500].translate(_DIGITS_AND_BARS)
        if look and look not in seen:
            seen.add(look)
            if state not in last and telling(state):
                kept.append(state)
                if len(kept) == MOST_STATES:
                    break
    if not kept:
        return last
    return "".join(f"{state} [... overwritten ...] " for state in kept) + last


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
