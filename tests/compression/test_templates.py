"""Repeated shapes are told once, rare ones stay: on small logs of our own."""

from hypothesis import given, settings
from hypothesis import strategies as st

from knapsack_cli.compression.model import Decisions, Hints, Segment
from knapsack_cli.compression.rendering import rows_from_decisions, write_rows
from knapsack_cli.compression.templates import decide_by_shape


def shown(lines: list[str]) -> list[str]:
    """The rows that a log of `lines` becomes."""
    segment = Segment(lines, 0, Hints())
    return write_rows(rows_from_decisions(segment, decide_by_shape(segment)))


def jobs(count: int) -> list[str]:
    """Routine lines of one shape."""
    return [
        f"2026-11-29T10:{number // 60:02}:{number % 60:02}Z INFO worker-{number % 4} done job {1000 + number}"
        f" in {10 + number % 7}ms"
        for number in range(count)
    ]


def test_a_repeated_shape_is_its_first_line_a_count_and_its_slots() -> None:
    assert shown(jobs(300)) == [
        "2026-11-29T10:00:00Z INFO worker-0 done job 1000 in 10ms",
        "[x297 like this: worker-{1 x75, 0 x74, 2 x74, 3 x74}, job {1001..1299}, in {10ms..16ms}]",
        "2026-11-29T10:04:58Z INFO worker-2 done job 1298 in 14ms",
        "2026-11-29T10:04:59Z INFO worker-3 done job 1299 in 15ms",
    ]


def test_a_rare_line_stays_whatever_its_level() -> None:
    lines = jobs(300)
    lines.insert(150, "2026-11-29T10:02:30Z INFO raft: leader lost term=7 (no heartbeat for 3000ms)")
    assert lines[150] in shown(lines)


def test_a_rare_value_in_a_slot_keeps_its_line() -> None:
    lines = [
        f"2026-11-29T10:00:{number % 60:02}Z ERROR charge failed order={88000 + number} code=91"
        for number in range(60)
    ]
    odd = "2026-11-29T10:00:41Z ERROR charge failed order=88041 code=57"
    lines[41] = odd
    assert odd in shown(lines)


def test_names_in_a_slot_are_one_shape() -> None:
    names = "ann bob cid dan eve fay gus hal ivy jon kim lea max ned ola pia".split()
    lines = [
        f"Dec 10 06:55:{number:02} gate sshd[{2000 + number}]: Invalid user {name} from 10.0.0.{number}"
        for number, name in enumerate(names * 3)
    ]
    rows = shown(lines)
    assert sum(1 for row in rows if "Invalid user" in row) < 20
    assert any("like this" in row for row in rows)


def test_interleaved_shapes_leave_no_gap_marks() -> None:
    lines: list[str] = []
    for line in jobs(60):
        lines += [line, line.replace("done", "queued by scheduler")]
    assert not [row for row in shown(lines) if row.startswith("[...")]


def test_a_trace_stays_with_its_head_and_another_message_is_not_merged() -> None:
    lines = jobs(40)
    for place, message in ((10, "lock is held"), (20, "lock is held"), (30, "segment is torn")):
        lines[place] += (
            "\nTraceback (most recent call last):\n"
            '  File "/srv/app/views.py", line 233, in save\n'
            f"    raise StoreError()\nStoreError: {message}"
        )
    rows = shown("\n".join(lines).split("\n"))
    assert rows.count("StoreError: lock is held") == 1
    assert rows.count("StoreError: segment is torn") == 1
    assert sum("views.py" in row for row in rows) == 2


def test_the_lines_of_a_repeated_block_share_one_row() -> None:
    lines: list[str] = []
    for name in "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split():
        lines += [f"unit {name} of the fleet", "  began its round", "  ended its round", "  slept"]
    rows = shown(lines)
    assert "[x10 like these 2 lines to line 44]" in rows


def test_times_are_never_listed() -> None:
    rows = shown(
        [f"[{number // 100:5}.{number % 100:02}1234] usb 1-7: reset device" for number in range(400)]
    )
    assert rows[1] == "[x397 like this]"


def test_the_absence_of_words_is_no_trouble() -> None:
    assert shown(["", "  ", ""]) is not None
    assert shown(["12", "34", "56", "78", "90"] * 20)


line = st.text(alphabet="ab 1:[]{}-错=\t.", max_size=30)


@given(st.lists(line, min_size=1, max_size=60))
@settings(max_examples=60, deadline=None)
def test_every_line_is_shown_told_or_in_a_gap(lines: list[str]) -> None:
    segment = Segment(lines, 0, Hints())
    decisions = decide_by_shape(segment)
    assert isinstance(decisions, Decisions)
    assert decisions.told is not None
    told = {index for index, mark in enumerate(decisions.told) if mark and not decisions.ranks[index]}
    counted = sum(fold.count for fold in decisions.folds)
    blanks = sum(1 for index in told if not lines[index].strip())
    assert counted >= len(told) - blanks
    for fold in decisions.folds:
        assert decisions.ranks[fold.after]


@given(st.permutations([f"unit {name} is up" for name in "abcdefgh"] + [f"node {n} left" for n in range(8)]))
@settings(max_examples=20, deadline=None)
def test_what_is_joined_does_not_depend_on_the_order(lines: list[str]) -> None:
    segment = Segment(lines, 0, Hints())
    decisions = decide_by_shape(segment)
    assert sorted(fold.count for fold in decisions.folds) == [7, 7] or len(decisions.folds) in (0, 1)


def test_a_failure_is_worded_by_neither_its_day_nor_its_request() -> None:
    """Lines that differ in the weekday and in a request's id alone are one wording."""
    days = ["Mon Feb 02", "Tue Feb 03", "Wed Feb 04", "Thu Feb 05", "Fri Feb 06"]
    lines = jobs(300)
    for n in range(14):
        number = f"{(n + 3) * 0x9E3779B97F4A7C15 % (1 << 64):016x}"
        request = f"{number[:8]}-{number[8:12]}-4{number[12:15]}-8{number[1:4]}-{number[4:16]}"
        lines[20 * n] = f"[{days[n // 3]} 10:00:{n:02} 2026] [req-{request}] store failed: no room"
    assert sum("no room" in line for line in shown(lines)) == 1


def test_one_message_of_two_hosts_is_one_shape_whose_days_are_not_listed() -> None:
    hosts = ["authorBook", "calling-10-105-160-95"]
    lines = [
        f"Mar  {1 + n // 50} 10:00:{n % 60:02} {hosts[n % 2]} daemon[7]: channel changed again"
        for n in range(300)
    ]
    lines[70] = "Mar  2 10:00:10 authorBook daemon[7]: the battery was replaced"
    out = shown(lines)
    assert lines[70] in out
    assert len(out) == 5
    assert "[x296 like this to line 298: {calling-10-105-160-95 x149, authorBook x147}]" in out[1]


def test_levels_after_the_time_are_no_hosts() -> None:
    levels = ["INFO", "WARN"]
    out = shown([f"Mar  1 10:00:{n % 60:02} {levels[n % 3 == 0]} queue has room again" for n in range(300)])
    assert len([line for line in out if line.startswith("[x")]) == 2
