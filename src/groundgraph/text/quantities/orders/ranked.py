"""Places in time among several dated things: "the oldest", "joined first", "the second to open"."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.orders.asked_orders import asked_options
from groundgraph.text.quantities.orders.comparisons import wants_earlier
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.moments import order
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.vocabulary.small_words import BE
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.extremes import Superlative
    from groundgraph.text.quantities.written.model import Event, Sentence

_OWN = 0.5
"""Weight of a word, in [0, 1], from which it is an event's own; also the fit of what is found."""
_CLAUSE = 0.75
"""Weight of a word from which it belongs to the clause of a date."""
_LEAST = 2
"""Members of a group that is compared."""
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_RECENTLY = ("most", "recently")
_LONGEST = frozenset({"longest", "longest-serving"})
_PLACING = _ORDINALS.keys() | _LONGEST | {"most"}
"""Words of which one tells a place."""
_BEGUN = frozenset(map(stem, "joined hired started start appointed since entered began".split()))
"""Stems by which a date begins what has lasted longest where it is the earliest."""
_HERE = frozenset("there here with member employee serving served worked been".split())
_BEFORE_PLACES = frozenset("a an this that these those at of in for very".split())
"""What stands before "first" where it tells no place: "at first", "in the first half"."""


class _Place(NamedTuple):
    """A place that a claim gives a thing.

    Attributes:
        rank: 1 for the first, 2 for the second, -1 for the last.
        span: Where the claim says so.
        lasting: Whether it is said of what has lasted longest.
    """

    rank: int
    span: Span
    lasting: bool = False


def check_places(claim: ReadClaim) -> list[Check]:
    """Hold "joined first", "was the second to open", "has been there longest" against dates."""
    place = _place(claim.sentence)
    if place is None:
        return []
    options = asked_options(claim)
    for alike in _dated_alike(claim):
        members = alike if options is None else [m for m in alike if _is_option(m, options)]
        check = _place_decided(claim, place, members) if len(members) >= _LEAST else None
        if check is not None:
            return [check]
    return []


def _is_option(member: Event, options: Sequence[set[str]]) -> bool:
    """Say whether something dated is one of what a question lets choose from."""
    return any(option <= member.words.keys() for option in options)


def _place(sentence: Sentence) -> _Place | None:
    """Return the one place that a claim tells."""
    if _PLACING.isdisjoint(sentence.letters):
        return None
    words = [token.text for token in sentence.tokens]
    placing = [at for at, word in enumerate(words) if at and word in _PLACING]
    found = [place for at in placing if (place := _place_at(sentence, words, at))]
    return found[0] if len(found) == 1 else None


def _place_at(sentence: Sentence, words: Sequence[str], at: int) -> _Place | None:
    word, before, span = words[at], words[at - 1], sentence.tokens[at].span
    behind = words[at + 1] if at + 1 < len(words) else ""
    ends = not behind or not behind[0].isalnum()
    if word in _LONGEST and not _HERE.isdisjoint(words):
        return _Place(1, span, lasting=True)
    if (word, behind) == _RECENTLY:
        return _Place(-1, Span(span.start, sentence.tokens[at + 1].end))
    if word not in _ORDINALS or before in _BEFORE_PLACES:
        return None
    of_a_row = before in {"the", *BE} and (behind in {"to", "of"} or ends)
    adverb = ends and before not in {"the", "and", "or"} and word in {"first", "last"}
    return _Place(_ORDINALS[word], span) if of_a_row or adverb else None


def _place_decided(claim: ReadClaim, place: _Place, members: Sequence[Event]) -> Check | None:
    shared = _column(members) or _told_alike(claim, members)
    begun = bool(shared & _BEGUN) if place.lasting else bool(shared & claim.sentence.words.keys())
    chosen = _dated_as(claim, members) if begun else None
    if chosen is None or place.rank > len(members) or not _is_named(claim, chosen, members):
        return None
    orders = [order(one.moment, chosen.moment) for one in members if one is not chosen]
    if not set(orders) <= {"before", "after"}:
        return None
    right = orders.count("before") == (place.rank - 1 if place.rank > 0 else len(orders))
    if not right and chosen.cell is None and len({member.line for member in members}) > 1:
        return Check("open", "order", place.span, lean=-_OWN)
    return Check(decided(right=right), "order", place.span, (chosen,), 1.0)


