"""First lines that only the beginning of one program's output, or of one document, has.

Each is the sign of another output even where nothing parts it from the one before.
"""

import re

from knapsack_cli.compression.separators import fenced
from knapsack_cli.text.lazy_patterns import lazy

BLOCK_LEAST = 8
"""Lines from which a JSON document inside other text is a piece of its own."""

_OPENING = lazy(
    rb"^(?:"
    rb"(?P<diff>diff --(?:git|cc|combined) )"
    rb"|(?P<commit>commit [0-9a-f]{40}\b)"
    rb"|(?P<status>On branch |HEAD detached (?:at|from) )"
    rb"|(?P<session>=+ test session starts =|nox > Running session "
    rb"|[\w.-]+: commands(?:_pre|_post)?\[\d+\]> |TAP version 1[34]$|running \d+ tests?$|Test project /"
    rb"|\[=+\] Running \d+ tests? from|PHPUnit \d+\.|Run options: "
    rb"| (?:RUN|DEV)  v\d|> \S+@\d\S* \S+$|=== RUN   |--- (?:FAIL|PASS): \S+ \(\d|FAIL\t\S+|ok  \t\S+"
    rb"|Running Suite: |Starting phpunit|Randomized with seed \d)"
    rb"|(?P<markup><!DOCTYPE |<!doctype |<html|<\?xml )"
    rb"|(?P<packages>Reading package lists|Collecting [\w.-]+$|Requirement already satisfied: )"
    rb"|(?P<plan>Terraform (?:will perform|used the selected)|OpenTofu (?:will perform|used the selected))"
    rb"|(?P<build>-- The CX{0,2} ?compiler identification|\[INFO\] Scanning for projects"
    rb"|The Meson build system"
    rb"|#0 building with |Sending build context |> Task :\S+$|Entering directory )"
    rb"|(?P<call>\*   Trying |\* Host \S+ was resolved|execve\(\")"
    rb"|(?P<play>PLAY \[)"
    rb"|(?P<object>apiVersion: \S+$|Name:  +\S)"
    rb"|(?P<table>(?:NAME|NAMESPACE|CONTAINER ID|USER|PID|UID|Filesystem|REPOSITORY|LAST SEEN|UNIT|IMAGE"
    rb"|Netid|COMMAND)"
    rb"\s{2,}\S+(?:\s{2,}|\s)\S+| +PID [A-Z]{3,} +[A-Z%]+ )"
    rb"|(?P<listing>total \d[\d.]*[KMG]?$)"
    rb"|(?P<script>#!/\S*/(?:bin/)?(?:env )?\w)"
    rb"|(?P<rule>\+-[-+]+-\+$|-+\+-[-+]*$)"
    rb"|(?P<document>(?:[{\[]|\[\{)[ \r]*$)"
    rb")",
    re.MULTILINE,
)
_PLAN = lazy(
    r"\s|$|Plan: |Changes to Outputs|Terraform |OpenTofu |Note: "
    r"|[\w.\[\]\"-]+: (?:Creat|Destr|Modif|Refresh|Still|Read)"
    r"|Apply complete|Outputs:|[\w-]+ = |indicated with|\u2500|[╷│╵]|Error: |Warning: |actions: |guarantee "
)
"""How the lines of a Terraform plan or apply go on."""
_OBJECT = lazy(r"\s|$|-|[A-Za-z][\w ()./-]*:(?:\s|$)")
"""How the lines of a described or written-out Kubernetes object go on."""
_GO = ("=== ", "--- FAIL", "--- PASS", "FAIL\t", "ok  \t")
_MODE = lazy(r"[bcdlps-][rwxsStT-]{9}[.+@]?\s+\d+\s")
_TOLD_BEFORE = lazy(
    r" {4}|Date: |CommitDate: | \d+ files? changed,| (?:create|delete|mode|rename|copy|rewrite) "
)
"""The last line of a commit's message, or of the stat under it."""
_INSIDE = {"{": ('"', "}"), "[": tuple('"{[]-0123456789tfn'), "[{": ('"', "}")}
"""How the line after the opening of a JSON document begins: the body of a function does not."""


