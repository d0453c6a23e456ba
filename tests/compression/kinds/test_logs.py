"""Logs as text and as JSON lines: what is told by times and levels, and what stays."""

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.detect import recognise
from knapsack_cli.compression.kinds import access_log, logs
from knapsack_cli.compression.model import Hints, Segment
from knapsack_cli.compression.rendering import rows_from_decisions, write_rows


def segment(lines: list[str], command: str = "") -> Segment:
    """A segment of `lines`."""
    return Segment(lines, 0, Hints(command=command))


def shown(lines: list[str]) -> list[str]:
    """The rows that the log kind makes of `lines`."""
    piece = segment(lines)
    return write_rows(rows_from_decisions(piece, logs.decide(piece)))


FORMS = {
    "iso": "2026-03-11T08:00:{0:02}.123Z INFO  pool: lease {0} renewed",
    "syslog": "Mar 11 08:00:{0:02} gate cron[{0}]: job {0} ended",
    "kernel": "[    4.0011{0:02}] usb 1-{0}: new device",
    "logback": "2026-03-11 08:00:{0:02},331 [main] INFO  c.e.Boot - bean {0} wired",
    "logcat": "03-11 08:00:{0:02}.811  1702  {0} D Power: lock {0} freed",
    "glog": "I0311 08:00:{0:02}.811000 1 main.go:88] peer {0} joined",
    "seconds": "1773216000.{0:03} INFO tick {0}",
    "bracketed": "[11/Mar/2026 08:00:{0:02}] worker {0} idle",
    "json": '{{"ts":"2026-03-11T08:00:{0:02}Z","level":"info","msg":"lease renewed","n":{0}}}',
}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_logs_of_every_form_are_recognised(form: str) -> None:
    piece = segment([FORMS[form].format(number) for number in range(60)])
    assert recognise(piece).kind.name in ("log", "ndjson")


@pytest.mark.parametrize(
    "lines",
    [
        ["May the best of them win", "Sat there all day", "Mon ami"] * 20,
        ["src/app.log:12:2026-03-11 08:00:00 ERROR lost"] * 30,
        ["2026-03-11,1.2,3,4,5,6"] * 40,
        [f"-rw-r--r-- 1 dev dev 100 Mar 11 08:00 file{number}.txt" for number in range(30)],
    ],
)
def test_what_is_no_log_is_not_taken_for_certain(lines: list[str]) -> None:
    assert logs.recognise(segment(lines)) < 93


def test_a_state_change_at_the_level_of_routine_stays() -> None:
    lines = [FORMS["iso"].format(number % 60) for number in range(500)]
    lines[217] = "2026-03-11T08:12:13.121Z INFO  raft: leader lost term=7"
    assert lines[217] in shown(lines)
    assert len(shown(lines)) < 12


def test_json_without_spaces_is_cut_into_its_fields() -> None:
    lines = [FORMS["json"].format(number % 60) for number in range(300)]
    lines[40] = '{"ts":"2026-03-11T08:00:40Z","level":"error","msg":"disk quota exceeded","n":40}'
    rows = shown(lines)
    assert lines[40] in rows
    assert any("n: {0..59}" in row for row in rows)


def test_the_last_lines_are_there() -> None:
    lines = [FORMS["iso"].format(number % 60) for number in range(500)]
    assert shown(lines)[-3:] == lines[-3:]


def access(number: int, path: str, status: int) -> str:
    """One line in the combined format."""
    agent = ("curl/8.5", "probe/1", "Mozilla/5.0 (X11)")[number % 3]
    return (
        f'10.0.0.{number % 9} - - [11/Mar/2026:08:00:{number % 60:02} +0000] "GET {path} HTTP/1.1" {status}'
        f' {100 + number % 5} "-" "{agent}"'
    )


