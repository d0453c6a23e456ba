"""Telling of drift that a run's watcher saw; never on stdout."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from knapsack_cli.compression.options import Options
    from knapsack_cli.context import Context

MOST_TOLD = 10


def found_drift(context: "Context", options: "Options") -> "list[Any]":
    """What the watcher of a run found; nothing where there is none."""
    if options.watcher is None:
        return []
    try:
        found = options.watcher.finish()
        for pattern in options.watcher.stopped:
            context.tell(f"drift: {pattern} takes too long and was not looked for to the end")
        return found
    except Exception as error:
        context.tell(f"drift could not be checked ({type(error).__name__}: {error})")
        return []


def tell_drift(context: "Context", hits: "list[Any]") -> None:
    """A line on stderr for each hit, the first few of many."""
    if not hits:
        return
    from knapsack_cli.text.redaction import redact

    for hit in hits[:MOST_TOLD]:
        line = f"{hit.place} {hit.state}: {hit.signal!r} against {hit.anchor.id} {hit.anchor.statement!r}"
        context.tell(redact(line)[0])
    if len(hits) > MOST_TOLD:
        context.tell(f"{len(hits) - MOST_TOLD} more lines drift; knapsack drift lists them")
