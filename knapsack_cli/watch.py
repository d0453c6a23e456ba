"""Whether what compress reads is watched for drift: only where a small file says that there are anchors."""

import os

from knapsack_cli import paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.options import Options
    from knapsack_cli.context import Context


def watch(context: "Context", options: "Options") -> "Options":
    """Give `options` a watcher when there are anchors; that they cannot be read is told and stops nothing."""
    if os.path.exists(os.path.join(context.home, paths.ANCHORS)):
        from knapsack_cli.memory.watching import watcher_for

        try:
            options.watcher = watcher_for(context.home, context.cwd)
        except (OSError, ValueError, LookupError, TypeError) as error:
            context.tell(f"drift is not checked: {paths.ANCHORS} in {context.home} cannot be read ({error})")
    return options
