"""compress as a filter: read, keep the original, shrink, write. Whatever fails, the reader gets the text."""

import os

from knapsack_cli import exits
from knapsack_cli.compression.marks import ends_in_footer, footer
from knapsack_cli.compression.model import Hints
from knapsack_cli.compression.options import Options
from knapsack_cli.store import originals, spool
from knapsack_cli.text import terminal
from knapsack_cli.text.decoding import decode
from knapsack_cli.text.redaction import has_secret_signal, redact
from knapsack_cli.text.tokens import estimate_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from knapsack_cli.compression.pipeline import Plan
    from knapsack_cli.context import Context

FLOOR_BYTES = 1024
"""Smaller texts pass through untouched (but redacted)."""
LEAST_GAIN = 0.10
"""A smaller gain is not worth a footer: the text passes through."""
READ_SIZE = 1 << 18


def options_from_environment(context: "Context") -> Options:
    """The options that the environment and the settings give, before the command line has its say."""
    environ = context.environ
    code = environ.get("KNAPSACK_EXIT_CODE", "")
    hints = Hints(
        command=environ.get("KNAPSACK_COMMAND", ""),
        path=environ.get("KNAPSACK_PATH", ""),
        exit_code=int(code) if code.lstrip("-").isdigit() else None,
    )
    options = Options(hints)
    if environ.get("KNAPSACK_OFF") not in (None, "", "0"):
        options.mode = "off"
        return options
    if _has_settings(context):
        options.mode = context.settings.text("compress.mode")
        options.budget = context.settings.whole("compress.budget")
    return options


def _has_settings(context: "Context") -> bool:
    """Whether any file or variable may change what compress does: reading them costs more than looking."""
    from knapsack_cli import paths

    if "KNAPSACK_MODE" in context.environ or "KNAPSACK_BUDGET" in context.environ:
        return True
    if os.path.exists(os.path.join(context.home, paths.CONFIG)):
        return True
    root = paths.git_root(context.cwd)
    return root is not None and os.path.exists(os.path.join(root, paths.PROJECT_CONFIG))


def run(context: "Context", options: Options, source: "BinaryIO | None" = None) -> int:
    """Filter `source` (stdin by default) to stdout."""
    stream = source if source is not None else context.stdin
    writer = originals.Writer(context.home)
    chunks: list[bytes] = []
    failed: OSError | None = None
    while True:
        chunk = stream.read(READ_SIZE)
        if not chunk:
            break
        chunks.append(chunk)
        if failed is None and options.mode != "off":
            try:
                writer.write(chunk)
            except OSError as error:
                failed = error
    return deliver(context, options, b"".join(chunks), writer, failed)


def deliver(
    context: "Context",
    options: Options,
    data: bytes,
    writer: originals.Writer,
    failed: OSError | None = None,
) -> int:
    """Write the short form of `data`, or all of it where that is better or safer."""
    if options.mode == "off":
        writer.abandon()
        context.stdout.write(data)
        context.stdout.flush()
        return exits.OK
    try:
        output = _shrunk(context, options, data, writer, failed)
    except OSError as error:
        writer.abandon()
        context.tell(
            f"the original could not be kept in {context.home} ({error.strerror}); passed through whole"
        )
        output = _redacted(data)
    except Exception as error:
        context.tell(f"an error inside the filter ({type(error).__name__}: {error}); passed through whole")
        output = _redacted(data)
    context.stdout.write(output)
    context.stdout.flush()
    return exits.OK


def _shrunk(
    context: "Context", options: Options, data: bytes, writer: originals.Writer, failed: OSError | None
) -> bytes:
    whole = _redacted(data)
    if len(data) < FLOOR_BYTES or ends_in_footer(data):
        if whole != data and failed is None:
            writer.finish()
        else:
            writer.abandon()
        return whole
    if failed is not None:
        raise failed
    from knapsack_cli.compression import pipeline

    text = decode(data)
    if terminal.has_noise(text):
        text = terminal.resolve(text)
    if has_secret_signal(text.encode("utf-8", "surrogateescape")):
        text = redact(text)[0]
    plan = pipeline.plan(text, options.hints, options.budget)
    if options.explain:
        for line in plan.explanation:
            context.tell(line)
    digest = writer.finish()
    output, tokens_in, tokens_out = _with_footer(plan, data, digest)
    if len(output) > len(whole) * (1 - LEAST_GAIN):
        if options.explain:
            context.tell("the gain is under a tenth: passed through whole")
        return whole
    saving = spool.Saving(
        context.clock(),
        digest,
        ",".join(plan.kinds),
        options.hints.command,
        context.cwd,
        context.environ.get("KNAPSACK_SESSION") or context.environ.get("PI_SESSION_ID") or "",
        len(data),
        len(output),
        tokens_in,
        tokens_out,
    )
    spool.append(context.home, saving)
    return output


def _with_footer(plan: "Plan", data: bytes, digest: str) -> tuple[bytes, int, int]:
    body = "\n".join(plan.lines).encode("utf-8", "surrogateescape")
    tokens_in = estimate_tokens(data)
    tokens_out = estimate_tokens(body) + 45
    if plan.total <= 3:
        last = footer(len(body), len(data), tokens_in, tokens_out, digest, "bytes")
    else:
        last = footer(len(plan.shown), plan.total, tokens_in, tokens_out, digest)
    return body + b"\n" + last.encode() + b"\n", tokens_in, tokens_out


def _redacted(data: bytes) -> bytes:
    """The bytes as they came, without their secrets; also those that escapes split in two."""
    plain = data
    if b"\x1b" in data or b"\b" in data:
        plain = terminal.resolve(decode(data)).encode("utf-8", "surrogateescape")
    if not has_secret_signal(data) and (plain is data or not has_secret_signal(plain)):
        return data
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = decode(data)
    clean, count = redact(text)
    if plain is not data:
        resolved, resolved_count = redact(plain.decode("utf-8", "surrogateescape"))
        if resolved_count > count:
            return resolved.encode("utf-8", "surrogateescape")
    return clean.encode("utf-8", "surrogateescape") if count else data
