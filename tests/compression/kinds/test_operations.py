"""What tools of operations print, once more: missing replicas, equal diffs, states, counts, symbols."""

from __future__ import annotations

import json

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints


def written(text: str, kind: str) -> list[str]:
    """The lines shown of `text`, which must be told as `kind`."""
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == [kind], plan.explanation
    return plan.lines


def deployment(name: str, ready: int) -> str:
    missing = 3 - ready
    return (
        f"Name:                   {name}\nNamespace:              shop\nLabels:                 app={name}\n"
        "Selector:               app=x\n"
        f"Replicas:     3 desired | 3 updated | 3 total | {ready} available | {missing} unavailable\n"
        f"Pod Template:\n  Containers:\n   {name}:\n    Image:  example/{name}:1.2\n    Port:   80/TCP\n"
        "Conditions:\n  Type           Status  Reason\n  ----           ------  ------\n"
        "  Available      True    MinimumReplicasAvailable\nEvents:          <none>\n\n\n"
    )


def test_replicas_of_every_deployment_are_told_and_those_that_lack_some_in_full() -> None:
    text = "".join(deployment(f"d{n}", 2 if n == 4 else 3) for n in range(8))
    out = "\n".join(written(text, "kubectl-describe"))
    assert out.count("Replicas:") == 8
    assert out.count("Namespace:  shop") == 2
    assert out.count("Available  True  MinimumReplicasAvailable") == 1


def host(name: str) -> str:
    return (
        f"--- before: /etc/app/{name}.conf\n+++ after: /tmp/ansible-{name}\n@@ -1,3 +1,3 @@\n host={name}\n"
        f"-workers=4\n+workers=16\n log=/var/log/{name}\n\nchanged: [{name}]\n"
    )


def test_files_that_change_alike_on_many_hosts_are_shown_once() -> None:
    text = (
        "PLAY [web] ****************\n\nTASK [Render] ****************\n"
        + "".join(host(f"web{n}") for n in range(9))
        + host("web9").replace("16", "32")
        + "\nTASK [Say] ****************\n"
        + "".join(f"skipping: [web{n}]\n" for n in range(9))
        + 'ok: [web9] => {\n    "msg": "the canary gets build 44"\n}\n'
        + "\nPLAY RECAP ****************\n"
        + "".join(f"web{n} : ok=2 changed=1 unreachable=0 failed=0\n" for n in range(10))
    )
    out = written(text, "ansible")
    assert out.count("+workers=16") == 1
    assert out.count("+workers=32") == 1
    assert any(line.startswith("[x8 files change like this") for line in out)
    assert '    "msg": "the canary gets build 44"' in out


def test_of_a_state_each_address_and_what_only_that_resource_has() -> None:
    text = "".join(
        f'# example_queue.q[{n}]:\nresource "example_queue" "q" {{\n    id      = "q-{n}"\n'
        f"    fifo    = true\n    delay   = {30 if n != 5 else 900}\n}}\n\n"
        for n in range(9)
    )
    out = written(text, "terraform-state")
    assert sum("# example_queue.q[" in line for line in out) == 9
    assert sum("fifo" in line for line in out) == 1
    assert "40     delay   = 900" in out


COUNTS = (
    "strace: Process 41 attached\nstrace: Process 42 attached\n"
    "% time     seconds  usecs/call     calls    errors syscall\n"
    "------ ----------- ----------- --------- --------- ----------------\n"
    " 71.00    0.083225        1040        80        40 wait4\n"
    "  2.68    0.003142          13       237           mmap\n"
    "------ ----------- ----------- --------- --------- ----------------\n"
    "100.00    0.117219          11      9000        40 total\n"
)


def test_every_row_of_counted_calls_stays_without_its_padding() -> None:
    assert written(COUNTS, "call-counts") == [
        "[strace: 2 processes attached]",
        "% time seconds usecs/call calls errors syscall",
        "71.00 0.083225 1040 80 40 wait4",
        "2.68 0.003142 13 237 mmap",
        "100.00 0.117219 11 9000 40 total",
    ]


def test_symbols_are_told_by_their_names_under_their_type() -> None:
    text = "".join(f"000000000000{n:04x} T till_{n}\n" for n in range(30))
    text += "                 U printf@GLIBC_2.2.5\n                 U _Unwind_Resume@GCC_3.0\n"
    out = written(text, "object-file")
    assert out[0] == "[T: 30 names]"
    assert out[1].startswith("till_0 till_1 till_2 ")
    assert out[-2:] == ["[U: 2 names]", "printf@GLIBC_2.2.5 _Unwind_Resume@GCC_3.0"]


