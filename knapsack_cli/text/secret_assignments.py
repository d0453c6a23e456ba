"""Secrets that are given to a telling name: `NAME=value`, a field, a column, a flag, an argument, a call.

The places follow gitleaks' generic rule (config/gitleaks.toml, MIT) and detect-secrets' keyword plugin
(Apache-2.0); the judgement of names and values is `secret_values`. Every quantifier is possessive or bounded.
"""

import re

from knapsack_cli.text.secret_names import find_names
from knapsack_cli.text.secret_sentences import SPOKEN, find_spoken
from knapsack_cli.text.secret_values import (
    KEY,
    PASSWORD,
    is_login,
    is_passphrase,
    is_secret,
    judge_call,
    judge_name,
    looks_chosen,
    looks_random,
)

Span = tuple[int, int, str]

_SEPARATOR = re.compile(
    rb"(?:\\?[\"']\]|\\?[\"'`]|\]|\?|\[\]|[ ]\{[^{}\n]{0,40}+\})?"
    rb"(?:[ \t]{0,40}+(?::=|=>|==?=?|::?|<-)|>(?=[^<\s]))"
)
_DEFAULT = re.compile(rb"\\?\"[ ]{0,4}+\{[ \n]{0,8}+default[ \t]{0,20}+=")
_FIELD_BEFORE = re.compile(rb"(?i)(?:name|key)\\?[\"']?[ \t]{0,4}[:=>][ \t]{0,4}\\?[\"']?$")
_FIELD_VALUE = re.compile(
    rb"(?i)\\?[\"']?,?\s{1,60}+\\?[\"']?value\\?[\"']?[ \t]{0,4}[:=]"
    rb"|[\"'][^<>\n]{0,100}+>\s{0,40}+<value>|</key>\s{0,40}+<string>|[\"']>"
)
_ARGUMENT = re.compile(rb"\\?[\"'],[ \t]{0,4}+(?=\\?[\"'])")
_COLUMN = re.compile(rb"(?:[ \t]{0,40}+\|[ \t]|[ \t]{3})[ \t]{0,40}+([^\s|]{6,400}+)[ \t|\r]{0,40}+(?=\n|$)")
_FLAG = re.compile(rb"[ \t]{1,4}+(?=[^\s\-])")
_SPACED = re.compile(rb"[ \t]{1,4}+(?=[^\s=:|<>,;.)])")
_CALL = re.compile(rb"\([ \t\n]{0,4}+(?:[bru@$LN]{0,2}+)(?=\\?[\"'`])")
_DECLARING = re.compile(
    rb"(?:^|\n)[ \t+>$#-]{0,12}+(?:ENV|ARG|setenv|setx|set[ \t]{1,4}-\w{1,4}|#[ \t]{0,4}define|define"
    rb"|requirepass|(?:npm|yarn|pnpm)[ ]config[ ]set|aws[ ]configure[ ]set|poetry[ ]config|secret[ ]set"
    rb"|CONFIG[ ]SET)[ \t]{1,8}+[\"']?[^\s\"']{0,60}$"
)
_DECLARING_STARTS = frozenset(b"env arg set def req npm yar pnp aws poe gh sec con bun".split())
"""How the lines begin, three letters of them, in which a space alone may part a name from its value."""
_SETTING_ALONE = (b"requirepass", b"masterauth", b"rootpw", b"bindpw", b"rootpass", b"masterpass")
_WRAPPED = re.compile(
    rb"(?:Some|Secret(?:Str|Key|Bytes|String)?|String(?:::from)?|bytes|new|Just)\(?[ ]?(?=[\"'])"
)
_FIELD_STARTS = (b'"', b"'", b">", b"=")
"""What stands before the name of a field."""
_LONG = 256
"""A value of more characters is not searched for further names."""
_QUOTES = (b'\\"', b"\\'", b'"', b"'", b"`")
_BARE = re.compile(rb"[^\s\"'`;,&<>|)}\]]{1,4096}+")
_LINE_VALUE = re.compile(rb"[^\s\"'`]{1,4096}+")
_DECLARED = re.compile(rb"[ \t]{0,4}[A-Za-z_][\w.\[\]|<>?, ]{0,40}?[ \t]=[ \t]{0,4}(?=[\"'`])")
_LINE_START = re.compile(rb"(?:^|\n)[ \t+>$#-]{0,12}(?:(?:export|set|ENV|ARG|declare -x|-e|env)[ \t]{1,4})?$")


def find_assigned(data: bytes) -> list[Span]:
    """Spans (start, end, kind) of the secrets in `data` that are given to a telling name."""
    spans: list[Span] = []
    reached = 0
    for start, end in find_names(data):
        if start < reached:
            continue
        after = data[end : end + 1]
        name = data[start:end]
        if (
            after == b" "
            and data[end + 1 : end + 2].isalpha()
            and data[start - 1 : start] not in _FIELD_STARTS
        ):
            # A word of prose: most of them are, and little can follow.
            _in_prose(data, start, end, name, spans)
            continue
        judged = judge_call(name) if after == b"(" else judge_name(name)
        known = len(spans)
        if judged is not None:
            reached = _after_name(data, start, end, judged, spans)
        if after in (b"(", b"=", b" ", b":", b"\t") and len(spans) == known:
            find_spoken(data, start, end, judged, spans)
    return spans


