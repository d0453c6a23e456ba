"""Languages without a grammar here are told by a word of theirs, and outlined by their lines."""

from __future__ import annotations

import pytest

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.model import Hints

FORTRAN = (
    "module tills\n  use, intrinsic :: iso_fortran_env\n  implicit none\n  integer, parameter :: m"
    "ost = 9\ncontains\n"
    + "".join(
        f"  subroutine open_{at}(till, size)\n    integer, intent(in) :: till\n    integer, intent"
        f"(inout) :: size\n"
        f"    if (till > {at}) then\n      size = size + till\n    end if\n    call count(till, si"
        f"ze)\n  end subroutine open_{at}\n\n"
        for at in range(9)
    )
    + "end module tills\n"
)
ADA = (
    "with Ada.Text_IO; use Ada.Text_IO;\n\npackage body Tills is\n\n"
    + "".join(
        f"   procedure Open_{at} (Till : in Natural; Size : out Natural) is\n   begin\n      if Ti"
        f"ll > {at} then\n"
        f'         Size := Till + {at};\n      end if;\n      Put_Line ("open");\n   end Open_{at};\n\n'
        for at in range(9)
    )
    + "end Tills;\n"
)
PASCAL = (
    "unit Tills;\n\ninterface\n\nuses\n  SysUtils, Classes;\n\ntype\n  TTill = class(TObject)\n  e"
    "nd;\n\nimplementation\n\n"
    + "".join(
        f"function TTill.Open{at}(const Name: string): Integer;\nvar\n  Total: Integer;\nbegin\n  "
        f"Total := {at};\n"
        f"  if Total > 3 then\n    Total := Total + Length(Name);\n  Result := Total;\nend;\n\n"
        for at in range(9)
    )
    + "end.\n"
)
VERILOG = "`timescale 1ns / 1ps\n\n" + "".join(
    f"module till_{at} (\n    input wire clk,\n    input wire [7:0] coin,\n    output reg [7:0] total\n);\n"
    f"  always @(posedge clk) begin\n    if (coin > {at})\n      total <= total + coin;\n    else"
    f"\n      total <= 0;\n  end\nendmodule\n\n"
    for at in range(5)
)
PROLOG = ":- module(tills, [open/2, close/1]).\n:- use_module(library(lists)).\n\n" + "".join(
    f"open_{at}(Till, Size) :-\n    findall(X, coin(Till, X), Xs),\n    length(Xs, N),\n    Size i"
    f"s N + {at},\n    \\+ closed(Till).\n\n"
    for at in range(9)
)
SCSS = '@use "sass:math";\n\n$till-size: 4px;\n\n' + "".join(
    f'@mixin till-{at}($size, $name: "") {{\n  $half: math.div($size, 2);\n  @if $half > {at} {{\n'
    f"    padding: $half;\n    margin: $half;\n  }} @else {{\n    @include other($size);\n  }}\n}}\n\n"
    for at in range(6)
)
OBJECTIVE_C = (
    '#import "Till.h"\n\n@implementation Till\n\n'
    + "".join(
        f"- (int)open{at}:(NSString *)name size:(int)size\n"
        f"{{\n  int total = size + {at};\n  if (total > 4) {{\n"
        f"    [self count:total];\n  }}\n  return total;\n}}\n\n"
        for at in range(9)
    )
    + "@end\n"
)
PERL = "#!/usr/bin/perl -w\n\nlocal ($size) = 0;\n\n" + "".join(
    f"sub open_{at}\n"
    f"{{\n  "
    f"local ($name) = shift @_;\n  if ($name =~ /a/)\n  {{\n    $size += {at};\n  }}\n  return $size;\n}}\n\n"
    for at in range(6)
)
ELIXIR = (
    'defmodule Shop.Till do\n  @moduledoc """\n'
    + "".join(
        f"  ## Part {at}\n\n  Words about tills, and what they hold.\n\n      iex> Shop.Till.open("
        f"{at})\n      4\n\n"
        for at in range(9)
    )
    + '  """\n\n  def open(till), do: till + 1\n'
)
SHELL = "#!/bin/sh\n\ntest_description='tills open and close'\n. ./test-lib.sh\n\n" + "".join(
    f"test_expect_success 'till {at} opens' '\n\tcat >till.txt <<-\\EOF &&\n\ta coin\n\tanother one\n\tEOF\n"
    f"\tgit add till.txt &&\n\ttest_path_is_file till.txt\n'\n\n"
    for at in range(6)
)


