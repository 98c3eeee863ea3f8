"""How often something is: "four times an hour" beside "every 15 minutes"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.numbers import written
from groundgraph.text.quantities.segments import content_words, segments
from groundgraph.text.quantities.unit_table import BY_WORD, COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.findings import Kind
    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.text.quantities.tokens import Token

_EVERY = frozenset({"every", "each"})
_ARTICLES = frozenset({"a", "an", "per", "each", "every"})
_ONCE = {"once": 1, "twice": 2}
_HINTS = _EVERY | {"times", "once", "twice"}
_SURE = 0.9
_WELL = 2
"""Words that claim and question share with a sentence that surely is of the same."""


class _Often(NamedTuple):
    """A number of times in a time, both as told.

    Attributes:
        times: How often.
        seconds: In how long.
        first: Index of its first token.
        after: Index after its last.
    """

    times: Fraction
    seconds: Fraction
    first: int
    after: int

    @property
    def every(self) -> Fraction:
        """The seconds from one time to the next."""
        return self.seconds / self.times


def check_often(claim: ReadClaim) -> list[Check]:
    """Hold how often a claim says that something is against how often the evidence does.

    Only the one frequency that all evidence tells contradicts another.
    """
    said = _of(claim.sentence)
    told = [
        (passage.number, sentence, each)
        for passage in claim.index.passages
        for sentence in passage.sentences
        for each in _of(sentence)
    ]
    if len(said) != 1 or not told:
        return []
    [own] = said
    tokens, words = claim.sentence.tokens, claim.sentence.stems | claim.question.stems
    text = claim.text[tokens[own.first].start : tokens[own.after - 1].end]
    told = [(at, line, each) for at, line, each in told if line.stems & words] or told
    right = [(at, line, each) for at, line, each in told if each.every == own.every]
    right = [(at, line, each) for at, line, each in right if _is_meant(line, each, words)]
    if not right and any(each.every == own.every for _, _, each in told):
        return []
    if right:
        number, line, theirs = right[0]
        alike = (own.times, own.seconds) == (theirs.times, theirs.seconds)
        formula = "" if alike else _formula(own, theirs)
        kind: Kind = "derivation" if formula else "amount"
        return [Check("supported", kind, text, (_event(number, line, theirs),), _SURE, formula)]
    number, line, theirs = told[0]
    known = len(line.stems & words) >= _WELL and not claim.strange_names
    if len(told) > 1 or not known:
        return []
    return [Check("contradicted", "amount", text, (_event(number, line, theirs),), _SURE)]


def _is_meant(line: Sentence, told: _Often, words: AbstractSet[str]) -> bool:
    """Say whether a frequency is the only one of its sentence, or words name its clause."""
    every = sorted(_of(line), key=lambda each: each.first)
    parts = segments(line.tokens, [(each.first, each.after) for each in every])
    own = {
        each: {*content_words(line.tokens, line.text, *part, skip=line.skipped)}
        for each, part in zip(every, parts, strict=True)
    }
    others = {word for each in every if each != told for word in own[each]}
    return len(every) == 1 or bool((own[told] - others) & words)


def _event(passage: int, line: Sentence, told: _Often) -> Event:
    span = Span(line.tokens[told.first].start, line.tokens[told.after - 1].end)
    return Event(Moment(), {}, passage, span, line.span, 0)


def _of(sentence: Sentence) -> list[_Often]:
    """Return how often a sentence says that things are."""
    if sentence.letters.isdisjoint(_HINTS):
        return []
    tokens, amounts = sentence.tokens, sentence.amounts
    return [*_by_times(tokens, amounts), *_by_gaps(tokens, amounts)]


def _formula(own: _Often, theirs: _Often) -> str:
    """Say how the one follows from the other, such as "1 hours / 15 minutes = 4"."""
    unit = BY_WORD["minutes"]
    whole, part = (max(own.seconds, theirs.seconds), min(own.every, theirs.every))
    names = [written(value / unit.factor, unit) for value in (whole, part)]
    return f"{names[0]} / {names[1]} = {written(whole / part)}"


def _by_times(tokens: Sequence[Token], amounts: Sequence[Quantity]) -> list[_Often]:
    """Return "four times an hour", "twice a day"."""
    found = []
    for at, token in enumerate(tokens):
        times = _ONCE.get(token.text)
        first = at
        if token.text == "times":
            counts = [a for a in amounts if a.first < at <= a.after + 1 and a.unit is COUNT]
            whole = [a for a in counts if a.value.denominator == 1 and a.value > 0]
            times = int(whole[0].value) if whole else None
            first = whole[0].first if whole else at
        unit = _unit_behind(tokens, at)
        if times and unit:
            found.append(_Often(Fraction(times), unit, first, at + 3))
    return found


def _unit_behind(tokens: Sequence[Token], at: int) -> Fraction | None:
    """Return the seconds of "an hour" behind "times"."""
    words = [token.text for token in tokens[at + 1 : at + 3]]
    unit = BY_WORD.get(words[1]) if len(words) == 2 and words[0] in _ARTICLES else None
    return unit.factor if unit is not None and unit.dimension == "time" else None


def _by_gaps(tokens: Sequence[Token], amounts: Sequence[Quantity]) -> list[_Often]:
    """Return "every 15 minutes"."""
    return [
        _Often(Fraction(1), amount.base, amount.first, amount.after)
        for amount in amounts
        if amount.dimension == "time"
        and amount.value > 0
        and amount.first
        and tokens[amount.first - 1].text in _EVERY
    ]
