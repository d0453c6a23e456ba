"""The one table of languages that are outlined by their lines: what begins a definition, an import, a member.

These have no grammar here, or one that loses more than their lines do. Adding a language touches this
table alone.
"""

from knapsack_cli.compression.outline.line_language import LineLanguage
from knapsack_cli.compression.outline.older_languages import OLDER_LANGUAGES

_MODIFIERS = (
    r"(?:(?:pub|public|private|protected|internal|static|final|abstract|export|default|async|override"
    r"|inline|unsafe"
    r"|extern|open|sealed|virtual|const|local|late|external|factory|implicit|required|declare)\s+)*"
)
OTHER = LineLanguage(
    ".vb .thrift .cr .m4 .ac .xs .hx .gd .odin .fs .fsx .fsi",
    definition=rf"\s{{0,8}}{_MODIFIERS}(?:def|fn|fun|func|function|sub|proc|procedure|method|class|module"
    rf"|interface"
    r"|struct|enum|trait|impl|protocol|extension|mixin|typedef|type|data|record|union|object|package"
    r"|namespace"
    r"|library|val|let|var|service|exception|program|subroutine|entity|architecture|task|const|member"
    r"|property"
    r"|AC_DEFUN\w*|AC_INIT|AC_ARG_\w+|AC_CONFIG_\w+|m4_define)\b\W*\w",
    imports=r"\s{0,4}(?:import|use|using|require|include|open|from|library|source|#include|alias"
    r"|`include)\b\s*\S",
    comments="# // /* * -- ! ' ;",
)
"""What most languages have in common, for files of which only the name tells what they are."""

