"""Lines that tell a place in a file and what is wrong there, in the forms that compilers and linters use.

`path:line:col: severity: message`, `path(line,col): error X: message`, `path:line:col - error ...`,
`path:[line,col] message`, `path: line 1, col 2, Error - message`, `e: path: (line, col): message`.
"""

import re
from itertools import pairwise

from knapsack_cli.text.lazy_patterns import lazy

ERROR = 2
WARNING = 1
NOTE = 0

_WORDS = {
    "error": ERROR,
    "fatal error": ERROR,
    "fatal": ERROR,
    "internal compiler error": ERROR,
    "sorry, unimplemented": ERROR,
    "syntaxerror": ERROR,
    "parse error": ERROR,
    "syntax error": ERROR,
    "invalid-syntax": ERROR,
    "failure": ERROR,
    "critical": ERROR,
    "错误": ERROR,
    "致命错误": ERROR,
    "錯誤": ERROR,
    "嚴重錯誤": ERROR,
    "エラー": ERROR,
    "致命的エラー": ERROR,
    "오류": ERROR,
    "치명적 오류": ERROR,
    "ошибка": ERROR,
    "фатальная ошибка": ERROR,
    "fehler": ERROR,
    "schwerwiegender fehler": ERROR,
    "erreur": ERROR,
    "erreur fatale": ERROR,
    "erro": ERROR,
    "erro fatal": ERROR,
    "errore": ERROR,
    "błąd": ERROR,
    "hata": ERROR,
    "lỗi": ERROR,
    "warning": WARNING,
    "warn": WARNING,
    "remark": WARNING,
    "info": WARNING,
    "information": WARNING,
    "hint": WARNING,
    "style": WARNING,
    "performance": WARNING,
    "portability": WARNING,
    "suggestion": WARNING,
    "message": WARNING,
    "警告": WARNING,
    "경고": WARNING,
    "предупреждение": WARNING,
    "warnung": WARNING,
    "attention": WARNING,
    "avertissement": WARNING,
    "aviso": WARNING,
    "advertencia": WARNING,
    "avviso": WARNING,
    "ostrzeżenie": WARNING,
    "uyarı": WARNING,
    "note": NOTE,
    "附注": NOTE,
    "附註": NOTE,
    "備考": NOTE,
    "注釈": NOTE,
    "알림": NOTE,
    "замечание": NOTE,
    "anmerkung": NOTE,
    "nota": NOTE,
    "注意": NOTE,
    "参考": NOTE,
    "uwaga": NOTE,
}
"""The words by which tools tell how bad it is, in the languages that GCC, javac and MSBuild speak."""

