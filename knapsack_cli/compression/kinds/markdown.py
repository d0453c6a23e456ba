"""Markdown: every heading, the first line under each, commands, heads of code, tables, lists."""

from knapsack_cli.compression.evidence import is_constraint
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.kinds.common.said import keep_said
from knapsack_cli.compression.model import CONTEXT, EVIDENCE, IMPORTANT, NORMAL, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 400
MOST_OPENINGS = 120
"""With more sections, the first lines of only the first ones are shown ..."""
FIRST_OPENINGS = 30
"""... namely of so many."""
LONG_TEXT = 6000
MOST_SHARE = 0.3
"""Of a text longer than that at most about this share stays ..."""
FULL_SECTIONS = 12
"""... the first sections keep more than the later ones."""
LEAST_SHARE = 0.08
"""Where less than about this would stay, the beginnings of further items and paragraphs do."""
CODE_HEAD = 2
MOST_COMMANDS = 6
"""Commands shown of one block of code."""
LIST_HEAD = 3
TABLE_HEAD = 4
SHORT_TABLE = 10
MOST_BINDING = 60
MOST_REFERENCES = 20

_HEADING = lazy(r" {0,3}#{1,6}(?:[ \t]+\S|$)")
_UNDERLINE = lazy(r" {0,3}(?:={3,}|-{3,}|\^{3,}|~{4,}|\"{3,}|'{4,}|\+{4,}|\*{4,})\s*$")
"""Markdown's two and those of reStructuredText, where they are as long as the title."""
_FENCE = lazy(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})\s*(\S*)")
_LIST = lazy(r"\s*(?:[-*+]|\d{1,3}[.)])\s+\S")
_LINK = lazy(r"\[[^\]]+\]\([^)]+\)|<https?://")
_REFERENCE = lazy(r" {0,3}\[[^\]]+\]:\s*\S+")
_TABLE_RULE = lazy(r"\s*(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+(?:\|\s*)?$")
_DIRECTIVE = lazy(r"\s*\.\. [\w:-]+::")
_DEFINES = lazy(
    r"\s*\.\. (?:\w+:)?(?:class|function|method|classmethod|staticmethod|data|attribute|exception|module"
    r"|option|envvar|setting|confval|macro|type|member|describe|decorator|opcode|program|command|rule|directive|role)::"
)
_PROMPT = lazy(r"\s*(?:\$|>|%|PS>|C:\\>|❯)\s+\S")
_SHELL = frozenset(
    ("sh", "bash", "shell", "console", "zsh", "shell-session", "powershell", "terminal", "fish")
)
_DATA = frozenset(("yaml", "yml", "json", "jsonc", "toml", "ini", "xml", "html", "csv"))
_COMMANDS = lazy(
    r"\s*(?:sudo\s+)?(?:\./|apt|brew|cargo|cd|cmake|conda|cp|curl|docker|gem|git|go|helm|kubectl|make|mkdir|mvn|node"
    r"|npm|npx|pip|pip3|pnpm|poetry|python|python3|rg|ruby|tar|unzip|uv|wget|yarn)\b"
)

_MESSAGES = ("error: ", "fatal: ", "warning: ")
"""What a program says that prints parts of a document (git apply)."""
LEAST_MESSAGES = 3
LEAST_DIRECTIVES = 3
"""Of reStructuredText, in a text with few headings."""
_CODE_ENDS = (" do", "end", "{", "}", ";", ")", "):", "else", "->")
"""How indented lines of code end: documentation inside code has headings too."""


def recognise(segment: Segment) -> int:
    """By headings that stand apart, with fences, lists or links; comments in scripts do not stand apart."""
    lines = segment.lines[:SAMPLE]
    apart = close = fences = lists = links = deep = prose = terse = code = directives = titles = 0
    fenced = ""
    literal = -1
    for index, line in enumerate(lines):
        fence = _FENCE.match(line)
        if literal >= 0 and line.strip():
            if len(line) - len(line.lstrip()) > literal:
                continue  # reStructuredText's code
            literal = -1
        if line.endswith("::") or _DIRECTIVE.match(line):
            directives += line.lstrip().startswith(".. ")
            literal = len(line) - len(line.lstrip()) if line.endswith("::") or "code" in line[:24] else -1
        if index and not fenced and _UNDERLINE.match(line) and _is_title(lines, index - 1, line):
            apart += 1
            titles += 1
        elif fence and (not fenced or line.strip().startswith(fenced)):
            fences += not fenced
            fenced = "" if fenced else fence[1]
        elif fenced:
            continue
        elif _HEADING.match(line):
            after = lines[index + 1 : index + 2]
            before = lines[index - 1 : index] if index else [""]
            if (not after or not after[0].strip()) or not before[0].strip():
                apart += 1
                deep += line.startswith("##")
            else:
                close += 1
        elif _LIST.match(line):
            lists += 1
        elif line.strip():
            prose += line.count(" ", 0, 200) >= 3
            terse += 1
        links += bool(_LINK.search(line)) if len(line) < 2000 else 0
        code += line.startswith(" ") and line.endswith(_CODE_ENDS) and not _LIST.match(line)
    if _messages(segment.lines) >= LEAST_MESSAGES:
        return 0
    if segment.lines[0].startswith(("#!", "{", "<?xml")) or code * 8 > len(lines):
        return 0
    if not fences and prose * 4 < terse - (titles if lists + links + deep >= titles else 0):
        return 0  # headings stand above text: these are the comments of a file of settings
    if apart >= 2 and apart > 2 * close and (fences or lists or links):
        return 86 if deep or (titles and fences >= 2) else 78
    if apart >= 1 and directives >= LEAST_DIRECTIVES and not close:
        return 78
    if apart >= 1 and fences >= 1 and apart > close:
        return 70
    return 52 if apart >= 3 and apart > 2 * close else 0


