"""The header of one commit in git's own form: its lines as the fields of a row."""

from collections import Counter
from time import gmtime

from knapsack_cli.compression.marks import plural
from knapsack_cli.text.lazy_patterns import lazy

COMMIT = lazy(r"(?:[*|\\/_ ]*)commit ([0-9a-f]{7,64})\b(.*)")
_FIELD = lazy(r"[*|\\/_ ]*(Author|AuthorDate|Date|Commit|CommitDate|Merge|Reflog|Reflog message):\s*(.*)")
_RAW_FIELD = lazy(r"[*|\\/_ ]*(tree|parent|author|committer|encoding) (\S.*)$")
"""`--pretty=raw`, as git stores it."""
_STAMP = lazy(r" (\d{1,11}) ([+-])(\d\d)(\d\d)$")
"""Seconds since 1970, and by how many hours and minutes the author's clock is ahead."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DATE = lazy(r"\w{3} (\w{3} \d+) [\d:]+ (\d{4})|(\d{4})-(\d\d-\d\d)")
HASH_DIGITS = 8
"""As git itself abbreviates hashes in projects of middling size."""
USUAL_LEAST = 4
"""Commits of one author from which on the legend says who for all of them."""
GRAPH = "*|\\/_ "
"""What `--graph` draws before each line."""


class Commit:
    """What the lines of a commit before its changes say.

    Attributes:
        digest, day, year, author: as far as they are told; no day when the date has another form.
        ending: merge and decoration, with the blanks before them.
        subject: the first line of the message, without its indentation.
        body: indexes of the message's lines that are not blank, the subject's first.
        last: index of the last line that the row stands for.
        end: index after the last line of the message.
    """

    __slots__ = ("author", "body", "day", "digest", "end", "ending", "last", "subject", "year")

    def __init__(
        self, digest: str, author: str, ending: str, subject: str, body: list[int], last: int
    ) -> None:
        self.digest = digest
        self.author = author
        self.ending = ending
        self.subject = subject
        self.body = body
        self.last = last
        self.day = ""
        self.year = ""
        self.end = last + 1


def read_commit(lines: list[str], start: int, end: int) -> Commit:
    """The commit whose `commit` line is at `start`; its lines end before `end`."""
    head = COMMIT.match(lines[start])
    assert head is not None
    author, day, year, merge = "", "", "", ""
    index = start + 1
    stored = False
    while index < end:
        if stored and lines[index] and lines[start].startswith("commit "):
            index += 1
            continue  # signatures and tags
        field = _FIELD.match(lines[index])
        if field is None and lines[index].lstrip(GRAPH).startswith("gpg: "):
            index += 1
            continue  # --show-signature
        raw = _RAW_FIELD.match(lines[index]) if field is None else None
        if raw is not None:
            if raw[1] == "author":
                author = raw[2].split(" <")[0]
                day, year = _day_of(raw[2])
            stored = raw[1] == "committer"
            index += 1
            continue
        if field is None:
            break
        if field[1] == "Author":
            author = field[2].split(" <")[0]
        elif field[1] in ("Date", "AuthorDate"):
            date = _DATE.search(field[2])
            if date is not None:
                day, year = date[1] or date[4], date[2] or date[3]
        elif field[1] == "Merge":
            merge = f" {field[0].strip(GRAPH)}"
        index += 1
    body = [at for at in range(index, end) if lines[at].strip(GRAPH)]
    subject = lines[body[0]].lstrip(GRAPH) if body else ""
    last = max(body[0] if body else index - 1, start)
    digest, ending = head[1][:HASH_DIGITS], merge + head[2].rstrip()
    commit = Commit(digest, author, ending, subject, body, last)
    commit.day, commit.year, commit.end = day, year, end
    return commit


def _day_of(stored: str) -> tuple[str, str]:
    """Day and year by the author's clock of a name with its time as git stores it; empty without a time."""
    found = _STAMP.search(stored)
    if found is None:
        return "", ""
    ahead = int(found[3]) * 3600 + int(found[4]) * 60
    date = gmtime(int(found[1]) + (ahead if found[2] == "+" else -ahead))
    return f"{_MONTHS[date.tm_mon - 1]} {date.tm_mday}", str(date.tm_year)


PATCH = lazy(r"From ([0-9a-f]{40}) \w{3} \w{3} +\d+ [\d:]{8} \d{4}$")
"""The first line of each mail that `git format-patch` writes."""
_MAIL_DATE = lazy(r"Date: (?:\w{3}, )?(\d+) (\w{3}) (\d{4})")


def read_patch(lines: list[str], start: int, end: int) -> Commit:
    """The commit that the mail at `start` brings; its message ends at the line `---`, at a blank one and
    the first of a diff, or at `end`."""
    index = start + 1
    author, day, year, subject = "", "", "", start
    while index < end and lines[index]:
        line = lines[index]
        if line.startswith("From: "):
            author = line[6:].split(" <")[0].strip('"')
        elif line.startswith("Date: "):
            date = _MAIL_DATE.match(line)
            if date is not None:
                day, year = f"{date[2]} {date[1]}", date[3]
        elif line.startswith("Subject: "):
            subject = index
        index += 1
    body = [at for at in range(subject, index) if at == subject or lines[at].startswith(" ")]
    while index < end and lines[index] != "---" and not lines[index].startswith("diff --git "):
        if lines[index].strip():
            body.append(index)
        index += 1
    commit = Commit(
        lines[start].split(" ")[1][:HASH_DIGITS],
        author,
        "",
        lines[subject].removeprefix("Subject: "),
        body,
        subject,
    )
    commit.day, commit.year, commit.end = day, year, index
    return commit


def usual_author(lines: list[str]) -> str:
    """Who wrote most of the commits, where it is half of them at least; empty otherwise."""
    authors = Counter(
        found[2].split(" <")[0]
        for line in lines
        if "Author:" in line[:20] and (found := _FIELD.match(line)) is not None and found[1] == "Author"
    )
    if not authors:
        return ""
    usual, most = min(authors.items(), key=lambda one: (-one[1], one[0]))
    return usual if most >= USUAL_LEAST and most * 2 >= sum(authors.values()) else ""


def legend(count: int, usual: str) -> str:
    """What the rows of `count` commits hold."""
    author = f"author if not {usual}" if usual else "author"
    return f"{plural(count, 'commit')}: hash, day, {author}, subject"


def told(commit: Commit, year: str = "", usual: str = "") -> str:
    """The row of a commit; `year` where no heading says it, the author where it is not the `usual` one."""
    author = "" if commit.author == usual else commit.author
    parts = (commit.digest, commit.day, year, author)
    return f"{' '.join(part for part in parts if part)}{commit.ending}: {commit.subject}"


def extents_of_commits(lines: list[str]) -> list[tuple[int, int]]:
    """The spans (its first line, the line after its last) of commits: header and indented message, or mails
    down to the next."""
    spans: list[tuple[int, int]] = []
    end = 0
    for index, line in enumerate(lines):
        if index < end:
            continue
        if line.startswith("commit ") and COMMIT.match(line):
            end = index + 1
            while end < len(lines) and (
                not lines[end].strip()
                or lines[end].startswith(("    ", "gpg: "))
                or _FIELD.match(lines[end])
                or _RAW_FIELD.match(lines[end])
            ):
                end += 1
            spans.append((index, end))
        elif line.startswith("From ") and PATCH.match(line):
            end = index + 1
            while end < len(lines) and not (lines[end].startswith("From ") and PATCH.match(lines[end])):
                end += 1
            if end < len(lines):
                spans.append((index, end))
    return spans
