"""kubectl describe: what each object is, what state it is in, and what happened to it.

Of an object in order, its name, images and state; of one that is not, every reason, message, exit
code and event. Line numbers are shown: their gaps are the marks.
"""

from collections import Counter

from knapsack_cli.compression.kinds.common.said import keep_said
from knapsack_cli.compression.kinds.common.tables import squeezed
from knapsack_cli.compression.model import (
    ALWAYS,
    EVIDENCE,
    FAILURE,
    NORMAL,
    NUMBERED,
    Decisions,
    Row,
    Segment,
    View,
)
from knapsack_cli.text.lazy_patterns import lazy

_KEY = lazy(r"(\s*)([A-Z][\w /()#.-]*?):(?:\s+(.*))?$")
_RULER = lazy(r"[ -]+")
_UNDERLINE = lazy(r"(?:=+|-+)$")
_START = lazy(r"Name: +\S")
_BORING = frozenset(
    (
        "Labels,Annotations,Volumes,Tolerations,Node-Selectors,QoS Class,Mounts,Container ID,Image ID,Host Port,"
        "Host Ports,Liveness,Readiness,Startup,IPs,Priority,Service Account,Addresses,System Info,PodCIDR,PodCIDRs,"
        "Lease,Session Affinity,CreationTimestamp,Priority Class Name,Start Time,IP,Started,Finished,Environment,"
        "Environment Variables from,Selector,MinReadySeconds,Port,Ports,ProviderID,Capacity,Allocatable,"
        "Command,Args,Security Context,UID,Resource Version,Generation,Managed Fields,Metadata,API Version,Requests,"
        "Limits,Type,Optional,Non-terminated Pods"
    ).split(",")
)
_TELLING_OF_BAD = frozenset(("Limits", "Requests", "Liveness", "Readiness", "Command", "Args"))
"""What explains why an object is not in order, though it bores in one that is."""
_VITAL = frozenset(
    (
        "Name,Namespace,Kind,Node,Status,Reason,Message,Image,State,Last State,Exit Code,Restart Count,Ready,Taints,"
        "Unschedulable,Replicas,NewReplicaSet,OldReplicaSets,Signal,Controlled By,Roles,StrategyType,"
        "RollingUpdateStrategy,Endpoints,Type,LoadBalancer Ingress,Events,Kubelet Version"
    ).split(",")
)
_BRIEF = frozenset(
    (
        "Status,Image,Node,Replicas,Endpoints,Type,Port,Reference,Metrics,Schedule,StorageClass,Volume,Rules,"
        "Pods Status,Pods Statuses,Completions,Kubelet Version,NewReplicaSet,LoadBalancer Ingress"
    ).split(",")
)
"""What is told of an object in order that stands among others."""
_WHOLE = frozenset(("Rules", "TLS", "Spec"))
"""Sections told with all that stands in them: what an ingress or a policy is for."""
_BAD = lazy(
    r"Error|Err[A-Z]\w+|BackOff|OOM|Evict|Fail|Unhealthy|CrashLoop|NotReady|Unknown|Pending|Terminat(?:ing|ed)|Killing"
    r"|Invalid|Unschedulable|Exceeded|Mismatch"
)
_TOO_FEW = lazy(r"(?:^|\D)[1-9]\d* (?:unavailable|Waiting|Failed)\b")
"""Of the replicas or pods that an object counts."""
_COULD_NOT = lazy(r"(?:Failed|failed|Error|error|cannot|unable)\b:? ")
"""How a value begins that tells what kubectl itself could not find out."""
_SECTIONS = (
    "Namespace:",
    "Labels:",
    "Annotations:",
    "Events:",
    "Selector:",
    "Conditions:",
    "Containers:",
    "Roles:",
)
_FINE = lazy(
    r"\s+(?:\w+Pressure|NetworkUnavailable|OutOfDisk)\s+False\b|Unschedulable: +false$|\s*\(Total limits may be over"
    r"|\s*(?!Events|Endpoints)[A-Z][\w -]*: +<none>$"
)
"""What is as it should be, or is not there."""
_PRESSURE = lazy(r"\s+(?:\w+Pressure|NetworkUnavailable|OutOfDisk)\s+(True|Unknown)\b")
_CONDITION = lazy(r"\s+[A-Z]\w+\s+(False|Unknown)\b")
EVENTS_ALIKE = 1
"""Of normal events with one reason and message so many are shown."""
EVENTS_FIRST, EVENTS_LAST = 1, 2
"""Of normal events with one reason so many are shown."""
_OBJECT_LEAST = 3
"""From so many objects on, those in order are told in a few lines."""