def _messages(lines: list[str]) -> int:
    """How many lines outside code are messages of a program."""
    count = 0
    fenced = ""
    for line in lines:
        fence = _FENCE.match(line) if "``" in line or "~~" in line else None
        if fence is not None and (not fenced or line.strip().startswith(fenced)):
            fenced = "" if fenced else fence[1]
        elif not fenced:
            count += line.startswith(_MESSAGES)
    return count


def _is_title(lines: list[str], index: int, under: str) -> bool:
    """Whether a line that is underlined is a heading: text, not a list nor a table, after a blank line."""
    line = lines[index]
    if under.strip()[0] not in "=-" and len(under.rstrip()) < len(line.rstrip()):
        return False
    if not line.strip() or _LIST.match(line) or "|" in line or len(line) > 120:
        return False
    over = lines[index - 1].rstrip() if index else ""
    return not over or (over == under.rstrip() and over[0] != "-")


def decide(segment: Segment) -> Decisions | View | None:
    """Line by line, with what section, fence, table or list it is in."""
    reader = _Reader(segment)
    reader.read()
    reader.fill()
    reader.trim()
    keep_said(segment.lines, reader.decisions)
    return numbered_or_marked(segment, reader.decisions)


class _Reader:
    """Reads the lines once and ranks them."""

    def __init__(self, segment: Segment) -> None:
        self.lines = segment.lines
        self.decisions = Decisions(len(segment.lines))
        self.decisions.guard = False
        self.sections = sum(1 for index in range(len(self.lines)) if self._is_heading(index))
        self.section = 0
        self.section_of: dict[int, int] = {}
        self.opened = False
        self.items = 0
        self.commands = 0
        self.binding = 0
        self.references = 0
        self.comments: set[int] = set()
        self.beginnings: list[list[int]] = [[]]

    def _is_heading(self, index: int) -> bool:
        line = self.lines[index]
        if _HEADING.match(line):
            return True
        following = self.lines[index + 1 : index + 2]
        return bool(
            following and _UNDERLINE.match(following[0]) and _is_title(self.lines, index, following[0])
        )

    def fill(self) -> None:
        """Where little would stay, each section in turn shows the beginning of one item or paragraph more."""
        ranks = self.decisions.ranks
        room = LEAST_SHARE * sum(map(len, self.lines))
        room -= sum(len(line) for line, rank in zip(self.lines, ranks, strict=True) if rank)
        for turn in range(max(map(len, self.beginnings))):
            for indexes in self.beginnings:
                if turn < len(indexes) and not ranks[indexes[turn]]:
                    room -= len(self.lines[indexes[turn]])
                    if room < 0:
                        return
                    self.decisions.keep(indexes[turn], CONTEXT)

    def trim(self) -> None:
        """Where too much of a long text would stay, later sections lose their details, then their texts, and
        what the comments in their code say, which is often the only title of an example, last."""
        size = sum(map(len, self.lines))
        if size < LONG_TEXT:
            return
        for highest, spared in ((CONTEXT, ()), (NORMAL, ()), (IMPORTANT, self.comments), (IMPORTANT, ())):
            ranks = self.decisions.ranks
            kept = sum(len(line) for line, rank in zip(self.lines, ranks, strict=True) if rank)
            if kept <= MOST_SHARE * size:
                return
            for index, rank in enumerate(ranks):
                late = self.section_of.get(index, 0) > FULL_SECTIONS
                if late and 0 < rank <= highest and index not in spared:
                    ranks[index] = 0

    def read(self) -> None:
        """Rank all lines."""
        index = 0
        if self.lines[0].strip() == "---":
            index = self._front_matter()
        while index < len(self.lines):
            line = self.lines[index]
            start = index
            if _FENCE.match(line):
                index = self._code(index)
            elif self._is_heading(index):
                self.decisions.keep(index, EVIDENCE)
                self.section += 1
                self.opened, self.items, self.commands = False, 0, 0
                self.beginnings.append([])
                index += 1 if _HEADING.match(line) else 2
            elif index + 1 < len(self.lines) and "|" in line and _TABLE_RULE.match(self.lines[index + 1]):
                index = self._table(index)
            else:
                if line.strip():
                    self._text(index, line)
                index += 1
            for at in range(start, min(index, len(self.lines))):
                self.section_of[at] = self.section

    def _front_matter(self) -> int:
        for index in range(1, min(len(self.lines), 60)):
            self.decisions.keep(index - 1, IMPORTANT)
            if self.lines[index].strip() == "---":
                self.decisions.keep(index, IMPORTANT)
                return index + 1
        return 0

    def _shows_opening(self) -> bool:
        return self.sections <= MOST_OPENINGS or self.section <= FIRST_OPENINGS

    def _code(self, start: int) -> int:
        """A fence: its first lines, its commands and what its comments say; where it ends."""
        match = _FENCE.match(self.lines[start])
        fence, language = (match[1], match[2].lower()) if match else ("```", "")
        end = start + 1
        while end < len(self.lines) and not self.lines[end].strip().startswith(fence):
            end += 1
        shell = language in _SHELL
        if language in _DATA:
            body = range(start + 1, min(end, len(self.lines)))
            telling = next((at for at in body if self.lines[at].startswith("kind:")), -1)
            if telling < 0:
                telling = next((at for at in body if len(self.lines[at].strip()) > 2), -1)
            if telling >= 0 and self._shows_opening():
                self.decisions.keep(telling, CONTEXT)
            return end + 1
        prompts = any(_PROMPT.match(line) for line in self.lines[start + 1 : end])
        commands = shown = 0
        for index in range(start + 1, end):
            line = self.lines[index]
            if not line.strip():
                continue
            is_command = bool(_PROMPT.match(line)) if prompts else bool(_COMMANDS.match(line))
            is_comment = line[0] == "#" and _HEADING.match(line) is not None
            if is_command and commands < MOST_COMMANDS:
                commands += 1
                self.decisions.keep(index, EVIDENCE)
            elif is_comment:
                self.comments.add(index)
                self.decisions.keep(index, IMPORTANT)
            elif shown < CODE_HEAD and not prompts and self._shows_opening():
                self.decisions.keep(index, CONTEXT)
            elif shell and commands < MOST_COMMANDS and not prompts and not line[0].isspace():
                commands += 1
                self.decisions.keep(index, IMPORTANT)
            shown += 1
        if shown and language:
            self.decisions.keep(start, CONTEXT)
        return end + 1

    def _table(self, start: int) -> int:
        """A table: its header and rows, of a long one the first ones; where it ends."""
        end = start + 2
        while end < len(self.lines) and "|" in self.lines[end]:
            end += 1
        most = end if end - start <= SHORT_TABLE + 2 else start + 2 + TABLE_HEAD
        for index in range(start, end):
            if index < most:
                self.decisions.keep(index, IMPORTANT if index == start else NORMAL)
        return end

    def _text(self, index: int, line: str) -> None:
        indent = len(line) - len(line.lstrip())
        begins = not indent and index > 0 and not self.lines[index - 1].strip()
        if not line.startswith(("..", "::")) and (begins or (indent < 4 and _LIST.match(line))):
            self.beginnings[-1].append(index)
        if self.binding < MOST_BINDING and is_constraint(line.lstrip("> *_-`[!")):
            self.binding += 1
            self.decisions.keep(index, IMPORTANT)
        if _DEFINES.match(line):
            self.decisions.keep(index, EVIDENCE)
        elif indent and line[indent] == "$" and _PROMPT.match(line):
            self.commands += 1
            if self.commands <= MOST_COMMANDS:
                self.decisions.keep(index, EVIDENCE)
        elif _REFERENCE.match(line):
            self.references += 1
            if self.references <= MOST_REFERENCES:
                self.decisions.keep(index, NORMAL)
        elif _LIST.match(line):
            self.items += 1
            most = LIST_HEAD - 1 if self.opened else LIST_HEAD
            if self.items <= most and self._shows_opening() and not line[0].isspace():
                self.decisions.keep(index, CONTEXT)
        elif not self.opened and self._shows_opening() and not line.lstrip().startswith(("<", "[![", "![")):
            self.opened = True
            self.decisions.keep(index, IMPORTANT)
