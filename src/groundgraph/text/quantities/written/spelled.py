"""Numbers that are written without digits, as tokens with them.

Years and places in words ("in nineteen eighty-four", "the fifteen hundredth"), Roman numerals, and
what is short for a part: so all who read numbers, dates and words read "1984", "1500th", "chapter
9".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS
from groundgraph.text.number_words import ONES, ORDINALS, TENS
from groundgraph.text.quantities.written import romans
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token

_CENTURIES = {word: ONES.get(word, 20) for word in ("fifteen sixteen seventeen eighteen nineteen"
                                                    " twenty").split()}  # fmt: skip
_THOUSANDS = {"one": 1000, "two": 2000}
_LEAD_TO_YEARS = frozenset("in since until till during year circa".split()).union(MONTHS)
_LEAD_TO_PAIRS = _LEAD_TO_YEARS | frozenset("from of before after around about by between".split())
"""What stands before a year that is told in two parts, which is hardly a number: "by ten sixty-six"
"""
_GOES_ON = frozenset({"and", "or", "to", "-", "–"})
_BEHIND_YEARS = STOP_WORDS
_DECADES = {f"{word[:-1]}ies": value for word, value in TENS.items()}
_OF_TENS = {f"{word[:-1]}ieth": value for word, value in TENS.items() if word != "twenty"}
_OF_SCALES = {"hundredth": 100, "thousandth": 1000}
_BELOW_TEN = {word: value for word, value in ORDINALS.items() if value < 10 and word != "second"}
_LEAD_TO_PLACES = frozenset("the his her its their our my your this that".split())
_OF_PARTS = frozenset({"of", "part"})
_BACK = 7
"""Tokens before the end of a place in a row that may belong to it."""
_ENDING = 2
"""Letters of "st", "nd", "rd", "th"."""
_PLACES = _BELOW_TEN.keys() | _OF_TENS.keys() | _OF_SCALES.keys()
_OF_DATES = _CENTURIES.keys() | {"thousand", "thirty"}
_CUES = romans.CUES | _CENTURIES.keys() | {"thousand"} | _PLACES


def tells_years(letters: frozenset[str], text: str, start: int, end: int) -> bool:
    """Say whether a text may tell years, or days, without a digit.

    Args:
        letters: Its runs of letters in lower case.
        text: The text that it stands in.
        start: Its first code point there.
        end: One past the last.
    """
    return not _OF_DATES.isdisjoint(letters) or romans.holds_a_year(text, start, end)


def with_digits(found: list[Token], text: str, start: int, end: int) -> list[Token]:
    """Return some tokens, numbers without digits among them with digits.

    >>> from groundgraph.text.quantities.written.tokens import tokens
    >>> [t.text for t in tokens("Act IV was cut in nineteen oh five for the fiftieth time")][1:8]
    ['4', 'was', 'cut', 'in', '1905', 'for', 'the']
    """
    plain = _CUES.isdisjoint([token.text for token in found])
    if plain and not romans.holds_a_year(text, start, end):
        return found
    told: list[Token] = []
    at = 0
    while at < len(found):
        at = _read(found, text, at, told)
    return told


def _read(every: Sequence[Token], text: str, at: int, told: list[Token]) -> int:
    """Read on at a token, add what is read to what was told, and return the index behind it."""
    token = every[at]
    if token.kind == "word":
        if (year := _year_at(every, at, told)) is not None:
            told += year[0]
            return year[1]
        if token.text in _PLACES and (place := _place_ending(every, at, told)) is not None:
            leads, value = place
            first = told[-leads].start if leads else token.start
            del told[len(told) - leads :]
            cut = token.end - _ENDING
            told.append(token._replace(kind="number", text=str(value), start=first, end=cut))
            token = token._replace(text=token.text[-_ENDING:], start=cut)
        else:
            token = _of_roman(every, text, at, told) or token
    told.append(token)
    return at + 1


def _of_roman(every: Sequence[Token], text: str, at: int, told: Sequence[Token]) -> Token | None:
    token = every[at]
    if token.text in romans.SHORT:
        return romans.in_full_at(every, text, at)
    return romans.roman_at(told, every, text, at)


def _year_at(
    every: Sequence[Token], at: int, told: Sequence[Token]
) -> tuple[list[Token], int] | None:
    """Read "nineteen eighty-four", "two thousand and eleven", "nineteen sixties" as years."""
    before = told[-1].text if told else ""
    if before in _GOES_ON and len(told) > 1 and _is_year(told[-2]):
        before = "in"
    read = _in_pair(every, at) if before in _LEAD_TO_PAIRS else None
    if read is None and before in _LEAD_TO_YEARS:
        read = _of_thousand(every, at)
    if read is None and before == "the":
        read = _in_pair(every, at, decades=True)
    if read is None:
        return None
    value, after = read
    first, last = every[at], every[after - 1]
    if last.text in _DECADES:
        number = first._replace(kind="number", text=str(value), end=last.end - 1)
        return [number, last._replace(text="s", start=last.end - 1)], after
    behind = every[after] if after < len(every) else None
    if behind is not None and behind.kind == "word" and behind.text not in _BEHIND_YEARS:
        return None
    return [first._replace(kind="number", text=str(value), end=last.end)], after


def _is_year(token: Token) -> bool:
    return token.kind == "number" and len(token.text) == len("1984") and token.text.isdecimal()


def _in_pair(every: Sequence[Token], at: int, *, decades: bool = False) -> tuple[int, int] | None:
    """Read "nineteen eighty-four", "nineteen oh five", "nineteen hundred and four"."""
    century = _CENTURIES.get(every[at].text)
    word = every[at + 1].text if at + 1 < len(every) else ""
    if century is None or not word:
        return None
    if word in _DECADES:
        return 100 * century + _DECADES[word], at + 2
    if decades:
        return None
    if word in {"oh", "o"} and at + 2 < len(every) and 0 < ONES.get(every[at + 2].text, 0) < 10:
        return 100 * century + ONES[every[at + 2].text], at + 3
    if word == "hundred":
        start = at + 2 + (at + 2 < len(every) and every[at + 2].text == "and")
        rest = _below_hundred(every, start)
        return (100 * century + rest[0], rest[1]) if rest is not None else None
    rest = _below_hundred(every, at + 1)
    return (100 * century + rest[0], rest[1]) if rest is not None and rest[0] >= 10 else None


def _of_thousand(every: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read "two thousand and eleven"."""
    thousands = _THOUSANDS.get(every[at].text)
    if thousands is None or at + 2 >= len(every) or every[at + 1].text != "thousand":
        return None
    rest = _below_hundred(every, at + 2 + (every[at + 2].text == "and"))
    return (thousands + rest[0], rest[1]) if rest is not None else None


