"""SQL with routines: signatures stay, bodies in other languages go, whatever their grammar."""

from __future__ import annotations

from knapsack_cli.compression.kinds import source
from knapsack_cli.compression.model import Decisions, Hints, Segment

POSTGRES = """/* Stock of the shop. */
CREATE TABLE stock (
    id bigint PRIMARY KEY,
    held int NOT NULL
);
-- Moves goods between two shelves
CREATE OR REPLACE FUNCTION move_goods(
    p_from bigint
    , p_to bigint DEFAULT NULL)
    RETURNS boolean
    LANGUAGE plpgsql
    AS $body$
DECLARE
    v_row record;
BEGIN
    v_row := pick(p_from);
    FOR v_row IN SELECT id FROM stock LOOP
        EXECUTE format('UPDATE stock SET held = %s', v_row.id);
    END LOOP;
    RETURN true;
END
$body$;
CREATE FUNCTION count_goods() RETURNS int LANGUAGE sql AS $$ SELECT count(*) FROM stock; $$;
"""
MYSQL = """USE shop;
DELIMITER //
CREATE PROCEDURE close_day(IN p_day DATE)
BEGIN
    DECLARE v_sum INT;
    UPDATE tills SET closed = 1;
END //
CREATE TRIGGER tills_log AFTER UPDATE ON tills
FOR EACH ROW
BEGIN
    INSERT INTO till_log VALUES (NEW.id);
END //
DELIMITER ;
"""
ORACLE = """CREATE OR REPLACE PACKAGE BODY pricing AS
  PROCEDURE round_price(p_price IN OUT NUMBER) IS
  BEGIN
    p_price := ROUND(p_price, 2);
  END round_price;

  FUNCTION tax_of(p_price NUMBER) RETURN NUMBER IS
  BEGIN
    RETURN p_price * 0.2;
  END tax_of;
END pricing;
/
CREATE TABLE taxes (
  rate NUMBER
);
"""


def shown(text: str, path: str = "") -> list[str]:
    lines = text.splitlines()
    decided = source.decide(Segment(lines, 0, Hints(path=path)))
    assert isinstance(decided, Decisions)
    return [line.strip() for line, rank in zip(lines, decided.ranks, strict=True) if rank]


def test_signatures_and_columns_stay_and_bodies_go() -> None:
    for path in ("", "upgrade.sql"):
        kept = shown(POSTGRES, path)
        for part in ("held int NOT NULL", "p_from bigint", ", p_to bigint DEFAULT NULL)", "RETURNS boolean"):
            assert part in kept
        assert any("count_goods()" in line for line in kept)
        assert "-- Moves goods between two shelves" in kept
        assert not [line for line in kept if "v_row" in line or "EXECUTE" in line]


def test_bodies_between_begin_and_end_are_passed_over() -> None:
    kept = shown(MYSQL)
    assert "CREATE PROCEDURE close_day(IN p_day DATE)" in kept
    assert "CREATE TRIGGER tills_log AFTER UPDATE ON tills" in kept
    assert not [line for line in kept if "v_sum" in line or "INSERT" in line]


def test_routines_of_a_package_are_told_and_the_statement_after_it() -> None:
    kept = shown(ORACLE)
    assert "PROCEDURE round_price(p_price IN OUT NUMBER) IS" in kept
    assert "FUNCTION tax_of(p_price NUMBER) RETURN NUMBER IS" in kept
    assert "rate NUMBER" in kept
    assert not [line for line in kept if "p_price * 0.2" in line]


def test_a_log_that_quotes_a_statement_is_no_script() -> None:
    lines = ["2031-01-05 10:00:00 LOG:  statement: begin", *POSTGRES.splitlines()[5:]]
    assert source.recognise(Segment(lines, 0, Hints())) < 88


def test_bodies_in_quotes_are_passed_over() -> None:
    text = (
        "\\echo Use it with care \\quit\nCREATE OR REPLACE FUNCTION next_day(int4) RETURNS date AS '\n"
        "DECLARE\n"
        "    i int2 := 0;\nBEGIN\n    RETURN ''2031-01-05'';\nEND;\n' LANGUAGE 'plpgsql';\n"
        "CREATE FUNCTION shop.version() RETURNS text AS\n"
        "'MODULE_PATHNAME', 'shop_version'\nLANGUAGE C STABLE;\n"
        "CREATE FUNCTION shop.name_of(oid) RETURNS text AS\n"
        "$$\n  SELECT name FROM shop.names;\n$$\nLANGUAGE sql;\n"
        "CREATE VIEW shop.open_tills AS\n  SELECT id FROM tills;\n"
    )
    kept = shown(text)
    for name in ("next_day(int4)", "shop.version()", "shop.name_of(oid)", "VIEW shop.open_tills"):
        assert [line for line in kept if name in line]
    assert not [line for line in kept if "int2" in line or "SELECT" in line]
