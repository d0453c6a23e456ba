"""Sessions, their messages and the search index."""

STATEMENTS: tuple[str, ...] = ()
