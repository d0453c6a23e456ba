"""Kotlin's classes whose constructor begins on a line of its own, as formatters write it.

The grammar ends the class at its name there, and takes the rest of the file for a call and its block. So
the name is moved down to the constructor; rows of the tree stay rows of the file.
"""

import re

_HEAD = re.compile(
    rb"\b(class[ \t]+\w+(?:[ \t]*<[^<>\n]*>)?)"
    rb"((?:[ \t]*(?://[^\n]*)?\n)+[ \t]*(?:@[\w.]+(?:\([^()\n]*\))?[ \t\n]*)*"
    rb"(?:(?:public|private|internal|protected)[ \t]+)?)constructor[ \t]*\("
)


def beside_names(data: bytes) -> bytes:
    """The text with each class named where its constructor begins."""
    if b"constructor" not in data:
        return data
    return _HEAD.sub(lambda found: b"\n" * found[2].count(b"\n") + found[1] + b"(", data)
