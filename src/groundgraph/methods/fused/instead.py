"""What the evidence has in the place of an amount, date or hour of a claim that is in doubt.

Only where it surely stands there: it is of the same kind, the sentence is about what the claim is
about, and of several values of one sentence it is the one beside the words that the claim has too.
"Leaves at 7:05 and arrives at 7:50" has nothing but 7:50 in the place of "gets in at 8:50".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.fused.unseen import LIGHT
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.words import content_stems, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.methods.fused.wording import Instead
    from groundgraph.types import Span

_SHARED = 1 / 2
"""Share of the words beside a value of which a sentence holds more whose value is told instead."""
_SHARED_ALONE = 1 / 4
"""The same where the evidence has no other value of the kind in that unit; not of times: more than
one thing was done by who "was born in 1950"."""
_LEADING = 2
"""Words right before a value, which say most surely what it is of: "This year net profit was"."""
_APART = re.compile(r"[,;:.](?=\s)|\s(?:and|but|or|while|whereas)\s")
_NAMED = re.compile(r"\b[A-Z]\b|\b\w+(?:-\w+)+")
"""What a name may be that is no content word: "plan M", "check-in"."""
_PRONOUN = re.compile(r"(?:it|they|he|she|you|we|i|there|this|that|these|those)\b", re.IGNORECASE)
_LEAD = re.compile(r"(?:(?P<start>from|since|between)|(?P<end>to|until|till|through|by|[-–])) ?\Z")
_RANGE = re.compile(r"\d ?(?:to|and|or|-|–) ?\Z")
_LOOSE = frozenset({"most", "least", "over", "below"})
"""Bounds: what is covered up to 20,000 is not in the place of what somebody gets."""


class Sentence(NamedTuple):
    """A sentence of the evidence.

    Attributes:
        text: Its text.
        before: The sentence before it, which says what it is about that begins with a pronoun.
    """

    text: str
    before: str = ""


class _Value(NamedTuple):
    span: Span
    of: Quantity | Moment

    def is_like(self, other: _Value) -> bool:
        """Say whether another value may stand in its place, by kind."""
        if isinstance(self.of, Moment) or isinstance(other.of, Moment):
            return _are_alike(self.of, other.of)
        one, two = self.of, other.of
        counted = one.noun == two.noun or not frozenset(one.noun).isdisjoint(two.noun)
        return (
            (one.kind, one.unit.dimension, one.per) == (two.kind, two.unit.dimension, two.per)
            and (bool(one.unit.dimension) or counted)
            and (one.bound == two.bound or two.bound not in _LOOSE)
        )

    def is_in_unit_of(self, other: _Value) -> bool:
        """Say whether another value is written in the same unit; of moments each is."""
        one, two = self.of, other.of
        if isinstance(one, Quantity) and isinstance(two, Quantity):
            return one.unit == two.unit
        return True

    def agrees(self, other: _Value) -> bool:
        """Say whether another value is the same, and told in no less detail."""
        one, two = self.of, other.of
        if isinstance(one, Quantity) or isinstance(two, Quantity):
            return isinstance(one, Quantity) and isinstance(two, Quantity) and one.base == two.base
        if one.minutes:
            return not frozenset(one.minutes).isdisjoint(two.minutes)
        return all(_told(two).get(name) == value for name, value in _told(one).items())


def _are_alike(one: Quantity | Moment, two: Quantity | Moment) -> bool:
    """Say whether two moments are told alike; a month may stand for a day of it."""
    if isinstance(one, Quantity) or isinstance(two, Quantity):
        return False
    if one.minutes or two.minutes:
        return bool(one.minutes and two.minutes)
    return bool(_told(one)) and _told(one).keys() <= _told(two).keys()


def _told(moment: Moment) -> dict[str, int]:
    """Return what a date tells."""
    told = {name: getattr(moment, name) for name in ("year", "month", "day", "weekday")}
    return {name: value for name, value in told.items() if value is not None}


def in_its_place(
    claim: str, units: Sequence[Sentence], asked: str, is_doubted: Callable[[str], bool]
) -> list[Instead]:
    """Pair values of a claim with what the evidence says in their place.

    Args:
        claim: The claim.
        units: The evidence near it.
        asked: The question, which says what a claim is about that begins with a pronoun.
        is_doubted: Says of a value, as written, whether it is in doubt.
    """
    said = _values(claim)
    pairs = []
    for value in said:
        own = value.span.of(claim)
        if _is_of_range(claim, value) or not is_doubted(own):
            continue
        found = _rival(claim, value, units, asked)
        if found is None:
            continue
        text, rival = found
        other = " ".join(rival.span.of(text).split())
        if not any(rival.is_like(each) and rival.agrees(each) for each in said) and _has_letters(
            own
        ) is _has_letters(other):
            pairs.append((own, other))
    return pairs


def values_held(claim: str, text: str) -> int:
    """Return how many amounts, dates and hours of a claim a text has."""
    said = _values(claim)
    told = _values(text) if said else []
    return sum(any(value.is_like(o) and value.agrees(o) for o in told) for value in said)


def _rival(
    claim: str, value: _Value, units: Sequence[Sentence], asked: str
) -> tuple[str, _Value] | None:
    """Return the one value of the evidence that stands where a claim has another, with its text."""
    part = _without_values(_part(claim, value.span))
    whole = _without_values(claim)
    if _PRONOUN.match(claim):
        whole, part = f"{asked} {whole}", f"{asked} {part}"
    beside = _stems(part) or _stems(whole)
    names = _names(part)
    said = _stemmed(whole)
    subject = frozenset(said[: not _PRONOUN.match(claim)])
    leading = frozenset(_stemmed(_without_values(claim[: value.span.start]))[-_LEADING:])
    alone = _is_alone(value, [text for text, _ in units])
    ranked = []
    for text, before in units:
        about = _stems(f"{before} {text}" if _PRONOUN.match(text) else text)
        alike = [v for v in _values(text) if value.is_like(v) and not _is_of_range(text, v)]
        for each in alike:
            is_alone = alone and value.is_in_unit_of(each)
            wanted = names if is_alone and not _PRONOUN.match(text) else names | subject
            of_time = isinstance(each.of, Moment)
            share = _SHARED_ALONE if is_alone and not of_time else _SHARED
            if not wanted <= about or len(beside & about) <= share * len(beside):
                continue
            near = _stems(text if len(alike) == 1 else _part(text, each.span))
            led = _lead(claim, value.span) == _lead(text, each.span)
            shared = (len(held & near) for held in (names, leading, beside, subject))
            rank = (len(about & _stems(whole)), *shared, value.is_in_unit_of(each), led)
            ranked.append((rank, text, each))
    if not ranked:
        return None
    first, text, best = max(ranked, key=lambda each: each[0])
    ties = [other for rank, _, other in ranked if rank == first]
    return (text, best) if all(best.agrees(other) for other in ties) else None


def _is_alone(value: _Value, texts: Sequence[str]) -> bool:
    """Say whether the evidence has just one value that may stand in the place of a claim's."""
    found = [
        other
        for text in texts
        for other in _values(text)
        if value.is_like(other) and value.is_in_unit_of(other) and not _is_of_range(text, other)
    ]
    return bool(found) and all(found[0].agrees(other) for other in found)


