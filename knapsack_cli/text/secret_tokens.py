"""Tokens that tell what they are by their own shape: a vendor's prefix and a body of a known alphabet.

The table is `secret_prefixes`. No patterns: every check is a slice and a strip, so the time is linear, and
the module costs nothing to import but its table.
"""

from knapsack_cli.text.secret_places import LONG_RUN, RUNS, SHORTEST
from knapsack_cli.text.secret_prefixes import (
    AFTER_DOT,
    ALNUM,
    DIGITS,
    DOTTED,
    EXACT,
    EXACT_MIXED,
    HEX,
    LEAST_MIXED,
    OPEN,
    PREFIXES,
    UPPER,
    URL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BASE64URL = ALNUM + b"+/_-"
_BASE64_STARTS = (b"fm1", b"fm2_", b"glc_", b"sntrys_", b"whsec_", b"ABSK", b"ops_eyJ", b"LS0tLS1")
_HASH_LIKE = HEX + b"-_"
_HASH_LIKE_STARTS = (b"4b1d", b"e2b_")

_TELLING_BEFORE = (b".", b":", b"~", b"/", b"+", b"|")
"""What stands before the long part of a token of several parts."""

_IN_BASE64 = (b"/", b"+")

_Row = tuple[bytes, str, bytes, int, int]


def _index(rows: tuple[tuple[str, str, bytes, int, int], ...], key: slice) -> dict[bytes, tuple[_Row, ...]]:
    table: dict[bytes, tuple[_Row, ...]] = {}
    for prefix, kind, alphabet, least, check in rows:
        row = (prefix.encode(), kind, alphabet, least, check)
        short = row[0][key]
        table[short] = (*table.get(short, ()), row)
    return table


_BY_START = _index(tuple(row for row in PREFIXES if len(row[0]) > 2), slice(0, 3))
_TWILIO = tuple((row[0].encode(), *row[1:]) for row in PREFIXES if len(row[0]) == 2)
_BY_END = _index(AFTER_DOT, slice(-3, None))
_FIRST_PARTS = frozenset(start.replace(b"-", b"_").partition(b"_")[0] for start in _BY_START)
KINDS = frozenset(row[1] for row in PREFIXES + AFTER_DOT)


def find_tokens(data: bytes) -> "Iterator[tuple[int, int, str]]":
    """Spans (start, end, kind) of the vendors' tokens in `data`, in order of their start.

    Offsets are bytes. A token starts where a run of letters, digits, `_` and `-` starts, after a `_` or `-`
    inside one, or after an escape such as `\\n` or `%3D`.
    """
    runs = data.translate(RUNS)
    size = len(data)
    start = runs.find(LONG_RUN)
    while start >= 0:
        end = runs.find(b" ", start + SHORTEST)
        if end < 0:
            end = size
        reached = end
        if _may_hold(data, start, end):
            for span in _in_run(data, runs, start, end):
                reached = max(reached, span[1])
                yield span
        start = runs.find(LONG_RUN, reached)


def _may_hold(data: bytes, start: int, end: int) -> bool:
    """A quick look at a run: most are words, hashes and paths, and hold no token."""
    before = data[start - 1 : start]
    if before in _TELLING_BEFORE or before in (b"\\", b"%") or data[end : end + 1] == b".":
        return True
    run = data[start:end]
    if not run.strip(_HASH_LIKE):
        return run.startswith(_HASH_LIKE_STARTS)
    if run[:3] in _BY_START or run[:2] == b"SK" or run[32:35] == b"-us" or _whole(run):
        return True
    if run.translate(None, DIGITS) == run:
        return False
    parts = run.replace(b"-", b"_").split(b"_")
    return not _FIRST_PARTS.isdisjoint([part[:3] for part in parts])


def _in_run(data: bytes, runs: bytes, start: int, end: int) -> "Iterator[tuple[int, int, str]]":
    skip = _escape(data, start)
    if (
        data[start - 1 : start] in _TELLING_BEFORE
        or skip == 2
        or data[end : end + 1] == b"."
        or data.startswith(b"eyJ", start + skip)
    ):
        special = _by_neighbours(data, runs, start + skip, end)
        if special is not None:
            yield special
            return
    kind = _whole(data[start + skip : end])
    if kind:
        yield start + skip, end, kind
        return
    whole = data[start:end]
    inner = whole.translate(None, DIGITS) != whole
    position = start
    while 0 <= position <= end - SHORTEST:
        found = _at(data, position, position == start)
        if found is None and skip:
            found = _at(data, position + skip, True)
        skip = 0
        if found is None and not inner:
            return
        if found is not None:
            yield found
            position = found[1]
            if position >= end:
                return
        dash = data.find(b"-", position, end)
        underscore = data.find(b"_", position, dash if dash >= 0 else end)
        position = (underscore if underscore >= 0 else dash) + 1
        if not position:
            return


def _whole(run: bytes) -> str:
    """The kind of a token that is told by its whole length and one part of it; empty for others."""
    size = len(run)
    if run[32:35] == b"-us" and size in (36, 37) and not run[:32].strip(HEX):
        return "mailchimp-key"
    if size == 84 and run[76:80] == b"AZDO":
        return "azure-devops-token"
    if size == 40 and run.endswith(b"_mmk") and run[6:7] == b"_":
        return "maxmind-key"
    if size == 40 and run.startswith(b"YC") and _plausible(run[2:], LEAST_MIXED):
        return "yandex-key"
    if size == 46 and run.startswith(b"b_") and len(run.translate(None, DIGITS)) < 43 and run[2:].isalnum():
        return "beamer-token"
    return ""


def _escape(data: bytes, start: int) -> int:
    """How many characters at `start` belong to an escape (`\\n`, `\\u0022`, `%3D`) that the run swallowed."""
    before = data[start - 1 : start]
    if before == b"\\":
        return 5 if data[start : start + 1] == b"u" else 1
    if before == b"%":
        return 2
    return 0


def _at(data: bytes, start: int, outermost: bool) -> tuple[int, int, str] | None:
    rows = _BY_START.get(data[start : start + 3])
    if rows is None:
        if outermost and data.startswith(b"SK", start):
            rows = _TWILIO
        else:
            return None
    for prefix, kind, alphabet, least, check in rows:
        if not data.startswith(prefix, start):
            continue
        if check in (LEAST_MIXED, EXACT_MIXED) and (
            not outermost or (prefix.isalnum() and data[start - 1 : start] in _IN_BASE64)
        ):
            continue
        body = start + len(prefix)
        head = data[body : body + least]
        if len(head) < least or head.strip(alphabet):
            continue
        stop = _end_of(data, body + least, alphabet)
        if check in (EXACT, EXACT_MIXED):
            if stop > body + least or data[stop : stop + 1].isalnum():
                continue
        elif alphabet is not URL and data[stop : stop + 1].isalnum():
            continue
        if _plausible(data[body:stop], check):
            return start, _without_trailing(data, body, stop), kind
    return None


def _end_of(data: bytes, position: int, alphabet: bytes) -> int:
    """Where the characters of `alphabet` end from `position` on."""
    step = 256
    while True:
        piece = data[position : position + step]
        rest = piece.lstrip(alphabet)
        position += len(piece) - len(rest)
        if rest or len(piece) < step:
            return position


def _without_trailing(data: bytes, start: int, end: int) -> int:
    return start + len(data[start:end].rstrip(b".%"))


def _plausible(body: bytes, check: int) -> bool:
    """Whether a body is more than a stand-in such as xxxx or your-key-here."""
    if len(set(body[:200].lower().translate(None, b"-_.x"))) < 2:
        return False
    if check in (OPEN, EXACT):
        return True
    sample = body[:200]
    if not any(byte in DIGITS for byte in sample):
        return False
    if check in (LEAST_MIXED, EXACT_MIXED):
        longest = max(len(part) for part in sample.replace(b"_", b"-").split(b"-"))
        return longest >= 24 or (longest >= 8 and any(byte in UPPER for byte in sample))
    return True


def _by_neighbours(data: bytes, runs: bytes, start: int, end: int) -> tuple[int, int, str] | None:
    """Tokens of several parts, told by what stands before or after the run."""
    before = data[start - 1 : start] if start else b""
    after = data[end : end + 1]
    if data.startswith(b"eyJ", start):
        token = _web_token(data, runs, start, end)
        if token is not None:
            return token
    if before == b".":
        head = data[max(0, start - 12) : start]
        for prefix, kind, alphabet, least, check in _BY_END.get(head[-3:], ()):
            if head.endswith(prefix):
                stop = _end_of(data, start, alphabet)
                if stop - start >= least and _plausible(data[start:stop], check):
                    return start - len(prefix), _without_trailing(data, start, stop), kind
        led = _led(data, start)
        if led is not None:
            return led
        if (
            data.startswith(b"v1.0-", start - 3)
            and end - start >= 170
            and not data[start:end].strip(_HASH_LIKE)
        ):
            return start - 3, end, "cloudflare-key"
        if head.endswith(b".atlasv1.") and end - start >= 60:
            return runs.rfind(b" ", max(0, start - 40), start - 9) + 1, end, "terraform-token"
        if end - start == 64 and start >= 18 and data.startswith(b"pat", start - 18):
            return start - 18, end, "airtable-token"
        if (
            after == b"."
            and start >= 4
            and end - start == 22
            and data.startswith((b"pat.", b"sat."), start - 4)
        ):
            return start - 4, _end_of(data, end, DOTTED), "harness-token"
        return None
    if before == b"|" or data.startswith(b"%7C", start - 3):
        stop = start - (1 if before == b"|" else 3)
        account = data[max(0, stop - 17) : stop]
        size = len(account) - len(account.rstrip(DIGITS))
        return (stop - size, end, "facebook-token") if size in (15, 16) and end - start >= 27 else None
    if before == b":" and end - start >= 33 and data.startswith(b"AA", start):
        digits = data[max(0, start - 12) : start - 1]
        bot = len(digits) - len(digits.rstrip(DIGITS))
        return (start - 1 - bot, end, "telegram-token") if bot >= 8 else None
    if before == b"~":
        if data.endswith(b"sha256", 0, start - 1) and end - start == 43:
            return start - 7, end, "openshift-token"
        if data[start - 2 : start - 1] == b"Q" and 30 <= end - start <= 36:
            return max(runs.rfind(b" ", max(0, start - 7), start - 1) + 1, start - 7), end, "azure-secret"
        return None
    if before == b"/" or before == b"+":
        return _encoded(data, start) or _hook(data, start, end)
    if after == b"." and 24 <= end - start <= 30 and data[start : start + 1] in (b"M", b"N", b"O"):
        second = runs.find(b" ", end + 1, end + 9)
        if second - end - 1 in (6, 7) and data[second : second + 1] == b".":
            stop = _end_of(data, second + 1, URL)
            if stop - second - 1 >= 27:
                return start, stop, "discord-token"
    return None


def _led(data: bytes, start: int) -> tuple[int, int, str] | None:
    """Tokens of several dotted parts whose first says what they are."""
    head = data[max(0, start - 80) : start]
    whole = head[len(head.rstrip(DOTTED)) :]
    for prefix, part, kind in _DOTTED_STARTS:
        if whole.startswith(prefix) and part in whole:
            return start - len(whole), _end_of(data, start, DOTTED + b"+/="), kind
    return None


_DOTTED_STARTS = (
    (b"snyk_uat.", b"", "snyk-token"),
    (b"dp.st.", b"", "doppler-token"),
    (b"sc_", b".acc", "authress-key"),
    (b"ext_", b".acc", "authress-key"),
    (b"scauth_", b".acc", "authress-key"),
    (b"authress_", b".acc", "authress-key"),
)


def _encoded(data: bytes, start: int) -> tuple[int, int, str] | None:
    """A token in base64 whose first `/` or `+` came before its first long run."""
    head = data[max(0, start - 256) : start]
    encoded = head[len(head.rstrip(_BASE64URL)) :]
    for prefix in _BASE64_STARTS:
        at = encoded.find(prefix)
        if at >= 0:
            return _at(data, start - len(encoded) + at, True)
    return None


def _web_token(data: bytes, runs: bytes, start: int, end: int) -> tuple[int, int, str] | None:
    """A JSON Web Token (RFC 7519) or JWE of up to five parts, cut off or unsigned ones too."""
    first = start
    if data[start - 1 : start] == b".":
        earlier = runs.rfind(b" ", max(0, start - 64), start - 1) + 1
        if data.startswith(b"eyJ", earlier):
            first = earlier
    if first == start:
        if data[end : end + 1] != b".":
            return None
        second = _end_of(data, end + 1, URL)
        told = data.startswith(b"eyJ", end + 1) or data.startswith(b"sk.", start - 3)
        if second - end < 9 or (not told and data[second : second + 1] != b"."):
            return None
        end = second
    for _ in range(3):
        if data[end : end + 1] != b".":
            break
        end = _end_of(data, end + 1, URL)
    return first, _without_trailing(data, first, end), "jwt"


def _hook(data: bytes, start: int, end: int) -> tuple[int, int, str] | None:
    """The secret last part of an incoming webhook's address, and Google's refresh tokens (`1//0…`)."""
    if data.endswith(b"1//", 0, start) and data.startswith(b"0", start) and end - start >= 40:
        return start - 3, end, "google-token"
    head = data[max(0, start - 160) : start]
    line = head.rfind(b"\n") + 1
    if head.find(b"hooks.slack.com/", line) >= 0:
        return start, end, "slack-webhook"
    if head.find(b"/api/webhooks/", line) >= 0 and end - start >= 60:
        return start, end, "discord-webhook"
    if head.find(b"webhook.office.com/", line) >= 0 and end - start >= 32:
        return start, end, "teams-webhook"
    return None
