"""Swift as its grammar reads it: conditions of the compiler and `try? await` blanked.

The grammar knows neither `#if` around members nor `try? await f() {` as a condition, and takes the rest of
the class for an error. Rows of the tree stay rows of the file.
"""

from knapsack_cli.text.lazy_patterns import lazy

_BLANKED = lazy(rb"(?m)^[ \t]*#(?:if|elseif|else|endif)\b.*$|\btry[?!] await\b")


def plain(data: bytes) -> bytes:
    """The text with what the grammar stumbles over as blanks."""
    if b"#if" not in data and b" await" not in data:
        return data
    return _BLANKED.sub(lambda found: b" " * len(found[0]), data)
