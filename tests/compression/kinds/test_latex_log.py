"""TeX's log: errors with their lines, names of what is undefined; files and fonts are left out."""

from knapsack_cli.compression.kinds.latex_log import decide, recognise
from knapsack_cli.compression.model import DROP, Hints, Segment

LOG = """This is pdfTeX, Version 3.14 (preloaded format=pdflatex)
entering extended mode
(./a.tex
(/usr/share/texlive/article.cls
Document Class: article 2022/07/02
)
{references}
! Undefined control sequence.
l.9 See \\nothing
                 here.
?
./b.tex:12: Missing $ inserted.
<inserted text>
                $
l.12 x_
       1
Overfull \\hbox (12.3pt too wide) in paragraph at lines 3--4
[]\\OT1/cmr/m/n/10 words
[1] [2]
Output written on a.pdf (2 pages, 9000 bytes).
"""


def test_errors_and_undefined_names_stay() -> None:
    references = "\n\n".join(
        f"LaTeX Warning: Reference `part{at}' on page 1 undefined on input line {at}." for at in range(20, 40)
    )
    lines = LOG.replace("{references}", references).split("\n")
    segment = Segment(lines, 0, Hints())
    assert recognise(segment) >= 90
    decisions = decide(segment)
    kept = [line for line, rank in zip(lines, decisions.ranks, strict=True) if rank != DROP]
    told = "\n".join([*kept, *(fold.text for fold in decisions.folds)])
    for wanted in (
        "! Undefined control sequence.",
        "l.9 See \\nothing",
        "./b.tex:12: Missing $ inserted.",
        "`part20'",
        "`part39' 39",
        "(12.3pt too wide) in paragraph at lines 3--4",
        "Output written on a.pdf (2 pages, 9000 bytes).",
    ):
        assert wanted in told
    assert "Document Class" not in told