def recognise(segment: Segment) -> int:
    """`Name:` at the start, then keys and values as describe aligns them."""
    head = segment.lines[:2000]
    if not any(_START.match(line) for line in head[:5]):
        return 0
    known = sum(1 for line in head if line.startswith(_SECTIONS))
    return 90 if known >= 2 and any(line.startswith(_SECTIONS) for line in head[1:8]) else 0


def decide(segment: Segment) -> View:
    """Object by object; lines without the padding that aligns them."""
    decisions = Decisions(len(segment.lines))
    starts = [index for index, line in enumerate(segment.lines) if _START.match(line)]
    namespace = ""
    for at, start in enumerate(starts):
        end = starts[at + 1] if at + 1 < len(starts) else len(segment.lines)
        _object(segment.lines, start, end, len(starts) >= _OBJECT_LEAST, decisions)
        for index in range(start + 1, min(start + 4, end)):
            if segment.lines[index].startswith("Namespace:") and segment.lines[index] != namespace:
                namespace = segment.lines[index]
                decisions.keep(index, EVIDENCE)
    decisions.keep_range(0, starts[0] - 1 if starts else -1, FAILURE)
    keep_said(segment.lines, decisions, keyed=True)
    return View(
        [
            Row(f"{segment.number(index)} {squeezed(line)}", index, rank=rank, form=NUMBERED)
            for index, (line, rank) in enumerate(zip(segment.lines, decisions.ranks, strict=True))
            if rank and line.strip() and not _RULER.fullmatch(line)
        ]
    )


def _object(lines: list[str], start: int, end: int, many: bool, decisions: Decisions) -> None:
    bad = any(_is_bad(lines[index]) for index in range(start, end))
    brief = many and not bad
    skipping = -1
    events = whole = data = False
    seen: Counter[tuple[str, str]] = Counter()
    normal: dict[str, list[int]] = {}
    for index in range(start, end):
        line = lines[index]
        if not line.strip():
            continue
        indentation = len(line) - len(line.lstrip())
        if index == start:
            decisions.keep(index, ALWAYS)
        if _is_bad(line):
            decisions.keep(index, FAILURE)
        elif _FINE.match(line):
            continue
        found = _KEY.match(line)
        name = found[2] if found is not None else ""
        if skipping >= 0 and indentation > skipping and name != "Kubelet Version":
            continue
        skipping = skipping if name == "Kubelet Version" else -1
        if indentation == 0:
            events = line.startswith("Events:")
        if events:
            if line.strip().startswith("Warning"):
                decisions.keep(index, FAILURE)
            elif not brief and not line.strip().startswith(("----", "Type ")):
                words = line.split(None, 3)
                told = (words[1], words[-1].partition(" ")[2].strip()) if len(words) > 3 else ("", line)
                seen[told] += 1
                if seen[told] <= EVENTS_ALIKE:
                    normal.setdefault(told[0], []).append(index)
            continue
        if (
            name in _BORING
            and not (brief and name in _BRIEF and not indentation)
            and not (bad and name in _TELLING_OF_BAD)
        ):
            skipping = indentation
            continue
        if indentation == 0:
            data = line == "Data" or (data and not line.startswith(("BinaryData", "Events:")))
            whole = data or name in _WHOLE
        if brief:
            if whole and not _UNDERLINE.match(line):
                decisions.keep(index, EVIDENCE)
            if name in _BRIEF or (name == "Restart Count" and found is not None and found[3] != "0"):
                decisions.keep(index, EVIDENCE)
            continue
        decisions.keep(index, EVIDENCE if name in _VITAL else NORMAL)
    for found_at in normal.values():
        for index in {*found_at[:EVENTS_FIRST], *found_at[-EVENTS_LAST:]}:
            decisions.keep(index, NORMAL)


def _is_bad(line: str) -> bool:
    if _PRESSURE.match(line):
        return True
    found = _KEY.match(line)
    if found is not None and _COULD_NOT.match(found[3] or ""):
        return True
    if found is not None and found[2] in ("Replicas", "Pods Status", "Pods Statuses"):
        return _TOO_FEW.search(found[3] or "") is not None
    if found is not None and found[2] in ("Restart Count", "Exit Code"):
        return bool(found[3]) and found[3].strip() != "0"
    if found is not None and found[2] == "Ready":
        return (found[3] or "").strip() == "False"
    if _CONDITION.match(line) and not line.strip().startswith(
        ("Optional", "MemoryPressure", "DiskPressure", "PIDPressure")
    ):
        return "Pressure" not in line and "NetworkUnavailable" not in line
    if found is not None and found[2] in ("Reason", "Status", "State", "Last State", "Message"):
        return bool(_BAD.search(found[3] or "")) or found[2] == "Message"
    return line.strip().startswith("Warning ")
