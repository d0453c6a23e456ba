"""Where one program's output ends: its own last line, or the first line that its grammar has not.

Other programs say where they begin (`borders`); these say where they stop, so that what follows is
not taken for theirs.
"""

import re

_CLOSING = re.compile(
    r"=+ .*\b(?:passed|failed|errors?|skipped|no tests ran)\b.* in \d[\d.]*s\b.*=+$"
    r"|\d+ (?:passed|failed|error).* in \d[\d.]*s(?: \([\d:]+\))?$"
    r"|Use \"--rerun-failed |Total Test time \(real\) =|Ran all test suites\b"
    r"|FAILED \((?:failures|errors)=|OK(?: \(skipped=\d+\))?$"
    r"|error: could not compile |error: test failed, to rerun"
    r"|Found \d+ errors? in \d+ files?|Found \d+ errors?\.|\u2716 \d+ problems? \("
    r"|\d+ actionable tasks?: |make: \*\*\* "
)
"""The last line of a run, as its program writes it."""
_GO_RESULT = re.compile(r"(?:ok|FAIL|\?) ?\s*\t|(?:FAIL|PASS)$|exit status \d+$")
_GO_GOES_ON = re.compile(r"(?:ok|FAIL|PASS|\?|---|===|panic|#|exit|coverage|goroutine|\s|$)")

_DIFF = (
    *("diff --", "index ", "--- ", "+++ ", "@@", "+", "-", " ", "\\", "\t", "~"),
    *("new file", "deleted file", "old mode", "new mode", "similarity", "dissimilarity"),
    *("rename ", "copy ", "Binary ", "GIT binary", "Submodule ", "literal ", "delta "),
)
_LOG = (
    *_DIFF,
    *("commit ", "Author:", "AuthorDate:", "Commit:", "CommitDate:", "Date:", "Merge:"),
    *("Notes", "Reflog", "tag ", "Tagger:", "gpg:", "*", "|", ":", "(from "),
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
_CHANGED = re.compile(r"[A-Z]\d{0,3}\t|\d+\t\d+\t|-\t-\t|[zA-Za-y][0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{40,}$")
"""Name-status, numstat and the lines of a binary patch."""


def starts_after_endings(lines: list[str]) -> list[int]:
    """Indexes of lines that follow the end of a program's output."""
    starts: set[int] = set()
    last: dict[str, int] = {}
    grammar: tuple[str, ...] = ()
    words = any(("{+" in line and "+}" in line) or ("[-" in line and "-]" in line) for line in lines)
    for index, line in enumerate(lines):
        if line.startswith("commit ") and line[7:47].isalnum() and len(line) >= 47:
            grammar = _LOG
        elif line.startswith(("diff --git ", "diff --cc ")) and grammar is not _LOG:
            grammar = _DIFF
        elif line.startswith(("On branch ", "HEAD detached at ")):
            grammar = _STATUS
        elif grammar and line and not line.startswith(grammar) and not _CHANGED.match(line):
            if not (words and grammar is not _STATUS):
                starts.add(index)
            grammar = ()
        closing = _CLOSING.match(line)
        if closing:
            last[closing.group()[:12].strip("= 0123456789")] = index
        elif "\t" in line[:8] or line in ("FAIL", "PASS"):
            following = lines[index + 1] if index + 1 < len(lines) else ""
            if _GO_RESULT.match(line) and not _GO_GOES_ON.match(following):
                starts.add(index + 1)
    # What a test captured may hold another run's last line: only the last of each is an end.
    starts.update(index + 1 for index in last.values())
    return sorted(start for start in starts if start < len(lines))
