"""CSV and aligned tables: header, first and last rows, the rows that differ, counts of the rest."""

from pathlib import Path

import pytest
from support import knapsack

from knapsack_cli.compression import detect
from knapsack_cli.compression.kinds import aligned, delimited, expanded
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions, rows_from_view, write_rows


def shown(lines: list[str], kind: object = aligned) -> list[str]:
    """What the kind shows of `lines`."""
    segment = Segment(lines, 0, Hints())
    assert kind.recognise(segment) > 60  # type: ignore[attr-defined]
    decided = kind.decide(segment)  # type: ignore[attr-defined]
    assert decided is not None
    if isinstance(decided, View):
        return write_rows(rows_from_view(segment, decided))
    return write_rows(rows_from_decisions(segment, decided))


def test_csv_keeps_the_extremes_and_counts_the_kinds() -> None:
    lines = ["day,degrees,sky"] + [
        f"2026-01-{n % 28 + 1:02},{10 + n % 9}.5,{'sun' if n % 3 else 'rain'}" for n in range(200)
    ]
    lines[78] = "2026-01-15,-31.0,snow"
    assert shown(lines, delimited) == [
        lines[0],
        lines[1],
        lines[2],
        lines[3],
        "[x195 rows like these, lines 5-200: day 2026-01-01..2026-01-28; degrees 10.5..18.5;"
        " sky sun x129, rain x66]",
        lines[78],
        lines[200],
    ]


def test_csv_with_quoted_delimiters() -> None:
    lines = ["id,name,city"] + [f'{n},"Doe, Jane {n}","Paris ""{n % 3}"""' for n in range(60)]
    lines[31] = '30,"Doe, Jane 30",'
    assert lines[31] in shown(lines, delimited)


@pytest.mark.parametrize(
    "lines",
    [
        ["Dear all, this is a letter", "with commas, some of them", "in each line, always one,"] * 4,
        ["int a, b;", "int c, d;", "int e, f;"] * 4,
        ["2026-01-01 10:00:00,123 INFO start"] * 12,
    ],
)
def test_text_with_commas_is_no_csv(lines: list[str]) -> None:
    assert delimited.recognise(Segment(lines, 0, Hints())) == 0


def test_csv_without_a_header_calls_columns_by_position() -> None:
    lines = [f"{n},{'Ada' if n % 2 else 'Bo'} Lee,{20 + n % 9}.50,DE" for n in range(100)]
    lines[41] = "41,Ada Lee,99999.00,DE"
    lines[60] = "60,Bo Lee,22.50,ZZ"
    assert shown(lines, delimited) == [
        *lines[:3],
        "[x94 rows like these, lines 4-99: column 1 3..98; column 2 Ada Lee x47, Bo Lee x47;"
        " column 3 20.50..28.50; column 4 DE in all]",
        lines[41],
        lines[60],
        lines[99],
    ]


def test_rows_that_begin_with_dates_are_a_table_and_no_log() -> None:
    rows = [f"2026-01-02 10:{n:02}:00,{n % 7}.25,{n % 5},ok" for n in range(60)]
    rows[30] = "2026-01-02 10:30:00,4.25,99999,ok"
    rows[40] = "2026-01-02 10:40:00,4.25,1,FAILED"
    for head in (["# station 12", "taken,level,load,state"], ["# station 12"], []):
        lines = head + rows
        assert detect.recognise(Segment(lines, 0, Hints())).kind.name == "csv"
        text = shown(lines, delimited)
        assert {*head, rows[30], rows[40]} <= set(text)


def test_decimal_commas_are_compared_as_such() -> None:
    lines = ["Tag;Preis"] + [f"{n};{n % 9},{n % 4}5" for n in range(60)]
    lines[20] = "19;9,125"
    lines[30] = "29;10,2"
    lines[40] = "39;-1.250,50"
    text = shown(lines, delimited)
    assert lines[40] in text
    assert "Preis 0,05..9,125" in "".join(text) or lines[20] in text
    assert lines[30] in text


def test_names_after_a_sharp_are_a_header() -> None:
    lines = ["##source=x", "#CHROM\tPOS\tFILTER"] + [f"1\t{n * 7}\tPASS" for n in range(80)]
    lines[50] = "1\t336\tLowQual"
    text = shown(lines, delimited)
    assert text[:2] == lines[:2]
    assert lines[50] in text


