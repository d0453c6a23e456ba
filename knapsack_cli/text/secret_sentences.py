"""Secrets that a sentence or a call gives to a telling word: `password for bob: ...`, `login("b", "...")`."""

import re

from knapsack_cli.text.secret_values import KEY, PASSWORD, is_secret, looks_chosen, looks_random

Span = tuple[int, int, str]

_SAID = re.compile(rb"[ \t](?:is|was)(?:[ \t]set[ \t]to)?:?[ \t]{1,4}[\"'`]?([^\s\"'`]{6,100}+)")
_SQL = re.compile(rb"[ ]{1,4}(?:as[ ]{1,4}|AS[ ]{1,4})?'([^'\n]{4,200}+)'")
_NETRC = re.compile(rb"[ \t]{1,8}(\S{4,200}+)")
_NETRC_BEFORE = re.compile(rb"\b(?:login|user)[ \t]{1,8}\S{1,100}+\s{1,40}$")
_TYPED = re.compile(rb"[ \t][0-9][ \t]([^\s\"']{4,200}+)")
_TOLD = re.compile(
    rb"[^\n:=]{3,100}:(?:[ \t]{1,4}|[ \t]{0,4}\n[ \t]{0,8}\n?[ \t]{0,8})"
    rb"([^\s\"'`<>,]{6,80}+)[ \t\r]{0,4}(?=\n|$)"
    rb"|[^\n:=]{0,60}?:?[ \t]{0,4}\n\s{0,20}([A-Za-z0-9+*=_\-]{12,64}+)[ \t\r]{0,4}(?=\n|$)"
)
_OWNER = re.compile(
    rb"(?i)\b(?:api|access|secret|unseal|auth|recovery|license|licence|master|encryption)[ ]$"
)
_KEY_SAID = re.compile(
    rb"(?:[ ]\d{1,2})?(?:[ ](?:provided|is|was|created|generated|used))?[ ]{0,2}[:=]?[ ]{0,2}[\"'`]?"
    rb"([A-Za-z0-9+/=_\-]{16,200}+)"
)
_TOKEN_SAID = re.compile(
    rb"(?:[ ](?:is|was|created|generated|issued|received|provided|used))?[ ]{0,2}[:=]?[ ]{1,2}[\"'`]?"
    rb"([A-Za-z0-9+/=_\-.]{20,400}+)"
)
_WORDS = frozenset((b"password", b"passphrase", b"passwd", b"pwd"))
SPOKEN = frozenset((*_WORDS, b"key", b"token", b"secret"))
"""Words that a sentence may give a value to."""
CALLS: dict[bytes, int] = {
    b"login": -1, b"authenticate": -1, b"auth": -1, b"basicauth": -1, b"httpbasicauth": -1,
    b"setbasicauth": -1,
    b"networkcredential": 1, b"pscredential": 1, b"getconnection": -1, b"pdo": 2, b"mysqli_connect": 2,
    b"mysqli": 2, b"mysql_connect": 2, b"pg_connect": -1, b"credentials": -1, b"basicawscredentials": -1,
    b"usernamepasswordcredentials": -1, b"sign": -1, b"createhmac": -1, b"basic_auth": -1, b"password": -1,
    b"usernamepasswordauthenticationtoken": -1, b"passwordauthentication": -1, b"credential": -1,
}  # fmt: skip
"""Calls that take a password, and which of their quoted arguments it is."""
_RANDOM_ONLY = frozenset((b"sign", b"createhmac", b"credentials", b"basicawscredentials"))
_TWO_OR_MORE = frozenset((b"auth", b"login", b"authenticate", b"credential"))
_TEXT = re.compile(rb"([\"'])([^\"'\n]{0,300})\1")


def find_spoken(data: bytes, start: int, end: int, judged: str | None, spans: list[Span]) -> None:
    """What a call or a sentence gives to the name at `start`..`end`."""
    name = data[start:end].lower()
    opening = end + (data[end : end + 1] == b"=")
    if data[opening : opening + 1] == b"(":
        find_argument(data, name.rpartition(b".")[2], opening + 1, spans)
    elif name in _WORDS:
        _password(data, start, end, spans)
    elif name == b"key":
        if _OWNER.search(data, max(0, start - 14), start):
            _random(data, _KEY_SAID, end, "key", spans)
    elif name == b"token":
        _random(data, _TOKEN_SAID, end, "token", spans)
    elif name == b"secret" and judged is not None:
        found = _TYPED.match(data, end)
        if found is not None and looks_chosen(found[1]):
            spans.append((*found.span(1), "secret"))


def find_argument(data: bytes, name: bytes, position: int, spans: list[Span]) -> None:
    """The password among the quoted arguments, from `position` on, of the call `name` (in lower case)."""
    place = CALLS.get(name)
    if place is None:
        return
    limit = data.find(b"\n", position, position + 300)
    limit = limit if limit >= 0 else min(len(data), position + 300)
    stop = data.find(b")", position, limit)
    texts = list(_TEXT.finditer(data, position, stop if stop >= 0 else limit))
    if not texts or len(texts) <= place:
        return
    value = texts[place][2]
    if name in _RANDOM_ONLY:
        fits = len(value) >= 20 and looks_random(value)
    else:
        fits = len(value) >= 6 and looks_chosen(value) and b"/" not in value
        fits = fits and not (len(texts) == 1 and name in _TWO_OR_MORE)
    if fits and is_secret(PASSWORD, value, True, True):
        spans.append((*texts[place].span(2), "password"))


def _password(data: bytes, start: int, end: int, spans: list[Span]) -> None:
    follows = data[end : end + 5].lower().lstrip(b" \t")
    for possible, pattern in (
        (follows.startswith((b"is", b"was")), _SAID),
        (follows.startswith((b"'", b"as")), _SQL),
        (follows[:1].isdigit(), _TYPED),
    ):
        found = pattern.match(data, end) if possible else None
        if found is not None:
            certain = (
                pattern is _SQL or looks_chosen(found[1]) or (pattern is _SAID and not found[1].isalpha())
            )
            if certain and is_secret(PASSWORD, found[1], True, True):
                spans.append((*found.span(1), "password"))
                return
    lead = data[max(0, start - 120) : start]
    if (b"login" in lead or b"user" in lead) and _NETRC_BEFORE.search(data, max(0, start - 200), start):
        found = _NETRC.match(data, end)
        if found is not None and not found[1].isalpha() and is_secret(PASSWORD, found[1], True, True):
            spans.append((*found.span(1), "password"))
        return
    line_end = data.find(b"\n", end, end + 130)
    if data.find(b":", end, end + 110) < 0 and (line_end < 0 or line_end > end + 70):
        return
    found = _TOLD.match(data, end)
    if found is None:
        return
    group = found.lastindex or 1
    value = found[group]
    mixed = looks_random(value) if b"\n" in found[0] else len(set(value)) >= 5 and looks_chosen(value)
    if (
        mixed
        and not value.endswith((b".", b"!", b"?", b")", b":"))
        and is_secret(PASSWORD, value, False, True)
    ):
        spans.append((*found.span(group), "password"))


def _random(data: bytes, pattern: "re.Pattern[bytes]", end: int, kind: str, spans: list[Span]) -> None:
    found = pattern.match(data, end)
    if found is not None and is_secret(KEY, found[1], True, True) and looks_random(found[1]):
        spans.append((*found.span(1), kind))
