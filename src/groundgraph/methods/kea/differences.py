"""Which contradictions between read texts a reader would call one.

The paper's rule (§3.5) asks that two parts of a triple are alike and the third is not. Between
triples that a model without training in the task reads off prose that holds for most pairs of
statements about one thing, so here the third part must also be of one kind on both sides: two
numbers of one unit, two days, two names. What a person or a schema wrote, given triples and
fields of data, may also differ in other words. Of what one may do to several ("speaks",
"directed"), and of which the evidence itself has several, one value excludes no other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.methods.kea.apart import are_apart, gives_to_another
from groundgraph.methods.kea.comparison import Contradiction, ContradictionRule
from groundgraph.methods.kea.graphs import sentence_of
from groundgraph.methods.kea.literals import agree, amounts, as_date, is_literal
from groundgraph.methods.kea.people import are_two_people
from groundgraph.methods.kea.rules import denies
from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES
from groundgraph.text.words import content_stems, stem, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.methods.kea.comparison import TripleVectors
    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.methods.kea.places import EvidenceWords
    from groundgraph.types import Position

Kind = Literal["date", "number", "day", "name", "words"]

DENIALS = frozenset({"no", "false"})
"""Values by which a field of data denies what its name says."""
_LEAST_NAME = 4  # letters; shorter names of fields stand within other words
_DAYS = frozenset({*DAY_NAMES, *MONTH_NAMES})
_PLACES = frozenset({"in", "at", "near", "within", "inside"})
_OF_SEVERAL = frozenset(
    map(
        stem,
        """speak know direct write wrote written produce compose paint play own visit like love sell
        sold buy bought acquire make made offer publish record include contain feature win won study
        teach taught cover support use meet met release translate perform invent discover design
        have hire sponsor serve join coach train develop build built border""".split(),
    )
)
"""Verbs whose object, without a preposition, is one of several."""
_OF_ONE = frozenset(
    map(
        stem,
        """write wrote written author pen paint compose direct design found establish create invent
        discover build built construct develop produce acquire buy bought purchase sell sold lead
        led head chair run own win won kill assassinate marry""".split(),
    )
)
"""Verbs whose object has one subject."""
_OF_MANY = frozenset(
    map(
        stem,
        """member part student pupil child son daughter brother sister sibling friend citizen native
        resident employee supporter fan kind type example""".split(),
    )
)
"""Nouns of what something may have several of."""
_ANY = re.compile(r"\b(?:an?|one of)\b", re.IGNORECASE)
_PREPOSITIONS = _PLACES | frozenset(
    """on of to for from by with under over after before against as into about between during
    since until than through across around off out up down behind above below despite""".split()
)


class Sides(NamedTuple):
    """Both graphs of one answer, and the vectors of their triples."""

    graph: Graphs
    claims: TripleVectors
    evidence: TripleVectors


def plain_contradictions(
    sides: Sides,
    found: Sequence[Contradiction],
    places: Sequence[EvidenceWords],
    open_claims: Sequence[int],
) -> list[Contradiction]:
    """Return the contradictions that hold between texts, by claim.

    Args:
        sides: The two graphs.
        found: From `pairs_of`.
        places: The sentences of the evidence.
        open_claims: The claims that no evidence states; no other is contradicted.
    """
    place_of = {number: place for place in places for number in place.facts}
    names = _names(places)
    several = _of_several(sides.graph)
    kept = [
        c
        for c in found
        if _is_plain(sides.graph, c, place_of, places, names)
        and not (c.position == "object" and _is_one_of_several(sides.graph, c, several))
    ]
    return sorted([*kept, *_denied_fields(sides, places, open_claims)])


def pairs_of(
    sides: Sides, found: Sequence[Contradiction], open_claims: Sequence[int]
) -> list[Contradiction]:
    """Return the pairs that differ in one part, by their vectors or by their words.

    Args:
        sides: The two graphs.
        found: From `groundgraph.methods.kea.comparison.contradictions`.
        open_claims: The claims that no evidence states; of others there is none.
    """
    pairs = [c for c in found if c.claim in set(open_claims)]
    known = {c[:3] for c in pairs}
    worded = (c for c in _by_words(sides, open_claims) if c[:3] not in known)
    pairs += [c for c in worded if not _are_near_names(sides, c)]
    return [c for c in pairs if not _are_of_two(sides.graph, c)]


def _are_near_names(sides: Sides, found: Contradiction) -> bool:
    """Say whether two facts differ in names that may be one: "America", "United States"."""
    labels = [
        getattr(facts[number].triple, found.position)
        for facts, number in (
            (sides.graph.claims, found.claim),
            (sides.graph.evidence, found.evidence),
        )
    ]
    if any(is_literal(each) or kind_of(each, frozenset(), opens=False) == "day" for each in labels):
        return False
    ours, theirs = (getattr(side, found.position) for side in (sides.claims, sides.evidence))
    near = float(ours[found.claim] @ theirs[found.evidence]) > ContradictionRule().ends
    return near and not are_two_people(*labels)


def _are_of_two(graph: Graphs, found: Contradiction) -> bool:
    """Say whether the end in which two facts agree is a thing here, and what it has there."""
    ours, theirs = graph.claims[found.claim].triple, graph.evidence[found.evidence].triple
    ends: tuple[Position, Position] = ("subject", "object")
    return any(
        are_apart(getattr(ours, end), getattr(theirs, end)) for end in ends if end != found.position
    )


_Values = dict[tuple[frozenset[str], frozenset[str], str, bool], set[frozenset[str]]]


def _of_several(graph: Graphs) -> _Values:
    """Return the objects that are no literals, by what `_place_of_value` tells of each."""
    found: _Values = {}
    for fact in graph.evidence:
        subject, predicate, object_ = parts_of(fact)
        if subject and predicate and not is_literal(fact.triple.object):
            found.setdefault(_place_of_value(fact), set()).add(object_)
    return found


def _place_of_value(fact: SourcedTriple) -> tuple[frozenset[str], frozenset[str], str, bool]:
    """Return what the object of a fact is a value of, and whether it is a name."""
    subject, predicate, _ = parts_of(fact)
    named = fact.triple.object[:1].isupper()
    return subject, predicate, preposition(fact.triple.predicate), named


def _is_one_of_several(graph: Graphs, found: Contradiction, several: _Values) -> bool:
    """Say whether the claim's object may stand beside the evidence's."""
    claim, fact = graph.claims[found.claim], graph.evidence[found.evidence]
    if is_literal(fact.triple.object):
        return False
    told = several.get(_place_of_value(fact), set())
    if any(a.isdisjoint(b) for a in told for b in told):
        return True
    predicate = parts_of(fact)[1]
    direct = not any(preposition(side.triple.predicate) for side in (claim, fact))
    return direct and bool(predicate) and predicate <= _OF_SEVERAL


def _by_words(sides: Sides, claims: Sequence[int]) -> Iterator[Contradiction]:
    """Yield the pairs of one predicate and one other end, by their words, that differ."""
    theirs = [parts_of(fact) for fact in sides.graph.evidence]
    for number in claims:
        subject, predicate, object_ = parts_of(sides.graph.claims[number])
        if not predicate:
            continue
        for other, (their_subject, their_predicate, their_object) in enumerate(theirs):
            if predicate != their_predicate:
                continue
            if _nested(subject, their_subject) and object_ != their_object:
                yield _pair(sides, number, other, "object")
            elif object_ == their_object and object_ and subject != their_subject:
                yield _pair(sides, number, other, "subject")


def _denied_fields(
    sides: Sides, places: Sequence[EvidenceWords], claims: Sequence[int]
) -> Iterator[Contradiction]:
    """Yield the claims that name a field of data which says no, and do not deny it."""
    fields = [
        (place.facts[0], _squashed(leaf.path[-1]))
        for place in places
        if (leaf := place.unit.fact) is not None and place.facts and _says_no(leaf.value)
    ]
    for number in claims:
        claim = sides.graph.claims[number]
        text = _squashed(" ".join(claim.shown))
        if denies(claim.text) or denies(claim.shown.predicate):
            continue
        for fact, name in fields:
            if len(name) >= _LEAST_NAME and name in text:
                yield Contradiction(number, fact, "predicate", 1.0)


def _says_no(value: object) -> bool:
    return str(value).strip("'\" ").lower() in DENIALS


def _squashed(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def parts_of(fact: SourcedTriple) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the content stems of subject, predicate and object as they are compared."""
    subject, predicate, object_ = fact.triple
    return content_stems(subject), content_stems(predicate), content_stems(object_)


