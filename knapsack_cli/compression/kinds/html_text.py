"""HTML as its text: title, headings, what stands first under them, heads of lists, tables and code, forms."""

import re

from knapsack_cli.compression.evidence import is_constraint, is_failure
from knapsack_cli.compression.kinds.common.html_blocks import (
    CODE,
    FIELD,
    HEADING,
    ITEM,
    PARAGRAPH,
    TABLE_ROW,
    TERM,
    TITLE,
    Block,
    blocks_of,
)
from knapsack_cli.compression.kinds.common.html_tables import rank_rows
from knapsack_cli.compression.kinds.common.json_view import Source
from knapsack_cli.compression.longlines import windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    ALWAYS,
    CONTEXT,
    DATA,
    EVIDENCE,
    FAILURE,
    IMPORTANT,
    MARK,
    NORMAL,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

MOST_CHARACTERS = 16_000_000
MOST_HEADERS = 60
"""Lines of an answer's head."""
WHOLE_SHARE = 0.12
"""A page whose text is at most this share of it is shown whole, as far as the budget goes ..."""
WHOLE = 1500
"""... and so is one with at most so many characters of text."""
ITEMS = 5
TABLE_ROWS = 4
CODE_LINES = 4
PARAGRAPHS = 1
TERMS_SHARE = 0.09
"""Terms that are explained, functions and options above all, stay while they are no more of the page ..."""
LONGEST_TERM = 160
"""... and of so many characters; else the first of each list do."""
TERMS = 1
LEAST_NAMES = 6
LONGEST_NAME = 60
MOST_LONG = 10
"""One name in so many may be longer."""
MOST_NAMES = 24_000
NAMES_SHARE = 0.35
"""Items of a list that are as short as names are told by them, while they take no more than this share."""
MOST_LINKS = 700
LINKS_SHARE = 0.02
"""Characters of addresses that are told, and the share of the page they may be."""
_LINK = lazy(r"<a\s[^<>]{0,200}?href=[\"'](https?://[^\"'\s<>]{1,300})", re.IGNORECASE)
LONG = 500
LEAST_HIDDEN = 50
"""Characters; less is not worth a mark."""
MOST_OPENINGS = 150
_TAGS = (
    *("<html", "<head", "<body", "<div", "<!doctype html", "<p>", "<p ", "<table", "<h1", "<ul", "<a href"),
    *("<tr>", "<th", "<td"),
)
_PARTS = ("<h1", "<h2", "<p>", "<p ", "<ul", "<dl", "<table")
_INNER = ("<pre", "<h2", "<li>", "<dt>", "<br", "<code>")
"""What else stands in a page's body that begins without its page."""


def recognise(segment: Segment) -> int:
    """By a doctype or a page's own tags."""
    above = _answer_head(segment.lines)
    head = "\n".join(line[:3000] for line in segment.lines[above : above + 40])[:8000].lower()
    start = head.lstrip("\ufeff \n\t")
    if not start.startswith("<"):
        return 0  # what comes before a page is told apart by its border
    if start.startswith(("<!doctype html", "<html")) or ("<!doctype html" in head and "<html" in head):
        return 94
    if start.startswith("<?xml"):
        return 90 if "<html" in head else 0
    found = sum(1 for tag in _TAGS if tag in head)
    if start.startswith(_PARTS):
        found += sum(1 for tag in _INNER if tag in head)
    return 78 if start.startswith("<") and found >= 3 else 0


def _answer_head(lines: list[str]) -> int:
    """How many lines of a server's answer stand above the page: `curl -i` shows its status and headers."""
    if not lines[0].startswith(("HTTP/", "Status: ")):
        return 0
    for at, line in enumerate(lines[:MOST_HEADERS]):
        if not line.strip():
            return at + 1
        if at and ":" not in line:
            return 0
    return 0


def decide(segment: Segment) -> View | None:
    """Blocks of text as rows."""
    if len(segment.data) > MOST_CHARACTERS:
        return None
    above = _answer_head(segment.lines)
    html = "\n".join([*("" for _ in range(above)), *segment.lines[above:]])
    blocks = blocks_of(html)
    if not blocks:
        return None
    source = Source(html, segment.base)
    ranks = _ranks(blocks, len(html))
    names = rank_rows(blocks, ranks)
    end = max(html.rfind("</html>"), html.rfind("</HTML>"))
    if end > 0:
        # What stands after the page is no part of it: the one who fetched it says how that went.
        ranks = [FAILURE if block.start > end else rank for block, rank in zip(blocks, ranks, strict=True)]
    rows = [Row(line, at, rank=EVIDENCE) for at, line in enumerate(segment.lines[:above])]
    rows.append(
        Row("[the page's text; its tags, scripts and styles are left out]", above, above, ALWAYS, MARK)
    )
    hidden: list[Block] = []
    between = False
    for block, rank in zip(blocks, ranks, strict=True):
        if not rank:
            hidden.append(block)
            continue
        if block.form == TERM and hidden and rows[-1].form == DATA:
            between = True  # one mark after all terms does for what explains each
        else:
            rows.extend(_hidden(source, hidden, names, between))
            hidden, between = [], False
        rows.append(_row(source, block, rank))
    rows.extend(_hidden(source, hidden, names, between))
    if "<script" in html:
        from knapsack_cli.compression.kinds.common import page_scripts

        rows.extend(page_scripts.rows(segment, html))
    links = _links(html)
    if links:
        last = len(segment.lines) - 1
        rows.append(Row(links, last, last, NORMAL, MARK))
    return View(rows)


