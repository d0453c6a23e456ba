"""Secrets told by what stands beside them: addresses, headers, cookies, signatures, hashes of passwords.

The places follow gitleaks' curl and database rules (config/gitleaks.toml, MIT) and detect-secrets' basic-auth
plugin (Apache-2.0); the judgement of values is `secret_values`. Every quantifier is possessive or bounded, so
the time is linear.
"""

import re

from knapsack_cli.text.secret_values import entropy, is_login, is_standin, looks_chosen, looks_random

Span = tuple[int, int, str]

# Most patterns stay text until a literal says that they are wanted: compiling them all costs more than
# reading a small input.

_SCHEME = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-"
_ADDRESS = re.compile(rb"[^\s\"'<>`\\]{1,2000}+")
_HEADER = (
    rb"(?i)authorization\\?[\"']?[ \t]{0,4}[:=,][ \t]{0,4}(?:\[|\{)?(?:\\?[\"'])?"
    rb"(?:([A-Za-z][A-Za-z0-9\-]{2,20}+)[ \t]{1,4})?([A-Za-z0-9+/=_.~:%\-]{6,8192}+)(?!\()"
)
_BEARER = rb"(?i)\bbearer[ \t]{1,4}([A-Za-z0-9+/=_.~%\-]{12,8192}+)"
_COOKIE = (
    rb"(?i)\b(?:set-)?cookie\\?[\"']?(?:[ \t]{0,4}[:=]|(?<=--cookie)[ \t])[ \t]{0,4}"
    rb"\\?[\"']?([^\n\"']{6,8192})"
)
_COOKIE_PAIR = re.compile(rb"([^\s=;,]{1,100}+)=([^\s;,]{8,4096}+)")
_COOKIE_ATTRIBUTES = frozenset(
    b"path domain expires max-age samesite secure httponly version comment priority".split()
)
_COOKIE_NAMES = re.compile(rb"(?i)sess|sid\b|auth|token|jwt|remember|login|csrf|xsrf|secure|key|id$")
_SIGNATURE = (
    rb"[?&;, ](?:sig|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature|Signature|response)=\"?"
    rb"([A-Za-z0-9%+/=_\-]{20,4096}+)"
)
_AWS_SECRET = re.compile(rb"(?<![A-Za-z0-9+/=_\-])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=_\-])")
_HASHED = (
    rb"\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|(?:[156y]|apr1)\$[^\s:$\"']{1,60}+\$[./A-Za-z0-9$]{20,120}+"
    rb"|argon2id?\$[^\s\"':]{30,300}+)|\{(?:S?SHA\d{0,3}|S?MD5)\}[A-Za-z0-9+/=]{20,200}+"
)
_DATABASES = re.compile(
    rb"(?i)(?:postgres|postgresql|mysql|mariadb|mongodb|redis|rediss|amqp|amqps|mssql|sqlserver|oracle|jdbc|clickhouse|cockroach|couchbase|neo4j|bolt)\b"
)


def find_in_context(data: bytes, lower: bytes) -> list[Span]:
    """Spans (start, end, kind) of the values that their surroundings show to be secrets.

    `lower`: the same bytes in lower case.
    """
    spans: list[Span] = []
    if b"://" in data and b"@" in data:
        _addresses(data, spans)
    _headers(data, lower, spans)
    if b"sig" in lower or b"x-amz-" in lower or b"response=" in lower:
        for found in re.finditer(_SIGNATURE, data):
            if len(set(found[1])) > 8:
                spans.append((*found.span(1), "signature"))
    if b"$" in data or b"}" in data:
        spans += [(*found.span(), "password-hash") for found in re.finditer(_HASHED, data)]
    return spans


def beside_access_key(data: bytes, end: int) -> Span | None:
    """The AWS secret that follows an access key id within a line or two, as in a CSV."""
    window = data[end : end + 160]
    for found in _AWS_SECRET.finditer(window):
        if looks_random(found[1]) and entropy(found[1]) > 4 and found[1].strip(b"0123456789abcdef"):
            return end + found.start(1), end + found.end(1), "aws-secret"
    return None


def _addresses(data: bytes, spans: list[Span]) -> None:
    position = data.find(b"://")
    while position >= 0:
        at = position
        position = data.find(b"://", at + 3)
        if data.find(b"@", at, at + 2000) < 0:
            continue
        found = _ADDRESS.match(data, at + 3)
        if found is None or b"@" not in found[0]:
            continue
        rest = found[0]
        head = data[max(0, at - 31) : at]
        scheme = head[len(head.rstrip(_SCHEME)) :]
        authority = rest.partition(b"/")[0]
        if b"@" not in authority:
            if not _DATABASES.match(scheme):
                continue
            authority = rest
        login = authority.rpartition(b"@")[0]
        user, colon, password = login.partition(b":")
        start = at + 3
        if not colon:
            if _is_access(user):
                spans.append((start, start + len(user), "credentials"))
            continue
        if (
            any(mark in user for mark in (b"/", b"?", b"#", b"(", b"["))
            or (b"=" in user and not scheme.startswith(b"ldap"))
            or (b"/" in password and password.split(b"/", 1)[0].isdigit())
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
        if scheme in (b"aws4-hmac-sha256", b"digest"):
            continue
        if scheme == b"basic":
            if is_login(value) or (len(value) >= 16 and looks_random(value)):
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
