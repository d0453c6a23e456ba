"""Whether bytes may hold a secret at all: literal searches, so that most inputs never load a pattern.

A signal is a vendor's token, a login in an address, or a telling word with a value behind it. Two things keep
the searches few and short:

- the words are sought in a folded copy, in which one literal stands for several of them;
- of a large text only the lines that differ in more than their digits are searched for words, which of a log
  are few.
"""

from knapsack_cli.text.secret_places import LONG_RUN, RUNS, called, has_place, said, statement

_PIECE = 1 << 17
"""Bytes looked at in one go: small enough to stay in the processor's cache over all the searches."""
_OVERLAP = 1024
_DIGITS = b"0123456789"

_FOLD_LETTERS = {"d": "t", "n": "y", "p": "=", "w": "="}


def _folded(byte: int) -> int:
    letter = chr(byte).lower()
    if byte > 127 or not letter.isalnum():
        return ord("=")
    return ord(_FOLD_LETTERS.get(letter, letter))


FOLD = bytes(_folded(byte) for byte in range(256))
"""Letters in lower case, `d` as `t`, `n` as `y`; `p`, `w` and all that is no letter or digit as `=`."""

_NAMES: tuple[tuple[bytes, tuple[bytes, ...]], ...] = (
    (b"=ass=", (b"passw", b"passp", b"pass")),
    (b"==t=", (b"pwd",)),
    (b"=sk", (b"psk",)),
    (b"key", (b"key", b"ken")),
    (b"cret", (b"cret", b"cred")),
    (b"auth", (b"auth",)),
    (b"cookie", (b"cookie",)),
)
"""What to seek in the folded text, and the words that it may stand for."""

_NAME = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"
_CLOSING = b"\"'`]\\?"
_NOT_A_VALUE = b"$<{*([%&\n\r"
_PARAMETERS = b"0123456789;:<=>?"
KEY_OWNERS = tuple(
    b"""
    api secret access private encryption encrypt signing sign master account auth app application
    session client shared license licence admin service webhook hmac jwt security deploy storage
    consumer ingest integration subscription application write read ssh aes fernet crypto cookie
    instrumentation
    io rapidapi algolia datadog sendgrid mailgun openai anthropic gemini google maps groq mistral deepl tmdb
    newrelic pagerduty intercom segment amplitude mixpanel sentry stripe twilio tinymce weather
    """.split()
)
"""The words before `key` that make it a secret."""
_TYPES = frozenset(
    b"str string String Str bool boolean int bytes None null undefined True False true false any Any object"
    b" Optional[str] Optional[bytes] str|None String? number".split()
)
_CRYPT = (b"$2b$", b"$2y$", b"$2a$", b"$2x$", b"$6$", b"$5$", b"$1$", b"$y$", b"$argon2", b"$apr1$")
"""How the hashes of crypt(3) begin."""


INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\u3164\ufe0e\ufe0f\ufeff\uffa0"
)
"""Characters that no reader sees: zero width, joiners, direction, fillers. They may stand inside a secret."""
_INVISIBLE_BYTES: dict[bytes, set[bytes]] = {}
"""The first two bytes of what no reader sees, and the third ones that may follow them."""
for _mark in INVISIBLE:
    _INVISIBLE_BYTES.setdefault(_mark.encode()[:2], set()).add(_mark.encode()[2:])


def has_secret_signal(data: bytes) -> bool:
    """Whether `data` (UTF-8, Latin-1 or UTF-16, terminal colours and all) may hold a secret.

    False is certain; True means that `redact` has to look. Linear, without patterns.
    """
    try:
        return _has_signal(data)
    except Exception:
        # A fault in the search must not let a secret pass: the rules look.
        return True


def _has_signal(data: bytes) -> bool:
    if b"\0" in data:
        data = data.replace(b"\0", b"")
    if b"\x1b" in data:
        if b"\x1b]" in data and has_secret_signal(_without_titles(data)):
            return True
        data = without_colours(data)
    if b"\x7f" in data:
        data = data.replace(b"\x7f", b"")
    if not data.isascii():
        for lead, ends in _INVISIBLE_BYTES.items():
            if lead in data:
                first, *rest = data.split(lead)
                whole = b"" in ends
                rest = [one if whole else one[1:] if one[:1] in ends else lead + one for one in rest]
                data = first + b"".join(rest)
    repetitive = len(data) > _PIECE
    for start in range(0, len(data), _PIECE):
        piece = data[start : start + _PIECE + _OVERLAP]
        if _has_value_signal(piece):
            return True
        if repetitive:
            lines = set(piece.translate(None, _DIGITS).split(b"\n"))
            distinct = b"\n".join(lines)
            repetitive = len(distinct) * 2 < len(piece)
            piece = distinct
        if _has_word_signal(piece):
            return True
    return False


