"""Before and after: the order of two things of a claim, decided from the dates of the evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.elapsed import time_between
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.evidence.slots import Wanted, ranked
from groundgraph.text.quantities.orders.anchored_orders import with_anchors
from groundgraph.text.quantities.orders.claim_relations import answered, at_dates, betweens
from groundgraph.text.quantities.orders.comparisons import named, split
from groundgraph.text.quantities.orders.contrast import contrasts
from groundgraph.text.quantities.orders.course_orders import by_course
from groundgraph.text.quantities.orders.dated_pairs import (
    are_meant,
    are_names_alone,
    at_its_end,
    can_be_ordered,
    end_meant,
    hold_most,
    is_firm,
    of_same_ends,
)
from groundgraph.text.quantities.times.denials import has_not
from groundgraph.text.quantities.times.distances import ROUGH
from groundgraph.text.quantities.times.relations import OF_ENDS, Relation, relations
from groundgraph.text.quantities.times.timeline import filled
from groundgraph.text.quantities.written.comparatives import is_denied
from groundgraph.text.quantities.written.moments import Moment, gap, order
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.orders.contrast import ComparedPair
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Event, Sentence
    from groundgraph.text.quantities.written.segments import Words

_FITS, _CLEAR, _SAME_THING = 0.5, 0.25, 0.6
"""Shares of a claim's words: that two events hold together, by which they fit this way round better
than the other, and that a single event or side of a relation holds."""
_ROOM, _BAND = 0.08, 0.1
"""By how much a score must lead another, which is also the share of a span of time that it may be
off; and by how much a pair may fit worse than the best and still count."""
_TOLD = 0.6
"""Fit of an order that a passage tells in the claim's own words."""
_WORDS = 4
"""Words of both sides below which each must be held whole."""
_SURE = 0.75
"""Fit of both sides of an order that a passage tells at which a wrong one is a contradiction."""
_PLAIN = frozenset({"before", "after", "prior to", "following", "preceded by", "followed by"})
_COMPARATIVE = frozenset({"older than", "younger than", "newer than"})
"""Connectors that are read as comparisons."""
_HALF = 0.5
_DAY = 1440
_OF = frozenset({"of", "over", "about", "with", "for", "against"})
_UNTIL = frozenset({"until", "till"})
_ENDS_AT = _UNTIL | {"to", "by", "since", "before", "after"}
"""What stands before a date that is another one than that of what is told."""
_ELSEWHERE = _ENDS_AT | {"which", "who", "where", "when", "while", "and", "but", ";"}
_ELSEWHERE -= {"to", "by"}
_LOOSE = _UNTIL | {"followed", "follows"}


def check_orders(claim: ReadClaim) -> list[Check]:
    """Hold each "before", "after", "two days later than" of a claim against the evidence."""
    asked = answered(claim.sentence)
    found = [r for r in relations(claim.sentence) if r.connector not in _COMPARATIVE]
    told = found if asked is None else [asked]
    checks = [_unless_denied(claim, r, _checked(claim, r)) for r in told]
    if not told:
        further = (*betweens(claim.sentence), *at_dates(claim.sentence))
        checks = [check for r in further if (check := _checked(claim, r)).outcome != "open"]
    return with_anchors(claim, by_course(claim, checks))


def _unless_denied(claim: ReadClaim, relation: Relation, check: Check) -> Check:
    """Leave open what goes against a denial that does not turn the order: "nobody left before"."""
    if check.outcome != "contradicted" or relation.connector in _UNTIL:
        return check
    if relation.amount is None and has_not(claim.sentence, *relation.first_range):
        return check
    denied = is_denied(claim.sentence, len(claim.sentence.tokens))
    return replace(check, outcome="open") if denied else check


def _checked(claim: ReadClaim, relation: Relation) -> Check:
    said, at = relation.connector, relation.span
    if said in OF_ENDS:  # which nothing dates
        return Check("open", "order", _with_distance(relation))
    date = _own_date(claim, relation)
    if date is not None:
        return _against_a_date(claim, relation, date)
    told = _as_told(claim, relation) or _with_own_date(claim, relation)
    if told is not None:
        return told
    found = _contrasts(claim, relation)
    best = _dated(relation, found)
    if best is None:
        return Check("open", "order", at, lean=_lean_of_dates(relation, found))
    best = at_its_end(claim, relation, best)
    if best is None:
        return Check("open", "order", at)
    if not are_meant(claim, relation, best):
        return Check("open", "order", at)
    if not of_same_ends(claim, relation, best) or are_names_alone(claim, relation, best):
        return Check("open", "order", at, lean=_HALF * _lean_of_dates(relation, found))
    held = (best.first, best.second)
    wanted = "before" if relation.sign < 0 else "after"
    right = order(best.first.moment, best.second.moment) == wanted and _far_enough(relation, best)
    most = hold_most(claim, relation, best)
    if right and most:
        return Check("supported", "order", _with_distance(relation), held, best.fit)
    loose = said in _LOOSE or (best.first.moment.step is not None and said not in _PLAIN)
    if not right and most and is_firm(best) and not loose:
        apart = _distance(relation, best.first.moment, best.second.moment)
        at = _with_distance(relation) if apart else at
        return Check("contradicted", "order", at, held, best.fit, apart)
    return Check("open", "order", at, held, best.fit, lean=_lean_of_dates(relation, found))


