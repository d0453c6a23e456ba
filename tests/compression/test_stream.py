"""Inputs too large to hold: what is told of them in blocks, and that nothing is lost when the cache fails."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from knapsack_cli.__main__ import run
from knapsack_cli.compression import intake
from knapsack_cli.compression.streaming import shape_table, stream
from knapsack_cli.context import Context
from knapsack_cli.store import originals

LINES = [
    f"2026-11-29T10:{at // 60 % 60:02}:{at % 60:02}Z INFO worker-{at % 4} done job {at} code={200 + at % 2}"
    for at in range(6000)
]


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "LIMIT", 40_000)
    monkeypatch.setattr(intake, "RECENT", 30_000)
    monkeypatch.setattr(stream, "BLOCK", 20_000)
    monkeypatch.setattr(stream, "LONGEST", 15_000)
    monkeypatch.setattr("knapsack_cli.compression.filter.READ_SIZE", 7_000)
    monkeypatch.setattr(originals, "LARGE", 10_000)


def compress(data: bytes, home: Path, *arguments: str) -> tuple[bytes, str]:
    """What `knapsack compress` writes to stdout and stderr for `data`."""
    out, talk = io.BytesIO(), io.StringIO()
    context = Context(io.BytesIO(data), out, talk, {"KNAPSACK_HOME": str(home)}, str(home), lambda: 1.0)
    assert run(context, ["compress", *arguments]) == 0
    return out.getvalue(), talk.getvalue()


def text_of(lines: list[str]) -> bytes:
    """Lines as a file holds them."""
    return ("\n".join(lines) + "\n").encode()


def test_each_line_is_shown_or_told(tmp_path: Path) -> None:
    lines = list(LINES)
    lines[3000] = "2026-11-29T10:50:00Z INFO raft: leader lost term=7"
    out, talk = compress(text_of(lines), tmp_path, "--explain")
    assert "read in blocks" in talk
    rows = out.decode().splitlines()
    assert lines[3000] in rows
    shown = [row for row in rows if not row.startswith("[")]
    told = sum(
        int(found[1].replace(",", "")) for row in rows if (found := re.match(r"\[x([\d,]+) like", row))
    )
    assert len(shown) + told == len(lines)
    assert all(row in lines for row in shown)
    assert f"{len(shown)} of 6,000 lines shown" in rows[-1]


def test_the_original_comes_back(tmp_path: Path) -> None:
    data = text_of(LINES)
    out, _ = compress(data, tmp_path)
    digest = out.rsplit(b" ", 1)[1].rstrip(b"]\n").decode()
    (full,) = originals.find(str(tmp_path), digest)
    assert originals.load(str(tmp_path), full) == data
    assert b"".join(originals.pieces(str(tmp_path), full)) == data


def test_a_rare_value_in_a_slot_is_shown(tmp_path: Path) -> None:
    lines = [line.replace("code=201", "code=200") for line in LINES]
    lines[4321] = lines[4321].replace("code=200", "code=503")
    assert lines[4321].encode() in compress(text_of(lines), tmp_path)[0]


def test_more_shapes_than_are_remembered_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shape_table, "MOST_SHAPES", 50)
    words = [f"{'ghijklmn'[at % 8]}{'opqrstuv'[at // 8 % 8]}{'wxyz'[at // 64 % 4]}" for at in range(256)]
    lines = [f"{word} {other} went by" for word in words for other in words[:40]]
    lines[9000] = "mxk: could not open the valve"
    rows = compress(text_of(lines), tmp_path)[0].decode().splitlines()
    assert lines[9000] in rows
    assert any("shapes seen rarely" in row for row in rows)


def test_a_long_line_is_read_piece_by_piece(tmp_path: Path) -> None:
    line = "var a=1;" * 20_000 + "Uncaught TypeError: cfg.flags is not a function;" + "var b=2;" * 20_000
    out = compress(f"first line\n{line}\nlast line\n".encode(), tmp_path)[0]
    assert b"TypeError: cfg.flags is not a function" in out
    assert b"\nlast line\n" in out
    assert len(out) < 3000


def test_paths_are_counted_by_folder(tmp_path: Path) -> None:
    paths = [f"./lib/{name}/item{at}.py" for name in ("alpha", "beta") for at in range(2000)]
    paths.insert(1000, "find: './locked': Permission denied")
    rows = compress(text_of(paths), tmp_path)[0].decode().splitlines()
    assert paths[1000] in rows
    assert "[4,001 paths, counted by folder]" in rows
    assert any(re.match(r" *alpha/  2,000", row) for row in rows)


def test_secrets_do_not_leave(tmp_path: Path) -> None:
    lines = list(LINES)
    token = "ghp_" + "a1B2" * 9
    lines[100] = f"2026-11-29T10:01:40Z WARN login with {token} refused"
    key = [
        "-----BEGIN PRIVATE KEY-----",
        *["MIIEvQIBADANBg" + "kqhkiG9w0BAQ" * 4] * 5,
        "-----END PRIVATE KEY-----",
    ]
    lines[200:200] = key
    out = compress(text_of(lines), tmp_path)[0]
    assert token.encode() not in out
    assert b"MIIEvQ" not in out


def test_what_a_full_disk_holds_and_what_it_does_not_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "RECENT", 1 << 20)
    data = text_of([f"{line} {at * at * 7919 % 1_000_003}" for at, line in enumerate(LINES * 8)])
    monkeypatch.setattr(originals.Writer, "_put", failing_after(originals.Writer._put, 280))
    out, talk = compress(data, tmp_path)
    assert out == data
    assert "passed through whole" in talk
    assert not [path for path in (tmp_path / "originals").rglob("*") if path.is_file()]


def test_a_home_that_cannot_be_written_passes_all_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(originals.Writer, "_put", failing_after(originals.Writer._put, 0))
    data = text_of(LINES)
    assert compress(data, tmp_path)[0] == data


def test_an_error_inside_passes_all_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, block: bytes) -> None:
        raise ValueError("no")

    monkeypatch.setattr(shape_table.ShapeTable, "add", broken)
    data = text_of(LINES)
    out, talk = compress(data, tmp_path)
    assert out == data
    assert "an error inside the filter" in talk


def failing_after(put: Callable[[originals.Writer, bytes], None], calls: int) -> Callable[..., None]:
    """A `put` that works for `calls` calls and then finds the disk full."""
    left = calls

    def failing(writer: originals.Writer, data: bytes) -> None:
        nonlocal left
        if left <= 0:
            raise OSError(28, "No space left on device")
        left -= 1
        put(writer, data)

    return failing
