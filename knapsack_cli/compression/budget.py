"""Spending a budget of tokens on rows, by rank.

Without a budget of the caller's, what is not evidence stops at about 10,000 tokens, and evidence is
kept whole up to about 60,000; past that it folds by rank. With one, the whole output stays under it.
"""

from knapsack_cli.compression.model import ALWAYS, DROP, EVIDENCE, GAP, MARK, Row
from knapsack_cli.text.tokens import estimate_tokens

DEFAULT_TOKENS = 10_000
EVIDENCE_TOKENS = 60_000
_MARK_TOKENS = 14
"""About what a gap mark costs."""
_FOOTER_TOKENS = 45


def spend(rows: list[Row], budget: int = 0) -> None:
    """Lower rows to DROP, in place, until the rest fits.

    Args:
        rows: in output order.
        budget: tokens for the whole output, footer included; 0 for the default rule.
    """
    size = sum(len(row.text) for row in rows)
    if not budget and size <= 2 * DEFAULT_TOKENS:
        return
    if budget and size * 2 <= budget - _FOOTER_TOKENS:
        return
    costs = [_cost(row) for row in rows]
    if budget:
        _fit(rows, costs, max(budget - _FOOTER_TOKENS, 0), ALWAYS)
        return
    evidence = sum(cost for row, cost in zip(rows, costs, strict=True) if row.rank >= EVIDENCE)
    if evidence > EVIDENCE_TOKENS:
        _fit(rows, costs, EVIDENCE_TOKENS, ALWAYS)
    else:
        _fit(rows, costs, max(DEFAULT_TOKENS, evidence), EVIDENCE - 1)


def _cost(row: Row) -> int:
    if row.form == GAP:
        return _MARK_TOKENS
    return estimate_tokens(row.text.encode("utf-8", "surrogateescape")) + 2


def _fit(rows: list[Row], costs: list[int], limit: int, highest: int) -> None:
    """Hide rows of the lowest rank first, none above `highest`, until the sum is at most `limit`.

    Within a rank the middle goes first, since heads and tails tell most; it grows outwards, so that
    the hidden rows lie together and their marks do not eat what was won.
    """
    total = sum(costs)
    for rank in range(1, highest + 1):
        if total <= limit:
            return
        members = [at for at, row in enumerate(rows) if row.rank == rank and row.form != GAP]
        middle = len(members) // 2
        for at in sorted(range(len(members)), key=lambda at: (abs(at - middle), at)):
            if total <= limit:
                return
            index = members[at]
            total -= costs[index]
            if not (_hidden(rows, index - 1) or _hidden(rows, index + 1)):
                total += _MARK_TOKENS
            rows[index].rank = DROP
            if rows[index].form == MARK:
                rows[index].form = GAP
                rows[index].text = ""


def _hidden(rows: list[Row], index: int) -> bool:
    return 0 <= index < len(rows) and (rows[index].rank == DROP or rows[index].form == GAP)
