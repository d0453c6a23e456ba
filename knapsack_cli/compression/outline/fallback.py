"""An outline by lines, for languages without a grammar here: definitions stand at small indentation."""

import re

from knapsack_cli.compression.model import EVIDENCE, IMPORTANT, Decisions, Segment

_EXTENSIONS = (
    ".pl",
    ".pm",
    ".ex",
    ".exs",
    ".erl",
    ".hrl",
    ".hs",
    ".ml",
    ".mli",
    ".clj",
    ".cljs",
    ".dart",
    ".jl",
    ".r",
    ".zig",
    ".nim",
    ".groovy",
    ".gradle",
    ".vb",
    ".pas",
    ".f90",
    ".f",
    ".el",
    ".lisp",
    ".scm",
    ".tcl",
    ".ps1",
    ".psm1",
    ".proto",
    ".graphql",
    ".thrift",
    ".m",
    ".mm",
    ".fs",
    ".d",
    ".cr",
    ".v",
    ".sv",
    ".vhd",
    ".sol",
    ".vue",
    ".svelte",
    ".astro",
)
_DEFINITION = re.compile(
    r"\s{0,8}(?:(?:pub|public|private|protected|internal|static|final|abstract|export|default|async|override|inline"
    r"|unsafe|extern|open|sealed|virtual|const|local|my|our)\s+)*"
    r"(?:def|defp|defmodule|defmacro|defstruct|defimpl|defprotocol|fn|fun|func|function|sub|proc|procedure|method"
    r"|class|module|interface|struct|enum|trait|impl|protocol|extension|mixin|typedef|type|data|newtype|instance"
    r"|message|service|rpc|contract|event|modifier|record|union|object|package|namespace|library|val|let|var"
    r"|defn|defn-|defun|defvar|defmethod|\(def\w*)\b\s*\S"
)
_IMPORT = re.compile(
    r"\s{0,4}(?:import|use|using|require|include|open|from|library|source|#include|alias|\(require|\(ns)\b\s*\S"
)
_HASKELL = re.compile(r"[a-z]\w*'* ::")
_TAG = re.compile(r"</?(?:script|template|style)\b")


def knows(path: str) -> bool:
    """Whether a file of this name is outlined by its lines."""
    return path.lower().endswith(_EXTENSIONS)


def decide(segment: Segment, decisions: Decisions) -> None:
    """Raise the ranks of lines that define or import something."""
    for index, line in enumerate(segment.lines):
        if _IMPORT.match(line):
            decisions.keep(index, EVIDENCE)
        elif _DEFINITION.match(line) or _HASKELL.match(line) or _TAG.match(line):
            deep = len(line) - len(line.lstrip()) > 4
            decisions.keep(index, IMPORTANT if deep else EVIDENCE)
