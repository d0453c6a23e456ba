"""Places where a secret may stand without `=` or `:` before it, told by literal searches alone.

Options of programs that take a password, statements, calls and sentences. True means that the rules are to
look; digits may be gone from the text, so that nothing here asks for one.
"""

OPTION_CLASS = bytes(
    32 if byte in b"\"'\t" else 111 if byte in b"PaAwNUXkKtsb" else byte if byte in b" -p" else 120
    for byte in range(256)
)
"""Letters of options that take a password become `o`, quotes spaces, so that one search finds them all."""
SHORTEST = 20
"""No vendor's token has fewer letters, digits, `_` and `-` in a row (before its first dot or slash)."""
RUNS = bytes(97 if (byte < 128 and chr(byte).isalnum()) or byte in b"_-" else 32 for byte in range(256))
"""What such a run is made of becomes `a`, all else a space."""
LONG_RUN = b"a" * SHORTEST
_PROGRAMS = (
    b"mysql", b"mariadb", b"sshpass", b"login", b"redis-cli", b"mongo", b"sqlcmd", b"bcp ", b"osql", b"zip",
    b"ipmitool", b"mosquitto_", b"cqlsh", b"twine", b"psexec", b"rdesktop", b"ncftp", b"altool", b"certutil",
    b"7z", b"rar ", b"security ", b"nuget", b"ssh-keygen", b"ldap", b"snmp", b"openssl", b"curl", b"doctl",
    b"smbclient", b"rpcclient", b"http", b"htpasswd", b"secret set", b"lftp", b"unlock-keychain",
)  # fmt: skip
_LITERALS = (
    b"net use ", b"net user ", b"sudo -S", b" unseal ", b"rabbitmqctl", b"oracle:thin", b"SETUSER ",
    b"rootpw ", b"ysqli_connect(", b"etConnection(", b"PDO(", b"SHA}", b"\\r\"", b"alias set", b"<<< ",
    b"bindpw ", b":5432:", b":*:", b"sqlplus ", b"poetry config", b"steamcmd", b"AWS.Credentials(",
    b"SecureString", b"/hooks/catch/",
)  # fmt: skip
_DECLARING = (
    b"env ", b"arg ", b"export ", b"setenv ", b"set -", b"setx ", b"#define", b"# define", b"npm config",
    b"yarn config", b"pnpm config", b"aws configure", b"poetry config", b"config set", b"secret put",
)  # fmt: skip
_OWNERS = (
    b"api",
    b"access",
    b"secret",
    b"unseal",
    b"auth",
    b"recovery",
    b"license",
    b"licence",
    b"master",
    b"encryption",
)
_QUOTES = (b'"', b"'", b"`")
_VALUE = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=_-."
_ACCOUNT = (b"auth", b"login", b"logging in", b"denied", b"connect", b"user", b"account")


def has_place(piece: bytes) -> bool:
    """Whether a command line or a statement in `piece` may hold a secret."""
    classes = piece.translate(OPTION_CLASS)
    for option in (b" -o ", b" -p"):
        position = classes.find(option)
        while position >= 0:
            line = piece[max(0, position - 200) : position].rpartition(b"\n")[2]
            if any(program in line for program in _PROGRAMS):
                return True
            position = classes.find(option, position + 3)
    if any(literal in piece for literal in _LITERALS):
        return True
    position = piece.find(b"login")
    while position >= 0:
        after = piece[position + 5 : position + 12].lstrip()
        if called(after) or piece.endswith((b"vault ", b"cargo ", b"+"), max(0, position - 6), position):
            return True
        position = piece.find(b"login", position + 5)
    return False


def called(value: bytes) -> bool:
    """Whether `value` begins the arguments of a call with a quoted one, or with a name and a quoted one."""
    if value[:1] != b"(":
        return False
    inner = value[1:160].split(b")", 1)[0]
    return b'"' in inner or b"'" in inner or b"`" in inner


