"""`recall --context`: the prompt in, the block of memories to inject out."""

from __future__ import annotations

from knapsack_cli import exits
from knapsack_cli.commands.building import require_input
from knapsack_cli.commands.places import place_of
from knapsack_cli.context import Context
from knapsack_cli.errors import StoreError, UsageError
from knapsack_cli.memory import facts, injection
from knapsack_cli.text.decoding import typed


def inject(context: Context, query: list[str] | None, form: str, budget: int, session: str) -> int:
    """Write the block for the prompt (on stdin, or given as QUERY); nothing when nothing is relevant.

    Raises:
        UsageError: an unknown form.
    """
    if form not in injection.FORMATS:
        raise UsageError(f"--format {form}: it is one of {', '.join(injection.FORMATS)}")
    if query and query != ["-"]:
        prompt = typed(" ".join(query))
    else:
        require_input(context, "knapsack recall --context < prompt.txt")
        prompt = context.stdin.read().decode("utf-8", "replace")
    with context.database() as database:
        now = context.clock()
        block = injection.block_for(
            database, prompt, place_of(context, session), now, form, budget or injection.USUAL_TOKENS
        )
        context.write(block.text)
        context.stdout.flush()
        try:
            facts.count_uses(database, block.rows, now)
        except StoreError as error:
            context.tell(f"uses are not counted: {error}")
    return exits.OK if block.text else exits.NOTHING_FOUND
