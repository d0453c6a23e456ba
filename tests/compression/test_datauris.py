"""A file inside text is told by its type and size."""

import base64

from knapsack_cli.compression.datauris import told

BYTES = bytes(range(256)) * 4


def test_an_image_becomes_its_type_and_size() -> None:
    uri = "data:image/png;base64," + base64.b64encode(BYTES).decode()
    assert (
        told(f'<img src="{uri}" alt="a">\nnext')
        == '<img src="[image/png data URI, 1,024 bytes]" alt="a">\nnext'
    )


def test_parameters_and_short_ones() -> None:
    uri = "data:text/css;charset=utf-8;base64," + base64.b64encode(BYTES).decode()
    assert told(f"url({uri})") == "url([text/css data URI, 1,024 bytes])"
    assert told("data:image/gif;base64,R0lGODlhAQABAAAAACw=") == "data:image/gif;base64,R0lGODlhAQABAAAAACw="


def test_what_only_looks_like_one_stays() -> None:
    text = "see data: image/png;base64, and " + "A" * 200
    assert told(text) == text
