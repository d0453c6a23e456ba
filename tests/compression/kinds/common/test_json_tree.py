"""The lenient scanner: spans and spellings stay, nothing recurses, broken texts give what was read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.compression.kinds.common.json_tree import Container, Value, numbers_of, scan, spread, tight

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=30,
)


def rebuilt(text: str, value: Value) -> object:
    """The value that the tree stands for."""
    if isinstance(value, str):
        return json.loads(value)
    if value.bulk:
        spread(text, value)
    if value.is_object:
        keys = [json.loads(f'"{key}"') for key in value.keys]
        return dict(zip(keys, (rebuilt(text, item) for item in value.values), strict=True))
    return [rebuilt(text, item) for item in value.values]


@given(st.lists(JSON) | st.dictionaries(st.text(), JSON), st.sampled_from([None, 2]), st.booleans())
def test_the_tree_holds_what_the_text_holds(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    root, end = scan(text)
    assert root is not None
    assert root.closed
    assert end == len(text)
    assert rebuilt(text, root) == value


@given(st.lists(JSON, min_size=1), st.data())
def test_a_text_that_breaks_off_gives_what_was_read(value: list[object], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    root, end = scan(text[:cut])
    assert root is not None
    assert end <= cut
    if root.bulk:
        return
    assert not root.closed


@pytest.mark.parametrize("piece", ["[", '{"a":', "[1,", "[[0],"])
def test_depth_is_no_limit(piece: str) -> None:
    root, _ = scan(piece * 100_000)
    assert root is not None


def test_numbers_escapes_and_duplicate_keys_stay_as_written() -> None:
    text = '{"n": 1e5, "n": 0.10, "big": 12345678901234567890, "s": "\\u00e9\\n"}'
    root, _ = scan(text)
    assert root is not None
    assert root.keys == ["n", "n", "big", "s"]
    assert root.values == ["1e5", "0.10", "12345678901234567890", '"\\u00e9\\n"']
    assert root.get("n") == "0.10"


def test_bulk_numbers_are_one_leaf() -> None:
    text = '{"c": [[1, 2.50], [3, -4e2]]}'
    root, _ = scan(text)
    assert root is not None
    inner = root.values[0]
    assert isinstance(inner, Container)
    assert inner.bulk
    assert numbers_of(text, inner) == ["1", "2.50", "3", "-4e2"]


def test_tight_takes_only_what_lies_between_lines() -> None:
    assert tight('{\n  "a": "x\\n y",\n  "b": [\n    1\n  ]\n}') == '{"a": "x\\n y","b": [1]}'
