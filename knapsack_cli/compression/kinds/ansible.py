"""ansible-playbook: failed and unreachable hosts with their messages, changes by task, the whole recap."""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, FAILURE, IMPORTANT, NORMAL, Decisions, Segment
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

_HEADER = lazy(r"(?:PLAY|TASK|RUNNING HANDLER|PLAY RECAP) .*\*{3,}|PLAY RECAP")
_RESULT = lazy(
    r"(ok|changed|skipping|included|rescued|ignored|fatal|failed|unreachable): "
    r"\[(?P<host>[^\]]+)\](?P<rest>.*)"
)
FAILURES = 3
"""Hosts with the same failure that are shown; of hosts with the same change the first is."""
SAID = 4
"""Of what a task says of hosts that are in order (`debug`) so many messages are shown."""
HOSTS = 30
"""Hosts that share a result and are named."""


def recognise(segment: Segment) -> int:
    """Headers with stars and results by host."""
    headers = results = 0
    for line in segment.lines[:400]:
        headers += bool(_HEADER.match(line))
        results += bool(_RESULT.match(line))
    return 96 if headers >= 2 and results else 0


def decide(segment: Segment) -> Decisions:
    """Tasks in which something happened, failures with what follows them, the recap."""
    decisions = Decisions(len(segment.lines))
    task = -1
    recap = failing = False
    alike: dict[str, list[tuple[int, str]]] = {}
    told: set[str] = set()
    changes = _changes(segment.lines)
    _lay_out_changes(segment, decisions, changes)
    within = {at for first, last in changes for at in range(first, last + 1)}
    for index, line in enumerate(segment.lines):
        if index in within:
            continue
        if _HEADER.match(line):
            _fold(segment, decisions, alike)
            alike = {}
            told = set()
            recap = line.startswith("PLAY RECAP")
            failing = False
            task = index
            if line.startswith("PLAY"):
                decisions.keep(index, ALWAYS)
            continue
        found = _RESULT.match(line)
        if recap:
            if line.strip():
                decisions.keep(index, ALWAYS)
        elif found is not None:
            failing = found[1] in ("fatal", "failed", "unreachable")
            if failing:
                decisions.keep(task, FAILURE)
            elif found[1] == "changed":
                decisions.keep(task, IMPORTANT)
            if failing or found[1] == "changed":
                said = f"{found[1]} {shape_of(found['rest'])}" if failing else "changed"
                same = alike.setdefault(said, [])
                same.append((index, found["host"]))
                failing = failing and len(same) <= FAILURES
        elif failing and line.strip():
            decisions.keep(index, EVIDENCE)
        elif line.startswith('    "msg": ') and len(told) < SAID and line not in told:
            told.add(line)
            decisions.keep(task, IMPORTANT)
            decisions.keep(index - 1, NORMAL)
            decisions.keep(index, NORMAL)
        elif line.startswith(("[WARNING]", "[DEPRECATION", "ERROR!")):
            decisions.keep(index, FAILURE if line.startswith("ERROR!") else IMPORTANT)
    _fold(segment, decisions, alike)
    return decisions


def _changes(lines: list[str]) -> list[tuple[int, int]]:
    """Where each diff that `--diff` shows begins and ends (inclusive)."""
    changes: list[tuple[int, int]] = []
    index = 0
    while index < len(lines):
        if not (lines[index].startswith("--- ") and "".join(lines[index + 1 : index + 2]).startswith("+++ ")):
            index += 1
            continue
        end = index + 2
        while end < len(lines) and lines[end].strip() and not _RESULT.match(lines[end]):
            end += 1
        while end < len(lines) and not lines[end].strip():
            end += 1
        changes.append((index, end - 1))
        index = end
    return changes


def _lay_out_changes(segment: Segment, decisions: Decisions, changes: list[tuple[int, int]]) -> None:
    """Of each file what changes in it; files that change in the same way are counted after the first."""
    lines = segment.lines
    alike: dict[str, list[tuple[int, int]]] = {}
    for first, last in changes:
        changed = [line for line in lines[first + 2 : last + 1] if line[:1] in "+-"]
        alike.setdefault("\n".join(changed), []).append((first, last))
    for same in alike.values():
        first, last = same[0]
        decisions.keep(first, IMPORTANT)
        for at in range(first + 2, last + 1):
            if lines[at][:1] in "+-":
                decisions.keep(at, EVIDENCE)
        if len(same) > 1:
            after = max((at for at in range(first, last + 1) if decisions.ranks[at]), default=first)
            members = [at for start, end in same[1:] for at in range(start, end + 1)]
            text = (
                f"[x{thousands(len(same) - 1)} files change like this, to line {segment.number(members[-1])}]"
            )
            decisions.fold(after, members, text)


def _fold(segment: Segment, decisions: Decisions, alike: dict[str, list[tuple[int, str]]]) -> None:
    """Of the results of one task that say the same of several hosts the first, then the other hosts."""
    for said, results in alike.items():
        most, rank = (1, NORMAL) if said == "changed" else (FAILURES, FAILURE)
        rest = results[most:]
        for at, _ in results[:most]:
            decisions.keep(at, rank)
        if not rest:
            continue
        hosts = list(dict.fromkeys(host for _, host in rest))
        told = ", ".join(hosts[:HOSTS]) + (f" and {len(hosts) - HOSTS} more" if len(hosts) > HOSTS else "")
        last = segment.number(rest[-1][0])
        text = f"[x{thousands(len(rest))} like this to line {last}: {told}]"
        members = [at for at, _ in rest]
        members += [at + 1 for at in members if segment.lines[at + 1 : at + 2] == ["...ignoring"]]
        if len(text) < sum(len(segment.line(at)) + 1 for at in members):
            after = results[most - 1][0]
            if segment.lines[after + 1] == "...ignoring" and decisions.ranks[after + 1]:
                after += 1
            decisions.fold(after, sorted(members), text)
        else:
            for at in members:
                decisions.keep(at, rank)
