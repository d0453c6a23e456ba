"""Bytes in, the short form and what is to be said of it out: floor, footer, gain and redaction."""

from knapsack_cli.compression.marks import ends_in_footer, footer
from knapsack_cli.compression.options import FLOOR_BYTES
from knapsack_cli.text.secret_signals import has_secret_signal
from knapsack_cli.text.tokens import estimate_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.options import Options
    from knapsack_cli.compression.plan import Plan

FOOTER_TOKENS = 45
FOOTER_BYTES = 110
"""About the footer's size."""
_NOISE = (b"\x1b", b"\r", b"\b", b"\0", b";base64,")
SETTLED_TOKENS = 66_000
"""Text that ends in a footer and has no more than this (the evidence budget and its marks) is settled."""
FEW_LINES = 3
"""Texts of so few lines are counted in bytes by the footer."""


class Outcome:
    """What is written for some input, and the facts about it.

    Attributes:
        output: the bytes to write. body: the same without the footer.
        data: the input, where it is held. size: its bytes.
        shortened: whether anything was left out or rearranged; then `seal` must have the hash.
        redactions: how many secrets were replaced.
        drift: where the input drifts from an anchor, as `--json` tells it.
        kept, left_out: line numbers (1-based, inclusive ranges) shown and not shown.
    """

    __slots__ = (
        "body",
        "data",
        "digest",
        "drift",
        "explanation",
        "kept",
        "kinds",
        "left_out",
        "note",
        "output",
        "redactions",
        "shortened",
        "shown",
        "size",
        "tokens_in",
        "tokens_out",
        "total",
        "unfinished",
    )

    def __init__(self, output: bytes, data: bytes, redactions: int = 0) -> None:
        self.output = output
        self.data = data
        self.size = len(data)
        self.redactions = redactions
        self.shortened = False
        self.unfinished = False
        self.digest = ""
        self.note = ""
        self.kinds: list[str] = []
        self.explanation: list[str] = []
        self.kept: list[tuple[int, int]] = []
        self.left_out: list[tuple[int, int]] = []
        self.shown = self.total = 0
        self.tokens_in = self.tokens_out = 0
        self.body = b""
        self.drift: list[dict[str, str | int]] = []

    def seal(self, digest: str) -> None:
        """Put the footer, which names the original kept under `digest`, at the end."""
        self.digest = digest
        if not self.shortened:
            return
        if self.total <= FEW_LINES:
            counts = (len(self.body), self.size, "bytes")
        else:
            counts = (self.shown, self.total, "lines")
        last = footer(counts[0], counts[1], self.tokens_in, self.tokens_out, digest, counts[2])
        self.output = self.body + b"\n" + last.encode() + b"\n"

    def as_json(self) -> bytes:
        """One JSON object, in one line."""
        import json

        facts = {
            "text": self.output.decode("utf-8", "replace"),
            "shortened": self.shortened,
            "unfinished": self.unfinished,
            "hash": self.digest,
            "kinds": self.kinds,
            "lines": self.total,
            "kept": self.kept,
            "left_out": self.left_out,
            "bytes_in": self.size,
            "bytes_out": len(self.output),
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "redactions": self.redactions,
            "drift": self.drift,
        }
        return json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def shrink(data: bytes, options: "Options") -> Outcome:
    """The outcome for `data`; if it is shortened or redacted, keep the original, then call `seal`."""
    whole, redactions = redacted(data)
    passed = Outcome(whole, data, redactions)
    budgeted = bool(options.budget or options.budget_bytes)
    if not budgeted and len(data) <= FLOOR_BYTES:
        return _whole(passed, "small: passed through whole")
    if ends_in_footer(data) and estimate_tokens(data) <= SETTLED_TOKENS and not _over(whole, options):
        return _whole(passed, "ends in a footer: passed through whole")
    from knapsack_cli.compression import pipeline

    if options.mode == "smart" and not budgeted and not redactions and _is_plain(data):
        outcome = _outcome(pipeline.plan_plain(data, options.hints), data, 0, options)
        if _no_gain(outcome, whole, options):
            passed.kinds, passed.explanation = outcome.kinds, outcome.explanation
            return _whole(passed, "the gain is too small: passed through whole")
        return outcome
    from knapsack_cli.text.decoding import is_binary

    text, redactions = cleaned(data, redactions)
    if is_binary(data):
        options.hints.original = data
    if options.mode == "lossless":
        plan = pipeline.lossless(text)
    elif options.mode == "extract":
        plan = pipeline.extracted(text, options, _token_budget(options, data))
    else:
        plan = pipeline.plan(text, options.hints, _token_budget(options, data))
    outcome = _outcome(plan, data, redactions, options)
    if budgeted and _over(outcome.body, options, FOOTER_TOKENS) and options.mode != "lossless":
        outcome = _tightened(text, data, redactions, options)
    if _no_gain(outcome, whole, options) and not _over(whole, options):
        passed.kinds, passed.explanation = outcome.kinds, outcome.explanation
        return _whole(passed, "the gain is too small: passed through whole")
    return outcome