def test_unhealthy_rows_stay_and_the_healthy_are_named() -> None:
    lines = ["NAME            READY   STATUS             RESTARTS   AGE"]
    lines += [f"pod-{n:<12}1/1     Running            0          {n}d" for n in range(30)]
    lines[14] = "pod-13          0/1     CrashLoopBackOff   41         3d"
    lines[21] = "pod-20          1/2     Running            0          20d"
    out = shown(lines)
    assert "pod-13  0/1  CrashLoopBackOff  41  3d" in out
    assert "pod-20  1/2  Running  0  20d" in out
    assert out[2].startswith("[x26 rows like these, lines 3-30: NAME pod-1, pod-2, pod-3,")
    assert out[2].endswith("READY 1/1 in all; STATUS Running in all; RESTARTS 0 in all; AGE 1d..28d]")


def test_pods_that_run_but_are_not_ready_stay_though_they_are_several() -> None:
    lines = ["NAME            READY   STATUS      RESTARTS   AGE"]
    lines += [f"pod-{n:<12}1/1     Running     0          {n}d" for n in range(24)]
    for n in (5, 9, 13, 17):
        lines[n + 1] = f"pod-{n:<12}0/1     Running     0          {n}d"
    for n in (6, 7, 8, 10):
        lines[n + 1] = f"pod-{n:<12}0/1     Completed   0          {n}d"
    out = shown(lines)
    assert [row for row in out if "  0/1  " in row] == [
        f"pod-{n}  0/1  Running  0  {n}d" for n in (5, 9, 13, 17)
    ]


def test_images_with_several_tags_are_each_named() -> None:
    lines = ["REPOSITORY            TAG       IMAGE ID        CREATED        SIZE"]
    lines += [
        f"example/tool-{n % 17:<9}v{n:<8}9f{n:010x}    {n % 9} days ago     {n}0MB" for n in range(10, 70)
    ]
    told = next(row for row in shown(lines) if row.startswith("[x"))
    assert all(f"example/tool-{n} x" in told for n in range(17))


def test_names_too_many_to_be_told_in_full_are_told_by_their_ends() -> None:
    lines = ["NAME                                READY   STATUS    AGE"]
    lines += [f"checkout-gateway-7d9f4c55bd-x{n:<7}1/1     Running   {n}d" for n in range(60)]
    lines[40] = "checkout-gateway-7d9f4c55bd-x39     0/1     Evicted   3d"
    told = next(line for line in shown(lines) if line.startswith("[x"))
    assert ": NAME checkout-gateway-7d9f4c55bd-{x1,x2,x3," in told


def test_tables_one_under_the_other_are_each_a_table() -> None:
    """`kubectl get all`: a pod, a service and a deployment have other columns."""
    lines = ["NAME          READY   STATUS    AGE"]
    lines += [f"pod/api-{n:<6}1/1     Running   {n}d" for n in range(40)]
    lines[30] = "pod/api-29    0/1     Error     3d"
    lines += ["", "NAME          TYPE        PORT(S)"]
    lines += [f"service/s{n:<5}ClusterIP   80/TCP" for n in range(3)]
    lines += ["", "NAME          READY   UP-TO-DATE   AVAILABLE   AGE"]
    lines += [f"deploy/d{n:<6}2/2     2            2           {n}d" for n in range(20)]
    lines[-5] = "deploy/d15    1/2     2            1           15d"
    out = shown(lines)
    assert "pod/api-29  0/1  Error  3d" in out
    assert "NAME  TYPE  PORT(S)" in out
    assert "service/s2  ClusterIP  80/TCP" in out
    assert "deploy/d15  1/2  2  1  15d" in out
    assert len(out) < 40


def test_a_command_that_has_a_timeout_among_its_options_has_not_failed() -> None:
    lines = ["  PID USER     %CPU CMD"]
    lines += [f"{n:>5} root      0.0 worker --startup-timeout 60 --shard {n}" for n in range(100, 160)]
    lines[30] = "  129 root     97.0 convert big.png"
    out = shown(lines)
    assert any("convert big.png" in line for line in out)
    assert len(out) < 10


