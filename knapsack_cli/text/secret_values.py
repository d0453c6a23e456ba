"""Whether a value that stands beside a telling name is a secret, a stand-in for one, or code.

The stand-ins and stop words follow the allow lists of gitleaks' generic rule (config/gitleaks.toml, MIT) and
the heuristic filters of detect-secrets (Apache-2.0); the entropy is Shannon's, in bits a character.
"""

import binascii
import math
import re
from functools import lru_cache
from itertools import pairwise

from knapsack_cli.text.secret_signals import KEY_OWNERS

PASSWORD = "password"
SHORT = "short password"
"""What a bare `pass` holds, which may as well be a count: only a value that looks chosen is one."""
KEY = "key"

_WORDS = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

_PASSWORD_WORDS = frozenset(
    b"""
    password passwd passphrase pwd pass passwords psk
    """.split()
)
_KEY_WORDS = frozenset(
    b"""
    secret token apikey secrets authtoken accesskey secretkey credential credentials
    """.split()
)
_KEY_OWNERS = frozenset(KEY_OWNERS)
_NOT_PASS = frozenset(
    b"bypass compass trespass surpass encompass overpass underpass subpass renderpass".split()
)
_PASSWORD_HARMLESS_LESS = frozenset(b"new example last first text primary".split())
_AUTH_ENDINGS = frozenset((b"auth", b"authorization", b"credential", b"credentials", b"cred", b"creds"))
_QUALIFIERS = frozenset(
    b"""
    prod production dev development test staging stage live old new current value val str string
    text plain plaintext env default root user admin db main base64 b64 raw
    """.split()
)
_HARMLESS = frozenset(
    b"""
    public pub next page previous prev continuation cursor sync csrf xsrf eos bos pad unk mask sep
    cls special stop start end max min num total count prompt completion input output cached
    reasoning per first last delta image audio text draft primary foreign partition sort cache row
    map hash group index idx lookup metric feature rsync hot object sample example dummy fake
    expected invalid wrong missing unexpected bad no reset forgot change confirm show hide allow
    require requires use has is with verify validate check update request get set create idempotency
    dedup
    """.split()
)

_STANDINS = frozenset(
    b"""
    password passwd passphrase pass pwd secret token key apikey changeme changeit change_me
    change-me change-it changethis replaceme replace_me replace-me todo fixme none null nil
    undefined true false yes no on off empty required optional string str text number int integer
    bool boolean object any bytes byte char varchar file hidden redacted masked removed censored
    filtered secret_here placeholder example sample dummy default username user test testing
    your-password your_password yourpassword mypassword my_password my-password notasecret
    not-a-secret somepassword some-password userpass prompt stdin env environ environment invalid
    valid incorrect wrong missing unknown set unset disabled enabled expired failed failure accepted
    success ok error authentication authenticated basic bearer auto never always public private
    protected readonly static const final self this input output type value string? str? option
    optionstring final let var encrypted hashed plaintext provided given not-set not_set n/a na tbd
    anonymous guest nobody foo bar baz foobar abc xyz credentials credential authorization session
    cookie access refresh login logout signin reset forgot
    """.split()
)
_SENTENCE = frozenset(
    b"""
    password passwords passphrase passphrases secret secrets token tokens key keys login user users username
    email
    account enter please must should cannot can may is are was be been not no invalid wrong incorrect required
    require requires missing forgot reset change changed confirm repeat type your you our we use
    used using for minimum maximum least most characters character letters match matches field optional
    default
    """.split()
)
_STATES = frozenset(
    b"expired failed invalid missing wrong incorrect required unset disabled enabled changed".split()
)
_TELLING = (
    b"your",
    b"example.",
    b"changeme",
    b"change_me",
    b"placeholder",
    b"redacted",
    b"<",
    b"xxxx",
    b"****",
    b"....",
)
_NOT_FIRST = b"$<{*([%&|@>"
_REFERENCE = re.compile(
    rb"(?:process\.env|os\.environ|os\.getenv|env|ENV|import\.meta|secrets|vars?|self|this|config|cfg|settings|args|opts"
    rb"|options|params|request|req|ctx|props|state|data|local|module|each|param|Deno|std|System|vault|ref|arn|Fn|Ref)"
    rb"(?:[.:\[]|->)"
)
_DOTTED_NAME = re.compile(rb"[A-Za-z_$][A-Za-z_0-9]*+(?:(?:\.|->|::|\?\.)[A-Za-z_$][A-Za-z_0-9]*+)+[!?;]?$")
_PLAIN_NAME = re.compile(rb"[A-Za-z_][A-Za-z_]*+\[?\]?$")
_NAME_AND_NUMBER = re.compile(
    rb"(?i)(?:my|the|new|old|user|test|db)?[_-]?(?:password|passwd|pass|pwd|token|secret|key)s?_?\d?$"
)
_VARIABLE = re.compile(
    rb"[A-Za-z_]\w{1,60}+(?:(?<=[a-z0-9_]Key)|(?<=[a-z0-9_]Token)|(?<=[a-z0-9_]Secret)|(?<=[a-z0-9_]Password)"
    rb"|(?<=_key)|(?<=_token)|(?<=_secret)|(?<=_password))$"
)
_CALL = re.compile(rb"[A-Za-z_][\w.:]*+[(\[{<]")
_OBJECT = re.compile(rb"[A-Za-z_$][\w.$/]*+@[0-9a-f]{1,16}$")
_UUID = re.compile(rb"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$")
_PATH = re.compile(rb"(?:[a-z]+://|\.{0,2}/|~/|[A-Z]:\\)")
_NUMBER = re.compile(rb"[-+^~<>=v]{0,3}+[\d.,:_]++(?:e[-+]?\d++)?[a-zA-Z%]{0,3}[-+]?$")
_NUMBERED_WORD = re.compile(rb"[a-z]++\d{0,2}$|[A-Z]++\d{0,2}$|[A-Z][a-z]++\d{0,2}$|\d{1,4}$")
_LONG_WORD = re.compile(rb"[a-z]{4,}+")
_DIGEST = re.compile(rb"(?:sha(?:1|256|384|512)|md5)[-:=]")
_HEX_HASH = re.compile(rb"(?:[0-9a-f]{40}|[0-9a-f]{64})$")