def _outcome(plan: "Plan", data: bytes, redactions: int, options: "Options") -> Outcome:
    from knapsack_cli.compression.rendering import complement, ranges

    outcome = Outcome(b"", data, redactions)
    outcome.body = "\n".join(plan.lines).encode("utf-8", "surrogateescape")
    if has_secret_signal(outcome.body):
        # What was left out may have stood between the halves of a secret: look at what is shown, too.
        from knapsack_cli.text.redaction import redact

        shown, count = redact(outcome.body.decode("utf-8", "surrogateescape"))
        outcome.body = shown.encode("utf-8", "surrogateescape")
        outcome.redactions += count
    if options.hints.unfinished:
        outcome.unfinished = True
        outcome.body += b"\n[unfinished: the command was stopped here]"
    outcome.shortened = True
    outcome.kinds, outcome.explanation, outcome.note = plan.kinds, plan.explanation, plan.note
    outcome.shown, outcome.total = len(plan.shown), plan.total
    outcome.tokens_in = estimate_tokens(data)
    outcome.tokens_out = estimate_tokens(outcome.body) + FOOTER_TOKENS
    if options.json:
        outcome.kept = ranges(plan.shown)
        outcome.left_out = complement(outcome.kept, plan.total)
    return outcome


def _tightened(text: str, data: bytes, redactions: int, options: "Options") -> Outcome:
    """Spend less until our own estimate of the whole output is within the budget.

    Row by row estimates leave out what joins rows, so the first try may be a little over.
    """
    from knapsack_cli.compression import pipeline

    budget = _token_budget(options, data)
    for share in (0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1):
        outcome = _outcome(
            pipeline.plan(text, options.hints, max(1, int(budget * share))), data, redactions, options
        )
        if not _over(outcome.body, options, FOOTER_TOKENS):
            return outcome
    return outcome


def _token_budget(options: "Options", data: bytes) -> int:
    """The budget in tokens; one in bytes is turned by the input's own bytes a token."""
    if options.budget or not options.budget_bytes:
        return options.budget
    tokens = estimate_tokens(data)
    return max(1, int(options.budget_bytes * tokens / max(1, len(data))))


def _over(text: bytes, options: "Options", more: int = 0) -> bool:
    """Whether `text` (and `more` tokens of footer) is over the budget that was asked for."""
    if options.budget:
        return estimate_tokens(text) + more > options.budget
    if options.budget_bytes:
        return len(text) + 3 * more > options.budget_bytes
    return False


def _no_gain(outcome: Outcome, whole: bytes, options: "Options") -> bool:
    """Whether too little is saved: of the bytes, or of the tokens (blanks that align columns cost none).

    Bytes that are no text are not counted in tokens: they are of no use to a reader at any price.
    """
    size = len(outcome.body) + FOOTER_BYTES
    if "binary" not in outcome.kinds and outcome.tokens_out > outcome.tokens_in * (1 - options.least_gain):
        return True
    return size > len(whole) * (1 - options.least_gain) or size > len(whole) - options.least_bytes


def _whole(passed: Outcome, reason: str) -> Outcome:
    passed.explanation = [*passed.explanation, reason]
    passed.total = passed.shown = passed.data.count(b"\n") + (not passed.data.endswith(b"\n"))
    if passed.data:
        passed.kept = [(1, passed.total)]
    passed.tokens_in = passed.tokens_out = estimate_tokens(passed.data)
    return passed


def _is_plain(data: bytes) -> bool:
    """Whether the bytes are the text: ASCII that a terminal shows as it is, without tags or images in it."""
    if not data.isascii() or any(sign in data for sign in _NOISE):
        return False
    if b"<" not in data:
        return True
    from knapsack_cli.compression.segments import TAGS

    return not any(b"<" + name.encode() in data for name in TAGS)


def cleaned(data: bytes, redactions: int = 0) -> tuple[str, int]:
    """The text as a screen would show it, secrets redacted, and how many there were."""
    from knapsack_cli.text import terminal
    from knapsack_cli.text.decoding import decode

    text = decode(data)
    if terminal.has_noise(text):
        from knapsack_cli.compression.evidence import is_failure

        if "m@@ " in text:
            from knapsack_cli.text.word_colours import as_marks

            text = as_marks(text)
        text = terminal.resolve(text, is_failure)
    elif not redactions and b"\0" not in data:
        return text, 0  # the same characters have been looked at
    if has_secret_signal(text.encode("utf-8", "surrogateescape")):
        from knapsack_cli.text.redaction import redact

        text, count = redact(text)
        redactions = max(redactions, count)
    return text, redactions


def redacted(data: bytes) -> tuple[bytes, int]:
    """The bytes as they came without their secrets, also those that escapes split; and how many."""
    plain = data
    if b"\x1b" in data or b"\b" in data:
        from knapsack_cli.text import terminal
        from knapsack_cli.text.decoding import decode

        plain = terminal.resolve(decode(data)).encode("utf-8", "surrogateescape")
    if not has_secret_signal(data) and (plain is data or not has_secret_signal(plain)):
        return data, 0
    from knapsack_cli.text.decoding import decode
    from knapsack_cli.text.redaction import redact

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = decode(data)
    clean, count = redact(text)
    if plain is not data:
        resolved, resolved_count = redact(plain.decode("utf-8", "surrogateescape"))
        if resolved_count > count:
            return resolved.encode("utf-8", "surrogateescape"), resolved_count
    return (clean.encode("utf-8", "surrogateescape"), count) if count else (data, 0)
