"""How often something happens, where a word tells it: "sits quarterly" is four meetings a year."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.derived.rates import periods_in
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.rhythms import ADVERBS, EVERY, HINTS, rhythm_at
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity

_OFTEN = frozenset(map(stem, (*ADVERBS, *EVERY, "time", "once", "twice", "half", "normal")))
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
        if HINTS.isdisjoint(sentence.letters):
            continue
        found = [rhythm_at(sentence, at) for at in range(len(sentence.tokens))]
        places = [one for one in found if one is not None]
        parts = segments(sentence.tokens, [(one.first, one.after) for one in places])
        for one, part in zip(places, parts, strict=True):
            words = frozenset(content_words(sentence.tokens, passage.text, *part))
            held = Event(Moment(), {}, passage.number, one.span(sentence), sentence.span, number)
            counted = frozenset(noun for amount in sentence.amounts for noun in amount.noun)
            yield _Told(one.number, one.unit, words, counted, held)
