"""include-what-you-use and tsc's trace of modules: what is to be done, what was not found."""

from knapsack_cli.compression.kinds import include_lists, module_resolution
from knapsack_cli.compression.model import DROP, Decisions, Hints, Segment

INCLUDES = """
src/till.cc should add these lines:
#include <string>  // for string

src/till.cc should remove these lines:
- #include <map>  // lines 3-3

The full include-list for src/till.cc:
#include "till.h"
#include <string>  // for string
---

src/shelf.cc should add these lines:

src/shelf.cc should remove these lines:
- #include <list>  // lines 2-2

The full include-list for src/shelf.cc:
#include "shelf.h"
---
"""
TRACE = """======== Resolving module './math' from '/srv/app/a.ts'. ========
Loading module as file / folder, candidate module location '/srv/app/math'.
File '/srv/app/math.ts' exists - use it as a name resolution result.
======== Module name './math' was successfully resolved to '/srv/app/math.ts'. ========
======== Resolving module './none' from '/srv/app/a.ts'. ========
Loading module as file / folder, candidate module location '/srv/app/none'.
File '/srv/app/none.ts' does not exist.
Directory '/srv/app/none' does not exist, skipping all lookups in it.
======== Module name './none' was not resolved. ========
a.ts(1,20): error TS2307: Cannot find module './none'.
"""


def kept(text: str, decide: object) -> list[str]:
    lines = text.strip("\n").split("\n")
    assert callable(decide)
    decisions = decide(Segment(lines, 0, Hints()))
    assert isinstance(decisions, Decisions)
    return [line for line, rank in zip(lines, decisions.ranks, strict=True) if rank != DROP]


def test_includes_to_add_and_remove_stay_and_the_whole_list_goes() -> None:
    assert include_lists.recognise(Segment(INCLUDES.strip("\n").split("\n"), 0, Hints())) >= 90
    rows = kept(INCLUDES, include_lists.decide)
    assert "#include <string>  // for string" in rows
    assert "- #include <list>  // lines 2-2" in rows
    assert "src/shelf.cc should add these lines:" not in rows
    assert '#include "till.h"' not in rows


def test_a_module_that_was_not_found_stays_with_where_it_was_looked_for() -> None:
    assert module_resolution.recognise(Segment(TRACE.split("\n"), 0, Hints())) >= 90
    rows = kept(TRACE, module_resolution.decide)
    assert "======== Module name './none' was not resolved. ========" in rows
    assert "File '/srv/app/none.ts' does not exist." in rows
    assert "File '/srv/app/math.ts' exists - use it as a name resolution result." not in rows
    assert "a.ts(1,20): error TS2307: Cannot find module './none'." in rows
