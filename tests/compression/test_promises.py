"""The promises of compress, tried on every fixture and on every sample of KNAPSACK_CORPUS."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import knapsack, sample_id, samples

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.hunks import is_by_words
from knapsack_cli.compression.longlines import LIMIT
from knapsack_cli.compression.model import DATA, GAP, HEADING, LINE, NUMBERED, REST, Hints
from knapsack_cli.text import terminal
from knapsack_cli.text.decoding import decode
from knapsack_cli.text.redaction import redact

SAMPLES = samples()
FOOTER = re.compile(
    rb"\[knapsack: [\d,]+ of [\d,]+ (?:lines|bytes) shown, \d+% fewer tokens; "
    rb"original intact: knapsack retrieve ([0-9a-f]{12})\]\n"
)
GAP_MARK = re.compile(r" ?\[\.\.\. (?:line (\d+)|([\d,]+) lines? (within )?(\d+)-(\d+))[:\]]")
OURS = re.compile(r"\[(?:\.\.\. )?[\d,]* ?[^\[\]]*\]")
"""What stands in square brackets inside a row may be a mark of ours."""
RECORD_LINES = 80
WORD = re.compile(r"\w{4,}")


def clean_lines(data: bytes) -> list[str]:
    """The lines of an input as the pipeline sees them."""
    return redact(terminal.resolve(decode(data), is_failure))[0].removesuffix("\n").split("\n")


@pytest.mark.parametrize("path", SAMPLES, ids=sample_id)
def test_every_sample_keeps_the_promises(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    ran = knapsack("compress", "--json", data=data, home=tmp_path)
    assert ran.code == 0, ran.err
    facts = json.loads(ran.out)
    plain = knapsack("compress", data=data, home=tmp_path).out

    assert len(plain) <= len(data), "never longer"
    assert "error inside" not in ran.err
    numbers = [n for first, last in facts["kept"] + facts["left_out"] for n in range(first, last + 1)]
    assert sorted(numbers) == list(range(1, facts["lines"] + 1)), "each line is kept or left out, once"

    if not facts["shortened"]:
        assert facts["redactions"] or plain == data, "what is not shortened is untouched"
        return
    footer = FOOTER.fullmatch(plain.splitlines(keepends=True)[-1])
    assert footer is not None, "the footer is the last line"
    digest = footer[1].decode()
    raw = knapsack("retrieve", digest, "--raw", home=tmp_path)
    assert raw.out == data, "the original comes back byte for byte"
    again = knapsack("compress", data=plain, home=tmp_path)
    assert again.out == plain, "twice through changes nothing"


@pytest.mark.parametrize("path", SAMPLES, ids=sample_id)
def test_rows_are_the_inputs_own_words(path: Path) -> None:
    data = path.read_bytes()
    lines = clean_lines(data)
    plan = pipeline.plan("\n".join(lines), Hints())
    heading = ""
    for row in plan.rows:
        if row.form == GAP or (row.first < 0 and row.form != HEADING):
            continue
        if row.form == HEADING:
            heading = row.text
        elif row.form == LINE and len(lines[row.first]) <= LIMIT:
            assert row.text == lines[row.first], f"line {row.first + 1} is verbatim"
        elif row.form == NUMBERED and row.text.startswith(f"{row.first + 1} "):
            # The padding that aligns columns may go, no word may.
            numbered = f"{row.first + 1} {lines[row.first]}"
            assert row.text.split() == numbered.split(), f"line {row.first + 1} is verbatim"
        elif row.form in (LINE, REST, NUMBERED, DATA):
            # A row of a table may show cells from further lines of its record than those it counts as shown.
            end = row.last + (RECORD_LINES if row.form == DATA else 1)
            shown = "\n".join([*lines[row.first : end], *(lines[at] for at in row.more), heading])
            for word in WORD.findall(OURS.sub(" ", row.text)):
                assert word in shown or word in ("hits", "files", "folders", "file"), (
                    f"{word!r} of {row.text[:80]!r} is in line {row.first + 1}"
                )


@pytest.mark.parametrize("path", SAMPLES, ids=sample_id)
def test_ranges_in_marks_are_true(path: Path) -> None:
    lines = clean_lines(path.read_bytes())
    plan = pipeline.plan("\n".join(lines), Hints())
    shown = {index + 1 for index in plan.shown}
    originals = set(lines)
    for text in plan.lines:
        mark = GAP_MARK.match(text)
        if mark is None or text in originals:
            continue
        if mark[1]:
            assert 1 <= int(mark[1]) <= len(lines)
            assert int(mark[1]) not in shown, text
            continue
        count, first, last = int(mark[2].replace(",", "")), int(mark[4]), int(mark[5])
        assert 1 <= first <= last <= len(lines), text
        assert count <= last - first + 1, text
        if not mark[3]:
            assert count == last - first + 1, text
            assert shown.isdisjoint(range(first, last + 1)), text


@pytest.mark.parametrize("path", [path for path in SAMPLES if b"\n@@ -" in path.read_bytes()], ids=sample_id)
def test_each_changed_line_of_a_diff_is_kept_or_in_a_stated_fold(path: Path) -> None:
    lines = clean_lines(path.read_bytes())
    plan = pipeline.plan("\n".join(lines), Hints())
    if plan.kinds != ["git-diff"] or is_by_words(lines):
        pytest.skip("not a diff as a whole, or one by words")
    told = {index + 1 for index in plan.shown}
    for text in plan.lines:
        mark = GAP_MARK.match(text)
        if mark is not None and not mark[1]:
            told.update(range(int(mark[4]), int(mark[5]) + 1))
        elif mark is not None:
            told.add(int(mark[1]))
    changed = [n for n, line in enumerate(lines, 1) if line[:1] in ("+", "-")]
    assert set(changed) <= told