def test_a_column_that_holds_nothing_is_told_once() -> None:
    lines = ["NAME            READY   NODE      NOMINATED NODE   READINESS GATES"]
    lines += [f"api-7d9f-x{n:<6}1/1     node-{n % 3}    <none>           <none>" for n in range(20)]
    out = shown(lines)
    assert out[:3] == [
        "[in all rows: NOMINATED NODE <none>, READINESS GATES <none>]",
        "NAME  READY  NODE",
        "api-7d9f-x0  1/1  node-0",
    ]


def test_processes_are_told_apart_by_what_they_run() -> None:
    lines = ["USER       PID %CPU %MEM COMMAND"]
    lines += [f"root     {n:>5}  0.0  0.1 [kworker/{n}]" for n in range(100, 160)]
    lines[20] = "www        119  0.1  0.4 nginx: worker process"
    lines[40] = "root       139 98.7 40.2 python train.py --epochs 3"
    out = shown(lines)
    assert "www  119  0.1  0.4 nginx: worker process" in out
    assert "root  139 98.7 40.2 python train.py --epochs 3" in out
    assert len(out) < 12


def test_a_list_of_packages_is_names_and_versions() -> None:
    lines = ["Package     Version    Location", "----------- ---------- --------"]
    lines += [f"package{n:<4} 1.{n}.0{' ' * (8 - len(str(n)))}/usr/lib" for n in range(40)]
    out = shown(lines)
    assert out[2] == "[40 rows: Package and Version; Location /usr/lib in all]"
    assert out[3] == "package0 1.0.0"
    assert out[-1] == "package39 1.39.0"


def test_bars_are_columns() -> None:
    rule = "+----+--------+--------+"
    lines = [rule, "| id | name   | state  |", rule]
    lines += [f"| {n:>2} | user{n:<3}| active |" for n in range(60)]
    lines[40] = "| 37 | user37 | banned |"
    lines += [rule, "60 rows in set (0.01 sec)"]
    out = shown(lines)
    assert lines[40] in out
    assert out[-1] == "60 rows in set (0.01 sec)"
    assert out[:3] == [rule, "| id | name  | state  |", rule]


def test_blank_cells_and_right_alignment() -> None:
    lines = ["COMMAND     PID   TID USER   FD   TYPE NODE NAME"]
    lines += [f"server     {n:>4}       root  {n % 90:>2}u   IPv4  TCP host:{n}" for n in range(100, 180)]
    lines[33] = "server      132    77 root  42u   IPv6  UDP host:132"
    assert lines[33] in shown(lines)


def test_a_small_table_loses_its_padding_only() -> None:
    lines = ["NAME          STATE         SINCE"] + [
        f"unit-{n}        {'up' if n else 'down'}            {n}d" for n in range(6)
    ]
    out = shown(lines)
    assert out[0] == lines[0]
    assert out[1] == "unit-0  down  0d"


def test_when_processes_began_sets_none_of_them_apart_and_long_commands_are_windowed() -> None:
    starts = ["19:00"] * 60 + [f"{21 + n % 3}:{10 + n}" for n in range(20)]
    lines = ["USER  PID %CPU START   TIME COMMAND"]
    lines += [f"root {100 + n:4}  0.0 {start}   0:00 [worker/{n}]" for n, start in enumerate(starts)]
    lines[30] = "root  130  0.0 19:00   0:00 backend --environment " + "NAME=value-of-it " * 90 + "--last"
    out = shown(lines)
    assert len(out) < 10
    (long,) = [line for line in out if "backend" in line]
    assert long.startswith("root  130  0.0 19:00  0:00 backend")
    assert long.endswith("--last")
    assert len(long) < 700


def test_what_command_lines_share_is_told_once() -> None:
    options = " ".join(f"--feature-{n}=enabled" for n in range(16))
    lines = ["USER  PID %CPU STAT COMMAND"]
    lines += [f"app  {100 + n}  0.0 S    worker{n}" for n in range(20)]
    lines[5] = f"app  104  71.0 R    /opt/browser {options} --renderer-id=7"
    lines[9] = f"app  108  69.0 D  /opt/browser {options} --renderer-id=8"
    text = shown(lines)
    assert lines[5].replace("R    /", "R  /") in text
    assert (
        "app  108  69.0 D  /opt/browser --feature-0=enabled --featu"
        " [... 293 characters as in line 6 ...] abled --renderer-id=8" in text
    )


