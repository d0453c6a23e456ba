"""Passwords in command lines: which program takes one, after which option or in which place.

Options and places follow the programs' own manuals. A program's name is sought, then its arguments are read
up to the end of the command, 600 characters at most, so the time is linear.
"""

import re

from knapsack_cli.text.secret_places import OPTION_CLASS
from knapsack_cli.text.secret_values import KEY, PASSWORD, is_secret, is_standin, looks_chosen, looks_random

Span = tuple[int, int, str]
_Argument = tuple[int, int, bytes]
"""Where an argument begins and ends, quotes not counted, and its text."""

_MYSQL = "mysql mysqldump mysqladmin mysqlimport mysqlcheck mariadb mariadb-dump mariadb-admin"
_MONGO = "mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat"
_LOGIN = "docker podman nerdctl buildah crane helm oc az jira regctl skopeo"
_LDAP = "ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami ldapmodrdn"

_OPTIONS: tuple[tuple[str, tuple[bytes, ...]], ...] = (
    ("redis-cli", (b"-a", b"--pass")),
    (_MYSQL, (b"-p",)),
    (_MONGO, (b"-p",)),
    ("sqlcmd bcp osql zip unzip ipmitool mosquitto_pub mosquitto_sub", (b"-P",)),
    (
        "sshpass cqlsh twine psexec psexec.exe rdesktop ncftpput ncftpget altool certutil unlock-keychain",
        (b"-p",),
    ),
    ("7z 7za rar unrar", (b"-p",)),
    ("security", (b"-w", b"-p")),
    ("nuget", (b"-p", b"-Password")),
    ("ssh-keygen", (b"-N", b"-P")),
    (_LDAP, (b"-w", b"-s")),
    ("snmpwalk snmpget snmpset snmpbulkwalk", (b"-A", b"-X")),
    ("openssl", (b"-k", b"-K")),
    ("curl", (b"--pass", b"--proxy-pass")),
    ("doctl", (b"-t",)),
    (_LOGIN, (b"-p",)),
    ("xfreerdp cmdkey signtool runas", (b"/p:", b"/pass:", b"/p")),
    ("schtasks", (b"/rp",)),
    ("gh", (b"-b", b"--body")),
)
_ATTACHED = frozenset(f"{_MYSQL} sshpass 7z 7za rar unrar {_MONGO}".encode().split())
"""Programs whose option may stand in one word with its value (`-psecret`)."""
_PAIRS: tuple[tuple[str, tuple[bytes, ...], bytes], ...] = (
    ("curl wget xh", (b"-u", b"--user", b"-U", b"--proxy-user"), b":"),
    ("http https", (b"-a", b"--auth"), b":"),
    ("etcdctl", (b"--user",), b":"),
    ("skopeo", (b"--creds", b"--src-creds", b"--dest-creds"), b":"),
    ("smbclient rpcclient", (b"-U", b"--user"), b"%"),
    ("lftp", (b"-u",), b","),
)
"""Programs and options whose value is a user and a password with a sign between them."""
_LAST: tuple[tuple[str, bytes, int], ...] = (
    ("htpasswd", b"", 2),
    ("rabbitmqctl", b"add_user change_password authenticate_user", 3),
    ("wpa_passphrase", b"", 2),
    ("poetry", b"config", 3),
    ("mc", b"alias", 6),
    ("user-secrets", b"set", 3),
    ("steamcmd", b"+login", 3),
    ("vault", b"login", 2),
    ("vault", b"operator", 3),
    ("cargo", b"login", 2),
    ("snyk", b"auth", 2),
    ("ngrok", b"config authtoken", 2),
)
"""Programs, their subcommands, and how many words there must be before the last of them is a password."""
_INPUTS = re.compile(
    rb"(?m)(?:^|[;&|(\"'`$>#+ \t])(?:echo|printf|yes)(?:[ \t]{1,4}-[neE]{1,3})?[ \t]{1,4}"
    rb"([\"']?)([^\n|\"']{4,200}?)\1[ \t]{0,4}\|[^\n]{0,40}?"
    rb"(?:sudo[ ]-S|--password-stdin|--with-token|\bpasswd\b|chpasswd)"
    rb"|<<<[ \t]{0,4}([\"']?)([^\n\"']{4,200}+)\3"
)
_SEND = re.compile(rb"\bsend[ \t]{1,4}(?:--[ ])?[\"']([^\"'\\\n\s]{6,100}+)\\[rn]")
_OPTION_PASS = re.compile(
    rb"[ \t]-(?:passin|passout|pass|ks-pass|key-pass)[ \t]{1,4}+[\"']?pass:([^\s\"']{4,200}+)"
)
_NET = re.compile(rb"(?i)\bnet(?:\.exe)?[ ](?:use|user)[ ]")
_PLACE = re.compile(rb"(?i)[a-z]:$|\\\\|/|\*$|-")
_WORD = re.compile(rb"(?:[^\s\"'|;&<>]|\"[^\"\n]{0,400}\"?|'[^'\n]{0,400}'?)+")
_QUOTED_WORD = re.compile(rb"[\"']([^\"'\n]{0,400})[\"']")
_PROGRAMS = sorted(
    {
        name
        for names in (*(row[0] for row in _OPTIONS), *(row[0] for row in _PAIRS), *(row[0] for row in _LAST))
        for name in names.split()
    },
    key=lambda name: (-len(name), name),
)
_PROGRAM = re.compile(
    rb"(?<![\w.\-])(?:"
    + b"|".join(re.escape(name.encode()) for name in _PROGRAMS)
    + rb")(?=(?:\.exe)?[\"']?,?[ \t])"
)
_BY_PROGRAM: dict[bytes, frozenset[bytes]] = {
    name: frozenset(
        option for names, options in _OPTIONS if name.decode() in names.split() for option in options
    )
    for name in (program.encode() for program in _PROGRAMS)
}
_MOST = 600
_LONGEST_LINE = 2_000
_WORDS = (
    b"htpasswd", b"--body ", b"--user", b"--proxy-user", b"--pass ", b"-creds", b" -u", b"rabbitmqctl",
    b"wpa_passphrase", b"poetry config", b"alias set", b"user-secrets", b"steamcmd", b"vault login",
    b"operator unseal", b"cargo login", b"snyk auth", b"authtoken", b"/p", b"/rp ", b"--auth ",
)  # fmt: skip
_READERS = (b"--password-stdin", b"--with-token", b"passwd", b"sudo -S", b"<<<")


