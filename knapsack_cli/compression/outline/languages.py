"""The one table of languages with a grammar: which of its nodes are imports, definitions and members.

Node names are those of the grammars that tree-sitter-language-pack 0.13 bundles. Adding a language
touches this table alone (and `guessing.py`, when it is to be told by its look).
"""

from typing import Any


class Language:
    """How a language's syntax tree is read.

    Attributes:
        grammar: the name of the grammar in the language pack.
        extensions: endings of file names.
        imports: nodes that are kept whole.
        containers: nodes that have a signature and whose body holds members: classes, traits, modules.
        functions: nodes that have a signature and a body of statements.
        members: nodes inside containers, or at top level, that are kept with their first line: fields,
            enumerators, constants, macros, type aliases.
        through: nodes that are looked into without being shown: blocks, conditionals, exports.
        attributes: nodes that stand before a definition and belong to it: decorators, annotations.
        bodies: node types that are a body where the grammar names no field `body`.
        docstrings: whether the first string of a body is its documentation; else a comment above is.
        nested: whether functions are looked for inside functions.
        deep: whether they are looked for in any expression there, so that methods of anonymous objects and
            functions in tables are found.
    """

    __slots__ = (
        "attributes",
        "bodies",
        "containers",
        "deep",
        "docstrings",
        "extensions",
        "functions",
        "grammar",
        "imports",
        "members",
        "nested",
        "through",
    )

    def __init__(
        self,
        grammar: str,
        extensions: str,
        *,
        imports: str = "",
        containers: str = "",
        functions: str = "",
        members: str = "",
        through: str = "",
        attributes: str = "",
        bodies: str = "",
        docstrings: bool = False,
        nested: bool = False,
        deep: bool = False,
    ) -> None:
        self.grammar = grammar
        self.extensions = tuple(extensions.split())
        self.imports = frozenset(imports.split())
        self.containers = frozenset(containers.split())
        self.functions = frozenset(functions.split())
        self.members = frozenset(members.split())
        self.through = frozenset(through.split())
        self.attributes = frozenset(attributes.split())
        self.bodies = frozenset(bodies.split())
        self.docstrings = docstrings
        self.nested = nested or deep
        self.deep = deep


_PREPROCESSOR = "preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef"
_SCRIPT: dict[str, Any] = dict(  # noqa: C408 - read as the keyword arguments that they are
    imports="import_statement import_alias",
    containers="class_declaration class abstract_class_declaration interface_declaration enum_declaration "
    "internal_module module",
    functions="function_declaration generator_function_declaration method_definition function_signature "
    "method_signature abstract_method_signature arrow_function function_expression generator_function",
    members="property_signature public_field_definition field_definition enum_assignment "
    "type_alias_declaration index_signature construct_signature call_signature property_identifier "
    "class_static_block",
    through="export_statement program statement_block lexical_declaration variable_declaration "
    "variable_declarator expression_statement assignment_expression augmented_assignment_expression "
    "object pair call_expression arguments "
    "class_body interface_body object_type enum_body if_statement else_clause try_statement return_statement "
    "parenthesized_expression ambient_declaration spread_element await_expression new_expression "
    "sequence_expression ternary_expression for_statement for_in_statement while_statement "
    "satisfies_expression as_expression binary_expression member_expression switch_statement switch_body "
    "switch_case switch_default catch_clause finally_clause do_statement non_null_expression",
    attributes="decorator",
    nested=True,
)

