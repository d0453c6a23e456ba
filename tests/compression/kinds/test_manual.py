"""Manual pages: every option by its line, headings, exit codes whole."""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import manual
from knapsack_cli.compression.model import Hints, Segment, View


def test_every_option_stays_with_the_beginning_of_what_it_does() -> None:
    lines = ["TILL(1)          User Commands          TILL(1)", "", "NAME", "       till - count coins", ""]
    lines += ["SYNOPSIS", "       till [options] file", "", "OPTIONS"]
    for number in range(40):
        lines += [f"       --option-{number}=N", f"              Set number {number} of the till."]
        lines += ["              This goes on for a while and explains.", "              And on.", ""]
    lines += ["EXIT STATUS", "       0      all was counted", "       2      a coin was false", ""]
    lines += ["TILL 1.0         May 2026          TILL(1)"]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "manual"
    view = manual.decide(segment)
    assert isinstance(view, View)
    texts = [row.text.partition(" ")[2] for row in view.rows]
    assert all(f"       --option-{n}=N" in texts for n in range(40))
    assert "              Set number 39 of the till." in texts
    assert "       2      a coin was false" in texts
    assert "              And on." not in texts


def test_a_page_whose_blanks_are_tabs_is_one_whatever_its_language() -> None:
    lines = ["TILL(1)\t\t\tBefehle\t\t\tTILL(1)", "", "BEZEICHNUNG", "       till - zählt", "", "OPTIONEN"]
    for number in range(20):
        lines += [f"       --wahl-{number}", f"\t      Stellt {number} ein.", "\t      Und mehr.", ""]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "manual"
    view = manual.decide(segment)
    assert isinstance(view, View)
    texts = [row.text.partition(" ")[2] for row in view.rows]
    assert all(f"       --wahl-{number}" in texts for number in range(20))
    assert "\t      Und mehr." not in texts


def test_what_groff_warns_of_above_a_page_does_not_hide_it() -> None:
    lines = ["troff: <standard input>:195: warning [p 3, 2.8i]: cannot adjust line"] * 7
    lines += [
        "TILL(1)     貨幣     TILL(1)",
        "",
        "名前",
        "       till - 数える",
        "",
        "書式",
        "       till FILE",
        "",
    ]
    assert manual.recognise(Segment(lines, 0, Hints())) > 90
