"""HTML as blocks of text: headings, paragraphs, items, table rows, code and form fields, each with its place.

A scan over tags, not a parse: pages are rarely well-formed, and what is read of them is their text.
Linear, and no tag is looked at twice.
"""

from html import unescape

from knapsack_cli.text.lazy_patterns import lazy

HEADING = "heading"
PARAGRAPH = "paragraph"
ITEM = "item"
TERM = "term"
"""An item that is explained by what follows it: a function, an option."""
TABLE_ROW = "row"
CODE = "code"
FIELD = "field"
TITLE = "title"

_TAG = lazy(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]*+)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*)/?>")
LONGEST_TAG = 4000
"""Characters within which a tag with quotes must end; else it ends at its first bracket."""
_TAG_STARTS = frozenset("!?/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_ATTRIBUTE = lazy(r"([a-zA-Z][\w:-]*+)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))")
_SPACE = lazy(r"\s+")
_SKIPPED = ("script", "style", "svg", "noscript", "template", "iframe", "math")
_BLOCKS = frozenset(
    (
        *(
            "p",
            "div",
            "section",
            "article",
            "main",
            "header",
            "footer",
            "nav",
            "aside",
            "ul",
            "ol",
            "dl",
            "table",
        ),
        *(
            "tbody",
            "thead",
            "tfoot",
            "form",
            "fieldset",
            "blockquote",
            "figure",
            "figcaption",
            "address",
            "hr",
        ),
        *("body", "html", "head", "details", "summary", "dialog", "legend", "caption", "center"),
    )
)
_FIELD_NAMES = ("type", "name", "id", "value", "placeholder", "required", "action", "method", "for", "href")


class Block:
    """A piece of text of one form, from `html[start:end]`.

    Attributes:
        level: of a heading, 1 to 6; of an item, how deep its list is.
    """

    __slots__ = ("end", "form", "level", "start", "text")

    def __init__(self, form: str, text: str, start: int, end: int, level: int = 0) -> None:
        self.form = form
        self.text = text
        self.start = start
        self.end = end
        self.level = level


class _Builder:
    """Gathers text until a tag ends the block."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.blocks: list[Block] = []
        self.parts: list[str] = []
        self.start = -1
        self.form = PARAGRAPH
        self.level = 0
        self.lists = 0
        self.in_row = False
        self.in_code = False

    def text(self, start: int, end: int) -> None:
        """Take the text between two tags."""
        piece = self.html[start:end]
        if not self.in_code:
            piece = _SPACE.sub(" ", piece)
        if not piece or (piece == " " and not self.parts):
            return
        if self.start < 0 and piece.strip():
            self.start = start
        self.parts.append(piece)

    def flush(self, position: int) -> None:
        """End the block that is being gathered."""
        raw = "".join(self.parts)
        self.parts = []
        start, self.start = self.start, -1
        if start < 0:
            return
        text = unescape(raw) if "&" in raw else raw
        text = text.strip("\n").rstrip() if self.in_code else _SPACE.sub(" ", text).strip().strip("|").strip()
        if text.strip():
            self.blocks.append(Block(self.form, text, start, position, self.level))

    def tag(self, closing: bool, name: str, attributes: str, start: int, end: int) -> None:
        """What a tag does to the block that is being gathered."""
        if name[0] == "h" and len(name) == 2 and name[1] in "123456":
            self.flush(start)
            self.form, self.level = (PARAGRAPH, 0) if closing else (HEADING, int(name[1]))
        elif name in ("li", "dt", "dd"):
            self.flush(start)
            form = TERM if name == "dt" else ITEM
            self.form, self.level = (PARAGRAPH, 0) if closing else (form, self.lists)
        elif name in ("ul", "ol", "dl"):
            self.flush(start)
            self.lists = max(0, self.lists + (-1 if closing else 1))
            self.form = PARAGRAPH
        elif name == "tr":
            self.flush(start)
            self.in_row = not closing
            self.form, self.level = (PARAGRAPH, 0) if closing else (TABLE_ROW, 0)
        elif name in ("td", "th"):
            if self.in_row and not closing and self.parts:
                self.parts.append(" | ")
        elif name in ("pre", "textarea"):
            self.flush(start)
            self.in_code = not closing
            self.form, self.level = (PARAGRAPH, 0) if closing else (CODE, 0)
        elif name == "br":
            if self.in_code:
                self.parts.append("\n")
            elif self.in_row:
                self.parts.append(" ")
            else:
                self.flush(start)
        elif name == "title":
            self.flush(start)
            self.form = PARAGRAPH if closing else TITLE
        elif name in ("input", "select", "button", "form", "option") and not closing:
            self.field(name, attributes, start, end)
        elif name in _BLOCKS and not self.in_row:
            self.flush(start)
            self.form = PARAGRAPH

    def field(self, name: str, attributes: str, start: int, end: int) -> None:
        """A form or one of its fields: its tag with the attributes that say what it is for."""
        told = []
        for match in _ATTRIBUTE.finditer(attributes):
            if match[1].lower() in _FIELD_NAMES:
                told.append(f'{match[1]}="{match[2] or match[3] or match[4] or ""}"')
        if name == "option" or not told:
            return
        self.flush(start)
        self.blocks.append(Block(FIELD, f"<{name} {' '.join(told)}>", start, end))


def blocks_of(html: str) -> list[Block]:
    """The blocks of a page, in order; scripts, styles, comments and drawings are left out."""
    builder = _Builder(html)
    lowered = html.lower()
    position = 0
    while True:
        start = html.find("<", position)
        if start < 0:
            builder.text(position, len(html))
            builder.flush(len(html))
            return builder.blocks
        if start > position:
            builder.text(position, start)
        if html.startswith("<!--", start):
            end = html.find("-->", start)
            position = end + 3 if end >= 0 else len(html)
            continue
        match = _TAG.match(html, start, start + LONGEST_TAG)
        if match is None:
            if html[start + 1 : start + 2] in _TAG_STARTS:
                end = html.find(">", start)
                position = end + 1 if end >= 0 else len(html)
            else:
                builder.text(start, start + 1)
                position = start + 1
            continue
        name = match[2].lower()
        position = match.end()
        if name in _SKIPPED and not match[1] and not match[0].endswith("/>"):
            end = lowered.find(f"</{name}", position)
            position = lowered.find(">", end) + 1 if end >= 0 else len(html)
            position = position or len(html)
            continue
        builder.tag(bool(match[1]), name, match[3], start, position)
