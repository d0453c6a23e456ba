"""Secrets told by what stands beside them: assignments, addresses, headers, cookies, command lines, SQL.

The places follow gitleaks' generic, curl and database rules (config/gitleaks.toml, MIT) and detect-secrets'
keyword and basic-auth plugins (Apache-2.0); the judgement of names and values is `secret_values`. Every
quantifier is possessive or bounded, so the time is linear.
"""

import binascii
import re

from knapsack_cli.text.secret_values import (
    KEY,
    PASSWORD,
    entropy,
    is_secret,
    is_standin,
    judge_name,
    looks_chosen,
    looks_random,
)

Span = tuple[int, int, str]

# Most patterns stay text until a literal says that they are wanted: compiling them all costs more than
# reading a small input.

_ASSIGNMENT = re.compile(
    rb"(?<![\w.\-])(-{0,2}+[A-Za-z_][A-Za-z0-9_.\-]{1,99}+)"
    rb"(?:\\?[\"']\]|\\?[\"'`]|\]|\?)?+(?:[ \t]{0,40}+(?::=|=>|==?=?|:)|>(?=[^<\s]))"
)
_NAME_AND_VALUE = (
    rb"(?i)(?:name|key)\\?[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']?([A-Za-z_][\w.\-]{2,99}+)\\?[\"']?,?"
    rb"\s{1,60}+\\?[\"']?value\\?[\"']?[ \t]{0,4}[:=]"
)
_ARGUMENTS = rb"(?<=\()[ \t]{0,4}+([\"'])([A-Za-z_][A-Za-z0-9_.\-]{1,99}+)\1,[ \t]{0,4}+(?=[\"'])"
_COLUMNS = (
    rb"(?:^|\n)[ \t|]{0,8}+([A-Za-z_][A-Za-z0-9_.\-]{1,99}+)(?:[ \t]{0,40}+\|[ \t]|[ \t]{3})[ \t]{0,40}+"
    rb"([^\s|]{6,400}+)[ \t|\r]{0,40}+(?=\n|$)"
)
_FLAG = rb"(?<![\w\-])--([A-Za-z][\w\-]{2,60}+)[ \t]{1,4}+(?=[^\s\-])"
_ADDRESS = rb"([A-Za-z][A-Za-z0-9+.\-]{1,30}+)://([^\s\"'<>`\\]{1,2000}+)"
_HEADER = (
    rb"(?i)authorization\\?[\"']?[ \t]{0,4}[:=,][ \t]{0,4}(?:\\?[\"'])?"
    rb"(?:([A-Za-z][A-Za-z\-]{2,20}+)[ \t]{1,4})?([A-Za-z0-9+/=_.~:%\-]{6,8192}+)(?!\()"
)
_BEARER = rb"(?i)\bbearer[ \t]{1,4}([A-Za-z0-9+/=_.~%\-]{12,8192}+)"
_COOKIE = rb"(?i)\b(?:set-)?cookie\\?[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']?([^\n\"']{6,8192})"
_COOKIE_PAIR = re.compile(rb"([^\s=;,]{1,100}+)=([^\s;,]{8,4096}+)")
_COOKIE_ATTRIBUTES = frozenset(
    b"path domain expires max-age samesite secure httponly version comment priority".split()
)
_COOKIE_NAMES = re.compile(rb"(?i)sess|sid\b|auth|token|jwt|remember|login|csrf|xsrf|secure|key|id$")
_USER_OPTION = (
    rb"(?<=[ \t\n])(?:-u|--user)[ \t=]{1,4}\\?[\"']?[^\s:\"'$]{0,100}+[\"']?:[\"']?([^\s\"']{3,200}+)"
)
_USER_COMMANDS = re.compile(rb"(?<![\w/:.\-])(?:curl|wget|https?|xh)[ \t]")
_SHORT_OPTION = (
    rb"\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass|(?:docker|podman)[ ]login)\b"
    rb"[^\n|;&]{0,300}?[ \t]-p[ \t]?\\?[\"']?([^\s\"'\-$][^\s\"']{3,200}+)"
)
_SQL = rb"(?i)\b(?:identified[ ]{1,4}by|password)[ ]{1,4}(?:as[ ]{1,4})?'([^'\n]{4,200}+)'"
_NETRC = rb"\b(?:login|user)[ \t]{1,8}\S{1,100}+\s{1,40}+password[ \t]{1,8}(\S{4,200}+)"
_SAID = (
    rb"(?i)\b(?:password|passphrase|passwd|pwd)[ \t](?:is|was)"
    rb"(?:[ \t]set[ \t]to)?:?[ \t]{1,4}[\"'`]?([^\s\"'`]{6,100}+)"
)
_SIGNATURE = (
    rb"[?&;](?:sig|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature|Signature)="
    rb"([A-Za-z0-9%+/=_\-]{20,4096}+)"
)
_AWS_SECRET = re.compile(rb"(?<![A-Za-z0-9+/=_\-])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=_\-])")
_HASHED = (
    rb"\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|[156y]\$[^\s:$\"']{1,60}+\$[./A-Za-z0-9$]{20,120}+"
    rb"|argon2id?\$[^\s\"':]{30,300}+)"
)
_DATABASES = re.compile(
    rb"(?i)(?:postgres|postgresql|mysql|mariadb|mongodb|redis|rediss|amqp|amqps|mssql|sqlserver|oracle|jdbc|clickhouse|cockroach|couchbase|neo4j|bolt)\b"
)