def test_a_library_that_is_not_found_stands_first() -> None:
    text = "".join(f"\tlib{n}.so.1 => /usr/lib/x86/lib{n}.so.1 (0x00007f78000{n:02}000)\n" for n in range(12))
    text += "\tlibtill.so.2 => not found\n"
    out = written(text, "object-file")
    assert out[0] == "libtill.so.2 => not found"
    assert out[1] == "/usr/lib/x86/"


def test_a_trace_of_bytes_shows_the_request_its_answer_and_where_the_body_begins() -> None:
    text = (
        "== Info:   Trying 192.0.2.7:80...\n== Info: Connected to example (192.0.2.7) port 80 (#0)\n"
        "=> Send header, 60 bytes (0x3c)\n0000: GET /a HTTP/1.1\n0011: Host: example\n"
        "0020: Accept: */*\n002d: \n"
        "<= Recv header, 17 bytes (0x11)\n0000: HTTP/1.0 503 Busy\n<= Recv data, 900 bytes (0x384)\n"
        + "".join(f"{n * 64:04x}: {'x' * 64}\n" for n in range(14))
    )
    out = written(text, "http-trace")
    assert "4 0000: GET /a HTTP/1.1" in out
    assert "9 0000: HTTP/1.0 503 Busy" in out
    assert len(out) == 7


def test_a_call_into_which_the_program_wrote_stays() -> None:
    text = "".join(f'getenv("A{n}")                          = nil\n' for n in range(30))
    text += "error(0, 2, 0x55, 0x5571ls: cannot access 'x': No such file or directory\n)      = 0\n"
    text += "fclose(0x7fc6)                          = 0\n+++ exited (status 2) +++\n"
    out = written(text, "strace")
    assert out[1].endswith("ls: cannot access 'x': No such file or directory")


def test_calls_with_their_times_are_no_log() -> None:
    text = "".join(
        f"01:22:48.92{n:04} mmap(NULL, 8192, PROT_READ) = 0x7f{n:04x} <0.000012>\n" for n in range(60)
    )
    text += "01:22:49.100000 getsockopt(5, SOL_SOCKET, SO_ERROR, [ECONNREFUSED], [4]) = 0 <0.000004>\n"
    text += "01:22:52.100000 poll([{fd=5}], 1, 3000) = 0 (Timeout) <3.003101>\n"
    out = written(text, "strace")
    assert [line.partition(" ")[0] for line in out[1:]] == ["61", "62"]


def test_records_of_the_journal_are_told_by_what_they_say() -> None:
    records = [
        {
            "__CURSOR": f"s=1;i={n}",
            "__REALTIME_TIMESTAMP": f"17960023059{n:05}",
            "_HOSTNAME": "vm",
            "PRIORITY": "6",
            "SYSLOG_IDENTIFIER": "app",
            "_PID": str(100 + n % 3),
            "MESSAGE": f"served item {n}",
        }
        for n in range(200)
    ]
    records[150].update({"PRIORITY": "3", "MESSAGE": "shard 7 is gone\nsee the runbook"})
    out = written("".join(json.dumps(record) + "\n" for record in records), "journal-json")
    assert out[0].endswith("; in all: _HOSTNAME vm]")
    assert "1796002305900150 <3> app[100]: shard 7 is gone\\nsee the runbook" in out
    assert len(out) < 12


def test_events_written_one_field_a_line_are_rows() -> None:
    """PowerShell's Format-List: the events that differ are shown, the others counted."""
    events = [
        f"\nTimeCreated : 3/5/2026 8:{n:02}:00 AM\nId          : 7036\nLevel       : Information\n"
        "Message     : The updater entered the running state.\n"
        for n in range(40)
    ]
    events[22] = (
        "\nTimeCreated : 3/5/2026 8:22:00 AM\nId          : 55\nLevel       : Error\n"
        "Message     : The volume D: is corrupt.\n"
    )
    out = written("".join(events), "expanded-rows")
    assert "Message     : The volume D: is corrupt." in out
    assert any(line.startswith("[x3") and "Id 7036" in line for line in out)


def test_layers_that_are_pulled_are_no_commits() -> None:
    layers = [f"f89622{n:04}c5" for n in range(20)]
    text = " db Pulling \n" + "".join(
        f" {layer} {step} \n" for layer in layers for step in ("Pulling fs layer", "Waiting", "Pull complete")
    )
    text += "Attaching to api-1, db-1\napi-1 exited with code 137\n"
    out = pipeline.plan(text, Hints()).lines
    assert "api-1 exited with code 137" in out
    assert len(out) < 20


