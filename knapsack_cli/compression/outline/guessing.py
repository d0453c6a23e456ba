"""Telling a language by the look of its lines, when no file name says it."""

import re

from knapsack_cli.compression.outline.edges import C_BLOCK, GO_BLOCK
from knapsack_cli.compression.outline.languages import LANGUAGES
from knapsack_cli.text.lazy_patterns import lazy

HEAD = 350
WINDOW = 90
WINDOWS = 3
"""Lines looked at: so many at the beginning, so many in each of so many windows over the rest."""
LEAST_SAMPLE = 8
LONGEST_COMMENT = 3000
"""Lines; what opens a comment and is not closed within so many was none."""
LONGEST_LINE = 300
LEAST_SHARE = 0.05
"""So much of the sample must bear the language's marks."""
SURE_SHARE = 0.15
"""With so many marks the language need not be proven by a tree without errors."""
DOUBTED = 0.4
"""What the marks of types, or of scripts, count for where little else speaks for a script, or functions of
another language speak against it."""
RIVAL = 0.35
"""A language with so large a part of the first one's marks may be the true one: the syntax tree tells."""

_BRACKETS = " \t\r\n{}();,"
"""A line of these alone says nothing of the language."""
_BLOCK_COMMENTS = (
    ("/*", "*/"),
    ('@moduledoc """', '"""'),
    ('@doc """', '"""'),
    ('@typedoc """', '"""'),
    ('"""', '"""'),
    ('r"""', '"""'),
    ("'''", "'''"),
    ("<!--", "-->"),
    ("--[[", "]]"),
    ("{-", "-}"),
    ("(*", "*)"),
    ("=pod", "=cut"),
    ("=head", "=cut"),
    ("=begin", "=end"),
)
_SHEBANG = {
    "python": "python",
    "python3": "python",
    "node": "javascript",
    "deno": "typescript",
    "bash": "bash",
    "sh": "bash",
    "zsh": "bash",
    "dash": "bash",
    "ruby": "ruby",
    "php": "php",
    "lua": "lua",
}

