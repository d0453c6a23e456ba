"""What programs answer to --help, what pydoc, go doc and POD print: names stay, long descriptions go."""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import metrics, reference, usage
from knapsack_cli.compression.model import Hints, Segment, View


def _texts(view: object) -> list[str]:
    assert isinstance(view, View)
    return [row.text.partition(" ")[2] for row in view.rows]


def test_every_option_and_command_of_a_help_text_stays() -> None:
    lines = ["Usage: till [options] FILE", "", "Count coins.", "", "Commands:"]
    lines += [f"  count-{number}      Count drawer {number}" for number in range(10)]
    lines += ["", "Options:"]
    for number in range(40):
        lines += [f"  -o, --option-{number} N", f"                        Set number {number} of the till"]
        lines += ["                        and explain it at some length."]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "help"
    texts = _texts(usage.decide(segment))
    assert all(f"  -o, --option-{number} N" in texts for number in range(40))
    assert any(text.startswith("  count-7  ") and text.endswith("  Count drawer 7") for text in texts)
    assert "Options:" in texts
    assert "                        and explain it at some length." not in texts


def test_a_list_of_points_is_no_help_text() -> None:
    lines = ["Usage:", ""] + [f"  - point {number} of the plan" for number in range(20)]
    assert usage.recognise(Segment(lines, 0, Hints())) == 0


def test_go_doc_keeps_each_declaration_and_is_no_markdown() -> None:
    lines = ['package till // import "example/till"', "", "Package till counts coins.", "", "# Drawers", ""]
    lines += ["A drawer holds coins.", "It has a size.", "", "FUNCTIONS", ""]
    for number in range(12):
        lines += [f"func Count{number}(drawer Drawer) (int, error)"]
        lines += [f"    Count{number} counts one drawer", "    and returns an error when it is shut.", ""]
    lines += ["TYPES", "", "type Drawer struct {", "\tSize int", "\t// Shut tells.", "\tShut bool", "}", ""]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "reference"
    texts = _texts(reference.decide(segment))
    assert all(f"func Count{number}(drawer Drawer) (int, error)" in texts for number in range(12))
    assert {"# Drawers", "FUNCTIONS", "type Drawer struct {", "\tSize int", "\tShut bool"} <= set(texts)
    assert "    and returns an error when it is shut." not in texts


def test_pydoc_keeps_functions_and_methods() -> None:
    lines = ["Help on module till:", "", "NAME", "    till - count coins", "", "CLASSES", ""]
    lines += ["    class Drawer(builtins.object)", "     |  Drawer(size)", "     |  "]
    for number in range(8):
        lines += [
            f"     |  open_{number}(self, key)",
            "     |      Open it.",
            "     |      Again.",
            "     |  ",
        ]
    lines += [
        "FUNCTIONS",
        "    count(drawer)",
        "        Count it.",
        "        And more.",
        "",
        "FILE",
        "    till.py",
    ]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "reference"
    texts = _texts(reference.decide(segment))
    assert all(f"     |  open_{number}(self, key)" in texts for number in range(8))
    assert "    count(drawer)" in texts
    assert "        And more." not in texts


def test_metrics_stay_with_what_fails() -> None:
    lines: list[str] = []
    for number in range(30):
        lines += [f"# HELP till_{number}_seconds How long.", f"# TYPE till_{number}_seconds histogram"]
        lines += [f'till_{number}_seconds_bucket{{le="{bound}"}} 1' for bound in range(9)]
        lines += [f"till_{number}_seconds_sum 2", f"till_{number}_seconds_count 1"]
    lines += ["# HELP till_errors_total Errors.", "# TYPE till_errors_total counter"]
    lines += ['till_errors_total{why="shut"} 0', 'till_errors_total{why="lost"} 7']
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "metrics"
    texts = _texts(metrics.decide(segment))
    assert all(any(f"till_{number}_seconds" in text for text in texts) for number in range(30))
    assert 'till_errors_total{why="lost"} 7' in texts
    assert not any("_bucket" in text for text in texts)


def test_a_script_that_holds_its_own_help_is_no_help_text() -> None:
    lines = ["Usage: till [options]", "", "Options:"]
    lines += [f"  --option-{number}    set number {number} of the till" for number in range(20)]
    assert usage.recognise(Segment(lines, 0, Hints()))
    script = ["#!/bin/sh", "cat <<EOF", *lines, "EOF", 'test "$1" || exit 1']
    assert not usage.recognise(Segment(script, 0, Hints()))


def test_scripts_that_read_options_or_give_them_are_no_help_texts() -> None:
    cases = [f"    -{letter}|--option-{letter}) value={letter} ;;" for letter in "abcdefgh"]
    script = ["usage() {", '    echo "till FILE"', "}", "case $1 in", *cases, "esac"]
    assert usage.recognise(Segment(script, 0, Hints())) == 0
    given = [
        "Run:",
        "till open \\",
        *(f"    --drawer-{letter} {letter} \\" for letter in "abcdefgh"),
        "    coins",
    ]
    assert usage.recognise(Segment([*given, "Then:", "till close"], 0, Hints())) == 0
