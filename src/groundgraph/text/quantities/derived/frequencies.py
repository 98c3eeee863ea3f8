"""How often something happens, where a word tells it: "sits quarterly" is four meetings a year."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.derived.rates import periods_in
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.nouns import PERIODIC
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_ADVERBS = {word: (Fraction(1), unit) for word, unit in PERIODIC.items()} | {
    "quarterly": (Fraction(1), "quarters"),
    "fortnightly": (Fraction(2), "weeks"),
    "bimonthly": (Fraction(2), "months"),
    "halfyearly": (Fraction(6), "months"),
}
"""Words that say how often, by the time from one to the next."""
_HINTS = _ADVERBS.keys() | {"every", "half"}
_EVERY = frozenset({"day", "week", "month", "quarter", "year"})
_OFTEN = frozenset(map(stem, (*_ADVERBS, *_EVERY, "time", "once", "twice", "half", "normal")))
_BESIDE = 2
"""Tokens between an amount and the word that it is told for one of, at most."""
_APART = 0.4
"""By how much any other clause must fit a claim worse, as a share of its words."""
_ASKED = frozenset({"often", "times", "frequently"})


class _Told(NamedTuple):
    """How often something happens that a passage tells.

    Attributes:
        number: How many of the unit pass from one to the next.
        unit: The unit of time.
        words: Stems of its clause.
        counted: Stems of what its sentence counts: "two tablets every four hours".
        held: Where it stands.
    """

    number: Fraction
    unit: str
    words: frozenset[str]
    counted: frozenset[str]
    held: Event


def frequencies(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield how often what a claim counts happens in a time; "whole" where nothing else may be it.

    A day is no whole: "the daily dose", "open daily from 9 to 5".
    """
    per = BY_WORD.get(amount.per)
    said = {w for w in claim.sentence.words if w in claim.index.vocabulary} - _OFTEN
    said -= {*amount.noun}
    if amount.unit is not COUNT or per is None or per.dimension != "time" or not said:
        return
    every = [one for passage in claim.index.passages for one in _told(passage)]
    fits = [len(said & told.words) / len(said) for told in every]
    for told, fit in zip(every, fits, strict=True):
        times = periods_in(told.unit, per.name)
        if times is not None and _is_deed(claim, amount, told):
            value = replace(value_amount(times / told.number, COUNT), kind=amount.kind)
            one = told.unit if told.number != 1 else told.unit.removesuffix("s")
            terms = (f"1 {per.name.removesuffix('s')} / ", told.number, f" {one}")
            alone = sum(other > fit - _APART for other in fits) == 1
            whole = alone and told.unit not in {"hours", "days"}
            yield Derivation(value, terms, (told.held,), fit, "often", whole=whole)


def _is_deed(claim: ReadClaim, amount: Quantity, told: _Told) -> bool:
    """Say whether a claim counts what the evidence says happens: "meetings" of "it meets"."""
    if amount.kind == "times" or "time" in amount.noun:
        return True
    if not amount.noun:  # "180 a year" may be a price, where the evidence tells of 180
        sentences = (s for passage in claim.index.passages for s in passage.sentences)
        return all(amount.value != held.value for s in sentences for held in s.amounts)
    if not told.counted.isdisjoint(amount.noun):
        return False
    asked = not _ASKED.isdisjoint(claim.asked)
    named = told.words | claim.question.words.keys() if asked else told.words
    return not named.isdisjoint(amount.noun)


def _told(passage: PassageReading) -> Iterator[_Told]:
    for number, sentence in enumerate(passage.sentences):
        if _HINTS.isdisjoint(sentence.letters):
            continue
        places = [found for at in range(len(sentence.tokens)) if (found := _at(sentence, at))]
        parts = segments(sentence.tokens, [(first, after) for first, after, _, _ in places])
        for (first, after, size, unit), part in zip(places, parts, strict=True):
            words = frozenset(content_words(sentence.tokens, passage.text, *part))
            span = Span(sentence.tokens[first].start, sentence.tokens[after - 1].end)
            held = Event(Moment(), {}, passage.number, span, sentence.span, number)
            counted = frozenset(noun for amount in sentence.amounts for noun in amount.noun)
            yield _Told(size, unit, words, counted, held)


def _at(sentence: Sentence, at: int) -> tuple[int, int, Fraction, str] | None:
    """Read "quarterly", "half-yearly", "every month", "every six months" at a token."""
    tokens = sentence.tokens
    word = tokens[at].text
    before = [token.text for token in tokens[max(0, at - 2) : at]]
    if word in _ADVERBS:
        half = before in (["half", "-"], ["half", "‑"])
        number, unit = _ADVERBS["halfyearly"] if half else _ADVERBS[word]
        return None if _is_rate(sentence, at) else (at, at + 1, number, unit)  # "9 euros monthly"
    if word != "every" or at + 1 >= len(tokens):
        return None
    if tokens[at + 1].text in _EVERY:
        return at, at + 2, Fraction(1), f"{tokens[at + 1].text}s"
    following = next((a for a in sentence.amounts if a.first == at + 1), None)
    if following is None or following.dimension != "time" or not following.value:
        return None
    return at, following.after, following.value, following.unit.name


def _is_rate(sentence: Sentence, at: int) -> bool:
    """Say whether a word tells what an amount is for one of: "9 euros monthly"."""
    unit = PERIODIC.get(sentence.tokens[at].text)
    counted = [a for a in sentence.amounts if a.kind == "count" and a.per]
    return any(a.per == unit and abs(at - a.after) <= _BESIDE for a in counted)
