"""Documents without markup: headings, and the beginnings of what stands under them."""

from knapsack_cli.compression.kinds.plain_text import decide, recognise
from knapsack_cli.compression.model import Decisions, Segment, View
from knapsack_cli.compression.options import Hints

PARAGRAPH = (
    "The keeper of the depot writes down whatever is brought to the gate, and\n"
    "at what hour of the day it was brought there, so that those who come after\n"
    "may know what stands in the crates and who has put it where it is now.\n"
)


def kept(text: str) -> list[str]:
    segment = Segment(text.rstrip("\n").split("\n"), 0, Hints())
    assert recognise(segment) >= 50
    decided = decide(segment)
    if isinstance(decided, Decisions):
        return [line for line, rank in zip(segment.lines, decided.ranks, strict=True) if rank]
    assert isinstance(decided, View)
    return [row.text.partition(" ")[2] for row in decided.rows]


def test_numbered_and_lone_headings_stay_with_what_begins_under_them() -> None:
    text = "                 RULES OF THE DEPOT\n\n"
    for n in range(1, 16):
        text += f"  {n}. How Crates Are Kept.\n\n{PARAGRAPH}\n{PARAGRAPH}\n{PARAGRAPH}\n"
    out = kept(text)
    assert "                 RULES OF THE DEPOT" in out
    assert all(f"  {n}. How Crates Are Kept." in out for n in range(1, 16))
    assert sum(map(len, out)) * 4 < len(text)


def test_every_version_of_a_changelog_stays() -> None:
    text = ""
    for n in range(30, 10, -1):
        text += f"crate-tools (1.{n}-1) unstable; urgency=medium\n\n  * Lids close by themselves.\n"
        text += (
            "  * The hinges of all lids are oiled.\n\n -- A Keeper <keeper@example.org>  Mon, 02 Jan 2023\n\n"
        )
    out = kept(text)
    assert all(f"crate-tools (1.{n}-1) unstable; urgency=medium" in out for n in range(11, 31))
    assert not any("A Keeper" in line for line in out)


def test_answers_to_help_are_no_document() -> None:
    text = "Usage: pack [OPTION] what is to be packed into the crates of the depot.\n\n"
    text += "\n".join(
        f"  -{letter}, --{letter * 3}  do this with all crates of the depot" for letter in "abcdefghijk" * 5
    )
    assert not recognise(Segment(text.split("\n"), 0, Hints()))


def test_logs_and_code_are_no_documents() -> None:
    log = [f"worker {n} has taken crate {n} from the gate to the hall;" for n in range(100)]
    assert not recognise(Segment([line for entry in log for line in (entry, "")], 0, Hints()))