def test_rows_written_one_cell_a_line_are_told_like_a_tables() -> None:
    lines: list[str] = []
    for n in range(1, 41):
        lines.append(f"*************************** {n}. row ***************************")
        state = "failed" if n == 17 else "paid"
        lines += [f"    id: {n}", f"status: {state}", f" total: {n}.50", "  note: first line", "second line"]
    out = shown(lines, expanded)
    assert out[:3] == [lines[0], "    id: 1", "status: paid"]
    assert "status: failed" in out
    assert "    id: 17" in out
    assert any(
        line.startswith("[x37 rows like this, lines 7-234: id 2..39; status paid in all") for line in out
    )


def test_records_of_psql_are_rows_too() -> None:
    lines: list[str] = []
    for n in range(1, 31):
        lines += [
            f"-[ RECORD {n} ]------",
            f"id      | {n}",
            f"region  | {('eu', 'us')[n % 2]}",
            "comment | ",
        ]
    out = shown(lines, expanded)
    assert out[1] == "id      | 1"
    assert len(out) < 16


def test_a_state_that_only_one_row_is_in_stands(tmp_path: Path) -> None:
    """`Exited (137)` speaks of no failure by itself: it stands out among rows that are up."""
    text = "CONTAINER ID   IMAGE        CREATED       STATUS                     NAMES\n"
    for n in range(60):
        state = "Exited (137) 3 hours ago" if n == 23 else f"Up {n % 19 + 1} days"
        text += f"{n * 7919 + 10**11:012x}   shop:1.{n % 4}     3 weeks ago   {state:<26} shop-till-{n}\n"
    out = knapsack("compress", data=text.encode(), home=tmp_path).out.decode()
    row = next(line for line in out.splitlines() if "Exited (137) 3 hours ago" in line)
    assert "shop-till-23" in row


def test_sockets_are_a_table_whose_address_is_one_column() -> None:
    lines = ["Netid  State   Recv-Q  Send-Q   Local Address:Port   Peer Address:Port  Process"]
    lines += [
        f'tcp    ESTAB   0       0      10.0.0.5:443    198.51.100.{n}:40{n:03}  users:(("w",pid=9,fd={n}))'
        for n in range(100, 180)
    ]
    lines[60] = lines[60].replace("ESTAB   0    ", "ESTAB   88123")
    out = shown(lines)
    assert any(line.startswith("tcp  ESTAB  88123  0  10.0.0.5:443") for line in out)
    assert any("Local_Address:Port 10.0.0.5:443 in all" in line for line in out)
    assert len(out) < 9


def test_many_names_that_count_upwards_are_told_by_the_first_and_the_last() -> None:
    lines = ["id,name,kilos"] + [f"{n},crate {n},{10 + n % 7}.5" for n in range(1, 400)]
    out = shown(lines, delimited)
    assert any("name crate 4..crate 398" in row for row in out)
    assert sum(map(len, out)) < 500


def test_rows_between_bars_lose_their_padding_even_where_cells_are_blank() -> None:
    lines = [" name         |      kilos | remark                ", "--------------+------------+----------"]
    lines += [f" crate{n:<8}| {10 + n % 3:>10} | {'' if n % 4 else 'sealed':<22}" for n in range(80)]
    lines[40] = f" {'crate38':<13}| {900000:>10} | {'leaks':<22}"
    out = shown(lines)
    assert " crate38  |  900000 | leaks" in out


def test_a_first_column_without_a_name_is_an_index() -> None:
    lines = [',"weight","kind"'] + [f'{n},{n * 37 % 90}.5,"{"a" if n % 3 else "b"}"' for n in range(1, 160)]
    lines[80] = '80,999.5,"a"'
    out = shown(lines, delimited)
    assert any("rows like these" in line and "weight" in line for line in out)
    assert lines[80] in out


def test_lines_of_a_title_above_csv_are_no_header() -> None:
    lines = ["40,3,red,blue", *(f"{at}.5,{at * 7 % 31},{at % 3},{at * 11 % 17}.25,0" for at in range(40))]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "csv"
    rows = rows_from_decisions(segment, delimited.decide(segment))  # type: ignore[arg-type]
    text = "\n".join(write_rows(rows))
    assert text.startswith("40,3,red,blue\n0.5,0,0,0.25,0\n")
    assert "column 1 " in text


