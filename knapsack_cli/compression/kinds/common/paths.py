"""Telling a path from other text, by its look alone."""

from knapsack_cli.text.lazy_patterns import lazy

_ENDING = lazy(r"\.[A-Za-z0-9_+-]{1,12}$")


def looks_like_path(text: str) -> bool:
    """Whether `text` is a path: no blanks at its ends, a separator or an extension, no odd marks."""
    if not text or len(text) > 400 or text[0] in " \t\"'<(" or text[-1] in " \t":
        return False
    if "://" in text or "\t" in text:
        return False
    if " " in text and not (_ENDING.search(text) and text.count(" ") <= 3 and " - " not in text):
        return False
    if "/" in text or "\\" in text:
        return not any(mark in text for mark in (": ", " = ", "; ", ", ", "  ", "{", "}", "<", ">", "|", "*"))
    return (bool(_ENDING.search(text)) and " " not in text) or text in _BARE


_BARE = frozenset(
    ("Makefile", "Dockerfile", "LICENSE", "README", "Gemfile", "Rakefile", "Jenkinsfile", "Vagrantfile")
)
