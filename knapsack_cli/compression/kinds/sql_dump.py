"""Dumps of databases: tables with their columns and constraints whole, rows by those that differ."""

import re

from knapsack_cli.compression.kinds.common.columns import Column, summaries
from knapsack_cli.compression.kinds.common.said import is_said
from knapsack_cli.compression.kinds.common.tables import row_ranks
from knapsack_cli.compression.longlines import LIMIT, windowed
from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import (
    EVIDENCE,
    FAILURE,
    IMPORTANT,
    MARK,
    NORMAL,
    NUMBERED,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

SAMPLE = 400
HEAD = 2
"""First rows of a table that are shown."""
SUMMARY = 500
BODY = 8
"""Lines of a view, a function or a trigger that are shown."""
LEAST_ROWS = 6
_HEADS = ("-- PostgreSQL database dump", "-- MySQL dump", "-- MariaDB dump", "PRAGMA foreign_keys=OFF;")
_INSERT = lazy(
    r"(?:INSERT|REPLACE) (?:IGNORE )?INTO ([^\s(]+) ?(?:\(([^()]*)\) )?(?:VALUES ?)?", re.IGNORECASE
)
_COPY = lazy(r"COPY (\S+) \(([^()]*)\) FROM stdin;$", re.IGNORECASE)
_NOISE = lazy(
    r"--|/\*!|SET |SELECT pg_catalog\.set_config|(?:UN)?LOCK TABLES|ALTER \w+ .* OWNER TO |GRANT |REVOKE "
    r"|\\connect "
    r"|ALTER SEQUENCE .* OWNED BY |ALTER TABLE .* SET DEFAULT nextval|SELECT pg_catalog\.setval"
)
_WHOLE = (
    "CREATE TABLE",
    "CREATE UNLOGGED TABLE",
    "CREATE TYPE",
    "CREATE DOMAIN",
    "ALTER TABLE",
    "CREATE INDEX",
)
_ONE_LINE = ("CREATE SEQUENCE", "COMMENT ON")


def recognise(segment: Segment) -> int:
    """Sure by the words that dumps begin with, or where most lines insert rows."""
    lines = segment.lines[:SAMPLE]
    if any(line.startswith(_HEADS) for line in lines[:8]):
        return 94
    filled = [line for line in lines if line.strip()]
    inserts = sum(1 for line in filled if _INSERT.match(line))
    return 91 if inserts >= LEAST_ROWS and inserts * 2 > len(filled) else 0


def decide(segment: Segment) -> View | None:
    """Statement by statement."""
    reader = _Reader(segment)
    reader.read()
    return View(reader.rows) if reader.rows else None


class _Reader:
    """Reads statements one after another and writes what stays of each."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.lines = segment.lines
        self.rows: list[Row] = []

    def read(self) -> None:
        """All statements."""
        index = 0
        while index < len(self.lines):
            line = self.lines[index]
            copied = _COPY.match(line)
            if is_said(line):
                self._add(index, FAILURE)
                index += 1
            elif not line.strip() or _NOISE.match(line):
                index += 1
            elif copied is not None:
                self._add(index, EVIDENCE)
                index = self._copied(index + 1, copied[2])
            elif _INSERT.match(line):
                index = self._inserted(index)
            else:
                index = self._statement(index)

    def _add(self, index: int, rank: int) -> None:
        line = self.lines[index]
        text = windowed(line) if len(line) > LIMIT else line
        self.rows.append(Row(f"{self.segment.number(index)} {text}", index, rank=rank, form=NUMBERED))

    def _statement(self, start: int) -> int:
        """Another statement: tables and constraints whole, of others the beginning."""
        end = start
        while end < len(self.lines) - 1 and not self.lines[end].rstrip().endswith(";"):
            end += 1
        line = self.lines[start]
        if line.startswith(_ONE_LINE):
            last = start
        elif line.startswith(_WHOLE):
            last = end
        else:
            last = min(end, start + BODY)
        for index in range(start, last + 1):
            if self.lines[index].strip():
                self._add(index, EVIDENCE if index == start or last == end else IMPORTANT)
        return end + 1

    def _copied(self, start: int, names: str) -> int:
        """Rows behind COPY, up to the line that ends them."""
        end = start
        while end < len(self.lines) and self.lines[end] != "\\.":
            end += 1
        rows = list(range(start, end))
        self._table(rows, [self.lines[at].split("\t") for at in rows], names)
        return end + 1

    def _inserted(self, start: int) -> int:
        """Rows that are inserted into one table, a statement or a line each."""
        found = _INSERT.match(self.lines[start])
        table, names = (found[1], found[2] or "") if found else ("", "")
        rows: list[int] = []
        values: list[list[str]] = []
        index = start
        while index < len(self.lines):
            line = self.lines[index]
            found = _INSERT.match(line)
            if (found is not None and found[1] != table) or (
                found is None and not line.lstrip().startswith("(")
            ):
                break
            rest = line[found.end() :] if found is not None else line.lstrip()
            if rest.strip():
                rows.append(index)
                values.append(_values(rest))
            elif found is not None:
                self._add(index, EVIDENCE)
            index += 1
        self._table(rows, values, names)
        return index

    def _table(self, rows: list[int], values: list[list[str]], names: str) -> None:
        """The rows of one table: the first, the last, those that differ, and a row of ours for the others."""
        width = max(map(len, values), default=0)
        called = [name.strip(' `"') for name in names.split(",")] if names else []
        if len(called) != width:
            called = [f"column {at + 1}" for at in range(width)]
        ranks = dict.fromkeys(range(len(rows)), NORMAL)
        rest: list[int] = []
        if len(rows) >= LEAST_ROWS:
            cells = [[*row, *(None for _ in range(width - len(row)))] for row in values]
            columns = [Column(name, [row[at] for row in cells]) for at, name in enumerate(called)]
            ranks = row_ranks(columns, len(rows), HEAD)
            rest = [at for at in range(len(rows)) if at not in ranks]
            told = summaries([column.of(rest) for column in columns], SUMMARY) if rest else ""
        for at, index in enumerate(rows):
            if at in ranks:
                self._add(index, ranks[at])
            elif at == rest[0]:
                left, right = self.segment.number(index), self.segment.number(rows[rest[-1]])
                span = f"{'' if right - left + 1 == len(rest) else 'within '}lines {left}-{right}"
                text = f"[x{thousands(len(rest))} rows like these, {span}{': ' + told if told else ''}]"
                self.rows.append(Row(text, index, rows[rest[-1]], EVIDENCE, MARK, count=len(rest)))


def _values(text: str) -> list[str]:
    """The values of the first parenthesis; commas in quotes and in inner parentheses part none."""
    values: list[str] = []
    start = text.find("(") + 1
    depth = 1
    quoted = False
    for at in range(start, len(text)):
        sign = text[at]
        if sign == "'" and text[at - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            if not depth:
                values.append(text[start:at].strip())
                break
        elif sign == "," and depth == 1:
            values.append(text[start:at].strip())
            start = at + 1
    return values