def test_access_logs_are_by_path_and_status_not_by_agent() -> None:
    lines = [access(number, f"/page/{number % 30}", 200) for number in range(600)]
    lines[100] = access(100, "/deny/.env", 403)
    lines[200] = access(200, "/boom?order=3100", 500)
    piece = segment(lines)
    assert recognise(piece).kind.name == "access-log"
    rows = write_rows(rows_from_decisions(piece, access_log.decide(piece)))
    assert lines[100] in rows
    assert lines[200] in rows
    assert len(rows) < 8


def test_levels_in_brackets_without_a_time_may_be_a_build() -> None:
    lines = [f"[INFO] Building part {number} of 60" for number in range(60)]
    assert logs.recognise(segment(lines)) < 60


def test_what_a_server_says_beside_its_requests_is_said_once() -> None:
    lines = ["Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ..."]
    for n in range(40):
        lines.append(f"127.0.0.1 - - [29/Nov/2026 23:06:{n:02}] code 404, message File not found")
        lines.append(f'127.0.0.1 - - [29/Nov/2026 23:06:{n:02}] "GET /x{n} HTTP/1.1" 404 -')
        lines.append(f'127.0.0.1 - - [29/Nov/2026 23:06:{n:02}] "GET / HTTP/1.1" 200 -')
    shown = pipeline.plan("\n".join(lines), Hints()).lines
    assert sum("code 404, message" in line for line in shown) == 1
    assert lines[0] in shown
    assert len(shown) < 12


def test_times_since_the_start_make_a_log() -> None:
    lines = [f"[{n / 10:.3f}s][info][gc,phases   ] GC({n})   Other: {n % 7}.2ms" for n in range(200)]
    lines[90] = "[9.000s][warning][gc          ] GC(90) To-space exhausted"
    plan = pipeline.plan("\n".join(lines), Hints())
    assert plan.kinds == ["log"]
    assert lines[90] in plan.lines
    assert len(plan.lines) < 20


def test_records_cut_by_bars_are_a_log_and_no_table() -> None:
    lines = [f"20260305-22:15:{n % 50 + 10}:6{n % 90:02}|Step_SDK|3000|steps are {n} now" for n in range(400)]
    lines[200] = "20260305-22:15:40:611|Step_SDK|3000|handling action android.DATE_CHANGED"
    assert lines[200] in shown(lines)


def test_a_failure_is_shown_of_each_device_it_names() -> None:
    """sdb and sdb1 are two devices, whatever the process ids."""
    lines = [f"Mar  1 10:00:{n % 60:02} host app[1]: served {n}" for n in range(300)]
    for at, device in enumerate(("sda", "sdb", "sdb1", "sdc", "sdc1")):
        lines[100 + at] = (
            f"Mar  1 10:01:0{at} host udevd[{4000 + at}]: {device}: import of /dev/{device} failed"
        )
    out = shown(lines)
    assert [line in out for line in lines[100:105]] == [True] * 5


def test_of_many_packages_in_the_same_state_one_is_shown() -> None:
    names = [f"{a}{b}lib" for a in "qwrtzpsghjklmnvxy" for b in "oiuy"]
    lines = [
        f"2026-03-01 10:00:{n % 60:02} status unpacked {name}-{n}:all 1.2" for n, name in enumerate(names)
    ]
    assert len(shown(lines)) < 12


def test_a_counter_is_told_by_its_bounds_and_epochs_are_each_shown() -> None:
    lines = [f"Mar  1 10:00:{n % 60:02} host app[1]: served {n} of all" for n in range(200)]
    for n in range(13):
        lines[60 + 5 * n] = f"Mar  1 10:01:{n:02} host systemd[1]: restart counter is at {n + 1}."
        lines[62 + 5 * n] = (
            f"Mar  1 10:01:{n:02} host train[7]: epoch {n} loss {9 / (n + 1):.3f} rate 0.{n}3 ok"
        )
    out = shown(lines)
    assert sum("restart counter" in line for line in out) == 1
    assert any("at {2..13}" in line for line in out)
    assert sum("train[7]: epoch" in line for line in out) == 13