LINE_LANGUAGES: dict[str, LineLanguage] = {
    "elixir": LineLanguage(
        ".ex .exs",
        proof=r"\s*defmodule [A-Z][\w.]* do$|\s*defp? \w+[?!]?(?:\(.*\))?(?: when .*)?(?:, do:.*| do)$"
        r"|\s*\|> ",
        definition=r"\s*(?:def(?:p|module|macrop?|struct|impl|protocol|delegate|guardp?|exception|overridable"
        r"|callback)?|test|describe|schema|embedded_schema)\b[ (]\S|\s*defstruct\b|\s*@(?:type|typep"
        r"|opaque|spec"
        r"|callback|macrocallback|behaviour|derive) ",
        imports=r"\s*(?:use|import|alias|require) [A-Z:]",
        members=r"\s*(?:field|belongs_to|has_many|has_one|embeds_\w+|plug|pipe_through|scope|get|post"
        r"|resources) "
        r":?\S|\s*@\w+ (?![\"~])\S",
        least=0.008,
    ),
    "erlang": LineLanguage(
        ".erl .hrl .escript",
        proof=r"-(?:module|export|include|include_lib|record|define|behaviou?r|spec)\(|[a-z]\w*\(.*\) ->$",
        definition=r"([a-z]\w*)\(.*(?:->.*|,|when\b.*)\s*(?:%.*)?$|-(?:spec|type|opaque|record|define"
        r"|callback)\b",
        imports=r"-(?:module|export|export_type|include|include_lib|import|behaviou?r|compile)\b",
        comments="%",
        least=0.008,
    ),
    "perl": LineLanguage(
        ".pl .pm .t .plx",
        proof=r"\s*use (?:strict|warnings|parent|base|Moose|Moo|Mojo)\b|package [A-Z]\w*(?:::\w+)*[; ]"
        r"|\s*my [$@%(].*=|\s*sub \w+ ?(?:\{|\()|\s*my \(?\$(?:self|class)\b",
        definition=r"\s*(?:sub|method|fun) \w+|package [\w:]+|(?:class|role) [A-Z]\w*|(?:has|around"
        r"|before|after) ",
        imports=r"\s*(?:use|require|no) [A-Z_a-z][\w:]*",
        members=r"our [$@%(]|(?:my|local) [$@%]\w+\s*=|=(?:head[12]|item) \w",
        least=0.03,
    ),
    "component": LineLanguage(
        ".vue .svelte .astro",
        proof=r"</?(?:template|script|style)(?: [^<>]*)?>$|\s*\{[#:/@](?:if|each|await|render|snippet|else)\b"
        r"|.* (?:v-(?:if|for|model|else|bind|slot)\b|@\w+=|bind:\w|on:\w)",
        definition=r"</?(?:script|template|style)\b|\s{0,4}(?:export )?(?:default )?(?:async )?"
        r"(?:function|class|const|let|interface|type|enum) [\w{\[]|\s{2,6}(?:async )?\w+\([\w, {}=]*\) ?\{$"
        r"|\s{0,4}(?:props|emits|data|computed|methods|watch|setup|components|name|mixins)\b ?[:(]|\s*\$: "
        r"|\s*(?:defineProps|defineEmits|defineExpose|defineOptions)\b|\s{0,2}export ",
        imports=r"\s*import ",
        members=r"\s*<(?:[A-Z][\w.]*|[a-z]+-[\w-]+|slot|form|input|button)\b|\s*\{#(?:if|each|await|snippet)",
        comments="// /* * <!--",
        least=0.03,
    ),
    "objective-c": LineLanguage(
        ".m .mm",
        proof=r"@(?:interface|implementation|protocol|property|class|end|import)\b|[-+] ?\([\w<>* ]+\)\s?\w+"
        r"|#import [<\"]|NS_ASSUME_NONNULL_",
        definition=r"\s?[-+]\s?\(.*|@(?:interface|implementation|protocol|class|optional|required)\b"
        r"|(?:static |extern |inline |const )*[A-Za-z_][\w]*[ *]+(?:const )?\w+\([^;]*(?:\{|,|\))\s*$"
        r"|typedef |(?:enum|struct|union) \w+|\s*(?:class|namespace) \w+[^;]*\{?$|template ?<",
        imports=r"#\s*(?:import|include)\b|@import |using ",
        members=r"@(?:property|synthesize|dynamic)\b|#\s*define \w|(?:static|extern|const) .*[;={]$"
        r"|RCT_EXPORT_\w+\("
        r"|FOUNDATION_EXPORT |NS_ENUM|UIKIT_EXTERN ",
        comments="// /* *",
    ),
    "haskell": LineLanguage(
        ".hs .lhs .hsc",
        proof=r"module [A-Z][\w.]*(?: ?\(| where|$)|import (?:qualified )?[A-Z][\w.]+|\{-# LANGUAGE"
        r"|[a-z]\w*'* :: ",
        definition=r"(?:[a-z_][\w']*(?:, [a-z_][\w']*)*|\([^)\s]+\)) +::|(?:data|newtype|type|class"
        r"|instance|deriving"
        r"|foreign|infix[lr]?|pattern|module|default)\b|[a-z_][\w']*$",
        imports=r"import |\{-# (?:LANGUAGE|OPTIONS\w*)",
        members=r"\s+[=|] [A-Z]\w*|\s+[{,] *[a-z_]\w*'* *::|\s{2,4}[a-z]\w*'* +::",
        comments="-- {-",
        least=0.03,
    ),
    "ocaml": LineLanguage(
        ".ml .mli .mll .mly",
        proof=r"\s*let (?:rec )?[a-z_]\w*(?: [a-z_(~?]\S*)+ =(?: .*)?$|open [A-Z]\w*$|\s*\| [A-Z].* ->|.* in$"
        r"|\s*val [a-z_]\w* ?: |module [A-Z]\w* ?(?:=|: sig)|\s*match .* with$",
        definition=r"\s{0,10}(?:val|exception|external|method|module|class)\b[^.]*"
        r"|\s{0,8}type\b[^.]*|\s{0,4}(?:and|sig|functor)\b[^.]*|let\b.*"
        r"| {2,6}let (?:rec )?[a-z_][\w']*(?:(?! in\b).)*=$",
        imports=r"\s{0,2}(?:open|include) [A-Z(]|#(?:use|require)",
        members=r"\s{0,4}\| `?[A-Z]\w*(?: of .*)?$|\s{2,6}(?:mutable )?[a-z_]\w* ?: [^=]*;",
        comments="(*",
        least=0.05,
    ),
    "zig": LineLanguage(
        ".zig .zon",
        proof=r"const \w+ = @import\(|\s*(?:pub )?fn \w+\(.*\) .*\{$|\s*try \w|test \"",
        definition=r"\s{0,8}(?:pub |export |extern |inline |noinline )*(?:fn \w+"
        r"|const \w+ ?=? ?.*(?:struct|enum|union"
        r"|error|opaque)\b.*\{)|test \"|comptime",
        imports=r"\s{0,4}(?:pub )?(?:const \w+ = @import|usingnamespace)",
        members=r"(?:pub )?(?:const|var) \w+|\s{4}\w+: [^=]*(?:=.*)?,$",
        comments="//",
        least=0.05,
    ),
    "nim": LineLanguage(
        ".nim .nims .nimble",
        proof=r"\s*(?:proc|func|method|template|macro|iterator) [\w`]+\*?[\[(].*(?:=|:|,)|\s*(?:result"
        r"|var \w+) ?(?:=|: )|\{\.\w",
        definition=r"\s{0,4}(?:proc|func|method|template|macro|iterator|converter|type|concept)\b.*"
        r"|\s{2,4}[A-Z]\w*\*?.*= (?:ref )?(?:object|enum|tuple|distinct|concept)",
        imports=r"(?:import|from|include|export) ",
        members=r"(?:const|let|var)\b|\s{2}[A-Za-z]\w*\*.*[:=]",
        least=0.03,
    ),
    "protocol-buffers": LineLanguage(
        ".proto",
        proof=r"syntax ?= ?\"proto|message \w+ ?\{|\s+(?:repeated |optional |required )?[\w.]+ \w+ ?= ?\d+",
        definition=r"\s*(?:message|enum|service|rpc|oneof|extend|extensions|group)\b",
        imports=r"(?:syntax|edition|package|import|option) ?\S",
        members=r"\s+(?:(?:repeated|optional|required) )?(?:map ?<.*>|[\w.]+) \w+ ?= ?-?\d+"
        r"|\s+[A-Z]\w* ?= ?-?\d+"
        r"|\s+reserved ",
        comments="// /* *",
    ),
    "graphql": LineLanguage(
        ".graphql .gql .graphqls",
        proof=r"(?:type|input|interface|union|scalar|extend type|query|mutation|fragment) \w+.*[{=@]"
        r"|\s{2,4}\w+(?:\(.*\))?: "
        r"\[?[A-Z]\w*!?\]?!?",
        definition=r"(?:extend )?(?:type|input|interface|union|scalar|enum|directive|schema|query"
        r"|mutation|subscription"
        r"|fragment)\b",
        members=r"\s{1,4}\w+(?:\(.*)?(?:\))?: \S|\s{1,4}[A-Z_][A-Z_\d]+$",
        comments='# """',
        least=0.15,
    ),
    "r": LineLanguage(
        ".r",
        proof=r"\s*[\w.]+ ?<- ?function ?\(|library\(\w+\)|\s*[\w.]+ <- ",
        definition=r"\s{0,2}[\w.`$<-]+ ?(?:<-|=) ?function ?\(|set(?:Class|Method|Generic|Validity"
        r"|RefClass)\(|[\w.]+ ?<- ?"
        r"R6Class\(",
        imports=r"(?:library|require|source|import\w*|suppress\w*)\(",
        members=r"[A-Z][\w.]* ?<- ",
        least=0.1,
    ),
    "julia": LineLanguage(
        ".jl",
        proof=r"(?:function|macro) [\w.!]+\(.*::.*\)|using [A-Z]\w+(?:[,:]|$)|mutable struct "
        r"|abstract type |\s*@(?:test|assert|inbounds) ",
        definition=r"\s{0,4}(?:@\w+ )*(?:function|macro|(?:mutable )?struct|abstract type|primitive type"
        r"|module|baremodule)\b"
        r"|[\w.!]+\([^=]*\)(?: where .*)? ?= ",
        imports=r"\s{0,4}(?:using|import|export|include)\b",
        members=r"const |\s{4}\w+::\w",
        least=0.03,
    ),
    "lisp": LineLanguage(
        ".clj .cljs .cljc .edn .el .lisp .lsp .cl .scm .ss .rkt .sld .asd .fnl",
        proof=r"\((?:defn-?|defprotocol|defrecord|deftype|defmulti|extend-\w+|defun|defvar|defmacro|define|def|ns|require|provide|defcustom|use-package"
        r"|deftest|module"
        r"|define-\w+|defmethod|defparameter|in-package) |;;|#lang ",
        definition=r" {0,4}\((?:def[\w*-]*|define\S*|ns|module\+?|struct|extend-\w+|use-package|test-case"
        r"|library)[ \n]\S*"
        r"|#lang ",
        imports=r" {0,4}\((?:require|import|use|load|provide|in-package|:require|:import|export|eval-when)\b",
        comments=";",
        least=0.03,
    ),
    "tcl": LineLanguage(
        ".tcl .tm .test .exp",
        proof=r"\s*proc \S+ \{|package (?:require|provide) |\s*set \w+ (?:\[|\{)|namespace eval "
        r"|\s*\} elseif \{|\s*upvar |\s*(?:lappend|foreach) \w+ \S",
        definition=r"\s{0,8}(?:proc|namespace eval|method|oo::class|itcl::class|class|constructor"
        r"|destructor|test"
        r"|typemethod|snit::\w+)\s+\S",
        imports=r"\s{0,4}(?:package|source|namespace (?:import|export)|load)\s",
        members=r"(?:variable|set) [\w:]+",
        least=0.05,
    ),
    "vim": LineLanguage(
        ".vim .vimrc",
        proof=r"\s*(?:fu[nctio]*!? [\w:#<>]+\(|endfunc|endif$|let [gbswl]:\w|call \w|augroup "
        r"|au(?:tocmd)? |syn(?:tax)? \w|hi(?:ghlight)? "
        r"(?:def|link)|com[mand]*!|[nvxio]?(?:nore)?map )",
        definition=r"\s*(?:export )?(?:fu[nctio]*!?|def!?|class|com[mand]*!?|augroup) \S",
        imports=r"\s*(?:import|source|runtime|packadd|vim9script|scriptencoding)\b",
        members=r"(?:let|const|var|set|[nvxio]?(?:nore)?map|syn(?:tax)? (?:region|match|cluster)"
        r"|hi(?:ghlight)?) \S",
        comments='" #',
        least=0.1,
    ),
    "powershell": LineLanguage(
        ".ps1 .psm1 .psd1",
        proof=r"\s*\[Parameter\(|\s*(?i:function) [A-Z]\w+-\w+|.*\b(?:Write|Get|Set|New|Test|Remove|Invoke"
        r"|Import|Add|Start|Join|Out)"
        r"-[A-Z][A-Za-z]+\b|\s*param ?\(|\[CmdletBinding|.* -(?:eq|ne|like|match|and|or|not) ",
        definition=r"\s*(?i:function|filter|class|enum|workflow|configuration) [\w:-]+|\s{0,4}(?i:param) ?\("
        r"|(?:Describe|\s*It) ",
        imports=r"\s*(?:using|Import-Module|Add-Type|#Requires|\. [.$])",
        members=r"\s+\[(?:string|int|switch|bool|Parameter|ValidateSet|\w+)[\])(].*\$\w+",
        least=0.03,
    ),
    "groovy": LineLanguage(
        ".gradle .groovy .gvy",
        proof=r"(?:plugins|dependencies|repositories|android|allprojects|subprojects|buildscript) ?\{"
        r"|apply plugin:"
        r"|\s+(?:implementation|testImplementation|classpath|api|compileOnly)[ (]['\"]|\s*def \w+ ?(?:=|\()",
        definition=r"\s{0,8}(?:(?:public|private|protected|static|final|abstract) )*(?:class|interface"
        r"|enum|trait|def|void"
        r"|task|String|boolean|int) \w+|[\w.]+ ?(?:\(.*\) ?)?\{$|tasks\.\w+",
        imports=r"import |package |apply |\s*id[ (]['\"]",
        members=r"\s+(?:implementation|testImplementation|androidTestImplementation|classpath|api"
        r"|compileOnly|runtimeOnly"
        r"|kapt|annotationProcessor|compile|testCompile|provided)[ (]|[\w.]+ ?= ?\S|(?:version|group)\b"
        r"|\s{4}(?:\w*[sS]dk\w*|version\w*|namespace|applicationId)[ =]",
        comments="// /* *",
        least=0.08,
    ),
    "dart": LineLanguage(
        ".dart",
        proof=r"import 'package:|import 'dart:|part (?:of )?'|\s*@override$"
        r"|(?:abstract )?class \w+ (?:extends|with) \w+",
        definition=rf"{_MODIFIERS}(?:class|mixin|extension|enum|typedef|sealed)\b"
        rf"|\s{{0,2}}{_MODIFIERS}[A-Za-z][\w<>?,\[\].]* "
        r"\w*(?:\(|\s*=>)",
        imports=r"(?:import|export|part|library) ",
        members=r"\s{2}(?:static |final |const |late )+[\w<>?,\[\] ]+|(?:const|final|var) ",
        comments="// /* *",
    ),
    "solidity": LineLanguage(
        ".sol",
        proof=r"pragma solidity|(?:abstract )?contract \w+|\s+function \w+\(.*(?:public|external|internal"
        r"|view)",
        definition=r"\s*(?:abstract )?(?:contract|interface|library|function|event|modifier|struct|enum|error"
        r"|constructor|receive|fallback|type)\b",
        imports=r"import |pragma |\s*using ",
        members=r"\s{2,4}(?:mapping ?\(.*|(?:u?int|bytes|address|bool|string)\w*(?:\[\])?) .*;",
        comments="// /* *",
    ),
    "fsharp": LineLanguage(
        ".fs .fsx .fsi",
        definition=r"\s{0,4}(?:let|and|type|module|namespace|exception|val)\b.*|\s+(?:static |abstract "
        r"|default |override )*"
        r"member\b|\s+(?:abstract|override|new)\b",
        imports=r"\s*open ",
        members=r"\s+\| [A-Z]\w*(?: of .*)?$",
        comments="//",
        least=0.1,
    ),
    "terraform": LineLanguage(
        ".tf .tfvars .hcl .nomad",
        proof=r"(?:resource|data|module|variable|output|provider|locals|terraform) ?(?:\"[\w-]+\" ?)*\{$",
        definition=r"\w[\w-]*(?: \"[^\"]*\")* ?\{$",
        members=r"  (?:source|version|type|default|description|value|for_each|count|provider|region|name"
        r"|depends_on|backend"
        r"|sensitive)\b.*|  \w+(?: \"[^\"]*\")* \{$|\w+ *= ",
        comments="# //",
        least=0.1,
    ),
    "sql": LineLanguage(
        "",
        proof=r"(?i:CREATE (?:OR REPLACE )?(?:TEMP\w* |UNIQUE |GLOBAL )?(?:TABLE|VIEW|INDEX|FUNCTION"
        r"|PROCEDURE|TRIGGER|SEQUENCE)"
        r"|INSERT INTO|ALTER TABLE|DROP TABLE|SELECT \S.* FROM|GRANT |COMMENT ON)",
        definition=r"\s*(?i:CREATE\s+(?:OR\s+REPLACE\s+)?\w|ALTER\s+TABLE\s|DROP\s+(?:TABLE|VIEW"
        r"|FUNCTION)\s|INSERT\s+INTO)",
        members=r"\s{1,8}(?:[\"`\[]?\w+[\"`\]]?\s+(?i:int|integer|bigint|smallint|serial|bigserial|text"
        r"|varchar|char|nvarchar|date"
        r"|datetime|timestamp|boolean|bool|numeric|decimal|real|double|blob|json|jsonb|uuid|bytea|number)\b"
        r"|(?i:CONSTRAINT|PRIMARY KEY|FOREIGN KEY|UNIQUE)\b)",
        comments="-- /* *",
        least=0.03,
    ),
    "make": LineLanguage(
        "makefile gnumakefile .mk .make .mak",
        proof=r"\.PHONY ?:|\t@?\$\(|ifeq \(|[A-Z_]+ ?(?::|\?|\+)= |[\w./-]+: [\w./-]+\.[och]\b|\w+ ?:= ",
        definition=r"[\w./%$(){}*-][^=#]*::?(?!=)(?:\s[^=]*)?$|define \w",
        imports=r"-?include ",
        members=r"(?:export |override )*[\w.-]+ ?(?:[:?+!]?=)|ifn?(?:eq|def)\b"
        r"|\s{1,8}[A-Z][A-Z\d_]+ ?[:?]?= ?",
        least=0.1,
    ),
    "cmake": LineLanguage(
        ".cmake cmakelists.txt",
        proof=r"\s*(?:cmake_minimum_required|add_executable|add_library|target_link_libraries"
        r"|find_package|endif ?\(|endmacro"
        r"|endfunction|set) ?\(",
        definition=r"\s{0,4}(?i:function|macro|project|add_executable|add_library|add_test|add_custom_\w+"
        r"|option|install"
        r"|add_subdirectory|cmake_dependent_option) ?\(",
        imports=r"\s*(?i:include|find_package|cmake_minimum_required|pkg_check_modules"
        r"|fetchcontent_declare) ?\(",
        members=r"(?i:set|target_\w+|list|configure_file|set_property|set_target_properties"
        r"|enable_language) ?\(",
        least=0.05,
    ),
    "nix": LineLanguage(
        ".nix",
        proof=r"\s*(?:inherit [\w( .]+;|with (?:pkgs|lib|import).*;|\{ ?(?:lib|pkgs|config|stdenv"
        r"|fetchurl)[, }]|\w*[bB]uildInputs = )"
        r"|.*(?:mkDerivation|fetchFromGitHub|mkOption)",
        definition=r"\s{0,4}[\w.\"$-]+ = (?:\{|\w+:|[\w.]+ (?:rec )?\{|with .*|mk\w+.*|\[)"
        r"|.*(?:mkDerivation|mkOption|mkEnableOption)\b",
        imports=r"\s*(?:import|imports|inherit)\b",
        members=r"\s{0,4}(?:pname|version|src|rev|hash|sha256|url|description|license|type|default) = ",
        least=0.1,
    ),
    "styles": LineLanguage(
        ".css .scss .sass .less .styl",
        proof=r"\s*[.#&@:*]?[\w-][^{};]*\{$|\s+[a-z-]+: [^;{]+;$",
        definition=r"\s*[^\s{}:;/][^{};]*\{$|\s*@(?:mixin|function|keyframes|media|layer|container"
        r"|supports|property)\b"
        r"|(?=[.#&:*\[a-z])(?:[^{};:]|:(?! ))*,$",
        imports=r"\s*@(?:import|use|forward|charset|plugin|tailwind)\b",
        members=r"\s*(?:\$|@)[\w-]+ ?:|\s+--[\w-]+ ?:|\s*@(?:include|extend|apply)\b",
        comments="// /* *",
        least=0.4,
    ),
    "assembly": LineLanguage(
        ".s .asm",
        proof=r"\s*\.(?:globl|global|text|section|type|size|align|cfi_\w+)\b|\s+(?:mov|push|pop|call|jmp"
        r"|ldr|str|ret|lea)\w*\s|\s+[A-Za-z][A-Za-z\d_.]{1,20}\s+[\w%$#\[{*-][^=(,]*(?:,[^=(,]*)+$"
        r"|%(?:macro|endmacro|if|else|endif|define|assign|rep)\b|[\w.$@]+:\s*(?:[;#/].*)?$",
        definition=r"[A-Za-z_][\w.$@?]*:|\s*\.(?:globl|global|macro|section|type)\b|\w+\s+(?:PROC|MACRO"
        r"|SEGMENT)\b"
        r"|(?:ENTRY|FUNC\w*)\(|TEXT\s|(?:cglobal|cvisible|%macro|%define|function|const|\.macro)\s+\w",
        imports=r"\s*(?:[.#%]include|extern|\.extern|EXTERN)\b",
        members=r"\s*(?:#define|\.(?:equ|set)|\w+\s+(?:equ|EQU|=))\b",
        comments="# // ; @ /* *",
        least=0.3,
    ),
    **OLDER_LANGUAGES,
}
"""Name -> how it is read; those whose proof is the surest first."""


def by_path(path: str) -> LineLanguage | None:
    """The language that a file name's ending, or the whole name, stands for; None when none does."""
    lowered = path.lower().rsplit("/", 1)[-1]
    for language in (*LINE_LANGUAGES.values(), OTHER):
        if lowered.endswith(tuple(one for one in language.extensions if one[0] == ".")):
            return language
        if lowered in language.extensions:
            return language
    return None
