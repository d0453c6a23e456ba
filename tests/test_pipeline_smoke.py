"""The filter end to end, in process."""

import io
from pathlib import Path

from knapsack_cli.__main__ import run
from knapsack_cli.context import Context


def compress(data: bytes, home: Path) -> bytes:
    """What `knapsack compress` writes for `data`."""
    out = io.BytesIO()
    context = Context(
        io.BytesIO(data), out, io.StringIO(), {"KNAPSACK_HOME": str(home)}, str(home), lambda: 1.0
    )
    assert run(context, ["compress"]) == 0
    return out.getvalue()


def test_small_text_passes_untouched(tmp_path: Path) -> None:
    assert compress(b"one\ntwo\n", tmp_path) == b"one\ntwo\n"


def test_the_footer_names_an_original_that_is_there(tmp_path: Path) -> None:
    data = b"".join(b"step %d of the job is done\n" % number for number in range(500)) + b"at last\n"
    last = compress(data, tmp_path).splitlines()[-1].decode()
    digest = last.rsplit(" ", 1)[1].rstrip("]")
    found = [path for path in (tmp_path / "originals").rglob("*") if path.is_file()]
    assert len(found) == 1
    assert (found[0].parent.name + found[0].name).startswith(digest)
