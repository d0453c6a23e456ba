"""Finding the signals of anchors in text, line by line. Pure, and light enough for compress's hot path.

A signal is a word or phrase, found between borders of words, or a `/pattern/`. Written without a capital it
is found in any case. Contexts that an anchor allows make a hit none: a negation before it, "instead of" it,
a path, a comment.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from knapsack_cli.text.patterns import BoundedPattern

CONTEXTS = ("negation", "instead", "path", "comment")
"""What may be allowed by name; anything else that is allowed is a phrase on the same line."""
USUAL_CONTEXTS = ("negation", "instead")
PATTERN_SECONDS = 2.0
"""How long one pattern may work on one text."""
MOST_HITS = 200
_REACH = 60
"""Characters before a hit in which a negation belongs to it."""
_SHOWN = 160

_NEGATIONS = frozenset(
    "no not never without avoid avoids avoiding non don't dont doesn't isn't cannot can't won't neither nor "
    "remove removes removed removing drop drops dropped forbid forbids forbidden ban banned deprecate "
    "deprecated stop reject rejects rejected against".split()
)
_NEGATION_SIGNS = tuple(
    "不要 不用 不能 不得 不使用 不是 不再 别用 禁止 避免 没有 移除 删除 勿用 弃用 ではなく しない".split()
)
_INSTEAD = (
    "instead of",
    "in place of",
    "rather than",
    "away from",
    "migrate from",
    "moved from",
    "switch from",
    "switched from",
    "replace",
    "replaces",
    "replaced",
    "replacing",
    "over",
)
_INSTEAD_SIGNS = tuple("代替 而不是 取代 替换 替代 の代わり".split())
_COMMENTS = ("#", "//", "--", "/*", "*", "<!--", ";", "%", '"""')
_ENDS = ".;!?。；！？"


class Anchor:
    """What is declared, and the signals that tell that a text drifts from it.

    Attributes:
        project: the name of the project that it is of; empty for all. acknowledged: why all its hits are
        accepted; empty when they are not. lines: texts of lines that are accepted, each with the reason.
    """

    __slots__ = ("acknowledged", "allow", "id", "lines", "project", "signals", "statement")

    def __init__(
        self,
        id: str,
        statement: str,
        signals: "tuple[str, ...]",
        allow: "tuple[str, ...]" = USUAL_CONTEXTS,
        project: str = "",
        acknowledged: str = "",
        lines: "dict[str, str] | None" = None,
    ) -> None:
        self.id = id
        self.statement = statement
        self.signals = signals
        self.allow = allow
        self.project = project
        self.acknowledged = acknowledged
        self.lines = lines or {}


class Hit:
    """A signal found. `line` is from 1; `text` is the line, cut; `path` is the file of a diff, or empty."""

    __slots__ = ("anchor", "line", "path", "signal", "text")

    def __init__(self, anchor: Anchor, line: int, path: str, signal: str, text: str) -> None:
        self.anchor = anchor
        self.line = line
        self.path = path
        self.signal = signal
        self.text = text

    @property
    def reason(self) -> str:
        """Why it is accepted; empty when it is not."""
        return self.anchor.acknowledged or self.anchor.lines.get(line_text(self.text), "")

    @property
    def state(self) -> str:
        """`drifting`, or `acknowledged` when someone said why it may be."""
        return "acknowledged" if self.reason else "drifting"

    @property
    def place(self) -> str:
        """Where: `line 12`, or `file.py:12` in a diff."""
        return f"{self.path}:{self.line}" if self.path else f"line {self.line}"


def line_text(text: str) -> str:
    """A line as it is compared with accepted ones: its indentation may change."""
    return " ".join(text.split())


class _Signal:
    """One signal made ready: `prefilter` must stand in a lowered text for it to be found there."""

    __slots__ = ("anchor", "find", "pattern", "prefilter", "written")

    def __init__(self, anchor: Anchor, written: str) -> None:
        self.anchor = anchor
        self.written = written
        self.pattern: BoundedPattern | None = None
        self.find: Callable[[str, str], Iterable[tuple[int, int]]]
        if is_pattern(written):
            self.prefilter = ""
            self.pattern = pattern = _bounded(written[1:-1])
            self.find = lambda line, lowered: pattern.spans(line)
        else:
            self.prefilter = " ".join(written.lower().split())
            self.find = _word_finder(written)


def is_pattern(signal: str) -> bool:
    """Whether a signal is written `/pattern/`."""
    return len(signal) > 2 and signal[0] == signal[-1] == "/" and " " not in signal[1:2]


def _bounded(pattern: str) -> "BoundedPattern":
    from knapsack_cli.text.patterns import BoundedPattern

    return BoundedPattern(
        pattern, PATTERN_SECONDS, not any(char.isupper() for char in pattern.replace("\\", ""))
    )


