"""curl -v and its kin: each request, each answer's status and telling headers, what failed."""

import re

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common.numbered import numbered_or_marked
from knapsack_cli.compression.model import ALWAYS, DROP, EVIDENCE, FAILURE, Decisions, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

_REQUEST = lazy(r"> [A-Z]+ \S+ HTTP/")
_STATUS = lazy(r"< HTTP/[\d.]+ \d")
_TELLING = lazy(
    r"[<>] (?:location|content-type|content-length|set-cookie|www-authenticate|retry-after|x-request-id|authorization"
    r"|server|content-range|access-control-\S+|host|x-ratelimit\S*|ratelimit\S*|etag):",
    re.IGNORECASE,
)
_CHATTER = lazy(
    r"\* (?:  Trying|Connection #\d+ to host|Found bundle|Can not multiplex|Re-using|Ignoring the response"
    r"|TLSv|ALPN|  CA|\s*CApath|TCP_NODELAY|Using HTTP|using HTTP|\[HTTP|h2h3|Using Stream|Server cert"
    r"|Mark bundle|Closing connection|Hostname|Added|successfully set|Cipher|old SSL|Request completely sent|upload completely)"
    r"|[{}] \[\d+ bytes data\]|[<>] ?$"
)
_ADVICE = (
    "More details here: https://curl.se/docs/sslcerts.html",
    "curl failed to verify the legitimacy of the server",
    "establish a secure connection to it. To learn more",
    "how to fix it, please visit the web page",
    "how to fix it, please visit the webpage",
)
"""What curl says after every certificate that it does not trust."""
_PEER = lazy(r"\* Connected to \S+ \([^)]*\) port \d+|\* SSL connection using ")
_ALERT = lazy(r"\* TLSv\S+ \((?:IN|OUT)\), TLS alert, (?!close notify)")
_HANDSHAKE = ("*   Trying ", "* Connected to ", "* TLSv1")
_METER = lazy(r"\s*(?:% Total|\d+ +[\d.]+[kMG]? +\d+ |Dload)")
_EVENT = lazy(r"(?:\d\d:\d\d:[\d.]+ )?(?P<way>== Info: |(?:=>|<=) (?:Send|Recv) )(?P<what>.*)$")
"""What `--trace-ascii` writes above the bytes that it shows."""
_BYTES = lazy(r"[0-9a-f]{4,8}: (?P<text>.*)$")
DATA_SHOWN = 2
"""So many lines of each body in a trace are shown."""


def recognise(segment: Segment) -> int:
    """Lines that begin with curl's marks."""
    sample = [line for line in segment.lines[:200] if line.strip()]
    events = sum(1 for line in sample if _EVENT.match(line))
    if events >= 4 and events + sum(1 for line in sample if _BYTES.match(line)) >= 0.8 * len(sample):
        return 90
    marked = sum(1 for line in sample if line.startswith(("* ", "> ", "< ", "{ [", "} [", ">", "<")))
    telling = any(
        line.startswith(_HANDSHAKE) or _REQUEST.match(line) or _STATUS.match(line) for line in sample
    )
    telling = telling or any(line.startswith("curl: (") for line in segment.lines)
    return 88 if telling and marked * 2 >= len(sample) and marked >= 6 else 0


def decide(segment: Segment) -> Decisions | View:
    """Requests, statuses, peers and telling headers when they are first seen, failures, and the body as it is."""
    if any(_EVENT.match(line) for line in segment.lines[:20]):
        return _traced(segment)
    decisions = Decisions(len(segment.lines), EVIDENCE)
    decisions.guard = False
    seen: set[str] = set()
    for index, line in enumerate(segment.lines):
        if _REQUEST.match(line) or _STATUS.match(line) or line.startswith("curl: ("):
            decisions.ranks[index] = ALWAYS
        elif not line.strip() or _METER.match(line) or line.startswith(_ADVICE):
            decisions.ranks[index] = DROP
        elif line.startswith("* ") and (is_failure(line) or _ALERT.match(line)):
            decisions.ranks[index] = FAILURE
        elif peer := _PEER.match(line):
            decisions.ranks[index] = DROP if peer[0] in seen else EVIDENCE
            seen.add(peer[0])
        elif _CHATTER.match(line) or (line[:2] in ("< ", "> ") and not _TELLING.match(line)):
            decisions.ranks[index] = DROP
        elif _TELLING.match(line):
            header = line[2:].strip()
            decisions.ranks[index] = DROP if header in seen else EVIDENCE
            seen.add(header)
        elif line.strip() in seen:
            decisions.ranks[index] = DROP  # curl -i and -I print the headers once more
    return numbered_or_marked(segment, decisions)


def _traced(segment: Segment) -> Decisions | View:
    """`--trace-ascii`: the same of it, and the first bytes of each body."""
    decisions = Decisions(len(segment.lines))
    decisions.guard = False
    what, shown = "", 0
    for index, line in enumerate(segment.lines):
        event = _EVENT.match(line)
        data = _BYTES.match(line) if event is None else None
        if event is not None:
            what, shown = event["what"], 0
            told = f"* {what}"
            if event["way"].startswith("=="):
                if is_failure(line) or _ALERT.match(told):
                    decisions.keep(index, FAILURE)
                elif not _CHATTER.match(told) or _PEER.match(told):
                    decisions.keep(index, EVIDENCE)
            elif "data" in what:
                decisions.keep(index, EVIDENCE)
        elif data is None:
            decisions.keep(index, EVIDENCE)
        elif what.startswith("header"):
            text = data["text"]
            if _REQUEST.match(f"> {text}") or _STATUS.match(f"< {text}"):
                decisions.keep(index, ALWAYS)
            elif _TELLING.match(f"< {text}"):
                decisions.keep(index, EVIDENCE)
        elif shown < DATA_SHOWN:
            shown += 1
            decisions.keep(index, EVIDENCE)
    return numbered_or_marked(segment, decisions)
