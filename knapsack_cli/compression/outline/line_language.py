"""How a language is read that is outlined by its lines."""

from knapsack_cli.text.lazy_patterns import lazy


class LineLanguage:
    """How the lines of a language are read.

    Attributes:
        extensions: endings of file names, and whole names.
        proof: lines that hardly any other text has; some of them tell the language.
        definition: lines that begin a definition; the first group, where there is one, names it, and of a
            run of equal names (clauses of one function) the first is kept.
        imports: lines that name other modules.
        members: lines of less weight: fields, options, settings.
        comments: what lines of comment begin with.
        least: the share of lines that must be proof.
        signs: of these words, in small letters, one is in every such text; none where any text may be one.
    """

    __slots__ = ("comments", "definition", "extensions", "imports", "least", "members", "proof", "signs")

    def __init__(
        self,
        extensions: str,
        *,
        definition: str,
        proof: str = "",
        imports: str = "",
        members: str = "",
        comments: str = "#",
        least: float = 0.04,
        signs: tuple[str, ...] = (),
    ) -> None:
        self.extensions = tuple(extensions.split())
        self.definition = lazy(definition)
        self.proof = lazy(proof) if proof else None
        self.imports = lazy(imports) if imports else None
        self.members = lazy(members) if members else None
        self.comments = tuple(comments.split())
        self.least = least
        self.signs = signs