def long_word(text: bytes) -> bool:
    """Whether one of the first words of `text` is long and no word of prose."""
    for word in text[:140].split(b"\n", 1)[0].split(None, 6)[:6]:
        bare = word.strip(b"\"'`,;:.()[]{}<>")
        if (
            len(bare) >= 14
            and not bare.strip(_VALUE)
            and not (bare.isalpha() and bare.islower())
            and b"/" not in bare[:2]
        ):
            return True
    return False


def said(text: bytes) -> bool:
    """Whether the end of `text`, before an `@`, is a user and a password in a sentence on a login."""
    word = text.replace(b"'", b" ").replace(b'"', b" ").split(b"\n")[-1].rsplit(None, 1)[-1:]
    if not word or len(word[0]) >= len(text):
        return False
    user, colon, password = word[0].partition(b":")
    if not colon or not user or len(password) < 6 or b"/" in word[0]:
        return False
    lower = text.lower()
    return any(name in lower for name in _ACCOUNT)


def statement(left: bytes, before: bytes, word: bytes, rest: bytes) -> bool:
    """Whether a telling word is used in a statement or a sentence that holds its value.

    `left`: what stands before the name; `before`: the name up to the word; `rest`: what follows the name.
    """
    line = left[left.rfind(b"\n") + 1 :].strip(b" \t>+$").lower()
    value = rest.lstrip(b"\"'`]").lstrip(b" \t")
    if word == b"cret" and left[-14:].rstrip(b" \t\"'").endswith((b"kind:", b'kind":')):
        return True
    if value.startswith((b"$production$", b"$sandbox$")):
        return True
    if (line + b" ").startswith(_DECLARING) or (before + word).endswith((b"requirepass", b"masterauth")):
        return bool(value) and value[:1] not in b"=$<{"
    if word == b"auth":
        if called(value) or line.endswith((b"snyk", b"doctl")) or value.startswith((b"sha ", b"md5 ")):
            return True
        return not line and before == b"" and len(value) > 3 and value[:1] not in b"=:,.({["
    if value.startswith((b"<-", b"</key>")) or b"<value>" in rest[:110]:
        return True
    if value.startswith((b"{ default", b"{ get", b"{ set", b"[]", b"[ ]")) or rest.startswith(
        (b"[]", b'" {')
    ):
        return b'"' in value or b"'" in value
    if value[:1] in _QUOTES and rest[:1] in (b" ", b"\t"):
        inner = value[1:90].split(value[:1], 1)[0]
        if b"\n" not in inner and len(inner) > 5 and not (b" " in inner and word != b"pass"):
            return word.startswith(b"pass") or long_word(inner)
    if word.startswith(b"pass") and _entered(line, before, value):
        return bool(value) and value[:1] not in b"=$<{"
    if word in (b"key", b"ken", b"cret"):
        if before.endswith(b"--with-to"):
            return True
        if word == b"key" and not before and not line.endswith(_OWNERS):
            return False
        return rest[:1] in (b" ", b":") and long_word(rest)
    return word.startswith(b"pass") and _told(rest)


def _entered(line: bytes, before: bytes, value: bytes) -> bool:
    """Whether a password stands where a program reads it: piped, in a router's or a radio's settings."""
    if line.endswith((b"|", b"| sudo")) or before in (b"ch", b"wpa_"):
        return True
    if before.startswith(b"-") and not before.startswith(b"--"):
        return True
    return value[:2] in (b"0 ", b"5 ", b"7 ") or b"wifi" in line or b"device" in line


def _told(rest: bytes) -> bool:
    """Whether a sentence on a password ends with one, on its line or on the next: `... for root: VALUE`."""
    first, _, more = rest[:240].partition(b"\n")
    _, colon, tail = first.rpartition(b":")
    if b"=" in first or len(first) > 130:
        return False
    tail = tail.strip()
    if not tail or not colon:
        if len(first) > 60 and not first.rstrip().endswith(b":"):
            return False
        tail = more.strip().split(b"\n", 1)[0].strip()
        return len(tail) >= 12 and long_word(tail)
    ended = tail[-1:] in b".!?):,;"
    return len(tail) > 5 and not ended and b" " not in tail and not (tail.isalpha() and tail.islower())