def _word_finder(written: str) -> "Callable[[str, str], Iterable[tuple[int, int]]]":
    words = " ".join(written.split())
    exact = words != words.lower()
    first, last = words[0], words[-1]

    def find(line: str, lowered: str) -> "Iterable[tuple[int, int]]":
        text = line if exact else lowered
        at = text.find(words)
        while at >= 0:
            end = at + len(words)
            if not (_joins(first) and at and _joins(text[at - 1])) and not (
                _joins(last) and end < len(text) and _joins(text[end])
            ):
                yield at, end
            at = text.find(words, at + 1)

    return find


def _joins(char: str) -> bool:
    """Whether a character makes one word with its neighbour; scripts without spaces have no such borders."""
    return char.isalnum() and char < "\u0e00"


class Matcher:
    """Looks for the signals of some anchors."""

    def __init__(self, anchors: "Iterable[Anchor]") -> None:
        self._signals = [_Signal(anchor, written) for anchor in anchors for written in anchor.signals]
        self._always = any(not signal.prefilter for signal in self._signals)
        self._literals = sorted(
            {signal.prefilter.split()[0].encode() for signal in self._signals if signal.prefilter}
        )

    @property
    def stopped(self) -> "list[str]":
        """Patterns that took too long and were not looked for to the end."""
        return [
            signal.written
            for signal in self._signals
            if signal.pattern is not None and signal.pattern.stopped
        ]

    def may_hit(self, data: bytes) -> bool:
        """Whether a block of text may hold a signal at all: a cheap look at its bytes."""
        if self._always:
            return True
        lowered = data.lower() if data.isascii() else data.decode("utf-8", "replace").lower().encode()
        return any(literal in lowered for literal in self._literals)

    def look(self, line: str, number: int, path: str = "") -> "list[Hit]":
        """The hits of one line: one for each anchor at most."""
        lowered = line.lower()
        if len(lowered) != len(line):
            lowered = "".join([low if len(low := char.lower()) == 1 else char for char in line])
        if "\t" in line:
            line, lowered = line.replace("\t", " "), lowered.replace("\t", " ")
        found: list[Hit] = []
        for signal in self._signals:
            if found and found[-1].anchor is signal.anchor:
                continue
            if signal.prefilter and signal.prefilter not in lowered:
                continue
            for start, end in signal.find(line, lowered):
                if not allowed(lowered, start, end, signal.anchor.allow):
                    found.append(Hit(signal.anchor, number, path, signal.written, _cut(line, start)))
                    break
        return found


def _cut(line: str, at: int) -> str:
    start = max(0, at - _SHOWN // 2) if len(line) > _SHOWN else 0
    return line[start : start + _SHOWN].strip()


def allowed(lowered: str, start: int, end: int, contexts: "tuple[str, ...]") -> bool:
    """Whether the hit between `start` and `end` stands in a context that makes it none."""
    before = lowered[max(0, start - _REACH) : start]
    cut = max(before.rfind(sign) for sign in _ENDS)
    before = before[cut + 1 :] if cut >= 0 and not before.endswith(".") else before
    for context in contexts:
        if context == "negation":
            if _negated(before):
                return True
        elif context == "instead":
            if _instead(before, lowered[end : end + 12]):
                return True
        elif context == "path":
            if _in_path(lowered, start, end):
                return True
        elif context == "comment":
            if lowered.lstrip().startswith(_COMMENTS) or any(
                mark in lowered[:start] for mark in (" # ", " // ", "/*", "<!--", " -- ")
            ):
                return True
        elif context.lower() in lowered:
            return True
    return False


def _negated(before: str) -> bool:
    """A negation up to four words before."""
    words = before.replace("’", "'").replace('"', " ").replace("`", " ").replace("-", " ").split()[-5:]
    if any(word.strip("'(),:*") in _NEGATIONS for word in words[-4:]):
        return True
    return any(sign in before[-12:] for sign in _NEGATION_SIGNS)


def _instead(before: str, after: str) -> bool:
    cleaned = " ".join(before.replace("`", " ").replace('"', " ").replace("'", " ").split()[-5:])
    for phrase in _INSTEAD:
        at = cleaned.rfind(phrase)
        if at >= 0 and cleaned[at + len(phrase) :].count(" ") <= 2 and (at == 0 or cleaned[at - 1] == " "):
            tail = cleaned[at + len(phrase) :]
            # "replace X with Y": only X is what goes.
            if tail[:1] in ("", " ") and " with" not in tail and " by" not in tail and " to" not in tail:
                return True
    return any(sign in before[-8:] or sign in after[:6] for sign in _INSTEAD_SIGNS)


def _in_path(lowered: str, start: int, end: int) -> bool:
    first = start
    while first and not lowered[first - 1].isspace() and lowered[first - 1] not in "\"'`(),:=<>":
        first -= 1
    last = end
    while last < len(lowered) and not lowered[last].isspace() and lowered[last] not in "\"'`(),:=<>":
        last += 1
    return "/" in lowered[first:last] or "\\" in lowered[first:last]
