"""Faults of the first Knapsack (acidsugarx/knapsack 0.3.3) that were reproduced, sections 1 to 5 of its study."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import knapsack

SECRET = "ghp" + "_" + "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2"


def out(text: str, home: Path, *options: str) -> str:
    """What compress writes."""
    return knapsack("compress", *options, data=text.encode(), home=home).out.decode()


def test_b1_secrets_do_not_pass_on_uncompressed_output(tmp_path: Path) -> None:
    assert SECRET not in out(f"token is {SECRET}\n", tmp_path)


def test_b2_what_retrieve_gives_is_not_compressed_again(tmp_path: Path) -> None:
    text = "".join(f"step {n} of the work is done\n" for n in range(900))
    digest = out(text, tmp_path).rsplit(" ", 1)[1][:12]
    assert knapsack("retrieve", digest, home=tmp_path).out.decode() == text


def test_b3_two_outputs_never_share_a_hash(tmp_path: Path) -> None:
    body = "".join(f"step {n} of the work is done\n" for n in range(400))
    first = f"<system-reminder>one {body}</system-reminder>\n" + body
    second = first.replace("one", "two")
    hashes = [out(text, tmp_path).rsplit(" ", 1)[1][:12] for text in (first, second)]
    assert hashes[0] != hashes[1]
    assert knapsack("retrieve", hashes[1], "--raw", home=tmp_path).out.decode() == second


def test_b6_an_error_far_from_the_end_is_not_lost_to_a_tail(tmp_path: Path) -> None:
    lines = [f"line {n} of plain talk about nothing" for n in range(600)]
    lines[40] = "src/a.c:7:3: error: unknown type name 'foo'"
    assert lines[40] in out("\n".join(lines), tmp_path)


def test_b7_the_same_text_under_another_path_is_treated_as_what_it_is(tmp_path: Path) -> None:
    code = "import os\n\n" + "".join(f"def step_{n}(x):\n    return x + {n}\n\n" for n in range(80))
    assert out(code, tmp_path, "--path", "a.py").startswith("1 import os")
    assert "def step_79(x):" in out(code, tmp_path, "--command", "cat a.py")


def test_no_exit_code_is_made_up(tmp_path: Path) -> None:
    text = "".join(f"INFO step {n} done\n" for n in range(600)) + "ERROR it broke\n"
    assert "exit=0" not in out(text, tmp_path)


def test_distinct_values_of_repeated_lines_are_told(tmp_path: Path) -> None:
    text = "".join(f"[ERROR] shard {n} corrupted at offset {n * 977}\n" for n in range(1, 6))
    text += "".join(f"INFO compaction of level {n % 3} took {n} ms\n" for n in range(500))
    shown = out(text, tmp_path)
    assert "shard 1 corrupted at offset 977" in shown
    assert "4885" in shown


def test_interleaved_shapes_fold(tmp_path: Path) -> None:
    text = "".join(f"INFO alpha worker7 {n}\nINFO beta module{n} took {n}ms\n" for n in range(400))
    assert len(out(text, tmp_path)) < len(text) // 10


def test_grep_on_one_file_never_says_zero_matches(tmp_path: Path) -> None:
    text = "".join(f"{n}:    value = compute({n}, 'some text here')\n" for n in range(1, 180))
    shown = out(text, tmp_path, "--command", "grep -n value a.py")
    assert "0 matches" not in shown
    assert "1:    value = compute(1, 'some text here')" in shown


def test_folders_do_not_vanish_without_a_mark(tmp_path: Path) -> None:
    text = "".join(f"dir{n % 20}/file{n}.py:{n}:hit number {n} here\n" for n in range(400))
    shown = out(text, tmp_path)
    assert all(f"dir{n}/" in shown for n in range(20))


def test_files_of_a_folder_with_folders_are_shown_once(tmp_path: Path) -> None:
    text = "".join(f"./top/only{n}.txt\n" for n in range(4)) + "".join(
        f"./top/sub/file{n}.txt\n" for n in range(40)
    )
    shown = out(text, tmp_path)
    assert shown.count("only2.txt") == 1


def test_a_commit_before_a_diff_is_kept(tmp_path: Path) -> None:
    text = (
        "commit "
        + "a" * 40
        + "\nAuthor: Ada <a@example.com>\nDate:   Mon Mar 2 10:00:00 2026 +0000\n\n    The subject\n\n"
    )
    text += "diff --git a/a.py b/a.py\nindex 1..2 100644\n--- a/a.py\n+++ b/a.py\n@@ -1,9 +1,9 @@\n"
    text += (
        "".join(f" context {n} {'word ' * 12}\n" for n in range(40))
        + "-old\n+new\n"
        + "".join(f" more {n} {'word ' * 12}\n" for n in range(40))
    )
    shown = out(text, tmp_path)
    assert "The subject" in shown
    assert "\n-old\n+new\n" in shown


def test_python_outlines_have_methods_and_their_numbers(tmp_path: Path) -> None:
    code = "from x import y\n\nclass Cart:\n" + "".join(
        f"    def step_{n}(self, a):\n        return a + {n}\n\n" for n in range(60)
    )
    shown = out(code, tmp_path)
    assert "1 from x import y" in shown
    assert "4     def step_0(self, a):" in shown
    assert "181     def step_59(self, a):" in shown


def test_prose_read_with_cat_keeps_its_headings(tmp_path: Path) -> None:
    text = "".join(
        f"## Part {n}\n\nWords of part {n} that explain a thing at some length.\n\n"
        + "More words follow here.\n" * 8
        for n in range(26)
    )
    shown = out(text, tmp_path)
    assert all(f"## Part {n}\n" in shown for n in range(26))


def test_values_of_objects_survive_as_written(tmp_path: Path) -> None:
    text = (
        '{"error": {"code": "RATE_LIMIT", "id": 12345678901234567890}, "next": "https://example.com/p?2", "rows": ['
        + ", ".join(f'{{"id": {n}, "state": "paid"}}' for n in range(400))
        + "]}"
    )
    shown = out(text, tmp_path)
    for value in ("RATE_LIMIT", "12345678901234567890", "https://example.com/p?2"):
        assert value in shown


def test_nested_tags_come_through_whole(tmp_path: Path) -> None:
    filler = "".join(f"step {n} of the work is done\n" for n in range(300))
    block = "<tool_result>\n<instructions>\nkeep this\n</instructions>\nand this\n</tool_result>\n"
    shown = out(filler + block + filler, tmp_path)
    assert block in shown
    assert "KNAPSACK_TAG" not in shown


def test_overlapping_secrets_leave_no_remains(tmp_path: Path) -> None:
    key = (
        "-----BEGIN PRIVATE KEY-----\nAKIA"
        + "IOSFODNN7ABCDEFG"
        + "\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n"
    )
    shown = out("before\n" + key + "after\n", tmp_path)
    assert "AKIA" not in shown
    assert "PRIVATE KEY" not in shown


@pytest.mark.parametrize("piece", ["a@", "<error>", "x"])
def test_long_lines_of_marks_do_not_hang(piece: str, tmp_path: Path) -> None:
    """Upstream's patterns took 17 s at 4,000 characters and never ended at 40,000; here are 1.6 million."""
    subprocess.run(
        [sys.executable, "-m", "knapsack_cli", "compress"],
        input=(piece * (1_600_000 // len(piece))).encode(),
        env={**os.environ, "KNAPSACK_HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        timeout=300,
        check=True,
    )
