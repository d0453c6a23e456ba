"""What arrives, kept in the cache as it comes: held whole while it is small, told in blocks when it is large.

Nothing that arrived is ever lost: where the cache fails in the middle of a large input, what it holds
already and the last pieces, which are held here, are written out whole, and so is all that follows.
"""

from knapsack_cli import exits
from knapsack_cli.compression.options import FLOOR_BYTES, Options
from knapsack_cli.text.secret_signals import has_secret_signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.shrinking import Outcome
    from knapsack_cli.compression.streaming.stream import Stream
    from knapsack_cli.context import Context
    from knapsack_cli.store.originals import Writer

LIMIT = 16 << 20
"""Bytes held in memory; larger inputs are streamed."""
RECENT = 8 << 20
"""Bytes held back of a stream: more than the compressor holds in its own buffers."""
PASSED = 1 << 20
"""Bytes that are redacted and passed on in one go."""


class Intake:
    """Takes the input of one run, piece by piece, and delivers its short form at the end."""

    def __init__(self, context: "Context", options: Options) -> None:
        self._context = context
        self._options = options
        self._writer: Writer | None = None
        self._failed: OSError | None = None
        self._chunks: list[bytes] = []
        self._held = 0
        self._stream: Stream | None = None
        self._broken = ""
        self._passing = options.mode == "off"
        self._line: list[bytes] = []
        self._line_size = 0

    def take(self, chunk: bytes) -> None:
        """Take the next bytes."""
        if self._options.watcher is not None:
            self._watch(chunk)
        if self._passing:
            self._pass(chunk)
            return
        self._chunks.append(chunk)
        self._held += len(chunk)
        if self._writer is not None:
            self._keep(chunk)
        elif self._held > FLOOR_BYTES:
            for early in self._chunks:
                self._keep(early)
        if self._stream is not None:
            self._feed(chunk)
        elif self._held > LIMIT and self._options.mode == "smart":
            self._begin()

    def _keep(self, chunk: bytes) -> None:
        """Put the next bytes into the cache."""
        if self._failed is None:
            try:
                self._original.write(chunk)
            except OSError as error:
                self._failed = error

    @property
    def _original(self) -> "Writer":
        """Where the original is kept; not loaded for what passes through."""
        if self._writer is None:
            from knapsack_cli.store.originals import Writer

            self._writer = Writer(self._context.home)
        return self._writer

    @property
    def size(self) -> int:
        """Bytes taken so far."""
        return self._held

    def settle(self) -> None:
        """Put what came so far on disk, so that a kill leaves it there, told of as unfinished."""
        if self._writer is not None and self._failed is None and not self._passing:
            try:
                self._writer.settle()
            except OSError as error:
                self._failed = error

    def deliver(self) -> int:
        """Write the short form of all that was taken, or all of it where that is better or safer."""
        context = self._context
        if self._passing:
            self._pass(b"", last=True)
            if self._writer is not None:
                self._writer.abandon()
            context.stdout.flush()
            if self._options.watcher is not None:
                from knapsack_cli.compression.drifting import found_drift, tell_drift

                tell_drift(context, found_drift(context, self._options))
            return exits.OK
        if self._stream is None:
            data = b"".join(self._chunks)
            if self._is_plain(data):
                context.stdout.write(data)
                context.stdout.flush()
                return exits.OK
            if self._writer is None and data:
                self._keep(data)
            from knapsack_cli.compression.delivery import deliver

            return deliver(context, self._options, data, self._original, self._failed)
        return self._deliver_stream(self._stream)

    def _is_plain(self, data: bytes) -> bool:
        """Whether `data` is so small, and so free of secrets, that it passes without a further look."""
        options = self._options
        return (
            len(data) <= FLOOR_BYTES
            and options.mode == "smart"
            and not (options.budget or options.budget_bytes or options.explain or options.json)
            and not options.hints.unfinished
            and options.watcher is None
            and b"\b" not in data
            and b"\x1b" not in data  # an escape may split a secret in two
            and not has_secret_signal(data)
        )

    def _watch(self, chunk: bytes) -> None:
        """Let the watcher look; whatever happens to it, the text goes on."""
        try:
            assert self._options.watcher is not None
            self._options.watcher.take(chunk)
        except Exception as error:
            self._options.watcher = None
            self._context.tell(f"drift is not checked any further ({type(error).__name__}: {error})")

    def _begin(self) -> None:
        from knapsack_cli.compression.streaming.stream import Stream

        self._stream = Stream(self._options.hints)
        chunks, self._chunks, self._held = self._chunks, [], 0
        if self._failed is not None:
            self._give_up(self._failed, chunks)
            return
        for chunk in chunks:
            self._chunks.append(chunk)
            self._held += len(chunk)
            self._feed(chunk)

    def _feed(self, chunk: bytes) -> None:
        assert self._stream is not None
        if self._failed is not None:
            self._give_up(self._failed, None)
            return
        while self._held - len(self._chunks[0]) > RECENT:
            self._held -= len(self._chunks.pop(0))
        if not self._broken:
            try:
                self._stream.feed(chunk)
            except Exception as error:
                self._broken = f"{type(error).__name__}: {error}"

    def _give_up(self, error: OSError, whole: list[bytes] | None) -> None:
        """The original cannot be kept: pass on what has arrived, then all that comes."""
        reason = error.strerror or str(error)
        home = self._context.home
        self._context.tell(f"the original could not be kept in {home} ({reason}); passed through whole")
        self._passing = True
        if whole is not None:
            for chunk in whole:
                self._pass(chunk)
        else:
            assert self._stream is not None
            missing = self._original.size
            for piece in self._original.salvage():
                missing -= len(piece)
                self._pass(piece)
            recent = b"".join(self._chunks)
            self._pass(recent[len(recent) - missing :] if missing else b"")
        self._chunks.clear()
        self._original.abandon()

    def _deliver_stream(self, stream: "Stream") -> int:
        context, options = self._context, self._options
        if not self._broken:
            try:
                outcome = _outcome(stream, options)
                outcome.seal(self._original.finish())
            except OSError as error:
                self._give_up(error, None)
                return self.deliver()
            except Exception as error:
                self._broken = f"{type(error).__name__}: {error}"
        if self._broken:
            context.tell(f"an error inside the filter ({self._broken}); passed through whole")
            from knapsack_cli.store import originals

            for piece in originals.pieces(context.home, self._original.finish()):
                self._pass(piece)
            self._passing = True
            return self.deliver()
        from knapsack_cli.compression.delivery import hand_over

        return hand_over(context, options, outcome)

    def _pass(self, chunk: bytes, last: bool = False) -> None:
        """Write `chunk` on, redacted by whole lines unless the mode is off."""
        if self._options.mode == "off":
            self._context.stdout.write(chunk)
            return
        self._line.append(chunk)
        self._line_size += len(chunk)
        if self._line_size < PASSED and not last:
            return
        data = b"".join(self._line)
        end = len(data) if last else data.rfind(b"\n") + 1 or len(data)
        self._line, self._line_size = [data[end:]], len(data) - end
        block = data[:end]
        if has_secret_signal(block):
            from knapsack_cli.text.redaction import redact

            try:
                text, count = redact(block.decode("utf-8"))
                block = text.encode("utf-8") if count else block
            except UnicodeDecodeError:
                text, count = redact(block.decode("latin-1"))
                block = text.encode("latin-1", "replace") if count else block
        self._context.stdout.write(block)


