"""Memories, their index, anchors and drift events."""

STATEMENTS: tuple[str, ...] = ()