def _below_hundred(every: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the number from 1 to 99 that begins at a token, and the index behind it."""
    if at >= len(every):
        return None
    if ONES.get(every[at].text, 0) > 0:
        return ONES[every[at].text], at + 1
    tens = TENS.get(every[at].text)
    if tens is None:
        return None
    near = at + 1 + (at + 1 < len(every) and every[at + 1].text == "-")
    one = ONES.get(every[near].text, 0) if near < len(every) else 0
    return (tens + one, near + 1) if 0 < one < 10 else (tens, at + 1)


def _place_ending(every: Sequence[Token], at: int, told: Sequence[Token]) -> tuple[int, int] | None:
    """Return how many tokens before a place in a row belong to it, and its value."""
    word = every[at].text
    last = _BELOW_TEN.get(word) or _OF_TENS.get(word) or _OF_SCALES[word]
    total, least, leads = last, last, 0
    for back, token in enumerate(reversed(told[-_BACK:]), 1):
        value = TENS.get(token.text) or ONES.get(token.text, 0)
        if token.text in {"hundred", "thousand"} and least < 100:
            least = 100 if token.text == "hundred" else 1000
            total, leads = total + least, back
        elif value >= 20 and least < 10:
            total, least, leads = total + value, value, back
        elif value and least >= 100:
            alone = value == 1 and word in _OF_SCALES  # "one hundredth"
            return None if alone else (back, total + (value - 1) * least)
        elif token.text not in {"-", "and"}:
            break
    if leads or word in _OF_TENS:
        return (leads, total) if leads or not _is_a_part(every, at, told) else None
    alone = word in _OF_SCALES and not _is_a_part(every, at, told)
    return (0, total) if alone and told and told[-1].text in _LEAD_TO_PLACES else None


def _is_a_part(every: Sequence[Token], at: int, told: Sequence[Token]) -> bool:
    """Say whether "a fiftieth" is one of fifty parts and no place in a row."""
    behind = every[at + 1] if at + 1 < len(every) else None
    return (bool(told) and told[-1].text in {"a", "an", "one"}) and (
        behind is None or behind.kind != "word" or behind.text in _OF_PARTS
    )