_LONG = 256
"""A value of more characters is not searched for further names."""
_QUOTES = (b'\\"', b"\\'", b'"', b"'", b"`")
_BARE = re.compile(rb"[^\s\"'`;,&<>|)}\]]{1,4096}+")
_LINE_VALUE = re.compile(rb"[^\s\"'`]{1,4096}+")
_DECLARED = re.compile(rb"[ \t]{0,4}[A-Za-z_][\w.\[\]|<>?, ]{0,40}?[ \t]=[ \t]{0,4}(?=[\"'`])")
_LINE_START = re.compile(rb"(?:^|\n)[ \t+>$#-]{0,12}(?:(?:export|set|ENV|ARG|declare -x|-e|env)[ \t]{1,4})?$")


def find_in_context(data: bytes) -> list[Span]:
    """Spans (start, end, kind) of the values that their surroundings show to be secrets."""
    spans: list[Span] = []
    lower = data.lower()
    _assignments(data, lower, spans)
    if b"://" in data and b"@" in data:
        _addresses(data, spans)
    _headers(data, lower, spans)
    _commands(data, lower, spans)
    if b"sig" in lower or b"x-amz-" in lower:
        for found in re.finditer(_SIGNATURE, data):
            if len(set(found[1])) > 8:
                spans.append((*found.span(1), "signature"))
    if b"$" in data:
        spans += [(*found.span(), "password-hash") for found in re.finditer(_HASHED, data)]
    return spans


def beside_access_key(data: bytes, end: int) -> Span | None:
    """The AWS secret that follows an access key id within a line or two, as in a CSV."""
    window = data[end : end + 160]
    for found in _AWS_SECRET.finditer(window):
        if looks_random(found[1]) and entropy(found[1]) > 4 and found[1].strip(b"0123456789abcdef"):
            return end + found.start(1), end + found.end(1), "aws-secret"
    return None


