"""Who wrote which line: git blame and annotate, hg annotate, svn blame. The commit, author and time once for
each run of lines; the code as it is."""

import re
from itertools import pairwise

from knapsack_cli.compression.model import ALWAYS, DATA, EVIDENCE, HEADING, MARK, REST, Row, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_FORMS = (
    lazy(
        r"(?P<who>\^?[0-9a-f]{6,40} (?:\S+ +)?\(.*? \d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d [+-]\d{4})?) +"
        r"(?P<rest>\d+\) ?.*)",
        re.DOTALL,
    ),
    lazy(r"(?P<who>\^?[0-9a-f]{7,40})(?: \S+)? +(?P<rest>\d+\) ?.*)", re.DOTALL),  # git blame -s
    lazy(
        r"(?P<who>[0-9a-f]{7,40}\t\([^\t]*\t\d{4}-\d\d-\d\d [^\t]*)\t(?P<rest>\d+\).*)", re.DOTALL
    ),  # git annotate
)
_COLUMNS = (
    lazy(r"(?=.{17} )(?P<who> {0,5}\d{1,6} +[^\s:]+) (?P<rest>.*)", re.DOTALL),  # svn blame
    lazy(r"(?P<who> *[A-Za-z][^\s:]* +\d+): (?P<rest>.*)", re.DOTALL),  # hg annotate -un
)
"""Forms whose columns are equally wide on every line."""
_PIECE = lazy(r"([0-9a-f]{40}) \d+ (\d+)(?: \d+)?$")
_FACTS = ("author ", "author-time ", "summary ")
SAMPLE = 100
RUNS = 3
"""In columns a run of lines has so many on average: what changes on every line is no author's."""


def recognise(segment: Segment) -> int:
    """Nearly every line has the prefix of one of the forms; or a commit's facts stand before it."""
    sample = [line for line in segment.lines[:SAMPLE] if line]
    if (
        len(sample) >= 5
        and _PIECE.match(sample[0])
        and any(line.startswith("author-mail ") for line in sample)
    ):
        return 94
    return 94 if len(sample) >= 5 and _form_of(sample) is not None else 0


def _form_of(sample: list[str]) -> "re.Pattern[str] | None":
    for form in _FORMS:
        if sum(1 for line in sample if form.match(line)) >= 0.9 * len(sample):
            return form
    for form in _COLUMNS:
        found = [match for match in map(form.match, sample) if match is not None]
        whose = [match["who"] for match in found]
        widths = {len(who) for who in whose}
        runs = 1 + sum(1 for one, other in pairwise(whose) if one != other)
        if len(found) == len(sample) and len(widths) == 1 and runs * RUNS <= len(found):
            return form
    return None


def decide(segment: Segment) -> View | None:
    """Headings for who and when, the rests of the lines under them."""
    sample = [line for line in segment.lines[:SAMPLE] if line]
    if sample and _PIECE.match(sample[0]):
        return _by_pieces(segment)
    form = _form_of(sample)
    if form is None:
        return None
    rows: list[Row] = []
    who = ""
    for index, line in enumerate(segment.lines):
        found = form.match(line)
        if found is None:
            rows.append(Row(line, index, rank=EVIDENCE))
            continue
        if found["who"] != who:
            who = found["who"]
            rows.append(Row(who, rank=EVIDENCE, form=HEADING))
        rows.append(Row(" " + found["rest"], index, rank=EVIDENCE, form=REST))
    return View(rows)


def _by_pieces(segment: Segment) -> View:
    """`--porcelain`: each line of code after its commit, whose facts stand there at least once."""
    rows = [Row("[commits, and line number) code under them; other facts left out]", rank=ALWAYS, form=MARK)]
    known: set[str] = set()
    facts: list[int] = []
    commit, shown, number, piece = "", "", "", -1
    for index, line in enumerate(segment.lines):
        found = _PIECE.match(line)
        if found is not None:
            commit, number, piece, facts = found[1], found[2], index, []
        elif line.startswith("\t"):
            if commit != shown:
                rows.append(Row(commit, piece, rank=EVIDENCE, form=DATA))
                if commit not in known:
                    rows.extend(Row(f" {segment.lines[at]}", at, rank=EVIDENCE, form=DATA) for at in facts)
                known.add(commit)
                shown = commit
            rows.append(Row(f" {number}) {line[1:]}", index, rank=EVIDENCE, form=DATA, more=(piece,)))
        elif line.startswith(_FACTS):
            facts.append(index)
    return View(rows)