def entropy(value: bytes) -> float:
    """Shannon's entropy of `value` in bits a character."""
    size = len(value)
    counts = [value.count(byte) for byte in set(value)]
    return -sum(count / size * math.log2(count / size) for count in counts)


@lru_cache(maxsize=4096)
def judge_name(name: bytes) -> str | None:
    """What a variable, key, flag or field of this name holds: PASSWORD, SHORT, KEY or None.

    The last word decides, after a number or a word such as `prod` or `value`; `max_tokens`, `token_count`,
    `public_key`, `next_page_token` hold nothing secret.
    """
    words = [word.lower() for word in _WORDS.findall(name[-80:])]
    while len(words) > 1 and (words[-1].isdigit() or words[-1] in _QUALIFIERS):
        words.pop()
    if not words:
        return None
    last, rest = words[-1], words[:-1]
    before = rest[-1] if rest else b""
    if last in _PASSWORD_WORDS or (last in (b"word", b"phrase") and before == b"pass"):
        if last == b"pass" and not rest:
            return SHORT
        return None if before in _HARMLESS and before not in _PASSWORD_HARMLESS_LESS else PASSWORD
    if last in _KEY_WORDS or last in _AUTH_ENDINGS:
        return None if before in _HARMLESS or b"public" in rest[-2:] else KEY
    if last == b"base" and before == b"key":
        return KEY
    if last == b"data" and before == b"key":
        return KEY
    if last == b"salt":
        return KEY if name.isupper() and rest else None
    if last == b"key":
        owned = before in _KEY_OWNERS
        return KEY if owned and not any(word in _HARMLESS for word in rest[-2:]) else None
    if last in (
        b"apikey",
        b"secretkey",
        b"accesskey",
        b"authkey",
        b"privatekey",
        b"accountkey",
        b"sharedaccesskey",
    ):
        return KEY
    if last.endswith((b"password", b"passwd", b"passphrase")) and len(last) <= 24:
        return PASSWORD
    if last.endswith(b"pass") and len(last) <= 12 and last not in _NOT_PASS:
        return PASSWORD if last.startswith((b"store", b"key", b"require")) else SHORT
    if last.endswith((b"secret", b"apikey", b"authtoken", b"accesstoken", b"secretkey")) and len(last) <= 24:
        return KEY
    return None


_SETTER = re.compile(rb"(?:.*\.)?(?:set|with|use|add|put|Set|With|Use|Add|Put)_?(?=[A-Z_a-z])")


def judge_call(name: bytes) -> str | None:
    """What a function of this name is given: `setPassword`, `withApiKey`."""
    setter = _SETTER.match(name)
    return judge_name(name[setter.end() :] if setter is not None else name)


def is_secret(name: str, value: bytes, quoted: bool, tight: bool) -> bool:
    """Whether `value`, assigned to a name of class `name`, is a secret.

    `quoted`: it stood in quotes; `tight`: it followed `=` without a space, as in an environment or a flag.
    """
    if len(value) < 4 or value[0] in _NOT_FIRST or _is_standin(value) or _is_code(value, quoted):
        return False
    if name == PASSWORD:
        return _is_password(value, quoted, tight)
    if name == SHORT:
        named = _worded(value) and (value.islower() or value.isupper())
        return (quoted or tight) and len(value) >= 6 and looks_chosen(value) and not named
    return _is_key(value)


