"""Languages outlined by their lines that a word gives away: the older ones, hardware's, styles."""

from knapsack_cli.compression.outline.line_language import LineLanguage

OLDER_LANGUAGES: dict[str, LineLanguage] = {
    "fortran": LineLanguage(
        ".f90 .f95 .f03 .f08 .f .for .ftn",
        proof=r"\s*(?i:(?:end )?(?:subroutine|program|module|function)\s+\w+|implicit none"
        r"|call \w+ ?\(|end ?(?:if|do)\b"
        r"|(?:integer|real|complex|logical|character|double precision)\b[^=;]*(?:::|\s{2,}\w)"
        r"|use \w+(?:, *only|$))",
        definition=r"(?i:\s*(?:(?:pure|elemental|recursive|impure|module|integer|real|complex|logical|character"
        r"|double precision|type)(?:\*\d+|\([^)]*\))?\s+)*"
        r"(?:subroutine|function|program|module(?! procedure)|submodule|block data"
        r"|type(?:\s*,[^:]*::|\s*::)?)\s+\w+"
        r"|\s*(?:abstract )?interface\b)",
        imports=r"(?i:\s*(?:use\s+\w|include\s+['\"]))",
        members=r"(?i:\s*\w[^:]*\bparameter\b.*(?:::|=)|\s+procedure\b.*::)",
        comments="! *",
        least=0.05,
        signs=("subroutine ", "end program", "end module", "implicit none", "end function", "\n      end if"),
    ),
    "ada": LineLanguage(
        ".adb .ads .ada .gpr",
        proof=r"\s*(?i:end (?:if|loop|case|record)\b.*;|end [a-z][\w.]*;|with [a-z][\w.]*;"
        r"|use [a-z][\w.]*;|pragma \w+"
        r"|(?:procedure|function|package|type|subtype) .*\bis\b|begin$|(?:procedure|function) \w+$)",
        definition=r"(?i:\s{0,12}(?:overriding |not overriding |private )*(?:procedure|function"
        r"|package(?: body)?"
        r"|task(?: type| body)?|protected(?: type| body)?|entry|type|subtype)\s+[\w\"]|\s*generic$)",
        imports=r"(?i:\s*(?:with|use)\s+[\w.]+.*;)",
        members=r"(?i:\s{0,6}\w+\s*:\s*(?:exception|constant)\b)",
        comments="--",
        least=0.15,
        signs=("pragma ", "end if;", "end loop;", "end record;"),
    ),
    "pascal": LineLanguage(
        ".pas .pp .dpr .lpr .inc",
        proof=r"\s*(?i:(?:class )?(?:procedure|function|constructor|destructor) [\w.]+.*;"
        r"|unit [\w.]+;|uses\b|begin$|end[;.]$"
        r"|implementation$|interface$|[\w.^\[\]]+ ?:= ?.*|(?:var|type|const)$|if .* then(?: begin)?$)",
        definition=r"(?i:\s{0,6}(?:class )?(?:procedure|function|constructor|destructor|operator"
        r"|property) [\w.]+"
        r"|\s{0,4}[\w<>]+ *= *(?:packed )?(?:class|record|interface|object|set of|\()"
        r"|(?:unit|program|library|implementation|interface|initialization|finalization)\b)",
        imports=r"(?i:uses\b)",
        members=r"\s{2}\w+ *= *[^;]+;",
        comments="{ // (* *",
        least=0.2,
        signs=("\nimplementation", "\nuses", "program ", "unit "),
    ),
    "verilog": LineLanguage(
        ".v .sv .svh .vh",
        proof=r"\s*(?:module \w|end(?:module|function|task|class|package|interface)\b|(?:input"
        r"|output|inout|wire|reg|logic"
        r"|parameter|localparam|assign)\b|always(?:_ff|_comb|_latch)?\b|`(?:define|include|ifdef"
        r"|timescale)|initial begin)",
        definition=r"\s{0,8}(?:(?:virtual|extern|static|automatic|pure|protected"
        r"|local) )*(?:module|primitive|interface|package"
        r"|program|class|function|task|typedef|covergroup|modport|property|sequence"
        r"|checker)\b\s*\S|\s*`define \w",
        imports=r"\s*(?:`include|import)\b",
        members=r"\s{0,8}(?:parameter|localparam|input|output|inout)\b",
        comments="// /* *",
        least=0.1,
        signs=("endmodule", "endclass", "endpackage", "endinterface"),
    ),
    "vhdl": LineLanguage(
        ".vhd .vhdl",
        proof=r"\s*(?i:entity \w+ is|architecture \w+ of|library \w+;|use [\w.]+;|signal \w+"
        r"|end\b.*;|process ?\(|\w+ <= |begin$"
        r"|\w+\s*: (?:in|out|inout) )",
        definition=r"(?i:\s{0,6}(?:entity|architecture|package(?: body)?|component|(?:pure "
        r"|impure )?function|procedure"
        r"|configuration|type|subtype)\s+\w|\s{0,6}(?:\w+ ?: ?)?process\b)",
        imports=r"(?i:\s*(?:library|use)\s)",
        members=r"(?i:\s{0,6}(?:signal|constant|generic|port)\b|\s+\w+ *: *(?:in|out|inout)\b)",
        comments="--",
        least=0.15,
        signs=("std_logic", "end architecture", "end entity", "architecture "),
    ),
    "awk": LineLanguage(
        ".awk .gawk",
        proof=r"\s*(?:(?:BEGIN|END)(?:FILE)? ?\{|function \w+ ?\(|printf? [\"\w$]|if \(.* !?~ "
        r"|for ?\(\w+ in \w+\)"
        r"|.*\$(?:\d|NF)\b|g?sub\(/|getline\b|next;?$|\w+ = (?:substr|split|gensub|index|length)\()",
        definition=r"\s{0,2}(?:function|func) \w+|(?:BEGIN|END)(?:FILE)?\b|(?:/.*/|\$\d+ |NR |NF ).*\{$",
        imports=r"@(?:include|load|namespace)\b",
        comments="#",
        least=0.15,
        signs=("begin {", "begin{", "end {", "end{", "gsub("),
    ),
    "matlab": LineLanguage(
        "",
        proof=r"\s*(?:function (?:\[[\w, ]*\]|\w+) ?= ?\w+|end(?:function|if|for|while|switch|_try_catch)\b"
        r"|%[!%]|##|elseif \(|error \(|[\w.()]+ ?= ?.*;(?:\s*[%#].*)?$|\[[\w, ~]+\] ?= ?)",
        definition=r"\s{0,8}(?:function|classdef)\b|\s{0,4}(?:methods|properties|events|enumeration)\b"
        r"(?: ?\(.*\))?$",
        imports=r"\s{0,4}(?:import|pkg load)\s",
        comments="% #",
        least=0.3,
        signs=("endfunction", "\nfunction [", "nargin", "\nclassdef ", "%!"),
    ),
    "prolog": LineLanguage(
        ".pro .prolog .plt",
        proof=r":- ?[a-z]|[a-z]\w*\(.*\) ?(?::-|-->)$|[a-z]\w*\(.*\)\.$|\s+\\\+ |\s+[A-Z]\w* is ",
        definition=r"([a-z]\w*)(?:\(.*)? ?(?::-|-->)|([a-z]\w*)\(.*(?:\)\.|,)$|:- ?module\b",
        imports=r":- ?(?:use_module|autoload|ensure_loaded|dynamic|table|meta_predicate|multifile)\b",
        comments="% /* *",
        least=0.04,
        signs=(":- ", ":-\n"),
    ),
    "scss": LineLanguage(
        "",
        proof=r"\s*(?:@(?:mixin|include|function|return|each|if|else|use|forward|extend|for)\b"
        r"|\$[\w-]+ ?: ?\S"
        r"|[.#&:][\w-][^{};]*\{$|[a-z-]+: [^;{]+;$)",
        definition=r"\s*@(?:mixin|function|keyframes|media|layer|supports)\b|\s{0,8}[^\s{}:;@/$][^{};]*\{$"
        r"|(?=[.#&:*\[a-z])(?:[^{};:]|:(?! ))*,$|%[\w-]+ ?\{",
        imports=r"\s{0,4}@(?:import|use|forward|charset)\b",
        members=r"\$[\w-]+ ?:|\s{0,4}--[\w#{}$-]+ ?:",
        comments="// /* *",
        least=0.2,
        signs=("@mixin ", "@include ", "@function ", "@extend "),
    ),
    "d": LineLanguage(
        ".d .di",
        proof=r"module [\w.]+;|\s*(?:public |private )?import (?:std|core)\.|\s*(?:unittest\b"
        r"|@safe|@nogc|nothrow|@trusted|pure\b"
        r"|static if ?\(|foreach ?\(|auto \w+ = |alias \w+ = |enum \w+ = )",
        definition=r"\s{0,4}(?:(?:public|private|protected|package|static|final|abstract|override|const|immutable|shared|pure"
        r"|nothrow|extern ?\(\w+\)|export|ref|deprecated|@\w+)\s+)*(?:(?:class|struct|enum|union"
        r"|interface|template|alias"
        r"|mixin template)\s+\w+|(?:auto|void|bool|u?int|u?long|u?byte|u?short|d?char|string"
        r"|size_t|float|double|real"
        r"|(?:inout|const|immutable|typeof) ?\(\w+\)|[A-Z][\w!.]*)[\[\]*]*\s+\w+\s*\([^;]*$|this ?\()",
        imports=r"\s{0,4}(?:module|(?:public |private |static )?import)\s",
        comments="// /* * /+ +",
        least=0.03,
        signs=("import std.", "import core.", "unittest"),
    ),
}
"""Name -> how it is read."""