def find(lines: list[str], data: bytes) -> dict[int, str]:
    """The indexes of lines that begin another output, each with what begins there, in order."""
    found: dict[int, str] = {}
    inside = fenced(lines)
    index = at = 0
    covered = 0
    for match in _OPENING.finditer(data):
        index += data.count(b"\n", at, match.start())
        at = match.start()
        if index < covered or index >= len(lines) or (inside and inside[index]):
            continue
        name = match.lastgroup or ""
        if name == "document":
            end = document_end(lines, index)
            if end - index >= BLOCK_LEAST:
                found[index] = name
                if end < len(lines):
                    found.setdefault(end, "end")
                covered = end
        elif _begins(lines, index, name):
            if name == "rule" and lines[index].startswith("-") and index:
                found[index - 1] = name  # the names of the columns stand above
                continue
            found[index] = name
            if name == "markup" and (covered := _markup_end(lines, index)) < len(lines):
                found.setdefault(covered, "end")
    return found


def _begins(lines: list[str], index: int, name: str) -> bool:
    """Whether an output begins at a line of the look `name`, from what stands around it."""
    above = lines[index - 1] if index else ""
    line = lines[index]
    following = lines[index + 1] if index + 1 < len(lines) else ""
    if name == "diff":
        if index >= 2 and not above and _TOLD_BEFORE.match(lines[index - 2]):
            return False  # the changes of the commit above, or the file after a binary one
        # A line of context that is blank begins with its blank, too.
        return not above.startswith((" ", "+", "-", "\\", "index ", "Binary", "@@"))
    if name == "markup":
        return not above.startswith(("<!", "<?", "< ", "{ ["))
    if name == "listing":
        return bool(_MODE.match(following)) and not above.endswith(":")
    if name == "object":
        return not above.strip() or above == "---" or line.startswith("apiVersion")
    if name == "plan":
        return not above.strip().endswith(("]", "..."))
    if name == "rule":
        return not above.startswith(("+-", "|"))
    if name == "session" and line.startswith(_GO):
        return not above.startswith(
            (*_GO, "---", " ", "\t", "PASS", "FAIL", "exit status", "panic")
        ) and bool(above)
    if name == "build" and line.startswith("> Task"):
        return not above.startswith("> Task") and bool(above.strip())
    if name == "packages" and line.startswith(("Collecting", "Requirement")):
        return not above.startswith(("Collecting", "Requirement", " "))
    return True


def _markup_end(lines: list[str], start: int) -> int:
    """The index after the page or the XML document that begins at `start`; the end where none closes."""
    closing = "</html>"
    if lines[start].startswith("<?xml"):
        root = re.search(r"<([A-Za-z][\w:.-]*)", "\n".join(lines[start : start + 20])[5:])
        closing = f"</{root[1]}>" if root else "</html>"
    return next((at + 1 for at in range(start, len(lines)) if closing in lines[at]), len(lines))


def document_end(lines: list[str], start: int) -> int:
    """The index after a JSON document that is opened at `start`, or `start` when none is closed there.

    Braces are told by the indentation that every pretty-printer writes: the closing one stands at the
    column of the opening one.
    """
    opening = lines[start].rstrip()
    if opening not in _INSIDE:
        return start
    following = lines[start + 1].lstrip() if start + 1 < len(lines) else ""
    if not following.startswith(_INSIDE[opening]):
        return start
    closing = {"{": "}", "[": "]", "[{": "}]"}[opening]
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if line[:1] in (" ", "\t", ""):
            continue
        return index + 1 if line.rstrip() == closing else start
    return start


def extents(lines: list[str], found: dict[int, str]) -> list[tuple[int, int]]:
    """The spans (first line, line after the last) of the documents among what was found."""
    spans: list[tuple[int, int]] = []
    for index, name in found.items():
        if name == "document":
            spans.append((index, document_end(lines, index)))
        elif name == "markup":
            spans.append((index, _markup_end(lines, index)))
        elif name in ("plan", "object"):
            going_on = _PLAN if name == "plan" else _OBJECT
            at = index + 1
            while at < len(lines) and going_on.match(lines[at]):
                at += 1
            spans.append((index, at))
    return spans
