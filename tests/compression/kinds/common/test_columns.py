"""What of a column is worth telling, and which rows differ."""

from knapsack_cli.compression.kinds.common.columns import Column, remarkable, summaries
from knapsack_cli.compression.model import EVIDENCE, FAILURE, IMPORTANT


def test_kinds_are_counted_and_the_rare_one_is_found() -> None:
    column = Column("status", ["paid"] * 60 + ["pending"] * 30 + ["refunded"])
    assert column.summary() == "status paid x60, pending x30, refunded x1"
    assert remarkable([column], 91) == {90: EVIDENCE}


def test_numbers_keep_their_spelling_and_the_far_one_is_found() -> None:
    cells: list[str | None] = [f"{number}.50" for number in range(10, 60)]
    cells[20] = "-98234.110"
    column = Column("amount", cells)
    assert column.summary() == "amount -98234.110..59.50"
    assert remarkable([column], 50)[20] == IMPORTANT


def test_a_rising_number_has_no_outliers_at_its_ends() -> None:
    column = Column("id", [str(number) for number in range(100)])
    assert remarkable([column], 100) == {}


def test_missing_null_and_empty_are_three_things() -> None:
    cells: list[str | None] = ["kelp", "moss"] * 20
    cells[7], cells[8], cells[9] = None, "null", '""'
    column = Column("owner", cells)
    found = remarkable([column], 40)
    assert {7, 8, 9} <= set(found)
    assert '"" x1' in column.summary()
    assert "(missing) x1" in column.summary()
    assert "null x1" in column.summary()


def test_an_error_row_is_a_failure() -> None:
    cells: list[str | None] = [f"job {number} done" for number in range(30)]
    cells[4] = "job 4 failed: disk full"
    assert remarkable([Column("text", cells)], 30)[4] == FAILURE


def test_words_of_failure_in_every_row_tell_nothing() -> None:
    cells: list[str | None] = [f"error number {number}" for number in range(40)]
    assert remarkable([Column("text", cells)], 40) == {}


def test_summaries_stop_at_the_limit() -> None:
    columns = [Column(f"column{number}", ["a", "b"] * 10) for number in range(50)]
    text = summaries(columns, 200)
    assert len(text) < 260
    assert text.endswith("...")


def test_rules_and_files_stand_whole_beside_a_summary_that_is_cut() -> None:
    words = Column("message", [f"{at % 12} {'x' * 40}" for at in range(60)])
    rules = Column("symbol", [f"rule-{at % 30}" for at in range(60)])
    text = summaries([words, words, rules], 60)
    assert "rule-29 x2" in text or text.count("rule-") == 30
    assert text.endswith("...")
