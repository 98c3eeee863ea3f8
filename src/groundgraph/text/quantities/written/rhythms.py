"""How often something happens, as words tell it: "quarterly", "every six months"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.nouns import PERIODIC
from groundgraph.text.quantities.written.unit_table import BY_WORD
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.model import Sentence

ADVERBS = {word: (Fraction(1), unit) for word, unit in PERIODIC.items()} | {
    "nightly": (Fraction(1), "days"),
    "quarterly": (Fraction(1), "quarters"),
    "fortnightly": (Fraction(2), "weeks"),
    "bimonthly": (Fraction(2), "months"),
    "halfyearly": (Fraction(6), "months"),
    "semiannually": (Fraction(6), "months"),
    "semimonthly": (Fraction(1, 2), "months"),
    "biannually": (Fraction(6), "months"),
    "biennially": (Fraction(2), "years"),
    "triennially": (Fraction(3), "years"),
}
"""Words that say how often, by the time from one to the next."""
HINTS = ADVERBS.keys() | {"every", "each", "once", "twice", "thrice", "times", "half", "semi"}
"""Of the words of a sentence that tells how often, one at least."""
EVERY = frozenset({"day", "week", "month", "quarter", "year", "decade", "hour", "minute"})
_PARTED = {
    ("half", "yearly"): "halfyearly",
    ("semi", "annually"): "semiannually",
    ("semi", "yearly"): "semiannually",
    ("semi", "monthly"): "semimonthly",
    ("bi", "annually"): "biannually",
    ("bi", "monthly"): "bimonthly",
}
_TWO_WAYS = frozenset({"half", "semi", "bi"})
"""Before an adverb they make another of it, or one that is read in two ways: "bi-weekly"."""
_HYPHENS = frozenset("-‑–")
_BESIDE = 2
"""Tokens between an amount and the word that it is told for one of, at most."""


class Rhythm(NamedTuple):
    """How often something happens.

    Attributes:
        first: Index of the first token that tells it.
        after: Index after the last.
        number: How many of the unit pass from one to the next.
        unit: The unit of time.
    """

    first: int
    after: int
    number: Fraction
    unit: str

    def span(self, sentence: Sentence) -> Span:
        """Return where it stands."""
        return Span(sentence.tokens[self.first].start, sentence.tokens[self.after - 1].end)


def rhythm_at(sentence: Sentence, at: int) -> Rhythm | None:
    """Read "quarterly", "half-yearly", "every month", "every six months" at a token."""
    word = sentence.tokens[at].text
    if word in ADVERBS:
        return _adverb_at(sentence, at)
    return _interval_at(sentence, at) if word in {"every", "each"} else None


def _adverb_at(sentence: Sentence, at: int) -> Rhythm | None:
    if _is_rate(sentence, at):
        return None  # "9 euros monthly"
    word, before = sentence.tokens[at].text, [t.text for t in sentence.tokens[max(0, at - 2) : at]]
    if before[-1:] and before[-1] in _HYPHENS:
        before.pop()
    first = at
    if before[-1:] and before[-1] in _TWO_WAYS:
        first = at - 1 - (sentence.tokens[at - 1].text in _HYPHENS)
        word = _PARTED.get((before[-1], word), "")
    return Rhythm(first, at + 1, *ADVERBS[word]) if word else None


def _interval_at(sentence: Sentence, at: int) -> Rhythm | None:
    tokens = sentence.tokens
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if at and tokens[at - 1].text == "of":
        return None  # "on the 15th of every month"
    if following in EVERY:
        return Rhythm(at, at + 2, Fraction(1), f"{following}s")
    if tokens[at].text == "each":
        return None
    if following in {"other", "second"} and at + 2 < len(tokens) and tokens[at + 2].text in EVERY:
        return Rhythm(at, at + 3, Fraction(2), f"{tokens[at + 2].text}s")
    amount = next((a for a in sentence.amounts if a.first == at + 1), None)
    if amount is None or amount.dimension != "time" or not amount.value:
        return None
    return Rhythm(at, amount.after, amount.value, amount.unit.name)


def _is_rate(sentence: Sentence, at: int) -> bool:
    """Say whether a word tells what an amount is for one of: "9 euros monthly"."""
    unit = PERIODIC.get(sentence.tokens[at].text)
    counted = [a for a in sentence.amounts if a.kind in {"count", "times"} and a.per]
    return any(a.per == unit and abs(at - a.after) <= _BESIDE for a in counted)


def rhythms_of(sentence: Sentence) -> list[Rhythm]:
    """Return how often a sentence says that things happen, "twice a year" among them."""
    if HINTS.isdisjoint(sentence.letters):
        return []
    told = [one for at in range(len(sentence.tokens)) if (one := rhythm_at(sentence, at))]
    for amount in sentence.amounts:
        per = BY_WORD.get(amount.per)
        words = {token.text for token in sentence.tokens[amount.first : amount.after]}
        times = amount.kind == "times" or "times" in words
        if times and per is not None and per.dimension == "time" and amount.value:
            told.append(Rhythm(amount.first, amount.after, 1 / amount.value, per.name))
    return sorted(told)
