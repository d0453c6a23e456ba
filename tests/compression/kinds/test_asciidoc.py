"""AsciiDoc: headings, terms with what they mean, commands."""

from knapsack_cli.compression.kinds import git_log, git_status, manual
from knapsack_cli.compression.kinds.asciidoc import decide, recognise
from knapsack_cli.compression.kinds.markdown import recognise as is_markdown
from knapsack_cli.compression.model import Decisions, Segment, View
from knapsack_cli.compression.options import Hints

PAGE = """crate-pack(1)
=============

NAME
----
crate-pack - Put things into crates

OPTIONS
-------
-f::
--force::
\tPack a crate that is
\tfull already.

--label=<text>::
\tWrite a label. See linkgit:crate-label[1].

EXAMPLES
--------
First look what is there:

------------
$ crate list
On branch main
Changes to be committed:
commit 0123456789abcdef0123456789abcdef01234567
Author: A Keeper <keeper@example.org>
------------

NOTE: A crate is heavy.
"""


def segment(text: str) -> Segment:
    return Segment(text.rstrip("\n").split("\n"), 0, Hints())


def test_terms_and_commands_stay_with_what_is_said_first_of_them() -> None:
    page = segment(PAGE + "\nMore on this.\n" * 3)
    assert recognise(page) > 80
    decided = decide(page)
    assert decided is not None
    if isinstance(decided, Decisions):
        kept = [line for line, rank in zip(page.lines, decided.ranks, strict=True) if rank]
    else:
        kept = [row.text.partition(" ")[2] for row in decided.rows]
    for line in ("--force::", "\tPack a crate that is", "--label=<text>::", "$ crate list", "EXAMPLES"):
        assert line in kept
    assert "\tfull already." not in kept


def test_a_page_that_quotes_git_is_no_output_of_git() -> None:
    page = segment("\n" * 50 + PAGE)
    assert git_log.recognise(page) < recognise(segment(PAGE))
    assert git_status.recognise(page) < recognise(segment(PAGE))


def test_a_manual_in_another_script_is_a_manual() -> None:
    lines = [
        "PACK(1)            命令            PACK(1)",
        "",
        "名称",
        "       pack - 打包",
        "",
        "描述",
        "       -f",
    ]
    assert manual.recognise(Segment([*lines, "", "参见", "       crate(1)"], 0, Hints())) > 90


def test_a_changelog_of_short_underlined_titles_is_markdown() -> None:
    entries = [
        f"1.{n}.0 (2024-01-{n:02})\n------------------\n\n### Fixes\n\n- Lids close\n" for n in range(10, 28)
    ]
    assert is_markdown(segment("Changes\n=======\n\n" + "\n".join(entries))) > 70


def test_a_changelog_with_links_as_underlined_titles_is_markdown() -> None:
    entries = [
        f"[v3.{n}][] - 2024-01-{n:02}\n--------------------\n\n### Fixes\n* Lids close, see <https://example.com/{n}>\n"
        for n in range(10, 28)
    ]
    first = "v2.0 - 2023-01-02\n-----------------\n\n### Changes\n* Lids\n"
    page = segment("Changes\n=======\n\n" + "\n".join(entries) + "\n" + first)
    assert is_markdown(page) > recognise(page)


def test_fences_and_nested_points_do_not_hide_asciidoc() -> None:
    lines = ["= Till", ":toc: left", "", "== Coins", "", "NOTE: Count twice.", "", ".. count", ".. lock", ""]
    lines += ["[,sh]", "----", "till count", "----", "", "== Drawers", "", "```sh", "till open", "```", ""]
    lines += ["TIP: Lock it.", "", "== Breaks", "", "The till has some.", ""]
    segment = Segment(lines, 0, Hints())
    assert recognise(segment) > 80
    decisions = decide(segment)
    texts = [row.text for row in decisions.rows] if isinstance(decisions, View) else []
    ranks = decisions.ranks if isinstance(decisions, Decisions) else []
    shown = "\n".join(texts) or "\n".join(line for line, rank in zip(lines, ranks, strict=True) if rank)
    assert "== Breaks" in shown
