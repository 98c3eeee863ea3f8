"""What a question puts in order with the claim that answers it: "Who was head before Ruiz?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.orders.claim_orders import ClaimOrder, asked_words
from groundgraph.text.quantities.times.course_leans import Side, among_lean
from groundgraph.text.quantities.times.happenings import happenings
from groundgraph.text.quantities.times.phases import PLACES
from groundgraph.text.quantities.times.relations import BY_THEN
from groundgraph.text.quantities.written.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.times.happenings import Happening

_SEEKING = frozenset("what which who whom whose where how".split())
_BESIDE = frozenset("right directly immediately straight next".split())
_EARLY = frozenset("earlier earliest sooner oldest".split())
_LATE = frozenset("later latest newest youngest".split())
_HEAD = 3
"""Tokens of a claim among which the one of two things stands that it picks."""
_NEVER_OPTIONS = frozenset({"before", "after", "earlier", "later", "during"})


def asked_orders(claim: ReadClaim) -> list[ClaimOrder]:
    """Return what a question and a claim without an order of its own put in order together."""
    return [*_beside(claim), *_of_options(claim)]


def _beside(claim: ReadClaim) -> Iterator[ClaimOrder]:
    """Yield the order of the claim and what a connector of its question leads to."""
    found = claim.happenings_asked
    if not any(own.way for own in found):
        return
    told = claim.happenings
    seeks = not _SEEKING.isdisjoint(claim.asked)
    phased = [one for one in told if not one.way and one.phase]
    for own in found:
        if not own.way or own.void or not own.words:
            continue
        loose = own.weak or own.said in BY_THEN
        of_phase = loose and phased != []
        way = -phased[0].phase if of_phase else 0 if own.weak or not seeks else -own.way
        if not way:
            continue
        host = found[own.host].words if own.host >= 0 else {}
        answer = _answer(phased[:1] if of_phase else told, own.words, host)
        sides = answer, Side(own.words)
        beside = not _BESIDE.isdisjoint(claim.asked)
        yield ClaimOrder(*(sides if way > 0 else sides[::-1]), beside=beside)


def _answer(
    told: list[Happening],
    without: dict[str, frozenset[int]],
    host: dict[str, frozenset[int]],
) -> Side:
    """Return the words of a claim that its question does not hold, and beside them the others."""
    words = {w: kinds for one in told for w, kinds in one.words.items() if w not in without}
    own = {word: kinds for word, kinds in words.items() if word not in host} or words
    near = {w: kinds for w, kinds in {**host, **words}.items() if w not in own | without}
    return Side(own, near)


def _of_options(claim: ReadClaim) -> Iterator[ClaimOrder]:
    """Yield the order of two things that a question offers: "which came first, A or B?"."""
    way = asked_way(claim)
    options = asked_options(claim)
    if not way or options is None:
        return
    far = len(claim.sentence.tokens)
    places = [_place(claim, option) for option in options]
    if places[0] == places[1] or (max(places) < far and min(places) >= _HEAD):
        return
    picked = places.index(min(places))
    deeds, both = claim.deeds, options[0] | options[1]
    near = {word: kinds for word, kinds in asked_words(claim).items() if word not in both}
    sides = [Side({w: deeds.get(w, frozenset()) for w in option}, near) for option in options]
    mine, other = sides[picked], sides[1 - picked]
    yield ClaimOrder(*((mine, other) if way > 0 else (other, mine)))


def asked_way(claim: ReadClaim) -> int:
    """Return 1 where a question asks what came first, -1 what came last, else 0."""
    ranks = {own.rank for own in claim.happenings_asked}
    early = 1 in ranks or bool(_EARLY & claim.asked)
    late = -1 in ranks or bool(_LATE & claim.asked)
    return int(early) - int(late)


def asked_options(claim: ReadClaim) -> tuple[set[str], set[str]] | None:
    """Return the words of each of two things between which a question lets choose."""
    tokens, text = claim.question.tokens, claim.question.text
    at = next((at for at, token in enumerate(tokens) if token.text == "or"), 0)
    if not at or tokens[at - 1].text in _NEVER_OPTIONS:
        return None
    marks = [i for i, token in enumerate(tokens) if token.text in {",", ":", "?"}]
    start = max((i + 1 for i in marks if i < at), default=0)
    stop = min((i for i in marks if i > at), default=len(tokens))
    if not start or start >= at or at + 1 >= stop:
        return None
    one, other = (
        {
            word
            for told in happenings(text, Span(tokens[first].start, tokens[last - 1].end))
            for word in told.words
        }
        for first, last in ((start, at), (at + 1, stop))
    )
    return (one - other, other - one) if one - other and other - one else None


def _place(claim: ReadClaim, words: set[str]) -> int:
    """Return where a claim first names one of some words; far off where it does not."""
    tokens = claim.sentence.tokens
    held = ({stem(piece) for piece in token.text.split("-")} for token in tokens)
    return next((at for at, own in enumerate(held) if own & words), len(tokens))


def ranked_lean(claim: ReadClaim) -> float:
    """Return how far the evidence has a claim's thing first, or last, where that is asked."""
    way = asked_way(claim)
    if not way or _SEEKING.isdisjoint(claim.asked) or asked_options(claim) is not None:
        return 0.0
    asked = asked_words(claim)
    own = {w: kinds for one in claim.happenings for w, kinds in one.words.items() if w not in asked}
    if not own or not asked:
        return 0.0
    lean = among_lean(claim.index.course, Side(own, asked), Side(asked), way)
    return lean if abs(lean) == 1 else 0.0  # the course of the text alone ranks nothing


def told_rank(claim: ReadClaim) -> float:
    """Return how far the evidence has the subject of a claim first, or last, among its kind.

    "The dairy was the first building to get panels".
    """
    if PLACES.isdisjoint(claim.sentence.letters):
        return 0.0
    mains = [own for own in claim.happenings if not own.way]
    if len(mains) != 1 or not mains[0].rank:
        return 0.0
    words = mains[0].words
    own = {word: kinds for word, kinds in words.items() if word in mains[0].subject}
    kind = {word: kinds for word, kinds in words.items() if word not in own}
    if not own or not kind:
        return 0.0
    return among_lean(claim.index.course, Side(own, kind), Side(kind), mains[0].rank)
