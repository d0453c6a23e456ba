"""What Gradle tells of each test inside a build (`testLogging`): `suite > test FAILED`, what went wrong."""

from knapsack_cli.compression.kinds.common.bodies import Bodies
from knapsack_cli.text.lazy_patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

_RESULT = lazy(r"\S.{0,400} > .{1,400} (?P<word>PASSED|FAILED|SKIPPED|STANDARD_OUT|STANDARD_ERROR)$")
FEW_PASSED = 3
"""So many tests that passed need no word."""


def failed_tests(texts: "Sequence[str]", owned: bytearray) -> list[int]:
    """The lines of failing tests that are shown; all others of tests are taken over (set in `owned`).

    What a test printed is left to its looks.
    """
    results = [(at, match["word"]) for at, text in enumerate(texts) if (match := _match(text)) is not None]
    pinned: list[int] = []
    bodies = Bodies(texts)
    for at, word in results:
        if owned[at] or word.startswith("STANDARD"):
            continue
        if word == "PASSED":
            owned[at] = len(results) > FEW_PASSED
            continue
        pinned.append(at)
        last = at
        while last + 1 < len(texts) and (texts[last + 1][:1] == " " or not texts[last + 1].strip()):
            last += 1
        if word == "FAILED" and last > at:
            body = bodies.read(at + 1, last)
            shown = {*body.own, *body.shared}
            pinned.extend(sorted(shown))
            for index in range(at + 1, last + 1):
                if index not in shown:
                    owned[index] = 1
    return pinned


def _match(text: str) -> "re.Match[str] | None":
    return _RESULT.match(text) if text.endswith(("ED", "_OUT", "_ERROR")) and " > " in text else None
