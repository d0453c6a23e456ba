"""How much of an input is held in memory before it is streamed."""

LIMIT = 16 << 20
"""Bytes; larger inputs are streamed."""
