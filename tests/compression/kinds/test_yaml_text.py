"""YAML, TOML and INI: keys once, names of items, rare values, failures; blocks of text by their head."""

from knapsack_cli.compression.kinds import config_text, yaml_text
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_decisions, rows_from_view, write_rows


def shown(text: str, kind: object = yaml_text) -> list[str]:
    """What the kind shows of `text`."""
    segment = Segment(text.split("\n"), 0, Hints())
    assert kind.recognise(segment) > 60  # type: ignore[attr-defined]
    decided = kind.decide(segment)  # type: ignore[attr-defined]
    assert decided is not None
    if isinstance(decided, View):
        return write_rows(rows_from_view(segment, decided))
    return write_rows(rows_from_decisions(segment, decided))


def bare(rows: list[str]) -> list[str]:
    """Numbered rows without their numbers."""
    return [row.partition(" ")[2] if row[:1].isdigit() else row for row in rows]


def pod(name: str, phase: str = "Running", waiting: str = "") -> str:
    """One item of a list of pods."""
    state = f"\n      waiting:\n        reason: {waiting}" if waiting else "\n      running: {}"
    return (
        f"- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: {name}\n    namespace: shop\n"
        f"    uid: u-{name}\n  spec:\n    restartPolicy: Always\n  status:\n    phase: {phase}\n"
        f"    state:{state}"
    )


def test_items_by_name_and_what_is_rare_in_its_place() -> None:
    pods = [pod(f"pod-{number}") for number in range(30)]
    pods[13] = pod("pod-13", "Pending", "ImagePullBackOff")
    out = shown("apiVersion: v1\nitems:\n" + "\n".join(pods) + "\nkind: List")
    assert all(any(line.endswith(f"    name: pod-{number}") for line in out) for number in range(30))
    assert "171         reason: ImagePullBackOff" in out
    assert "170       waiting:" in out
    assert "168     phase: Pending" in out
    assert sum("namespace: shop" in line for line in out) == 1
    assert len(out) < 60


def test_conditions_of_one_item_that_differ_are_told_with_their_type() -> None:
    def node(number: int) -> str:
        lost = number == 3
        text = f"- kind: Node\n  metadata:\n    name: node-{number}\n  status:\n    conditions:\n"
        for name in ("DiskPressure", "MemoryPressure", "PIDPressure", "Ready"):
            said = "Kubelet stopped posting node status." if lost else f"kubelet has no {name}"
            reason = "NodeStatusUnknown" if lost else f"KubeletHasNo{name}"
            text += f'    - lastProbe: "1"\n      message: {said}\n      reason: {reason}\n'
            text += f"      status: {'Unknown' if lost else 'False'}\n      type: {name}\n"
        return text

    out = bare(shown("apiVersion: v1\nitems:\n" + "".join(map(node, range(7))) + "kind: List"))
    at = out.index("    name: node-3")
    assert out[at:].index("    name: node-4") > out[at:].index(
        "      message: Kubelet stopped posting node status."
    )
    assert out[at + 3 : at + 8] == [
        '    - lastProbe: "1"',
        "      message: Kubelet stopped posting node status.",
        "      reason: NodeStatusUnknown",
        "      status: Unknown",
        "      type: DiskPressure",
    ]


def test_comments_fold_but_not_those_that_bind() -> None:
    text = "\n".join(
        f"  # how to set option {number} is told here\n  option{number}: {number}" for number in range(20)
    )
    out = shown("# Do not edit by hand\nroot:\n" + text)
    assert "1 # Do not edit by hand" in out
    assert "42   option19: 19" in out
    assert not any("how to set" in line for line in out)


def test_scripts_and_long_texts_by_their_head() -> None:
    steps = "\n".join(
        f"    - name: Step {number}\n      run: |\n        echo {number}\n        make part{number}\n"
        "        ls\n        pwd\n        true"
        for number in range(12)
    )
    out = shown(f"on: push\njobs:\n  build:\n    runs-on: linux\n    steps:\n{steps}")
    assert sum("echo " in line for line in out) == 12
    assert not any(line.endswith("true") for line in out)


def test_a_map_of_like_members_is_told_by_their_names() -> None:
    text = "\n".join(
        f"Style/Rule{number}:\n  Description: 'Checks {number}.'\n"
        f"  Enabled: {'false' if number == 17 else 'true'}\n  VersionAdded: '0.1'"
        for number in range(40)
    )
    out = shown(text)
    assert all(any(line.endswith(f"Style/Rule{number}:") for line in out) for number in range(40))
    assert sum("Enabled: false" in line for line in out) == 1
    assert sum("Enabled: true" in line for line in out) == 1


