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
_LETTERS_ALONE = bytes(byte if byte in b"aA" else 32 for byte in range(256))
_DIGITS_ALONE = bytes(byte if byte == 48 else 32 for byte in range(256))
"""What turns runs of one class into words, which splitting counts."""


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
    letters = classes.count(b"a") + (uppercase := classes.count(b"A"))
    return (
        0.812 * len(classes.translate(_LETTERS_ALONE).split())
        + 0.0275 * letters
        + 0.182 * uppercase
        + 1.89 * len(classes.translate(_DIGITS_ALONE).split())
        + 0.453 * classes.count(b".")
        + 1.90 * classes.count(b"\n")
        + 0.042 * classes.count(b"  ")
        + 0.90 * classes.count(b"c")
        + 0.85 * classes.count(b"o")
    )