def test_rules_between_all_rows_are_told_once_and_heavy_borders_are_a_table() -> None:
    rule = "+------+-------+"
    lines = [rule, "| coin | count |", rule.replace("-", "=")]
    for at in range(40):
        lines += [f"| c-{at:02} | {at * 13 % 37:5} |", rule]
    segment = Segment(lines, 0, Hints())
    text = "\n".join(write_rows(rows_from_view(segment, aligned.decide(segment))))  # type: ignore[arg-type]
    assert text.count(rule) == 2
    heavy = ["┏━━━━━━┳━━━━━━━┓", "┃ coin ┃ state ┃", "┡━━━━━━╇━━━━━━━┩"]
    heavy += [f"│ c-{at:02} │ up    │" for at in range(40)] + ["└──────┴───────┘"]
    assert detect.recognise(Segment(heavy, 0, Hints())).kind.name == "table"


def test_records_of_csv_that_go_over_lines_are_shown_or_left_out_whole() -> None:
    lines = ["number,title,body"]
    for at in range(40):
        lines += [f'{at},"Coin {at}","It fell, and', "rolled away", f'under drawer {at % 3}."']
    lines += ['40,"Coin 40","It is', 'a Button."']
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "csv"
    text = "\n".join(write_rows(rows_from_decisions(segment, delimited.decide(segment))))  # type: ignore[arg-type]
    assert '0,"Coin 0","It fell, and\nrolled away\nunder drawer 0."' in text
    assert '40,"Coin 40","It is\na Button."' in text
    assert text.count("rolled away") < 10


def test_a_statement_of_account_is_csv_below_its_titles() -> None:
    lines = ["Umsätze;erstellt am 03.11.2025", "", "Konto;Giro", "Kunde;Muster", ""]
    lines += ["Buchung;Empfänger;Text;Saldo;Währung;Betrag;Währung"]
    for at in range(60):
        amount = "-2999,99" if at == 31 else f"-{at % 40},50"
        lines += [f"{at % 28 + 1:02}.10.2025;Bahn AG;Lastschrift;4.{at % 900:03},27;EUR;{amount};EUR"]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "csv"
    text = "\n".join(write_rows(rows_from_decisions(segment, delimited.decide(segment))))  # type: ignore[arg-type]
    assert "-2999,99" in text
    assert len(text) * 2 < sum(map(len, lines))


def test_names_whose_value_is_nothing_are_told_apart_from_the_others() -> None:
    lines = ["Variable_name\tValue"]
    lines += [f"Till_{'abcdefghij'[at % 10]}{at // 10}x\t{at * 7 if at % 5 == 0 else 0}" for at in range(100)]
    segment = Segment(lines, 0, Hints())
    text = "\n".join(write_rows(rows_from_decisions(segment, delimited.decide(segment))))  # type: ignore[arg-type]
    assert "Till_f4x\t315" in text
    assert "Till_b3x" in text


def test_packages_without_a_header_are_told_by_name_and_version() -> None:
    sections = ("net", "libs", "admin")
    lines = [
        f"lib{'abcdefgh'[at % 8]}{at}\t1.{at}.2-{at % 3}+deb12u1\t{at * 37 % 101}\t{sections[at % 3]}"
        for at in range(200)
    ]
    segment = Segment(lines, 0, Hints())
    assert detect.recognise(segment).kind.name == "csv"
    view = delimited.decide(segment)
    assert isinstance(view, View)
    texts = [row.text for row in view.rows]
    assert all(f"lib{'abcdefgh'[at % 8]}{at} 1.{at}.2-{at % 3}+deb12u1" in texts for at in range(200))


def test_findings_of_a_scanner_keep_their_names_and_the_grave_ones_whole() -> None:
    rule = "├──────────┼───────────────┼──────────┼───────────────────────┤"
    lines = ["│ Library  │ Vulnerability │ Severity │ Title                 │"]
    for n in range(40):
        severity = "HIGH" if n in (20, 31) else "LOW"
        lines += [
            rule,
            f"│ lib{n % 7:<6} │ CVE-2024-{1000 + n}│ {severity:<9}│ odd reads in part {n:<4}│",
            f"│          │               │          │ https://cve.test/{n:<5}│",
        ]
    out = "\n".join(shown(["┌──────────┬───────────────┬──────────┬───────────────────────┐", *lines, rule]))
    assert all(f"CVE-2024-{1000 + n}" in out for n in range(40))
    assert "odd reads in part 31" in out
    assert "odd reads in part 12" not in out
