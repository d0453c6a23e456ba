"""The span-preserving JSON scanner: what it accepts, where it says things are, what edits leave alone."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.text.json_spans import (
    ARRAY,
    OBJECT,
    STRING,
    Edits,
    JsonSyntaxError,
    JsonValue,
    StringOffsets,
    encode_string,
    scan_json,
)

DOCUMENTS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


def rebuilt(document: str, value: JsonValue) -> object:
    if value.kind is OBJECT:
        return {key: rebuilt(document, child) for key, child in zip(value.keys, value.children, strict=True)}
    if value.kind is ARRAY:
        return [rebuilt(document, child) for child in value.children]
    if value.kind is STRING:
        return value.text(document)
    return json.loads(document[value.start : value.end])


@given(DOCUMENTS, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_the_tree_is_what_json_reads(data: object, indent: int | str | None, ascii_only: bool) -> None:
    document = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    assert rebuilt(document, scan_json(document)) == data


@given(st.text(alphabet='{}[]":,\\u0123 \ntrfalsen-.eE', max_size=30))
def test_accepts_what_json_accepts_and_refuses_the_rest(document: str) -> None:
    try:
        json.loads(document, parse_constant=lambda name: pytest.fail(name))
        valid = True
    except ValueError:
        valid = False
    if valid:
        assert scan_json(document).end <= len(document)
    else:
        with pytest.raises(JsonSyntaxError) as refused:
            scan_json(document)
        assert 0 <= refused.value.position <= len(document)


@given(st.lists(st.integers(), max_size=8), st.data())
def test_removing_elements_leaves_json_with_the_others(items: list[int], data: st.DataObject) -> None:
    indexes = data.draw(st.sets(st.integers(0, max(0, len(items) - 1)), max_size=len(items)))
    indexes = {index for index in indexes if index < len(items)}
    document = " " + json.dumps(items, indent=data.draw(st.sampled_from([None, 2]))) + "\n"
    edits = Edits(document)
    edits.remove(scan_json(document), indexes)
    assert json.loads(edits.apply()) == [item for index, item in enumerate(items) if index not in indexes]


@given(st.lists(st.integers(), max_size=6), st.data())
def test_removing_members_leaves_json_with_the_others(items: list[int], data: st.DataObject) -> None:
    record = {f"k{index}": item for index, item in enumerate(items)}
    gone = data.draw(st.sets(st.sampled_from(sorted(record)))) if record else set()
    document = json.dumps(record)
    edits = Edits(document)
    edits.remove(scan_json(document), {list(record).index(key) for key in gone})
    assert json.loads(edits.apply()) == {key: item for key, item in record.items() if key not in gone}


@given(st.text(max_size=40), st.booleans(), st.data())
def test_a_part_of_a_literal_is_replaced_and_the_rest_keeps_its_spelling(
    text: str, ascii_only: bool, data: st.DataObject
) -> None:
    document = json.dumps({"a": text}, ensure_ascii=ascii_only)
    value = scan_json(document).member("a")
    assert value is not None
    offsets = StringOffsets(document, value)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    edits = Edits(document)
    edits.replace(
        offsets.position(start), offsets.position(end), encode_string("«\n»", ascii_only=offsets.ascii_only)
    )
    assert json.loads(edits.apply()) == {"a": text[:start] + "«\n»" + text[end:]}


def test_odd_spellings_outside_an_edit_stay() -> None:
    document = (
        '{ "n": 1.0E+05, "big": 123456789012345678901234567890.10, '
        '"s": "a\\/b \\u00e9 \\ud83d\\ude00 cut", "s2":"\\ud800" }\n'
    )
    value = scan_json(document).member("s")
    assert value is not None
    offsets = StringOffsets(document, value)
    start = offsets.text.index("cut")
    edits = Edits(document)
    edits.replace(
        offsets.position(start),
        offsets.position(start + 3),
        encode_string("é", ascii_only=offsets.ascii_only),
    )
    assert edits.apply() == document.replace("cut", "\\u00e9")


def test_of_duplicate_keys_the_last_is_taken() -> None:
    document = '{"a": 1, "a": 2}'
    tree = scan_json(document)
    value = tree.member("a")
    assert value is not None
    assert document[value.start : value.end] == "2"
    assert tree.keys == ["a", "a"]


def test_a_lone_surrogate_is_read_and_is_written_as_an_escape() -> None:
    document = '["\\ud800x"]'
    assert scan_json(document).children[0].text(document) == "\ud800x"
    assert encode_string("\ud800é", ascii_only=False) == "\\ud800é"


def test_depth_is_no_limit() -> None:
    depth = 200_000
    document = "[" * depth + "]" * depth
    assert scan_json(document).end == len(document)
    with pytest.raises(JsonSyntaxError):
        scan_json("[" * depth)


@pytest.mark.parametrize(
    "document",
    [
        "",
        "{",
        "[1,]",
        '{"a"}',
        '{"a":1,}',
        "[1 2]",
        "NaN",
        "01",
        "1.",
        '"\n"',
        '"\\x"',
        "{} {}",
        "[1}",
        '{"a":1]',
        "tru",
    ],
)
def test_what_is_not_json_is_refused(document: str) -> None:
    with pytest.raises(JsonSyntaxError):
        scan_json(document)


def test_overlapping_edits_are_refused() -> None:
    edits = Edits("abcdef")
    edits.replace(0, 3, "x")
    edits.replace(2, 4, "y")
    with pytest.raises(ValueError, match="overlap"):
        edits.apply()
