"""The part of a text that answers a query, with the answer marked."""

from __future__ import annotations

from collections.abc import Callable

from knapsack_cli.text.folding import fold

WIDTH = 240
"""Characters of a snippet, about."""


def snippet(text: str, surfaces: tuple[str, ...], mark: Callable[[str], str], width: int = WIDTH) -> str:
    """One line of about `width` characters around the densest cluster of `surfaces`, each marked.

    Args:
        surfaces: folded, lower-case pieces of text, as `Hit.surfaces` has them.
        mark: puts a mark around a piece.

    Returns:
        the text with white space folded, `…` where something stands before or behind.
    """
    text = " ".join(text.split())
    spans = merge(find_spans(text, surfaces))
    start = _densest(spans, width)
    start = max(0, min(start - width // 6, len(text) - width))
    if start and " " in text[start : start + 12]:
        start = text.index(" ", start) + 1
    end = min(len(text), start + width)
    parts = ["…" if start else ""]
    at = start
    for first, last in spans:
        if last <= start or first >= end:
            continue
        first = max(first, start)
        parts += [text[at:first], mark(text[first:last])]
        at = last
    parts.append(text[at:end])
    parts.append("…" if max(at, end) < len(text) else "")
    return "".join(parts)


def find_spans(text: str, surfaces: tuple[str, ...], most: int = 400) -> list[tuple[int, int]]:
    """Where `surfaces` stand in `text`, compared folded and in lower case; words only from their start on."""
    plain = _same_length(text)
    spans: list[tuple[int, int]] = []
    for surface in surfaces:
        at = plain.find(surface)
        is_word = surface[:1].isascii() and surface[:1].isalnum()
        while at >= 0 and len(spans) < most:
            end = at + len(surface)
            if is_word:
                inside = at > 0 and plain[at - 1].isascii() and plain[at - 1].isalpha() and text[at].islower()
                while (
                    end < len(plain) and plain[end].isascii() and plain[end].isalpha() and text[end].islower()
                ):
                    end += 1
                if not inside:
                    spans.append((at, end))
            else:
                spans.append((at, end))
            at = plain.find(surface, at + len(surface))
    return sorted(spans)


def merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that touch or overlap made one."""
    merged: list[tuple[int, int]] = []
    for first, last in spans:
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return merged


def _densest(spans: list[tuple[int, int]], width: int) -> int:
    """Where the window of `width` that holds most marked characters begins."""
    best = start = held = 0
    behind = 0
    for ahead, (first, last) in enumerate(spans):
        held += last - first
        while first - spans[behind][0] > width - width // 4:
            held -= spans[behind][1] - spans[behind][0]
            behind += 1
        if held > best and ahead >= behind:
            best, start = held, spans[behind][0]
    return start


def _same_length(text: str) -> str:
    """`text` folded and in lower case, a character for a character, so that places stay true."""
    folded = fold(text).lower()
    if len(folded) == len(text):
        return folded
    return "".join([one if len(one := fold(char).lower()) == 1 else char for char in text])