LANGUAGES: dict[str, Language] = {
    "c": Language(
        "c",
        ".c .h",
        imports="preproc_include",
        containers="struct_specifier union_specifier enum_specifier",
        functions="function_definition",
        members="preproc_def preproc_function_def field_declaration enumerator declaration type_definition",
        through=f"translation_unit {_PREPROCESSOR} linkage_specification declaration_list "
        "field_declaration_list enumerator_list",
        bodies="compound_statement field_declaration_list enumerator_list",
    ),
    "cpp": Language(
        "cpp",
        ".cc .cpp .cxx .hpp .hh .hxx .ipp .inl .cu .cuh",
        imports="preproc_include using_declaration import_declaration",
        containers="class_specifier struct_specifier union_specifier enum_specifier namespace_definition "
        "concept_definition",
        functions="function_definition",
        members="preproc_def preproc_function_def field_declaration enumerator declaration type_definition "
        "alias_declaration friend_declaration static_assert_declaration",
        through=f"translation_unit {_PREPROCESSOR} linkage_specification declaration_list "
        "field_declaration_list enumerator_list template_declaration",
        bodies="compound_statement field_declaration_list enumerator_list declaration_list",
        nested=True,
    ),
    "python": Language(
        "python",
        ".py .pyi .pyw",
        imports="import_statement import_from_statement future_import_statement",
        containers="class_definition",
        functions="function_definition",
        members="assignment type_alias_statement",
        through="module block decorated_definition if_statement else_clause elif_clause try_statement "
        "except_clause finally_clause with_statement for_statement while_statement expression_statement "
        "match_statement case_clause",
        attributes="decorator",
        docstrings=True,
        nested=True,
    ),
    "typescript": Language("typescript", ".ts .mts .cts", **_SCRIPT),
    "tsx": Language("tsx", ".tsx", **_SCRIPT),
    "javascript": Language("javascript", ".js .mjs .cjs .jsx", **_SCRIPT),
    "go": Language(
        "go",
        ".go",
        imports="package_clause import_declaration",
        containers="type_spec struct_type interface_type",
        functions="function_declaration method_declaration",
        members="const_declaration var_declaration const_spec var_spec field_declaration method_elem "
        "method_spec type_elem type_alias",
        through="source_file type_declaration field_declaration_list",
        bodies="block field_declaration_list",
    ),
    "rust": Language(
        "rust",
        ".rs",
        imports="use_declaration extern_crate_declaration mod_item_declaration",
        containers="struct_item enum_item union_item trait_item impl_item mod_item foreign_mod_item",
        functions="function_item function_signature_item macro_definition",
        members="const_item static_item type_item associated_type field_declaration enum_variant "
        "macro_invocation",
        through="source_file declaration_list field_declaration_list enum_variant_list block "
        "expression_statement",
        attributes="attribute_item inner_attribute_item",
        bodies="declaration_list field_declaration_list enum_variant_list block",
        nested=True,
    ),
    "java": Language(
        "java",
        ".java",
        imports="package_declaration import_declaration",
        containers="class_declaration interface_declaration enum_declaration record_declaration "
        "annotation_type_declaration module_declaration",
        functions="method_declaration constructor_declaration compact_constructor_declaration",
        members="field_declaration enum_constant constant_declaration annotation_type_element_declaration",
        through="program class_body interface_body enum_body enum_body_declarations annotation_type_body",
        deep=True,
    ),
    "csharp": Language(
        "csharp",
        ".cs",
        imports="using_directive extern_alias_directive file_scoped_namespace_declaration",
        containers="namespace_declaration class_declaration struct_declaration interface_declaration "
        "enum_declaration record_declaration",
        functions="method_declaration constructor_declaration destructor_declaration operator_declaration "
        "conversion_operator_declaration indexer_declaration local_function_statement",
        members="field_declaration property_declaration event_declaration event_field_declaration "
        "enum_member_declaration delegate_declaration",
        through="compilation_unit declaration_list enum_member_declaration_list global_statement "
        "file_scoped_namespace_declaration preproc_if preproc_else preproc_elif preproc_region",
        bodies="block declaration_list enum_member_declaration_list arrow_expression_clause",
        deep=True,
    ),
    "ruby": Language(
        "ruby",
        ".rb .rake .gemspec .ru",
        containers="class module singleton_class",
        functions="method singleton_method",
        members="assignment alias call identifier",
        through="program body_statement begin if unless then else block do_block conditional "
        "if_modifier unless_modifier",
        bodies="body_statement",
        nested=True,
    ),
    "php": Language(
        "php",
        ".php .phtml",
        imports="namespace_use_declaration namespace_definition require_once_expression include_expression",
        containers="class_declaration interface_declaration trait_declaration enum_declaration ano"
        "nymous_class",
        functions="function_definition method_declaration anonymous_function arrow_function",
        members="property_declaration const_declaration enum_case use_declaration",
        through="program declaration_list enum_declaration_list compound_statement if_statement "
        "namespace_definition expression_statement assignment_expression array_creation_expression "
        "array_element_initializer return_statement arguments argument object_creation_expression "
        "function_call_expression member_call_expression scoped_call_expression",
        attributes="attribute_list",
        bodies="declaration_list enum_declaration_list compound_statement",
        deep=True,
    ),
    "kotlin": Language(
        "kotlin",
        ".kt .kts",
        imports="package_header import_header import",
        containers="class_declaration object_declaration companion_object interface_declaration",
        functions="function_declaration secondary_constructor anonymous_initializer",
        members="property_declaration enum_entry type_alias",
        through="source_file import_list class_body enum_class_body statements",
        bodies="class_body enum_class_body function_body statements",
        deep=True,
    ),
    "swift": Language(
        "swift",
        ".swift",
        imports="import_declaration",
        containers="class_declaration protocol_declaration",
        functions="function_declaration init_declaration deinit_declaration protocol_function_declaration "
        "subscript_declaration operator_declaration",
        members="property_declaration enum_entry typealias_declaration protocol_property_declaration "
        "associatedtype_declaration",
        through="source_file class_body enum_class_body protocol_body",
        bodies="class_body enum_class_body protocol_body function_body",
        deep=True,
    ),
    "bash": Language(
        "bash",
        ".sh .bash .zsh .ksh .bats",
        functions="function_definition",
        members="declaration_command variable_assignment",
        through="program if_statement elif_clause else_clause",
        nested=True,
    ),
    "scala": Language(
        "scala",
        ".scala .sc .sbt",
        imports="package_clause import_declaration",
        containers="class_definition object_definition trait_definition enum_definition package_object "
        "given_definition extension_definition",
        functions="function_definition function_declaration",
        members="val_definition var_definition type_definition val_declaration var_declaration "
        "simple_enum_case full_enum_case enum_case_definitions",
        through="compilation_unit template_body enum_body indented_block block lambda_expression",
        bodies="template_body enum_body block indented_block",
        deep=True,
    ),
    "lua": Language(
        "lua",
        ".lua",
        functions="function_declaration function_definition",
        members="assignment_statement variable_declaration function_call",
        through="chunk block do_statement if_statement return_statement expression_list "
        "table_constructor field",
        deep=True,
    ),
    "sql": Language(
        "sql",
        ".sql",
        members="create_table create_view create_index create_function create_trigger create_schema "
        "create_type create_sequence create_database create_role create_extension create_materialized_view "
        "alter_table drop_table drop_view column_definition constraint insert select update delete",
        through="program statement transaction column_definitions constraints block",
    ),
}
"""Name -> how it is read."""


BRACED = frozenset(
    (
        "javascript",
        "typescript",
        "tsx",
        "c",
        "cpp",
        "java",
        "csharp",
        "go",
        "rust",
        "php",
        "swift",
        "kotlin",
        "scala",
    )
)
"""Languages whose blocks stand in braces."""


def by_path(path: str) -> str | None:
    """The language that a file name's ending stands for, or None."""
    lowered = path.lower()
    for name, language in LANGUAGES.items():
        if lowered.endswith(language.extensions):
            return name
    return None
