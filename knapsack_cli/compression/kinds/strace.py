"""System call traces (strace, ltrace's -S): what was opened, run, connected to and changed; what failed.

Memory, locks, and the search for libraries, locales and compiled modules go; calls that look alike in
one folder are shown a few times. Numbers of the trace's lines are shown: their gaps are the marks.
"""

import re
from collections import Counter

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    EVIDENCE,
    FAILURE,
    IMPORTANT,
    MARK,
    NORMAL,
    NUMBERED,
    Row,
    Segment,
    View,
)
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

_CALL = lazy(
    r"(?:\[pid +\d+\] |\d+ +| +)?(?:\d[\d:.]* +)?(?:\S+->)?(?:SYS_)?(?P<name>[A-Za-z_][\w:~]*)\((?P<arguments>.*?)(?:\) += (?P<result>-?\w+).*| <unfinished \.\.\.>)?$"
)
_RESUMED = lazy(r"(?:\[pid +\d+\] |\d+ +| +)?(?:\d[\d:.]* +)?<\.\.\. (\w+) resumed>")
_EVENT = lazy(r"(?:\[pid +\d+\] |\d+ +| +)?(?:\d[\d:.]* +)?(?:---|\+\+\+) ")
_PATH = lazy(r'"((?:[^"\\]|\\.){1,400})"')
_TO_TERMINAL = lazy(r"[12](?:<[^\"]*>)?,")
"""The descriptors of the output and of errors, with what they stand for where that is told (`-y`)."""
_SPOKEN = lazy(r"\"(HTTP/[12][.\d]* \d{3}|[A-Z]{3,7} /\S{0,80} HTTP/1)")
"""What a client asks of a web server, and how that answers."""
_ASKED = lazy(r"SO_ERROR, \[E[A-Z]+\]")
"""How a connection tells why it failed, when it is asked later."""
_SLOW = lazy(r" <[1-9]\d*\.\d+>$")
"""A call of a second or more, where `-T` tells how long each took."""
_REFUSED = lazy(r"\) += -\d+$")
"""How ltrace tells the error of a system call."""
_ERROR = lazy(r" = -1 (E[A-Z]+)")
_SYSTEM = lazy(
    r"^/(?:usr/(?:lib|lib64|share|local/lib)|lib|lib64|proc|sys|dev|opt/[^/]+/lib)(?:/|$)|^/etc/(?:ld\.so|locale|nsswitch"
    r"|localtime|gai|host\.conf|passwd|group|selinux)|\.so(?:\.\d+)*$|\.pyc$|__pycache__|site-packages|dist-packages"
    r"|node_modules/|/\.pyenv/|/python3[.\d]*/|pyvenv\.cfg$|\._pth$|\.(?:mo|dll|node)$"
)
_FILES = frozenset(
    "open openat openat2 creat unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link "
    "linkat symlink symlinkat chmod fchmodat chown fchownat truncate mount umount2 chdir chroot".split()
)
_NETWORK = frozenset("connect bind listen accept accept4 sendto".split())
_PROBES = frozenset(
    ("ENOENT", "ENOTTY", "EAGAIN", "EINTR", "ECHILD", "EINPROGRESS", "ENOTDIR", "ERESTARTSYS")
)
ALIKE_SHOWN = 3
"""So many calls of one shape in one folder are shown ..."""
SAME_ENDING_SHOWN = 12
"""... and so many on names with one ending in it ..."""
SAME_ROOT_SHOWN = 24
"""... and so many below one folder at the top."""
EXECUTED_SHOWN = 40
"""So many programs that were run are shown, each with its arguments."""


def recognise(segment: Segment) -> int:
    """Calls with results, line after line."""
    sample = [line for line in segment.lines[:300] if line.strip()]
    if len(sample) < 8:
        return 0
    calls = sum(1 for line in sample if " = " in line and _is_call(line))
    others = sum(1 for line in sample if _RESUMED.match(line) or _EVENT.match(line) or "<unfinished" in line)
    if calls + others >= 0.8 * len(sample) and calls >= 5:
        return 92
    traced = "execve(" in segment.lines[0] and calls + others >= 0.3 * len(sample)
    return 90 if traced and calls >= 20 else 0  # what the program itself wrote stands between the calls