def _with_distance(relation: Relation) -> Span:
    """Return where a claim says an order, with the time between the two where it tells one."""
    own = relation.span
    told = relation.amount.span if relation.amount else own
    return Span(min(told.start, own.start), max(told.end, own.end))


def _distance(relation: Relation, first: Moment, second: Moment) -> str:
    """Return how far two things lie apart, where a claim has only their order right, or ""."""
    wanted = "before" if relation.sign < 0 else "after"
    if relation.amount is None or order(first, second) != wanted:
        return ""
    return time_between(relation.amount, *((first, second)[:: 1 if wanted == "before" else -1]))


def _lean_of_dates(relation: Relation, found: Sequence[ComparedPair[Event]]) -> float:
    """Return what the best contrast says for the claim or, below 0, against it."""
    if not found or found[0].clear <= 0:
        return 0.0
    best = found[0]
    wanted = "before" if relation.sign < 0 else "after"
    right = order(best.first.moment, best.second.moment) == wanted and _far_enough(relation, best)
    return min(1.0, best.fit * best.clear) * (1 if right else -1)


def _with_own_date(claim: ReadClaim, relation: Relation) -> Check | None:
    """Hold "was well from 6 March, two days after Y" against the date of Y."""
    inside = _of_its_own_clause(claim.sentence, relation)
    if relation.amount is None or not inside:
        return None
    wanted = Wanted(dict.fromkeys(relation.second, 1.0), claim.index.dated)
    slots = ranked(wanted, claim.index.events)
    if not slots or slots[0].score < _SAME_THING:
        return None
    event = end_meant(claim, relation.second_range, slots[0].held)
    if event is None:
        return None
    own = filled(inside[-1].moment, event.moment)
    found = order(own, event.moment)
    if found not in {"before", "after"}:
        return None
    right = found == ("before" if relation.sign < 0 else "after") and _is_far_enough(
        relation, own, event.moment
    )
    fit = min(_TOLD, slots[0].score) if right else slots[0].score  # its own date may be wrong
    apart = "" if right else _distance(relation, own, event.moment)
    at = _with_distance(relation) if apart else relation.span
    return Check(decided(right=right), "order", at, (event,), fit, apart)


def _of_its_own_clause(sentence: Sentence, relation: Relation) -> list[DateMention]:
    """Return the dates of a first thing, without "which she held until 1974"."""
    start, stop = relation.first_range
    words = [token.text for token in sentence.tokens]
    opens = start >= relation.second_range[1]
    found = []
    for mention in sentence.mentions:
        if not start <= mention.first < stop or not mention.moment.dated:
            continue
        between = words[start : mention.first] if opens else words[mention.after : stop]
        if _ELSEWHERE.isdisjoint(between) and words[mention.first - 1] not in _ENDS_AT:
            found.append(mention)
    return found


def _own_date(claim: ReadClaim, relation: Relation) -> Moment | None:
    """Return the date that is all that follows a connector: "before May"."""
    start, stop = relation.second_range
    inside = [m for m in claim.sentence.mentions if start <= m.first < stop]
    if len(inside) != 1:
        return None
    mention = inside[0]
    rest = [
        t.text
        for at, t in enumerate(claim.sentence.tokens[start:stop], start)
        if not mention.first <= at < mention.after and t.kind == "word"
    ]
    return mention.moment if len(rest) <= 1 else None


def _against_a_date(claim: ReadClaim, relation: Relation, date: Moment) -> Check:
    if relation.connector in _UNTIL:  # tells an end, and the event may be a beginning
        return Check("open", "order", relation.span)
    wanted = Wanted(dict.fromkeys(relation.first, 1.0), claim.index.dated)
    slots = ranked(wanted, claim.index.events)
    if not slots or slots[0].score < _SAME_THING:
        return Check("open", "order", relation.span)
    event = slots[0].held
    if len(slots) > 1 and slots[1].score > slots[0].score - _ROOM:
        return Check("open", "order", relation.span)
    found = order(event.moment, filled(date, event.moment))
    if found in {"open", "same"}:
        return Check("open", "order", relation.span)
    right = found == ("before" if relation.sign < 0 else "after")
    return Check(decided(right=right), "order", relation.span, (event,), slots[0].score)


def _words(
    claim: ReadClaim, relation: Relation
) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    shared = {w: 1.0 for w in relation.first if w in relation.second}
    first, second, shared = split(claim, relation.first, relation.second, shared)
    if second and all(relation.second.values()):  # "crossed the line before Cox" has him cross it
        shared |= {word: 1.0 for word in first if not relation.first.get(word, True)}
        first = {word: weight for word, weight in first.items() if word not in shared}
    dates = claim.date_words
    return (
        {w: 1.0 for w in first if w not in dates},
        {w: 1.0 for w in second if w not in dates},
        shared,
    )