def test_a_program_that_came_once_among_browsers_is_shown() -> None:
    lines = [access(number, f"/item/{number % 50}", 200) for number in range(300)]
    lines[170] = lines[170].replace("Mozilla/5.0 (X11)", "sqlmap/1.7")
    assert "sqlmap" in lines[170]
    piece = segment(lines)
    rows = write_rows(rows_from_decisions(piece, access_log.decide(piece)))
    assert lines[170] in rows
    assert len(rows) < 8


def test_a_line_that_begins_far_to_the_right_is_one_of_the_log() -> None:
    lines = ["2026-01-01 10:00:00 INFO up", " " * 300 + "x", "2026-01-01 10:00:01 INFO down"] * 3
    assert logs.recognise(Segment(lines, 0, Hints())) > 60


def test_a_long_tail_of_rare_messages_stays_whole() -> None:
    """A third of a log may be messages that come once: each of them may be the one that matters."""
    lines = [
        f"2026-03-01 10:00:{n % 60:02},{n % 7}11 INFO served {n} readings in {n % 9} ms" for n in range(400)
    ]
    letters = str.maketrans("0123456789", "ghijklmnop")
    rare = []
    for n in range(140):
        said = " ".join(str((n + 11) * step).translate(letters) for step in (7919, 104729, 1299709, 15485863))
        rare.append(f"2026-03-01 10:01:{n % 60:02},001 DEBUG {said}")
        lines.insert(5 + 3 * n, rare[-1])
    out = shown(lines)
    assert [line for line in rare if line not in out] == []


