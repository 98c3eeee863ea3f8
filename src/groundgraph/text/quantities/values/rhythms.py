"""How often a claim says that something happens, by a word or an interval, beside the evidence.

"Monthly" goes against "quarterly", "every three months" agrees with it. That "three times a year"
is right is reckoned elsewhere (`groundgraph.text.quantities.derived.frequencies`); two numbers of
times are compared in `groundgraph.text.quantities.values.how_often`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.rhythms import (
    ADVERBS,
    EVERY,
    HINTS,
    Rhythm,
    rhythms_of,
)
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Sentence

_MONTHS = {"months": 1, "quarters": 3, "years": 12, "decades": 120, "centuries": 1200}
_HOURS = {"hours": 1, "days": 24, "weeks": 168, "fortnights": 336}
_HOURS_OF_A_MONTH = Fraction(730)
_NEARLY = Fraction(9, 10)
"""The ratio of two times from which they may be one: four weeks and a month."""
_FITS, _FIRM, _APART = 0.6, 0.75, 0.3
"""The share of a claim's words that a clause holds which may be, and surely is, what it tells; by
how much another that may be it fits worse, at most."""
_OFTEN = frozenset(map(stem, (*ADVERBS, *EVERY, "time", "once", "twice", "basis", "half", "semi")))
_LOOSE = frozenset(
    """least most up about around approximately more less fewer than almost nearly or sometimes
    usually often not never no if when unless else otherwise except until first""".split()
)
"""Words beside which a rhythm is a limit, or holds in a case alone."""
_BEHIND = frozenset(
    """by in on at from to and or but for with after until unless since during through via as when
    while so because starting beginning between of unlike rather instead not only basis""".split()
)
"""What may follow an adverb; before a noun it tells the kind of it: "the weekly report"."""


class _Told(NamedTuple):
    """A rhythm that the evidence tells, in its clause.

    Attributes:
        rhythm: The rhythm.
        words: Stems of its clause.
        held: Where it stands.
        in_figures: Whether an amount tells it, not a word alone.
        loose: Whether it is a limit or holds in a case.
    """

    rhythm: Rhythm
    words: frozenset[str]
    held: Event
    in_figures: bool
    loose: bool

    @property
    def is_of_a_case(self) -> bool:
        """Whether it is told beside another of the same thing: "daily in summer, else weekly"."""
        return self.loose or self.words <= _OFTEN


def check_rhythms(claim: ReadClaim) -> list[Check]:
    """Hold the one rhythm of a claim against those that clauses of the same words tell."""
    if HINTS.isdisjoint(claim.sentence.letters) or HINTS.isdisjoint(claim.lower):
        return []
    told = list(_own(claim.sentence))
    if len(told) != 1 or not _LOOSE.isdisjoint(claim.lower):
        return []
    [said] = told
    at = said.span(claim.sentence)
    if not {*claim.strange_names} <= {*content_words(claim.sentence.tokens, claim.text, *said[:2])}:
        return []
    words = {w for w in claim.sentence.words if w in claim.index.vocabulary} - _OFTEN
    if not words:
        return []
    every = [(len(words & one.words) / len(words), one) for one in _told(claim)]
    best = max((fit for fit, _ in every), default=0.0)
    near = [one for fit, one in every if fit >= max(_FITS, best - _APART)]
    in_figures = _is_in_figures(claim.sentence, said) and all(one.in_figures for one in near)
    if not near or in_figures or any(one.loose for one in near):
        return []
    same = {_are_same(said, one.rhythm) for one in near}
    if len(same) != 1 or None in same or (same == {False} and best < _FIRM):
        return []
    right = same == {True}
    if right and any(amount.span == at for amount in claim.sentence.amounts):
        return []  # "twice a year" is reckoned, which is told
    held = max(near, key=lambda one: len(words & one.words)).held
    beside = [one for _, one in every if one.held.around == held.around and one.is_of_a_case]
    if not right and any(_are_same(said, one.rhythm) is not False for one in beside):
        return []
    text = claim.index.passages[held.passage].text
    if right and at.of(claim.text).lower() in held.around.of(text).lower():
        return []  # which tells nothing of the other words
    return [Check(decided(right=right), "cell", at, (held,), best, anew=right)]


def _own(sentence: Sentence) -> Iterator[Rhythm]:
    """Yield the rhythms that a sentence tells of its verb, not of a noun."""
    tokens = sentence.tokens
    for one in rhythms_of(sentence):
        behind = tokens[one.after] if one.after < len(tokens) else None
        alone = behind is None or behind.kind == "mark" or behind.text in _BEHIND
        if alone or not _is_adverb(sentence, one):
            yield one


def _is_adverb(sentence: Sentence, one: Rhythm) -> bool:
    return sentence.tokens[one.after - 1].text in ADVERBS


def _is_in_figures(sentence: Sentence, one: Rhythm) -> bool:
    return any(one.first <= amount.first < one.after for amount in sentence.amounts)


def _told(claim: ReadClaim) -> Iterator[_Told]:
    for passage in claim.index.passages:
        for number, sentence in enumerate(passage.sentences):
            if HINTS.isdisjoint(sentence.letters):
                continue
            places = list(_own(sentence))
            parts = segments(sentence.tokens, [(one.first, one.after) for one in places])
            for one, part in zip(places, parts, strict=True):
                words = frozenset(content_words(sentence.tokens, passage.text, *part))
                span = one.span(sentence)
                held = Event(Moment(), {}, passage.number, span, sentence.span, number)
                loose = any(t.text in _LOOSE for t in sentence.tokens[slice(*part)])
                yield _Told(one, words, held, _is_in_figures(sentence, one), loose)


def _are_same(one: Rhythm, other: Rhythm) -> bool | None:
    """Say whether two rhythms are one; ``None`` where that is not sure."""
    ours, theirs = _time(one), _time(other)
    if ours is None or theirs is None:
        return None
    if ours[1] == theirs[1]:
        return ours[0] == theirs[0]
    hours = [n * (_HOURS_OF_A_MONTH if months else Fraction(1)) for n, months in (ours, theirs)]
    return None if min(hours) / max(hours) > _NEARLY else False


def _time(one: Rhythm) -> tuple[Fraction, bool] | None:
    """Return the time from one to the next, in months or hours, and whether in months."""
    if one.unit in _MONTHS:
        return one.number * _MONTHS[one.unit], True
    return (one.number * _HOURS[one.unit], False) if one.unit in _HOURS else None