def test_documents_are_parted() -> None:
    text = "\n---\n".join(
        f"kind: Service\nmetadata:\n  name: svc-{number}\n  labels:\n    app: x" for number in range(12)
    )
    out = shown(text)
    assert sum(line.endswith("---") for line in out) == 11
    assert sum("name: svc-" in line for line in out) == 12


def test_descriptions_and_prose_are_no_yaml() -> None:
    described = (
        "Name:             api\nNamespace:        shop\nLabels:           app=api\nStatus:         Ok\n" * 3
    )
    assert yaml_text.recognise(Segment(described.split("\n"), 0, Hints())) == 0
    prose = "Note: this is a text.\nIt has lines.\nThey go on and on.\nAnd: end.\n" * 4
    assert yaml_text.recognise(Segment(prose.split("\n"), 0, Hints())) == 0


def test_ini_keeps_sections_and_settings() -> None:
    lines = ["; global settings", "[client]", "port = 3306", "; the socket", "socket = /run/db.sock", ""]
    for number in range(6):
        lines += [f"[instance{number}]", "; a comment", f"port = {3307 + number}", "; another", "log = on"]
    out = shown("\n".join(lines), config_text)
    assert sum("[instance" in line for line in out) == 6
    assert not any("comment" in line for line in out)
    assert any("port = 3312" in line for line in out)


def test_long_lists_in_toml_by_their_head() -> None:
    lines = ["[tool]", "a = 1", "b = 2", "c = 3", "names = ["] + [f'  "n{number}",' for number in range(50)]
    lines += ["]", "d = 4", "e = 5"]
    out = shown("\n".join(lines), config_text)
    assert '  "n0",' in "\n".join(out)
    assert not any('"n30"' in line for line in out)
    assert any(line.endswith("e = 5") for line in out)


def test_code_is_no_configuration() -> None:
    code = "import os\nx = f(1)\ny = g(x)\nz = h(y)\nfor a in z:\n    b = a(3)\n    c = b(2)\nd = e(9)"
    assert config_text.recognise(Segment(code.split("\n"), 0, Hints())) == 0


def test_a_list_whose_values_take_several_lines_keeps_what_names_each_item() -> None:
    lines: list[str] = []
    for n in range(60):
        lines += [
            f"- subject: crate {n} is weighed",
            "  remark: The crate is put on the scale and then it is looked at by",
            "    the keeper of the depot, who writes down what the scale",
            f"    says of it in line {n}.",
            f"  since: v1.{n % 4}",
        ]
    kept = bare(shown("\n".join(lines)))
    assert all(f"- subject: crate {n} is weighed" in kept for n in range(60))
    assert len(kept) < len(lines) // 2


def test_branches_with_names_of_their_own_are_told_by_what_they_do_not_share() -> None:
    places = ("crates", "jars", "lids", "labels", "keepers", "scales", "seals")
    lines = ["openapi: 3.1.0", "info:", "  title: Depot", "paths:"]
    for place in places:
        lines.append(f"  /{place}:")
        for verb in ("get", "post", "put", "delete"):
            lines += [
                f"    {verb}:",
                f"      operationId: {verb}-{place}",
                "      responses:",
                "        '200':",
                "          description: Done as it was asked for, nothing more is to be said of it",
                "          content:",
                "            application/json:",
                "              schema:",
                f"                $ref: '#/components/schemas/{place}'",
            ]
    kept = bare(shown("\n".join(lines)))
    assert all(f"  /{place}:" in kept for place in places)
    assert "      operationId: put-lids" in kept
    assert len(kept) * 2 < len(lines)


def test_a_short_file_of_services_keeps_what_each_of_them_listens_on() -> None:
    text = "name: till\nservices:\n" + "".join(
        f"  part{number}:\n    image: till/part{number}:4\n    restart: always\n    environment:\n"
        f'      ROLE: part{number}\n    depends_on:\n      - db\n    ports:\n      - "{8000 + number}:80"\n'
        for number in range(9)
    )
    rows = bare(shown(text + "volumes:\n  kept: {}\n"))
    assert all(f'      - "{8000 + number}:80"' in rows for number in range(9))


def test_each_of_several_objects_keeps_its_kind_and_name() -> None:
    parts = []
    for name in ("api", "web", "mail", "search", "pay"):
        for kind in ("Deployment", "Service", "NetworkPolicy"):
            parts.append(
                f"apiVersion: v1\nkind: {kind}\nmetadata:\n  name: {name}\n  namespace: shop\nspec:\n"
                f"  selector:\n    app: {name}\n  ports:\n    - port: 80\n      targetPort: http\n"
                "  resources:\n    limits:\n      memory: 512Mi\n      cpu: 100m\n"
            )
    out = bare(shown("---\n" + "---\n".join(parts)))
    assert sum(row == "kind: Service" for row in out) == 5
    assert sum(row == "  name: search" for row in out) == 3