_MARKS: dict[str, re.Pattern[str]] = {
    "python": lazy(
        r"\s*(?:(?:async )?def \w+\(.*|class \w+(?:\(.*\))?:$|from [\w.]+ import \S"
        r"|import [\w.]+(?: as \w+)?(?:, [\w.]+)*$"
        r"|@[\w.]+(?:\(.*(?:[(\[,)\"']|[(,] ?\{)|\([^()]*)?$"
        r"|elif .+:$|except(?: .+)?:$|if __name__ ==|return(?: |$)|raise \w"
        r"|self\.\w+ = |with .+ as \w+:$"
        r"|for \w.* in .+:$|if .+:$|else:$|try:$|\"\"\")"
    ),
    "javascript": lazy(
        r"\s*(?:(?:export )?(?:default )?(?:async )?function\*? ?\w*\s*\(|(?:export )?(?:const|let"
        r"|var) [\w{\[$].* ?= ?"
        r"|import .* from ['\"]|module\.exports|exports\.\w+ ?=|['\"]use strict['\"]"
        r"|(?:export )?(?:default )?class \w+.*\{$|\}\);?$|return\b.*;?$"
        r"|\w+\.prototype\."
        r"|(?:async |static |get |set )?[\w$]+\([\w$, {}=]*\) \{$)"
    ),
    "typescript": lazy(
        r"\s*(?:(?:export )?(?:declare )?(?:interface|type|enum|namespace) \w+.*[{=]|import type "
        r"|export type "
        r"|(?:private|public|protected|readonly|abstract) \w+)"
    ),
    "c": lazy(
        r"(?:#\s*(?:include [<\"]|define \w+|ifn?def \w+|if |endif|else|pragma |undef )|(?:static "
        r"|extern |const |inline |unsigned )*"
        r"(?:int|void|char|size_t|bool|struct \w+|double|float|long|uint\d+_t|int\d+_t|\w+_t"
        r"|[a-z]\w*) \*{0,2}\w+\(.*|typedef |struct \w+ \{"
        r"|\s*(?:if|for|while|switch) ?\(.*\) ?\{?$|\s*return .*;$|\s*\w+->\w+|\s+struct \w+ +\*|\}\s*\w*;$|\s*case \w+:$)"
    ),
    "cpp": lazy(
        r"\s*(?:namespace [\w:]+ ?\{?|template ?<|using (?:namespace )?[\w:]+|class \w+.*[{:]?$|(?:public"
        r"|private|protected):$|virtual |explicit |constexpr )"
    ),
    "go": lazy(
        r"(?:package \w+$|import (?:\(|\")|func (?:\(\w+ \*?\w+(?:\[.*\])?\) )?\w+|type \w+ (?:struct"
        r"|interface|func|\w)|\s*\w[\w, ]* := "
        r"|\s*if err != nil|\s*defer |\s*return(?: |$)|var \w+ |const \w+|\t\"[\w./-]+\"$)"
    ),
    "rust": lazy(
        r"\s*(?:(?:pub(?:\([\w ]+\))? )?(?:async )?(?:unsafe )?(?:fn \w+|struct \w+(?! +\*)|enum \w+|trait \w+"
        r"|mod \w+|use [\w:{]|const \w+:|static \w+|type \w+)"
        r"|impl(?:<.*>)? |let (?:mut )?\w+|#!?\[\w+|match .* \{$|///|//!)"
    ),
    "java": lazy(
        r"\s*(?:package [\w.]+;$|import (?:static )?[\w.*]+;$|(?:public|private"
        r"|protected)(?: \w+)* (?:class|interface|enum|record) \w+"
        r"|(?:public|private|protected)(?: (?:static|final|abstract|synchronized|native|volatile"
        r"|transient))*[\w<>\[\], ?.]* \w+ ?[(=;].*"
        r"|@(?:Override|Deprecated|Nullable|Test|SuppressWarnings|\w+)\b.*$|final \w+)"
    ),
    "csharp": lazy(
        r"\s*(?:using [\w.]+;$|namespace [\w.]+;?$|(?:public|private|protected"
        r"|internal)(?: \w+)* (?:class|interface|struct|enum|record) \w+"
        r"|(?:public|private|protected|internal) \w.*|(?:foreach|using|catch|lock) ?\(.*|string \w+(?: =|;)"
        r"|\[\w+(?:\(.*\))?\]$|/// <|#region|#endregion)"
    ),
    "ruby": lazy(
        r"\s*(?:require(?:_relative)? ['\"]|def (?:self\.)?[\w?!=<>+*\[\]-]+"
        r"|class [A-Z]\w*(?:::\w+)*(?: < .*)?$|module [A-Z]\w*|end$|attr_\w+ :|include [A-Z]"
        r"|.* do(?: \|.*\|)?$|(?:if|unless|elsif|while|until|case|when) .+[^:{]$|rescue(?: .*)?$"
        r"|@\w+ (?:\|\|)?= |private$|alias )"
    ),
    "php": lazy(
        r"\s*(?:<\?php|namespace [\w\\]+;|use [\w\\]+(?: as \w+)?;|(?:public|private"
        r"|protected)(?: static)? function \w+|function \w+\(|\$\w+(?:->\w+.*)? ?=|\$this->|return \$"
        r"|foreach ?\(\$)"
    ),
    "kotlin": lazy(
        r"\s*(?:package [\w.]+$|import [\w.*]+(?: as \w+)?$|(?:(?:public|private|internal|protected"
        r"|override|open|inline|suspend|operator|expect|actual|data|sealed|abstract|companion|tailrec"
        r"|infix) )*"
        r"(?:fun(?: <.*>)? [\w.<>]+\(|class \w+|object\b|interface \w+|va[lr] \w+|enum class)|@\w+.*$"
        r"|when ?\(.*\) ?\{|.*\?\.let|.* -> )"
    ),
    "swift": lazy(
        r"\s*(?:import [A-Z]\w+$|(?:(?:public|private|internal|fileprivate|open|static|final|override"
        r"|mutating|@\w+(?:\([^()]*\))?) )*(?:func \w+|struct \w+|class \w+|protocol \w+|extension \w+|enum \w+"
        r"|init\??\(|var \w+: |let \w+(?:: | = ))"
        r"|guard .* else|if let |case \.\w+|.*\) (?:throws )?-> )"
    ),
    "bash": lazy(
        r"\s*(?:#!/.*sh|(?:function )?[\w:-]+ ?\(\) ?\{|if \[\[? .*|fi$|then$|done$|esac$|do$"
        r"|for \w+ in .*|case .* in$|local \w+|export \w+=|[A-Za-z_]\w*=[\"'$(\w]*.*$|echo |set -[eux]"
        r"|while .*; do|elif \[|source |\. /)"
    ),
    "scala": lazy(
        r"\s*(?:package [\w.]+$|import [\w.]+(?:\.[_{*].*)?$|(?:(?:private|protected|override|implicit"
        r"|final|sealed|abstract|case|lazy)(?:\[\w+\])? )*(?:def \w+|val \w+|class \w+|object \w+"
        r"|trait \w+|type \w+|given \w+|extension )|.* => |.*: [A-Z]\w* =)"
    ),
    "lua": lazy(r"\s*(?:local (?:function )?\w+|function [\w.:]+\(|end[,)]?$|elseif .*|return |-- |else$)"),
    "sql": lazy(
        r"\s*(?:CREATE (?:OR REPLACE )?(?:TABLE|VIEW|INDEX|UNIQUE|FUNCTION|TRIGGER|SCHEMA|TYPE|EXTENSION"
        r"|SEQUENCE)|ALTER TABLE|INSERT INTO|SELECT .*|FROM \w+|DROP TABLE|PRIMARY KEY|FOREIGN KEY"
        r"|CONSTRAINT|SET \w+|COMMENT ON|\w+ (?:integer|text|varchar|bigint|timestamp|boolean|serial"
        r"|numeric)\b.*,?$)",
        re.IGNORECASE,
    ),
}
_WITHIN: dict[str, tuple[tuple[str, ...], re.Pattern[str]]] = {
    "javascript": (
        ("require(", "=>", "function"),
        lazy(r".*\brequire\(['\"]|.*=> ?[{(]?$|.*function ?\w*\(.*\) ?\{$"),
    ),
    "typescript": (
        (": ", " as "),
        lazy(
            r".*\w\??: (?:string|number|boolean|any|unknown|void|never|[A-Z]\w*(?:<.*>)?(?:\[\])?)\b"
            r"|.*\bas (?:const|unknown|any|[A-Z]\w+)|.*\): (?:Promise|void|string|number|boolean|[A-Z])"
        ),
    ),
    "cpp": (
        ("::", "nullptr", "override", "noexcept", "= default;", "= delete;"),
        lazy(r".*\bstd::|.*\w::\w+\(|.*\bnullptr\b|.*\boverride\b|.*\bnoexcept\b|.*= (?:default|delete);$"),
    ),
    "rust": (("Self", "=> "), lazy(r".*\bSelf\b|.*=> ")),
    "java": (("throws ", "new "), lazy(r".*\bthrows \w+|.*\bnew \w+(?:<.*>)?\(")),
    "csharp": (
        ("{ get; ", "override", "virtual", "async Task", "readonly", "string?", "var "),
        lazy(r".*\{ get; |.*\b(?:override|virtual|async Task|readonly|string\?|var \w+ = )\b"),
    ),
    "lua": ((" then", " do", "require"), lazy(r".* then$|.* do$|.*\brequire ?\(?['\"]")),
}
"""Marks that may stand anywhere in a line, and the words without which they are not looked for."""
_ASSIGNMENT = lazy(r"\s*[A-Za-z_]\w*=")
_STRONGER = {
    "cpp": ("c", 0.04),
    "typescript": ("javascript", 0.05),
}
"""A language that is another one with more: enough marks of its own decide."""
_CPP_ONLY = lazy(r"(?:public|private|protected):$|namespace [\w:]* ?\{$|template ?<")
"""One such line is never C; with C's marks around it, it is C++."""
_NO_SCRIPT = lazy(r"\s*(?:[a-z@]\w* )*(?:func|fun|fn|def) [\w<`(]")
"""Functions as scripts never begin them."""
_TYPED_MEMBER = lazy(
    r"\s*(?:public|private|protected|internal) (?:(?:static|override|virtual|final|readonly|sealed|abstract|async"
    r"|synchronized) )*(?:void|int|long|bool|boolean|string|byte|double|[A-Z][\w<>\[\],.?]*) \w+ ?(?:[({;=]|$)"
)
"""Members with their types before their names, as neither scripts nor C have them."""
_CREATORS = {"java": 2, "csharp": 2}
"""Languages whose marks within lines other languages have as well: so many at most for each other mark."""
_GO_HEAD = lazy(r"package \w+\s*(?://.*)?$")
_EDGES = {
    "python": (
        lazy(r"import [A-Za-z_][\w.]*|from [\w.]+ import "),
        lazy(r"(?:async )?(?:class \w+.*:$|def \w+\()"),
    ),
    "javascript": (
        lazy(r"import .* from ['\"]|const .* = require\("),
        lazy(r"(?:export |async )*(?:function|class|const|describe|test|it)\b|\}\);?$"),
    ),
    "c": (
        lazy(r"#\s*(?:include [<\"]|ifndef +\w+_H_*\b)"),
        C_BLOCK,
    ),
    "csharp": (
        lazy(r"using (?:static )?[A-Z][\w.]*;"),
        lazy(r"\s{0,8}(?:(?:public|private|protected|internal|static|sealed|abstract|partial)\s+)+[\w<]"),
    ),
    "java": (
        lazy(r"package [\w.]+;"),
        lazy(r"\s{0,4}(?:(?:public|private|protected|static|final|abstract)\s+)+[\w<]"),
    ),
    "ruby": (
        lazy(r"require(?:_relative)? ['\"]|# frozen_string_literal"),
        lazy(r"\s{0,4}(?:class [A-Z]|module [A-Z]|def [\w.]+)|end$"),
    ),
    "rust": (
        lazy(r"use (?:crate|self|super|std|core|\w+)::[\w:{*]"),
        lazy(r"(?:pub(?:\(\w+\))? )?(?:fn|struct|enum|impl|mod|const|static|trait)\b|#!?\["),
    ),
    "swift": (
        lazy(r"(?:@testable )?import [A-Z]\w+$"),
        lazy(r"\s{0,4}(?:[a-z@]\w* )*(?:func \w+|class \w+: |struct \w+|let \w+(?: =|:)|var \w+: )"),
    ),
}
"""Per language a line that a file has at its head, and lines that begin definitions at the left edge."""
LEAST_DEFINED = 3
"""Files that are mostly data say by their edges what they are in; Python's head is its own, one is enough."""
_WEIGHT = {"bash": 0.8, "lua": 0.8, "scala": 0.85, "sql": 0.9, "swift": 0.9, "kotlin": 0.95, "csharp": 1.0}


