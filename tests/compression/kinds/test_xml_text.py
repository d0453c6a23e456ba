"""XML: elements by how often their path is seen, names, rare values; on lines of its own or on one."""

from knapsack_cli.compression.kinds import xml_text
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions, rows_from_view, write_rows


def shown(text: str) -> list[str]:
    """What the kind shows of `text`."""
    segment = Segment(text.split("\n"), 0, Hints())
    assert xml_text.recognise(segment) > 60
    decided = xml_text.decide(segment)
    assert decided is not None
    if isinstance(decided, View):
        return write_rows(rows_from_view(segment, decided))
    return write_rows(rows_from_decisions(segment, decided))


def project(count: int) -> str:
    """A build file with dependencies of which one differs."""
    parts = ["<?xml version='1.0'?>", "<project>", "  <name>app</name>", "  <dependencies>"]
    for number in range(count):
        scope = "test" if number == 7 else "compile"
        parts += ["    <dependency>", "      <groupId>org.example</groupId>"]
        parts += [f"      <artifactId>part-{number}</artifactId>", f"      <scope>{scope}</scope>"]
        parts += ["    </dependency>"]
    return "\n".join([*parts, "  </dependencies>", "</project>"])


def test_repeated_elements_by_name_and_what_is_rare() -> None:
    out = shown(project(40))
    assert all(any(f">part-{number}<" in line for line in out) for number in range(40))
    assert sum("<scope>test" in line for line in out) == 1
    assert sum("<scope>compile" in line for line in out) == 1
    assert sum("org.example" in line for line in out) == 1


def test_one_line_is_cut_between_its_tags() -> None:
    text = "".join(line.strip() for line in project(40).split("\n"))
    out = shown(text)
    assert "<artifactId>part-39</artifactId>" in out
    mark = next(line for line in out if line.startswith("[... "))
    start, end = map(int, mark.rsplit(" ", 1)[1].rstrip("]").split("-"))
    assert text[start:end].startswith("<")
    assert text[start:end].endswith(">")


def test_pages_and_diagnostics_are_no_xml() -> None:
    assert xml_text.recognise(Segment(["<html>", "<p>a</p>", "</html>"], 0, Hints())) == 0
    assert xml_text.recognise(Segment(["<stdin>:1: error: x", "<stdin>:2: error: y"] * 4, 0, Hints())) == 0


def test_tags_over_several_lines_hold_what_is_inside_them() -> None:
    lines = ["<?xml version='1.0'?>", "<manifest", '    package="org.example">']
    for number in range(30):
        lines += ["  <activity", f'      android:name=".Screen{number}"']
        lines += [f'      android:exported="{"true" if number == 7 else "false"}">']
        lines += ["    <filter>", f'      <action value="{"rare" if number == 9 else "main"}" />']
        lines += ["    </filter>", "  </activity>"]
    out = shown("\n".join([*lines, "</manifest>"]))
    assert all(any(f'".Screen{number}"' in line for line in out) for number in range(30))
    assert sum('value="rare"' in line for line in out) == 1
    assert sum('value="main"' in line for line in out) == 1
