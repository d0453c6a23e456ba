"""The marks that stand where lines were left out, and the footer that brings the original back."""

FOOTER_START = "[knapsack: "
FOOTER_COMMAND = "original intact: knapsack retrieve "
SHOWN_DIGITS = 12
"""How many digits of the hash are shown, always."""


def thousands(number: int) -> str:
    """`18433` as `18,433`."""
    return f"{number:,}"


def plural(count: int, one: str) -> str:
    """`1 line`, `2 lines`."""
    return f"{thousands(count)} {one}" if count == 1 else f"{thousands(count)} {one}s"


def gap_mark(first: int, last: int, count: int, note: str = "") -> str:
    """The mark for `count` lines left out, of which `first` and `last` are the numbers (1-based).

    Where fewer lines are left out than the span holds, the span is said with `within`.
    """
    tail = f": {note}]" if note else "]"
    if first == last:
        return f"[... line {first}{tail}"
    if count == last - first + 1:
        return f"[... {thousands(count)} lines {first}-{last}{tail}"
    return f"[... {plural(count, 'line')} within {first}-{last}{tail}"


def footer(shown: int, total: int, tokens_in: int, tokens_out: int, digest: str, unit: str = "lines") -> str:
    """The one footer line.

    Args:
        shown, total: how many lines (or bytes, as `unit` says) of the input are shown.
        tokens_in, tokens_out: estimates for the whole input and the whole output.
        digest: the sha256 of the original, in hexadecimal.
    """
    fewer = 0 if tokens_in <= 0 else max(0, round(100 * (tokens_in - tokens_out) / tokens_in))
    return (
        f"{FOOTER_START}{thousands(shown)} of {thousands(total)} {unit} shown, {fewer}% fewer tokens; "
        f"{FOOTER_COMMAND}{digest[:SHOWN_DIGITS]}]"
    )


def ends_in_footer(data: bytes) -> bool:
    """Whether the last line of `data` has the form of a footer. It may be forged: callers mind that."""
    last = data[-400:].rstrip(b"\n").rpartition(b"\n")[2]
    return last.startswith(FOOTER_START.encode()) and last.endswith(b"]") and FOOTER_COMMAND.encode() in last