def _nested(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a and b) and (a <= b or b <= a)


def _pair(sides: Sides, claim: int, evidence: int, position: Position) -> Contradiction:
    cosines = [
        float(ours[claim] @ theirs[evidence])
        for name, ours, theirs in zip(
            ("subject", "predicate", "object"), sides.claims[1:], sides.evidence[1:], strict=True
        )
        if name != position
    ]
    return Contradiction(claim, evidence, position, sum(cosines) / 2)


def kind_of(label: str, names: frozenset[str], *, opens: bool) -> Kind:
    """Say what a label is.

    Args:
        label: The end of a triple.
        names: Words, in lower case, that the evidence writes with a capital within sentences.
        opens: Whether the label opens its sentence, so that the capital of a lone word says
            nothing.

    >>> [kind_of(x, frozenset(), opens=False) for x in ("9 euros", "Monday", "Rome", "a dog")]
    ['number', 'day', 'name', 'words']
    """
    if is_literal(label):
        return "number" if as_date(label) is None else "date"
    read = [word for word in words(label) if word.content]
    if label.lower() in _DAYS or (read and label[read[-1].start : read[-1].end].lower() in _DAYS):
        return "day"
    capitals = [
        label[word.start : word.end].lower() in names
        or (word.capital and not (opens and number == 0 and len(read) == 1))
        for number, word in enumerate(read)
    ]
    return "name" if capitals and all(capitals) else "words"


