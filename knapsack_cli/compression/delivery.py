"""What compress writes at the end: the short form, or all of the text where that is better or safer.

Whatever fails here, the reader gets the text.
"""

from knapsack_cli import exits
from knapsack_cli.text.secret_signals import has_secret_signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.options import Options
    from knapsack_cli.compression.shrinking import Outcome
    from knapsack_cli.context import Context
    from knapsack_cli.store.originals import Writer


def deliver(
    context: "Context",
    options: "Options",
    data: bytes,
    writer: "Writer",
    failed: OSError | None = None,
) -> int:
    """Write the short form of `data`, or all of it where that is better or safer."""
    from knapsack_cli.compression.shrinking import Outcome, redacted, shrink

    try:
        outcome = shrink(data, options)
        if outcome.shortened or outcome.redactions:
            if failed is not None:
                raise failed
            outcome.seal(writer.finish())
        else:
            writer.abandon()
    except OSError as error:
        writer.abandon()
        reason = error.strerror or str(error)
        context.tell(f"the original could not be kept in {context.home} ({reason}); passed through whole")
        outcome = Outcome(redacted(data)[0], data)
    except Exception as error:
        writer.abandon()
        context.tell(f"an error inside the filter ({type(error).__name__}: {error}); passed through whole")
        outcome = Outcome(redacted(data)[0], data)
    return hand_over(context, options, outcome)


def hand_over(context: "Context", options: "Options", outcome: "Outcome") -> int:
    """Write an outcome to stdout and a line of statistics to the spool."""
    if options.explain:
        for line in outcome.explanation:
            context.tell(line)
    hits = []
    if options.watcher is not None:
        from knapsack_cli.compression.drifting import found_drift, tell_drift

        hits = found_drift(context, options)
    outcome.drift = [
        {"anchor": hit.anchor.id, "line": hit.line, "signal": hit.signal, "state": hit.state} for hit in hits
    ]
    context.stdout.write(outcome.as_json() if options.json else outcome.output)
    context.stdout.flush()
    if hits:
        tell_drift(context, hits)
    if outcome.shortened:
        _record(context, options, outcome)
    return exits.OK


def _record(context: "Context", options: "Options", outcome: "Outcome") -> None:
    """One line of statistics; that they cannot be written is no reason to fail."""
    from knapsack_cli.store import spool

    environ = context.environ
    command = options.hints.command
    if has_secret_signal(command.encode("utf-8", "replace")):
        from knapsack_cli.text.redaction import redact

        command = redact(command)[0]
    spool.append(
        context.home,
        spool.Saving(
            context.clock(),
            outcome.digest,
            ",".join(outcome.kinds),
            command,
            context.cwd,
            environ.get("KNAPSACK_SESSION") or environ.get("PI_SESSION_ID") or "",
            outcome.size,
            len(outcome.output),
            outcome.tokens_in,
            outcome.tokens_out,
            outcome.note,
        ),
    )
