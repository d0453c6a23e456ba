"""Terminal noise, as a screen resolves it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.text.terminal import resolve


@pytest.mark.parametrize(
    ("noisy", "clean"),
    [
        ("\x1b[31mred\x1b[0m 12 apples", "red 12 apples"),
        ("\x1b[38;5;9m7 of 9\x1b[m", "7 of 9"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x.test\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;unterminated\nnext line", "\nnext line"),
        ("\x1b_bk;t=1770800000000\x07$ make\n", "$ make\n"),
        ("\x1b(Bplain", "plain"),
        ("\x1bPq#0\x1b\\after", "after"),
        ("\x1b7saved\x1b8", "saved"),
        ("\x9b1mbold\x9b0m", "bold"),
        ("ends in escape\x1b", "ends in escape"),
        ("one\r\ntwo\r\n", "one\ntwo\n"),
        ("10%\r50%\r100%\n", "100%\n"),
        ("long state here\rshort", "shortstate here"),
        ("long state here\r\x1b[Kshort", "short"),
        ("long state here\x1b[2K\x1b[1Gshort", "short"),
        ("bar 50%\r       \rmessage\n", "message\n"),
        ("abc\b\bX", "aXc"),
        ("done\r", "done"),
    ],
)
def test_the_screen_after_the_last_redraw(noisy: str, clean: str) -> None:
    assert resolve(noisy) == clean


def test_an_error_that_a_progress_bar_overwrites_is_not_lost() -> None:
    line = "fetch 10%\rfetch 40%\rERROR: mirror refused\rfetch 70%\rfetch 100% of 12 MB done"
    assert resolve(line, is_failure) == "ERROR: mirror refused [... overwritten ...] fetch 100% of 12 MB done"


def test_a_message_written_above_a_bar_stands_alone() -> None:
    text = "\r 10%|#    |\r           \rWARNING: clip at step 720\n\r 20%|##   |\r100%|#####|\n"
    assert resolve(text) == "WARNING: clip at step 720\n100%|#####|\n"


@given(st.text(alphabet="ab1;[]mKGD\x1b\r\b\n\x07\x9b ", max_size=80))
def test_the_number_of_lines_stays_and_no_noise_is_left(text: str) -> None:
    clean = resolve(text)
    assert clean.count("\n") == text.count("\n")
    assert not re.search("[\x1b\r\x08\x9b]", clean)


def test_many_redraws_after_a_wide_state_take_linear_time() -> None:
    line = "x" * 200_000 + "".join(f"\r{number}" for number in range(200_000))
    assert resolve(line).startswith("199999")


def test_bars_below_each_other_stand_once() -> None:
    """Each frame goes up and draws all bars again."""
    frame = "\r\x1b[2K\x1b[1A\x1b[2Krows {0}%\nfiles {1}/8"
    text = "rows 0%\nfiles 0/8" + "".join(frame.format(at, at // 12) for at in range(1, 101))
    text += "\r\x1b[2K\x1b[1A\x1b[2Kstored 400 rows\nrows 100%\nfiles 8/8\n"
    lines = [line for line in resolve(text).split("\n") if line]
    assert lines == ["stored 400 rows", "rows 100%", "files 8/8"]
    assert resolve(text).count("\n") == text.count("\n")


def test_an_inner_bar_goes_and_what_is_written_between_stays() -> None:
    parts = []
    for epoch in range(3):
        parts.extend(f"\n\rtrain {epoch}: {at}%\x1b[A" for at in range(0, 100, 20))
        parts.append("\n\r            \x1b[A\r")
        parts.append(f"epoch {epoch}: loss 0.{9 - epoch}\n\repochs: {epoch + 1}/3")
    lines = [line for line in resolve("epochs: 0/3" + "".join(parts)).split("\n") if line.strip()]
    assert lines == ["epoch 0: loss 0.9", "epoch 1: loss 0.8", "epoch 2: loss 0.7", "epochs: 3/3"]


def test_an_error_over_which_a_bar_is_drawn_is_not_lost() -> None:
    text = "error: disk full\n\x1b[1Aloading 10%\n"
    assert "error: disk full" in resolve(text, is_failure)
    assert "error: disk full" not in resolve(text)