def find_in_commands(data: bytes, lower: bytes) -> list[Span]:
    """Spans (start, end, kind) of the passwords and tokens in the command lines of `data`.

    `lower`: the same bytes in lower case.
    """
    spans: list[Span] = []
    reached = 0
    for line in sorted(_lines(data)):
        for found in _PROGRAM.finditer(data, max(line, reached), _line_end(data, line, _LONGEST_LINE)):
            reached = found.end()
            arguments = _arguments(data, found.end())
            if arguments:
                _options(found[0], arguments, spans)
                _pairs(found[0], arguments, spans)
                _last(found[0], arguments, spans)
    if b"net us" in lower:
        for found in _NET.finditer(data):
            _net(data, found, spans)
    if b"-pass" in data:
        for found in _OPTION_PASS.finditer(data):
            _add(spans, found.start(1), found[1], False)
    if b"send " in data and b"\\r" in data:
        for found in _SEND.finditer(data):
            if looks_chosen(found[1]):
                _add(spans, found.start(1), found[1], False)
    for line in sorted(_hits(data, _READERS)):
        _inputs(data, line, _line_end(data, line, _LONGEST_LINE), spans)
    return spans


def _lines(data: bytes) -> set[int]:
    """Where the lines begin that have an option or a word of a program that takes a password."""
    lines = _hits(data, _WORDS)
    lines |= _hits(data.translate(OPTION_CLASS), (b" -o ", b" -p"), data)
    return lines


def _hits(data: bytes, literals: tuple[bytes, ...], text: bytes | None = None) -> set[int]:
    """Where the lines begin in which one of `literals` stands, those that a backslash continues included."""
    text = data if text is None else text
    lines: set[int] = set()
    for literal in literals:
        position = data.find(literal)
        while position >= 0:
            floor = max(0, position - 1000)
            start = text.rfind(b"\n", floor, position)
            while start > floor and text[start - 1 : start] == b"\\":
                start = text.rfind(b"\n", floor, start)
            lines.add(max(floor, start + 1))
            position = data.find(literal, position + len(literal))
    return lines


def _line_end(data: bytes, start: int, most: int) -> int:
    """Where the command line that runs on at `start` ends, `most` characters on at most."""
    limit = min(len(data), start + most)
    end = data.find(b"\n", start, limit)
    while end > start and data[end - 1 : end] == b"\\":
        end = data.find(b"\n", end + 1, limit)
    return limit if end < 0 else end


def _arguments(data: bytes, position: int) -> list[_Argument]:
    """The words of a command from `position` on, as a shell or a list in JSON or Python has them."""
    end = _line_end(data, position, _MOST)
    if data[position : position + 1] in (b'"', b"'"):
        close = data.find(b"]", position, end)
        stop = end if close < 0 else close
        return [(*found.span(1), found[1]) for found in _QUOTED_WORD.finditer(data, position + 1, stop)]
    for sign in (b" | ", b" && ", b"; "):
        cut = data.find(sign, position, end)
        end = cut if cut >= 0 else end
    words: list[_Argument] = []
    for found in _WORD.finditer(data, position, end):
        start, stop = found.span()
        quote = data[start : start + 1]
        if quote in (b'"', b"'") and data[stop - 1 : stop] == quote and stop - start > 1:
            start, stop = start + 1, stop - 1
        words.append((start, stop, data[start:stop]))
    return words