HANDSHAKE = """\
  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                 Dload  Upload   Total   Spent    Left  Speed

  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:8443...
* Connected to till.test (127.0.0.1) port 8443 (#0)
* ALPN: offers h2,http/1.1
} [5 bytes data]
* TLSv1.3 (OUT), TLS handshake, Client hello (1):
} [512 bytes data]
*  CAfile: c.pem
*  CApath: /etc/ssl/certs
{ [5 bytes data]
* TLSv1.3 (IN), TLS handshake, Server hello (2):
{ [122 bytes data]
* TLSv1.3 (IN), TLS handshake, Encrypted Extensions (8):
{ [6 bytes data]
* TLSv1.3 (IN), TLS handshake, Certificate (11):
{ [808 bytes data]
* TLSv1.3 (IN), TLS handshake, CERT verify (15):
{ [264 bytes data]
* TLSv1.3 (IN), TLS handshake, Finished (20):
{ [52 bytes data]
* TLSv1.3 (OUT), TLS change cipher, Change cipher spec (1):
} [1 bytes data]
* TLSv1.3 (OUT), TLS handshake, Finished (20):
} [52 bytes data]
* SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384
* ALPN: server did not agree on a protocol. Uses default.
* Server certificate:
*  subject: CN=old.test
*  start date: Nov 30 04:21:45 2026 GMT
*  expire date: Dec  1 04:21:45 2026 GMT
* SSL: certificate subject name 'old.test' does not match target host name 'till.test'

  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0
* Closing connection 0
{ [5 bytes data]
* TLSv1.3 (IN), TLS handshake, Newsession Ticket (4):
{ [233 bytes data]
* TLSv1.3 (IN), TLS handshake, Newsession Ticket (4):
{ [233 bytes data]
* old SSL session ID is stale, removing
} [5 bytes data]
* TLSv1.3 (OUT), TLS alert, close notify (256):
} [2 bytes data]
curl: (60) SSL: certificate subject name 'old.test' does not match target host name 'till.test'
More details here: https://curl.se/docs/sslcerts.html

curl failed to verify the legitimacy of the server and therefore could not
establish a secure connection to it. To learn more about this situation and
how to fix it, please visit the web page mentioned above.
"""


def test_a_handshake_that_fails_is_one_output_though_its_middle_looks_otherwise() -> None:
    out = written(HANDSHAKE, "http-trace")
    assert out[-1].endswith(
        "SSL: certificate subject name 'old.test' does not match target host name 'till.test'"
    )
    assert len(out) < 10


def test_an_image_built_at_a_terminal_is_a_build_that_failed_in_one_step() -> None:
    text = "[+] Building 9.4s (9/12)                                   docker:default\n"
    text += " => [internal] load build definition from Dockerfile             0.0s\n"
    text += f" => [build 1/3] FROM docker.io/library/till:3@sha256:{'a' * 64}    4.0s\n"
    for number in range(8):
        text += f" => => sha256:{number:064x} {number + 1}.20MB / {number + 1}.20MB    1.0s\n"
        text += f" => => extracting sha256:{number:064x}     1.0s\n"
    text += " => CACHED [build 2/3] COPY . .                                  0.0s\n"
    text += " => ERROR [build 3/3] RUN pip install -r wanted.txt              5.1s\n"
    text += "------\n > [build 3/3] RUN pip install -r wanted.txt:\n"
    text += "".join(f"1.{number}04 Collecting part-{number}\n" for number in range(8))
    text += "2.104 ERROR: No matching distribution found for part-9\n------\n"
    text += 'failed to solve: process "/bin/sh -c pip" did not complete successfully: exit code: 1\n'
    out = written(text, "build-log")
    assert " => CACHED [build 2/3] COPY . .                                  0.0s" in out
    assert "2.104 ERROR: No matching distribution found for part-9" in out
    assert not any("extracting" in row or "Collecting" in row for row in out)
    assert out[-2].startswith("failed to solve: ") or out[-1].startswith("failed to solve: ")


def test_each_program_that_a_traced_one_runs_is_shown_with_its_arguments() -> None:
    text = 'execve("/usr/bin/make", ["make"], 0x7ffd /* 9 vars */) = 0\n'
    for n in range(60):
        text += f'[pid  {n + 100}] execve("/bin/sh", ["sh", "-c", "step {n}"], 0x55 /* 9 vars */) = 0\n'
        text += f"[pid  {n + 100}] mmap(NULL, 8192, PROT_READ) = 0x7f{n:04x}\n"
    out = written(text, "strace")
    assert sum("execve(" in line for line in out) == 40
    assert any('"step 38"' in line for line in out)
