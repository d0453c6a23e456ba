"""Which type a text has, guessed from how it speaks, with the words that say so."""

from __future__ import annotations

import re

_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "hypothesis",
        re.compile(
            r"\b(?:maybe|perhaps|i suspect|we suspect|suspected|might be|may be|could be|probably|hypothesis|"
            r"not sure|unconfirmed)\b|可能是|也许|怀疑|大概|疑似|かもしれない|おそらく|아마",
            re.IGNORECASE,
        ),
    ),
    (
        "decision",
        re.compile(
            r"\b(?:decided|decision|we chose|we choose|chosen|agreed (?:to|on|that)|settled on|we went with|"
            r"going with|opted for|switched (?:from|to))\b|决定|选择了|选用|改用|定下|敲定|決定|採用|결정",
            re.IGNORECASE,
        ),
    ),
    (
        "preference",
        re.compile(
            r"\b(?:prefers?|preferred|likes?|dislikes?|would rather|favou?rite|hates?|i want|"
            r"user wants)\b|喜欢|偏好|更愿意|讨厌|習慣|好み|선호",
            re.IGNORECASE,
        ),
    ),
    (
        "gotcha",
        re.compile(
            r"\b(?:gotcha|fails?|failed|failing|breaks?|broken|crash(?:es|ed)?|careful|beware|watch out|"
            r"pitfall|silently|deadlocks?|times? out|hangs?|bug|workaround|otherwise .* (?:error|lost))\b|"
            r"坑|注意|小心|报错|失败|崩溃|踩|会导致|否则|落とし穴|失敗|실패|주의",
            re.IGNORECASE,
        ),
    ),
    (
        "constraint",
        re.compile(
            r"\b(?:must|must not|never|do not|don't|shall not|forbidden|not allowed|required|no more than|"
            r"at most|only .* may)\b|必须|不得|禁止|不允许|不可|严禁|只能|不要|しなければ|禁じ|반드시|금지",
            re.IGNORECASE,
        ),
    ),
    (
        "command",
        re.compile(
            r"^\$ |^`[^`]+`$|^(?:run|use|execute) `[^`]+`|"
            r"^(?:make|npm|pnpm|yarn|uv|pip|cargo|go|git|docker|kubectl|pytest|ruff|python3?|bash|sh|curl) "
            r"[a-z./-]"
        ),
    ),
    (
        "convention",
        re.compile(
            r"\b(?:always|convention|style|naming|named|prefix(?:ed)?|by default we|we use|we write|^use|"
            r"commit messages?|indent|format(?:ted|ting)? with)\b|约定|规范|统一|命名|一律|规约|규칙|規約",
            re.IGNORECASE,
        ),
    ),
)
"""In the order of trial: what hedges a text is stronger than what it says."""


def guess_type(text: str) -> tuple[str, str]:
    """The type of `text`, and why: the words it was told by."""
    for type_, pattern in _RULES:
        found = pattern.search(text)
        if found:
            return type_, f"it says {found[0].strip()[:30]!r}"
    return "fact", "it states something"
