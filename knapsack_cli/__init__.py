"""Knapsack: Unix filters that keep a coding agent's context small and its memory long."""

__version__ = "0.1.0"