def is_passphrase(name: bytes, value: bytes) -> bool:
    """Whether several quoted words are a passphrase and no sentence on one.

    A field called `password` may as well hold a label or a message: there the words must be in lower case.
    """
    words = value.lower().split(b" ")
    if not 3 <= len(words) <= 12 or not all(word.isalnum() for word in words):
        return False
    return (b"phrase" in name.lower() or value.islower()) and _SENTENCE.isdisjoint(words)


def looks_random(value: bytes) -> bool:
    """Whether `value` reads as made by a generator: letters and digits, no words, high entropy."""
    if len(value) < 16 or _PATH.match(value):
        return False
    digits = sum(48 <= byte <= 57 for byte in value)
    if not digits or digits == len(value):
        return False
    return entropy(value) >= 3.0


def looks_chosen(value: bytes) -> bool:
    """Whether `value` has what a secret has and a word of prose lacks: digits beside letters."""
    digits = sum(48 <= byte <= 57 for byte in value)
    return 0 < digits < len(value)


def is_standin(value: bytes) -> bool:
    """Whether `value` stands for a secret without being one: `<password>`, `${TOKEN}`, `changeme`, `xxx`."""
    return not value or value[0] in b"$<{*([%" or _is_standin(value)


def _is_standin(value: bytes) -> bool:
    lower = value.lower().strip(b"-_.!?:;,[]<>()=")
    if lower in _STANDINS or len(set(lower)) <= 1 or lower.rstrip(b"0123456789") in _STATES:
        return True
    if lower.startswith(b"sha256~"):
        return False
    return any(mark in lower for mark in _TELLING) or _DIGEST.match(lower) is not None


def _is_code(value: bytes, quoted: bool) -> bool:
    if b"${" in value or b"#{" in value or b"{{" in value:
        return True
    if _REFERENCE.match(value) or _NUMBER.match(value) or _OBJECT.match(value):
        return True
    if quoted:
        return False
    if _CALL.match(value) or value.endswith((b"(", b"()", b"[]", b"{")) or value[0] in b"!/\\~.-:+?=#,;)]}`":
        return True
    if value.endswith(b"=") and value[:-1].isalpha():
        return True
    if _NAME_AND_NUMBER.match(value) or _VARIABLE.match(value) or (b"[" in value and b"\\" in value):
        return True
    if _DOTTED_NAME.match(value) is None:
        return False
    return not looks_random(value) or sum(map(len, _LONG_WORD.findall(value))) >= len(value) * 0.35


def _is_password(value: bytes, quoted: bool, tight: bool) -> bool:
    if _PATH.match(value) and b"/" in value[1:]:
        return False
    if value.count(b" ") > 1 or (b" " in value and not any(48 <= byte <= 57 for byte in value)):
        return False
    if _PLAIN_NAME.match(value):
        if (
            b"_" in value
            or not value.islower()
            or any(word in value for word in (b"pass", b"pwd", b"secret"))
        ):
            return _mixed(value) and (quoted or tight)
        return len(value) >= 6 and (quoted or tight)
    if value.isalpha() or value.replace(b"-", b"").replace(b"_", b"").isalpha():
        return _mixed(value)
    return any(48 <= byte <= 57 or byte in b"!@#$%^&*?+=~" for byte in value)


def _mixed(value: bytes) -> bool:
    """Letters of both cases in no order that words or identifiers have."""
    changes = sum(1 for one, two in pairwise(value) if (65 <= one <= 90) != (65 <= two <= 90))
    return len(value) >= 8 and changes >= len(value) // 2 and value.isalpha()


def _is_key(value: bytes) -> bool:
    if len(value) < 8 or b" " in value or _PATH.match(value):
        return False
    digits = sum(48 <= byte <= 57 for byte in value)
    if not digits:
        return len(value) >= 20 and _mixed(value)
    if digits == len(value):
        return False
    if _UUID.match(value) or len(value) >= 16:
        return entropy(value) >= 2.6 and not _worded(value)
    return entropy(value) >= 2.0 and not _worded(value)


def _worded(value: bytes) -> bool:
    """Words with a number or two, as identifiers and resource names have: `my-token-2`, `web_v1`."""
    parts = re.split(rb"[-_./:@ ]", value)
    wordy = sum(len(part) for part in parts if _NUMBERED_WORD.match(part))
    return len(parts) > 1 and wordy + len(parts) - 1 >= len(value) * 0.8


def is_login(value: bytes) -> bool:
    """Whether `value` is the base64 of user:password."""
    if len(value) < 8 or len(value) > 400:
        return False
    try:
        text = binascii.a2b_base64(value + b"=" * (-len(value) % 4), strict_mode=False)
    except binascii.Error:
        return False
    return b":" in text[1:] and all(32 <= byte < 127 or byte >= 0xC2 for byte in text)
