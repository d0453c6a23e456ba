"""Secrets in statements without a telling word before their value: SQL, settings, manifests, account lists.

The forms follow the programs that write them: PostgreSQL's .pgpass, Redis and OpenLDAP settings, Kubernetes'
Secret, cloud-init, SNMP, SMTP's AUTH. Each pattern is tried only where a literal says so.
"""

import re

from knapsack_cli.text.secret_sentences import find_argument
from knapsack_cli.text.secret_values import (
    PASSWORD,
    is_login,
    is_secret,
    is_standin,
    looks_chosen,
    looks_random,
)

Span = tuple[int, int, str]

_IDENTIFIED = re.compile(
    rb"(?i)identified[ ]{1,4}(?:with[ ]{1,4}\w{1,40}[ ]{1,4})?by[ ]{1,4}"
    rb"(?:'([^'\n]{4,200}+)'|([^\s'\";]{4,200}+)(?=;|\s|$))"
)
_SETTING = re.compile(
    rb"(?:requirepass|masterauth|rootpw|bindpw|AUTH(?:[ ]default)?)[ \t]{1,8}"
    rb"[\"']?([^\s\"']{4,200}+)[\"']?[ \t\r]{0,4}(?=\n|$)"
)
_SETTINGS = (b"requirepass", b"masterauth", b"rootpw", b"bindpw", b"AUTH")
_AFTER: tuple[tuple[bytes, "re.Pattern[bytes]"], ...] = (
    (b"auth ", re.compile(rb"auth (?:md5|sha) ([^\s\"']{6,200}+)")),
    (b"priv ", re.compile(rb"priv (?:des|3des|aes(?: \d{3})?) ([^\s\"']{6,200}+)")),
    (b"SETUSER ", re.compile(rb"SETUSER[ ][^\n]{0,80}?[ ]>([^\s]{4,200}+)")),
    (
        b"wifi ",
        re.compile(rb"wifi[ ][^\n]{0,100}?[ ]password[ ][\"']?((?<=[\"'])[^\"'\n]{4,100}+|[^\s\"']{4,100}+)"),
    ),
    (b"331 ", re.compile(rb"331 [^\n]{0,200}\n(?:[^\n]{0,20}?[ >*])?PASS ([^\s]{4,200}+)")),
    (
        b"USER ",
        re.compile(rb"USER [^\n]{0,200}\n(?:331 [^\n]{0,100}\n)?(?:[^\n]{0,20}?[ >*])?PASS ([^\s]{4,200}+)"),
    ),
    (b"oracle:thin:", re.compile(rb"oracle:thin:[\w.$]{1,60}+/([^\s@/\"']{4,100}+)@")),
    (b"sqlplus ", re.compile(rb"sqlplus[ ](?:-\w[ ])?[\w.$]{1,60}+/([^\s@/\"']{4,100}+)@")),
    (b"impdp ", re.compile(rb"impdp[ ][\w.$]{1,60}+/([^\s@/\"']{4,100}+)@")),
    (b"expdp ", re.compile(rb"expdp[ ][\w.$]{1,60}+/([^\s@/\"']{4,100}+)@")),
    (b"/hooks/catch/", re.compile(rb"/hooks/catch/\d{1,12}/(\w{5,40}+)")),
    (b"access_token$", re.compile(rb"access_token\$(?:production|sandbox)\$([a-z0-9]{16}\$[a-f0-9]{32})")),
    (b"SecureString", re.compile(rb"SecureString[ ](?:-String[ ])?[\"']([^\"'\n]{4,200}+)[\"']")),
)
"""A literal, and what follows it."""
_SMTP = re.compile(rb"AUTH (?:PLAIN|LOGIN) ([A-Za-z0-9+/]{8,400}+={0,2})")
_PGPASS = re.compile(
    rb"(?m)^[^\s:/#]{1,200}+:(?:\d{4,5}|\*):[^\s:/]{1,100}+:[^\s:/]{1,100}+:([^\s:]{4,200}+)[ \t\r]{0,4}$"
)
_ACCOUNT_BEFORE = re.compile(rb"(?i)\b(?:auth\w{0,12}|login|logging in|denied|connect\w{0,6}|user|account)\b")
_CALLED = (
    b"login(",
    b"etConnection(",
    b"PDO(",
    b"ysqli_connect(",
    b"mysqli(",
    b".sign(",
    b"Hmac(",
    b"AWS.Credentials(",
)
_IDENTIFIER = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_DATA = re.compile(rb"(?m)^([ \t+\-]{0,8})(?:stringData|data):[ \t\r]{0,4}\n")
_ENTRY = re.compile(
    rb"[ \t+\-]{1,40}[\w.\-]{1,200}:[ \t]{1,4}(?:[|>][+\-]?[ \t\r]{0,4}\n[ \t]{1,60})?"
    rb"[\"']?([A-Za-z0-9+/]{8,100000}+={0,2})[\"']?[ \t\r]{0,4}(?:\n|$)"
)
_JSON_DATA = re.compile(rb"\"(?:data|stringData)\":[ \n]{0,20}\{([^{}]{0,20000}+)\}")
_JSON_ENTRY = re.compile(rb"\"[\w.\-]{1,200}\":[ ]{0,2}\"([^\"\\]{4,10000}+)\"")
_ACCOUNTS = re.compile(rb"chpasswd:[^\n]{0,40}\n((?:[ \t]{1,20}[^\n]{0,200}(?:\n|$)){1,40})")
_ACCOUNT = re.compile(rb"(?m)^[ \t\-]{1,20}[\w.\-]{1,40}:([^\s:]{4,200}+)[ \t\r]{0,4}$")
_NEAR = 6_000
"""How far from the word `kind: Secret` its data may stand."""


