"""What evidence is documented with stays as long as it fits, and goes before the evidence does."""

from knapsack_cli.compression import budget
from knapsack_cli.compression.model import DETAIL, DROP, EVIDENCE, Row


def rows(count: int) -> list[Row]:
    return [
        Row(f"{'evidence' if at % 2 else 'detail'} " * 40, at, at, EVIDENCE if at % 2 else DETAIL)
        for at in range(count)
    ]


def test_details_are_kept_beyond_what_is_not_evidence() -> None:
    text = rows(400)
    budget.spend(text)
    assert all(row.rank != DROP for row in text)


def test_details_go_before_evidence_does() -> None:
    text = rows(1600)
    budget.spend(text)
    assert all(row.rank != DROP for row in text[1::2])
    assert any(row.rank == DROP for row in text[::2])
