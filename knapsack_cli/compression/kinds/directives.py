"""Settings files of a daemon: directives, each a word and its values, under many comments.

redis.conf, sshd_config, postgresql.conf, apache2.conf as they are shipped. What is in force is shown, with
the headings; comments are not, but for settings that are commented out, where those are few.
"""

from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, IMPORTANT, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 3000
LEAST_COMMENTS = 20
LEAST_DIRECTIVES = 5
MOST_FURTHER = 4
"""Lines of one setting that goes on over many, as lists in .properties do."""
MOST_OFF = 0.15
"""The share of the text up to which settings that are commented out are shown."""
_DIRECTIVE = lazy(r"[A-Za-z][\w.-]*(?:[ \t]+[^\s=(].*|[ \t]*=.*)?$")
_CODE = lazy(
    r"(?:def|class|import|from|let|const|var|function|return|if|for|while|fi|do|done|esac|case|set|echo|exit"
    r"|then|else|local|export|try|end|use|sub|my|fn|pub|select|insert|create)\b|.*[({;:]$|.*\)$"
)
_REMARK = lazy(r"(?<![ \t])[ \t]+[#;].*$")
_SECTION = lazy(r"\[[\w .:/-]+\]$|</?[A-Z]\w+(?: [^<>]+)?>$")
_SENTENCE = lazy(r"\S+(?: \S+){3,}[.,:?!]$")
_HEADING = lazy(r"[#;]{3,} ?\S.*|[#;] *[-=#;]{3,} ?\w.*")
_RULER = lazy(r"[ \t]*[#;]+[ \t]*[-=#*~]{5,}[#;]?\s*")
_DASHED = lazy(r"# - \w[\w ,/()-]* -")
_OFF = lazy(r"[#;] ?[a-z][\w.-]*(?:[ \t]*=[ \t]*\S[^=]*|(?:[ \t]+[\w./:*<>\"@-]+){1,3})$")
_NAMED = lazy(r"[#;] ?(?:\w*[-.]|[^\W_]*_)\w+[ \t]|[#;] ?\w[\w.-]*[ \t]*=|.* (?:yes|no|on|off|\d\w*|/\S*)$")


def recognise(segment: Segment) -> int:
    """By comments on most lines, and a word with values on nearly all others."""
    comments = directives = others = 0
    words: set[str] = set()
    if segment.lines[0].startswith("#!"):
        return 0
    goes_on = False
    for line in segment.lines[:SAMPLE]:
        stripped = line.strip()
        if not stripped:
            continue
        if stripped[0] in "#;":
            comments += 1
            continue
        before, goes_on = goes_on, stripped.endswith("\\")
        if before:
            continue
        setting = _REMARK.sub("", stripped)
        if _SENTENCE.match(setting) or _CODE.match(setting.lower()):
            others += 1
        elif _SECTION.match(setting) or _DIRECTIVE.match(setting):
            directives += 1
            words.add(setting.split()[0])
        else:
            others += 1
    if comments < LEAST_COMMENTS or directives < LEAST_DIRECTIVES or comments < directives + others:
        return 0
    return 72 if others * 12 <= directives <= 3 * len(words) else 0


def _is_ruled(lines: list[str], index: int) -> bool:
    """Whether a comment stands between two rulers, or between two dashes of its own."""
    line = lines[index].strip()
    if _DASHED.fullmatch(line):
        return True
    beside = lines[index - 1 : index] + lines[index + 1 : index + 2]
    return len(beside) == 2 and all(map(_RULER.fullmatch, beside)) and any(map(str.isalpha, line))


def decide(segment: Segment) -> Decisions | View | None:
    """All that is in force; headings; what is commented out where it looks like a setting."""
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    off: list[int] = []
    further = 0
    for index, line in enumerate(segment.lines):
        stripped = line.strip()
        if not stripped:
            continue
        if stripped[0] not in "#;":
            goes_on = index > 0 and segment.lines[index - 1].endswith("\\")
            further = further + 1 if goes_on else 0
            decisions.ranks[index] = EVIDENCE if further < MOST_FURTHER else 0
        elif _HEADING.match(stripped) or _is_ruled(segment.lines, index):
            decisions.ranks[index] = IMPORTANT
        elif _OFF.match(stripped) and _NAMED.match(stripped):
            off.append(index)
    lines = segment.lines
    if sum(len(lines[index]) for index in off) <= MOST_OFF * sum(map(len, lines)):
        for index in off:
            decisions.ranks[index] = CONTEXT
    return numbered_or_marked(segment, decisions)
