"""Marks say how many lines are not shown and from where, whatever the budget hides."""

from __future__ import annotations

from knapsack_cli.compression.model import DROP, EVIDENCE, GAP, NORMAL, Decisions, Hints, Segment
from knapsack_cli.compression.rendering import rows_from_decisions, write_rows


def test_a_hidden_fold_counts_the_lines_it_stands_for_and_not_those_between() -> None:
    lines = [f"line {n} of a text with some words in it" for n in range(40)]
    decisions = Decisions(len(lines), EVIDENCE)
    members = list(range(3, 39, 4))
    for at in members:
        decisions.ranks[at] = DROP
    decisions.ranks[0] = NORMAL
    decisions.fold(0, members, "[x9 like this to line 36]")
    rows = rows_from_decisions(Segment(lines, 0, Hints()), decisions)
    for row in rows[:2]:
        row.rank = DROP
    rows[1].form, rows[1].text = GAP, ""
    assert write_rows(rows)[0] == "[... 10 lines within 1-36]"


def test_a_hidden_fold_of_neighbours_is_a_span() -> None:
    lines = [f"line {n} of a text with some words in it" for n in range(12)]
    decisions = Decisions(len(lines), EVIDENCE)
    for at in range(3, 9):
        decisions.ranks[at] = DROP
    decisions.fold(2, range(3, 9), "[x6 like this]")
    rows = rows_from_decisions(Segment(lines, 0, Hints()), decisions)
    for row in rows[2:4]:
        row.rank = DROP
    rows[3].form, rows[3].text = GAP, ""
    assert write_rows(rows)[2] == "[... 7 lines 3-9]"
