"""The index over the notes of a vault."""

STATEMENTS: tuple[str, ...] = ()
