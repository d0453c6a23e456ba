"""Diffs in forms of their own: side by side, by colours alone, of releases, and what applying one says."""

from __future__ import annotations

from knapsack_cli.compression import pipeline, shrinking
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.plan import Plan


def plan(text: str) -> Plan:
    """What the pipeline makes of `text`."""
    return pipeline.plan(text, Hints())


def beside(left: str, right: str, sign: str = " ") -> str:
    """A line of `diff -y -W 60`."""
    return f"{left:<28}{sign} {right}".rstrip() + "\n"


def test_of_two_files_side_by_side_the_lines_that_differ_stay() -> None:
    same = [f"    price{n} = fetch({n})" for n in range(40)]
    text = beside("def total(cart):", "def total(cart):") + "".join(beside(line, line) for line in same)
    text += beside("    return old(cart)", "    return new(cart)", "|") + beside("", "    # said", ">")
    text += "".join(beside(line, line) for line in same) + beside("    del cart", "", "<")
    made = plan(text)
    assert made.kinds == ["side-by-side"]
    assert made.lines[1:] == [
        "[line 42]",
        "    return old(cart) | return new(cart)",
        ">     # said",
        "[line 84]",
        "<     del cart",
    ]


def test_a_table_with_rules_between_its_columns_is_no_pair_of_files() -> None:
    text = "".join(f"station {n:<20}|  {n * 37 % 101} mm of rain in the month\n" for n in range(60))
    assert plan(text).kinds != ["side-by-side"]


def test_words_told_apart_by_colour_alone_get_the_marks_of_a_word_diff() -> None:
    head = "\x1b[1mdiff --git a/cart.py b/cart.py\x1b[m\n\x1b[1mindex 1111111..2222222 100644\x1b[m\n"
    head += "\x1b[1m--- a/cart.py\x1b[m\n\x1b[1m+++ b/cart.py\x1b[m\n\x1b[36m@@ -1,30 +1,30 @@\x1b[m\n"
    around = "".join(f"    unchanged = statement({n})\x1b[m\n" for n in range(12))
    line = "    return \x1b[31mold(cart)\x1b[m\x1b[32mnew(cart)\x1b[m\n"
    text, _ = shrinking.cleaned((head + around + line + around).encode())
    assert "    return [-old(cart)-]{+new(cart)+}" in text.split("\n")
    made = plan(text)
    assert made.kinds == ["git-diff"]
    assert "    return [-old(cart)-]{+new(cart)+}" in made.lines
    assert len(made.lines) < 12


def test_lines_with_signs_keep_them_and_get_no_marks() -> None:
    text = "\x1b[1m+++ b/cart.py\x1b[m\n\x1b[36m@@ -1 +1 @@\x1b[m\n\x1b[31m-old\x1b[m\n"
    text += "\x1b[32m+\x1b[m\x1b[32mnew\x1b[m\n"
    assert shrinking.cleaned(text.encode())[0] == "+++ b/cart.py\n@@ -1 +1 @@\n-old\n+new\n"


def test_an_upgrade_of_a_release_shows_each_object_with_what_changes() -> None:
    text = ""
    for name in ("cart", "mail"):
        text += f"shop, {name}, Deployment (apps) has changed:\n  metadata:\n    name: {name}\n  spec:\n"
        text += "".join(f"    setting{n}: {n}\n" for n in range(20))
        text += f"    containers:\n-     image: {name}:1.0\n+     image: {name}:1.1\n    restart: always\n"
    made = plan(text)
    assert made.kinds == ["helm-diff"]
    for kept in ("shop, mail, Deployment (apps) has changed:", "-     image: cart:1.0", "    containers:"):
        assert kept in made.lines
    assert "    setting7: 7" not in made.lines


def test_what_a_patch_says_keeps_each_file_and_each_failure() -> None:
    text = ""
    for n in range(30):
        text += f"patching file lib/part{n}.c\nHunk #1 succeeded at {n + 40} (offset {n + 2} lines).\n"
    text += "patching file lib/odd.c\nHunk #2 FAILED at 112.\n1 out of 3 hunks FAILED -- saving rejects\n"
    made = plan(text)
    assert made.kinds == ["patch-run"]
    assert made.lines[0] == "[30 hunks that moved left out]"
    assert "patching file lib/part17.c" in made.lines
    assert made.lines[-2:] == ["Hunk #2 FAILED at 112.", "1 out of 3 hunks FAILED -- saving rejects"]


def test_blanks_at_the_ends_of_lines_are_told_by_file_and_number() -> None:
    text = "".join(f"src/cart.py:{n}: trailing whitespace.\n+    total = {n}  \n" for n in range(10, 40))
    made = plan(text)
    assert made.lines[1] == "src/cart.py"
    assert made.lines[2].startswith(" 10,11,12,")
    assert made.lines[-1].endswith(",39: trailing whitespace")


def test_a_pull_request_is_told_with_its_fields_and_its_reviews() -> None:
    text = (
        "title:\tKeep the socket\nstate:\tOPEN\nauthor:\trobin\nlabels:\tbug\nassignees:\t\nnumber:\t61\n--\n"
    )
    text += "#### Why\n\nThe socket was closed.\n\n"
    for n in range(40):
        text += (
            f"author:\tdana{n}\nassociation:\tnone\nedited:\tfalse\nstatus:\tapproved\n--\nLooks good {n}.\n"
        )
        text += "".join(f"Line {at} of a long remark on the socket.\n" for at in range(90)) + "--\n"
    made = plan(text)
    assert made.kinds == ["code-host"]
    assert made.lines[:4] == ["title:\tKeep the socket", "state:\tOPEN", "author:\trobin", "labels:\tbug"]
    assert "author:\tdana39" in made.lines
    assert "edited:\tfalse" not in made.lines


def test_a_hunk_is_one_output_whatever_its_lines_look_like() -> None:
    code = [f"-    total = total + price(item, {n});" for n in range(60)]
    settings = [line for n in range(60) for line in (f"+station{n}:", f"+  open: at-{n}")]
    head = "==== //depot/main/a.c#4 - /ws/a.c ====\n--- //depot/main/a.c\n+++ /ws/a.c\n@@ -1,60 +1,120 @@\n"
    made = plan(head + "\n".join([*code, *settings]) + "\n")
    assert set(made.kinds) <= {"git-diff", "text"}
    assert "+station59:" in made.lines