def _values(text: str) -> list[_Value]:
    """Return the amounts, dates and hours of a text."""
    sentence = read(text)
    amounts = [_Value(a.span, a) for a in sentence.amounts if not a.weak and a.kind == "count"]
    return [*amounts, *(_Value(mention.span, mention.moment) for mention in sentence.mentions)]


def _is_of_range(text: str, value: _Value) -> bool:
    """Say whether an amount is an end of one such as "4 to 6 days"."""
    if isinstance(value.of, Moment):
        return False
    is_bare = value.span.of(text).replace(",", "").isdigit()
    follows = _RANGE.search(text[: value.span.start]) is not None
    return follows or (is_bare and bool(value.of.unit.dimension))


def _part(text: str, span: Span) -> str:
    """Return the part of a sentence in which a value stands: up to the next cut on either side."""
    cuts = [match.span() for match in _APART.finditer(text)]
    start = max((end for _, end in cuts if end <= span.start), default=0)
    return text[start : min((first for first, _ in cuts if first >= span.end), default=len(text))]


def _without_values(text: str) -> str:
    for value in sorted(_values(text), key=lambda each: each.span, reverse=True):
        text = text[: value.span.start] + " " + text[value.span.end :]
    return text


def _stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that say what it is about."""
    return (content_stems(text) - LIGHT) | {name.lower() for name in _NAMED.findall(text)}


def _stemmed(text: str) -> list[str]:
    return [word.stem for word in words(text) if word.content]


def _names(part: str) -> frozenset[str]:
    """Return the stems of the words of a part of a claim that are written like names."""
    return frozenset(word.stem for word in words(part)[1:] if word.capital and word.content)


def _lead(text: str, span: Span) -> str:
    """Return whether a value is where something starts or ends, "" for neither."""
    found = _LEAD.search(text, 0, span.start)
    return (found.lastgroup or "") if found else ""


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))