def _is_named(claim: ReadClaim, chosen: Event, members: Sequence[Event]) -> bool:
    """Say whether a claim names, or numbers, what one event dates and none of the others."""
    others = [member for member in members if member is not chosen]
    return any(
        (word in claim.index.names or word.isdigit())
        and chosen.words.get(word, 0.0) >= _OWN
        and all(member.words.get(word, 0.0) < _OWN for member in others)
        for word in claim.sentence.words
    )


def _told_alike(claim: ReadClaim, members: Sequence[Event]) -> frozenset[str]:
    """Return what happened on each of some dates, without names."""
    own = [{w for w, near in member.words.items() if near >= _CLAUSE} for member in members]
    return frozenset.intersection(*map(frozenset, own)) - claim.index.names


def _column(members: Sequence[Event]) -> frozenset[str]:
    cell = members[0].cell
    return frozenset(cell_stems(cell.column)) if cell is not None else frozenset()


def by_date(claim: ReadClaim, superlative: Superlative) -> Check:
    """Decide "the oldest", "the latest" by dates told alike: in one column or field, or passage."""
    for members in _dated_alike(claim):
        check = _date_decided(claim, superlative, members)
        if check is not None:
            return check
    return Check("open", "comparison", superlative.span, lean=_lean_of_rank(claim, superlative))


def _dated_alike(claim: ReadClaim) -> list[list[Event]]:
    """Return the dates of each column, of each sentence, and of sentences with one each."""
    rows: defaultdict[tuple[object, ...], list[Event]] = defaultdict(list)
    for event in claim.index.events:
        if event.moment.dated:
            key = (
                ("column", event.cell.column) if event.cell else ("line", event.passage, event.line)
            )
            rows[key].append(event)
    alone = [members[0] for key, members in rows.items() if key[0] == "line" and len(members) == 1]
    for event in alone:
        rows["lines", event.passage].append(event)
    return [members for members in rows.values() if len(members) >= _LEAST]


def _lean_of_rank(claim: ReadClaim, superlative: Superlative) -> float:
    """Return what speaks for "the second oldest": its place among all that is dated by one noun."""
    words = claim.sentence.words.keys() | claim.question.words.keys()
    told = [event for event in claim.index.events if event.cell is None and event.moment.year]
    for word in sorted(words) if superlative.rank > 1 else ():
        members = [event for event in told if event.words.get(word, 0.0) >= 1]
        chosen = _dated_as(claim, members) if len(members) > superlative.rank else None
        if chosen is not None:
            sign = 1 if wants_earlier(superlative.adjective) else -1
            years = sorted({sign * (event.moment.year or 0) for event in members})
            is_so = years[superlative.rank - 1 :][:1] == [sign * (chosen.moment.year or 0)]
            return _OWN if is_so else -_OWN
    return 0.0


def _about(event: Event) -> set[str]:
    return {word for word, weight in event.words.items() if weight >= _OWN}


def _shared(members: Sequence[Event]) -> frozenset[str]:
    return frozenset.intersection(*(frozenset(_about(member)) for member in members))


def _dated_as(claim: ReadClaim, members: Sequence[Event]) -> Event | None:
    """Return the one of some dated things that a claim's words single out."""
    shared = _shared(members)
    words = claim.sentence.words.keys() - shared
    scores = [
        sum(claim.index.dated(word) * member.words.get(word, 0.0) for word in words)
        for member in members
    ]
    best = max(scores)
    single = bool(shared) and best > 0 and scores.count(best) == 1
    return members[scores.index(best)] if single else None


def _date_decided(
    claim: ReadClaim, superlative: Superlative, members: Sequence[Event]
) -> Check | None:
    chosen = _dated_as(claim, members)
    if chosen is None or superlative.rank > 1:
        return None
    shared = _shared(members)
    wanted = "before" if wants_earlier(superlative.adjective) else "after"
    others = [member for member in members if member is not chosen]
    orders = [order(chosen.moment, other.moment) for other in others]
    if "open" in orders:
        return None
    right = all(told in {wanted, "same"} for told in orders)
    apart = len({member.line for member in members}) > 1
    if not right and chosen.cell is None and (apart or not shared & superlative.attribute.keys()):
        return Check("open", "comparison", superlative.span, lean=-_OWN)
    return Check(decided(right=right), "comparison", superlative.span, (chosen,), _OWN)
