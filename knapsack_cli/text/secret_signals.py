"""Whether bytes may hold a secret at all: literal searches, so that most inputs never load a pattern.

A signal is a vendor's token, a login in an address, or a telling word with a value behind it. The words are
searched in a copy where letters are lower-case and everything else is ``=``, so that one literal finds
`password=`, `Password":` and `PASSWORD: `.
"""

from knapsack_cli.text.secret_tokens import find_tokens

_PIECE = 1 << 17
"""Bytes looked at in one go: small enough to stay in the processor's cache over all the searches."""
_OVERLAP = 1024

_FOLD = bytes(byte | 32 if 65 <= byte <= 90 else byte if 97 <= byte <= 122 else 61 for byte in range(256))
_NAME = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"
_CLOSING = b"\"'`]\\?"
_NOT_A_VALUE = b"$<{*([%&\n\r"
_PARAMETERS = b"0123456789;:<=>?"

_NAMES = (b"passw", b"passp", b"pass=", b"pwd=", b"secret", b"token", b"key=", b"auth", b"cred", b"cookie=")
_SPOKEN = (b"identified=by", b"bearer=")
_OPTIONS = (b"==u=", b"==user=")
_COMMANDS = (b"mysql", b"mariadb", b"sshpass", b"redis=cli", b"docker=login", b"podman=login")
_SIGNATURES = (b"sig=", b"signature=")
_HASHES = (b"$2b$", b"$2y$", b"$2a$", b"$6$", b"$5$", b"$1$", b"$y$", b"$argon2")


def has_secret_signal(data: bytes) -> bool:
    """Whether `data` (UTF-8, Latin-1 or UTF-16, terminal colours and all) may hold a secret.

    False is certain; True means that `redact` has to look. Linear, without patterns.
    """
    if b"\0" in data:
        data = data.replace(b"\0", b"")
    if b"\x1b" in data:
        data = without_colours(data)
    return any(
        _in_piece(data[start : start + _PIECE + _OVERLAP]) for start in range(0, len(data) or 1, _PIECE)
    )


def without_colours(data: bytes) -> bytes:
    """`data` without the escapes (CSI and character sets) that may stand inside a token."""
    first, *rest = data.replace(b"\x1b(B", b"").split(b"\x1b[")
    return first + b"".join([piece.lstrip(_PARAMETERS)[1:] for piece in rest])


def _in_piece(piece: bytes) -> bool:
    for _ in find_tokens(piece):
        return True
    if b"@" in piece and _login_in_address(piece):
        return True
    if b"PRIVATE KEY" in piece or b"Private-Lines:" in piece or b'"kty' in piece or b'kty\\"' in piece:
        return True
    if b"$" in piece and any(mark in piece for mark in _HASHES):
        return True
    folded = piece.translate(_FOLD)
    return (
        any(_named(piece, folded, word) for word in _NAMES)
        or any(_spoken(piece, folded, word) for word in _SPOKEN)
        or any(_option(piece, folded, word) for word in _OPTIONS)
        or any(_command(piece, folded, word) for word in _COMMANDS)
        or any(_signature(piece, folded, word) for word in _SIGNATURES)
    )


def _login_in_address(piece: bytes) -> bool:
    position = piece.find(b"@")
    while position >= 0:
        start = piece.rfind(b"://", max(0, position - 300), position)
        if start >= 0:
            login = piece[start + 3 : position]
            if login and login.translate(None, b" \t\r\n\"'<>`") == login:
                return True
        position = piece.find(b"@", position + 1)
    return False


def _named(piece: bytes, folded: bytes, word: bytes) -> bool:
    """Whether a name that holds `word` is given a value somewhere."""
    size = len(word)
    position = folded.find(word)
    while position >= 0:
        end = position + size - (word[-1] == 61)
        if _assigned(piece, position, end):
            return True
        position = folded.find(word, position + size)
    return False


def _assigned(piece: bytes, start: int, end: int) -> bool:
    window = piece[end : end + 128]
    rest = window.lstrip(_NAME)
    after = rest.lstrip(_CLOSING)
    value = after.lstrip(b" \t")
    spaced = len(value) < len(after)
    first = value[:1]
    if first in (b"=", b":", b">"):
        value = value.lstrip(b"=:>").lstrip(b" \t")
        if value[:1] in (b"|", b">"):
            return True
    elif not spaced or not value:
        return b"alue" in rest[:48] and bool(after[:1] in (b",", b"\n", b"\r", b" "))
    elif first in (b"'", b"\\"):
        pass
    elif b"alue" in value[:24]:
        return True
    elif not _introduced(piece, start, value):
        return False
    value = value.lstrip(b"\"'`\\brufb@ ")
    return len(value) >= 4 and value[0] not in _NOT_A_VALUE


def _introduced(piece: bytes, start: int, value: bytes) -> bool:
    """Whether a value that only a space parts from its name is meant: `--token v`, `login b password v`."""
    before = piece[max(0, start - 100) : start].split()
    if before and before[-1].startswith(b"--") and not piece[start - 1 : start].isspace():
        return True
    if piece[start : start + 1] not in (b"p", b"P"):
        return False
    return value.startswith((b"is ", b"was ", b"is:")) or b"login" in before or b"user" in before


def _spoken(piece: bytes, folded: bytes, word: bytes) -> bool:
    position = folded.find(word)
    while position >= 0:
        value = piece[position + len(word) : position + len(word) + 24].lstrip(b" \t'\"")
        if len(value) >= 4 and value[0] not in _NOT_A_VALUE and b" " not in value[:4]:
            return True
        position = folded.find(word, position + len(word))
    return False


def _option(piece: bytes, folded: bytes, word: bytes) -> bool:
    position = folded.find(word)
    while position >= 0:
        value = piece[position + len(word) : position + len(word) + 120].lstrip(b" '\"\\").split(None, 1)
        if value and b":" in value[0][:100] and b"-" in piece[position : position + 2]:
            return True
        position = folded.find(word, position + len(word))
    return False


def _command(piece: bytes, folded: bytes, word: bytes) -> bool:
    position = folded.find(word)
    while position >= 0:
        line = piece[position : position + 340].split(b"\n", 1)[0]
        if b" -p" in line or b" -a" in line or b" -w" in line:
            return True
        position = folded.find(word, position + len(word))
    return False


def _signature(piece: bytes, folded: bytes, word: bytes) -> bool:
    position = folded.find(word)
    while position >= 0:
        if (
            piece[position + len(word) - 1 : position + len(word)] == b"="
            and folded[position - 1 : position] == b"="
        ):
            return True
        position = folded.find(word, position + len(word))
    return False
