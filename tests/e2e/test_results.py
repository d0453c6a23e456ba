"""Tool results in the real Pi: compressed from the whole output, exact for editing, always redacted."""

from __future__ import annotations

import base64
import shutil
import zlib
from pathlib import Path

from pi_rig import FOOTER, ROOT, Rig

from knapsack_cli.text.tokens import estimate_tokens

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3
DONE = {"text": "Done."}


def bash(*commands: str) -> dict[str, object]:
    return {"calls": [("bash", {"command": command}) for command in commands]}


def original(rig: Rig, result: str) -> bytes:
    """The original that a result's footer names."""
    found = FOOTER.search(result)
    assert found, result[-300:]
    return rig.knapsack("retrieve", found[1], "--raw").stdout


def log(rig: Rig) -> bytes:
    shutil.copy(ROOT / "fixtures/server.log", rig.work / "server.log")
    return (rig.work / "server.log").read_bytes()


def test_the_second_request_holds_the_short_text_and_its_hash_brings_every_byte_back(rig: Rig) -> None:
    whole = log(rig)
    (rig.work / "half.log").write_bytes(whole[:30_000])
    session = rig.run([bash("cat server.log", "cat half.log"), DONE])
    assert session.code == 0
    assert len(session.requests) == 2
    truncated, entire = session.results()
    for result, data in ((truncated, whole), (entire, whole[:30_000])):
        assert len(result) < len(data) / 5
        assert "KeyError: 'itme-3'" in result
        assert FOOTER.search(result.rstrip().splitlines()[-1])
        assert original(rig, result) == data


def test_exit_codes_survive_and_the_footer_stays_the_last_line(rig: Rig) -> None:
    log(rig)
    session = rig.run([bash("cat server.log; exit 3", "echo small; exit 7", "exit 9", "true"), DONE])
    long, small, empty, nothing = session.results()
    assert long.rstrip().splitlines()[-2] == "Command exited with code 3"
    assert FOOTER.search(long.rstrip().splitlines()[-1])
    assert small == "small\n\n\nCommand exited with code 7", "as Pi has it"
    assert empty == "(no output)\n\nCommand exited with code 9"
    assert nothing == "(no output)"
    failed = [
        entry["message"]["isError"]
        for entry in session.entries
        if entry.get("message", {}).get("role") == "toolResult"
    ]
    assert failed == [True, True, True, False]


def test_a_timeout_is_told_and_what_came_before_it_is_compressed(rig: Rig) -> None:
    log(rig)
    session = rig.run([{"calls": [("bash", {"command": "cat server.log; sleep 30", "timeout": 2})]}, DONE])
    (result,) = session.results()
    assert "Command timed out after 2 seconds" in result
    assert FOOTER.search(result)


def test_parallel_calls_each_get_their_own_text(rig: Rig) -> None:
    commands = [f'for i in $(seq 400); do echo "2026-01-01 INFO pool-{n} took $i ms"; done' for n in range(8)]
    results = rig.run([bash(*commands), DONE]).results()
    for number, result in enumerate(results):
        expected = "".join(f"2026-01-01 INFO pool-{number} took {i} ms\n" for i in range(1, 401))
        assert f"pool-{number}" in result
        assert original(rig, result) == expected.encode()


def test_five_megabytes_leave_no_copy_behind(rig: Rig) -> None:
    (rig.work / "settings").write_text(f"token {TOKEN}\n")
    session = rig.run([bash("seq 1 700000; cat settings; seq 1 100"), DONE])
    (result,) = session.results()
    assert len(result) < 51_200
    whole = (
        "".join(f"{i}\n" for i in range(1, 700_001))
        + f"token {TOKEN}\n"
        + "".join(f"{i}\n" for i in range(1, 101))
    )
    assert original(rig, result) == whole.encode()
    assert TOKEN not in session.saved
    assert "fullOutputPath" not in session.saved
    assert "truncation" not in session.saved, "what is shown is of the whole output"
    assert not list((rig.folder / "tmp").glob("pi-bash-*"))


def test_binary_output_does_no_harm(rig: Rig) -> None:
    (rig.work / "blob").write_bytes(zlib.compress(b"".join(b"%d" % (i * i) for i in range(40_000)), 9))
    session = rig.run([bash("cat blob", "head -c 2000 blob"), DONE])
    assert session.code == 0
    for result in session.results():
        assert len(result.encode()) <= 52_000


def test_secrets_are_redacted_also_where_nothing_is_compressed(rig: Rig) -> None:
    (rig.work / "settings").write_text(f"token {TOKEN}\n")
    session = rig.run([bash("cat settings", "cat settings; exit 1"), DONE])
    for result in session.results():
        assert "<redacted:" in result
    assert TOKEN not in session.saved


def files_with(text: str, *folders: Path) -> list[str]:
    """The files below the folders that hold a text."""
    paths = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return [path.name for path in paths if text.encode() in path.read_bytes()]


