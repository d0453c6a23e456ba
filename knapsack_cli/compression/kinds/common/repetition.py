"""Which diagnostics repeat: a rule broken all over, a message that many files have, the same report twice."""

from knapsack_cli.compression.kinds.common.blocks import Entry
from knapsack_cli.compression.kinds.common.places import WARNING, without_project
from knapsack_cli.text.lazy_patterns import lazy

BULK = 4
"""A rule broken at least this often is told by its code after the first time."""
MOST_TEXTS = 6
"""Of a compiler's warnings of one kind that differ in a name or a type the first ones are told whole."""
BULK_ERRORS = 25
"""The same for rules of linters that count as errors; errors of compilers are always told whole."""
WIDESPREAD = 3
"""A message in at least this many files stands once, its places under it."""
LONGEST_NAME = 40
"""Characters of a name that is told beside a place."""
LONG_WARNING = 200
"""Characters of a path and a message above which Kotlin's warnings stand under their message."""
MANY = 300
"""With more diagnostics than this, folded ones are told by their line alone."""

_QUOTED = lazy(
    r"(?<!\w)'[^'\n]{0,300}'|\"[^\"\n]{0,300}\"|`[^`\n]{0,300}`|‘[^’\n]{0,300}’|“[^”\n]{0,300}”|\d+"
    r"|(?<=\)), [\w.<>]{0,200}\]"
)


def _is_rule(code: str) -> bool:
    """Whether a code is a linter's rule rather than a compiler's error."""
    return any(letter.islower() for letter in code) or code.startswith("MD")


def template(text: str) -> str:
    """A message with what it quotes and its numbers masked."""
    return _QUOTED.sub("~", text)


class Repetition:
    """What repeats among some diagnostics.

    Attributes:
        many: whether there are so many that folded ones are told by their line alone.
    """

    __slots__ = ("_alike", "_crowded", "_met", "_spread", "_totals", "many")

    def __init__(self, entries: list[Entry]) -> None:
        totals: dict[tuple[str, str], int] = {}
        files: dict[str, dict[str, int]] = {}
        alike: dict[str, int] = {}
        for entry in entries:
            if entry.code and (entry.severity == WARNING or _is_rule(entry.code)):
                kind = (entry.code, template(entry.text))
                totals[kind] = totals.get(kind, 0) + 1
            if not entry.lead and not (entry.code and entry.severity == WARNING):
                paths = files.setdefault(entry.key, {})
                named_once = entry.headed or entry.severity == WARNING
                paths[entry.path] = paths.get(entry.path, 0) + (not named_once)
                if entry.severity == WARNING and not entry.rest_tells():
                    shape = template(entry.text)
                    alike[shape] = alike.get(shape, 0) + 1
        self._totals = totals
        self._crowded = {(key, path) for key, paths in files.items() for path in _crowded(key, paths)}
        self._spread = {
            key
            for key, paths in files.items()
            if sum((key, path) not in self._crowded for path in paths) >= WIDESPREAD
        }
        self._alike = {shape for shape, count in alike.items() if count > 2 * BULK}
        self._met: dict[tuple[str, str], set[str]] = {}
        self.many = len(entries) > MANY

    def message_first(self, entry: Entry) -> str:
        """The name of the group that stands under its message, or ""."""
        if entry.lead or (entry.code and entry.severity == WARNING):
            return ""
        if entry.parens and not entry.code and not self.many and not _may_spread(entry):
            return ""
        if (
            entry.key in self._spread
            and (entry.key, entry.path) not in self._crowded
            and self._totals.get((entry.code, template(entry.text)), 0) < BULK_ERRORS
        ):
            return "=" + entry.key
        if entry.severity == WARNING and not entry.rest_tells():
            shape = template(entry.text)
            if shape in self._alike:
                return "~" + shape
        return ""

    def divide(self, members: list[Entry]) -> tuple[list[list[Entry]], list[Entry]]:
        """What is shown whole (equal messages together, errors first), and what by its code alone."""
        whole: dict[str, list[Entry]] = {}
        bulk: list[Entry] = []
        for entry in sorted(members, key=lambda entry: -entry.severity):
            if entry.key in whole:
                whole[entry.key].append(entry)
            elif self._is_bulk(entry):
                bulk.append(entry)
            else:
                whole[entry.key] = [entry]
        return list(whole.values()), bulk

    def _is_bulk(self, entry: Entry) -> bool:
        """Whether a diagnostic like it was shown whole before."""
        if not entry.code:
            return False
        kind = (entry.code, template(entry.text))
        if self._totals.get(kind, 0) < (BULK if entry.severity == WARNING else BULK_ERRORS):
            return False
        met = self._met.setdefault(kind, set())
        if entry.text in met or len(met) >= (MOST_TEXTS if entry.code.startswith("-W") else 1):
            return True
        met.add(entry.text)
        return False


def _crowded(key: str, paths: dict[str, int]) -> list[str]:
    """The files that have a message so often that it is shorter to say it again under each one's name
    than to write that name before each place."""
    return [path for path, count in paths.items() if count * (len(path) + 2) > len(key) + len(path) + 4]


def merged(entries: list[Entry]) -> list[Entry]:
    """The entries without repetitions of the same message at the same place, which the first one counts."""
    first: dict[tuple[str, str, str], Entry] = {}
    merged: list[Entry] = []
    for entry in entries:
        name = (entry.path, entry.spot, without_project(entry.text))
        known = first.get(name)
        if known is None:
            first[name] = entry
            merged.append(entry)
        else:
            known.more.extend(range(entry.first, entry.last + 1))
    return merged


def name_of(entry: Entry) -> str:
    """What a compiler's warning speaks of, the first it quotes; "" for linters, whose rule says enough."""
    if not entry.code.startswith("-W"):
        return ""
    name = next((part for part in _QUOTED.findall(entry.text) if part[0] in "'\"`‘“"), "")
    return str(name) if 2 < len(name) <= LONGEST_NAME else ""


def difference(text: str, other: str) -> str:
    """The first part that a message quotes and another like it does not."""
    for mine, theirs in zip(_QUOTED.findall(text), _QUOTED.findall(other), strict=False):
        if mine != theirs:
            return str(mine)
    return ""


def _may_spread(entry: Entry) -> bool:
    """Whether it is one of Maven's many warnings, `path:[line,col] message`, or a long one of Kotlin's."""
    if entry.severity != WARNING:
        return False
    return entry.spot.startswith("[") or len(entry.path) + len(entry.text) > LONG_WARNING
