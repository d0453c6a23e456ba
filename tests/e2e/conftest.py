"""The suite runs where `make e2e` has put the real Pi; elsewhere it is skipped, plainly."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pi_rig import PLACE, Rig


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is slow, and needs Pi or another agent."""
    missing = not os.environ.get("KNAPSACK_E2E") or not (PLACE / "node_modules/.bin/pi").exists()
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.slow)
            if missing and item.path.name != "test_agents.py":
                item.add_marker(
                    pytest.mark.skip(reason="no Pi here; make e2e brings it where npm can be reached")
                )


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """Pi in a home of its own, with the extension."""
    return Rig(tmp_path).prepare()
