"""How `stats` writes its figures."""

from __future__ import annotations

import json
from typing import Any

from knapsack_cli.compression.replay import Family, Replay
from knapsack_cli.errors import talk
from knapsack_cli.store.health import Finding
from knapsack_cli.store.statistics import Saved, Savings, Stored
from knapsack_cli.text.redaction import redact

_BAR = 30
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def page(
    saved: Savings,
    stored: list[Stored],
    optional: list[tuple[str, bool, str]],
    findings: list[Finding],
    *,
    chart: bool,
    colour: bool,
) -> str:
    """All figures for a person; a chart by day on a terminal."""

    def bold(text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if colour else text

    lines = [bold("Saved"), _saved("today", saved.today), _saved("30 days", saved.month)]
    if chart and saved.month.runs:
        most = max(one.tokens for _, one in saved.by_day) or 1
        lines += [
            f"  {day[5:]}  {bar(one.tokens / most)}  {one.tokens:,}" for day, one in saved.by_day if one.runs
        ]
    for title, rows in (("By kind", saved.by_kind), ("By command", saved.by_command)):
        if rows:
            lines += ["", bold(f"{title}, 30 days")]
            lines += [_saved(talk(name), one) for name, one in rows]
    if saved.extracts:
        lines += ["", bold("extract, 30 days")]
        lines += [f"  {count:>7,}  {redact(told)[0]}" for told, count in saved.extracts.items()]
    lines += ["", bold("Stored")]
    for one in stored:
        if one.number or one.size:
            size = f"  {one.size:>13,} bytes" if one.size is not None else ""
            lines.append(f"  {one.name:<12} {one.number:>9,}{size}")
    lines += ["", bold("Optional")]
    lines += [f"  {name:<12} {'yes' if there else 'no':<4} {text}" for name, there, text in optional]
    lines += ["", bold("Health")]
    lines += [
        f"  {finding.name:<14} {'ok' if finding.sound else 'NOT SOUND':<9}  {finding.text}"
        for finding in findings
    ]
    if not all(finding.sound for finding in findings):
        lines.append("  knapsack stats --repair mends what can be mended")
    return "\n".join(lines) + "\n"


def bar(share: float) -> str:
    """A bar for 0 to 1, to an eighth of a character."""
    eighths = round(max(0.0, min(1.0, share)) * _BAR * 8)
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).ljust(_BAR)


def _saved(name: str, one: Saved) -> str:
    share = f"{one.tokens / one.tokens_before:>4.0%}" if one.tokens_before else "   -"
    return (
        f"  {name[:28]:<28} {one.runs:>6,} runs  {share} fewer tokens  "
        f"{one.tokens_before:>10,} -> {one.tokens_after:,}"
    )


def _fields(one: Saved) -> dict[str, int]:
    return {**one._asdict(), "tokens_saved": one.tokens}


def as_json(
    saved: Savings, stored: list[Stored], optional: list[tuple[str, bool, str]], findings: list[Finding]
) -> str:
    """All figures in one JSON object."""
    value: dict[str, Any] = {
        "today": _fields(saved.today),
        "30_days": _fields(saved.month),
        "by_day": {day: _fields(one) for day, one in saved.by_day if one.runs},
        "by_kind": {name: _fields(one) for name, one in saved.by_kind},
        "by_command": {redact(name)[0]: _fields(one) for name, one in saved.by_command},
        "extract": saved.extracts,
        "stored": {one.name: {"count": one.number, "bytes": one.size} for one in stored},
        "optional": {name: there for name, there, _ in optional},
        "health": [finding._asdict() for finding in findings],
    }
    return json.dumps(value, ensure_ascii=False)


def replay_page(result: Replay) -> str:
    """Figures of a replay for a person."""
    lines = [f"{'':<24} outputs shortened      bytes in ->     out     tokens ->     out  fewer     time"]
    for family in [*result.families, together(result)]:
        name, outputs, short, size, out, before, after, seconds = family
        share = f"{1 - after / before:>5.0%}" if before else "    -"
        lines.append(
            f"{redact(str(name))[0][:24]:<24} {outputs:>7,} {short:>9,} {size:>13,} {out:>10,} "
            f"{before:>10,} {after:>10,}  {share} {seconds * 1000:>6,.0f} ms"
        )
    if result.losses:
        lines += ["", "Lines that tell of failures and are not in the short form (the original has them):"]
        for loss in result.losses:
            lines.append(f"  {loss.missing:>4}  {redact(loss.command)[0][:60]}  ({loss.place})")
            lines.append(f"        {redact(loss.example)[0][:110]}")
    return "\n".join(lines) + "\n"


def together(result: Replay) -> Family:
    """All families as one."""
    families = result.families
    return Family(
        "all",
        sum(one.outputs for one in families),
        sum(one.shortened for one in families),
        sum(one.bytes_in for one in families),
        sum(one.bytes_out for one in families),
        sum(one.tokens_before for one in families),
        sum(one.tokens_after for one in families),
        sum(one.seconds for one in families),
    )


def replay_json(result: Replay) -> str:
    """The same as JSON Lines."""
    rows: list[dict[str, Any]] = [{"type": "family", **family._asdict()} for family in result.families]
    rows += [{"type": "loss", **loss._asdict(), "example": redact(loss.example)[0]} for loss in result.losses]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