def _assignments(data: bytes, lower: bytes, spans: list[Span]) -> None:
    reached = 0
    for found in _ASSIGNMENT.finditer(data):
        if found.start() < reached:
            continue
        name = found[1]
        judged = judge_name(name)
        if judged is None:
            continue
        separator = data[found.end() - 1 : found.end()]
        reached = _value(data, found.end(), found.start(), judged, name, separator != b":", spans)
    for found in re.finditer(_NAME_AND_VALUE, data) if b"value" in lower else ():
        judged = judge_name(found[1])
        if judged is not None:
            _value(data, found.end(), found.start(), judged, found[1], True, spans)
    for found in re.finditer(_ARGUMENTS, data) if b"(" in data else ():
        judged = judge_name(found[2])
        if judged is not None:
            _value(data, found.end(), found.start(), judged, found[2], True, spans)
    for found in re.finditer(_COLUMNS, data) if b"|" in data or b"   " in data or b"\t" in data else ():
        judged = judge_name(found[1])
        value = found[2].rstrip(b",;")
        if judged is not None and looks_chosen(value) and is_secret(judged, value, False, True):
            spans.append((found.start(2), found.start(2) + len(value), _kind(judged, found[1])))
    for found in re.finditer(_FLAG, data) if b"--" in data else ():
        judged = judge_name(found[1])
        if judged is not None:
            _value(data, found.end(), found.start(), judged, found[1], False, spans)


def _value(
    data: bytes, position: int, name_start: int, judged: str, name: bytes, equals: bool, spans: list[Span]
) -> int:
    """Judge the value at `position`; returns how far no further name needs to be looked for."""
    start = position
    while data[start : start + 1] in (b" ", b"\t"):
        start += 1
    spaced = start > position
    first = data[start : start + 1]
    if first in (b"|", b">"):
        start = _block_value(data, start)
        first = data[start : start + 1]
    declared = _DECLARED.match(data, start) if first.isalpha() else None
    if declared is not None:
        start = declared.end()
    if data[start : start + 1] in (b"b", b"r", b"u", b"f", b"@") and data[start + 1 : start + 2] in (
        b'"',
        b"'",
    ):
        start += 1
    for quote in _QUOTES:
        if data.startswith(quote, start):
            begin = start + len(quote)
            end = _closing(data, begin, quote)
            if is_secret(judged, data[begin:end], True, True) or _encoded_login(name, data[begin:end]):
                spans.append((begin, end, _kind(judged, name)))
                return end
            return end if end - begin > _LONG else begin
    whole_line = (
        equals and not spaced and _LINE_START.search(data, max(0, name_start - 32), name_start) is not None
    )
    bare = (_LINE_VALUE if whole_line else _BARE).match(data, start)
    if bare is None:
        return start
    value = bare[0].rstrip(b",;\\" if whole_line else b".,;:")
    for escape in (b"\\n", b"\\r", b"\\t", b"\\u"):
        value = value.split(escape, 1)[0]
    if name.lower().endswith(value.lower()):
        return start
    if judged == KEY and spaced and not equals and len(value) < 12 and name.isalpha() and name.islower():
        return start
    if is_secret(judged, value, False, equals and not spaced) or _encoded_login(name, value):
        spans.append((start, start + len(value), _kind(judged, name)))
        return start + len(value)
    return bare.end() if bare.end() - start > _LONG else start


def _block_value(data: bytes, position: int) -> int:
    """Where the text of a YAML block (`password: |`) starts; `position` itself if there is none."""
    line_end = data.find(b"\n", position, position + 8)
    if line_end < 0:
        return position
    start = line_end + 1
    while data[start : start + 1] in (b" ", b"\t"):
        start += 1
    return start


def _closing(data: bytes, begin: int, quote: bytes) -> int:
    """Where the quoted value that begins at `begin` ends: its quote, else the end of the line."""
    limit = data.find(b"\n", begin, begin + 8192)
    limit = min(len(data), begin + 8192) if limit < 0 else limit
    end = data.find(quote, begin, limit)
    while end > begin and len(quote) == 1 and data[end - 1 : end] == b"\\":
        end = data.find(quote, end + 1, limit)
    return limit if end < 0 else end


def _kind(judged: str, name: bytes) -> str:
    if judged == PASSWORD:
        return "password"
    lower = name.lower()
    for word in ("token", "secret", "key"):
        if lower.endswith(word.encode()):
            return word
    return "secret"


def _encoded_login(name: bytes, value: bytes) -> bool:
    """Whether the value of an `auth` field is the base64 of user:password, as Docker and npm have it."""
    return name.lower().endswith(b"auth") and _is_login(value)