def _contrasts(claim: ReadClaim, relation: Relation) -> list[ComparedPair[Event]]:
    first, second, shared = _words(claim, relation)
    if not (first or shared) or not (second or shared) or not (first or second):
        return []
    dates, index = claim.date_words, claim.index
    names = named(relation.first, claim) - dates, named(relation.second, claim) - dates
    return contrasts(first, second, shared, index.events, index.dated, can_be_ordered, names)


def _dated(relation: Relation, found: Sequence[ComparedPair[Event]]) -> ComparedPair[Event] | None:
    """Return the best contrast, where it is sure enough and no other as good says otherwise."""
    if not found or found[0].fit < _FITS or found[0].clear < _CLEAR:
        return None
    best = found[0]
    own = order(best.first.moment, best.second.moment)
    for other in found[1:]:
        if other.score < best.score - _BAND:
            break
        if order(other.first.moment, other.second.moment) != own:
            return None
        if relation.amount is not None and _far_enough(relation, other) != _far_enough(
            relation, best
        ):
            return None
    return best


def _far_enough(relation: Relation, best: ComparedPair[Event]) -> bool:
    """Say whether the time between two things is what the claim tells, where it tells one."""
    return _is_far_enough(relation, best.first.moment, best.second.moment)


def _is_far_enough(relation: Relation, one: Moment, other: Moment) -> bool:
    amount = relation.amount
    if amount is None:
        return True
    if order(one, other) == "after":
        one, other = other, one
    if amount.unit.factor >= _DAY * 60:
        one, other = replace(one, minutes=()), replace(other, minutes=())
    both = gap(one, other)
    if both is None:
        return True
    minutes = float(amount.base) / 60
    if amount.bound == ROUGH:
        return both[0] < 2 * minutes
    if amount.bound in {"over", "least"}:
        return both[1] >= minutes
    if amount.bound in {"below", "most", "under"}:
        return both[0] <= minutes
    room = max(_ROOM * minutes, 0 if amount.unit.factor <= _DAY * 60 else _DAY)
    return both[0] - room <= minutes <= both[1] + room


def _as_told(claim: ReadClaim, relation: Relation) -> Check | None:
    """Hold the claim against what a sentence of the evidence says of the same two things."""
    for passage in claim.index.passages:
        for sentence, told, _ in passage.related:
            way = _way(relation, told)
            if way and _holds_head(sentence, told, relation.second if way > 0 else relation.first):
                same = relation.sign == told.sign * way
                if not same and not _is_sure(relation, told):
                    continue
                if same and (claim.strange_names or _is_other_time(relation, told)):
                    continue
                held = [e for e in passage.events if e.around == sentence.span][:1]
                if not same and not held:
                    continue  # there would be nothing to show
                return Check(decided(right=same), "order", relation.span, tuple(held), _TOLD)
    return None


def _is_other_time(claim: Relation, told: Relation) -> bool:
    """Say whether two relations of the same things tell how far apart they are, and differ."""
    if claim.amount is None or told.amount is None:
        return False
    return abs(claim.amount.base - told.amount.base) > _ROOM * told.amount.base


def _is_sure(claim: Relation, told: Relation) -> bool:
    """Say whether nearly all the words of both things are those of the evidence's."""
    both = {**told.first, **told.second}
    least = min(_share(claim.first, both), _share(claim.second, both))
    return least >= _SURE and min(len(claim.first), len(claim.second)) > 1


def _way(claim: Relation, told: Relation) -> int:
    """Return 1 where two relations are of the same things, -1 where they are turned, else 0."""
    if not claim.first or not claim.second:
        return 0
    straight = _share(claim.first, told.first), _share(claim.second, told.second)
    turned = _share(claim.first, told.second), _share(claim.second, told.first)
    if len(claim.first) + len(claim.second) < _WORDS and max(min(straight), min(turned)) < 1:
        return 0
    if min(straight) >= _SAME_THING and sum(straight) > sum(turned) + _CLEAR:
        return 1
    if min(turned) >= _SAME_THING and sum(turned) > sum(straight) + _CLEAR:
        return -1
    return 0


def _holds_head(sentence: Sentence, told: Relation, words: Words) -> bool:
    """Say whether some words speak of what a relation is set against, not of a part of it.

    In "after a quarrel over the tour" that is the quarrel and not the tour.
    """
    start, stop = told.second_range
    tokens = sentence.tokens
    end = next((at for at in range(start, stop) if tokens[at].text in _OF), stop)
    head = content_words(tokens, sentence.text, start, end, skip=sentence.skipped)
    return end == stop or not head or not words.keys().isdisjoint(head)


def _share(words: dict[str, bool], other: dict[str, bool]) -> float:
    return len(words.keys() & other.keys()) / len(words) if words else 0.0