def _is_call(line: str) -> bool:
    """Whether a line is a call; what shouts its name is a setting."""
    found = _CALL.match(line)
    return found is not None and not found["name"].isupper()


def decide(segment: Segment) -> View:
    """Rows with line numbers, under a count of all calls."""
    names: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    alike: Counter[tuple[str, str]] = Counter()
    rows: list[Row] = []
    for index, line in enumerate(segment.lines):
        found = _CALL.match(line)
        if found is not None:
            names[found["name"]] += 1
        error = _ERROR.search(line)
        if error is not None:
            errors[error[1]] += 1
        rank = _rank(line, found, error[1] if error is not None else "", alike)
        if rank:
            rows.append(Row(f"{segment.number(index)} {line.strip()}", index, rank=rank, form=NUMBERED))
    return View([_summary(names, errors), *rows])


def _summary(names: Counter[str], errors: Counter[str]) -> Row:
    most = sorted(names.items(), key=lambda pair: (-pair[1], pair[0]))[:8]
    text = f"[{thousands(sum(names.values()))} calls: " + ", ".join(f"{name} {count}" for name, count in most)
    if errors:
        text += "; errors: " + ", ".join(
            f"{name} {count}"
            for name, count in sorted(errors.items(), key=lambda pair: (-pair[1], pair[0]))[:6]
        )
    return Row(text + "]", rank=ALWAYS, form=MARK)


def _rank(line: str, found: "re.Match[str] | None", error: str, alike: Counter[tuple[str, str]]) -> int:
    """What one line is worth; `alike` counts what was shown already."""
    if _EVENT.match(line):
        return EVIDENCE if "SIGCHLD" not in line else NORMAL
    if found is None:
        return 0 if _RESUMED.match(line) else IMPORTANT
    name, arguments = found["name"], found["arguments"]
    path = _PATH.search(arguments)
    place = path[1] if path is not None else ""
    system = bool(place) and bool(_SYSTEM.search(place))
    if name.startswith("exit"):
        return EVIDENCE
    if found["result"] is None and " = " not in line and not line.rstrip().endswith((">", ")")):
        return IMPORTANT  # what the program wrote meanwhile stands in the call
    if _REFUSED.search(line) and "SYS_" in line:
        return FAILURE if _first(alike, name, line.rpartition("=")[2]) else 0
    if name == "write" and _TO_TERMINAL.match(arguments):
        return EVIDENCE if _first(alike, name, arguments[:60]) else 0
    said = _SPOKEN.search(arguments)
    if said is not None:
        return IMPORTANT if _first(alike, "http", said[1]) else 0
    if error and error not in _PROBES:
        return FAILURE if _first(alike, name + error, place or arguments[:40]) else 0
    if _ASKED.search(line):
        return FAILURE
    if _SLOW.search(line):
        return IMPORTANT if _first(alike, name + "slow", arguments[:60]) else 0
    if name.startswith("exec"):
        alike["exec", ""] += not error
        return 0 if error or alike["exec", ""] > EXECUTED_SHOWN else EVIDENCE
    if name in _NETWORK:
        return EVIDENCE if _first(alike, name, arguments[:100]) else 0
    if name in _FILES and place and not system:
        return EVIDENCE if _first(alike, name, place) else 0
    return 0


def _first(alike: Counter[tuple[str, str]], name: str, what: str) -> bool:
    """Whether `what` is one of the first of its shape in its folder, and new itself."""
    folder, _, base = what.rpartition("/")
    itself = (name, what)
    alike[itself] += 1
    if alike[itself] > 1:
        return False
    shape = (name + "\\0", f"{folder}/{shape_of(base)}")
    alike[shape] += 1
    place = what.lstrip("/").partition("/")[0]
    alike[(name + "\2", place)] += 1
    if alike[(name + "\2", place)] > SAME_ROOT_SHOWN:
        return False
    ending = (name + "\1", f"{folder}/*{base.rpartition('.')[2] if '.' in base else ''}")
    alike[ending] += 1
    return alike[shape] <= ALIKE_SHOWN and alike[ending] <= SAME_ENDING_SHOWN
