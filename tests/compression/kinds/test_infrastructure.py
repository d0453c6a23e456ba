"""What tools of operations print: what failed, what changes, what was touched; routine goes."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

PLAN = (
    "".join(f"example_disk.data[{n}]: Refreshing state... [id=d-{n}]\n" for n in range(20))
    + "\nTerraform will perform the following actions:\n\n"
    + '  # example_disk.main must be replaced\n-/+ resource "example_disk" "main" {\n      ~ size = 10 -> 20 # forces replacement\n'
    + '      ~ id   = "d-1" -> (known after apply)\n    }\n\n'
    + "".join(
        f'  # example_host.web[{n}] will be created\n  + resource "example_host" "web" {{\n      + id    = (known after apply)\n'
        f'      + image = "web-{n}"\n    }}\n\n'
        for n in range(12)
    )
    + "Plan: 13 to add, 0 to change, 1 to destroy.\n"
)
DESCRIBE = "".join(
    f"Name:             web-{n}\nNamespace:        shop\nLabels:           app=web\n                  tier=front\nStatus:           Running\n"
    f"Containers:\n  web:\n    Image:          example/web:1.{n}\n    State:          Running\n    Ready:          True\n    Restart Count:  0\n"
    "Conditions:\n  Type              Status\n  Ready             True\nEvents:           <none>\n\n"
    for n in range(8)
) + (
    "Name:             pay-1\nNamespace:        shop\nStatus:           Running\nContainers:\n  pay:\n    Image:          example/pay:2\n"
    "    State:          Waiting\n      Reason:       CrashLoopBackOff\n    Last State:     Terminated\n      Exit Code:    137\n    Ready:          False\n"
    "    Restart Count:  9\nEvents:\n  Type     Reason   Age  From     Message\n  ----     ------   ---- ----     -------\n"
    "  Warning  BackOff  1m   kubelet  Back-off restarting failed container pay\n"
)
CALLS = (
    'execve("/usr/bin/app", ["app"], 0x7ffd /* 9 vars */) = 0\n'
    + "mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, -1, 0) = 0x7f00\n" * 40
    + 'openat(AT_FDCWD, "/usr/lib/libc.so.6", O_RDONLY|O_CLOEXEC) = 3\nclose(3)                                = 0\n'
    * 10
    + 'openat(AT_FDCWD, "/etc/app/settings.toml", O_RDONLY) = -1 EACCES (Permission denied)\n'
    + 'openat(AT_FDCWD, "/srv/app/data.db", O_RDWR)  = 4\n'
    + "connect(5, {sa_family=AF_INET, sin_port=htons(5432)}, 16) = -1 ECONNREFUSED (Connection refused)\n"
    + 'write(2, "cannot start\\n", 13)        = 13\nexit_group(1)                           = ?\n+++ exited with 1 +++\n'
)
CURL = (
    "*   Trying 127.0.0.1:80...\n* Connected to host (127.0.0.1) port 80 (#0)\n> GET /a HTTP/1.1\n> Host: host\n> User-Agent: curl/8\n> Accept: */*\n>\n"
    "< HTTP/1.1 502 Bad Gateway\n< Server: web\n< Date: Sun, 01 Jan 2026 00:00:00 GMT\n< Connection: close\n<\n{ [7 bytes data]\n"
    "* Closing connection 0\n"
) * 4 + "* connect to host port 81 failed: Connection refused\ncurl: (7) Failed to connect to host port 81\n"
PLAYBOOK = (
    "PLAY [web] *****************\n\n"
    + "".join(f"TASK [step {n}] ****************\nok: [one]\nok: [two]\n\n" for n in range(20))
    + 'TASK [restart] ***************\nchanged: [one]\nfatal: [two]: FAILED! => {"changed": false, "msg": "unit not found"}\n\n'
    + "PLAY RECAP *******************\none : ok=21 changed=1 failed=0\ntwo : ok=20 changed=0 failed=1\n"
)
EXPLAIN = (
    " Hash Join  (cost=1.00..2.00 rows=3 width=4) (actual time=0.1..0.2 rows=3 loops=1)\n   Output: a.id, b.id\n"
    "   Hash Cond: (a.id = b.id)\n   Buffers: shared hit=9\n   ->  Seq Scan on a  (cost=0.00..1.00 rows=9 width=4)\n"
    "         Output: a.id\n         Filter: (id > 3)\n         Rows Removed by Filter: 7001\n         Buffers: shared hit=4\n"
    " Execution Time: 2.1 ms\n"
)
DUMP = "app:     file format elf64\n\n" + "".join(
    f"00000000000010{n:02d} <step_{n}>:\n"
    + "    1000:\tpush   %rbp\n" * 12
    + f"    1010:\tcall   1020 <other_{n}>\n\n"
    for n in range(10)
)


@pytest.mark.parametrize(
    ("text", "kind", "kept", "gone"),
    [
        (
            PLAN,
            "terraform",
            ["main must be replaced", "size = 10 -> 20", "web[11] will be created", "Plan: 13"],
            ["web-5"],
        ),
        (
            DESCRIBE,
            "kubectl-describe",
            ["web-7", "example/web:1.3", "CrashLoopBackOff", "Exit Code:  137", "Back-off restarting"],
            ["tier=front"],
        ),
        (
            CALLS,
            "strace",
            [
                "EACCES",
                "/srv/app/data.db",
                "ECONNREFUSED",
                "cannot start",
                "exited with 1",
                'execve("/usr/bin/app"',
            ],
            ["libc.so", "MAP_PRIVATE"],
        ),
        (
            CURL,
            "http-trace",
            [
                "* Connected to host (127.0.0.1) port 80",
                "> GET /a HTTP/1.1",
                "502 Bad Gateway",
                "port 81 failed",
                "curl: (7)",
            ],
            ["User-Agent", "bytes data"],
        ),
        (PLAYBOOK, "ansible", ["TASK [restart]", "unit not found", "failed=1"], ["step 3]"]),
        (
            EXPLAIN,
            "query-plan",
            ["Hash Cond", "Rows Removed by Filter: 7001", "Execution Time"],
            ["Output:", "Buffers"],
        ),
        (DUMP, "disassembly", ["<step_9>:", "<other_3>"], ["push"]),
    ],
    ids=["terraform", "describe", "strace", "curl", "ansible", "explain", "objdump"],
)
def test_what_matters_is_kept_and_routine_goes(
    text: str, kind: str, kept: list[str], gone: list[str]
) -> None:
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == [kind]
    whole = "\n".join(plan.lines)
    for wanted in kept:
        assert wanted in whole, f"{wanted} in\n{whole}"
    for routine in gone:
        assert routine not in whole, f"{routine} not in\n{whole}"


def test_a_plan_shows_what_changes_and_what_it_gives_out() -> None:
    plan = "\n".join(
        [
            "Terraform used the selected providers to generate the following execution",
            "plan. Resource actions are indicated with the following symbols:",
            "  ~ update in-place",
            "",
            "Terraform will perform the following actions:",
            "",
            '  # cloud_queue.jobs["a"] will be destroyed',
            '  # (because key ["a"] is not in for_each map)',
            '  - resource "cloud_queue" "jobs" {',
            '      - id   = "q-1" -> null',
            "      - tags = {",
            '          - team = "billing"',
            "        } -> null",
            "    }",
            "",
            "  # cloud_server.web will be updated in-place",
            '  ~ resource "cloud_server" "web" {',
            '        id    = "s-7"',
            "      ~ ports = [",
            "          - 8080,",
            "          + 8443,",
            "        ]",
            "      ~ state = {",
            '          - phase = "ready"',
            "        } -> (known after apply)",
            "        # (12 unchanged attributes hidden)",
            "    }",
            "",
            "Plan: 0 to add, 1 to change, 1 to destroy.",
            "",
            "Changes to Outputs:",
            '  ~ address = "10.0.0.7" -> (known after apply)',
            "",
            "─" * 77,
            "",
            "Note: You didn't use the -out option to save this plan, so Terraform can't",
            'guarantee to take exactly these actions if you run "terraform apply" now.',
        ]
    )
    assert [row.partition(" ")[2].strip() for row in pipeline.plan(plan, Hints()).lines] == [
        '# cloud_queue.jobs["a"] will be destroyed',
        '# (because key ["a"] is not in for_each map)',
        '- id   = "q-1" -> null',
        "# cloud_server.web will be updated in-place",
        "~ ports = [",
        "- 8080,",
        "+ 8443,",
        "~ state = {",
        "Plan: 0 to add, 1 to change, 1 to destroy.",
        "Changes to Outputs:",
        '~ address = "10.0.0.7" -> (known after apply)',
    ]


def test_conditions_of_a_node_that_are_as_they_should_be_go() -> None:
    node = (
        "Name:               node-1\nRoles:              <none>\nTaints:             disk:NoSchedule\n"
        "Unschedulable:      false\nConditions:\n  Type             Status  Reason\n  ----             ------  ------\n"
        "  MemoryPressure   False   Enough\n  DiskPressure     True    Full\n  Ready            Unknown Lost\n"
        "Events:              <none>\nLabels:             a=b\n"
    )
    whole = "\n".join(pipeline.plan(node, Hints(kind="kubectl-describe")).lines)
    assert all(
        word in whole
        for word in ("DiskPressure  True", "Ready  Unknown", "Events:  <none>", "disk:NoSchedule")
    )
    assert not any(word in whole for word in ("MemoryPressure", "Roles", "Unschedulable"))


def test_what_a_task_did_on_many_hosts_is_said_once() -> None:
    text = "PLAY [all] *****************\n\nTASK [copy] ****************\n"
    text += "".join(f"changed: [web{n}] => (item={item})\n" for n in range(8) for item in "abc")
    text += "\nTASK [start] ***************\n"
    text += "".join(
        f'fatal: [web{n}]: FAILED! => {{"changed": false, "msg": "no such unit"}}\n' for n in range(6)
    )
    text += 'fatal: [db]: FAILED! => {"changed": false, "msg": "out of memory"}\n\nPLAY RECAP *****************\nweb0 : ok=1\n'
    lines = pipeline.plan(text, Hints()).lines
    assert sum(line.startswith("changed: ") for line in lines) == 1
    assert any(
        line.startswith("[x23 like this to line ")
        and line.endswith("web0, web1, web2, web3, web4, web5, web6, web7]")
        for line in lines
    )
    assert sum(line.startswith("fatal: ") for line in lines) == 4
    assert any("out of memory" in line for line in lines)


def test_what_kubectl_could_not_find_out_of_a_node_stays() -> None:
    text = (
        "Name:               node-9\nRoles:              <none>\nLabels:             zone=a\n"
        "Unschedulable:      false\nLease:              Failed to get lease: not found\nConditions:\n"
        "  Type    Status\n  Ready   Unknown\nAddresses:\n  InternalIP:  10.0.0.9\nEvents:  <none>\n"
    )
    lines = pipeline.plan(text, Hints()).lines
    assert "5 Lease:  Failed to get lease: not found" in lines


def test_an_error_of_terraform_that_is_said_again_is_told_as_the_same() -> None:
    error = (
        'Error: Unsupported attribute\n\n  on main.tf line 6, in resource "example_host" "web":\n'
        "   6:   port = each.value.portt\n    ├────────────────\n    │ each.value is object\n\n"
        'This object does not have an attribute named "portt".\n\n'
    )
    other = "Error: Missing value\n\n  on main.tf line 9:\n   9:   name = null\n"
    text = PLAN + "\n" + error * 4 + other
    lines = pipeline.plan(text, Hints()).lines
    assert sum("Error: Unsupported attribute" in line for line in lines) == 1
    assert any("x3 more of this error" in line for line in lines)
    assert any("Error: Missing value" in line for line in lines)


def test_what_kubectl_could_not_find_stands_before_what_it_describes() -> None:
    text = 'Error from server (NotFound): pods "gone" not found\n' + DESCRIBE
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert 'Error from server (NotFound): pods "gone" not found' in shown


def test_a_debuggers_doubt_about_the_core_stays() -> None:
    frames = "".join(f"#{n}  0x00005555 in step (depth={n}) at walk.c:{n + 3}\n" for n in range(40))
    text = (
        "Reading symbols from ./walk...\nwarning: core file may not match specified executable file.\n"
        "Core was generated by `./walk'.\nProgram terminated with signal SIGSEGV, Segmentation fault.\n"
        + frames
    )
    shown = "\n".join(pipeline.plan(text, Hints()).lines)
    assert "warning: core file may not match specified executable file." in shown
