"""Catalogues of types are told by names where the outline would be nearly the text."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

FIELDS = "".join(f"    unsigned long  counter_of_kind_{n};  /* how often it came */\n" for n in range(9))
STRUCT = "typedef struct _Event{0} {{\n" + FIELDS.replace("{", "{{").replace("}", "}}") + "}} Event{0};\n\n"
PROTOTYPE = "extern int take_event_{0}(\n    Display *  display,\n    unsigned   first\n);\n\n"
HEADER = (
    "#ifndef EVENTS_H\n#define EVENTS_H\n#include <stddef.h>\n\n"
    + "".join(STRUCT.format(n) for n in range(14))
    + "".join(PROTOTYPE.format(n) for n in range(9))
    + "#endif\n"
)


def written(text: str) -> str:
    return "\n".join(pipeline.plan(text, Hints()).lines)


def test_runs_of_fields_are_told_by_their_names() -> None:
    text = written(HEADER)
    assert len(text) < 0.45 * len(HEADER)
    assert "[... 9 lines 6-14: counter_of_kind_0, counter_of_kind_1," in text
    for n in range(14):
        assert f"Event{n};" in text


def test_members_of_a_catalogue_of_interfaces_are_told_by_their_names() -> None:
    members = "".join(f"  onEvent{n}?: (event: PointerEvent) => void;\n" for n in range(8))
    text = "".join(f"export interface Attributes{n} {{\n{members}}}\n" for n in range(24))
    outline = written(text)
    assert len(outline) < 0.5 * len(text)
    assert "interface Attributes23" in outline
    assert "onEvent7" in outline


def test_small_headers_keep_their_fields() -> None:
    text = "#include <stddef.h>\n#define A 1\n#define B 2\n" + STRUCT.format(0) * 3
    assert "[... " not in written(text)


def test_macros_among_fields_keep_their_own_names() -> None:
    fields = "".join(f"    int number_of_{n};\n#define short_{n}\tu.number_of_{n}\n" for n in range(9))
    text = "#include <stddef.h>\n" + "".join(f"struct part_{at} {{\n{fields}}};\n" for at in range(20))
    outline = written(text)
    assert outline.count("short_8") == 20


def test_enumerators_of_a_broken_header_are_no_parameters() -> None:
    kinds = "".join(f"  KIND_{n} = {n},\n" for n in range(9))
    text = "#include <a.h>\nAPI_OPEN(\n" + "".join(
        f"typedef enum {{\n{kinds}}} kind_{at};\nLIB int take_{at}(kind_{at} kind);\n" for at in range(60)
    )
    outline = written(text)
    assert outline.count("KIND_1,") + outline.count("KIND_1 =") == 60


def test_signatures_macros_attributes_and_documentation_stay_whole() -> None:
    text = (
        HEADER.replace("#endif\n", "")
        + "".join(f"#define EVENT_KIND_{n}  (1 << {n})\n" for n in range(300))
        + "".join(
            f"/* Takes what came {n}th. */\nstruct kind *take_{n}(struct event *, int first);\n"
            for n in range(300)
        )
        + "#endif\n"
    )
    outline = written(text)
    for line in text.splitlines():
        if not line.startswith("    unsigned long") and line.strip() not in (
            "",
            "#ifndef EVENTS_H",
            "#endif",
        ):
            assert line in outline