def without_colours(data: bytes) -> bytes:
    """`data` without the escapes (CSI and character sets) that may stand inside a token."""
    first, *rest = data.replace(b"\x1b(B", b"").split(b"\x1b[")
    return first + b"".join([piece.lstrip(_PARAMETERS)[1:] for piece in rest])


def _without_titles(data: bytes) -> bytes:
    """`data` without window titles and the addresses of hyperlinks, which may stand inside a token too."""
    first, *rest = data.split(b"\x1b]")
    parts = [first]
    for piece in rest:
        ends = [at for at in (piece.find(b"\x07", 0, 4096), piece.find(b"\x1b\\", 0, 4096)) if at >= 0]
        end = min(ends, default=-1)
        parts.append(piece if end < 0 else piece[end + 1 + (piece[end : end + 1] == b"\x1b") :])
    return b"".join(parts)


def _has_value_signal(piece: bytes) -> bool:
    """Whether a value in `piece` tells by its own shape that it is a secret."""
    if LONG_RUN in piece.translate(RUNS):
        from knapsack_cli.text.secret_tokens import find_tokens

        for _ in find_tokens(piece):
            return True
    if b"@" in piece and _login_in_address(piece):
        return True
    return b"$" in piece and any(mark in piece for mark in _CRYPT)


def _has_word_signal(piece: bytes) -> bool:
    """Whether `piece`, perhaps without its digits, has a telling word with a value behind it."""
    folded = piece.translate(FOLD)
    return (
        any(_named(piece, folded, marker, words) for marker, words in _NAMES)
        or _key_block(piece, folded)
        or _bearer(piece, folded)
        or b"kty" in piece
        or b"teytifiet=" in folded
        or _user_option(piece, b" -u")
        or _user_option(piece, b"-user")
        or has_place(piece)
        or (b"&" in piece and (b"&sig=" in piece or b"?sig=" in piece or b"ignature=" in piece))
    )


def _login_in_address(piece: bytes) -> bool:
    position = piece.find(b"@")
    while position >= 0:
        start = piece.rfind(b"://", max(0, position - 300), position)
        if start >= 0:
            login = piece[start + 3 : position]
            if login and login.translate(None, b" \t\r\n\"'<>`") == login and _may_be_login(login):
                return True
        elif b":" in piece[position - 60 : position] and said(piece[max(0, position - 120) : position]):
            return True
        position = piece.find(b"@", position + 1)
    return False


def _may_be_login(login: bytes) -> bool:
    """Whether what stands before an address's `@` has a password, or is long enough to be a key itself."""
    user, colon, password = login.partition(b":")
    if colon:
        return password[:1] not in (b"", b"$", b"{", b"*", b"[", b"%") and b"/" not in user
    return len(login) >= 20 and b"/" not in login


def _named(piece: bytes, folded: bytes, marker: bytes, words: tuple[bytes, ...]) -> bool:
    """Whether a name with one of `words` in it is given a value somewhere."""
    lead = marker.startswith(b"=")
    size = len(marker)
    position = folded.find(marker)
    while position >= 0:
        start = position + (lead and piece[position : position + 1] not in b"pPwW")
        found = piece[start : start + 6].lower()
        for word in words:
            if found.startswith(word):
                if _assigned(piece, word, start, start + len(word)):
                    return True
                break
        position = folded.find(marker, position + size - 1)
    return False


