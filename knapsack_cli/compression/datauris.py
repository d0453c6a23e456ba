"""Files inside text: a base64 data URI becomes its type and size, whatever the text around it is."""

import re

from knapsack_cli.compression.marks import thousands
from knapsack_cli.text.lazy_patterns import lazy

LEAST = 100
"""Characters of base64; a shorter one costs no more than its mark."""
SIGN = ";base64,"
MARK = " data URI, "
_URI = lazy(
    rf"data:([\w.+-]+/[\w.+-]+)?((?:;[\w.+-]++=[^;,\s\"']++)*);base64,([A-Za-z0-9+/_=%-]{{{LEAST},}}+)"
)


def told(text: str) -> str:
    """`text` with `[image/png data URI, 12,345 bytes]` in place of each long data URI; lines stay lines."""
    return _URI.sub(_mark, text)


def _mark(found: "re.Match[str]") -> str:
    body = found[3].replace("%3D", "=").rstrip("=")
    return f"[{found[1] or 'text/plain'}{MARK}{thousands(len(body) * 3 // 4)} bytes]"