def _links(html: str) -> str:
    """Where the page leads to outside its own site, the first of the addresses."""
    found = dict.fromkeys(match[1] for match in _LINK.finditer(html))
    told: list[str] = []
    room = min(MOST_LINKS, LINKS_SHARE * len(html))
    for address in found:
        room -= len(address) + 2
        if room < 0:
            break
        told.append(address)
    if not told:
        return ""
    more = f", {thousands(len(found) - len(told))} more" if len(found) > len(told) else ""
    return f"[links: {', '.join(told)}{more}]"


def _hidden(source: Source, hidden: list[Block], names: dict[int, str], between: bool) -> list[Row]:
    """One mark for blocks that are left out, or the blocks where the mark would be as long."""
    if not hidden:
        return []
    if not between and sum(len(block.text) + 1 for block in hidden) <= LEAST_HIDDEN:
        return [_row(source, block, CONTEXT) for block in hidden]
    told = [names[block.start] for block in hidden if block.start in names]
    return [_mark(source, hidden, told or _named_items(hidden), between)]


def _named_items(hidden: list[Block]) -> list[str]:
    """The texts of items that are names (files, functions), where there is room for all."""
    items = [block.text for block in hidden if block.form in (ITEM, TERM)]
    if len(items) < LEAST_NAMES or len(items) * 10 < len(hidden) * 9:
        return []
    if sum(len(item) > LONGEST_NAME for item in items) * MOST_LONG > len(items):
        return []
    size = sum(map(len, items)) + 2 * len(items)
    return items if size <= min(NAMES_SHARE * (hidden[-1].end - hidden[0].start), MOST_NAMES) else []


def _row(source: Source, block: Block, rank: int) -> Row:
    text = block.text
    if block.form == CODE:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) > CODE_LINES + 1:
            text = (
                "\n".join(lines[:CODE_LINES])
                + f"\n[... {thousands(len(lines) - CODE_LINES)} more lines of code]"
            )
        else:
            text = "\n".join(lines)
    elif len(text) > LONG:
        text = windowed(text)
    if block.form == HEADING:
        text = f"{'#' * block.level} {text}"
    elif block.form in (ITEM, TERM):
        text = f"{'  ' * max(0, block.level - 1)}- {text}"
    return Row(text, source.line(block.start), source.line(max(block.start, block.end - 1)), rank, DATA)


def _mark(source: Source, hidden: list[Block], names: list[str], between: bool) -> Row:
    start, end = hidden[0].start, hidden[-1].end
    span = source.span(start, end)
    count = thousands(len(hidden))
    told = f": {', '.join(names)}" if names else ""
    where = f", {'within ' if between else ''}{span}" if span else ""
    text = f"[... {count} more{where}{told}]"
    return Row(
        text, source.line(start), source.line(max(start, end - 1)), EVIDENCE if names else CONTEXT, MARK
    )


def _ranks(blocks: list[Block], size: int) -> list[int]:
    """A rank for each block; 0 leaves it out."""
    total = sum(len(block.text) + 1 for block in blocks)
    whole = total <= WHOLE or total <= WHOLE_SHARE * size
    ranks: list[int] = []
    run = paragraphs = sections = 0
    telling = sum(len(block.text) for block in blocks if block.form == TERM) <= TERMS_SHARE * size
    previous = ""
    for block in blocks:
        form = block.form
        listed = ITEM if form == TERM else form
        run = run + 1 if listed == previous else 1
        previous = listed
        if form in (HEADING, TITLE):
            paragraphs = 0
            sections += 1
            ranks.append(EVIDENCE)
            continue
        rank = NORMAL if whole else 0
        if form == TERM:
            told = telling and len(block.text) <= LONGEST_TERM
            ranks.append(IMPORTANT if told or run <= TERMS else rank)
            continue
        few = sections <= MOST_OPENINGS
        if form == FIELD:
            rank = EVIDENCE
        elif form == PARAGRAPH:
            paragraphs += 1
            if (len(block.text) > 3 and paragraphs <= PARAGRAPHS and few) or is_constraint(block.text):
                rank = IMPORTANT
            elif len(block.text) < 300 and is_failure(block.text) and sections <= 3:
                rank = FAILURE
        elif few:
            most = {ITEM: ITEMS, TABLE_ROW: TABLE_ROWS, CODE: PARAGRAPHS}[form]
            if run <= most:
                rank = max(rank, CONTEXT)
        ranks.append(rank)
    return ranks
