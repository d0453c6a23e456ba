"""Settings files: what a project needs is listed whole, other lists by their beginning."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import config_text
from knapsack_cli.compression.model import Hints, Segment, View

PROJECT = (
    '[project]\nname = "till"\nversion = "1.2"\ndependencies = [\n'
    + "".join(f'  "part{at}>={at}.0",\n' for at in range(30))
    + "]\nclassifiers = [\n"
    + "".join(f'  "Topic :: Shops and what they sell :: Kind {at}",\n' for at in range(30))
    + ']\n\n[project.urls]\nhome = "https://till.example"\nsource = "https://till.example/source"\n\n[tool.check]\n'
    "line-length = 99\nstrict = true\n"
)
INI = "[tox]\nminversion = 4\nskip = true\n" + "".join(
    f"\n[testenv:part{part}]\nbasepython = python3.1{part % 3}\ndeps =\n"
    + "".join(f"    part{part}-{at}=={at}.1\n" for at in range(12))
    + f"commands =\n    check {{posargs}} --part {part}\n"
    for part in range(12)
)


def test_dependencies_of_a_project_are_all_shown() -> None:
    made = pipeline.plan(PROJECT, Hints())
    shown = "\n".join(made.lines)
    assert made.kinds == ["config"]
    assert all(f'"part{at}>={at}.0",' in shown for at in range(30))
    assert "Kind 2" in shown
    assert "Kind 29" not in shown


def test_values_that_go_on_on_indented_lines_are_read() -> None:
    made = pipeline.plan(INI, Hints())
    lines = made.lines
    assert made.kinds == ["config"]
    assert sum(line.strip().endswith(".1") for line in lines) == 144
    assert sum(line.endswith("deps =") for line in lines) == 12


def test_settings_under_hundreds_of_remarks_are_told() -> None:
    lines = ["[PHP]", *[f"; This remark number {n} explains how the file is read" for n in range(400)]]
    for number in range(30):
        lines += ["; what it does", f";option_{number} = 1", f"option_{number} = {number}", ""]
    segment = Segment(lines, 0, Hints())
    assert config_text.recognise(segment) > 60
    view = config_text.decide(segment)
    assert isinstance(view, View)
    texts = [row.text.partition(" ")[2] for row in view.rows]
    assert texts == ["[PHP]", *[f"option_{number} = {number}" for number in range(30)]]