def _assigned(piece: bytes, word: bytes, start: int, end: int) -> bool:
    if word == b"key" and piece.startswith(b"=", end) and start and piece[start - 1] not in _NAME:
        # `key=value`, as logs write it, names no secret by itself; an attribute of XML may.
        return b"<value>" in piece[end : end + 110]
    head = piece[max(0, start - 64) : start]
    left = head.rstrip(_NAME)
    window = piece[end : end + 160]
    rest = window.lstrip(_NAME)
    before = head[len(left) :]
    if window.startswith(b"word-stdin") or (before == b"ch" and (b"|" in left or window.startswith(b"d:"))):
        return True
    if not _is_name(before, word, window[: len(window) - len(rest)]):
        if word == b"auth":
            return called(rest)
        return (
            word == b"key"
            and not before
            and not window[:1].isalnum()
            and statement(left, before, word, window)
        )
    after = rest.lstrip(_CLOSING)
    value = after.lstrip(b" \t")
    first = value[:1]
    if word == b"pass" and not before and piece.startswith(b"PASS ", start):
        return b"331 " in left or b"USER " in left
    if word == b"pass" and not before:
        tight = first in (b"=", b":") and after[1:2] not in (b" ", b"")
        token = after[1:64].split(None, 1) if tight else []
        return bool(token) and len(token[0]) > 5 and not token[0].isalpha() and _may_be_secret(token[0])
    if first in (b"=", b":", b">"):
        value = value.lstrip(b"=:>").lstrip(b" \t")
        return value[:1] in (b"|", b">") or value[:2] in (b"('", b'("') or _may_be_secret(value)
    if first == b"(":
        return called(value)
    if first in (b",", b"\n", b"\r", b"") or value[:5].lower() == b"value":
        if left.rstrip(b" \t\"'").endswith(b"(") or (first == b"," and before.startswith(b"--")):
            return True
        owner = left.rstrip(b" \t\"'\\")
        if owner.endswith((b":", b"=")) and owner[:-1].rstrip(b" \t\"'\\").lower().endswith(
            (b"name", b"key")
        ):
            return True
    spaces = len(after) - len(value)
    if spaces > 0 and _introduced(left, before, word, value, spaces) and _may_be_secret(value):
        return True
    return statement(left, before, word, rest)


def _is_name(before: bytes, word: bytes, after: bytes) -> bool:
    """Whether `before` + `word` + `after` can name a secret: `api_key`, not `keyword` nor `broken`."""
    ends = not after[:1].islower()
    if word == b"key":
        return ends and before.rstrip(b"_-.").lower().endswith(KEY_OWNERS)
    if word == b"ken":
        return ends and before[-2:].lower() == b"to"
    if word == b"pass":
        return ends
    if word == b"auth":
        return ends or after.startswith((b"orization", b"token", b"key", b"_"))
    if word == b"cret":
        return before[-2:].lower() == b"se"
    if word == b"psk":
        return ends
    if word == b"cred":
        return ends or after.startswith((b"s", b"ential"))
    return True


def _may_be_secret(value: bytes) -> bool:
    """Whether a value is more than a type, a call, a reference or a stand-in; its digits may be gone."""
    bare = value.lstrip(b"\"'`\\brufb@ ")
    if not bare or bare[0] in _NOT_A_VALUE:
        return False
    if bare[:1] != value[:1]:
        return True
    words = bare[:64].split(None, 1)
    if not words:
        return False
    token = words[0].rstrip(b",;)]}:")
    if token in _TYPES:
        return b"=" in bare[:64].split(b"\n", 1)[0] and (b'"' in bare[:96] or b"'" in bare[:96])
    if b"(" in token and token.startswith((b"Some(", b"Secret", b"String", b"bytes(")):
        return b'"' in token or b"'" in token
    return b"(" not in token and not token.startswith((b"self.", b"os.", b"process.", b"config."))


def _introduced(left: bytes, before: bytes, word: bytes, value: bytes, spaces: int) -> bool:
    """Whether a value that only space parts from its name is meant: `--token v`, `login b password v`."""
    line = left[left.rfind(b"\n") + 1 :]
    if (spaces > 2 or value.startswith(b"|")) and not line.strip(b" \t|"):
        return True
    if before.startswith(b"-") and (before.startswith(b"--") or word.startswith(b"pass")):
        return True
    if not word.startswith(b"pass"):
        return False
    return (
        not line.strip()
        or value.startswith((b"is ", b"was ", b"is:", b"'"))
        or b"login" in line
        or b"user" in line
    )


def _key_block(piece: bytes, folded: bytes) -> bool:
    position = folded.find(b"=rivate")
    while position >= 0:
        if piece.startswith((b"PRIVATE KEY", b"Private-Lines"), position):
            return True
        position = folded.find(b"=rivate", position + 7)
    return False


def _bearer(piece: bytes, folded: bytes) -> bool:
    position = folded.find(b"bearer=")
    while position >= 0:
        value = piece[position + 7 : position + 48].lstrip(b" \t").split(None, 1)
        if value and len(value[0]) >= 8 and value[0][0] not in _NOT_A_VALUE and not value[0].isalpha():
            return True
        position = folded.find(b"bearer=", position + 7)
    return False


def _user_option(piece: bytes, option: bytes) -> bool:
    position = piece.find(option)
    while position >= 0:
        value = piece[position + len(option) : position + len(option) + 120].lstrip(b" ='\"\\").split(None, 1)
        if value and value[0].partition(b":")[2][:1] not in (b"", b"$", b"{", b"/"):
            return True
        if value and b"," in value[0] and piece.endswith(b"lftp", 0, position):
            return True
        position = piece.find(option, position + len(option))
    return False
