"""Bytes to text without losing a line: UTF-8, BOMs, UTF-16, and Latin-1 where nothing else fits."""

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CONTROLS = bytes(byte for byte in range(32) if byte not in (7, 8, 9, 10, 12, 13, 27))


def typed(text: str) -> str:
    """A text of the command line; bytes that are no UTF-8, which came as surrogates, are replaced."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def decode(data: bytes) -> str:
    """Decode `data`, never failing: lines that are not UTF-8 are read as Latin-1, one by one."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    wide = _utf16_without_mark(data)
    if wide is not None:
        return wide
    return "\n".join(_decode_line(line) for line in data.split(b"\n"))


def _decode_line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _utf16_without_mark(data: bytes) -> str | None:
    """UTF-16 is told by every other byte being NUL, as in any mostly Western text."""
    head = data[:4096]
    if len(head) < 16 or head.count(0) * 3 < len(head):
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 4 * even:
        encoding = "utf-16-le"
    elif even > 4 * odd:
        encoding = "utf-16-be"
    else:
        return None
    return data.decode(encoding, "replace")


def is_binary(data: bytes) -> bool:
    """Whether `data` is not text for a reader: NULs or control bytes in more than one of a hundred."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    head = data[:65536]
    if not head:
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls * 100 <= len(head):
        return False
    return _utf16_without_mark(data) is None
