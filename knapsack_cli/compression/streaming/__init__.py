"""Inputs too large to hold: read in blocks, told by shapes, or by folders where they are paths."""
