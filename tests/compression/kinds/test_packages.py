"""Lists of packages without columns."""

from knapsack_cli.compression.kinds import packages
from knapsack_cli.compression.model import Hints, Segment, View
from knapsack_cli.compression.rendering import rows_from_view, write_rows


def test_apt_by_name_and_version_with_what_can_be_upgraded() -> None:
    lines = ["Listing..."] + [f"part{n}/stable,now 1.{n}-1 amd64 [installed,automatic]" for n in range(40)]
    lines[9] = "part8/now 1.8-1 amd64 [installed,upgradable to: 1.8-2]"
    segment = Segment(lines, 0, Hints())
    assert packages.recognise(segment) > 80
    view = packages.decide(segment)
    assert isinstance(view, View)
    out = write_rows(rows_from_view(segment, view))
    assert out[0] == "Listing..."
    assert out[1].startswith(
        "[40 packages: name and version; suite stable,now x39, now x1; architecture amd64 in all"
    )
    assert out[2] == "part0 1.0-1"
    assert "part8 1.8-1 [installed,upgradable to: 1.8-2]" in out


def test_frozen_requirements_stay_whole() -> None:
    lines = [f"package-{n}==1.{n}.0" for n in range(30)]
    segment = Segment(lines, 0, Hints())
    assert packages.recognise(segment) > 80
    decisions = packages.decide(segment)
    assert decisions is not None
    assert not isinstance(decisions, View)
    assert all(decisions.ranks)
