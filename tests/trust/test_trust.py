"""A small share of `make trust`, in every run of the tests."""

from __future__ import annotations

import pytest
from support import samples

from trust import any_bytes, any_format, crowds, hostile, links, moments, moments_of_the_store, secrets


def test_any_bytes_keep_the_promises() -> None:
    assert any_bytes.attempt(samples(), 150, 1)[1] == []


def test_any_bytes_in_what_is_read_are_told_or_taken() -> None:
    assert any_format.attempt(1_500, 2)[1] == []


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


@pytest.mark.slow
def test_kills_of_what_writes_the_database_lose_nothing_that_was_reported() -> None:
    assert moments_of_the_store.kills(60, 3)[1] == []
    assert moments_of_the_store.migrations(40, 3)[1] == []


@pytest.mark.slow
def test_interrupted_imports_end_quietly_and_are_finished_by_the_next() -> None:
    assert moments_of_the_store.interrupts(8, 3)[1] == []


@pytest.mark.slow
def test_readers_that_leave_hear_nothing() -> None:
    assert moments_of_the_store.leaving_readers(12)[1] == []


@pytest.mark.slow
def test_a_full_disk_under_the_database_is_told_and_loses_nothing() -> None:
    assert moments_of_the_store.full_disk()[1] == []


def test_a_clock_that_jumps_loses_nothing() -> None:
    assert moments_of_the_store.jumping_clock(40, 3)[1] == []


@pytest.mark.slow
def test_importers_writers_and_two_versions_side_by_side_lose_nothing() -> None:
    assert crowds.importers(8)[1] == []
    assert crowds.writers(2)[1] == []
    assert crowds.two_versions(4)[1] == []


@pytest.mark.slow
def test_no_path_to_a_reader_lets_a_secret_out() -> None:
    assert secrets.paths()[1] == []


def test_links_pipes_and_swapped_folders_lead_nowhere() -> None:
    assert links.attempts(0.5)[1] == []