def _in_prose(data: bytes, start: int, end: int, name: bytes, spans: list[Span]) -> None:
    """A name that a space and a letter follow: a flag, a declaration, or a sentence on a secret."""
    lower = name.lower()
    line = data[max(0, start - 80) : start].rpartition(b"\n")[2]
    flag = line.endswith(b"-")
    if flag or lower in _SETTING_ALONE or line.lstrip(b" \t+>$#-")[:3].lower().rstrip() in _DECLARING_STARTS:
        judged = judge_name(name)
        known = len(spans)
        if judged is not None:
            _after_space(data, start, end, judged, spans)
        if len(spans) > known:
            return
    if lower in SPOKEN:
        find_spoken(data, start, end, judge_name(name), spans)


def _after_name(data: bytes, start: int, end: int, judged: str, spans: list[Span]) -> int:
    """Look at what follows the name at `start`..`end`; returns how far no further name is to be sought."""
    name = data[start:end]
    before = data[start - 1 : start]
    found = _SEPARATOR.match(data, end) or (_DEFAULT.match(data, end) if before == b'"' else None)
    if found is not None:
        separator = data[found.end() - 1 : found.end()]
        return _value(data, found.end(), start, judged, name, separator != b":", spans)
    if before in (*_FIELD_STARTS, b" ") and _FIELD_BEFORE.search(data, max(0, start - 16), start):
        found = _FIELD_VALUE.match(data, end)
        if found is not None:
            return _value(data, found.end(), start, judged, name, True, spans)
    if before in (b'"', b"'"):
        found = _ARGUMENT.match(data, end)
        opener = data[max(0, start - 6) : start - 1].rstrip(b" \t\\")
        if found is not None and opener.endswith(b"("):
            return _value(data, found.end(), start, judged, name, True, spans)
    if data.startswith(b"(", end):
        found = _CALL.match(data, end)
        return end if found is None else _argument(data, found.end(), judged, name, spans)
    found = _COLUMN.match(data, end)
    if found is not None and not data[data.rfind(b"\n", 0, start) + 1 : start].strip(b" \t|"):
        value = found[1].rstrip(b",;")
        if looks_chosen(value) and is_secret(judged, value, False, True):
            spans.append((found.start(1), found.start(1) + len(value), _kind(judged, name)))
        return found.start(1)
    return _after_space(data, start, end, judged, spans)


def _after_space(data: bytes, start: int, end: int, judged: str, spans: list[Span]) -> int:
    """The value that only a space parts from its name: flags, settings, quoted words."""
    name = data[start:end]
    lead = data[max(0, start - 3) : start]
    if lead.endswith(b"-"):
        word = lead.rstrip(b"-")[-1:]
        single = not lead.endswith(b"--")
        if not (word.isalnum() or (single and not name[:1].isupper() and judged is not PASSWORD)):
            found = _FLAG.match(data, end) or _ARGUMENT.match(data, end)
            if found is not None:
                return _value(data, found.end(), start, judged, name, False, spans)
    found = _SPACED.match(data, end + (data[end : end + 1] in (b'"', b"'")))
    if found is None:
        return end
    if name.lower() in _SETTING_ALONE or _DECLARING.search(data, max(0, start - 80), start):
        return _value(data, found.end(), start, judged, name, True, spans)
    if data[found.end() : found.end() + 1] in (b'"', b"'"):
        return _argument(data, found.end(), judged, name, spans)
    return end


def _argument(data: bytes, start: int, judged: str, name: bytes, spans: list[Span]) -> int:
    """A quoted value without `=` or `:`: only what looks chosen or random is one, not a word of prose."""
    quote = data[start : start + 2] if data[start : start + 1] == b"\\" else data[start : start + 1]
    begin = start + len(quote)
    end = _closing(data, begin, quote)
    value = data[begin:end]
    fits = looks_random(value) if judged == KEY else len(value) >= 6 and looks_chosen(value)
    if fits and b" " not in value and is_secret(judged, value, True, True):
        spans.append((begin, end, _kind(judged, name)))
        return end
    return begin


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
    if data[start : start + 1] in (b"b", b"r", b"u", b"f", b"@", b"N", b"L") and data[
        start + 1 : start + 2
    ] in (
        b'"',
        b"'",
    ):
        start += 1
    wrapped = _WRAPPED.match(data, start) if first.isalpha() else None
    if wrapped is not None:
        start = wrapped.end()
    for quote in _QUOTES:
        if data.startswith(quote, start):
            begin = start + len(quote)
            end = _closing(data, begin, quote)
            value = data[begin:end]
            if (
                is_secret(judged, value, True, True)
                or _encoded_login(name, value)
                or (judged == PASSWORD and b" " in value and is_passphrase(name, value))
            ):
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
    return name.lower().endswith(b"auth") and is_login(value)
