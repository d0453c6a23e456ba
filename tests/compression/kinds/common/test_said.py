"""What a program said beside source: an outline hides no error."""

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

PYTHON = "".join(
    f'import m{n}\n\ndef f{n}(a, b):\n    """Say {n}."""\n    x = a + b\n    y = x * 2\n    return y\n\n'
    f"class C{n}:\n    def go(self):\n        total = {n}\n        return total\n\n"
    for n in range(20)
)
SCRIPT = "".join(
    f"import {{ x{n} }} from './m{n}';\nfunction f{n}(a) {{\n  const b = a + {n};\n  return b * 2;\n}}\n\n"
    for n in range(20)
)
NOTES = "# Notes\n\n" + "".join(
    f"## Part {n}\n\nProse about part {n} that goes on for quite a while, as prose does.\n\nMore of it.\n\n"
    for n in range(30)
)
PAGE = (
    "<!DOCTYPE html>\n<html><head><title>T</title></head><body>\n"
    + "".join(f'<p class="x">paragraph {n} <a href="/x{n}">link</a></p>\n' for n in range(80))
    + "</body></html>\n"
)
COMMITS = "".join(
    f"commit {n:040x}\nAuthor: A <a@b.test>\nDate:   Mon Aug 3 11:52:{n} 2026 +0000\n\n    Mend part {n}\n\n"
    for n in range(10, 50)
)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            PYTHON,
            [
                "Traceback (most recent call last):",
                '  File "/srv/a.py", line 5, in f1',
                "    x = a + b",
                "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
            ],
        ),
        (
            SCRIPT,
            [
                "SyntaxError: Unexpected token '}'",
                "    at wrapSafe (node:internal/modules/cjs/loader:1378:20)",
            ],
        ),
        (PYTHON, ["run.sh: line 44: kubectl: command not found"]),
        (PYTHON, ["error: no rule for target"]),
        (PYTHON, ["cat: more.py: No such file or directory"]),
        (PYTHON, ["./a.go:12:3: undefined: x", "exit status 1"]),
        (NOTES, ["cat: more.md: No such file or directory"]),
        (PAGE, ["curl: (56) Recv failure: Connection reset by peer"]),
        (COMMITS, ["fatal: bad object HEAD"]),
    ],
)
def test_what_a_run_said_after_the_file_stays(source: str, said: list[str]) -> None:
    plan = pipeline.plan(source + "\n".join(said) + "\n", Hints())
    shown = "\n".join(plan.lines)
    assert len(shown) < len(source)
    for line in said:
        assert line in shown


def test_the_answers_of_a_database_are_no_source() -> None:
    tags = "".join(f"CREATE TABLE\nCREATE INDEX\nALTER TABLE\nINSERT 0 {n}\n" for n in range(40))
    text = tags + 'ERROR:  column "emial" of relation "users" does not exist\nROLLBACK\n'
    lines = pipeline.plan(text, Hints()).lines
    assert 'ERROR:  column "emial" of relation "users" does not exist' in lines
    assert lines[-1] == "ROLLBACK"


def test_an_error_between_echoed_statements_stays() -> None:
    statements = "".join(
        f"CREATE TABLE t{n} (\n  id bigint PRIMARY KEY,\n  name text NOT NULL,\n  a int,\n  b int,\n"
        "  c int,\n  d int,\n  e int,\n  f int\n);\nCREATE TABLE\n"
        for n in range(15)
    )
    error = 'psql:m.sql:201: ERROR:  column "nme" referenced in foreign key constraint does not exist'
    assert error in pipeline.plan(statements + error + "\n" + statements, Hints()).lines
