"""Source code that a glance tells: the languages whose files begin, and define things, in their own few ways.

Asked before the kinds that need patterns, so that outlining a file costs little more than parsing it.
What is not told for certain is left to them.
"""

from knapsack_cli.compression.model import Decisions, Segment
from knapsack_cli.compression.outline.glance import SAMPLE, language_of


def recognise(segment: Segment) -> int:
    """Certain, or not at all."""
    source = segment.source
    if source.startswith((b"<", b"{", b"[", b"diff ")) and not source.startswith(b"<?php"):
        return 0
    begun = source[:32_768].split(b"\n")[:SAMPLE]
    if 2 * sum(b"\t" in line.strip() for line in begun) > len(begun):
        return 0  # two files side by side
    head = [line.decode("utf-8", "replace") for line in begun]
    return 94 if language_of(head) else 0


def decide(segment: Segment) -> Decisions | None:
    """An outline by the syntax tree."""
    from knapsack_cli.compression.kinds.common.said import keep_said
    from knapsack_cli.compression.outline import by_tree, reading

    if segment.hints.command:
        from knapsack_cli.compression.outline import asked

        if asked.for_its_lines(segment):
            return asked.all_lines(segment)
    names = language_of(segment.lines)
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    decisions.numbered = True
    probed = reading.probe(segment.data, list(names))
    if (
        probed is None
        or not probed.sound
        or not by_tree.is_code(segment.data, probed)
        or not by_tree.keep_guessed(segment, reading.whole(segment.data, probed), decisions, sure=True)
    ):
        return None
    keep_said(segment.lines, decisions)
    if b"\n<<<<<<< " in segment.data:
        from knapsack_cli.compression.outline import conflicts

        conflicts.keep(segment.lines, decisions)
    return decisions if any(decisions.ranks) else None
