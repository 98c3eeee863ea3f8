"""Which contradictions between read texts a reader would call one.

The paper's rule (§3.5) asks that two parts of a triple are alike and the third is not. Between
triples that a model without training in the task reads off prose that holds for most pairs of
statements about one thing, so here the third part must also be of one kind on both sides: two
numbers of one unit, two days, two names. What a person or a schema wrote, given triples and
fields of data, may also differ in other words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.detectors.kea_graphs import sentence_of
from groundgraph.features.words import words
from groundgraph.graphs.literals import amounts, as_date, is_literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.detectors.kea_graphs import Fact, Graphs
    from groundgraph.detectors.kea_support import Place
    from groundgraph.graphs.knowledge import Contradiction

Kind = Literal["date", "number", "day", "name", "words"]

_DAYS = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december""".split()
)
_PLACES = frozenset({"in", "at", "near", "within", "inside"})
_PREPOSITIONS = _PLACES | frozenset(
    """on of to for from by with under over after before against as into about between during
    since until than through across around off out up down behind above below despite""".split()
)


class _Texts(NamedTuple):
    """What surrounds the two statements of a pair."""

    sentence: frozenset[str]
    place: Place | None
    places: Sequence[Place]


def plain(
    graph: Graphs, found: Sequence[Contradiction], places: Sequence[Place]
) -> list[Contradiction]:
    """Return the contradictions that hold between texts.

    Args:
        graph: Both graphs.
        found: From `groundgraph.graphs.knowledge.contradictions`.
        places: The sentences of the evidence.
    """
    place_of = {number: place for place in places for number in place.facts}
    names = _names(places)
    return [c for c in found if _is_plain(graph, c, place_of, places, names)]


def kind_of(label: str, names: frozenset[str], *, opens: bool) -> Kind:
    """Say what a label is.

    Args:
        label: The end of a triple.
        names: Words, in lower case, that the evidence writes with a capital within sentences.
        opens: Whether the label opens its sentence, so that its first capital says nothing.

    >>> [kind_of(x, frozenset(), opens=False) for x in ("9 euros", "Monday", "Rome", "a dog")]
    ['number', 'day', 'name', 'words']
    """
    if is_literal(label):
        return "number" if as_date(label) is None else "date"
    read = [word for word in words(label) if word.content]
    if read and label[read[-1].start : read[-1].end].lower() in _DAYS:
        return "day"
    capitals = [
        label[word.start : word.end].lower() in names
        or (word.capital and not (opens and number == 0))
        for number, word in enumerate(read)
    ]
    return "name" if capitals and all(capitals) else "words"


def _is_plain(
    graph: Graphs,
    found: Contradiction,
    place_of: Mapping[int, Place],
    places: Sequence[Place],
    names: frozenset[str],
) -> bool:
    claim, fact = graph.claims[found.claim], graph.evidence[found.evidence]
    if found.position == "predicate":
        return True
    ours, theirs = (getattr(side.triple, found.position) for side in (claim, fact))
    opens = found.position == "subject" and _opens(graph, claim)
    kinds = (kind_of(ours, names, opens=opens), kind_of(theirs, names, opens=False))
    if kinds[0] != kinds[1] or _share(ours, theirs, kinds[0]):
        return False
    place = place_of.get(found.evidence)
    written = fact.span is None
    if kinds[0] == "words" and not written:
        return False
    if not written and not _same_predicate(claim, fact, kinds[0]):
        return False
    if place is not None and _holds(place, ours):
        return False
    if found.position == "subject":
        return kinds[0] != "words" and _same_object(claim, fact) and not any(
            _holds(p, ours) and _holds(p, claim.triple.object) for p in places
        )
    return True


def _opens(graph: Graphs, claim: Fact) -> bool:
    at = sentence_of(graph, claim)
    return at is None or claim.span is None or claim.span.start == graph.sentences[at].start


def _share(ours: str, theirs: str, kind: Kind) -> bool:
    """Say whether two labels cannot exclude each other: a word in common, or unlike units."""
    first, second = _stems(ours), _stems(theirs)
    if kind != "number":
        return kind in ("name", "words") and bool(first & second)
    units = [{s for s in own if not s[:1].isdigit()} for own in (first, second)]
    counts = len(amounts(ours)), len(amounts(theirs))
    return counts != (1, 1) or bool(units[0] and units[1] and not units[0] & units[1])


def _same_predicate(claim: Fact, fact: Fact, kind: Kind) -> bool:
    ours, theirs = _stems(claim.triple.predicate), _stems(fact.triple.predicate)
    if ours != theirs:
        return False
    last = [_preposition(side.triple.predicate) for side in (claim, fact)]
    if kind in ("number", "date"):
        return True
    return last[0] == last[1] and bool(ours or last[0])


def _preposition(predicate: str) -> str:
    last = predicate.lower().split()[-1:]
    word = last[0] if last else ""
    return "in" if word in _PLACES else word if word in _PREPOSITIONS else ""


def _same_object(claim: Fact, fact: Fact) -> bool:
    ours, theirs = _stems(claim.triple.object), _stems(fact.triple.object)
    return bool(ours and theirs) and (ours <= theirs or theirs <= ours)


def _holds(place: Place, label: str) -> bool:
    stems = _stems(label)
    return bool(stems) and stems <= place.known


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words(text) if word.content)


def _names(places: Sequence[Place]) -> frozenset[str]:
    """Return the words with a capital inside sentences of the evidence, in lower case."""
    found = set()
    for place in places:
        text = place.unit.text
        for match in re.finditer(r"(?<=[a-z,;] )[A-Z][\w'’-]*", text):
            found.add(match[0].lower())
    return frozenset(found)
