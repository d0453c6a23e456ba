"""JSON by keys and scalars as written; arrays of like objects as tables."""

import json

from knapsack_cli.compression.kinds.json_document import decide, recognise
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_view, write_rows


def shown(text: str) -> str:
    """What the kind shows of `text`."""
    segment = Segment(text.split("\n"), 0, Hints())
    assert recognise(segment) > 50
    view = decide(segment)
    assert isinstance(view, View)
    return "\n".join(write_rows(rows_from_view(segment, view)))


def orders(count: int) -> list[dict[str, object]]:
    """Rows of which one differs."""
    rows: list[dict[str, object]] = [
        {"id": f"ord_{number}", "status": "paid", "amount": 10 + number % 7, "customer": {"country": "DE"}}
        for number in range(count)
    ]
    rows[77].update(status="failed", amount=-98234, error={"code": "E_FRAUD"})
    return rows


def test_an_array_of_like_objects_is_a_table_with_the_row_that_differs() -> None:
    text = json.dumps({"orders": orders(120), "total": 120})
    assert shown(text) == (
        "{\n"
        ' "orders":[\n'
        "  [120 rows of {id, status, amount, customer{country}, error?{code}}]\n"
        '  {"id": "ord_0", "status": "paid", "amount": 10, "customer": {"country": "DE"}}\n'
        "  # | id | status | amount | error.code\n"
        "  1 | ord_1 | paid | 11 | \n"
        "  2 | ord_2 | paid | 12 | \n"
        "  [... 116 rows like these, within bytes 252-9776: status paid in all; amount 10..16; "
        "customer.country DE in all; error.code (missing) in all]\n"
        "  77 | ord_77 | failed | -98234 | E_FRAUD\n"
        " ],\n"
        ' "total": 120\n'
        "}"
    )


def test_a_pretty_document_names_lines_and_a_flat_one_bytes() -> None:
    rows = orders(120)
    assert "within lines " in shown(json.dumps(rows, indent=2))
    flat = json.dumps(rows)
    mark = shown(flat).split("within bytes ")[1].split(":")[0]
    start, end = map(int, mark.split("-"))
    assert flat[start:end].startswith('{"id": "ord_3"')
    assert flat[start:end].endswith("}")


def test_bytes_are_bytes_where_characters_are_wider() -> None:
    rows = [{"name": f"é{number}", "size": number % 3} for number in range(200)]
    flat = json.dumps(rows, ensure_ascii=False)
    mark = next(part for part in shown(flat).split() if "-" in part and part.rstrip(":,")[0].isdigit())
    start, end = map(int, mark.rstrip(":,").split("-"))
    piece = flat.encode()[start:end].decode()
    assert piece.startswith('{"name"')
    assert piece.endswith("}")


def test_rows_of_a_deep_schema_are_told_by_what_sets_them_apart() -> None:
    items = [
        {
            "metadata": {"name": f"pod-{number}", "labels": {"app": "api", "tier": "back", "team": "core"}},
            "spec": {
                "containers": [{"name": "api", "image": "registry/api:1", "env": ["A", "B", "C", "D"]}] * 4
            },
            "status": {"phase": "Running", "reason": None},
        }
        for number in range(30)
    ]
    items[17]["status"] = {"phase": "Pending", "reason": "ImagePullBackOff"}
    out = shown(json.dumps({"items": items}, indent=2))
    assert all(f"pod-{number}" in out for number in range(30))
    assert "ImagePullBackOff" in out
    assert out.count("registry/api:1") < 12