def _options(program: bytes, arguments: list[_Argument], spans: list[Span]) -> None:
    wanted = _BY_PROGRAM[program]
    if program == b"gh" and arguments[0][2] != b"secret":
        return
    if not wanted or (program in _NEEDS_LOGIN and not any(word == b"login" for _, _, word in arguments)):
        wanted = wanted - {b"-p"}
    for at, (start, _, word) in enumerate(arguments):
        if word in wanted and word[-1:] != b":":
            if at + 1 < len(arguments):
                value = arguments[at + 1]
                _add(spans, value[0], value[2], program == b"openssl")
        elif word[:2] == b"-p" and len(word) > 5 and program in _ATTACHED:
            inner = word[2:].strip(b"\"'=")
            if word[2:3] not in (b"r", b"o") or looks_chosen(inner):
                _add(spans, start + word.find(inner), inner, False)
        elif word[:1] == b"/":
            for option in wanted:
                if option.endswith(b":") and word.lower().startswith(option):
                    _add(spans, start + len(option), word[len(option) :], False)


_NEEDS_LOGIN = frozenset(_LOGIN.encode().split())


def _pairs(program: bytes, arguments: list[_Argument], spans: list[Span]) -> None:
    name = program.decode()
    for names, options, sign in _PAIRS:
        if name not in names.split():
            continue
        for at, (start, _, word) in enumerate(arguments):
            if word in options and at + 1 < len(arguments):
                start, _, word = arguments[at + 1]
            elif word[:2] in options and len(word) > 4 and word[:2] != b"--":
                start, word = start + 2, word[2:]
            else:
                option, equals, value = word.partition(b"=")
                if not equals or option not in options:
                    continue
                start, word = start + len(option) + 1, value
            user, colon, password = word.partition(sign)
            if colon and b"/" not in user and password[:2] != b"//":
                inner = password.strip(b"\"'")
                _add(spans, start + len(user) + 1 + password.find(inner), inner, False)


def _last(program: bytes, arguments: list[_Argument], spans: list[Span]) -> None:
    name = program.decode()
    for names, commands, least in _LAST:
        if name != names:
            continue
        words = [one for one in arguments if one[2][:1] not in (b"-", b"")]
        if commands and (not words or words[0][2] not in commands.split()):
            continue
        if program == b"htpasswd":
            flags = [word for _, _, word in arguments if word[:1] == b"-"]
            if not any(b"b" in flag for flag in flags):
                continue
            least = 2 if any(b"n" in flag for flag in flags) else 3
        if program == b"steamcmd":
            words = words[:3]
        if len(words) >= least and b"=" not in words[-1][2][:-2]:
            _add(spans, words[-1][0], words[-1][2], program in (b"vault", b"cargo", b"snyk", b"ngrok", b"mc"))


def _net(data: bytes, found: "re.Match[bytes]", spans: list[Span]) -> None:
    """`net use X: \\\\server\\share PASSWORD /user:NAME`, `net user NAME PASSWORD`."""
    words = [one for one in _arguments(data, found.end() - 1) if not _PLACE.match(one[2])]
    using = found[0].lower().rstrip().endswith(b"use")
    if len(words) > (not using):
        start, _, word = words[0 if using else 1]
        if looks_chosen(word) or not using:
            _add(spans, start, word, False)


def _inputs(data: bytes, start: int, end: int, spans: list[Span]) -> None:
    """What is piped into a program that reads a password."""
    for found in _INPUTS.finditer(data, start, end):
        value, at = (found[2], found.start(2)) if found[2] else (found[4], found.start(4))
        if not value:
            continue
        if found[4] and not looks_random(value):
            continue
        for part in value.split(b"\\n"):
            _, colon, password = part.partition(b":")
            word = password if colon and b"chpasswd" in found[0] else part
            if b" " not in word:
                _add(spans, at + len(part) - len(word), word, len(word) > 30)
            at += len(part) + 2


def _add(spans: list[Span], start: int, value: bytes, random: bool) -> None:
    """Take `value` for a secret unless it stands for one; `random`: only if it reads as generated."""
    if len(value) < 4 or value[:1] in b"-$<{" or is_standin(value) or b"$(" in value or b"${" in value:
        return
    if random and not looks_random(value) and not (len(value) < 20 and looks_chosen(value)):
        return
    if is_secret(KEY if random else PASSWORD, value, True, True) or looks_chosen(value):
        spans.append((start, start + len(value), "password" if len(value) < 30 else "token"))
