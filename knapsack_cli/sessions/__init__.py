"""Past conversations of every agent: imported, kept without loss, found again."""
