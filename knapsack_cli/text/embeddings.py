"""Likeness of meaning, where the optional extra is installed: averaged word vectors, nothing downloaded.

The vectors (256 numbers for each of 32,000 tokens) and the tokenizer are files of the wordllama package.
Reading them without importing the package saves most of a second; the vectors are the same.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

_TOKENIZER = os.path.join("tokenizers", "l2_supercat_tokenizer_config.json")
_WEIGHTS = os.path.join("weights", "l2_supercat_256.safetensors")
_LONGEST = 2_000
"""Characters of one text that are read."""


class Embedder:
    """Texts to unit vectors. Made by `load_embedder`."""

    def __init__(self, tokenizer: Any, weights: Any, numpy: Any) -> None:
        self._tokenizer = tokenizer
        self._weights = weights
        self._numpy = numpy

    def embed(self, texts: Sequence[str]) -> Any:
        """One row of 256 numbers a text; a text without tokens is all zeros."""
        numpy = self._numpy
        # A lone surrogate, which bytes that are no UTF-8 become, is no text to the tokenizer.
        clean = [text[:_LONGEST].encode("utf-8", "replace").decode() for text in texts]
        encoded = self._tokenizer.encode_batch(clean, add_special_tokens=False)
        rows = numpy.zeros((len(texts), self._weights.shape[1]), dtype=numpy.float32)
        for place, one in enumerate(encoded):
            if one.ids:
                rows[place] = self._weights[one.ids].astype(numpy.float32).mean(axis=0)
        norms = numpy.linalg.norm(rows, axis=1, keepdims=True)
        return rows / numpy.where(norms == 0, 1, norms)


class Meanings:
    """The meanings of a catalogue's items, to compare requests with."""

    def __init__(self, embedder: Embedder, texts: Sequence[str]) -> None:
        self._embedder = embedder
        self._rows = embedder.embed(texts)

    def likeness(self, text: str) -> list[float]:
        """How near each item is to `text`: 1 the nearest, 0 the average and what is further."""
        asked = self._embedder.embed([text])[0]
        scores = self._rows @ asked
        above = (scores - scores.mean()).clip(min=0)
        best = float(above.max())
        # Rounded, so that the last bits of different processors' sums do not decide an order.
        return [round(float(one) / best, 3) for one in above] if best > 0 else [0.0] * len(above)


@lru_cache(maxsize=1)
def load_embedder() -> Embedder | None:
    """The embedder, or None when the extra is not installed or is laid out in another way."""
    found = importlib.util.find_spec("wordllama")
    if found is None or found.origin is None:
        return None
    folder = os.path.dirname(found.origin)
    path = os.path.join(folder, _WEIGHTS)
    try:
        import numpy
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(os.path.join(folder, _TOKENIZER))
        with open(path, "rb") as file:
            size = int.from_bytes(file.read(8), "little")
            header = json.loads(file.read(size))["embedding.weight"]
        weights: Any = numpy.memmap(
            path,
            dtype=numpy.float16,
            mode="r",
            offset=8 + size + header["data_offsets"][0],
            shape=tuple(header["shape"]),
        )
    except (ImportError, OSError, ValueError, KeyError):
        return None
    return Embedder(tokenizer, weights, numpy)
