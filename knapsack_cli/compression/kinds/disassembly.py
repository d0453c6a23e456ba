"""Disassembly (objdump -d, gdb disassemble): sections, symbols, and the calls that each makes."""

from knapsack_cli.compression.model import ALWAYS, EVIDENCE, NORMAL, Decisions, Segment
from knapsack_cli.text.lazy_patterns import lazy

_SYMBOL = lazy(r"[0-9a-f]{4,16} <[^>]+>:$|Dump of assembler code")
_INSTRUCTION = lazy(r"\s*(?:=> )?(?:0x)?[0-9a-f]{2,16}(?: <\+\d+>)?:\s")
_CALL = lazy(r"\bcallq?\s.*<[^>+]+>|\bbl\s.*<[^>+]+>|<\+\d+>:\s+call")


def recognise(segment: Segment) -> int:
    """Instructions at addresses under symbols."""
    sample = [line for line in segment.lines[:300] if line.strip()]
    if not sample:
        return 0
    instructions = sum(1 for line in sample if _INSTRUCTION.match(line))
    symbols = sum(1 for line in sample if _SYMBOL.match(line))
    return 91 if symbols and instructions >= 0.5 * len(sample) else 0


def decide(segment: Segment) -> Decisions:
    """Numbered lines: what is no instruction, and calls of named functions."""
    decisions = Decisions(len(segment.lines))
    decisions.numbered = True
    decisions.guard = False
    for index, line in enumerate(segment.lines):
        if _SYMBOL.match(line):
            decisions.keep(index, ALWAYS)
        elif not _INSTRUCTION.match(line):
            if line.strip() and line.strip() != "...":
                decisions.keep(index, EVIDENCE)
        elif _CALL.search(line):
            decisions.keep(index, NORMAL)
    return decisions