def test_a_secret_that_a_command_printed_is_in_no_file_of_pi(rig: Rig) -> None:
    log(rig)
    (rig.work / "settings").write_text(f"token {TOKEN}\n")
    (rig.work / "long.py").write_text("value = 1\n" * 500 + f'token = "{TOKEN}"\n' + "value = 2\n" * 9000)
    commands = [
        "cat settings",
        "cat settings server.log; exit 2",
        "seq 1 60000; cat settings; seq 1 50",
        "for i in $(seq 30000); do echo $RANDOM$RANDOM; done; cat settings; exit 1",
        "cat settings >&2; kill -9 $$",
        "printf '%0100000d' 7; cat settings",
    ]
    calls = [("bash", {"command": command}) for command in commands]
    calls += [("bash", {"command": "cat settings server.log; sleep 30", "timeout": 2})]
    calls += [("read", {"path": "long.py"})]
    session = rig.run([{"calls": calls}, DONE])
    results = session.results()
    assert len(results) == len(calls)
    for result in results[:-1]:
        assert "<redacted:" in result or "knapsack retrieve" in result, result[-300:]
    assert TOKEN not in str(session.requests)
    assert TOKEN not in session.saved
    assert files_with(TOKEN, rig.agent, rig.folder / "tmp") == []


def test_a_budget_that_a_person_has_set_holds_for_long_outputs_too(rig: Rig) -> None:
    command = 'python3 -c "import random; random.seed(1); [print(random.random()) for _ in range(9000)]"'
    (free,) = rig.run([bash(command), DONE]).results()
    (rig.home / ".knapsack/config.toml").write_text("[compress]\nbudget = 80\n")
    (held,) = rig.run([bash(command), DONE]).results()
    assert estimate_tokens(held.encode()) <= 80 < estimate_tokens(free.encode())


def test_what_is_read_in_order_to_edit_is_exact(rig: Rig) -> None:
    short = "".join(f"value_{i} = {i * 7}\n" for i in range(300))
    long = "".join(
        f"def function_{i}(value):\n    result = value + {i}\n    return result\n\n\n" for i in range(300)
    )
    (rig.work / "short.py").write_text(short)
    (rig.work / "long.py").write_text(long)
    reads = [{"path": "short.py"}, {"path": "long.py", "offset": 1, "limit": 900}, {"path": "long.py"}]
    exact, part, outline = rig.run([{"calls": [("read", read) for read in reads]}, DONE]).results()
    assert exact == short
    assert part.startswith("".join(long.splitlines(keepends=True)[:900]).rstrip("\n"))
    assert len(outline) < len(long) / 2
    assert "def function_299" in outline
    assert "read long.py with offset=A and limit=B-A+1" in outline
    assert original(rig, outline) == long.encode()


def test_a_long_file_that_pi_cut_is_outlined_whole(rig: Rig) -> None:
    long = "".join(
        f"def function_{i}(value):\n    result = value + {i}\n    return result\n\n\n" for i in range(1000)
    )
    (rig.work / "long.py").write_text(long)
    (outline,) = rig.run([{"calls": [("read", {"path": "long.py"})]}, DONE]).results()
    assert "def function_999" in outline
    assert original(rig, outline) == long.encode()


def test_images_stay(rig: Rig) -> None:
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    (rig.work / "pixel.png").write_bytes(base64.b64decode(pixel))
    session = rig.run([{"calls": [("read", {"path": "pixel.png"})]}, DONE])
    assert "image" in str(session.requests[-1]["messages"])
    assert '"type": "image"' in session.saved


def test_what_retrieve_brings_back_is_not_compressed_again(rig: Rig) -> None:
    whole = log(rig)
    rig.knapsack("compress", "server.log")
    digest = "c29e4a72cc2c"
    session = rig.run(
        [
            {
                "calls": [
                    ("bash", {"command": f"knapsack retrieve {digest} --lines 1:300"}),
                    ("knapsack_retrieve", {"hash": digest, "lines": "1:300"}),
                    ("knapsack_retrieve", {"hash": digest}),
                ]
            },
            DONE,
        ]
    )
    lines = b"".join(whole.splitlines(keepends=True)[:300]).decode()
    by_bash, by_tool, cut = session.results()
    assert by_bash.strip() == lines.strip()
    assert by_tool.strip() == lines.strip()
    shown, _, said = cut.rpartition("\n[cut here")
    assert whole.decode().startswith(shown)
    assert f'"{shown.count(chr(10)) + 2}:' in said


def test_an_anchor_speaks_in_the_footer(rig: Rig) -> None:
    added = rig.knapsack("drift", "add", "We store everything in SQLite", "--signal", "postgres")
    assert added.returncode == 0, added.stderr
    (result,) = rig.run([bash("echo connecting to postgres"), DONE]).results()
    assert "connecting to postgres" in result
    assert "drifting" in result
    assert "We store everything in SQLite" in result


