"""The tables of each room: a module a room, each a tuple of statements."""
