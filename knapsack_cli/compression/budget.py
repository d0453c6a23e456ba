"""Spending a budget of tokens on rows, by rank.

Without a budget of the caller's, what is not evidence stops at about 10,000 tokens, and evidence is
kept whole up to about 60,000; past that it folds by rank. With one, the whole output stays under it.
"""

from knapsack_cli.compression.model import ALWAYS, DETAIL, DROP, GAP, MARK, Row
from knapsack_cli.text.tokens import estimate_tokens

HIGHEST = ALWAYS + 3
"""The rank of what answers a query best."""
DEFAULT_TOKENS = 10_000
EVIDENCE_TOKENS = 60_000
_MARK_TOKENS = 14
"""About what a gap mark costs."""
_FOOTER_TOKENS = 45


def spend(rows: list[Row], budget: int = 0, outputs: int = 1) -> None:
    """Lower rows to DROP, in place, until the rest fits.

    Args:
        rows: in output order.
        budget: tokens for the whole output, footer included; 0 for the default rule.
        outputs: of how many commands it is; each has had the default rule for itself, so that together only
            what is for evidence bounds them.
    """
    size = sum(len(row.text) for row in rows)
    if not budget and size <= 2 * DEFAULT_TOKENS:
        return
    if budget and size * 2 <= budget - _FOOTER_TOKENS:
        return
    costs = _costs(rows)
    if budget:
        _keep_best(rows, costs, max(budget - _FOOTER_TOKENS, 0), HIGHEST)
        return
    evidence = sum(cost for row, cost in zip(rows, costs, strict=True) if row.rank >= DETAIL)
    if evidence > EVIDENCE_TOKENS:
        _keep_best(rows, costs, EVIDENCE_TOKENS, HIGHEST)
    elif sum(costs) > (most := max(EVIDENCE_TOKENS if outputs > 1 else DEFAULT_TOKENS, evidence)):
        _keep_best(rows, costs, most, DETAIL - 1)


def _costs(rows: list[Row]) -> list[float]:
    """Tokens of each row: the estimate for all of them, shared out by their characters.

    Estimating row by row would cost a call a row, and miss what joins them.
    """
    text = "\n".join(row.text for row in rows if row.form != GAP)
    share = estimate_tokens(text.encode("utf-8", "surrogateescape")) / max(1, len(text) + 1)
    return [0 if row.form == GAP else (len(row.text) + 1) * share for row in rows]


def _keep_best(rows: list[Row], costs: list[float], limit: float, highest: int) -> None:
    """Hide as few rows as will do, the lowest ranks first, none above `highest`.

    Within a rank the middle goes first, since heads and tails tell most; what is hidden then lies
    together, so that marks do not eat what was won. How many are kept is found by bisection.
    """
    order = _by_worth(rows, highest)
    low, high = 0, len(order)
    while low < high:
        middle = (low + high + 1) // 2
        if _total(rows, costs, set(order[middle:])) <= limit:
            low = middle
        else:
            high = middle - 1
    for index in order[low:]:
        rows[index].rank = DROP
        if rows[index].form == MARK:
            rows[index].form = GAP
            rows[index].text = ""


def _by_worth(rows: list[Row], highest: int) -> list[int]:
    """The rows that may go, those that go last first."""
    order: list[int] = []
    for rank in range(highest, 0, -1):
        members = [at for at, row in enumerate(rows) if row.rank == rank and row.form != GAP]
        middle = (len(members) - 1) / 2
        order.extend(
            members[at] for at in sorted(range(len(members)), key=lambda at: (-abs(at - middle), at))
        )
    return order


def _total(rows: list[Row], costs: list[float], hidden: set[int]) -> float:
    """Tokens of what is left when `hidden` goes: the rows, and a mark for each run of gaps."""
    total = 0.0
    inside = False
    for at, row in enumerate(rows):
        if at in hidden or row.form == GAP or row.rank == DROP:
            if not inside:
                total += _MARK_TOKENS
            inside = True
        else:
            total += costs[at]
            inside = False
    return total
