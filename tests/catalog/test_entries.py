"""Catalogues are found from their entries outward, whatever stands around and between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.catalog.entries import Entry, find_catalogues
from knapsack_cli.catalog.rendering import Form, edits
from knapsack_cli.text.json_spans import Edits

LONG = "It does a great many things for everybody, at length and in detail, and then some more of them. " * 2


def entry(name: str, inside: str = "") -> str:
    return f"<skill><name>{name}</name>{inside or f'<description>{LONG}</description>'}</skill>"


def names(text: str) -> list[list[str]]:
    return [[one.key for one in catalogue.entries] for catalogue in find_catalogues(text)]


def slimmed(text: str) -> str:
    found = find_catalogues(text)
    if any(one.slimmed for one in found):
        return text
    document = Edits(text)
    for one in found:
        for edit in edits(text, one, lambda entry: Form.NAME, len):
            document.replace(edit.start, edit.end, edit.replacement)
    return document.apply()


def block(*entries: str) -> str:
    return "<available_skills>\n" + "\n".join(entries) + "\n</available_skills>"


@pytest.mark.parametrize(
    "around",
    [
        "Never touch <available_skills> yourself. IMPORTANT RULE.\n{}",
        "<!-- <available_skills> <skill><name>x</name></skill> -->{}",
        '<note about="<available_skills>">{}</note>',
        "{}\nas said in </available_skills> above",
        "`<skill>` is a tag, and so is `</skill>`.\n{}",
        "<available_skills></available_skills>{}",
    ],
)
def test_mentions_of_the_tags_are_no_catalogue_and_stay(around: str) -> None:
    text = around.format(block(entry("a"), entry("b")))
    assert names(text) == [["a", "b"]]
    before, after = around.split("{}")
    assert slimmed(text).startswith(before)
    assert slimmed(text).endswith(after)
    assert len(slimmed(text)) < len(text)


def test_any_order_attributes_cdata_comments_and_unknown_children_are_read() -> None:
    text = block(
        entry("a", f"<location>/s/a/SKILL.md</location><description>{LONG}</description>"),
        f'<skill name="b" kind="x"><description>{LONG}</description><version>1.2</version></skill>',
        f"<skill><name>c</name><description><![CDATA[{LONG} </skill> ]]></description></skill>",
        entry("d", f"<!-- </skill> --><description>{LONG}</description><tags><tag>t</tag></tags>"),
        f"<skill>\n<name>\n e &amp; f \n</name>\n<description>\n{LONG}\n</description>\n</skill>",
    )
    assert names(text) == [["a", "b", "c", "d", "e & f"]]
    out = slimmed(text)
    assert LONG not in out
    assert "<version>1.2</version>" in out
    assert "<!-- </skill> -->" in out
    assert "<tags><tag>t</tag></tags>" in out


def test_foreign_text_between_entries_stays() -> None:
    text = block(entry("a"), "Read this: it matters.", "<!-- a comment -->", entry("b"), "<other/>")
    out = slimmed(text)
    for one in ("Read this: it matters.", "<!-- a comment -->", "<other/>"):
        assert one in out


@pytest.mark.parametrize(
    "broken",
    [
        "<skill><name>x</name><description>no end</skill>",
        "<skill>x</skill>",
        "<skill/>",
        "<skill><name></name></skill>",
    ],
)
def test_what_does_not_parse_as_an_entry_is_foreign(broken: str) -> None:
    text = block(entry("a"), broken, entry("b"))
    assert names(text) == [["a", "b"]]
    assert broken in slimmed(text)


def test_without_its_closing_or_opening_tag_nothing_is_touched() -> None:
    for text in (f"<available_skills>{entry('a')}", f"{entry('a')}</available_skills>", entry("a")):
        assert slimmed(text) == text


def test_the_note_of_an_entry_does_not_pass_for_ours() -> None:
    marked = entry("a", f"<description>&lt;skill_path_note by=&quot;knapsack&quot;&gt; {LONG}</description>")
    assert LONG not in slimmed(block(marked, entry("b")))


def test_a_catalogue_that_pi_skill_optimizer_slimmed_is_left() -> None:
    text = block("<!--skill-optimizer-->", entry("a"), entry("b"))
    assert slimmed(text) == text


def test_a_location_that_does_not_follow_from_the_name_is_kept() -> None:
    kept = ["/s/a/skill.md", "/s/other/SKILL.md", "user", "/s/A/SKILL.md"]
    inside = [f"<location>{one}</location><description>{LONG}</description>" for one in kept]
    out = slimmed(block(*[entry("a", one) for one in inside]))
    for one in kept:
        assert f"<location>{one}</location>" in out


def test_the_roots_of_several_folders_are_told_apart() -> None:
    def at(root: str, name: str) -> str:
        return entry(
            name, f"<description>{LONG}</description><location>{root}{name}{root[-1]}SKILL.md</location>"
        )

    out = slimmed(
        block(at("/u/s/", "a"), at("/u/s/", "b"), at("C:\\s\\", "c"), at("C:\\s\\", "d"), at("/z/", "e"))
    )
    assert "at /u/s/{name}/SKILL.md; with root 2, at C:\\s\\{name}\\SKILL.md." in out
    assert "<name>a</name></skill>" in out
    assert "<name>d</name><root>2</root></skill>" in out
    assert "<location>/z/e/SKILL.md</location>" in out


TAGS = (
    "<available_skills>|</available_skills>|<skill>|</skill>|<name>n</name>|<!--|-->|<![CDATA[|]]>|"
    '<location>/a/n/SKILL.md</location>| text |<x>|</x>|\n|<skill_path_note by="knapsack">|<skill |>|<'
)
PIECES = st.sampled_from([*TAGS.split("|"), f"<description>{LONG}</description>", entry("whole")])


@given(st.lists(PIECES, max_size=30))
def test_any_jumble_of_tags_keeps_its_text_and_its_names(pieces: list[str]) -> None:
    text = "".join(pieces)
    out = slimmed(text)
    assert len(out) <= len(text)
    assert slimmed(out) == out
    assert out.count("<name>") == text.count("<name>")
    position = 0
    entries: list[Entry] = [one for catalogue in find_catalogues(text) for one in catalogue.entries]
    for one in entries:
        assert text[position : one.start].strip() in out
        position = one.end


def test_entries_that_only_go_need_no_note() -> None:
    text = block(entry("a"), entry("b"), entry("c"))
    found = edits(text, find_catalogues(text)[0], lambda one: Form.GONE if one.key == "b" else Form.FULL, len)
    document = Edits(text)
    for edit in found:
        document.replace(edit.start, edit.end, edit.replacement)
    assert document.apply() == block(entry("a"), entry("c"))
