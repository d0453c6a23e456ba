"""A small share of `make trust`, in every run of the tests."""

from __future__ import annotations

import pytest
from support import samples

from trust import any_bytes, crowds, hostile, moments


def test_any_bytes_keep_the_promises() -> None:
    assert any_bytes.attempt(samples(), 150, 1)[1] == []


def test_hostile_text_files_and_options_get_nowhere() -> None:
    assert hostile.attempts()[1] == []


def test_closed_streams_and_homes_in_the_way_cost_nobody_the_text() -> None:
    assert moments.closed_streams()[1] == []


@pytest.mark.slow
def test_kills_at_any_moment_leave_no_half_original() -> None:
    assert moments.kills(40, 2)[1] == []


@pytest.mark.slow
def test_a_full_disk_costs_nobody_the_text() -> None:
    assert moments.full_disk()[1] == []


@pytest.mark.slow
def test_filters_side_by_side_lose_nothing() -> None:
    assert crowds.filters(60)[1] == []
