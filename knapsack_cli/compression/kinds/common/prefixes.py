"""What log collectors write before each line: a step and a time, a level, the columns of a CI."""

from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BUILDKIT = lazy(r"#(?P<tag>\d{1,5}) (?:\d{1,7}\.\d{1,6} )?")
_BUILDKIT_AT_A_TERMINAL = lazy(r" ?=> (?P<tag>)(?:=> )?(?:CACHED |# )?")
_BUILDKIT_WITH_TIMES = lazy(r"(?P<tag>) ?(?:=> (?:=> )?(?:CACHED |# )?|\d{1,7}\.\d{1,6} )")
"""The same, and what the step that failed has written."""
_LEVEL = lazy(
    r"(?:\d\d:\d\d:\d\d(?:[.,]\d{3})? )?\[(?P<tag>INFO|WARNING|WARN|ERROR|FATAL|DEBUG|TRACE|info|warn"
    r"|error|debug)\](?: |$)"
)
_ACTIONS_VIEW = lazy(
    r"(?P<tag>[^\t\n]{1,120}\t[^\t\n]{1,200})\t\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*Z ?"
)
_ACTIONS_RAW = lazy(r"\ufeff?(?P<tag>)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z ?")
_GITLAB = lazy(r"(?P<tag>)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z \d\d[OE]\+? ?")
_JENKINS = lazy(r"(?P<tag>)\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\] ?")
_TASK = lazy(r"(?P<tag>@?[\w./-]{1,80}[:#][a-z][\w:-]{0,60}): (?=\S|$)")
"""What turbo and its kin write: the package and the script."""
_ANT = lazy(r" {1,12}\[(?P<tag>[a-z][\w:.-]{1,20})\] ")
_STAMPED = (_ACTIONS_VIEW, _GITLAB, _ACTIONS_RAW, _JENKINS)
_FORMS = (*_STAMPED, _TASK, _BUILDKIT, _BUILDKIT_AT_A_TERMINAL, _LEVEL, _ANT)
_LEAST_SHARE = 0.3
_OWN_SHARE = 0.03
"""The same for prefixes that nothing else writes: what the tool runs writes without them."""
_SAMPLE = 400


def strip_prefixes(lines: "Sequence[str]") -> tuple[list[str], list[str], bool]:
    """The lines without the prefix of their collector, and what it said (a level, a step), "" where none.

    The last value is whether a CI put its time before each line.

    A form counts only when three in ten lines of a sample have it; prefixes in prefixes (a CI's time
    before Maven's level) come off too.
    """
    texts = list(lines)
    tags = [""] * len(texts)
    stamped = False
    for form in _FORMS:
        size = len(texts)
        step = max(1, size // _SAMPLE)
        sample = [texts[at] for at in range(0, size, step) if texts[at]]
        hits = sum(1 for line in sample if form.match(line))
        share = _OWN_SHARE if form in (_LEVEL, _BUILDKIT, _BUILDKIT_AT_A_TERMINAL) else _LEAST_SHARE
        if hits < max(2, share * len(sample)):
            continue
        stamped = stamped or form in _STAMPED
        if form is _BUILDKIT_AT_A_TERMINAL:
            form = _BUILDKIT_WITH_TIMES
        for at, line in enumerate(texts):
            match = form.match(line)
            if match is not None:
                texts[at] = line[match.end() :]
                tag = match["tag"]
                if tag:
                    tags[at] = f"{tags[at]}\t{tag}" if tags[at] else tag
    return texts, tags, stamped


def step_of(tag: str) -> str:
    """The job and the step that a tag of a CI begins with, as they were written, or ""."""
    columns = tag.split("\t")
    return "\t".join(columns[:2]) if len(columns) > 1 else ""


def level_of(tag: str) -> str:
    """The level that a tag ends in (`ERROR`, `WARNING`, ...), upper case, or ""."""
    word = tag.rsplit("\t", 1)[-1].upper()
    return (
        "WARNING"
        if word == "WARN"
        else word
        if word in ("INFO", "WARNING", "ERROR", "FATAL", "DEBUG")
        else ""
    )