def guess(lines: list[str]) -> tuple[str, float] | None:
    """The likeliest language of `lines` and the share of them that bear its marks; None when none does."""
    ranked = candidates(lines)
    return ranked[0] if ranked else None


def candidates(lines: list[str]) -> list[tuple[str, float]]:
    """The languages that `lines` may be in, likeliest first, each with the share of lines bearing its marks."""
    sample = sample_of(lines)
    if not sample:
        return []
    if lines[0].startswith("#!"):
        program = lines[0].split("/")[-1].split()
        name = _SHEBANG.get(program[-1] if program and program[0] == "env" else (program or [""])[0])
        if name is not None:
            return [(name, 1.0)]
    if lines[0].startswith("<?php"):
        return [("php", 1.0)]
    short = [line for line in sample if len(line) < LONGEST_LINE]
    joined = "\n".join(short)
    shares: dict[str, float] = {}
    for name, marks in _MARKS.items():
        hits = sum(1 for line in short if marks.match(line))
        words, within = _WITHIN.get(name, ((), marks))
        words = tuple(word for word in words if word in joined)
        if words:
            told = [line for line in short if any(word in line for word in words)]
            more = sum(1 for line in told if within.match(line) and not marks.match(line))
            hits += min(more, _CREATORS[name] * hits) if name in _CREATORS else more
        if name == "bash":
            # Settings are written as assignments are: they count where there is more of the shell.
            assigned = sum(1 for line in short if _ASSIGNMENT.match(line))
            hits = min(hits, 4 * max(0, hits - assigned))
        shares[name] = hits / len(sample) * _WEIGHT.get(name, 1.0)
    for name, (lesser, least) in _STRONGER.items():
        proven = name == "cpp" and any(_CPP_ONLY.match(line) for line in sample)
        if (shares[name] >= least or proven) and shares[lesser] >= LEAST_SHARE:
            shares[name] = shares[name] + shares[lesser]
    if shares["javascript"] < LEAST_SHARE:
        # Types after colons are written so in many languages.
        shares["typescript"] *= DOUBTED
    if shares["typescript"] >= LEAST_SHARE and (
        sum(1 for line in short if _NO_SCRIPT.match(line)) >= LEAST_DEFINED
    ):
        shares["typescript"] *= DOUBTED
        shares["javascript"] *= DOUBTED
    if sum(1 for line in short if _TYPED_MEMBER.match(line)) >= LEAST_DEFINED:
        for name in ("javascript", "typescript", "c"):
            shares[name] *= DOUBTED
    edged = _proven_by_edges(sample, shares)
    order = list(LANGUAGES)
    ranked = sorted(shares.items(), key=lambda pair: (-pair[1], order.index(pair[0])))
    least = max(LEAST_SHARE, ranked[0][1] * RIVAL)
    likely = [(name, share) for name, share in ranked if share >= least or name in edged]
    likely = likely[:1] + sorted(likely[1:], key=lambda pair: pair[0] not in edged)
    names = [name for name, _ in likely]
    for name, (lesser, _) in _STRONGER.items():
        if name in names and lesser in names[names.index(name) :]:
            likely = [pair for pair in likely if pair[0] != lesser]
    if "javascript" in names and "typescript" not in names:
        # A script with few types looks like one without; its tree does not.
        likely.insert(names.index("javascript") + 1, ("typescript", 0.0))
    if any(name == "typescript" for name, _ in likely):
        likely.append(("tsx", 0.0))
    return likely


