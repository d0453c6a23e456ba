"""Rule sets of a packet filter (nft list ruleset, iptables-save): every rule, runs of rules alike as one.

What a rule lets through is said by a port or an address, so only rules that stand one below the other and
differ in these alone are folded, with what differs.
"""

from knapsack_cli.compression.marks import thousands
from knapsack_cli.compression.model import ALWAYS, EVIDENCE, IMPORTANT, Decisions, Segment
from knapsack_cli.compression.shapes import shape_of
from knapsack_cli.text.lazy_patterns import lazy

_TABLE = lazy(r"table (?:inet|ip6?|arp|bridge|netdev) \S+ \{$|\*(?:filter|nat|mangle|raw|security)$")
_RULE = lazy(
    r"\s*(?:chain|set|map|type|ct|i?if|iifname|oif|oifname|ip6?|tcp|udp|icmp|meta|counter|limit|jump|goto|log)\b"
    r"|\s*(?:\}|elements|flags|policy|accept|drop|reject|return)|-[AI] \S+ |:\S+ \S+ \[|COMMIT$|# "
)
LEAST = 6
SAMPLE = 200
RUN = 4
"""So many rules one below the other that are alike are told as one."""
MOST_TOLD = 1500
"""Characters of what differs in them."""


def recognise(segment: Segment) -> int:
    """By a table's head and rules below it."""
    lines = [line for line in segment.lines[:SAMPLE] if line.strip()]
    if len(lines) < LEAST or not any(_TABLE.match(line) for line in lines[:4]):
        return 0
    return 92 if sum(1 for line in lines if _RULE.match(line)) * 10 >= len(lines) * 7 else 0


def decide(segment: Segment) -> Decisions:
    """All lines but blank ones, runs of rules alike by their first."""
    lines = segment.lines
    decisions = Decisions(len(lines))
    index = 0
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            index += 1
            continue
        end = index + 1
        shape = shape_of(line)
        while end < len(lines) and lines[end].strip() and shape_of(lines[end]) == shape:
            end += 1
        decisions.keep(index, ALWAYS if _TABLE.match(line) else IMPORTANT)
        rest = list(range(index + 1, end))
        if len(rest) >= RUN:
            told = _differing([lines[at].split() for at in range(index, end)])
            text = f"[x{thousands(len(rest))} like this to line {segment.number(end - 1)}{told}]"
            decisions.fold(index, rest, text)
        else:
            for at in rest:
                decisions.keep(at, EVIDENCE)
        index = end
    return decisions


def _differing(rules: list[list[str]]) -> str:
    """The words by which the rules after the first differ, as they are written."""
    told = [
        " ".join(word for word, first in zip(rule, rules[0], strict=False) if word != first)
        for rule in rules[1:]
    ]
    text = ", ".join(dict.fromkeys(told))
    if len(text) > MOST_TOLD:
        text = f"{told[0]} ... {told[-1]}"
    return f": {text}" if text.strip(", ") else ""
