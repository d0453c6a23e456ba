"""Lets every test module import `support`; no property fails by the machine's speed."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "ci", settings.get_profile("ci"), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")
