"""Where one program's output ends: its own last line, or the first line that its grammar has not.

Other programs say where they begin (`borders`); these say where they stop, so that what follows is
not taken for theirs.
"""

from knapsack_cli.text.lazy_patterns import lazy

_CLOSING = lazy(
    r"(?P<pytest>=+ (?=.*=$).{0,300}?\b(?:passed|failed|errors?|skipped|no tests ran)\b"
    r".{0,300}? in \d[\d.]*s\b"
    r"|\d+ (?:passed|failed|error).* in \d[\d.]*s(?: \([\d:]+\))?$)"
    r"|(?P<ctest>Use \"--rerun-failed |Errors while running CTest|Total Test time \(real\) =)"
    r"|(?P<jest>Ran all test suites\b)"
    r"|(?P<unittest>FAILED \((?:failures|errors)=|OK(?: \(skipped=\d+\))?$)"
    r"|(?P<cargo>error: could not compile |error: test failed, to rerun|test result: )"
    r"|(?P<lint>Found \d+ errors? in \d+ files?|Found \d+ errors?\.|\u2716 \d+ problems? \()"
    r"|(?P<gradle>\d+ actionable tasks?: )|(?P<make>g?make: (?:\*\*\* |Target |Leaving ))|(?P<html></html>)"
    r"|(?P<ginkgo>(?:FAIL|SUCCESS)! -- \d+ Passed)"
    r"|(?P<race>\s+testing\.go:\d+: race detected during|Found \d+ data race)"
    r"|(?P<ruby>[\d.]+ tests/s, [\d.]+ assertions/s$"
    r"|\d+ (?:tests|runs), \d+ assertions, \d+ failures, \d+ errors, \d+ skips$)"
)
"""The last line of a run, as its program writes it."""
_BEGINNING = lazy(
    r"(?P<pytest>=+ (?:test session starts|FAILURES|ERRORS) =)|(?P<ctest>Test project /)"
    r"|(?P<jest>(?:PASS|FAIL) \S+\.\w+)|(?P<cargo>running \d+ tests?$| +Compiling )"
    r"|(?P<ginkgo>Running Suite: )|(?P<race>WARNING: DATA RACE$)"
    r"|(?P<ruby>Loaded suite |Started with run options)|(?P<unittest>={70}$|test\w* \([\w.]+\)|[.FEsx]{5,}$)"
)
"""The first line of a run, by the same names as its last."""
_GO_RESULT = lazy(r"(?:ok|FAIL|\?) ?\s*\t|(?:FAIL|PASS)$|exit status \d+$")
_GO_GOES_ON = lazy(r"(?:ok|FAIL|PASS|\?|---|===|panic|#|exit|coverage|goroutine|WARNING: DATA RACE|\s|$)")

_DIFF = (
    *("diff --", "index ", "--- ", "+++ ", "@@", "+", "-", " ", "\\", "\t", "~"),
    *("new file", "deleted file", "old mode", "new mode", "similarity", "dissimilarity"),
    *("rename ", "copy ", "Binary ", "GIT binary", "Submodule ", "literal ", "delta "),
)
_LOG = (
    *_DIFF,
    *("commit ", "Author:", "AuthorDate:", "Commit:", "CommitDate:", "Date:", "Merge:"),
    *("Notes", "Reflog", "tag ", "Tagger:", "gpg:", ":", "(from "),
    *("tree ", "parent ", "author ", "committer ", "encoding ", "gpgsig"),
)
_STATUS = (
    *("On branch", "HEAD detached", "Your branch", "Changes ", "Untracked files", "Unmerged paths"),
    *(
        "no changes added",
        "nothing ",
        "You are ",
        "You have ",
        "All conflicts",
        "Last command",
        "Next command",
    ),
    *("It took", "Ignored files", "Submodules", "interactive rebase", "No commands", "and have", "Stash"),
    *(" ", "\t"),
)
_TAP = ("TAP version",)
_RESULTS = ("ok ", "not ok ", "# tests ", "# duration_ms ", "1..", "Bail out!")
_CHANGED = lazy(r"[A-Z]\d{0,3}\t|\d+\t\d+\t|-\t-\t")
"""Name-status and numstat."""
_PACKED = lazy(r"[A-Za-z][0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{5,65}$")
"""A line of a binary patch."""


def outputs_with_ends(lines: list[str]) -> tuple[list[int], list[tuple[int, int]]]:
    """Indexes of lines that follow the end of a program's output; and the spans (first line, line after the
    last) of outputs whose grammar says where they end."""
    starts: set[int] = set()
    spans: list[tuple[int, int]] = []
    last: dict[str, int] = {}
    grammar: tuple[str, ...] = ()
    begun = 0
    packed = -2
    words = any(("{+" in line and "+}" in line) or ("[-" in line and "-]" in line) for line in lines)
    for index, line in enumerate(lines):
        own = _grammar_of(line)
        if own and not (own is _DIFF and grammar is _LOG):
            if own is not grammar:
                if grammar:
                    spans.append((begun, index))
                begun = index
            grammar = own
        elif grammar is _TAP:
            if line.startswith(_RESULTS) or (line[:1] in " #" and last.get("tap") == index - 1):
                last["tap"] = index
        elif grammar and (
            line.startswith(("literal ", "delta ")) or (packed == index - 1 and _PACKED.match(line))
        ):
            packed = index
        elif grammar and line and not line.startswith(grammar) and not _CHANGED.match(line):
            if not (words and grammar is not _STATUS):
                starts.add(index)
                spans.append((begun, index))
            grammar = ()
        closing = _CLOSING.match(line)
        if closing:
            last[closing.lastgroup or ""] = index
        elif "\t" in line[:8] or line in ("FAIL", "PASS"):
            following = lines[index + 1] if index + 1 < len(lines) else ""
            if _GO_RESULT.match(line) and not _GO_GOES_ON.match(following):
                starts.add(index + 1)
    if grammar:
        spans.append((begun, last["tap"] + 1 if grammar is _TAP and "tap" in last else len(lines)))
    # What a test captured may hold another run's last line: only the last of each is an end.
    starts.update(index + 1 for index in last.values())
    return sorted(start for start in starts if start < len(lines)), spans


def _grammar_of(line: str) -> tuple[str, ...]:
    """How the lines begin that follow this one, where it is the first of an output of git or of TAP."""
    if line.startswith("commit "):
        return _LOG if len(line) >= 47 and line[7:47].isalnum() else ()
    if line.startswith(("diff --git ", "diff --cc ")):
        return _DIFF
    if line.startswith(("On branch ", "HEAD detached at ")):
        return _STATUS
    if line.startswith(("TAP version 13", "TAP version 14")):
        return _TAP
    return ()


def extents_of_runs(lines: list[str]) -> list[tuple[int, int]]:
    """The spans (first line, line after the last) of runs of tests that say where they end.

    What stands inside looks like whatever the tests print.
    """
    last: dict[str, int] = {}
    first: dict[str, int] = {}
    for index, line in enumerate(lines):
        closing = _CLOSING.match(line)
        if closing is not None:
            last[closing.lastgroup or ""] = index
        beginning = _BEGINNING.match(line)
        if beginning is not None:
            first.setdefault(beginning.lastgroup or "", index)
    spans = [(first[name], index + 1) for name, index in last.items() if first.get(name, index) < index]
    return sorted(spans)
