"""Private keys written out over many lines, or in one with `\\n` escapes.

PEM (RFC 7468) in every form (PKCS#1, PKCS#8, ENCRYPTED, EC, DSA, OPENSSH, PGP blocks), PuTTY's .ppk, and
JSON Web Keys; with or without an end, or with an end alone; indented, quoted, behind `+`, `|`, line numbers
or log prefixes.
"""

import re

KIND = "private-key"

_MARKER = re.compile(rb"-----BEGIN [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----")
_SSH2 = re.compile(rb"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----")
_END = re.compile(
    rb"-----END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----|---- END SSH2 ENCRYPTED PRIVATE KEY ----"
)
_ESCAPED_BODY = re.compile(
    rb"(?:[A-Za-z0-9+/= \t]++|\\{1,4}[nr\"]|-----END [A-Z0-9 ]{0,40}?PRIVATE KEY(?: BLOCK)?-----)*"
)
_BODY = re.compile(rb"([A-Za-z0-9+/]{16,}+={0,2})(?:\\{1,4}[nr])*[\"'`,;+\\) \t\r]*$")
_LAST_BODY = re.compile(
    rb"(?:^|[\s|:>+\"'])(=?[A-Za-z0-9+/]{1,80}+={0,2})(?:\\{1,4}[nr])*[\"'`,;+\\) \t\r]*$"
)
_HEADER = re.compile(
    rb"(?:^|[\s|:>+\"'])"
    rb"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Subject|X-[\w-]+): ?[^\n]*$"
)
_BLANK = re.compile(rb"[\s|:>+\"'\\#*/]*$")
_PUTTY = re.compile(rb"Private-Lines: {1,4}(\d{1,4})")
_PUTTY_MAC = re.compile(rb"Private-(?:MAC|Hash): {1,4}([0-9a-f]{8,})")
_WEB_KEY = re.compile(rb"\\?\"(?:d|p|q|dp|dq|qi|k)\\?\"[ \t]{0,4}:[ \t]{0,4}\\?\"([A-Za-z0-9_\-]{20,}+)\\?\"")

Span = tuple[int, int, str]


def find_private_keys(data: bytes) -> list[Span]:
    """Spans of private key material, one a line; the later lines of a key carry the kind ``""``."""
    spans: list[Span] = []
    if b"PRIVATE KEY" in data:
        reached = 0
        for marker in _MARKER.finditer(data):
            if marker.start() >= reached:
                reached = _from_marker(data, marker.start(), marker.end(), spans)
        for marker in _SSH2.finditer(data):
            _from_marker(data, marker.start(), marker.end(), spans)
        for end in _END.finditer(data):
            if not any(start <= end.start() < stop for start, stop, _ in spans[-400:]):
                _before_end(data, end.start(), end.end(), spans)
    if b"Private-Lines:" in data:
        _putty(data, spans)
    if b"kty" in data:
        spans += [(*found.span(1), "jwk") for found in _WEB_KEY.finditer(data)]
    return spans


def _from_marker(data: bytes, start: int, end: int, spans: list[Span]) -> int:
    """The key that begins at `start`; returns how far it was read."""
    escaped = _ESCAPED_BODY.match(data, end)
    stop = escaped.end() if escaped is not None else end
    if len(set(data[end:stop].partition(b"-----END")[0])) > 8 and stop - end >= 24:
        spans.append((start, start + len(data[start:stop].rstrip(b' \t\\"')), KIND))
        return stop
    lines: list[Span] = []
    position = _next_line(data, end)
    reached = end
    started = False
    while position < len(data):
        line_end = data.find(b"\n", position)
        if line_end < 0:
            line_end = len(data)
        line = data[position : min(line_end, position + 4096)]
        closing = _END.search(line)
        if closing is not None:
            lines.append((position + closing.start(), position + closing.end(), ""))
            reached = line_end
            break
        body = _BODY.search(line)
        if body is not None and (started or _encoded(body[1])):
            started = True
        else:
            body = _LAST_BODY.search(line) if started else None
            if body is not None and body[1].isalpha() and len(body[1]) % 4:
                body = None
        if body is not None:
            lines.append((position + body.start(1), position + body.end(1), ""))
        elif not (_HEADER.search(line) or _BLANK.match(line)):
            break
        reached = line_end
        position = line_end + 1
    if not started:
        return end
    spans.append((start, end, KIND))
    spans += lines
    return reached


def _encoded(run: bytes) -> bool:
    """Whether `run` is encoded bytes and not a long word of prose or code."""
    return len(run) >= 48 or any(48 <= byte <= 57 or byte in b"+/=" for byte in run)


def _next_line(data: bytes, position: int) -> int:
    end = data.find(b"\n", position)
    return len(data) if end < 0 else end + 1


def _before_end(data: bytes, start: int, end: int, spans: list[Span]) -> None:
    """The key whose beginning was cut off: the lines above its end marker."""
    lines: list[Span] = [(start, end, "")]
    line_end = data.rfind(b"\n", 0, start)
    while line_end > 0:
        line_start = data.rfind(b"\n", 0, line_end) + 1
        body = _BODY.search(data[max(line_start, line_end - 4096) : line_end])
        if body is None and len(lines) == 1:
            body = _LAST_BODY.search(data[max(line_start, line_end - 4096) : line_end])
        if body is None or (len(lines) > 2 and not _encoded(body[1])):
            break
        shift = max(line_start, line_end - 4096)
        lines.append((shift + body.start(1), shift + body.end(1), ""))
        line_end = line_start - 1
    if len(lines) > 1 and any(stop - begin >= 24 for begin, stop, _ in lines[1:]):
        first = lines[-1]
        spans.append((first[0], first[1], KIND))
        spans += lines[-2::-1]


def _putty(data: bytes, spans: list[Span]) -> None:
    reached = 0
    for found in _PUTTY.finditer(data):
        if found.start() < reached:
            continue
        position = _next_line(data, found.end())
        kind = KIND
        for _ in range(min(int(found[1]), 400)):
            line_end = data.find(b"\n", position)
            line_end = len(data) if line_end < 0 else line_end
            body = _LAST_BODY.search(data[position : min(line_end, position + 4096)])
            if body is None:
                break
            spans.append((position + body.start(1), position + body.end(1), kind))
            kind = ""
            position = reached = line_end + 1
    spans += [(*found.span(1), "") for found in _PUTTY_MAC.finditer(data)]
