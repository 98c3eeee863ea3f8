"""Times of day as they are written and spoken: "6.40 p.m.", "a quarter past two"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.tokens import Token, glued

if TYPE_CHECKING:
    from collections.abc import Sequence

Found = tuple[int, int, Moment]
"""Index of the first token, index after the last, and what they tell."""
NOON, _HOUR = 720, 60
_HOURS = {"noon": 12, "midday": 12, "midnight": 24}
HALF_DAYS = {"morning": "a", "afternoon": "p", "evening": "p", "night": "p"}


def clock_at(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "14:05" and "2:05 pm"."""
    hour, minute, *seconds = tokens[at].text.split(":")
    if int(hour) > 24 or (seconds and not _is_behind_a_date(tokens, at)):
        return None
    half, after = _half_day(tokens, at + 1)
    minutes = _readings(int(hour), int(minute), half, written=tokens[at].text)
    return at, after, Moment(minutes=minutes)


def _is_behind_a_date(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a time follows "2025-11-02", with or without a "T" between."""
    day = at - 1
    if day > 0 and tokens[day].text == "t" and glued(tokens[day], tokens[at]):
        day -= 1
    return day >= 0 and tokens[day].kind == "iso"


def _readings(hour: int, minute: int, half: str, written: str = "") -> tuple[int, ...]:
    """Return the minutes after midnight that a time may mean."""
    total = hour * _HOUR + minute
    if half:
        return (total % NOON + (NOON if half == "p" else 0),)
    if 1 <= hour <= 12 and not written.startswith("0"):
        return (total % (2 * NOON), (total + NOON) % (2 * NOON))
    return (total % (2 * NOON),)


def _half_day(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """Read "a.m.", "pm", "in the evening", "at night": "a", "p" or "", and the index after it."""
    words = [token.text for token in tokens[at : at + 4]]
    if words[:1] in (["am"], ["pm"]):
        return words[0][0], at + 1
    if len(words) >= 3 and words[0] in {"a", "p"} and words[1] == "." and words[2] == "m":
        return words[0], at + 4 if words[3:4] == ["."] and glued(
            tokens[at + 2], tokens[at + 3]
        ) else at + 3
    if words[:2] == ["in", "the"] and words[2:3] and words[2] in HALF_DAYS:
        return HALF_DAYS[words[2]], at + 3
    if words[:2] == ["at", "night"]:
        return "p", at + 2
    return "", at


def hour_at(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "9 am", "6.40 p.m.", "9 o'clock", "at 9 in the evening"."""
    written = tokens[at].text
    whole, _, minute = written.partition(".")
    if not whole.isdecimal() or int(whole) > 24 or (minute and len(minute) != 2):
        return None
    if at + 1 < len(tokens) and tokens[at + 1].text == "o'clock":
        half, after = _half_day(tokens, at + 2)
        return at, after, Moment(minutes=_readings(int(whole), 0, half))
    half, after = _half_day(tokens, at + 1)
    if not half or int(minute or 0) >= _HOUR:
        return None
    return at, after, Moment(minutes=_readings(int(whole), int(minute or 0), half))


def spoken_clock_at(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "half past nine", "a quarter past two", "ten to six"."""
    word = tokens[at].text
    minutes = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}.get(word)
    if minutes is None or at + 2 >= len(tokens) or tokens[at + 1].text not in {"past", "to"}:
        return None
    hour = _HOURS.get(tokens[at + 2].text) or _hour_value(tokens[at + 2])
    to = tokens[at + 1].text == "to"
    if hour is None or (to and word != "quarter"):
        return None
    half, after = _half_day(tokens, at + 3)
    total = hour * _HOUR - minutes if to else hour * _HOUR + minutes
    first = at - 1 if at and tokens[at - 1].text == "a" else at
    if tokens[at + 2].text in _HOURS:
        return first, at + 3, Moment(minutes=(total % (2 * NOON),))
    return first, after, Moment(minutes=_readings(*divmod(total, _HOUR), half))


def _hour_value(token: Token) -> int | None:
    value = ONES.get(token.text) or (int(token.text) if token.text.isdecimal() else None)
    return value if value is not None and 1 <= value <= 12 else None


def spelled_hour_at(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "ten in the evening", "nine o'clock", "eight a.m."."""
    hour = _hour_value(tokens[at])
    if hour is None:
        return None
    after = at + 1
    named = after < len(tokens) and tokens[after].text == "o'clock"
    half, end = _half_day(tokens, after + 1 if named else after)
    if not half and not named:
        return None
    return at, max(end, after + named), Moment(minutes=_readings(hour, 0, half))
