"""Markdown: headings, the first line under each, commands, heads of tables and code, what binds."""

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import markdown
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions, rows_from_view, write_rows

GUIDE = """\
# Tool guide

This tool does things to files.
It does them well.

Setup
=====

Install it first.

```sh
# get the sources
curl -LO https://example.com/tool.tgz
tar xf tool.tgz
```

More words about it.
You are asked nothing.

Never run it as root.

## Options

| option | does |
|---|---|
| -a | all |
| -b | both |

Words after the table.

- first thing
- second thing
- third thing
- fourth thing
  continued

```json
{
  "limit": 10,
  "more": true
}
```

```
$ tool -a x
many lines
of output
$ tool -b x
```

[home]: https://example.com/
"""


def shown(text: str) -> list[str]:
    """What the kind shows of `text`."""
    segment = Segment(text.split("\n"), 0, Hints())
    assert markdown.recognise(segment) > 60
    decided = markdown.decide(segment)
    if isinstance(decided, View):
        return write_rows(rows_from_view(segment, decided))
    assert decided is not None
    return write_rows(rows_from_decisions(segment, decided))


def test_a_guide_keeps_its_bones() -> None:
    out = "\n".join(shown(GUIDE))
    for line in (
        "# Tool guide",
        "This tool does things to files.",
        "Setup",
        "Install it first.",
        "# get the sources",
        "curl -LO https://example.com/tool.tgz",
        "tar xf tool.tgz",
        "Never run it as root.",
        "## Options",
        "| option | does |",
        "- first thing",
        '  "limit": 10,',
        "$ tool -a x",
        "$ tool -b x",
        "[home]: https://example.com/",
    ):
        assert line in out
    assert "It does them well." not in out
    assert "fourth thing" not in out
    assert "of output" not in out


def test_numbers_are_the_lines() -> None:
    for line in shown(GUIDE * 3):
        number, _, text = line.partition(" ")
        assert (GUIDE * 3).split("\n")[int(number) - 1] == text


def test_a_changelog_is_its_versions_with_more_of_the_newest() -> None:
    text = "\n".join(
        f"## 1.{number}.0\n\n### Fixed\n\n- a fault in part {number}\n- another in part {number}\n"
        for number in range(200, 0, -1)
    )
    out = shown(text)
    assert all(any(line.endswith(f"## 1.{number}.0") for line in out) for number in range(1, 201))
    assert any("a fault in part 200" in line for line in out)
    assert not any(line[-17:] == "a fault in part 3" for line in out)


def test_scripts_and_configuration_are_not_markdown() -> None:
    script = "#!/bin/sh\n# prepare\nset -e\n\n# build\nmake\n\n# test\nmake test\n" * 3
    assert markdown.recognise(Segment(script.split("\n"), 0, Hints())) == 0
    settings = "# the port\nport: 1\n# the host\nhost: x\n" * 5
    assert markdown.recognise(Segment(settings.split("\n"), 0, Hints())) == 0


def test_comments_in_code_title_examples_and_stay_longer_than_what_opens_a_section() -> None:
    words = "It takes what comes and gives it to whoever asks for it, as often as they ask for it at all.\n"
    text = "".join(
        f"## Part {number}\n\n{words}\n```sh\n# Give what part {number} has\ntill give {number}\n```\n\n"
        + (words + "\n") * 2
        for number in range(40)
    )
    rows = "\n".join(shown(text))
    assert all(f"# Give what part {number} has" in rows for number in range(40))
    assert "till give 39" not in rows


def test_underlined_titles_above_lists_with_code_are_markdown() -> None:
    text = "CHANGELOG\n=========\n\n" + "".join(
        f"1.{number}.0\n------\n- New things\n    - `--what-{number}` shows what is and was there\n"
        "      and it was there for all to see, whatever that is or may be\n"
        "      in the end, when it has come to what it was made for\n"
        "      and nobody has asked for more than that in all the years.\n\n  ```sh\n  till --what\n  ```\n\n"
        for number in range(60)
    )
    text += "### Fixes that came late\n\n- It works\n"
    verdict = detect.recognise(Segment(text.split("\n"), 0, Hints()))
    assert verdict.kind.name == "markdown"
    assert any("### Fixes that came late" in row for row in shown(text))
