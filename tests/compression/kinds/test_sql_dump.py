"""Dumps of databases: what they define stays, rows are told by those that differ."""

from knapsack_cli.compression.kinds import sql_dump
from knapsack_cli.compression.kinds.sql_dump import decide, recognise
from knapsack_cli.compression.model import Segment
from knapsack_cli.compression.options import Hints


def segment(text: str) -> Segment:
    return Segment(text.strip("\n").split("\n"), 0, Hints())


def shown(text: str) -> list[str]:
    view = decide(segment(text))
    assert view is not None
    return [row.text for row in view.rows]


def inserts(count: int) -> list[str]:
    lines = [f"INSERT INTO jars VALUES({n},'plum','shelf-{n % 3}',{n % 5}.5);" for n in range(1, count)]
    lines[41] = "INSERT INTO jars VALUES(42,'quince, sour','shelf-1',-80.25);"
    return lines


def test_the_row_that_differs_is_kept_among_inserted_ones() -> None:
    text = "PRAGMA foreign_keys=OFF;\nCREATE TABLE jars(id int, fruit text, place text, litres real);\n"
    out = shown(text + "\n".join(inserts(200)))
    assert "2 CREATE TABLE jars(id int, fruit text, place text, litres real);" in out
    assert "44 INSERT INTO jars VALUES(42,'quince, sour','shelf-1',-80.25);" in out
    assert len(out) < 20
    mark = next(row for row in out if row.startswith("[x"))
    assert "rows like these, within lines 5-" in mark


def test_constraints_of_a_dump_stay_and_its_owners_go() -> None:
    text = """
--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
CREATE TABLE depot.crates (
    id integer NOT NULL,
    weight numeric(6,1)
);
ALTER TABLE depot.crates OWNER TO keeper;
COPY depot.crates (id, weight) FROM stdin;
1\t2.5
2\t\\N
\\.
ALTER TABLE ONLY depot.crates
    ADD CONSTRAINT crates_pkey PRIMARY KEY (id);
"""
    out = shown(text)
    assert "7     weight numeric(6,1)" in out
    assert "15     ADD CONSTRAINT crates_pkey PRIMARY KEY (id);" in out
    assert "12 2\t\\N" in out
    assert not any("OWNER TO" in row or "statement_timeout" in row for row in out)


def test_an_error_after_the_dump_is_kept() -> None:
    out = shown("PRAGMA foreign_keys=OFF;\n" + "\n".join(inserts(60)) + "\nError: disk is full\n")
    assert any(row.endswith("Error: disk is full") for row in out)


def test_a_script_with_one_insert_is_no_dump() -> None:
    assert not recognise(segment("CREATE TABLE a(b int);\nSELECT 1;\nINSERT INTO a VALUES(1);\nSELECT 2;\n"))


def test_values_are_parted_outside_quotes_and_brackets() -> None:
    assert sql_dump._values("(1,'a, b',f(2,3),'it''s');") == ["1", "'a, b'", "f(2,3)", "'it''s'"]
