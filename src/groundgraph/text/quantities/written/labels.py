"""Numbers that are no amounts: parts of names and codes, labels, list numbers, ages."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTH_NAMES
from groundgraph.text.number_words import LABELLED, ONES, TENS
from groundgraph.text.quantities.written.nouns import NOT_A_NOUN, SHORT_PERIODS
from groundgraph.text.quantities.written.numeral_words import GROUPS
from groundgraph.text.quantities.written.tokens import Token, glued
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT, MeasureUnit
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.numeral_words import Number
    from groundgraph.types import Span

_WHICH_HALF = frozenset({"first", "second", "last", "latter"})
_LABELS = LABELLED | frozenset(
    """symphony concerto sonata quartet opus canto scene psalm amendment annex folio verse lot plate
    act edition""".split()
)
_SAID_SO = frozenset({"number", "no", "nr"})
_MOST_ITEMS = 40
_LONGEST_STREET = 4
_STREETS = frozenset(
    """street st road rd avenue ave lane ln drive dr boulevard blvd square row way court ct place
    terrace highway hwy parkway close crescent alley quay""".split()
)
_DOING = frozenset("order plan build loan release schedule track block form".split())
_BEFORE_DOING = frozenset(
    "to can may must should will could would you we they i cannot not".split()
)
"""Words of the list above that may be verbs, and what stands before one."""
_OPENERS = STOP_WORDS | frozenset(
    """approximately around nearly almost roughly another every some exactly just altogether
    together since last next at least""".split()
).union(ONES, TENS)
_BEFORE_DECADES = frozenset("the low mid high upper lower early late to his her their -".split())
BEFORE_ONE = frozenset(
    "within for after least most to than lasts lasted lasting takes took exceed exceeding".split()
)
"""Words before "a week" by which it is a time of that length, and not each week."""
APART = frozenset("later earlier after before afterwards beforehand ahead prior".split())
"""Words behind a time that tells how far something lies from something else."""
_OF_YEARS = frozenset({"fy", "cy", "ay", "ad", "ca"})
"""Letters before a year that are no name with it."""
_SUFFIXES = frozenset(
    "gb mb kb tb ki gi ti b w v c f x p kw kwh mw mah hz khz mhz ghz db ma l ml".split()
).union(SHORT_PERIODS)


def is_part_of_a_code(tokens: Sequence[Token], number: Number) -> bool:
    """Say whether digits are glued to what makes a name of them: "K1", "CO2", "covid-19", "3D"."""
    first, last = tokens[number.first], tokens[number.after - 1]
    if first.kind != "number":
        return False
    if number.first:
        before = tokens[number.first - 1]
        if glued(before, first) and not _is_joined(tokens, number):
            if before.kind == "word" and before.text not in {"usd", "eur", "gbp", "chf", "us"}:
                return True
            hyphen = before.text in {"-", "#", "_"} and number.first > 1
            if hyphen and glued(tokens[number.first - 2], before):
                return tokens[number.first - 2].kind == "word"
    if number.after < len(tokens) and glued(last, tokens[number.after]):
        after = tokens[number.after]
        if after.text == "s" and number.value % 10 == 0 and number.first:
            return tokens[number.first - 1].text in _BEFORE_DECADES
        if after.text == "." and number.after + 1 < len(tokens):
            return glued(after, tokens[number.after + 1])
        if after.text == "(":  # "401(k)"
            inside = tokens[number.after + 1 : number.after + 3]
            return [len(t.text) for t in inside] == [1, 1] and inside[1].text == ")"
        return after.kind == "word" and not _known_suffix(after.text)
    return False


def is_behind_capitals(tokens: Sequence[Token], text: str, at: int) -> bool:
    """Say whether capital letters are joined to a number: "A-1041", "INV2031", but "FY2024"."""
    before = at - 2 if at > 1 and tokens[at - 1].text in {"-", "_"} else at - 1
    if before < 0 or not all(glued(tokens[i], tokens[i + 1]) for i in range(before, at)):
        return False
    letters = tokens[before]
    return text[letters.start : letters.end].isupper() and letters.text not in _OF_YEARS


def _is_joined(tokens: Sequence[Token], number: Number) -> bool:
    """Say whether digits go on from others: the minutes of "3h40", the height of "35x45 mm"."""
    return _is_behind_hours(tokens, number.first) or _is_height(tokens, number)


def _is_height(tokens: Sequence[Token], number: Number) -> bool:
    """Say whether "x" joins digits to others before it, and a unit of length follows."""
    at = number.first
    if at < 2 or tokens[at - 1].text != "x" or tokens[at - 2].kind != "number":
        return False
    if not glued(tokens[at - 2], tokens[at - 1]) or number.after >= len(tokens):
        return False
    unit = BY_WORD.get(tokens[number.after].text)
    return unit is not None and unit.dimension in {"length", "pixels"}


def _is_behind_hours(tokens: Sequence[Token], at: int) -> bool:
    """Say whether digits are the minutes of "3h40"."""
    if at < 2 or tokens[at - 1].text != "h" or tokens[at - 2].kind != "number":
        return False
    return glued(tokens[at - 2], tokens[at - 1]) and len(tokens[at].text) == 2


def _known_suffix(word: str) -> bool:
    return (
        word in BY_WORD or word.rstrip("s") in BY_WORD or word in _SUFFIXES | SHORT_PERIODS.keys()
    )


def is_weak(
    tokens: Sequence[Token], text: str, number: Number, after: int, unit: MeasureUnit
) -> bool:
    """Say whether a number may be no amount: a label, the number of a line, a lone "one"."""
    if unit is COUNT:
        return (
            number.weak
            or _is_part_of_a_year(tokens, number)
            or _is_label(tokens, text, number, after)
            or _is_list_number(tokens, text, number)
            or _is_age(tokens, text, number)
        )
    return number.weak and tokens[number.first].text != "one" and not _lasts(tokens, number, after)


def _lasts(tokens: Sequence[Token], number: Number, after: int) -> bool:
    """Say whether "a week" is how long something is: not "fewer than a week before"."""
    before = tokens[number.first - 1].text if number.first else ""
    behind = tokens[after].text if after < len(tokens) else ""
    return before in BEFORE_ONE and behind not in APART


def is_by_article(text: str, span: Span) -> bool:
    """Say whether an amount is written as "a week"."""
    return span.of(text).lower().startswith(("a ", "an "))


def _is_part_of_a_year(tokens: Sequence[Token], number: Number) -> bool:
    """Say whether "half" names one: "in the first half of 2021"."""
    before = tokens[number.first - 1].text if number.first else ""
    return tokens[number.first].text == "half" and before in _WHICH_HALF


def _is_age(tokens: Sequence[Token], text: str, number: Number) -> bool:
    """Say whether a number between commas after a name is an age: "Dawn Milosky, 45, of"."""
    at = number.first
    if at < 2 or tokens[at - 1].text != "," or not text[tokens[at - 2].start].isupper():
        return False
    return number.after >= len(tokens) or tokens[number.after].text in {",", "."}


def _is_list_number(tokens: Sequence[Token], text: str, number: Number) -> bool:
    """Say whether a number only counts the items of a list: "6. Wipe the filter", "3  Add"."""
    token = tokens[number.first]
    if token.kind != "number" or not token.text.isdecimal() or int(token.text) > _MOST_ITEMS:
        return False
    lone = token.start == 0 or text[token.start - 1] in "\n*(" or number.first == 0
    if not lone or number.after >= len(tokens):
        return False
    after = tokens[number.after]
    gap = after.start - token.end
    return (after.text in {".", ")"} and gap == 0) or (
        after.kind == "word" and text[after.start].isupper()
    )


def _is_address(tokens: Sequence[Token], text: str, number: Number) -> bool:
    """Say whether a number is of a house: "14 Cannery Row", "9 Elm Road"."""
    for token in tokens[number.after : number.after + _LONGEST_STREET]:
        if token.kind != "word" or not text[token.start].isupper():
            return False
        if token.text in _STREETS:
            return True
    return False


def _is_label(tokens: Sequence[Token], text: str, number: Number, after: int) -> bool:
    """Say whether a bare number names something: "Grade 4", "passage 2", "Nova 5"."""
    first = tokens[number.first]
    if first.kind == "number" and _is_address(tokens, text, number):
        return True
    if number.scaled or "." in first.text or number.first == 0:
        return False
    if "," in first.text:
        return tokens[number.first - 1].text in _SAID_SO  # "strip number 1,000"
    if _is_done(tokens, number.first, after) or _counts_again(tokens, number):
        return False
    if first.kind == "number" and tokens[number.after - 1].text in GROUPS:
        return False  # "order 3 dozen eggs"
    if first.kind != "number":
        return tokens[number.first - 1].text in _LABELS
    before = tokens[number.first - 1]
    if before.text == "." and number.first > 1:
        before = tokens[number.first - 2]
    if before.text in _LABELS:
        return True
    if before.text in MONTH_NAMES:
        return False  # "during March 35 were sold": else it is a date
    capital = before.kind == "word" and text[before.start].isupper()
    inside = before.text not in _OPENERS
    lower = (
        after < len(tokens)
        and tokens[after].kind == "word"
        and (text[tokens[after].start].islower() and tokens[after].text not in NOT_A_NOUN)
    )
    twice = number.first > 1 and text[tokens[number.first - 2].start].isupper()
    named = twice and tokens[number.first - 2].kind == "word" and number.first > 2
    return capital and inside and (not lower or named) and before.end + 1 == first.start


def _counts_again(tokens: Sequence[Token], number: Number) -> bool:
    """Say whether the word behind a number is counted before: "12 Farls and a Talen 288 Farls"."""
    noun = tokens[number.after] if number.after < len(tokens) else None
    if noun is None or noun.kind != "word" or noun.text in NOT_A_NOUN:
        return False
    return any(
        token.text == noun.text and (before.kind == "number" or before.text in ONES)
        for before, token in pairwise(tokens[: number.first])
    )


def _is_done(tokens: Sequence[Token], first: int, after: int) -> bool:
    """Say whether what may name a number is a verb: "you can order 8 pieces"."""
    if first < 2 or tokens[first - 1].text not in _DOING or after >= len(tokens):
        return False
    return tokens[first - 2].text in _BEFORE_DOING and tokens[after].text.endswith("s")
