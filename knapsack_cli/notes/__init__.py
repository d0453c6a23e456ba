"""The notes of an Obsidian vault: found, written to, searched."""
