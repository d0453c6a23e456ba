"""Public reports on marks, footers, exit codes, stores and failures inside a filter."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

LOG = b"".join(
    b"2026-01-01T00:00:%02dZ INFO worker-%d did job %d\n" % (n % 60, n % 7, n) for n in range(2000)
)


def test_what_was_left_out_can_be_read_by_a_program(tmp_path: Path) -> None:
    """rtk-ai/rtk#3513: one stable mark with counts and hash, readable by programs."""
    out = knapsack("compress", data=LOG, home=tmp_path).out.decode()
    assert re.search(
        r"\n\[knapsack: \d+ of 2,000 lines shown, \d+% fewer tokens; original intact: knapsack retrieve \w{12}\]\n$",
        out,
    )
    facts = json.loads(knapsack("compress", "--json", data=LOG, home=tmp_path).out)
    assert facts["hash"][:12] in out
    assert sum(last - first + 1 for first, last in facts["kept"] + facts["left_out"]) == 2000


@pytest.mark.parametrize(
    "kind", ["pytest", "json", "git-diff", "search", "source", "terraform", "kubectl-describe"]
)
def test_a_text_of_an_unexpected_shape_is_not_cut_short(kind: str, tmp_path: Path) -> None:
    """rtk-ai/rtk#620, rtk-ai/rtk#193: a parser that fails cut to 500 characters, or made every run fail."""
    data = (
        b"".join(b"%d odd words that no such tool writes: %d\n" % (n, n * n) for n in range(40))
        + b"ERROR at the end\n"
    )
    ran = knapsack("compress", "--as", kind, data=data, home=tmp_path)
    assert ran.code == 0
    assert b"ERROR at the end" in ran.out


def test_any_fault_inside_passes_the_original_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """rtk-ai/rtk#2401: the promised fail-open was dead code."""
    from knapsack_cli.compression import detect

    def fail(*_: object) -> None:
        raise RecursionError("planted")

    monkeypatch.setattr(detect, "recognise", fail)
    data = b"words %d\n" * 400
    ran = knapsack("compress", data=data, home=tmp_path)
    assert (ran.code, ran.out) == (0, data)


def test_lossless_keeps_every_line(tmp_path: Path) -> None:
    """rtk-ai/rtk#1313: a mode that loses nothing."""
    data = b"\x1b[31malpha\x1b[0m\n" + b"beta is said again\n" * 200 + b"gamma\n"
    out = knapsack("compress", "--mode", "lossless", data=data, home=tmp_path).out
    assert out.startswith(b"alpha\nbeta is said again\n[x199 the same to line 201]\ngamma\n")


def test_the_footer_says_the_original_is_intact_and_names_a_shell_command(tmp_path: Path) -> None:
    """headroomlabs-ai/headroom#3098 (read as a corrupt file); 1186258278/OpenClawChineseTranslation#101 (a tool
    that the reader did not have)."""
    last = knapsack("compress", data=LOG, home=tmp_path).out.splitlines()[-1].decode()
    command = last.split("original intact: ")[1].rstrip("]").split()
    assert command[:2] == ["knapsack", "retrieve"]
    assert knapsack(*command[1:], "--raw", home=tmp_path).out == LOG


def test_never_existed_and_pruned_are_told_apart(tmp_path: Path) -> None:
    """headroomlabs-ai/headroom#714, headroomlabs-ai/headroom#1809, headroomlabs-ai/headroom#1023,
    headroomlabs-ai/headroom#1781: expired and unknown looked alike."""
    digest = knapsack("compress", data=LOG, home=tmp_path).out.rsplit(b" ", 1)[1][:12].decode()
    knapsack("retrieve", "--list", home=tmp_path)
    from knapsack_cli.store import originals
    from knapsack_cli.store.database import open_database

    whole = originals.find(str(tmp_path), digest)[0]
    with open_database(str(tmp_path), lambda: 1.0) as database, database.writing() as connection:
        connection.execute("UPDATE originals SET pruned = 1760000000 WHERE hash = ?", (whole,))
    Path(originals.original_path(str(tmp_path / "originals"), whole)).unlink()
    pruned = knapsack("retrieve", digest, home=tmp_path)
    unknown = knapsack("retrieve", "0123456789ab", home=tmp_path)
    assert (pruned.code, unknown.code) == (1, 1)
    assert "was pruned on 2025-10-09" in pruned.err
    assert "ever existed" in unknown.err


def test_every_shown_hash_finds_its_original_by_any_prefix(tmp_path: Path) -> None:
    """headroomlabs-ai/headroom#816, headroomlabs-ai/headroom#1095: the mark's hash was not the store's key."""
    digest = knapsack("compress", data=LOG, home=tmp_path).out.rsplit(b" ", 1)[1][:12].decode()
    for length in (4, 8, 12):
        assert knapsack("retrieve", digest[:length], "--raw", home=tmp_path).out == LOG
    assert knapsack("retrieve", digest.upper(), "--raw", home=tmp_path).out == LOG


def test_identifiers_and_negations_are_never_cut_inside() -> None:
    """microsoft/LLMLingua#93, microsoft/LLMLingua#104, microsoft/LLMLingua#114; diegosouzapw/OmniRoute#13728:
    droppers damaged ids and lost "not"."""
    text = LOG.decode() + "do not deploy build AB-1234-XZ to plate 7KQ-991\n" + LOG.decode()
    assert "do not deploy build AB-1234-XZ to plate 7KQ-991" in pipeline.plan(text, Hints()).lines
