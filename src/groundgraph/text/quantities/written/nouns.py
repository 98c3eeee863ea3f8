"""What an amount counts, and what it is for one of: "5 riders a day"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.denominators import denominator
from groundgraph.text.quantities.written.numeral_words import SCALES, WORDS
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.tokens import glued
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

LOOK_AHEAD = 4
"""Tokens behind a number that may say what is counted."""
_PER = frozenset({"per", "a", "an", "each", "every", "/"})
_ALL = frozenset({"each", "every"})
_BEHIND_EACH = frozenset({"plus", "minus", "and", "or", "with", "for", "in", "at", "on", "when"})
NOT_A_NOUN = STOP_WORDS | frozenset(
    """is are was were per said according including also ago old long high tall wide deep away
    apart later earlier ahead behind left worth total times percent new different other additional
    more further least costs cost weighs weighed holds held offers includes lasts lasted takes took
    rose fell runs ran starts started has had measures contains contained compared came went goes
    stood stands ended began opened closed joined finished reached while against versus vs
    instead rather given received reported lost won scored died plus minus together altogether
    combined apiece""".split()
)
_NO_NOUNS = NOT_A_NOUN | WORDS
PERIODIC = {"hourly": "hours", "daily": "days", "weekly": "weeks", "monthly": "months"}
PERIODIC |= {"yearly": "years", "annually": "years"}
"""Words that say how often, by the unit of time that they are for one of."""
SHORT_PERIODS = {"pcm": "months", "pw": "weeks", "pa": "years"}
"""What stands behind prices alone: "£950 pcm", "£30,000 p.a."."""
_POWERS = ("square", "cubic")
_SHORT_UNITS = {"mo": "months"}
_LONGEST_SHORT = 3
_COUNTED_BY = frozenset("head person share piece time pop barrel seat shift".split()).union(
    _SHORT_UNITS
)


def noun_of(tokens: Sequence[Token], at: int, *, counted: bool) -> tuple[tuple[str, ...], str, int]:
    """Return the stems of what is counted, of what it is measured by, and where that ends."""
    found: list[str] = []
    end, per = at, ""
    for _ in range(LOOK_AHEAD):
        if at >= len(tokens) or tokens[at].kind not in {"word", "mark"}:
            break
        word = tokens[at].text
        period = _period_at(tokens, at, counted=counted) if not found else None
        if period is not None:
            per, at = period
            end = at
            continue
        if word == "for" and text_at(tokens, at + 1) in _ALL and _is_one_of_many(tokens, at + 2):
            return tuple(found), _per(tokens[at + 2].text), end
        if _opens_rate(tokens, at):
            if not _is_rate(tokens, at, counted=counted):
                break
            at += text_at(tokens, at + 1) == "calendar"
            per, after = _rate(tokens, at, counted=counted)
            return tuple(found), per, after if not found else end
        if not found and (word in _SKIPPED or _is_often(tokens, at)):
            at += 1 + (word == "of" and text_at(tokens, at + 1) in _POINTING)
            continue
        if tokens[at].kind == "mark" or word in _NO_NOUNS or len(found) == 2:
            break
        if not word.endswith("ly"):
            found.append(stem(word))
        at += 1
    return tuple(found), per, end


def _period_at(tokens: Sequence[Token], at: int, *, counted: bool) -> tuple[str, int] | None:
    """Read "monthly", "pcm", "p.a.": what an amount is for one of, and the index behind it."""
    word = tokens[at].text
    if word in PERIODIC:
        return PERIODIC[word], at + 1
    if counted:
        return None
    if word in SHORT_PERIODS:
        return SHORT_PERIODS[word], at + 1
    letters, stops = word, at + 1
    while len(letters) < _LONGEST_SHORT and text_at(tokens, stops) == ".":
        letters += text_at(tokens, stops + 1)
        stops += 2
        if letters in SHORT_PERIODS and text_at(tokens, stops) == ".":
            return SHORT_PERIODS[letters], stops + 1
    return None


_SKIPPED = frozenset({"of", "-", "old", "'", "’"})
_POINTING = frozenset({"the", "its", "their", "these", "those", "all"})


def text_at(tokens: Sequence[Token], at: int) -> str:
    """Return a token's text, "" behind the last one."""
    return tokens[at].text if at < len(tokens) else ""


