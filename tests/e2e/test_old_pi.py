"""The same extension in Pi 0.74, whose events carry less."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pi_rig import FOOTER, PLACE, ROOT, Rig, text_of

OLD = PLACE / "old/node_modules/.bin/pi"


@pytest.mark.skipif(not OLD.exists(), reason="no old Pi here")
def test_compression_exit_codes_tools_and_skills_work_in_the_old_pi(tmp_path: Path) -> None:
    rig = Rig(tmp_path, pi=OLD).prepare()
    shutil.copy(ROOT / "fixtures/server.log", rig.work)
    calls = [
        ("bash", {"command": "cat server.log; exit 3"}),
        ("bash", {"command": "seq 1 90000"}),
        ("knapsack_recall", {"query": "nowhere to be found"}),
        ("read", {"path": "server.log", "offset": 1, "limit": 2}),
    ]
    session = rig.run([{"calls": calls}, {"text": "Done."}])
    log, numbers, recalled, exact = session.results()
    assert log.splitlines()[-2] == "Command exited with code 3"
    digest = FOOTER.search(log)
    assert digest
    whole = (ROOT / "fixtures/server.log").read_bytes()
    assert rig.knapsack("retrieve", digest[1], "--raw").stdout == whole
    assert FOOTER.search(numbers)
    assert recalled
    assert exact.startswith(whole.decode().partition("\n")[0])
    assert "fullOutputPath" not in session.saved
    system = text_of(session.requests[0]["messages"][0])
    assert "knapsack_vault" not in str(session.requests[0]["tools"])
    assert "knapsack_retrieve" in system
    asked = rig.run([{"text": "Done."}], "/skill:knapsack what can it do?")
    assert "# Knapsack" in str(asked.requests[0]["messages"])
    status = rig.run([{"text": "unused"}], "/knapsack-status")
    assert "knapsack works" in status.stdout + status.stderr
    assert status.requests == []