def find_in_statements(data: bytes, lower: bytes) -> list[Span]:
    """Spans (start, end, kind) of the secrets in the statements of `data`.

    `lower`: the same bytes in lower case.
    """
    spans: list[Span] = []
    if b"identified" in lower:
        for found in _IDENTIFIED.finditer(data):
            _password(spans, found, found.lastindex or 1)
    for word in _SETTINGS:
        for position in _places(data, word):
            match = _SETTING.match(data, position)
            line = data[max(0, position - 16) : position].rpartition(b"\n")[2]
            if match is not None and not line.strip(b" \t\"'") and looks_chosen(match[1]):
                _password(spans, match, 1)
    for literal, pattern in _AFTER:
        for position in _places(data, literal):
            match = pattern.match(data, position)
            if match is not None:
                _password(spans, match, 1)
    if b"AUTH " in data:
        spans += [(*found.span(1), "basic-auth") for found in _SMTP.finditer(data) if _is_plain(found[1])]
    if b":5432:" in data or b":*:" in data:
        spans += [(*found.span(1), "password") for found in _PGPASS.finditer(data) if looks_chosen(found[1])]
    for position in _places(data, b"@"):
        _login_at(data, position, spans)
    for literal in _CALLED:
        for position in _places(data, literal):
            head = data[max(0, position - 30) : position + len(literal) - 1]
            name = head[len(head.rstrip(_IDENTIFIER)) :].lower()
            find_argument(data, name, position + len(literal), spans)
    for position in _places(data, b"Secret"):
        if data[max(0, position - 14) : position].rstrip(b" \t\"'").endswith((b"kind:", b'kind":')):
            _manifest(data, position, spans)
    for accounts in _ACCOUNTS.finditer(data) if b"chpasswd:" in data else ():
        for found in _ACCOUNT.finditer(accounts[1]):
            if not is_standin(found[1]):
                start = accounts.start(1)
                spans.append((start + found.start(1), start + found.end(1), "password"))
    return spans


def _places(data: bytes, literal: bytes) -> list[int]:
    places: list[int] = []
    position = data.find(literal)
    while position >= 0:
        places.append(position)
        position = data.find(literal, position + len(literal))
    return places


def _password(spans: list[Span], found: "re.Match[bytes]", group: int) -> None:
    value = found[group]
    if is_secret(PASSWORD, value, True, True) or (b" " in value and not is_standin(value)):
        spans.append((*found.span(group), "password"))


def _is_plain(value: bytes) -> bool:
    """SASL's PLAIN: NUL, user, NUL, password in base64 (RFC 4616), or one of them alone."""
    return value.startswith(b"A") or is_login(value) or looks_random(value)


def _login_at(data: bytes, position: int, spans: list[Span]) -> None:
    """`user:password@host` without a scheme in a sentence on a login."""
    text = data[max(0, position - 120) : position]
    word = text.replace(b"'", b" ").replace(b'"', b" ").replace(b"\n", b" ").rpartition(b" ")[2]
    user, colon, password = word.partition(b":")
    if (
        not colon
        or not user
        or len(password) < 6
        or b"/" in word
        or not data[position + 1 : position + 2].isalpha()
    ):
        return
    line = text[text.rfind(b"\n") + 1 :]
    if _ACCOUNT_BEFORE.search(line) and is_secret(PASSWORD, password, True, True):
        spans.append((position - len(password), position, "password"))


def _manifest(data: bytes, position: int, spans: list[Span]) -> None:
    """The values of a Kubernetes Secret, whatever their names are."""
    floor = max(0, position - _NEAR)
    start = max(data.rfind(b"\n---", floor, position), floor)
    end = data.find(b"\n---", position, position + _NEAR)
    end = end if end >= 0 else min(len(data), position + _NEAR)
    for block in _DATA.finditer(data, start, end):
        at = block.end()
        while (entry := _ENTRY.match(data, at)) is not None:
            spans.append((*entry.span(1), "secret"))
            at = entry.end()
    for document in _JSON_DATA.finditer(data, start, end):
        for entry in _JSON_ENTRY.finditer(document[1]):
            spans.append((document.start(1) + entry.start(1), document.start(1) + entry.end(1), "secret"))