def _proven_by_edges(sample: list[str], shares: dict[str, float]) -> set[str]:
    """The languages that the lines at the left edge prove, their shares raised: files may be mostly data."""
    proven: set[str] = set()
    if _GO_HEAD.match(sample[0]) and any(GO_BLOCK.match(line) for line in sample):
        shares["go"] = max(shares["go"], SURE_SHARE)
        proven.add("go")
    for name, (head, block) in _EDGES.items():
        if any(head.match(line) for line in sample):
            defined = sum(1 for line in sample if block.match(line))
            if defined >= (1 if name == "python" else LEAST_DEFINED):
                shares[name] = max(shares[name], LEAST_SHARE)
                proven.add(name)
    if shares["c"] >= LEAST_SHARE and any(_CPP_ONLY.match(line) for line in sample):
        shares["cpp"] = max(shares["cpp"], shares["c"])
    return proven


def sample_of(lines: list[str]) -> list[str]:
    """Lines of code of the beginning, the middle and the end; none where there are too few to tell.

    A file may begin with more comment, or more data, than is looked at elsewhere.
    """
    cut = end_of_cut_string(lines)
    sample = _without_comments(lines, cut, HEAD)
    rest = len(lines) - HEAD
    step = max(WINDOW, rest // WINDOWS)
    for start in range(HEAD, len(lines), step):
        sample += _without_comments(lines, start, WINDOW)
    sample = [line for line in sample if line.strip(_BRACKETS) and not _is_comment(line)]
    return sample if len(sample) >= LEAST_SAMPLE else []


def end_of_cut_string(lines: list[str]) -> int:
    """The row behind a string of documentation that began before an excerpt; 0 where none did."""
    quoted = (row for row, line in enumerate(lines[:HEAD]) if '"""' in line)
    first = next(quoted, -1)
    if first < 0 or lines[first].strip() != '"""':
        return 0
    second = lines[next(quoted, first)].strip()
    opens = second.startswith(("@doc ", "@moduledoc ", "@typedoc ")) or (
        second.startswith(('"""', 'r"""')) and len(second) > len('r"""')
    )
    return first + 1 if opens and first else 0


def _without_comments(lines: list[str], start: int, most: int) -> list[str]:
    """Up to `most` lines from `start` on that stand in no comment of several lines."""
    kept: list[str] = []
    at, end = start, min(len(lines), start + most + LONGEST_COMMENT)
    while at < end and len(kept) < most:
        bare = lines[at].lstrip()
        opening, closing = next((pair for pair in _BLOCK_COMMENTS if bare.startswith(pair[0])), ("", ""))
        if closing and closing not in bare[len(opening) :]:
            closed = next((row for row in range(at + 1, end) if closing in lines[row]), -1)
            if closed > 0:
                at = closed + 1
                continue
            end = min(end, at + most)
        kept.append(lines[at])
        at += 1
    return kept


def after_comments(data: bytes) -> int:
    """Where the code begins in a text that begins with comments."""
    at = 0
    while at < len(data):
        while data[at : at + 1].isspace():
            at += 1
        closing = next(
            (close for opening, close in _BLOCK_COMMENTS if data.startswith(opening.encode(), at)), ""
        )
        end = data.find(closing.encode(), at + 2) + len(closing) if closing else 0
        if end <= len(closing):
            if not data.startswith((b"//", b"# ", b"#\n", b"--", b"%", b";"), at):
                break
            end = data.find(b"\n", at) + 1
        if not end:
            break
        at = end
    return at


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(("//", "/*", "* ", "*/", "# ", "--"))