def _opens_rate(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "per", "a" or the like stands before a word."""
    if tokens[at].text == "every" and text_at(tokens, at + 2) == "and":
        return False  # "26 days every year and a half"
    return tokens[at].text in _PER and at + 1 < len(tokens) and tokens[at + 1].kind == "word"


def _rate(tokens: Sequence[Token], at: int, *, counted: bool) -> tuple[str, int]:
    """Read "/kg/day", "a day", "/kg per dose", "/kg daily", and return the index behind it."""
    per, after = _power(tokens, at + 1) or (_per(text_at(tokens, at + 1)), at + 2)
    if counted or tokens[at].text != "/" or after >= len(tokens):
        return per, after
    if tokens[after].text in PERIODIC:
        return f"{per}/{PERIODIC[tokens[after].text]}", after + 1
    if _opens_rate(tokens, after) and _is_rate(tokens, after, counted=False):
        return f"{per}/{_per(text_at(tokens, after + 1))}", after + 2
    return per, after


def _power(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """Read "square metre", "m2", and return the index behind it."""
    word, following = text_at(tokens, at), text_at(tokens, at + 1)
    if word in _POWERS:
        unit = denominator(f"{word} {following}")
    elif following in {"2", "3"} and glued(tokens[at], tokens[at + 1]):
        unit = denominator(f"{_POWERS[int(following) - 2]} {word}")
    else:
        return None
    return (unit.name, at + 2) if unit is not None else None


def _is_one_of_many(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "for every" leads to a thing: not to "for each of them", "for every five"."""
    word = tokens[at] if at < len(tokens) else None
    return word is not None and word.kind == "word" and word.text not in NOT_A_NOUN | WORDS


def _is_often(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "times" leads to what that is for one of: "three times a day"."""
    if tokens[at].text != "times" or at + 1 >= len(tokens):
        return False
    return tokens[at + 1].text in PERIODIC or _opens_rate(tokens, at + 1)


def _is_rate(tokens: Sequence[Token], at: int, *, counted: bool) -> bool:
    """Say whether "a day" is what something is for one of: not "a man", "every eight hours"."""
    word, following = tokens[at].text, tokens[at + 1].text
    if word == "every":
        return following not in WORDS
    if word == "each" and following in _BEHIND_EACH:
        return False  # "0.12 euros each plus 15"
    if word not in {"a", "an", "/"} or (word == "/" and counted):
        return True
    return _is_measure(following)


def age_of(tokens: Sequence[Token], unit: MeasureUnit, after: int) -> str:
    """Return "age" for "a 50-year-old man", "28 years old"."""
    words = [token.text for token in tokens[after : after + 2]]
    old = words[:1] == ["old"] or words == ["-", "old"]
    return "age" if old and unit.dimension == "time" else ""


def _per(word: str) -> str:
    """Return what an amount is for one of: a measure by the name of its unit, else a stem."""
    if word in SCALES or word in _SHORT_UNITS:
        return _SHORT_UNITS.get(word, word)
    unit = denominator(word)
    return unit.name if unit is not None else stem(word)


def each_of(tokens: Sequence[Token], first: int, after: int) -> str:
    """Return "each" for "£18 each", "20 seconds each", "each covering up to 140 m²"."""
    if (tokens[after].text if after < len(tokens) else "") in {"each", "apiece"}:
        return "each"
    for token in reversed(tokens[max(0, first - 4) : first]):
        if token.kind == "mark":
            return ""
        if token.text == "each":
            return "each"
    return ""


def _is_measure(word: str) -> bool:
    """Say whether "a" before a word means "per": "a day", "an hour", "a head"."""
    return word in _COUNTED_BY or denominator(word) is not None
