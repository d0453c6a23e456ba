"""Grammars loaded one by one, past the language pack's own module, which costs 28 ms to import."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
from functools import lru_cache

import tree_sitter


@lru_cache(maxsize=8)
def parser(grammar: str) -> tree_sitter.Parser | None:
    """A parser for `grammar`; None when the pack that is installed does not have it."""
    if grammar == "csharp":
        # The pack takes this one from a distribution of its own.
        import tree_sitter_c_sharp

        return tree_sitter.Parser(tree_sitter.Language(tree_sitter_c_sharp.language()))
    package = importlib.util.find_spec("tree_sitter_language_pack")
    if package is None or not package.submodule_search_locations:
        return None
    name = f"tree_sitter_language_pack.bindings.{grammar}"
    folder = os.path.join(package.submodule_search_locations[0], "bindings")
    for ending in (*importlib.machinery.EXTENSION_SUFFIXES, ".abi3.so"):
        place = os.path.join(folder, grammar + ending)
        if os.path.exists(place):
            break
    else:
        return None
    loader = importlib.machinery.ExtensionFileLoader(name, place)
    spec = importlib.util.spec_from_file_location(name, place, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return tree_sitter.Parser(tree_sitter.Language(module.language()))
