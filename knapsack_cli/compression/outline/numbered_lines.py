"""Source whose lines bear their numbers, as `cat -n`, `nl`, `grep -n ''` and agents' file tools print it."""

from knapsack_cli.text.lazy_patterns import lazy

LEAST_LINES = 25
LOOKED_AT = 60
_NUMBERED = lazy(r"\s{0,8}(\d{1,7})(\t|→|: ?| ?\| ?| {1,2})")


def without_numbers(lines: list[str]) -> list[str] | None:
    """The lines without their numbers; None where they are not numbered one after the other."""
    if len(lines) < LEAST_LINES or not _counts_up(lines[:LOOKED_AT]) or not _counts_up(lines):
        return None
    separator = next(found[2] for line in lines if (found := _NUMBERED.match(line)))
    bare: list[str] = []
    for line in lines:
        found = _NUMBERED.match(line)
        if found is None:
            bare.append("" if not line.strip() else line)
        else:
            end = found.end(1) + min(len(separator), len(found[2]))
            bare.append(line[end:])
    return bare


def _counts_up(lines: list[str]) -> bool:
    """Whether all lines but blank ones (which `nl` does not count) bear numbers that go up by one."""
    expected = -1
    numbered = 0
    for line in lines:
        found = _NUMBERED.match(line)
        if found is None:
            if line.strip() and not line.strip().isdigit():
                return False
            expected += line.strip().isdigit()
            continue
        number = int(found[1])
        if numbered and number != expected:
            return False
        expected = number + 1
        numbered += 1
    return numbered * 2 > len(lines)
