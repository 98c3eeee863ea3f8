"""Times of day as they are written and spoken: "6.40 p.m.", "a quarter past two"."""

from __future__ import annotations

from itertools import pairwise
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
_SPOKEN = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
_HALF, _QUARTER = 30, 15
_AT = frozenset({"at", "until", "till", "by"})
LEAD_TO_HOURS = _AT | frozenset("from before after around about between".split())
"""What stands before an hour that is told in a word alone: "at half six", "closes at two"."""
OF_CLOCKS = frozenset(
    """open opens opened opening close closes closed closing shut shuts shutting leaves departs
    depart arrives arrive arrived doors daily weekdays""".split()
)
"""Words of sentences in which "at two" is a time of day."""
_BEHIND_HOURS = frozenset("and or to in on but for with until till every each daily sharp".split())
"""What may follow an hour that is told in a word alone."""
_BEFORE_CLOCKS = frozenset({",", "–", "—", "(", "to"})
_PARTS_OF_CLOCK, _DIGITS, _NINE = 3, 2, 9
"""Tokens of "19h30", digits of its minutes, and the first hour that "h" tells without a doubt."""
_OF_FOUR_DIGITS = frozenset({"hours", "hrs", "h"})
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
    """Read "half past nine", "a quarter to two", "twenty-five minutes past six", "at half six"."""
    read = _minutes_at(tokens, at)
    if read is None or read[1] >= len(tokens):
        return None
    minutes, behind = read
    way, after = tokens[behind].text, behind + 1
    before = tokens[at - 1].text if at else ""
    if way not in {"past", "to"} and minutes == _HALF and before in LEAD_TO_HOURS:
        way, after = "past", behind  # "at half six"
    if way not in {"past", "to"} or after >= len(tokens):
        return None
    hour = _HOURS.get(tokens[after].text) or _hour_value(tokens[after])
    sure = minutes == _QUARTER or tokens[behind - 1].text == "minutes" or before in _AT
    if hour is None or (way == "to" and (not sure or minutes == _HALF)):
        return None
    half, end = _half_day(tokens, after + 1)
    total = hour * _HOUR + (minutes if way == "past" else -minutes)
    first = at - 1 if before == "a" else at
    if tokens[after].text in _HOURS:
        return first, after + 1, Moment(minutes=(total % (2 * NOON),))
    return first, end, Moment(minutes=_readings(*divmod(total, _HOUR), half))


def _minutes_at(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the minutes that are told past or to an hour, and the index behind them."""
    word = tokens[at].text
    minutes = _SPOKEN.get(word) or (int(word) if word in {"5", "10", "20", "25"} else 0)
    after = at + 1
    if word == "twenty" and after + 1 < len(tokens) and tokens[after].text == "-":
        minutes, after = (25, at + 3) if tokens[at + 2].text == "five" else (0, at + 3)
    if not minutes:
        return None
    return minutes, after + (after < len(tokens) and tokens[after].text == "minutes")


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
        return _lone_hour(tokens, at, hour)
    return at, max(end, after + named), Moment(minutes=_readings(hour, 0, half))


def _lone_hour(tokens: Sequence[Token], at: int, hour: int) -> Found | None:
    """Read "two" in "opens again at two", "after five": no more than that, of what opens."""
    if not at or not (tokens[at - 1].text in LEAD_TO_HOURS or _ends_hours(tokens, at)):
        return None
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    counts = behind is not None and (
        behind.text == "-" or (behind.kind == "word" and behind.text not in _BEHIND_HOURS)
    )
    if counts or OF_CLOCKS.isdisjoint([token.text for token in tokens]):
        return None
    return at, at + 1, Moment(minutes=_readings(hour, 0, ""))


def _ends_hours(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "five" ends "from nine to five", "between nine and five"."""
    words = [token.text for token in tokens[max(0, at - 3) : at]]
    joined = words[::2] in (["from", "to"], ["between", "and"])
    return joined and ONES.get(words[1], 0) in range(1, 13)


def with_letter_at(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "19h30" as a time of day, behind "at", a comma or the like: "took 1h30" is none."""
    parts = tokens[at : at + 3]
    if len(parts) != _PARTS_OF_CLOCK or parts[1].text != "h" or not at:
        return None
    hour, _, minute = (token.text for token in parts)
    near = all(glued(one, other) for one, other in pairwise(parts))
    led = tokens[at - 1].text in LEAD_TO_HOURS | _BEFORE_CLOCKS
    behind = [token.text for token in tokens[at + 3 : at + 6 : 2]]
    led = led or (behind[1:] == ["h"] and tokens[at + 3].text in {"–", "-", "to"})
    if not (near and led and hour.isdecimal() and minute.isdecimal() and len(minute) == _DIGITS):
        return None
    if not _NINE <= int(hour) < 24 or int(minute) >= _HOUR:
        return None
    return at, at + 3, Moment(minutes=(int(hour) * _HOUR + int(minute),))


def military_at(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "0700 hours", "from 1430 hrs": four digits of an hour and its minutes."""
    written = tokens[at].text
    behind = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if len(written) != len("0700") or not written.isdecimal() or behind not in _OF_FOUR_DIGITS:
        return None
    hour, minute = int(written[:2]), int(written[2:])
    led = at > 0 and tokens[at - 1].text in LEAD_TO_HOURS
    if hour > 24 or minute >= _HOUR or not (led or written[0] == "0"):
        return None
    return at, at + 2, Moment(minutes=((hour * _HOUR + minute) % (2 * NOON),))
