"""Lines that someone wrote between the outputs of several commands: prompts, `set -x`, banners.

What is told here is certain: an output never goes on behind such a line, whatever it looks like. So a
line is only taken for one when it belongs to a family (several of one style) whose texts are commands
or files, or between which texts of different kinds stand.
"""

from knapsack_cli.compression import detect
from knapsack_cli.compression.model import Hints, Segment
from knapsack_cli.text.lazy_patterns import lazy

FIRST_SIGNS = "$+=#-*>❯➜"
"""How separators begin; prompts with a user and a host begin with a letter."""
SURE = 60
"""A kind recognised so surely below a banner speaks for the banner."""
LEAST_LINES = 3
MOST_LOOKED_AT = 12
"""So many of the texts between banners are recognised to judge their family."""

_PROMPT = lazy(
    r"(?:\([\w.-]+\) )?(?:\[?[\w.-]+@[\w.-]+[: ][^$#\n]{0,120}[$#]|[$❯➜]|[\w.~/-]{0,80} ?\$) (?P<said>\S.*)"
)
_TRACED = lazy(r"\++ (?P<said>\S.*)")
_BANNER = lazy(
    r"(?P<sign>={2,}|-{3,}|#{2,}|\*{3,}|>{3,}|<{3,})(?P<blank> ?)(?P<said>[^\s=#*<>-].{0,160}?)"
    r"(?P<end> ?(?:={2,}|-{2,}|#{2,}|\*{3,}|<{3,}|>{3,}))?$"
)
_TAIL = lazy(r"==> (?P<said>.+) <==$")
_OWN_BANNER = lazy(
    r"(?:FAILURES|ERRORS|PASSES|XFAILURES|XPASSES|warnings summary|short test summary|test session starts"
    r"|slowest|live log|inspecting|generated |coverage:|Captured |stdout|stderr|Docs:|no tests ran"
    r"|(?:FAIL|PASS|SKIP|RUN|CONT|PAUSE|BENCH)\b|tests coverage|rerun test|BEGIN |END "
    r"|\d+ (?:passed|failed|errors?|skipped|xfailed|warnings?|deselected)\b)"
)
"""Banners that one program writes inside its own output: pytest, go test, PEM blocks."""
_FILE = lazy(r"(?:[\w.@~+-]*/)*[\w.@+-]+\.[A-Za-z]\w{0,9}$|[/.~][\w./@+-]+$|Dockerfile$|Makefile$")
_WORDS = frozenset(
    (
        "awk bash cat cd clang curl cut date df diff dig dmesg docker du echo env file find flake8 free "
        "gcc git go grep head helm hexdump hostname id ip java javac jest journalctl jq kubectl less ls "
        "lsblk lscpu lsof make mount mypy mysql netstat node npm npx nproc objdump pip pnpm printenv ps "
        "psql pwd pytest python python3 rg ruby ruff rustc sed sh sort sqlite3 ss ssh stat strace "
        "systemctl tail terraform test time top tree uname uniq uptime wc wget which whoami xxd yarn "
        "ansible aws az cargo cmake ctest dotnet gcloud gradle mvn php composer bundle rake rspec eslint "
        "tsc vitest mocha nl od column comm tac timedatectl nginx redis-cli uv"
    ).split()
)


class Separator:
    """A line between outputs.

    Attributes:
        index: of the line. said: the command, file or title that it holds.
        prompt: whether it is a prompt or `set -x`, so that `said` is a command that was run.
    """

    __slots__ = ("index", "prompt", "said")

    def __init__(self, index: int, said: str, prompt: bool) -> None:
        self.index = index
        self.said = said
        self.prompt = prompt

    def hints(self, known: Hints) -> Hints:
        """What is known of the output that stands below."""
        command = self.said if self.prompt or _is_command(self.said) else ""
        made = Hints(command, query=known.query)
        if not command and _FILE.match(self.said):
            made.path = self.said
        made.custom, made.definitions = known.custom, known.definitions
        return made