def _outcome(stream: "Stream", options: Options) -> "Outcome":
    """What is written for a stream, without its footer."""
    from knapsack_cli.compression import budget, rendering
    from knapsack_cli.compression.shrinking import FOOTER_TOKENS, Outcome
    from knapsack_cli.text.tokens import estimate_tokens

    rows = stream.finish()
    budget.spend(rows, options.budget or options.budget_bytes // 4)
    body = "\n".join(rendering.write_rows(rows)).encode("utf-8", "surrogateescape")
    outcome = Outcome(b"", b"")
    if has_secret_signal(body):
        from knapsack_cli.text.redaction import redact

        text, outcome.redactions = redact(body.decode("utf-8", "surrogateescape"))
        body = text.encode("utf-8", "surrogateescape")
    shown = rendering.shown_lines(rows)
    outcome.size = stream.size
    outcome.shortened = True
    outcome.kinds = [stream.kind]
    outcome.explanation = [f"lines 1-{stream.total}: {stream.kind}, {stream.reason}; read in blocks"]
    outcome.shown, outcome.total = len(shown), stream.total
    outcome.tokens_in = stream.tokens
    outcome.tokens_out = estimate_tokens(body) + FOOTER_TOKENS
    if options.hints.unfinished:
        outcome.unfinished = True
        body += b"\n[unfinished: the command was stopped here]"
    outcome.body = body
    if options.json:
        outcome.kept = rendering.ranges(shown)
        outcome.left_out = rendering.complement(outcome.kept, stream.total)
    return outcome
