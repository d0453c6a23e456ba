"""Skill usage and the retrieval profile."""

STATEMENTS: tuple[str, ...] = ()
