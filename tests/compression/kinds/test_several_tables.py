"""Several tables in one answer of a database's client."""

from knapsack_cli.compression.kinds.several_tables import decide, recognise
from knapsack_cli.compression.model import Segment
from knapsack_cli.compression.options import Hints


def described(name: str) -> list[str]:
    return [
        f'                        Table "depot.{name}"',
        "  Column  |           Type           | Nullable | Default ",
        "----------+--------------------------+----------+---------",
        " id       | bigint                   | not null |         ",
        " packed   | timestamp with time zone |          | now()   ",
        "Indexes:",
        f'    "{name}_pkey" PRIMARY KEY, btree (id)',
        "",
    ]


def shown(lines: list[str]) -> list[str]:
    segment = Segment(lines, 0, Hints())
    assert recognise(segment)
    view = decide(segment)
    assert view is not None
    return [row.text for row in view.rows]


def test_descriptions_lose_their_padding_alone() -> None:
    out = shown(described("crates") + described("jars"))
    assert 'Table "depot.crates"' in out
    assert "packed | timestamp with time zone |  | now()" in out
    assert '    "jars_pkey" PRIMARY KEY, btree (id)' in out


def test_a_long_table_among_others_keeps_the_row_that_differs_and_names_the_rest() -> None:
    rule = "+--------+-------+--------+"
    body = [f"| crate{n:<2}| {n % 3:<5} | sealed |" for n in range(60)]
    body[31] = "| crate31| 900   | leaks  |"
    lines = [rule, "| name   | kilos | state  |", rule, *body, rule]
    out = shown([*lines, *lines])
    assert "crate31 | 900 | leaks" in out
    assert any("rows like these" in row and "crate17" in row for row in out)


def test_one_table_is_left_to_tables() -> None:
    assert not recognise(Segment(["a | b", "--+--", "1 | 2", "3 | 4"], 0, Hints()))
