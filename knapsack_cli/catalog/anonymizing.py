"""Take what identifies a person or a machine out of text that is written for measuring."""

from __future__ import annotations

import re
from collections.abc import Iterable

from knapsack_cli.text.redaction import redact

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_URL = re.compile(r"\b([a-z][a-z0-9+.-]{1,15})://[^\s\"'<>)\]]+")
_REMOTE = re.compile(r"\b[\w.-]{1,64}@[\w.-]{1,100}:[\w./~-]+")
_UUID = re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")
_IPV4 = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])(?::\d{1,5})?")
_IPV6 = re.compile(r"(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?![\w:])")
_PHONE = re.compile(r"(?<![\w.-])\+?\d{1,3}[ -]?(?:\(\d{1,4}\)|\d{2,4})(?:[ -]?\d{2,4}){2,3}(?![\w.-])")
_WINDOWS_PATH = re.compile(r"(?:\b[A-Za-z]:\\|\\\\)[^\s\"'<>|*?]+")
_UNIX_PATH = re.compile(r"(?<![\w.<])(?:~|\.{1,2})?(?:/[\w.@+~-]+){1,40}/?")
_HOST = re.compile(
    r"\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}"
    r"(?:com|org|net|io|dev|ai|app|cloud|co|de|uk|fr|cn|jp|eu|us|info|internal|local|lan|corp|intra)\b"
    r"(?::\d{1,5})?",
    re.IGNORECASE,
)


def anonymize(text: str, names: Iterable[str]) -> str:
    """`text` with secrets, addresses, hosts, paths, ids and the given `names` replaced by their kind."""
    text, _ = redact(text)
    for pattern, kind in (
        (_REMOTE, "remote"),
        (_URL, "url"),
        (_ADDRESS, "email"),
        (_UUID, "id"),
        (_WINDOWS_PATH, "path"),
        (_UNIX_PATH, "path"),
        (_HOST, "host"),
        (_IPV4, "address"),
        (_IPV6, "address"),
        (_PHONE, "phone"),
    ):
        text = pattern.sub(f"<{kind}>", text)
    for name in sorted({one for one in names if len(one) > 2}, key=lambda one: (-len(one), one)):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "<name>", text, flags=re.IGNORECASE)
    return text