def test_bash_is_left_to_rtk_where_it_is_found_by_name(rig: Rig) -> None:
    log(rig)
    lookalike = rig.folder / "kirtk/rtk/notes.ts"
    lookalike.parent.mkdir(parents=True)
    lookalike.write_text(
        'export default (pi: any) => pi.registerCommand("smirtk", { handler: async () => {} });\n'
    )
    step = [bash("cat server.log"), DONE]
    assert FOOTER.search(rig.run(step, "Go.", "-e", str(lookalike)).results()[0])
    real = rig.folder / "rtk.ts"
    real.write_text(
        'export default (pi: any) => pi.registerCommand("compact", { handler: async () => {} });\n'
    )
    assert not FOOTER.search(rig.run(step, "Go.", "-e", str(real)).results()[0])
    (rig.work / "settings").write_text(f"token {TOKEN}\n")
    commands = ("cat settings; exit 4", "cat settings; seq 1 20000; cat settings")
    session = rig.run([bash(*commands), DONE], "Go.", "-e", str(real))
    small, large = session.results()
    assert small == "token <redacted:github-token>\n\n\nCommand exited with code 4"
    assert "\n19000\n19001\n" in large
    assert "<redacted:github-token>" in large
    assert TOKEN not in session.saved
    assert files_with(TOKEN, rig.agent, rig.folder / "tmp") == []
    forced = rig.run(step, "Go.", "-e", str(real), environment={"KNAPSACK_OUTPUT_DISABLE_WITH_RTK": "false"})
    assert FOOTER.search(forced.results()[0])


def test_settings_name_the_tools_and_the_length_of_what_is_read_for_editing(rig: Rig) -> None:
    log(rig)
    settings = {"KNAPSACK_OUTPUT_TOOLS": "read", "KNAPSACK_OUTPUT_MAX_LINES": "1000"}
    calls = [("bash", {"command": "cat server.log"}), ("read", {"path": "server.log"})]
    for result in rig.run([{"calls": calls}, DONE], environment=settings).results():
        assert not FOOTER.search(result)


def test_an_upstream_extension_beside_ours_is_told(rig: Rig) -> None:
    other = rig.folder / "node_modules/pi-skill-optimizer/index.ts"
    other.parent.mkdir(parents=True)
    other.write_text('export default (pi: any) => pi.registerCommand("slim", { handler: async () => {} });\n')
    session = rig.run([DONE], "Go.", "-e", str(other))
    assert "pi-skill-optimizer does the same work" in session.stderr
    named = rig.folder / "knapsack/src/index.ts"
    lookalike = rig.folder / "knapsack/tools/notes.ts"
    for path in (named, lookalike):
        path.parent.mkdir(parents=True)
        shutil.copy(other, path)
    assert "knapsack does the same work" in rig.run([DONE], "Go.", "-e", str(named)).stderr
    assert rig.run([DONE], "Go.", "-e", str(lookalike)).stderr == ""


def without_us(path: Path) -> None:
    shutil.rmtree(path / ".pi/agent/extensions")


def test_whatever_is_wrong_with_the_program_pi_goes_on_as_without_us(rig: Rig) -> None:
    log(rig)
    step = [bash("cat server.log; exit 3", "echo small"), DONE]
    faults = {
        "missing": "",
        "crashing": "#!/bin/sh\ncat >/dev/null; echo nonsense; exit 101\n",
        "killed": "#!/bin/sh\nkill -9 $$\n",
        "silent": "#!/bin/sh\ncat >/dev/null\n",
        "hanging": "#!/bin/sh\nexec sleep 30\n",
    }
    sessions = {}
    for name, text in faults.items():
        program = rig.folder / name
        if text:
            program.write_text(text)
            program.chmod(0o755)
        chosen = {"KNAPSACK_PROGRAM": str(program), "KNAPSACK_PI_TIMEOUT_MS": "1000"}
        sessions[name] = rig.run(step, environment=chosen)
    without_us(rig.home)
    plain = rig.run(step).results()
    for name, session in sessions.items():
        assert session.code == 0, name
        seen = [same_but_for_the_file(result) for result in session.results()]
        assert seen == [same_but_for_the_file(result) for result in plain], name


def same_but_for_the_file(result: str) -> str:
    return result.partition("Full output:")[0]


def test_a_home_that_cannot_be_written_costs_nobody_the_text(rig: Rig) -> None:
    whole = log(rig)
    (rig.home / "file").write_text("no folder\n")
    session = rig.run(
        [bash("cat server.log", f"echo {TOKEN}"), DONE], environment={"KNAPSACK_HOME": str(rig.home / "file")}
    )
    long, small = session.results()
    assert session.code == 0
    assert whole.decode().splitlines()[-1] in long
    assert TOKEN not in small
