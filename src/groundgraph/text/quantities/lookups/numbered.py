"""Things that a claim tells by number: "the sixth symphony" beside "symphony no. IV"."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.evidence.numbered import Numbered, ages_told, whole_numbers
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.numbered_things import Thing, numbered_things
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.text.quantities.written.stems import content_stem, stem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.slots import ReadClaim

_FREE = frozenset(
    """not no never neither nor none without instead rather unlike another next following previous
    last preceding would plus more""".split()
)
"""Words by which a claim may number what the evidence has not."""
_SURE, _ALONE, _LEAST = 0.5, 0.3, 2
"""Share of a claim's words that the sentence of a thing holds to be what it speaks of; where the
evidence has only that one of its kind; and how many words at least."""
_FIT, _WHOLE = 0.8, 0.7
"""How sure a thing is; the share of a claim's words that its own clause holds to bear it out."""
_FOR, _AGAINST, _TWICE = 0.4, 0.5, 2
_OF_YEARS = frozenset(map(stem, ("birthday", "anniversary", "jubilee")))


def check_numbered(claim: ReadClaim) -> list[Check]:
    """Hold what a claim tells by number against what the evidence numbers of the same kind."""
    said = numbered_things(claim.sentence.tokens, claim.text, _noun_asked(claim))
    if not said:
        return []
    asked = numbered_things(claim.question.tokens, claim.question.text)
    given = {(thing.noun, thing.value) for thing in asked}
    new = [thing for thing in said if (thing.noun, thing.value) not in given]
    checks = (_of_years(claim, each) or _check(claim, each, said) for each in new)
    return [check for check in checks if check is not None]


def _noun_asked(claim: ReadClaim) -> str:
    """Return the stem of what it is asked which one of: "symphony" of "Which symphony is last?"."""
    tokens = claim.question.tokens
    asked = (b for a, b in pairwise(tokens) if a.text in {"which", "what"} and b.kind == "word")
    return next((content_stem(token.text) for token in asked), "")


def _check(claim: ReadClaim, thing: Thing, said: Sequence[Thing]) -> Check | None:
    kin = [placed for placed in claim.index.numbered if placed.thing.noun == thing.noun]
    if not kin:
        return None
    words = _words_beside(claim, thing, said)
    same = [placed for placed in kin if placed.thing.covers(thing.value)]
    if same:
        return _of_the_same(claim, thing, words, same, kin)
    if thing.value in _told(claim):
        return None
    best = max(kin, key=lambda placed: _held(words, placed))
    held, highest = _held(words, best), max(each.thing.value for each in kin)
    alone = len({each.thing.value for each in kin}) == 1
    least = max(1 if alone else _LEAST, (_ALONE if alone else _SURE) * len(words))
    doubt = thing.value == highest + 1 or not claim.lower.isdisjoint(_FREE)
    if held < least or doubt:
        return Check("open", "code", thing.span, lean=-_AGAINST / 2)
    return Check("contradicted", "code", thing.span, (_event(best),), _FIT)


def _words_beside(claim: ReadClaim, thing: Thing, said: Sequence[Thing]) -> AbstractSet[str]:
    """Return the words of the part of a claim that tells a thing, numbers left out."""
    tokens, amounts = claim.sentence.tokens, claim.sentence.skipped
    skip = amounts.union(at for each in said for at in range(each.first, each.after))
    parts = segments(tokens, [(each.first, each.after) for each in said])
    part = parts[said.index(thing)]
    return content_words(tokens, claim.text, *part, skip=skip).keys() - {thing.noun}


def _of_the_same(
    claim: ReadClaim,
    thing: Thing,
    words: AbstractSet[str],
    same: Sequence[Numbered],
    kin: Sequence[Numbered],
) -> Check | None:
    """Lean to what stands in the clause of a thing, and against what stands in that of another.

    That it is told as the evidence has it says nothing for it.
    """
    others = [placed for placed in kin if placed not in same]
    own = max(_weight(words & placed.own) for placed in same)
    other = max((_weight(words & placed.own) for placed in others), default=0)
    if own == other == 0:
        return None
    anew = all(_written(thing, claim.text) != _written(p.thing, p.sentence.text) for p in same)
    held = max(same, key=lambda placed: len(words & placed.own))
    if anew and own > other and len(words & held.own) >= max(_LEAST, _WHOLE * len(words)):
        return Check("supported", "code", thing.span, (_event(held),), _FIT, anew=True)
    lean = (_FOR if anew else 0.0) if own >= other else 0.0
    lean = -_AGAINST if other >= max(_LEAST, _TWICE * own) else lean
    return Check("open", "code", thing.span, lean=lean) if lean else None


def _weight(shared: AbstractSet[str]) -> int:
    """Count some words; a number tells more."""
    return len(shared) + sum(map(str.isdigit, shared))


def _written(thing: Thing, text: str) -> str:
    return thing.span.of(text).lower()


def _held(words: AbstractSet[str], placed: Numbered) -> int:
    return len(words & placed.sentence.words.keys())


def _event(placed: Numbered) -> Event:
    span, around = placed.thing.span, placed.sentence.span
    return Event(Moment(), {}, placed.passage, span, around, 0)


def _told(claim: ReadClaim) -> frozenset[int]:
    """Return every whole number of the evidence and the question."""
    return claim.index.whole_numbers | whole_numbers((claim.question,))


def _of_years(claim: ReadClaim, thing: Thing) -> Check | None:
    """Hold "her eightieth birthday" against "she turned 80", and against the years told."""
    if thing.noun not in _OF_YEARS:
        return None
    years = {e.moment.year for e in claim.index.events if e.moment.year and e.moment.years == 1}
    apart = {abs(one - other) for one, other in combinations(sorted(years), 2)}
    ages = ages_told(claim.index.sentences)
    if thing.value in apart | ages:
        return Check("open", "code", thing.span, lean=_FOR)
    if thing.value in _told(claim) or not (ages or apart) or len(apart) > 1:
        return None
    return Check("open", "code", thing.span, lean=-1.0)