def find(segment: Segment) -> list[Separator]:
    """The separators of a text, in order; none when nothing proves them."""
    lines = segment.lines
    families: dict[str, list[Separator]] = {}
    traced = bool(lines) and lines[0].startswith("+ ")
    inside = fenced(lines)
    for index, line in enumerate(lines):
        if not line or (inside and inside[index]):
            continue
        sign = line[0]
        if sign not in FIRST_SIGNS and (("$ " not in line and "# " not in line) or sign in " \t"):
            continue
        style, said = _read(line, traced)
        if style:
            families.setdefault(style, []).append(Separator(index, said, style in ("$", "+")))
    found: list[Separator] = []
    for style in families:
        family = families[style]
        if _holds(segment, style, family, len(lines)):
            found.extend(family)
    found.sort(key=lambda separator: separator.index)
    return found


def _read(line: str, traced: bool) -> tuple[str, str]:
    """The style of a separator and what it says; two empty texts for any other line."""
    sign = line[0]
    if sign == "+":
        match = _TRACED.match(line) if traced else None
        return ("+", match["said"]) if match else ("", "")
    if sign in "=-#*>":
        match = _TAIL.match(line)
        if match:
            return "==>", match["said"]
        match = _BANNER.match(line.rstrip())
        if not match or _OWN_BANNER.match(match["said"]) or match["said"].endswith(("stdout", "stderr")):
            return "", ""
        end = match["end"]
        if not end and (sign in "->*" or not match["blank"]):
            return "", ""
        return sign + ("|" if end else ""), match["said"]
    match = _PROMPT.match(line)
    return ("$", match["said"]) if match else ("", "")


def fenced(lines: list[str]) -> bytearray | None:
    """1 for lines between the fences of Markdown: what looks like a prompt there is an example."""
    if sum(1 for line in lines if line.startswith("```")) < 2:
        return None
    inside = bytearray(len(lines))
    opened = -1
    for index, line in enumerate(lines):
        if line.startswith("```"):
            if opened < 0:
                opened = index
            else:
                inside[opened : index + 1] = b"\1" * (index + 1 - opened)
                opened = -1
    return inside


def _holds(segment: Segment, style: str, family: list[Separator], size: int) -> bool:
    """Whether a family of separators is one: by where it stands, by what it says, or by what is between."""
    if style == "+":
        return len(family) >= 2 or family[0].index == 0
    if style == "$":
        told = 3 * sum(1 for one in family if _is_command(one.said)) >= len(family)
        if not told or family[0].index == 0:
            return told
        return len(family) >= 2 and _differ(segment, family, size)
    told = 2 * sum(1 for one in family if _is_command(one.said) or _FILE.match(one.said)) >= len(family)
    if style == "==>":
        return True
    if style.startswith("#"):
        return told and len(family) >= 2 and _differ(segment, family, size)
    if told and (len(family) >= 2 or family[0].index == 0):
        return True
    return len(family) >= 2 and _differ(segment, family, size)


def _is_command(said: str) -> bool:
    words = detect.command_words(said)
    return bool(words) and (words[0] in _WORDS or said.startswith(("./", "../", "/")))


def _differ(segment: Segment, family: list[Separator], size: int) -> bool:
    """Whether texts of several kinds stand between the separators, each surely what it is."""
    ends = [one.index for one in family[1:]] + [size]
    kinds: set[str] = set()
    sure = looked = 0
    for one, end in list(zip(family, ends, strict=True))[:MOST_LOOKED_AT]:
        if end - one.index - 1 < LEAST_LINES:
            continue
        looked += 1
        verdict = detect.recognise(
            Segment(
                segment.lines[one.index + 1 : end], segment.base + one.index + 1, one.hints(segment.hints)
            )
        )
        if verdict.confidence >= SURE and verdict.kind.name != "markdown":
            sure += 1
            kinds.add(verdict.kind.name)
    return len(kinds) >= 2 and 2 * sure >= looked
