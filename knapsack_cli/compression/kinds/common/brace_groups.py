"""Names of files, several to a row: those of one ending as `{main util}.c`, of one set as `{a b}.{c h}`.

Blanks part the names within braces as they part them outside: a name costs its stem alone.
"""

LEAST = 5
"""So many names with the same ending share braces."""
WIDTH = 100
"""Characters of a row."""
_UNGROUPED = frozenset("{}, ")


def name_rows(files: "list[tuple[str, int]]", spelled: bool = False) -> list[tuple[str, list[int]]]:
    """The rows, each with the indexes of the lines that it shows; a name with blanks has its own.

    Args:
        files: names, each with the index of its line.
        spelled: each name is written whole, so that it is found by a search for it.
    """
    rows: list[tuple[str, list[int]]] = []
    grouped, others = ({}, files) if spelled else _groups(files)
    plain: list[tuple[str, list[int]]] = []
    for name, index in others:
        if " " in name:
            rows.append((name, [index]))
        else:
            plain.append((name, [index]))
    rows[0:0] = _filled(plain, "", "")
    for endings, members in grouped.items():
        after = endings[0] if len(endings) == 1 else ".{" + " ".join(one[1:] for one in endings) + "}"
        rows.extend(_filled(members, "{", "}" + after))
    return rows


def _groups(
    files: list[tuple[str, int]],
) -> tuple[dict[tuple[str, ...], list[tuple[str, list[int]]]], list[tuple[str, int]]]:
    """Stems by the endings they have, each with its lines; and names that share theirs with too few."""
    stems: dict[str, dict[str, int]] = {}
    others: list[tuple[str, int]] = []
    for name, index in files:
        stem, dot, ending = name.rpartition(".")
        if not stem or not ending or not _UNGROUPED.isdisjoint(name) or ending in stems.get(stem, ()):
            others.append((name, index))
        else:
            stems.setdefault(stem, {})[dot + ending] = index
    sets: dict[tuple[str, ...], list[str]] = {}
    for stem, endings in stems.items():
        sets.setdefault(tuple(sorted(endings)), []).append(stem)
    by_one: dict[str, list[tuple[str, int]]] = {}
    grouped: dict[tuple[str, ...], list[tuple[str, list[int]]]] = {}
    for key, members in sets.items():
        if len(key) > 1 and len(members) >= LEAST:
            grouped[key] = [(stem, list(stems[stem].values())) for stem in members]
        else:
            for stem in members:
                for ending, index in stems[stem].items():
                    by_one.setdefault(ending, []).append((stem, index))
    for ending, singles in by_one.items():
        if len(singles) >= LEAST:
            grouped[(ending,)] = [(stem, [index]) for stem, index in singles]
        else:
            others.extend((stem + ending, index) for stem, index in singles)
    others.sort(key=lambda place: place[1])
    return grouped, others


def _filled(members: list[tuple[str, list[int]]], before: str, after: str) -> list[tuple[str, list[int]]]:
    """Names side by side, in rows of about the width, each row between `before` and `after`."""
    rows: list[tuple[str, list[int]]] = []
    line: list[str] = []
    indexes: list[int] = []
    width = 0
    for name, lines in [*members, ("", [])]:
        if line and (not name or width + len(name) > WIDTH - len(after)):
            alone = len(line) == 1 and before
            rows.append((line[0] + after[1:] if alone else before + " ".join(line) + after, indexes))
            line, indexes, width = [], [], 0
        line.append(name)
        indexes.extend(lines)
        width += len(name) + 1
    return rows