def test_what_hangs_on_a_record_is_shown_once_for_its_shape() -> None:
    lines = []
    for n in range(60):
        lines.append(f"2026-03-01 10:00:{n:02} INFO served {n} in {n % 7} ms")
        if n in (10, 30, 50):
            lines.append(f"2026-03-01 10:00:{n:02} DEBUG report of node {n}: {{")
            lines.extend(f"    slot {at}: cores=0.25 memory={n}mb state=free" for at in range(3 + n // 10))
    out = shown(lines)
    assert sum("report of node" in line for line in out) == 3
    assert sum("slot " in line for line in out) == 1


def test_each_exception_of_a_group_is_shown_in_a_log() -> None:
    lines = [f"2026-03-01 10:00:{n % 60:02} DEBUG poller: station {n} polled" for n in range(80)]
    lines.append("  + Exception Group Traceback (most recent call last):")
    lines.append('  |   File "/srv/app.py", line 22, in run')
    for n in range(9):
        lines.append(f'  |   File "/usr/lib/python3.11/asyncio/base.py", line {n + 40}, in step{n}')
        lines.append("  |     return future.result()")
    lines.append("  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)")
    for n, error in enumerate(("StationDown: station 3 closed the line", "FrameError: frame of 3 bytes")):
        lines.append(f"  +-+---------------- {n + 1} ----------------")
        lines.append("    | Traceback (most recent call last):")
        lines.append(f'    |   File "/srv/app.py", line {17 + n}, in poll')
        lines.append("    |     raise made")
        lines.append(f"    | {error}")
    lines.append("    +------------------------------------")
    out = "\n".join(shown(lines))
    for told in (
        "ExceptionGroup: unhandled",
        "StationDown: station 3",
        "FrameError: frame of 3",
        "line 17, in poll",
    ):
        assert told in out


def test_seconds_in_round_brackets_make_a_log() -> None:
    lines = [f"({n / 100:8.3f}|   0.{n % 9}00) D: [daemon] sink.c: Sink {n} becomes idle" for n in range(100)]
    lines[60] = '(   0.600|   0.000) E: [daemon] module.c: Failed to open module "none".'
    assert logs.recognise(segment(lines)) > 90
    assert lines[60] in shown(lines)
    assert len(shown(lines)) < 8


def test_times_of_the_kernel_as_dates_are_a_boot_too() -> None:
    lines = ["[Thu Mar  5 10:00:00 2026] Linux version 6.1.0 (root@host) (gcc-12)"]
    lines.extend(f"[Thu Mar  5 10:00:0{n % 9} 2026] ACPI: device {n}" for n in range(30))
    assert logs._is_boot(segment(lines))
    assert not logs._is_boot(segment(lines[1:]))


def test_each_thing_that_a_failure_names_is_shown() -> None:
    """Thirty templates that are missing are thirty places to mend."""
    lines = [f"Mar  1 10:00:{n % 60:02} host app[1]: served {n} in {n % 9} ms" for n in range(900)]
    names = [f"ERR_{one}{two}" for one in "GHIJKLMN" for two in ("PAGE", "TITLE", "MOUNT", "ROUTE")]
    failed = [f"Mar  1 10:01:00 host proxy[7]: ERROR: cannot load templates/{name}" for name in names]
    lines[400:400] = failed
    out = shown(lines)
    assert [line for line in failed if line not in out] == []


def test_paths_that_failed_are_told_by_name() -> None:
    lines = [access(number, f"/item/{number % 50}", 200) for number in range(300)]
    for n in range(10):
        lines[100 + n] = access(100 + n, f"/images/logo-{n * 37}.png", 404)
    piece = segment(lines)
    out = "\n".join(write_rows(rows_from_decisions(piece, access_log.decide(piece))))
    assert [n for n in range(10) if f"/images/logo-{n * 37}.png" not in out] == []


def test_of_many_long_lines_of_routine_the_middle_goes() -> None:
    """Statements and payloads: what they begin with tells which they are, failures stay whole."""
    lines = [f"2026-03-01 10:00:{n % 60:02} INFO served {n} in {n % 9} ms" for n in range(900)]
    letters = str.maketrans("0123456789", "ghijklmnop")
    for n in range(10):
        words = " ".join(str((n + 3) * step * 7919).translate(letters) for step in range(11, 131))
        lines[20 + 20 * n] = f"2026-03-01 10:00:{n:02} DEBUG run {words}"
    lines[290] = "2026-03-01 10:00:59 ERROR cannot run " + " ".join(
        str(n * 104729).translate(letters) for n in range(100, 220)
    )
    plan = pipeline.plan("\n".join(lines), Hints())
    for n in range(10):
        line = lines[20 + 20 * n]
        assert any(row.startswith(line[:400]) and " characters ...] " in row for row in plan.lines)
    assert lines[290] in plan.lines


def test_a_log_of_rare_messages_alone_uses_the_room_it_has() -> None:
    """Where not all of them fit, as many are shown as fit, not a handful."""
    letters = str.maketrans("0123456789", "ghijklmnop")
    lines = []
    for n in range(1200):
        said = " ".join(str((n + 11) * step).translate(letters) for step in (7919, 104729, 1299709, 15485863))
        lines.append(
            f"2026-03-01 10:{n // 60:02}:{n % 60:02},001 DEBUG store.zone.{n} {said} " + "x" * (60 + n % 50)
        )
    plan = pipeline.plan("\n".join(lines), Hints())
    assert plan.kinds == ["log"]
    assert 350 < sum(line in plan.lines for line in lines) < 700


def test_events_whose_second_stands_fifth_are_a_log() -> None:
    lines = [
        f"{n * 7919} node-{n % 90} unit state_change {1772668959 + n} 1 Component {n} is up"
        for n in range(90)
    ]
    assert logs.recognise(segment(lines)) >= 75


@pytest.mark.parametrize(
    "form",
    [
        "I/Daemon (  {n}): said {n}",
        "time=2026-03-05T10:00:01Z level=info component=c{n} msg=said",
        "kern  :info  : [    0.{n}] said {n}",
        "[  +0.0{n}] said {n}",
    ],
)
def test_short_forms_of_a_record_are_recognised(form: str) -> None:
    lines = [form.format(n=n + 100) for n in range(60)]
    assert logs.recognise(segment(lines)) > 90


SAID = "zoom brisk copper lantern morning velvet harbor quiet thunder willow".split()


def kernel_days(first: str, last: str) -> list[str]:
    """A log mostly of the kernel from the day `first` to the day `last`, with a tenth of it said once."""
    lines = []
    for n in range(900):
        day = first if n < 300 else last
        said = f"usb 1-{n % 4}: reset of the device with number {n % 17}"
        if n % 9 == 0:
            one, two = SAID[n // 9 % 10], SAID[n // 90 % 10]
            said = f"{one}{two}: {two} {one}ly {two}s while {one} is {two}ing the {one}{one} of {two}{two}"
        lines.append(f"{day} 10:{n // 60:02}:{n % 60:02} host kernel: {said}")
    return lines


@pytest.mark.parametrize("last", ["Mar  5", "Mar  9"])
def test_what_a_kernel_says_once_stays_where_most_is_routine(last: str) -> None:
    """Days of a desktop are no boot, and neither is an hour in which the same comes again and again."""
    lines = kernel_days("Mar  5", last)
    out = shown(lines)
    assert [line for line in lines if "while" in line and line not in out] == []
    assert logs._is_boot(segment(lines)) == (last == "Mar  5")


def test_lines_that_begin_with_bare_seconds_are_a_log() -> None:
    lines = [f"{n * 1.7 + 0.48:.6f} prog[{n % 9}]: answered query {n} of 10.0.0.{n % 50}" for n in range(200)]
    lines[90] = f"{90 * 1.7 + 0.48:.6f} kernel: device left promiscuous mode"
    assert logs.recognise(segment(lines)) > 90
    assert lines[90] in shown(lines)
    assert len(shown(lines)) < 9


def test_bare_numbers_before_a_name_are_no_log_where_they_fall() -> None:
    lines = [f"{(n * 7919) % 900 / 7:.3f} item[{n}]: price of the thing" for n in range(90)]
    assert logs.recognise(segment(lines)) == 0


def test_warnings_name_the_paths_they_are_about() -> None:
    paths = ["/v1/orders/{n}", "/v1/carts/{n}", "/health", "/v2/search", "/v1/user/{n}/mail"]
    lines = []
    for n in range(600):
        stamp = f"2026-03-04T10:{n // 60:02}:{n % 60:02}.100Z"
        lines.append(
            f"{stamp} WARN [web-{n % 5}] Filter : GET {paths[n % 5].format(n=n)} -> 404 in {n % 90} ms"
        )
    out = "\n".join(shown(lines))
    assert [path for path in paths if path.format(n="").replace("//", "/")[:9] not in out] == []
    assert len(out) < 1500


def test_fields_before_a_sentence_are_a_log_and_no_table() -> None:
    lines = [
        f"03/05/2026 10:{n // 60:02}:{n % 60:02};0008;daemon;Job;{n}.head;the job began on {n % 7} nodes"
        for n in range(300)
    ]
    lines[140] = "03/05/2026 10:02:20;0002;daemon;Svr;spool;removed a stale file of 17"
    assert logs.recognise(segment(lines)) > 90
    assert lines[140] in shown(lines)
    assert not any("{10:" in line for line in shown(lines))


def test_hexadecimal_threads_are_not_counted() -> None:
    lines = [
        f"2026-03-05 10:{n // 60:02}:{n % 60:02}.100 7f3a0000{n % 7}000 Connect: to the host {n % 3}.example"
        for n in range(300)
    ]
    assert not any("x4" in line and "7f3a" in line for line in shown(lines))


def test_lines_with_nothing_between_bars_are_no_log() -> None:
    assert logs.recognise(segment(["|| a: b", "| | x: y", "kern  z", "|||"] * 5)) == 0
