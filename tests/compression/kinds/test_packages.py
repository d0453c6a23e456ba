"""Lists of packages without columns."""

from knapsack_cli.compression import pipeline
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


def test_a_plan_of_apt_names_each_package_once() -> None:
    text = "Reading package lists...\nThe following additional packages will be installed:\n  libone libtwo\n"
    text += "The following packages will be REMOVED:\n  oldthing\n"
    text += "The following packages will be upgraded:\n  base\n"
    text += "1 upgraded, 9 newly installed, 1 to remove and 0 not upgraded.\nRemv oldthing [1.0-2]\n"
    text += "Inst base [12.4] (12.5 Debian:12.5/stable [amd64])\n"
    text += "".join(f"Inst lib{n} ({n}.1-2 Debian:12.5/stable [amd64])\n" for n in range(9))
    text += "".join(f"Conf lib{n} ({n}.1-2 Debian:12.5/stable [amd64])\n" for n in range(9))
    text += "W: a key is stored in the legacy keyring\n"
    plan = pipeline.plan(text, Hints())
    assert plan.kinds == ["apt-plan"]
    assert plan.lines == [
        "Reading package lists...",
        "The following packages will be REMOVED:",
        "  oldthing",
        "1 upgraded, 9 newly installed, 1 to remove and 0 not upgraded.",
        "W: a key is stored in the legacy keyring",
        "[11 packages: name, [installed version], new version; 4 lines of lists of names left out]",
        "Remv oldthing [1.0-2]",
        "base [12.4] 12.5",
        *(f"lib{n} {n}.1-2" for n in range(9)),
    ]
