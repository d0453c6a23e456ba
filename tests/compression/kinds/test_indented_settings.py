"""Settings under headings by indentation, and settings in braces without semicolons."""

from knapsack_cli.compression.kinds import brace_settings, directives, indented_settings, markdown
from knapsack_cli.compression.model import Decisions, Segment, View
from knapsack_cli.compression.options import Hints


def kept(lines: list[str], kind: object = indented_settings) -> list[str]:
    """The lines that the kind shows of `lines`."""
    segment = Segment(lines, 0, Hints())
    assert kind.recognise(segment) > 60  # type: ignore[attr-defined]
    decided = kind.decide(segment)  # type: ignore[attr-defined]
    if isinstance(decided, Decisions):
        return [line for line, rank in zip(lines, decided.ranks, strict=True) if rank]
    assert isinstance(decided, View)
    return [row.text.partition(" ")[2] for row in decided.rows]


def test_every_heading_and_the_setting_that_is_rare_stay() -> None:
    lines = ["defaults", "    mode http", "    timeout client 50s", ""]
    for n in range(30):
        lines += [f"backend pool{n}", "    balance leastconn", f"    option check /ready{n % 2}", ""]
        lines += [f"    server p{n}x{m} 10.0.{n}.{m}:80 weight 5" for m in range(3)]
    lines.insert(60, "    source 192.0.2.7")
    out = kept(lines)
    assert all(f"backend pool{n}" in out for n in range(30))
    assert "    source 192.0.2.7" in out
    assert len(out) * 2 < len(lines)


def test_code_by_indentation_is_no_file_of_settings() -> None:
    lines = ["def one():", "    pass", "def two():", "    return 1", "def three():", "    go on"] * 5
    assert not indented_settings.recognise(Segment(lines, 0, Hints()))


def test_blocks_of_assignments_keep_what_is_in_force_and_lose_their_remarks() -> None:
    lines = ["# How crates are kept."] * 30
    lines += ["depot {", "\tfloor = 3", "\t# lids are optional"] + ["\t#  and so on"] * 30
    lines += ["\tlids {", '\t\tform = "round"', "\t\tsize = 12", "\t\tspare = no", "\t}"]
    lines += ["\tkeys {", "\t\tcount = 2", "\t\tsafe = ${depot_safe}", "\t}", "}"]
    out = kept(lines, brace_settings)
    assert "\t\tsafe = ${depot_safe}" in out
    assert "\tlids {" in out
    assert not any("and so on" in line for line in out)


def test_a_setting_that_goes_on_over_many_lines_is_told_by_the_first() -> None:
    lines = ["# What is scanned is told here, one after another."] * 40
    lines += ["one=a", "two=b", "three=c", "four=d", "five=\\"]
    lines += [f"crate{n}.box,\\" for n in range(30)] + ["last.box", "", "six=f"]
    out = kept(lines, directives)
    assert "crate0.box,\\" in out
    assert "crate20.box,\\" not in out
    assert "six=f" in out


def test_a_reference_in_restructured_text_keeps_what_it_defines() -> None:
    lines = ["=====", "Crates", "=====", "", "This module packs crates, one after another.", ""]
    for name in ("pack", "seal", "ship", "weigh"):
        lines += [f".. function:: {name}(crate, *, lid=None)", "", "   Do it as it is done::", ""]
        lines += ["       def work(crate):", "           return lid(crate);", "", "   That is all of it.", ""]
    out = kept(lines * 3, markdown)
    assert ".. function:: weigh(crate, *, lid=None)" in out
    assert "Crates" in out


def test_messages_inside_code_do_not_make_a_guide_a_program_s_output() -> None:
    lines = ["# Guide", "", "How crates are packed by hand.", ""]
    for n in range(5):
        lines += [f"## Step {n}", "", "```console", "$ pack", "error: no lid", "```", "", "- go on", ""]
    assert markdown.recognise(Segment(lines, 0, Hints())) > 60
