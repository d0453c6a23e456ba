"""Moments as people write them, and ages as people read them."""

from __future__ import annotations

import re
import time

from knapsack_cli.errors import UsageError

_AGO = re.compile(r"(\d{1,6})\s*(s|min|m|h|d|w|mo|y)(?:\s+ago)?")
_SECONDS = {
    "s": 1,
    "m": 60,
    "min": 60,
    "h": 3600,
    "d": 86_400,
    "w": 604_800,
    "mo": 2_592_000,
    "y": 31_536_000,
}


def parse_moment(text: str, now: float, option: str, *, end: bool = False) -> int:
    """A moment in milliseconds since the epoch.

    Args:
        text: `2026-11-29`, `2026-11`, `2026-11-29T10:00` (local time unless it says), or an age: `7d`, `36h`,
            `2w`, `3mo`, `1y`.
        end: a day or month alone means its last moment instead of its first.

    Raises:
        UsageError: none of these; `option` is named in it.
    """
    from datetime import datetime

    words = text.strip().lower()
    ago = _AGO.fullmatch(words)
    if ago:
        return int((now - int(ago[1]) * _SECONDS[ago[2]]) * 1000)
    if words in ("now", "today", "yesterday"):
        today = datetime.fromtimestamp(now).replace(hour=0, minute=0, second=0, microsecond=0)
        first = {"now": now, "today": today.timestamp(), "yesterday": today.timestamp() - 86_400}[words]
        last = {"now": now, "today": first + 86_400, "yesterday": first + 86_400}[words]
        return int(last * 1000) - (words != "now") if end else int(first * 1000)
    try:
        month = re.fullmatch(r"(\d{4})-(\d{2})", words)
        moment = datetime.fromisoformat(f"{words}-01" if month else words.upper())
        if end and month:
            following = datetime(moment.year + moment.month // 12, moment.month % 12 + 1, 1)
            return int(following.timestamp() * 1000) - 1
        if end and len(words) <= 10:
            return int((moment.timestamp() + 86_400) * 1000) - 1
        return int(moment.timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{option} {text}: write a date as 2026-11-29 or an age as 7d, 36h or 3mo") from None


def age(then: float, now: float) -> str:
    """How long ago, in one unit: `3 days ago`. Both in seconds."""
    seconds = max(0.0, now - then)
    for size, name in (
        (31_536_000, "year"),
        (2_592_000, "month"),
        (86_400, "day"),
        (3600, "hour"),
        (60, "minute"),
    ):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"


def day(milliseconds: int) -> str:
    """The date of a moment, in UTC so that it reads the same everywhere."""
    return _utc(milliseconds, "%Y-%m-%d")


def minute(milliseconds: int) -> str:
    """The date and time of a moment, in UTC."""
    return _utc(milliseconds, "%Y-%m-%d %H:%M")


def _utc(milliseconds: int, form: str) -> str:
    try:
        return time.strftime(form, time.gmtime(milliseconds / 1000))
    except (ValueError, OverflowError, OSError):
        return "unknown date"
