"""Bytes that are no text: type, size and hash in a line; text between them stays."""

import hashlib
import io
import random
from pathlib import Path

from knapsack_cli.__main__ import run
from knapsack_cli.context import Context


def compressed(data: bytes, home: Path) -> list[str]:
    """The lines that `knapsack compress` writes for `data`."""
    out = io.BytesIO()
    context = Context(
        io.BytesIO(data), out, io.StringIO(), {"KNAPSACK_HOME": str(home)}, str(home), lambda: 1.0
    )
    assert run(context, ["compress"]) == 0
    return out.getvalue().decode().split("\n")


def noise(size: int) -> bytes:
    """The same bytes each time."""
    return random.Random(7).randbytes(size)


def test_one_line_with_type_size_and_hash(tmp_path: Path) -> None:
    data = b"\x1f\x8b" + noise(5000)
    digest = hashlib.sha256(data).hexdigest()[:12]
    lines = compressed(data, tmp_path)
    assert lines[0].startswith(f"[binary: gzip, 5,002 bytes, sha256 {digest}, lines 1-")
    assert lines[1].startswith("[knapsack: ")


def test_text_between_bytes_stays(tmp_path: Path) -> None:
    text = b"\nverify: checksum mismatch: expected 9f2c01 got 77ab30\n"
    lines = compressed(noise(4000) + text + noise(4000), tmp_path)
    assert text.decode().strip() in lines
    assert sum(line.startswith("[binary: ") for line in lines) == 2


def test_words_of_failure_inside_the_bytes_are_read(tmp_path: Path) -> None:
    data = b"\x7fELF" + b"\x00" * 900 + b"fatal: cannot open the state file\x00" + b"\x01" * 900
    assert "fatal: cannot open the state file" in compressed(data, tmp_path)


def test_secrets_inside_the_bytes_are_redacted(tmp_path: Path) -> None:
    secret = b"ghp_" + b"a1B2c3D4e5F6" * 3
    data = b"\x00" * 2000 + b"error: bad token " + secret + b" given\x00" + b"\x02" * 900
    assert secret.decode() not in "\n".join(compressed(data, tmp_path))


def test_latin_1_is_text(tmp_path: Path) -> None:
    data = "Un café très cher où l'on déjeune.\n".encode("latin-1") * 60
    assert not any(line.startswith("[binary") for line in compressed(data, tmp_path))


def test_words_beside_a_failure_inside_the_bytes_are_read(tmp_path: Path) -> None:
    piece = b"\0assertion failed: queue depth 7 exceeds limit 4\n\0== heap summary\n"
    lines = compressed(noise(4000) + piece + noise(4000), tmp_path)
    assert "== heap summary" in lines
