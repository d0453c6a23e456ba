"""Attempts to break the promises; `make trust` runs them all and prints one table."""