AWK = 'BEGIN {\n\tFS = ":"\n}\n\n' + "".join(
    f"function open_{at}(till, size)\n"
    f'{{\n\tgsub(/a/, "b", till)\n\tif (till ~ /b/)\n\t\tprint "open", $2\n'
    f"\tsize = length(till) + {at}\n\treturn size\n}}\n\n"
    for at in range(9)
)
OCTAVE = "## Copyright\n\n" + "".join(
    f'function total = open_{at} (till, size)\n  if (nargin < 2)\n    error ("open: too few");\n  endif\n'
    f"  total = till .* size + {at};\n  more = cumsum (total);\nendfunction\n\n%!assert (open_{at}"
    f" (1, 2), 3)\n\n"
    for at in range(6)
)
SOLIDITY = (
    'pragma solidity ^0.8.20;\n\nimport {Till} from "./Till.sol";\n\nlibrary Tills {\n    error '
    "NoTill(uint256 size);\n\n"
    + "".join(
        f"    function open{at}(Till till, uint256 size) internal returns (uint256) "
        f"{{\n        uint256 total = size + {at};\n"
        f"        if (total == 0) {{\n            revert NoTill(size);\n        }}\n        return"
        f" total;\n    }}\n\n"
        for at in range(8)
    )
    + "}\n"
)
VIM = "".join(
    f"fun! till#Open{at}(size)\n  let l:total = a:size + {at}\n  if l:total > 4\n    call till#Cou"
    f"nt(l:total)\n  endif\n"
    f"endfun\n\ncom! -nargs=? TillOpen{at} call till#Open{at}(<args>)\n\n"
    for at in range(8)
)
ERLANG = "-module(tills).\n-export([open_0/2]).\n\n" + "".join(
    f"open_{at}(Till, Size) when Size > 0 -> counter:add(Till, Size + {at}).\n\n"
    f'close_{at}(Till) ->\n    Total = counter:all(Till),\n    io:format("~p", [Total]),\n    Total.\n\n'
    for at in range(8)
)


@pytest.mark.parametrize(
    ("text", "kept", "dropped"),
    [
        (
            FORTRAN,
            ["module tills", "subroutine open_8(till, size)", "parameter :: most"],
            "size = size + till",
        ),
        (ADA, ["package body Tills is", "procedure Open_8 (Till"], "Size := Till + 4"),
        (PASCAL, ["unit Tills;", "TTill = class", "function TTill.Open8("], "Total := Total + Length"),
        (VERILOG, ["module till_4 (", "output reg [7:0] total"], "total <= total + coin"),
        (PROLOG, [":- module(tills", "open_8(Till, Size) :-"], "length(Xs, N)"),
        (SCSS, ["@mixin till-5(", "$till-size"], "margin: $half"),
        (OBJECTIVE_C, ["@implementation Till", "- (int)open8:"], "[self count:total]"),
        (PERL, ["sub open_5"], "local ($name)"),
        (ELIXIR, ["defmodule Shop.Till do", "def open(till)"], "iex> Shop.Till.open(4)"),
        (AWK, ["BEGIN {", "function open_8(till, size)"], "gsub(/a/"),
        (OCTAVE, ["function total = open_5 (till, size)"], "cumsum (total)"),
        (SOLIDITY, ["library Tills {", "error NoTill", "function open7("], "revert NoTill"),
        (VIM, ["fun! till#Open7(size)", "com! -nargs=? TillOpen7"], "let l:total"),
        (ERLANG, ["open_7(Till, Size) when", "close_7(Till) ->"], "io:format"),
        (SHELL, ["test_description='tills", "'till 5 opens'"], "another one"),
    ],
)
def test_a_language_without_a_grammar_is_outlined(text: str, kept: list[str], dropped: str) -> None:
    made = pipeline.plan(text, Hints())
    shown = "\n".join(made.lines)
    assert made.kinds == ["source"]
    assert [one for one in kept if one not in shown] == []
    assert dropped not in shown
