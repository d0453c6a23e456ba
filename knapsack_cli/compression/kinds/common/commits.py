"""The header of one commit in git's own form: its lines as the fields of a row."""

import re

COMMIT = re.compile(r"(?:[*|\\/_ ]*)commit ([0-9a-f]{7,64})\b(.*)")
_FIELD = re.compile(
    r"[*|\\/_ ]*(Author|AuthorDate|Date|Commit|CommitDate|Merge|Reflog|Reflog message):\s*(.*)"
)
_DATE = re.compile(r"\w{3} (\w{3} \d+) [\d:]+ (\d{4})|(\d{4})-(\d\d-\d\d)")
HASH_DIGITS = 8
"""As git itself abbreviates hashes in projects of middling size."""
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
    """

    __slots__ = ("author", "body", "day", "digest", "ending", "last", "subject", "year")

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


def read_commit(lines: list[str], start: int, end: int) -> Commit:
    """The commit whose `commit` line is at `start`; its lines end before `end`."""
    head = COMMIT.match(lines[start])
    assert head is not None
    author, day, year, merge = "", "", "", ""
    index = start + 1
    while index < end:
        field = _FIELD.match(lines[index])
        if field is None:
            break
        if field[1] == "Author":
            author = field[2].split(" <")[0]
        elif field[1] in ("Date", "AuthorDate"):
            date = _DATE.search(field[2])
            if date is not None:
                day, year = date[1] or date[4], date[2] or date[3]
        elif field[1] == "Merge":
            merge = f" {field[0].strip()}"
        index += 1
    body = [at for at in range(index, end) if lines[at].strip(GRAPH)]
    subject = lines[body[0]].lstrip(GRAPH) if body else ""
    last = max(body[0] if body else index - 1, start)
    digest, ending = head[1][:HASH_DIGITS], merge + head[2].rstrip()
    commit = Commit(digest, author, ending, subject, body, last)
    commit.day, commit.year = day, year
    return commit


def told(commit: Commit, year: str = "") -> str:
    """The row of a commit; `year` where no heading says it."""
    parts = (commit.digest, commit.day, year, commit.author)
    return f"{' '.join(part for part in parts if part)}{commit.ending}: {commit.subject}"