def _is_login(value: bytes) -> bool:
    if len(value) < 8 or len(value) > 400:
        return False
    try:
        text = binascii.a2b_base64(value + b"=" * (-len(value) % 4), strict_mode=False)
    except binascii.Error:
        return False
    return b":" in text[1:] and all(32 <= byte < 127 or byte >= 0xC2 for byte in text)


def _addresses(data: bytes, spans: list[Span]) -> None:
    for found in re.finditer(_ADDRESS, data):
        rest = found[2]
        if b"@" not in rest:
            continue
        authority = rest.partition(b"/")[0]
        if b"@" not in authority:
            if not _DATABASES.match(found[1]):
                continue
            authority = rest
        login = authority.rpartition(b"@")[0]
        user, colon, password = login.partition(b":")
        start = found.start(2)
        if not colon:
            if _is_access(user):
                spans.append((start, start + len(user), "credentials"))
            continue
        if any(mark in user for mark in (b"/", b"?", b"#", b"=", b"(", b"[")) or (
            b"/" in password and password.split(b"/", 1)[0].isdigit()
        ):
            continue
        if password and not is_standin(password):
            spans.append((start + len(user) + 1, start + len(login), "password"))
        if _is_access(user):
            spans.append((start, start + len(user), "credentials"))


def _is_access(user: bytes) -> bool:
    """Whether the user of an address is itself a key, as in Sentry's DSNs and `https://TOKEN@host`."""
    least = 20 if user.strip(b"0123456789abcdef") else 32
    return len(user) >= least and b"@" not in user and looks_random(user)


def _headers(data: bytes, lower: bytes, spans: list[Span]) -> None:
    for found in re.finditer(_HEADER, data) if b"authorization" in lower else ():
        scheme = (found[1] or b"").lower()
        value = found[2]
        if scheme == b"basic":
            if _is_login(value):
                spans.append((*found.span(2), "basic-auth"))
        elif not is_standin(value) and (
            looks_random(value) or (scheme and len(value) >= 8 and looks_chosen(value))
        ):
            spans.append((*found.span(2), "bearer" if scheme == b"bearer" else "authorization"))
    for found in re.finditer(_BEARER, data) if b"bearer" in lower else ():
        if looks_random(found[1]) and not is_standin(found[1]):
            spans.append((*found.span(1), "bearer"))
    for found in re.finditer(_COOKIE, data) if b"cookie" in lower else ():
        for pair in _COOKIE_PAIR.finditer(found[1]):
            name, value = pair[1].lower(), pair[2]
            if name in _COOKIE_ATTRIBUTES or is_standin(value):
                continue
            if (looks_random(value) and len(value) >= 20) or (
                _COOKIE_NAMES.search(name) and any(48 <= byte <= 57 for byte in value)
            ):
                shift = found.start(1)
                spans.append((shift + pair.start(2), shift + pair.end(2), "cookie"))


def _commands(data: bytes, lower: bytes, spans: list[Span]) -> None:
    for found in re.finditer(_USER_OPTION, data) if b"-u" in data else ():
        if _USER_COMMANDS.search(_command_before(data, found.start())) and not is_standin(found[1]):
            spans.append((*found.span(1), "password"))
    worded = b"password" in lower
    for possible, pattern, certain in (
        (b" -p" in data, _SHORT_OPTION, True),
        (b"'" in data and (worded or b"identified" in lower), _SQL, True),
        (worded and (b"login" in lower or b"user" in lower), _NETRC, False),
        (b" is" in data or b" was" in data, _SAID, False),
    ):
        for found in re.finditer(pattern, data) if possible else ():
            if is_secret(PASSWORD, found[1], True, True) and (certain or not found[1].isalpha()):
                spans.append((*found.span(1), "password"))


def _command_before(data: bytes, position: int) -> bytes:
    """The command line up to `position`, with the lines that a backslash continues."""
    floor = max(0, position - 1000)
    start = data.rfind(b"\n", floor, position)
    while start > floor and data[start - 1 : start] == b"\\":
        start = data.rfind(b"\n", floor, start)
    return data[max(start, floor) : position]
