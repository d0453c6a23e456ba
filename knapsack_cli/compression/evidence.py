"""The words by which a failure is told, whatever the kind: the guard that puts dropped evidence back.

Rarity is what finds the one line that matters in a log; these words are the second net, for every
kind, in several languages. They are looked up in sets: this module is on the way of every text, and
compiling a pattern of this size costs as much as the rest of the start.
"""

from knapsack_cli.compression.model import DROP, FAILURE, Decisions, Segment
from knapsack_cli.compression.shapes import shape_of

_FAILURES = frozenset(
    (
        "err error errors errored fatal panic panicked exception exceptions traceback failed failure failures"
        " fail fails failing critical crit severe emerg crash crashed segfault sigsegv sigkill sigabrt abort"
        " aborted denied refused unreachable timeout timeouts oom oomkilled killed corrupt corrupted"
        " corruption deadlock undefined unresolved cannot invalid unexpected conflict conflicts rejected"
        " violated violation violates unhealthy evicted crashloopbackoff imagepullbackoff errimagepull"
        " unrecognized unsupported forbidden unauthorized mismatch exceeded exhausted overflow"
        " fehler fehlgeschlagen erreur erreurs échec échoué erro falha falhou errore fallito errores falló"
        " ошибка ошибки ошибок сбой"
    ).split()
)
_FAILURE_ENDS = ("error", "exception", "failure")
_PHRASES = (
    "segmentation fault",
    "timed out",
    "out of memory",
    "unable to",
    "can't ",
    "could not",
    "couldn't",
    "not found",
    "no such",
    "does not exist",
    "no space left",
    "permission denied",
    "gave up",
    "giving up",
)
_WIDE = (
    "错误",
    "失败",
    "异常",
    "拒绝",
    "超时",
    "致命",
    "崩溃",
    "无法",
    "找不到",
    "錯誤",
    "失敗",
    "異常",
    "拒絕",
    "逾時",
    "無法",
    "エラー",
    "例外",
    "拒否",
    "タイムアウト",
    "できません",
    "見つかりません",
    "오류",
    "실패",
    "예외",
    "거부",
    "시간 초과",
    "не удалось",
    "невозможно",
)
_NEGATIONS = frozenset(("0", "no", "zero", "without", "not", "non"))
_NONE_FOLLOWS = (": 0", ":0", "=0", " = 0")
_WARNINGS = frozenset("warn warning warnings wrn deprecated notice caution retry retrying slow".split())
_WIDE_WARNINGS = ("警告", "注意", "경고", "предупреждение", "avertissement", "advertencia", "warnung")
_TO_WORDS = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) != "'"}


def words_of(line: str) -> list[str]:
    """The words of a line in lower case, cut at everything but letters and digits."""
    return line.lower().translate(_TO_WORDS).split()


def is_failure(line: str) -> bool:
    """Whether `line` speaks of something that went wrong ("0 errors" and "no failures" do not)."""
    lowered = line.lower()
    words = lowered.translate(_TO_WORDS).split()
    if not _FAILURES.isdisjoint(words) and _affirmed(lowered, words):
        return True
    if ("error" in lowered or "exception" in lowered or "failure" in lowered) and any(
        word.endswith(_FAILURE_ENDS) and word not in _FAILURES for word in words
    ):
        return True
    for phrase in _PHRASES:
        if phrase in lowered:
            return True
    if not line.isascii():
        for phrase in _WIDE:
            if phrase in lowered:
                return True
    return False


def _affirmed(lowered: str, words: list[str]) -> bool:
    """Whether a failure word stands there that is not said to be none: "0 errors", "errors: 0"."""
    for at, word in enumerate(words):
        if (
            word in _FAILURES
            and not (at and words[at - 1] in _NEGATIONS)
            and not (
                words[at + 1 : at + 2] == ["0"] and any(word + sign in lowered for sign in _NONE_FOLLOWS)
            )
        ):
            return True
    return False


def is_warning(line: str) -> bool:
    """Whether `line` warns of something, in its level or its words."""
    lowered = line.lower()
    if not _WARNINGS.isdisjoint(lowered.translate(_TO_WORDS).split()):
        return True
    return not line.isascii() and any(phrase in lowered for phrase in _WIDE_WARNINGS)


_CONSTRAINTS = frozenset(("must", "don't", "never", "always", "important", "required", "shall"))


def is_constraint(line: str) -> bool:
    """Whether `line` begins as an instruction that binds: "must", "do not", "never"."""
    words = line[:80].lower().translate(_TO_WORDS).split(None, 3)
    if words[:1] == ["you"]:
        words = words[1:]
    return bool(words) and (words[0] in _CONSTRAINTS or words[:2] == ["do", "not"])


SEEDS = (
    "error",
    "fail",
    "fatal",
    "panic",
    "exception",
    "traceback",
    "denied",
    "refused",
    "cannot",
    "timed out",
    "crash",
    "abort",
    "timeout",
    "invalid",
    "not found",
    "no such",
    "killed",
    "undefined",
    "corrupt",
    "unexpected",
    "rejected",
    "could not",
    "unable to",
    "out of memory",
)
"""What is searched for in long lines, the most telling first, before the words around it are looked at."""
WIDE_SEEDS = _WIDE
_MOST_LOOKS = 64
"""How many places of one word in a long line are looked at."""


def failure_spots(line: str, most: int) -> list[int]:
    """Where in a long line failures are spoken of: the first `most` places of different wording."""
    lowered = line.lower()
    if len(lowered) != len(line):
        lowered = line  # lower case of another length would shift the places
    places: set[int] = set()
    for stem in SEEDS if line.isascii() else SEEDS + WIDE_SEEDS:
        at = lowered.find(stem)
        for _ in range(_MOST_LOOKS):
            if at < 0:
                break
            places.add(at)
            at = lowered.find(stem, at + len(stem))
    spots: list[int] = []
    seen: set[str] = set()
    for at in sorted(places):
        if spots and at - spots[-1] < 30:
            continue
        start = max(0, at - 20)
        while start and start > at - 60 and line[start - 1].isalnum():
            start -= 1
        around = line[start : at + 60]
        if is_failure(around):
            wording = shape_of(around[:60])
            if wording not in seen:
                seen.add(wording)
                spots.append(at)
                if len(spots) >= most:
                    break
    return spots


def guard(segment: Segment, decisions: Decisions) -> int:
    """Put dropped evidence back: the first line of each shape that speaks of a failure.

    Returns how many lines were put back.
    """
    seen: set[str] = set()
    lines, ranks, told = segment.lines, decisions.ranks, decisions.told
    for index, rank in enumerate(ranks):
        if rank == DROP and not (told is not None and told[index]):
            line = lines[index][:2000]
            if is_failure(line):
                shape = shape_of(line)
                if shape not in seen:
                    seen.add(shape)
                    ranks[index] = FAILURE
    return len(seen)
