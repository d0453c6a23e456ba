"""Outlines of source code: which lines of a file say what it defines."""
