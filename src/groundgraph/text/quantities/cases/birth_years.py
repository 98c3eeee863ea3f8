"""When somebody was born: by how old they were on a date, and never by dates of anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.births import ages_in
from groundgraph.text.quantities.written.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event

_BORN = stem("born")
_LIFE = frozenset({_BORN, stem("died")})
_BESIDE = frozenset("at the age of aged , in on".split())
"""Words between a date and the age on it: "in May 2023 at the age of 46"."""
_SURE = 0.9


def check_birth_years(claim: ReadClaim) -> list[Check]:
    """Hold "was born in 1976", or "in 1976 or 1977", against an age that is told beside a date.

    Where the evidence tells a birth, that is held against it as any date.
    """
    told, index = claim.sentence.mentions, claim.index
    years = [mention.moment.year for mention in told if mention.moment.years == 1]
    if not years or len(years) < len(told):
        return []
    said = claim.sentence.words.keys() | claim.question.words.keys()
    if _BORN not in said or claim.strange_names:
        return []
    if any(_BORN in event.words for event in index.events):
        return []
    who = said - claim.date_words - {_BORN}
    found = [
        (event.moment.year, age, event)
        for event in index.events
        if who and who <= event.words.keys() and (age := _age_beside(claim, event))
    ]
    if len({(year, age) for year, age, _ in found}) != 1:
        return []
    year, age, event = found[0]
    assert year is not None
    either = (year - age - 1, year - age)
    right = {each in either for each in years}
    if len(right) != 1:
        return []
    at = Span(told[0].span.start, told[-1].span.end)
    reckoned = f"{year} − {age} years = {either[0]} or {either[1]}"
    return [Check(decided(right=right.pop()), "derivation", at, (event,), _SURE, reckoned)]


def _age_beside(claim: ReadClaim, event: Event) -> int:
    """Return how old somebody was on a date, told beside it; 0 where it is not."""
    if event.cell is not None or event.moment.year is None or event.moment.years > 1:
        return 0
    sentence = claim.index.passages[event.passage].sentences[event.line]
    for age in ages_in(sentence):
        low, high = sorted((age.span, event.span))
        between = [t.text for t in sentence.tokens if low.end <= t.start and t.end <= high.start]
        if _BESIDE.issuperset(between) and not age.span.overlaps(event.span):
            return int(age.value)
    return 0


def is_of_no_such_end(claim: ReadClaim, event: Event) -> bool:
    """Say whether a claim tells a birth or death, and prose dates something else.

    A life in brackets is of both: "Ada Lund (1802–1870) wrote."
    """
    told = _LIFE & claim.sentence.words.keys()
    if not told or event.cell is not None or told & event.words.keys():
        return False
    text = claim.index.passages[event.passage].text
    opened, closed = (text.rfind(mark, 0, event.span.start) for mark in "()")
    return opened <= closed
