"""Short forms are the description's own words, cut where a reader of any script would cut."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.catalog.shortening import MARK, cut, shorten


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("Short enough.", 80, "Short enough."),
        ("Write tests. Much more follows here, on and on and on, as it does.", 30, "Write tests. …"),
        (
            "Builds charts, e.g. for Helm, and lints them. Some history. Use when packaging for a cluster.",
            90,
            "Builds charts, e.g. for Helm, and lints them. … Use when packaging for a cluster.",
        ),
        (
            "Builds charts. Use when packaging. " + "Nothing else matters here. " * 3,
            60,
            "Builds charts. Use when packaging.",
        ),
        (
            "编写无责的事故复盘报告。当线上服务出现故障并且已经恢复时使用，帮助团队找到根本原因。",
            20,
            "编写无责的事故复盘报告。 …",
        ),
        ("Übersetzungsprogrammiersprachenentwicklung " * 3, 30, "Übersetzungsprogrammiersprach…"),
        ("https://example.org/a/very/long/address/that/never/ends/at/all", 20, "https://example.org…"),
    ],
)
def test_cuts_fall_where_a_reader_would_cut(text: str, limit: int, short: str) -> None:
    assert shorten(text, limit) == short


@given(st.text(max_size=200), st.integers(1, 90))
def test_a_short_form_fits_and_holds_nothing_but_the_text(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert len(short) <= max(limit, 1)
    for piece in short.split(MARK):
        assert piece.strip() in text
    assert shorten(short, limit) == short


@given(
    st.text(st.characters(categories=["So", "Mn", "Lo", "Cf"]), min_size=30, max_size=60), st.integers(5, 25)
)
def test_marks_and_joiners_are_not_parted_from_their_character(text: str, limit: int) -> None:
    kept = cut(text, limit).removesuffix(MARK)
    if kept and text.startswith(kept) and len(kept) < len(text):
        following = text[len(kept)]
        assert not unicodedata.combining(following)
        assert following not in "\u200d\ufe0f"
