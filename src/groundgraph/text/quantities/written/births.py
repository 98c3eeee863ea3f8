"""What a sentence tells of a birth and of ages: "born in 1911", "at the age of 38"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.moments import Moment

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_OF_BEING = frozenset({"was", "turned", "aged", "only", "just", "already", "still"})
_OF_BIRTHS = frozenset({"born", "dob"})
_OF_AGES = frozenset({"age", "aged"})
_PERSONS = frozenset({"he", "she"})
_OLDEST = 120
_EITHER = 3
"""Tokens from the second of two ages to what stands before the first: "was 38 or 39"."""


def ages_in(sentence: Sentence) -> list[Quantity]:
    """Return the amounts of a sentence that are told as ages at some event."""
    if _OF_AGES.isdisjoint(sentence.letters):
        return []  # most sentences: their amounts need not be read for it
    return [amount for amount in sentence.amounts if is_age(sentence, amount)]


def is_age(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount is told as an age at some event: "at the age of 38", "aged 38"."""
    tokens = sentence.tokens
    if not 0 < amount.value < _OLDEST or amount.value.denominator != 1 or amount.first == 0:
        return False
    before = [token.text for token in tokens[max(0, amount.first - 3) : amount.first]]
    return before[-2:] in (["age", "of"], ["at", "age"]) or before[-1] == "aged"


def is_age_when(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an age is told by what happened then: "was 38 when", "was 38 or 39 when"."""
    tokens = sentence.tokens
    if not 0 < amount.value < _OLDEST or amount.value.denominator != 1 or amount.first == 0:
        return False
    after = [token.text for token in tokens[amount.first + 1 : amount.first + 5]]
    if after[:2] == ["years", "old"]:
        after = after[2:]
    either = amount.first >= _EITHER and tokens[amount.first - 1].text == "or"
    before = tokens[amount.first - (_EITHER if either else 1)].text
    return before in _OF_BEING and after[:1] == ["when"]


class Birth(NamedTuple):
    """When somebody was born, with the names of the sentence that tells it."""

    moment: Moment = Moment()
    names: frozenset[str] = frozenset()


def birth_told(sentence: Sentence, part: tuple[int, int], moment: Moment) -> Birth | None:
    """Return the birth that a date is of, by the tokens of its clause."""
    words = {token.text for token in sentence.tokens[slice(*part)]}
    if words.isdisjoint(_OF_BIRTHS) or moment.year is None or moment.years > 1:
        return None
    return Birth(moment, frozenset(word for word, name in sentence.words.items() if name))


def when_aged(sentence: Sentence, age: Quantity, birth: Birth) -> Moment:
    """Return the two years in which somebody born then was of an age; nothing for others."""
    names = {word for word, name in sentence.words.items() if name}
    same = sentence.tokens[0].text in _PERSONS or not birth.names.isdisjoint(names)
    if birth.moment.year is None or not same:
        return Moment()
    return Moment(birth.moment.year + int(age.value), years=2)
