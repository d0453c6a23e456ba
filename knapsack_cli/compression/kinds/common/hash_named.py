"""Names that are hashes: git's objects and the files of caches, in folders called `00` to `ff`."""

_HEX = frozenset("0123456789abcdef")
HASH_LEAST = 20
"""Digits from which on a name without an ending is a hash."""
STORES_LEAST = 3
"""So many folders of such files side by side are told by their number."""


def is_hash(name: str) -> bool:
    """Whether a name is nothing but the digits of a hash."""
    return len(name) >= HASH_LEAST and _HEX.issuperset(name)


def is_store(name: str, files: list[str]) -> bool:
    """Whether a folder called `name` that holds nothing but `files` is one of those of a store."""
    return is_prefix(name) and bool(files) and all(is_hash(file) for file in files)


def is_prefix(name: str) -> bool:
    """Whether a folder is called by the first two digits of hashes."""
    return len(name) == 2 and _HEX.issuperset(name)
