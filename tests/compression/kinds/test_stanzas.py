"""Records of `Key: value` lines parted by blank lines."""

from knapsack_cli.compression.kinds import yaml_text
from knapsack_cli.compression.kinds.stanzas import decide, recognise
from knapsack_cli.compression.model import Segment
from knapsack_cli.compression.options import Hints


def shown(text: str) -> list[str]:
    segment = Segment(text.strip("\n").split("\n"), 0, Hints())
    assert recognise(segment) > yaml_text.recognise(segment)
    view = decide(segment)
    assert view is not None
    return [row.text for row in view.rows]


def package(n: int, state: str = "installed") -> str:
    return (
        f"Package: crate-{n}\nState: {state}\nSection: boxes\nSize: {100 + n % 7}\nVersion: 1.{n}\n"
        f"Keeper: Depot <depot@example.org>\nDescription: holds {n} jars\n It is made of wood and has a lid\n"
        " that may be taken off.\n"
    )


def test_each_record_stays_by_its_name_and_what_differs() -> None:
    out = shown("\n".join(package(n, "broken" if n == 31 else "installed") for n in range(60)))
    names = [row.partition(" ")[2] for row in out]
    assert all(f"Package: crate-{n}" in names for n in range(60))
    assert "State: broken" in names
    assert "Keeper: Depot <depot@example.org>" in names
    assert sum(row.endswith("Section: boxes") for row in out) == 1
    assert not any("made of wood" in row for row in out)
    assert out[0].startswith("[60 records: ")


def test_rows_of_a_query_that_are_numbered_stay_by_what_differs_alone() -> None:
    rows = [f"  id = {n}\n site = depot-{n % 3}\n kilo = {10 + n % 5}.5\n" for n in range(90)]
    rows[40] = "  id = 40\n site = depot-1\n kilo = -900.5\n"
    out = shown("\n".join(rows))
    assert any(row.endswith(" kilo = -900.5") for row in out)
    assert any(row.endswith("  id = 40") for row in out)
    assert len(out) < 30


def test_paragraphs_are_no_records() -> None:
    text = "\n\n".join(f"Note {n}: this is said of it.\nAnd more of it\nis said here." for n in range(10))
    assert not recognise(Segment(text.split("\n"), 0, Hints()))


def test_records_without_blank_lines_begin_with_one_key() -> None:
    text = "".join(
        f"Name        : crate-{n}\nVersion     : 1.{n}\nGroup       : boxes\nSummary     : holds {n} jars\n"
        f"Description :\nIt is made of wood.\nIt has a lid.\n"
        for n in range(20)
    )
    out = shown(text)
    assert all(any(f"Name        : crate-{n}" in line for line in out) for n in range(20))
    assert sum("made of wood" in line for line in out) == 0


def test_titles_of_structures_are_told_with_the_first_of_each() -> None:
    def structure(n: int, title: str) -> str:
        head = f"Handle 0x{n:04x}, DMI type 4, 42 bytes\n{title}\n"
        return f"{head}\tSocket: S{n % 2}\n\tType: Central\n\tSpeed: {n % 5} MHz\n\n"

    text = "".join(structure(n, "Processor Information" if n % 3 else "Memory Device") for n in range(60))
    out = "\n".join(shown(text))
    assert "Processor Information" in out
    assert "Memory Device" in out


def test_what_was_asked_for_stays_in_each_record() -> None:
    text = "\n\n".join(
        f"Start-Date: 2026-01-0{n}  10:00:00\nCommandline: apt-get install -y {name}\n"
        f"Install: {name}:amd64 (1.{n})\nEnd-Date: 2026-01-0{n}  10:00:09"
        for n, name in enumerate("till shelf quota crate depot".split(), 1)
    )
    rows = "\n".join(shown(text))
    assert all(f"apt-get install -y {name}" in rows for name in ("till", "quota", "depot"))
