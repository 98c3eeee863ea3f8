"""Places in a row that the evidence gives to one and a claim to another: "came second"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.ordinals import ORDINAL_WORDS, ordinals
from groundgraph.text.quantities.segments import content_words, segments
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim

_VERBS = frozenset(
    "came come comes finish finished finishes placed ranked ranks ranking was is were".split()
)
_BEHIND = 2
_FREE = frozenset("not no never neither nor tied joint or almost nearly".split())
_SURE = 0.9
_ENDS = frozenset({"st", "nd", "rd", "th"})


class Placing(NamedTuple):
    """A place in a row with the stems of its clause."""

    place: int
    own: frozenset[str]
    span: Span


def check_places(claim: ReadClaim) -> list[Check]:
    """Hold who came first, second … by the claim against those that a sentence tells apart."""
    if not claim.lower.isdisjoint(_FREE):
        return []
    found = []
    for said in placings_of(claim.sentence):
        for passage in claim.index.passages:
            for sentence in passage.sentences:
                if not _FREE.isdisjoint(sentence.letters):
                    continue
                wrong = _other_place(claim, said, placings_of(sentence))
                if wrong is not None:
                    event = Event(Moment(), {}, passage.number, wrong.span, sentence.span, 0)
                    text = said.span.of(claim.text)
                    found.append(Check("contradicted", "comparison", text, (event,), _SURE))
        if not found and _is_told_otherwise(claim, said):
            found.append(Check("absent", "count", said.span.of(claim.text)))
    return found


def _is_told_otherwise(claim: ReadClaim, said: Placing) -> bool:
    """Say whether the evidence tells of places in a row, and of none that is the claim's."""
    told = [p.place for sentence in claim.index.sentences for p in placings_of(sentence)]
    return bool(told) and said.place not in {*told, *(place for _, place in claim.index.places)}


def _other_place(claim: ReadClaim, said: Placing, told: list[Placing]) -> Placing | None:
    """Return the place told of a claim's subject, where another has that of the claim."""
    named = {word for word in said.own if word in claim.index.names}
    mine = [p for p in told if named & p.own]
    theirs = [p for p in told if p.place == said.place]
    if not named or len(mine) != 1 or len(theirs) != 1 or mine[0] is theirs[0]:
        return None
    return None if named & theirs[0].own else mine[0]


def placings_of(sentence: Sentence) -> list[Placing]:
    """Return the places in a row that a sentence says somebody has: "finished third"."""
    if sentence.letters.isdisjoint(_VERBS):
        return []
    tokens = sentence.tokens
    marks = []
    for at, token in enumerate(tokens):
        numbered = token.text in _ENDS and at > 0 and tokens[at - 1].text.isdigit()
        if not numbered and token.text not in ORDINAL_WORDS:
            continue
        first = at - 1 if numbered else at
        before = {t.text for t in tokens[max(0, first - _BEHIND) : first]}
        if before & _VERBS:
            marks.append((first, at + 1))
    parts = segments(tokens, marks)
    found = []
    for (first, after), part in zip(marks, parts, strict=True):
        [place] = [*ordinals(tokens[:after])][-1:]
        words = content_words(tokens, sentence.text, *part, skip=set(range(first, after)))
        span = Span(tokens[first].start, tokens[after - 1].end)
        found.append(Placing(place, frozenset(words), span))
    return found
