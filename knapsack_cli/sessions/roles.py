"""How roles and flags of stored messages are written down. Part of the schema: only ever add."""

ROLES = ("user", "assistant", "tool", "summary", "title", "thinking", "system", "image")
"""A stored message's role is its place here. `tool` is a tool's output; `summary` what a compaction or a left
branch was folded into."""

ROLE_CODES = {name: code for code, name in enumerate(ROLES)}

FOLDS = 1
"""Flag: folding changes the text, so a search has to fold it again to compare."""

REDACTED = 2
"""Flag: the text came redacted; a full copy may take its place, never the reverse."""

REVISABLE = 4
"""Flag: the source writes a message again while it grows; a later text takes the place of this one."""
