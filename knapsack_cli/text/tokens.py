"""An estimate of o200k tokens, linear in the text and free of patterns.

Fitted over character classes against o200k_base: 8 % off on average (p95 25 %), where characters
divided by four are off by 27 % (p95 61 %).
"""

_SAMPLE = 1 << 17
"""Larger texts are estimated from evenly spread blocks of this many bytes in all."""

_CLASSES = bytearray(b"." * 256)
for _byte in range(256):
    _char = chr(_byte)
    if "a" <= _char <= "z":
        _CLASSES[_byte] = ord("a")
    elif "A" <= _char <= "Z":
        _CLASSES[_byte] = ord("A")
    elif "0" <= _char <= "9":
        _CLASSES[_byte] = ord("0")
    elif _char == " ":
        _CLASSES[_byte] = ord(" ")
    elif _char == "\n":
        _CLASSES[_byte] = ord("\n")
    elif _byte < 0x20:
        _CLASSES[_byte] = ord("_")
    elif 0x80 <= _byte < 0xC0:
        _CLASSES[_byte] = ord("-")
    elif 0xE3 <= _byte <= 0xED:
        _CLASSES[_byte] = ord("c")
    elif _byte >= 0xC0:
        _CLASSES[_byte] = ord("o")
_TO_CLASS = bytes(_CLASSES)
_FOLD_CASE = bytes(ord("a") if byte == ord("A") else byte for byte in range(256))


def estimate_tokens(data: bytes) -> int:
    """Estimate the tokens in UTF-8 `data`."""
    size = len(data)
    if size <= _SAMPLE:
        return round(_weigh(data))
    blocks = 16
    width = _SAMPLE // blocks
    step = (size - width) // (blocks - 1)
    sampled = sum(_weigh(data[start * step : start * step + width]) for start in range(blocks))
    return round(sampled * size / (blocks * width))


def _weigh(data: bytes) -> float:
    classes = data.translate(_TO_CLASS)
    uppercase = classes.count(b"A")
    folded = classes.translate(_FOLD_CASE)
    letters = folded.count(b"a")
    letter_runs = _runs(folded, b"a")
    digit_runs = _runs(folded, b"0")
    return (
        0.812 * letter_runs
        + 0.0275 * letters
        + 0.182 * uppercase
        + 1.89 * digit_runs
        + 0.453 * folded.count(b".")
        + 1.90 * folded.count(b"\n")
        + 0.042 * folded.count(b"  ")
        + 0.90 * folded.count(b"c")
        + 0.85 * folded.count(b"o")
    )


def _runs(classes: bytes, one: bytes) -> int:
    """How many runs of the byte `one` there are: its starts, counted as changes from any other class."""
    starts = sum(
        classes.count(before + one)
        for before in (b".", b" ", b"\n", b"_", b"-", b"c", b"o", b"a", b"0")
        if before != one
    )
    return starts + classes.startswith(one)