def test_a_text_that_breaks_off_is_shown_up_to_there() -> None:
    text = json.dumps(orders(120), indent=1)
    out = shown(text[: len(text) // 2 + 5])
    assert "rows of {id, status, amount, customer{country}" in out


def test_headers_before_and_words_after_stay() -> None:
    text = "HTTP/1.1 200 OK\nServer: x\n\n" + json.dumps(orders(90), indent=1) + "\ndone in 3s"
    out = shown(text)
    assert out.startswith("HTTP/1.1 200 OK\nServer: x\n")
    assert out.endswith("done in 3s")


def test_documents_one_after_another_are_rows() -> None:
    text = "\n".join(json.dumps(order, indent=2) for order in orders(90))
    assert "[90 rows of {id, status, amount, customer{country}, error?{code}}]" in shown(text)


def test_a_long_list_of_strings_says_what_it_leaves_out() -> None:
    out = shown(json.dumps([f"file-{number:04}" for number in range(400)]))
    assert "more items" in out
    assert '"file-0000"' in out
    assert '"file-0399"' in out


def test_lists_of_arrays_from_several_rows_are_one_table() -> None:
    reports = [
        {
            "filePath": f"src/{name}.js",
            "messages": [
                {"ruleId": "no-var", "severity": 1, "message": "Unexpected var.", "line": line}
                for line in range(1, 40)
            ]
            + [{"ruleId": "no-undef", "severity": 2, "message": f"'{name}' is not defined.", "line": 90}],
        }
        for name in ("one", "two", "three", "four", "five")
    ]
    out = shown(json.dumps(reports))
    assert all(f"'{name}' is not defined." in out for name in ("one", "two", "three", "four", "five"))


def test_prose_in_brackets_is_not_json() -> None:
    assert recognise(Segment(["[info] starting", "[info] done"], 0, Hints())) == 0
    assert recognise(Segment(["{", "  int x;", "}"], 0, Hints())) == 0


def test_depth_does_not_crash() -> None:
    text = '{"a":' * 50_000 + "1" + "}" * 50_000
    segment = Segment([text], 0, Hints())
    assert decide(segment) is not None


def test_rows_are_named_by_their_identity_however_deep_it_lies() -> None:
    hosts = [
        {"Instances": [{"InstanceId": f"i-{number:04x}", "State": {"Name": "running"}, "Zone": None}]}
        for number in range(30)
    ]
    hosts[17]["Instances"][0]["State"] = {"Name": "stopped"}
    text = shown(json.dumps({"Reservations": hosts}, indent=2))
    assert all(f"i-{number:04x}" in text for number in range(30))


def test_a_report_of_findings_shows_the_first_of_each_rule() -> None:
    rules = [f"rule-{number % 20}" if number < 150 else "rule-0" for number in range(300)]
    rows = [
        {"path": "a.py", "line": number, "symbol": rule, "message": f"{rule} is broken at {number}"}
        for number, rule in enumerate(rules)
    ]
    text = shown(json.dumps(rows, indent=1))
    assert all(f"| rule-{number} |" in text for number in range(1, 20))


def test_members_that_follow_from_their_names_are_shown_once_with_the_names_of_the_others() -> None:
    names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]
    exports: dict[str, object] = {
        f"./{name}": {"types": f"./{name}/index.d.ts", "default": f"./{name}/dist/index.js"} for name in names
    }
    exports["./odd"] = {"types": "./odd/other.d.ts", "default": "./elsewhere.js"}
    text = shown(json.dumps({"name": "tool", "exports": exports}, indent=2))
    assert '"./alpha":{"types": "./alpha/index.d.ts","default": "./alpha/dist/index.js"},' in text
    assert f"[x9 more like this, with another name for alpha: {', '.join(names[1:])}]" in text
    assert '"./odd":{"types": "./odd/other.d.ts","default": "./elsewhere.js"}' in text
    assert "./beta" not in text


def test_rows_are_called_by_an_identifier_however_deep_it_lies() -> None:
    rows = [
        {
            "Groups": [],
            "Instances": [
                {
                    "InstanceId": f"i-{n * 7919:08x}",
                    "Image": "img-1" * 60,
                    "State": {"Code": 80 if n == 9 else 16, "Name": "stopped" if n == 9 else "running"},
                    "Devices": [{"Name": "/dev/sda", "Ebs": {"Status": "attached", "Volume": f"v-{n}" * 30}}],
                }
            ],
        }
        for n in range(20)
    ]
    text = shown(json.dumps({"Reservations": rows}, indent=4))
    line = next(line for line in text.split("\n") if "stopped" in line)
    assert f"i-{9 * 7919:08x}" in line


def test_comments_in_json_are_counted_and_those_that_forbid_shown() -> None:
    lines = ["{", '  "compilerOptions": {', "    /* Language */"]
    lines += [f'    // "option{n}": true, /* what it does */' for n in range(20)]
    lines += ["    // Do not change this: the build depends on it."]
    lines += ['    "target": "es2022", /* the "target" */', '    "url": "http://a//b", // see http://c']
    lines += ["  },", "}"]
    text = shown("\n".join(lines))
    assert "[23 comments left out]" in text
    assert "// Do not change this: the build depends on it." in text
    assert '{"target": "es2022","url": "http://a//b",}' in text
    assert "option3" not in text


def test_operations_are_named_in_a_table_of_paths() -> None:
    verbs = ("get", "post", "put")
    paths = {
        f"/depot/{n}": {
            verbs[n % 3]: {
                "tags": ["depot"],
                "description": f"What is done with crates of hall {n}, told at some length to be wide.",
                "operationId": f"{verbs[n % 3]}Hall{n}",
                "responses": {
                    "200": {"description": f"Done in hall {n}"},
                    "404": {"description": "No such hall"},
                },
                "parameters": [
                    {"name": f"p{m}", "in": "query", "schema": {"type": "string"}} for m in range(n % 4)
                ],
            }
        }
        for n in range(12)
    }
    text = json.dumps({"openapi": "3.0.0", "paths": paths}, indent=2)
    out = shown(text)
    assert all(f"{verbs[n % 3]}Hall{n}" in out for n in range(12))


def test_rows_left_out_are_called_by_their_names() -> None:
    crates = [
        {"name": f"crate-{'abcdefgh'[n % 8] * 3}-{n}", "hall": n % 3, "sealed": True} for n in range(60)
    ]
    out = shown(json.dumps({"crates": crates}))
    assert all(crate["name"] in out for crate in crates)


def test_objects_whose_state_is_not_the_usual_one_say_so() -> None:
    """`kubectl get pods -o json`: several pods that are not ready, each for a reason of its own."""

    def pod(number: int) -> dict[str, object]:
        lost = number % 5 == 3
        ready: dict[str, object] = {"type": "Ready", "status": "False" if lost else "True"}
        if lost:
            ready |= {
                "message": f"containers with unready status: [c{number}]",
                "reason": "ContainersNotReady",
            }
        return {
            "metadata": {"name": f"till-{number}", "annotations": {"example.test/port": "9102"}},
            "spec": {"image": "till:1", "args": ["--config=/etc/app/config.toml", "--verbose"] * 6},
            "status": {
                "conditions": [{"type": "Initialized", "status": "True"}, ready],
                "containers": [{"name": "till", "ready": not lost, "hash": f"{number:040x}" * 4}],
                "phase": "Running",
            },
        }

    text = json.dumps({"items": [pod(number) for number in range(20)], "kind": "List"}, indent=1)
    rows = shown(text).split("\n")
    for number in (3, 8, 13, 18):
        row = next(row for row in rows if f"till-{number}" in row)
        assert "status.containers[0].ready: false" in row
        assert f"containers with unready status: [c{number}]" in row
    assert not any("has status" in row for row in rows)


def test_what_is_looked_up_elsewhere_is_told_of_each_row_and_descriptions_are_not() -> None:
    def finding(number: int) -> dict[str, object]:
        return {
            "VulnerabilityID": f"CVE-2024-{4000 + number * 7}",
            "PkgName": f"lib{number % 5}",
            "Layer": {"Digest": f"{number:064x}"},
            "Title": f"lib{number % 5}: reads beyond its end ({number})",
            "Description": f"A flaw was found in lib{number % 5}. " + "It reads what is not its own. " * 6,
            "Severity": ("LOW", "HIGH")[number % 2],
            "References": [f"https://a.test/{number}/{page}" for page in range(4)],
        }

    out = shown(json.dumps({"Results": [{"Vulnerabilities": [finding(n) for n in range(40)]}]}, indent=1))
    assert all(f"CVE-2024-{4000 + n * 7}" in out for n in range(40))
    assert out.count("A flaw was found") == 1


def test_the_second_of_a_rows_few_findings_is_told_too() -> None:
    def jar(number: int) -> dict[str, object]:
        flaws = [
            {
                "source": "NVD",
                "name": f"CVE-2023-{number}{at}00",
                "severity": "HIGH",
                "cwes": ["CWE-502"],
                "description": f"Reads what is not its own in part {number}",
                "references": [{"url": f"https://a.test/{number}"}],
            }
            for at in range(number % 3)
        ]
        jar = {"fileName": f"part-{number}.jar", "sha1": f"{number:040x}", "sha256": f"{number:064x}" * 3}
        return jar | ({"vulnerabilities": flaws} if flaws else {})

    out = shown(json.dumps({"dependencies": [jar(number) for number in range(24)]}, indent=1))
    assert all(f"CVE-2023-{n}{at}00" in out for n in range(24) for at in range(n % 3))


def test_series_are_told_apart_by_their_labels() -> None:
    series = [
        {
            "metric": {
                "__name__": "till_total",
                "desk": f"desk-{at // 2}:90",
                "code": str(200 + 300 * (at % 2)),
            }
        }
        | {"values": [[1760000000 + 30 * step, f"{step * at}.5"] for step in range(40)]}
        for at in range(10)
    ]
    text = shown(json.dumps({"data": {"result": series}}))
    assert all(f"desk-{desk}:90" in text for desk in range(5))


def test_names_of_many_scalars_are_told_where_they_are_short() -> None:
    rates = {f"{'ABCDEFGHIJKLM'[at % 13]}{'NOPQRSTUVWXYZ'[at // 13]}K": at + 0.25 for at in range(150)}
    text = shown(json.dumps({"base": "EUR", "rates": rates}, indent=2))
    assert all(name in text for name in rates)
    assert len(text) * 2 < len(json.dumps({"rates": rates}, indent=2))


def test_two_large_objects_are_told_by_what_sets_them_apart() -> None:
    def server(name: str, state: str) -> dict[str, object]:
        disks = [{"id": f"disk-{at}", "size": 40, "bus": "VIRTIO", "zone": "AUTO"} for at in range(3)]
        flags = {f"hotplug_{at}_of_the_machine": at % 2 == 0 for at in range(90)}
        return {"name": name, "state": state, "flags": flags, "disks": disks}

    text = shown(json.dumps({"items": [server("web-1", "RUNNING"), server("web-2", "CRASHED")]}, indent=2))
    assert "web-1" in text
    assert "web-2" in text
    assert "CRASHED" in text
    assert text.count("hotplug_7_of_the_machine") < 3


def test_what_python_prints_of_data_is_read_as_data() -> None:
    rows = [{"id": at, "name": f"o'till {at}", "open": at != 17, "lost": None} for at in range(40)]
    text = shown(repr(rows))
    assert "Python's data" in text
    assert "[40 rows" in text
    assert "False" in text
    broken = Segment([repr(rows)[:-1] + ", (1, {2})]"], 0, Hints())
    assert decide(broken) is None