_PATH = r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?(?:file://)?[^\s:()\[\]'\"`<>|=,;{}][^:()\[\]'\"`<>|\t]{0,300}?)"
_COLONS = lazy(
    _PATH + r":(?P<line>\d{1,7})(?:[:.](?P<col>\d{1,6}))?(?:-\d{1,7}(?:[:.]\d{1,6})?)?"
    r"(?P<dash>:| -)?[ \t]+(?P<rest>\S.*)$"
)
_PARENS = lazy(
    r"(?:\d{1,4}>)?"
    + r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^\s:()'\"`<>|=,;{}][^:()'\"`<>|\t]{0,300}?)"
    + r" ?\((?P<line>\d{1,7})(?:, ?(?P<col>\d{1,6}))?(?:[-,]\d{1,7}){0,3}\) ?"
    r"(?P<dash>:)?[ \t]*(?P<rest>\S.*)$"
)
_BRACKETS = lazy(_PATH + r":\[(?P<line>\d{1,7}),(?P<col>\d{1,6})\](?P<dash>:)?[ \t]+(?P<rest>\S.*)$")
_WORDED = lazy(
    r"(?P<path>[^:\t]{1,300}): line (?P<line>\d{1,7}), col (?P<col>\d{1,6}),(?P<dash>) (?P<rest>\S.*)$"
)
_KOTLIN = lazy(
    r"[ewi]: (?:file://)?(?P<path>(?:/?[A-Za-z]:(?=[\\/]))?[^:()\t]{1,300}):"
    r"(?: ?\((?P<line>\d{1,7}), (?P<col>\d{1,6})\):?"
    r"|(?P<line2>\d{1,7}):(?P<col2>\d{1,6}):?)(?P<dash>) (?P<rest>\S.*)$"
)
_SCALA = lazy(
    r"-- (?P<rest>(?:\[(?P<code>E\d{1,4})\] )?[^:\n]{0,80}?(?P<word>Error|Warning)): (?P<path>[^:\t]{1,300})"
    r":(?P<line>\d{1,7}):(?P<col>\d{1,6}) -*$"
)
_BULLETS = lazy(
    r"(?P<text>(?P<word>error|warning|info|hint) [•-] \S[^•\n]{0,600}?) [•-] (?P<path>[^:•\t]{1,300})"
    r":(?P<line>\d{1,7}):(?P<col>\d{1,6}) [•-] (?P<code>[a-z][\w.]{1,80})$"
)
_DASHES = lazy(
    r"(?P<text>(?P<word>ERROR|WARNING|INFO): (?P<code>[A-Z]\w{2,60})) - (?P<path>[^:\t]{1,300}?)"
    r":(?P<line>\d{1,7}):(?P<col>\d{1,6}) - (?P<rest>\S.*)$"
)
_SEVERITY = lazy(
    r"\[?(?P<word>[^\W\d_][^\d:：\[\]()'\"`,;=/\\]{1,26}?)(?:\[(?P<tag>[\w-]{1,40})\])?\]?"
    r"(?: (?P<code>[A-Z]{1,8}[-_]?\d{1,6}))?[ \xa0]?(?:[:：]|\](?= )|(?<=[a-z]\])(?= )| - |$)"
)
_SPACED = lazy(
    r"(?P<word>error|warning|info|hint)"
    r"(?: (?P<code>[A-Z]{1,8}\d{1,6}(?:/[\w-]+)*|[@\w/-]+(?= : )))?(?:[: ]|$)",
    re.IGNORECASE,
)
_CODE_FIRST = lazy(
    r"[\[(]?(?P<code>[A-Z]{1,8}\d{2,6}(?:/[\w-]+)*)(?:\([\w-]{1,60}\), ?[^\]\n]{0,200}\]|[\])]?(?::|(?= |$)))"
)
_CATEGORY = lazy(r"(?P<code>(?:lint|assist|suppressions)/[\w/]+|format|parse)(?= .*━━)")
_LETTER = lazy(r"(?P<word>[CWEFRI]): (?:\[[A-Za-z]{1,12}\] )?(?P<code>[A-Z][A-Za-z]+/[A-Za-z/]+|[\w-]+):? ")
_CODE_LAST = lazy(
    r"(?:\[(?:Error|Warning)/(?P<slash>[\w@/-]{1,80})\]|\((?P<round>[a-z@][\w.:/@-]{1,80})\)"
    r"|\[(?P<square>-W[^\]\s]{1,80}|[A-Za-z][\w.:/-]{1,80}|[A-Z]+\d+)\])$"
)
_PROJECT = lazy(r" \[[^\[\]]{3,300}\.\w{1,8}proj(?:::[^\[\]]{1,80})?\]$")
_PYTHON_WARNING = lazy(r"[A-Z][A-Za-z]{0,30}Warning: ")
_ANNOTATION = lazy(r"::(?P<word>error|warning|notice)(?: (?P<facts>[^\n]{0,900}?))?::(?=[^:\s])")
_ISSUE = lazy(r"##vso\[task\.logissue (?P<facts>[^\]\n]{0,900})\](?P<rest>[^\n]*)$")
_ISSUE_FACT = lazy(r"(?P<name>type|sourcepath|linenumber|columnnumber|code)=(?P<value>[^;]*)")
_LEVELED = lazy(r"\[(?P<word>ERROR|WARN|WARNING|INFO)\] (?=\S{1,300}:\d)")
_FACT = lazy(r"(?:^|,)(?P<name>file|line|col|title)=(?P<value>[^,]*)")
_PACKAGE = lazy(r"# [\w.-]{1,200}(?:/[\w.~-]{1,200})*(?: \[[^\]\n]{1,200}\])?$")
_NOT_PATHS = ("http", "https", "error", "warning", "note", "at", "File")


class Place:
    """A place and what is said of it.

    Attributes:
        path: as written.
        spot: `line` or `line:col`.
        severity: ERROR, WARNING, NOTE, or -1 where the line names none.
        text: what follows the place, as written.
        code: the rule or error code that the text names, or "".
        parens: whether it was written as `path(line,col)`, `path:[line,col]` or `e: path:line:col`.
    """

    __slots__ = ("code", "parens", "path", "severity", "spot", "text")

    def __init__(self, path: str, spot: str, severity: int, text: str, code: str, parens: bool) -> None:
        self.path = path
        self.spot = spot
        self.severity = severity
        self.text = text
        self.code = code
        self.parens = parens


def severity_of(word: str) -> int:
    """ERROR, WARNING or NOTE for a severity word in any case; -1 for any other word."""
    return _WORDS.get(word.strip().lower(), -1)


def code_at_end(text: str) -> str:
    """The rule that ends a message (`[-Wunused]`, `(no-undef)`, `[arg-type]`), or ""."""
    if not text.endswith(("]", ")")):
        return ""
    if text[-2:-1].isdigit() and text[-4:-2] == " [":
        text = text[:-4]  # cpplint: how sure it is
    match = _CODE_LAST.search(text, max(0, len(text) - 90))
    if match is None:
        return ""
    return match["square"] or match["round"] or match["slash"] or ""


def without_project(text: str) -> str:
    """A message of MSBuild without the project that ends it in square brackets."""
    return _PROJECT.sub("", text) if text.endswith("]") else text


def judge(text: str) -> tuple[int, str]:
    """The severity and the code that a message states; (-1, "") where it states none."""
    match = _SEVERITY.match(text)
    if match is not None:
        severity = severity_of(match["word"])
        if severity >= 0:
            return severity, match["code"] or match["tag"] or code_at_end(_PROJECT.sub("", text))
    match = _SPACED.match(text)
    if match is not None:
        return severity_of(match["word"]), match["code"] or code_at_end(text)
    match = _CODE_FIRST.match(text)
    if match is not None:
        code = match["code"]
        rest = text[match.end() :].lstrip(": ")
        word = rest.split(":", 1)[0]
        severity = severity_of(word) if len(word) < 12 else -1
        if severity < 0:
            severity = ERROR if code.startswith(("E9", "F821", "F82", "F7", "E000", "E0")) else WARNING
        return severity, code
    match = _CATEGORY.match(text)
    if match is not None:
        return WARNING, match["code"]
    match = _LETTER.match(text)
    if match is not None:
        return (ERROR if match["word"] in "EF" else WARNING), match["code"]
    if text.endswith("% confidence)"):
        return WARNING, ""
    if _PYTHON_WARNING.match(text):
        return WARNING, ""
    if text.endswith("]") and "[Error" in text[-90:]:
        return ERROR, code_at_end(text)
    if text.endswith("]") and "[Warning" in text[-90:]:
        return WARNING, code_at_end(text)
    return -1, ""


def parse(line: str) -> Place | None:
    """The place that a line begins with, or None.

    A line without a stated severity is a place too (`main.go:3:5: undefined: x`), of severity -1;
    whether it is a diagnostic is for the caller to know.
    """
    text = line.lstrip(" \t")
    if len(text) < 6:
        return None
    if text.startswith("::"):
        match = _ANNOTATION.match(text)
        if match is not None:
            place = parse(text[match.end() :])
            annotated = _annotated(match, text[match.end() :])
            if place is None or annotated is None:
                return place or annotated
            if annotated.path.endswith("/" + place.path):
                place.path = f"{place.path} {annotated.path}"
            return place
    if text.startswith("##vso[task.logissue "):
        return _issue(text)
    if text[0] == "[":
        match = _LEVELED.match(text)
        if match is not None:
            return _leveled(match, text)
    if text.startswith("-- "):
        match = _SCALA.match(text)
        if match is not None:
            severity, spot = severity_of(match["word"]), _spot(match["line"], match["col"])
            return Place(match["path"], spot, severity, match["rest"], match["code"] or "", False)
    if " - " in text or " • " in text:
        place = _told_first(text)
        if place is not None:
            return place
    parens = False
    match = None
    if ":" in text:
        first = text[:3]
        if first in ("e: ", "w: ", "i: "):
            match = _KOTLIN.match(text)
            if match is not None:
                spot = _spot(match["line"] or match["line2"], match["col"] or match["col2"])
                severity = ERROR if first == "e: " else WARNING
                return Place(match["path"], spot, severity, f"{first[:2]} {match['rest']}", "", True)
        match = _COLONS.match(text)
        if match is None:
            match = _BRACKETS.match(text) if ":[" in text else None
        if match is None and ": line " in text:
            match = _WORDED.match(text)
    if match is None and "(" in text:
        match = _PARENS.match(text)
        parens = match is not None
    if match is None:
        return None
    path = match["path"]
    if not _is_path(path):
        return None
    rest = match["rest"]
    severity, code = judge(rest)
    if severity < 0 and match.re.pattern == _WORDED.pattern:
        severity = WARNING
    if parens and (severity < 0 or match["dash"] is None):
        return None
    if severity < 0 and not code:
        code = code_at_end(rest)
    if match.re.pattern == _BRACKETS.pattern:
        return Place(path, f"[{match['line']},{match['col']}]", severity, rest, code, True)
    if match["dash"] is None and severity < 0:
        return None
    if rest.endswith("━━"):
        rest = rest.rstrip(" ━")
    spot = _spot(match["line"], match["col"])
    if match.re.pattern == _COLONS.pattern and text[match.end("line") : match.end("line") + 1] == ".":
        # Bison and Vala: a column behind a point, and where it ends.
        spot = text[match.start("line") : match.start("rest")].rstrip(" -").removesuffix(":")
    return Place(path, spot, severity, rest, code, parens)


def _leveled(match: re.Match[str], text: str) -> Place | None:
    """The place after a level in brackets, as Checkstyle writes it."""
    place = parse(text[match.end() :])
    if place is None:
        return None
    severity = place.severity if place.severity >= 0 else severity_of(match["word"])
    code = place.code or code_at_end(place.text)
    return Place(place.path, place.spot, severity, f"{match[0]}{place.text}", code, place.parens)


def _annotated(match: re.Match[str], rest: str) -> Place | None:
    """The place that an annotation for a CI gives in facts of its own (`file=,line=,col=`)."""
    facts = {fact["name"]: fact["value"] for fact in _FACT.finditer(match["facts"] or "")}
    path, line = facts.get("file", ""), facts.get("line", "")
    if not path or not line.isdigit():
        return None
    severity, code = judge(rest)
    if severity < 0:
        severity = ERROR if match["word"] == "error" else WARNING
    title = facts.get("title", "")
    text = f"{title}: {rest}" if title and title not in rest else rest
    return Place(path, _spot(line, facts.get("col")), severity, f"{match['word']}: {text}", code, False)


def _issue(text: str) -> Place | None:
    """The place that an issue logged for Azure Pipelines gives in facts of its own."""
    match = _ISSUE.match(text)
    if match is None:
        return None
    facts = {fact["name"]: fact["value"] for fact in _ISSUE_FACT.finditer(match["facts"])}
    path, line = facts.get("sourcepath", ""), facts.get("linenumber", "")
    if not path or not line.isdigit():
        return None
    code = facts.get("code", "")
    severity = severity_of(facts.get("type", ""))
    told = f"{code} {match['rest']}" if code and code not in match["rest"] else match["rest"]
    return Place(
        path, _spot(line, facts.get("columnnumber")), WARNING if severity < 0 else severity, told, code, False
    )


def _told_first(text: str) -> Place | None:
    """The place that stands between the severity and the rest, as `flutter analyze` and Psalm have it."""
    match = _BULLETS.match(text)
    if match is not None:
        told = f"{match['text']} • {match['code']}" if "•" in text else f"{match['text']} - {match['code']}"
    else:
        match = _DASHES.match(text)
        if match is None:
            return None
        told = f"{match['text']} - {match['rest']}"
    spot = _spot(match["line"], match["col"])
    return Place(match["path"], spot, severity_of(match["word"]), told, match["code"], False)


def tells_packages(lines: list[str]) -> bool:
    """Whether go names a package before what is wrong in it (`# shop/till`)."""
    return any(_PACKAGE.match(line) and ".go:" in below for line, below in pairwise(lines))


def _spot(line: str, column: str | None) -> str:
    return f"{line}:{column}" if column else line


def _is_path(path: str) -> bool:
    """Whether it can be a file's name: not a clock, a word of a sentence or an address."""
    if path.isdigit() or path in _NOT_PATHS:
        return False
    if "/" in path or "\\" in path:
        return not path.startswith(("http://", "https://"))
    if "." in path[1:-1]:
        return " " not in path or path.count(" ") < 3
    return (path[:1].isupper() and path.isalpha()) or path in ("makefile", "<stdin>", "-")