def _is_plain(
    graph: Graphs,
    found: Contradiction,
    place_of: Mapping[int, EvidenceWords],
    places: Sequence[EvidenceWords],
    names: frozenset[str],
) -> bool:
    """Say whether the rule's contradiction excludes what the claim says."""
    if found.position == "predicate":
        return True
    claim, fact = graph.claims[found.claim], graph.evidence[found.evidence]
    ours, theirs = (getattr(side.triple, found.position) for side in (claim, fact))
    if found.position == "subject" and not _has_one_subject(claim, fact):
        return False
    opens = found.position == "subject" and _opens(graph, claim)
    kind = kind_of(ours, names, opens=opens)
    if kind != kind_of(theirs, names, opens=False) or _compatible(ours, theirs, kind):
        return False
    place = place_of.get(found.evidence)
    exchanged = place is not None and gives_to_another(graph, found.claim, place.facts)
    if place is not None and _holds(place, ours) and not exchanged:
        return False
    if kind in ("name", "words") and _spoken(claim, theirs):
        return False
    if place is not None and _is_written(place):
        return True
    spoken = _spoken(claim, ours) and _spoken(fact, theirs)
    if kind == "words" or not spoken or not _same_predicate(claim, fact, kind):
        return False
    return found.position == "object" or (
        kind == "name" and _same_object(claim, fact) and not _together(places, ours, claim)
    )


def _has_one_subject(claim: SourcedTriple, fact: SourcedTriple) -> bool:
    """Say whether nothing else can stand in the same relation: one wrote it, many live there."""
    if preposition(fact.triple.predicate) == "of":
        role = content_stems(fact.triple.predicate)
        return role.isdisjoint(_OF_MANY) and not any(_ANY.search(f.text) for f in (claim, fact))
    done = content_stems(fact.triple.predicate)
    return bool(done & _OF_ONE) and preposition(fact.triple.predicate) in ("", "by")


def _is_written(place: EvidenceWords) -> bool:
    """Say whether a place is a given triple or a field, in the words of a schema."""
    unit = place.unit
    return unit.span is None and (unit.fact is None or unit.fact.text == unit.text)


def _spoken(fact: SourcedTriple, label: str) -> bool:
    """Say whether a text says a label itself; whom a pronoun stands for is a guess."""
    return content_stems(label) <= content_stems(fact.text)


def _together(places: Sequence[EvidenceWords], subject: str, claim: SourcedTriple) -> bool:
    """Say whether a sentence of the evidence has both ends of a claim."""
    return any(_holds(p, subject) and _holds(p, claim.triple.object) for p in places)


def _opens(graph: Graphs, claim: SourcedTriple) -> bool:
    """Say whether the subject of a claim opens its sentence."""
    at = sentence_of(graph, claim)
    if at is None or claim.span is None:
        return True
    first = claim.span.start == graph.sentences[at].start
    return first and claim.text.startswith(claim.triple.subject)


def _compatible(ours: str, theirs: str, kind: Kind) -> bool:
    """Say whether two labels can both be true: a word in common, or unlike units."""
    first, second = content_stems(ours), content_stems(theirs)
    if kind != "number":
        common = bool(first & second) and not are_two_people(ours, theirs)
        return kind in ("name", "words") and common
    if agree(ours, theirs):
        return True
    units = [{s for s in own if not s[:1].isdigit()} for own in (first, second)]
    counts = len(amounts(ours)), len(amounts(theirs))
    return counts != (1, 1) or bool(units[0] and units[1] and not units[0] & units[1])


def _same_predicate(claim: SourcedTriple, fact: SourcedTriple, kind: Kind) -> bool:
    ours, theirs = content_stems(claim.triple.predicate), content_stems(fact.triple.predicate)
    if ours != theirs:
        return False
    last = [preposition(side.triple.predicate) for side in (claim, fact)]
    if kind in ("number", "date"):
        return True
    return last[0] == last[1] and bool(ours or last[0])


def preposition(predicate: str) -> str:
    """Return the preposition that ends a predicate, "in" for those of places; "" without one."""
    last = predicate.lower().split()[-1:]
    word = last[0] if last else ""
    return "in" if word in _PLACES else word if word in _PREPOSITIONS else ""


def _same_object(claim: SourcedTriple, fact: SourcedTriple) -> bool:
    return _nested(content_stems(claim.triple.object), content_stems(fact.triple.object))


def _holds(place: EvidenceWords, label: str) -> bool:
    stems = content_stems(label)
    return bool(stems) and stems <= place.known


def _names(places: Sequence[EvidenceWords]) -> frozenset[str]:
    """Return the words with a capital inside sentences of the evidence, in lower case."""
    found = set()
    for place in places:
        text = place.unit.text
        for match in re.finditer(r"(?<=[a-z,;] )[A-Z][\w'’-]*", text):
            found.add(match[0].lower())
    return frozenset(found)
