"""Hex dumps: head, end and words; never taken for one-line commits."""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import hex_dump
from knapsack_cli.compression.model import Decisions, Hints, Segment


def test_a_dump_is_no_list_of_commits_and_keeps_its_words() -> None:
    rows = [f"{at * 16:08x}  " + "0a " * 8 + " " + "ff " * 8 + " |................|" for at in range(300)]
    rows[150] = f"{150 * 16:08x}  " + "63 " * 8 + " " + "63 " * 8 + " |till.drawer.lost|"
    rows.append(f"{300 * 16:08x}")
    segment = Segment(rows, 0, Hints())
    assert detect.recognise(segment).kind.name == "hex-dump"
    decisions = hex_dump.decide(segment)
    assert isinstance(decisions, Decisions)
    assert all(decisions.ranks[at] for at in (0, 150, 300))
    assert not decisions.ranks[100]


def test_numbers_in_columns_are_no_dump() -> None:
    rows = [f"{1700000000 + 60 * at} {at * 7 % 100:02d} {at * at}00" for at in range(40)]
    assert hex_dump.recognise(Segment(rows, 0, Hints())) == 0


def test_asked_for_on_blank_lines_it_keeps_quiet() -> None:
    assert isinstance(hex_dump.decide(Segment([""] * 30, 0, Hints())), Decisions)
