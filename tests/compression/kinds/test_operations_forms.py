"""Forms of what operators print that were taken for other kinds, or that lost their names."""

from __future__ import annotations

import json

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def written(text: str, kind: str) -> list[str]:
    """The lines shown of `text`, which must be told as `kind`."""
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == [kind], plan.explanation
    return plan.lines


def table(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) + 3 for column in zip(*rows, strict=True)]
    cells = ("".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(line.rstrip() + "\n" for line in cells)


def test_states_that_few_rows_are_in_are_told_of_each() -> None:
    rows = [["NAME", "SYNC STATUS", "HEALTH STATUS", "REVISION"]]
    rows += [[f"app-{chr(97 + n)}", "Synced", "Healthy", f"{n * 7919:08x}"] for n in range(18)]
    rows[5][2], rows[9][1], rows[14][2] = "Degraded", "OutOfSync", "Degraded"
    out = "\n".join(written(table(rows), "table"))
    assert out.count("Degraded") >= 2
    assert "OutOfSync" in out


def test_pods_are_named_though_each_has_two_containers() -> None:
    rows = [["NAMESPACE", "POD", "NAME", "CPU(cores)"]]
    for n in range(30):
        rows += [["shop", f"web-{n * 31:03x}q", name, f"{n}m"] for name in ("web", "proxy")]
    out = "\n".join(written(table(rows), "table"))
    assert all(f"web-{n * 31:03x}q" in out for n in range(30))


def test_titled_tables_of_one_answer_stay_apart() -> None:
    images = table([["REPOSITORY", "TAG", "IMAGE ID"]] + [[f"box{n}", "1.2", f"{n:012x}"] for n in range(9)])
    boxes = table(
        [["CONTAINER ID", "IMAGE", "NAMES"]] + [[f"{n:012x}", "box", f"box-{n}-run"] for n in range(9)]
    )
    caches = table(
        [["CACHE ID", "CACHE TYPE", "SIZE"]] + [[f"{n:012x}", "regular", "1MB"] for n in range(40)]
    )
    text = (
        f"Images space usage:\n\n{images}\nContainers space usage:\n\n{boxes}\nBuild cache usage:\n\n{caches}"
    )
    out = "\n".join(written(text, "table"))
    assert "Containers space usage:" in out
    assert all(f"box-{n}-run" in out for n in range(9))


def test_each_step_of_an_image_stays_and_what_all_have_is_said_once() -> None:
    steps = [f"RUN make part-{n} && rm -rf /tmp/part-{n}" for n in range(7)] + ["ENV DEPTH=4", "USER 1000"]
    rows = [["IMAGE", "CREATED", "CREATED BY", "SIZE", "COMMENT"]]
    rows += [["<missing>", "2 months ago", step, "12MB", "buildkit.dockerfile.v0"] for step in steps]
    out = written(table(rows), "table")
    assert all(any(step in line for line in out) for step in steps)
    assert sum("2 months ago" in line for line in out) == 1


def test_sockets_and_chains_are_tables_of_their_own() -> None:
    connections = "Proto Recv-Q Send-Q Local Address           Foreign Address         State\n" + "".join(
        f"tcp        0      0 10.0.0.4:{4000 + n}           10.0.0.9:443            ESTABLISHED\n"
        for n in range(9)
    )
    sockets = (
        "Proto RefCnt Flags       Type       State         I-Node   PID/Program name     Path\n"
        + "".join(
            "unix  3      [ ]         STREAM     CONNECTED     "
            f"{20000 + n}    {700 + n % 3}/box-{n % 3}            /run/s{n}\n"
            for n in range(30)
        )
    )
    text = f"Active Internet connections (w/o servers)\n{connections}"
    text += f"Active UNIX domain sockets (w/o servers)\n{sockets}"
    out = "\n".join(written(text, "table"))
    assert "Active UNIX domain sockets (w/o servers)" in out
    assert all(f"{700 + n}/box-{n}" in out for n in range(3))


def test_a_firewall_keeps_every_rule_that_stands_alone() -> None:
    drops = "".join(f"\t\tip saddr 192.0.2.{n} counter drop\n" for n in range(1, 30))
    chains = "".join(
        f"\tchain c{n} {{\n\t\ttcp dport {8000 + n} ct state new accept\n\t}}\n\n" for n in range(6)
    )
    out = written(f"table inet edge {{\n{chains}\tchain input {{\n{drops}\t}}\n}}\n", "firewall")
    assert all(any(f"dport {8000 + n} " in line for line in out) for n in range(6))
    assert any(line.startswith("[x28 like this to line ") and "192.0.2.29" in line for line in out)


def test_events_of_terraform_are_told_by_their_messages() -> None:
    def event(level: str, message: str, sort: str, **more: object) -> str:
        head = {
            "@level": level,
            "@message": message,
            "@module": "terraform.ui",
            "@timestamp": "2026-01-02T03:04:05Z",
        }
        return json.dumps({**head, **more, "type": sort}, separators=(",", ":")) + "\n"

    diagnostic = {"detail": "the zone is closed", "range": {"filename": "main.tf", "start": {"line": 7}}}
    text = "".join(event("info", f"box.b{n}: Refreshing state...", "refresh_start") for n in range(30))
    text += "".join(event("info", f"box.b{n}: Plan to update", "planned_change") for n in range(5))
    text += event("error", "Error: cannot open", "diagnostic", diagnostic=diagnostic)
    out = written(text, "terraform-json")
    assert "box.b4: Plan to update" in out
    assert "  the zone is closed" in out
    assert "  on main.tf line 7" in out
    assert "[30 events refresh_start left out, lines 1-30]" in out


def test_a_crash_of_the_virtual_machine_is_told_by_its_head_and_stacks() -> None:
    numbers = "".join(f"R{n}=0x{n:016x}\n" for n in range(90))
    text = (
        "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n"
        "#  SIGSEGV (0xb) at pc=0x1\n#\n\n"
        "---------------  T H R E A D  ---------------\n\nJava frames: (J=compiled, j=interpreted)\n"
        "j  Depot.open()V+4\nj  Depot.main([Ljava/lang/String;)V+9\n\nsiginfo: si_signo: 11\n\n"
        f"Registers:\n{numbers}\nVM Arguments:\njvm_args: -Xmx9m\n"
    )
    out = written(text, "jvm-crash")
    assert "#  SIGSEGV (0xb) at pc=0x1" in out
    assert "j  Depot.open()V+4" in out
    assert "jvm_args: -Xmx9m" in out
    assert len(out) < 25


def test_the_largest_symbols_of_a_list_by_size_are_told_with_their_sizes() -> None:
    text = "".join(f"{n * 16:016x} {n // 2:016x} T part_{n}\n" for n in range(2, 300))
    out = written(text, "object-file")
    assert "95 T part_299" in out
    assert not any("part_100" in line for line in out)


@pytest.mark.parametrize("separator", ["\t", " "])
def test_logs_in_the_extended_format_are_told_by_request(separator: str) -> None:
    names = ["date", "time", "c-ip", "cs-method", "cs-uri-stem", "sc-status", "sc-bytes"]
    rows = [
        ["2026-01-02", f"03:{n // 60:02}:{n % 60:02}", "192.0.2.1", "GET", f"/i/{n}", "200", str(n)]
        for n in range(120)
    ]
    rows[70][4:6] = ["/pay", "409"]
    text = f"#Version: 1.0\n#Fields: {' '.join(names)}\n" + "".join(
        separator.join(row) + "\n" for row in rows
    )
    out = written(text, "access-log")
    assert any(f"/pay{separator}409" in line for line in out)
    assert len(out) < 12


def test_records_of_the_journal_that_are_laid_out_are_told_as_those_on_one_line() -> None:
    def record(n: int, message: str, priority: int = 6) -> str:
        return (
            f'{{\n\t"__REALTIME_TIMESTAMP" : "17700000{n:08}",\n\t"PRIORITY" : "{priority}",\n'
            '\t"_PID" : "41",\n'
            f'\t"_HOSTNAME" : "hub",\n\t"SYSLOG_IDENTIFIER" : "depot",\n\t"MESSAGE" : "{message}"\n}}\n'
        )

    text = "".join(record(n, f"box {n} moved") for n in range(60)) + record(60, "the lid is stuck", 3)
    out = written(text, "journal-json")
    assert "1770000000000060 <3> depot[41]: the lid is stuck" in out
    assert len(out) < 12


def test_what_an_ingress_leads_to_is_told_though_nothing_is_wrong() -> None:
    def ingress(name: str) -> str:
        return (
            f"Name:             {name}\nLabels:           app={name}\nNamespace:        shop\nAddress:\n"
            f"TLS:\n  {name}-tls terminates {name}.example.test\nRules:\n  Host  Path  Backends\n"
            f"  ----  ----  --------\n  {name}.example.test  \n        /  {name}:80 (<none>)\n"
            "Annotations:      <none>\nEvents:           <none>\n\n\n"
        )

    out = written("".join(map(ingress, ("web", "api", "cart", "mail"))), "kubectl-describe")
    assert any("api-tls terminates api.example.test" in line for line in out)
    assert any("cart:80" in line for line in out)


def test_settings_with_where_they_come_from_are_no_calls() -> None:
    text = "".join(f"BOX_NUMBER_{n}(default) = None\n" for n in range(40))
    plan = pipeline.plan(text, Hints())
    assert plan.kinds != ["strace"]


def test_certificates_are_left_out_between_their_ends() -> None:
    body = "".join("MIIB" + "Qw9x" * 15 + "\n" for _ in range(20))
    certificate = f"-----BEGIN CERTIFICATE-----\n{body}-----END CERTIFICATE-----\n"
    text = "depth=0 CN = box.example\nverify error:num=18:self signed\n---\n"
    text += f"{certificate} 1 s:CN = root\n{certificate}---\n"
    out = "\n".join(written(text, "text"))
    assert "Qw9x" not in out
    assert "verify error:num=18:self signed" in out
    assert "base64]" in out


def test_boxes_in_boxes_are_a_line_each_and_say_once_what_all_say() -> None:
    def line(depth: int, *cells: str) -> str:
        return "|" * depth + "|".join(f"  {cell:<24}" for cell in cells) + "|" * depth + "\n"

    rule = "+" + "-" * 40 + "+\n"
    text = "-" * 42 + "\n" + line(1, "DescribeDepots") + rule
    for n in range(12):
        text += line(2, "Depots") + "|" + rule.strip() + "|\n" + line(2, "DepotId", f"dep-{n:04x}")
        text += line(2, "Owner", "north") + "|" + rule.strip() + "|\n"
        text += line(3, "Gates") + "||" + rule.strip() + "||\n" + line(3, "Width", f"{n % 3} m")
    out = written(text, "boxes")
    assert "  Depots: DepotId dep-000b" in out
    assert "  [in all 12 Depots: Owner north]" in out
    assert out.count("    Gates: Width 2 m") == 4


def test_rows_behind_tags_are_named_by_their_ids() -> None:
    text = "".join(
        f"DEPOTS\tdep-{n:08x}\tnorth\tTrue\t{n % 4}\nGATES\topen\nWALLS\t{n % 5}\tbrick\n" for n in range(15)
    )
    out = "\n".join(written(text, "tagged-rows"))
    assert all(f"dep-{n:08x}" in out for n in range(15))
    assert "[x14 more GATES, within lines 5-44]" in out


def test_events_of_windows_are_lines_of_a_log() -> None:
    def event(n: int, level: str, said: str) -> str:
        return (
            f"Event[{n}]:\n  Log Name: Application\n  Source: depot\n  Date: 2026-01-02T03:04:{n % 60:02}\n"
            f"  Event ID: 7\n  Task: N/A\n  Level: {level}\n  User: N/A\n  Computer: W7\n"
            f"  Description:\n{said}\n\n"
        )

    text = "".join(event(n, "Information", f"box {n} moved") for n in range(40))
    text += event(40, "Error", "the lid is stuck\nsince noon")
    out = written(text, "windows-events")
    assert "2026-01-02T03:04:40 Error depot 7: the lid is stuck | since noon" in out
    assert len(out) < 12


def test_what_a_program_does_is_no_list_of_records() -> None:
    text = "".join(
        f'Started GET "/box/{n}" at 2026-01-02 03:04:05\nProcessing by BoxController#show as HTML\n'
        f'  Parameters: {{"id"=>"{n}"}}\n  Box Load (0.{n % 9}ms)  SELECT * FROM box WHERE id = {n}\n'
        f"  Lid Load (0.{n % 7}ms)  SELECT * FROM lid WHERE box = {n}\n  Rendered box/show.html\n"
        f"Completed 200 OK in {n % 50}ms\n\n\n"
        for n in range(60)
    )
    assert pipeline.plan(text, Hints()).kinds != ["records"]


def test_rows_of_several_results_in_the_expanded_form_are_told_by_their_own_table() -> None:
    def rows(count: int, **cells: str) -> str:
        return "".join(
            f"-[ RECORD {n + 1} ]--+------\n"
            + "".join(f"{name:<14} | {value.format(n=n)}\n" for name, value in cells.items())
            for n in range(count)
        )

    text = rows(3, pid="{n}41", state="idle", client="", started="noon") + "\n"
    text += rows(20, name="box_{n}_lid", setting="off", unit="", kind="Depot")
    out = "\n".join(written(text, "expanded-rows"))
    assert all(f"box_{n}_lid" in out for n in range(20))
    assert "241" in out
    assert "(missing)" not in out


def test_threads_of_lldb_are_told_above_their_frames() -> None:
    stacks = "".join(
        f"  thread #{n}, name = 'depot'\n"
        + "".join(f"    frame #{k}: 0x{n * 64 + k:016x} depot`step_{k} at d.c:{k + 9}:3\n" for k in range(5))
        for n in range(2, 8)
    )
    text = (
        "(lldb) bt all\n* thread #1, name = 'depot', stop reason = signal SIGSEGV\n"
        f"  * frame #0: 0x1 depot`open_lid at d.c:3:1\n    frame #1: 0x2 depot`main at d.c:7:2\n{stacks}"
    )
    out = written(text, "debugger")
    assert all(f"  thread #{n}, name = 'depot'" in out for n in range(2, 8))


def test_calls_above_their_counts_are_a_trace() -> None:
    calls = "".join(
        f'openat(AT_FDCWD, "/srv/box/{n}", O_RDONLY) = {n % 9 + 3} <0.00001>\n' for n in range(60)
    )
    text = (
        'execve("/usr/bin/depot", ["depot"], 0x7ffd /* 9 vars */) = 0 <0.0004>\n'
        + calls
        + 'recvfrom(5<TCP:[1->2]>, "HTTP/1.1 503 Busy\\r\\n", 9) = 9 <0.1>\n'
        'write(2</dev/pts/0<char 136:0>>, "no lid\\n", 7) = 7 <0.0001>\n+++ exited with 1 +++\n'
        "% time     seconds  usecs/call     calls    errors syscall\n"
        "------ ----------- ----------- --------- --------- ----------------\n"
        " 90.00    0.000900          15        60           openat\n"
        "------ ----------- ----------- --------- --------- ----------------\n"
        "100.00    0.000900          15        60           total\n"
    )
    out = "\n".join(pipeline.plan(text, Hints()).lines)
    assert "HTTP/1.1 503 Busy" in out
    assert "no lid" in out
    assert "+++ exited with 1 +++" in out


def test_processes_left_out_of_a_table_are_told_by_their_programs() -> None:
    rows = ["USER         PID %CPU %MEM STAT  TIME COMMAND"]
    rows += [
        f"root      {1000 + n:>6}  0.0  0.0 S     0:00 /usr/sbin/depot-{n % 20} --shard {n}"
        for n in range(60)
    ]
    out = "\n".join(written("\n".join(rows) + "\n", "table"))
    assert all(f"depot-{n}" in out for n in range(20))


def test_resources_of_one_operation_and_type_are_told_together() -> None:
    rows = "".join(
        f" +   ├─ depot:yard/box:Box                  box-{n:<14} create      \n" for n in range(40)
    )
    text = (
        "Previewing update (acme/prod)\n\n"
        "     Type                                 Name               Plan        Info\n"
        f" +   pulumi:pulumi:Stack                  depot-prod         create      1 message\n{rows}"
        " +-  ├─ depot:yard/lid:Lid                  lid-7              replace     [diff: ~size]\n\n"
        "Diagnostics:\n  depot:yard/lid:Lid (lid-7):\n    error: the size is taken\n\n"
        "Resources:\n    + 41 to create\n"
    )
    out = written(text, "deploy-plan")
    assert all(any(f" box-{n}" in line for line in out) for n in range(40))
    assert "  depot:yard/lid:Lid (lid-7):" in out
    assert "    error: the size is taken" in out
    assert any("[diff: ~size]" in line for line in out)


def test_a_change_that_was_written_before_is_told_by_its_line() -> None:
    text = "Stack Depot (depot-prod)\nResources\n" + "".join(
        f"[~] AWS::SQS::Queue Api/Queue{n} Queue{n}A1\n ├─ [~] Delay\n     ├─ [-] {n % 2}\n     └─ [+] 9\n"
        for n in range(20)
    )
    out = written(text, "deploy-plan")
    assert all(any(line.endswith(f"Queue{n}A1") for line in out) for n in range(20))
    assert "  [as line 8]" in out
