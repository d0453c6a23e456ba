"""Whether a document or a log may be several outputs after all: a look that costs next to nothing."""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import KINDS
from knapsack_cli.compression.kinds.families import LOGS
from knapsack_cli.compression.model import Kind, Segment

SIGNS = (b"\n$ ", b"\n==> ", b"\n=== ", b"\n== ", b"\n----", b"\n### ", b"\n## ", b"\n*** ", b"\n>>>> ")
"""Without any of these (or a prompt at the very beginning) there are no separators."""
BORDERS = (
    *(b"\ndiff --git ", b"\nOn branch ", b"\ncommit ", b"test session starts ", b"</html>", b"\n<!DOCTYPE "),
    *(b"\n<!doctype ", b"\n#!/", b"\nTAP version 1", b"\nFilesystem ", b"\nPLAY [", b"\n<?xml ", b"\ntotal "),
    *(b"\nTerraform ", b"\nReading package lists", b"\nTest project /", b"\n=== RUN ", b"\nrunning "),
)
"""What ends a document (source, YAML, Markdown, HTML) in whose middle no output is looked for otherwise."""

LOOSE = ("source", "yaml", "config", "directives", "settings", "records")
"""Documents of which nothing says where they end."""
END_LINES, SURE = 30, 70
"""Lines at either end of a document that are looked at alone; how sure another kind must be of them."""
TIMED_LINES, TIMED_BYTES = 20, 8_192
"""Lines at either end of a log in which times are looked for, and the bytes in which they are."""
_DIGITS_TO_ZERO = bytes(0x30 if 0x30 <= byte <= 0x39 else byte for byte in range(256))
CODE = (
    ("python", (b"\ndef ", b"\n    def ", b"\nelif ", b"\n    elif ")),
    ("go", (b"\nfunc ", b"\npackage ")),
    ("c", (b"\n#include ", b"\n#define ", b"\n#endif")),
    ("rust", (b"\nfn ", b"\npub fn ", b"\nimpl", b"    let mut ", b"\n#[")),
    ("javascript", (b"\nfunction ", b"\nexport ", b" = require(")),
    ("java", (b"\npublic class ", b";\nimport java", b"    private final ", b"    @Override")),
    ("php", (b"<?php", b"$this->")),
    ("sql", (b"\nCREATE ", b"\nALTER ", b"\nSELECT ", b"\nINSERT ")),
    ("kotlin", (b"\n    fun ", b"\n  fun ", b"\nfun ", b" override fun ")),
)
"""What lines of code begin with: of two languages in source, or of one in anything else."""


def may_be_several(segment: Segment, kind: Kind) -> bool:
    """Whether more than one output may stand in a log or a document."""
    source = segment.source
    if source.startswith((b"$ ", b"+ ", b"==> ", b"=== ", b"----")) or any(sign in source for sign in SIGNS):
        return True
    first = source[:200].split(b"\n", 1)[0]
    prompt = first.find(b"$ ")
    if prompt > 0 and source.count(b"\n" + first[: prompt + 1].split(b":")[0].split(b" ")[0]) >= 1:
        return True
    return ends_otherwise(source) if kind in LOGS else may_go_on(segment, kind)


def ends_otherwise(source: bytes) -> bool:
    """Whether a log has times at its beginning and none at its end."""
    head = source[:TIMED_BYTES].translate(_DIGITS_TO_ZERO).split(b"\n")[:TIMED_LINES]
    tail = source[-TIMED_BYTES:].translate(_DIGITS_TO_ZERO).split(b"\n")[-TIMED_LINES:]
    return sum(b"00:00" in line for line in head) * 2 >= len(head) >= TIMED_LINES and sum(
        b"00:00" in line for line in tail
    ) * 10 < len(tail)


def may_go_on(segment: Segment, kind: Kind) -> bool:
    """Whether other outputs may follow (or be followed by) a document."""
    return any(sign in segment.source for sign in BORDERS) or is_mixed(segment, kind)


def is_mixed(segment: Segment, kind: Kind) -> bool:
    """Whether something else stands in a document of which nothing says where it ends."""
    count = segment.count
    if kind.name not in LOOSE:
        return False
    if has_code(segment.source, kind):
        return True
    if count < 3 * END_LINES:
        return False
    own = tuple(one for one in KINDS if one.name == kind.name)
    if kind.module == "source_glance":
        # Asking what lines are loads many kinds; a glance at them loads none.
        from knapsack_cli.compression.outline import glance

        names = glance.language_of(segment.lines)
        return not (names and glance.goes_on(segment.lines, names))
    if kind.name == "source":
        from knapsack_cli.compression import strangers

        if strangers.find(segment.lines):
            return True
    for start in (count - END_LINES, 0):
        lines = segment.lines[start : start + END_LINES]
        verdict = detect.recognise(Segment(lines, segment.base + start, segment.hints), own)
        if verdict.confidence >= SURE and verdict.kind.name not in LOOSE:
            return True
    return False


def has_code(source: bytes, kind: Kind) -> bool:
    """Whether lines of code stand in what is none, or lines of two languages in code."""
    written = [name for name, signs in CODE if sum(map(source.count, signs)) >= 4]
    return len(written) >= (2 if kind.name == "source" else 1)
