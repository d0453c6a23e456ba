"""Shrinking tool output: what it is, what of it an engineer needs, and how the rest is marked."""
