"""Detectors of texts read given triples as sentences, and cite the triples, and where they stand.

Each triple is a passage of its own, "triple 3", beside the passages. So is each line of a passage
that lists triples and nothing else; there the line is cited.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.errors import InputError
from groundgraph.methods.read_as import Step
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.conversations import asked
from groundgraph.text.triples.sentences import as_sentence, entity_words, listed_triples
from groundgraph.text.words import content_stems
from groundgraph.types import Edge, Evidence, Passage, Span, node_names
from groundgraph.types.triple_names import is_triple, lister_of, name_of, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.types import (
        Conflict,
        EdgeKind,
        Example,
        Finding,
        Side,
        Triple,
        TripleView,
        Verdict,
    )


MOST_READ = 200
"""Triples of one example that are read as sentences, the nearest to question and answer; paths are
looked for among all of them."""


class Place(NamedTuple):
    """A triple and where it is given.

    Attributes:
        triple: The fact.
        passage_id: The passage that lists it, or that it was read off; "" where not known.
        span: Its line in that passage; ``None`` for a triple of `Example.triples`.
    """

    triple: Triple
    passage_id: str
    span: Span | None

    def name(self, number: int) -> str:
        """Return what the triple is called as evidence, by its number among all, from 0."""
        return name_of(number, self.passage_id if self.span else "")


def with_listed_given(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with the triples that passages list behind those that were given.

    Raises:
        InputError: When a passage is called as a triple is.
    """
    return [_listed_given(example) for example in examples]


def with_triples_told(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with their triples, each once, as passages beside the others.

    ``triples`` of what is returned holds all of them, those of passages that list triples last.

    Raises:
        InputError: When a passage is called as a triple is.
    """
    return [_told(example) for example in examples]


def _listed_given(example: Example) -> Example:
    places = places_of(example)
    if all(place.span is None for place in places):
        return example
    _refuse_clash(example)
    return replace(
        example,
        passages=_prose(example, places),
        triples=tuple(place.triple for place in places),
        triple_passages=_read_off(places),
    )


def _refuse_clash(example: Example) -> None:
    clash = next((p.id for p in example.passages if is_triple(p.id) and example.triples), "")
    if clash:
        raise InputError(
            f"a passage has the id {clash!r}, which is what a triple is called; give it another",
            field="passages",
        )


def _prose(example: Example, places: Sequence[Place]) -> tuple[Passage, ...]:
    """Return the passages that list no triples."""
    listing = {place.passage_id for place in places if place.span is not None}
    return tuple(passage for passage in example.passages if passage.id not in listing)


def _told(example: Example) -> Example:
    places = places_of(example)
    if not places:
        return example
    _refuse_clash(example)
    prose = _prose(example, places)
    names: dict[Triple, str] = {}
    for number, place in enumerate(places):
        names.setdefault(place.triple, place.name(number))
    told = [Passage(as_sentence(triple), name) for triple, name in names.items()]
    return replace(
        example,
        passages=(*prose, *_nearest(told, example)),
        triples=tuple(place.triple for place in places),
        triple_passages=_read_off(places),
        triple_ids=_with_listed(example.triple_ids, len(places)),
    )


def _read_off(places: Sequence[Place]) -> tuple[str, ...]:
    """Return the passages that triples were read off; a line that is one is its own passage."""
    return tuple(
        place.name(number) if place.span else place.passage_id
        for number, place in enumerate(places)
    )


def names_of(example: Example) -> tuple[str, ...]:
    """Return what each triple of an example is called as evidence.

    Args:
        example: What `with_triples_told` or `with_listed_given` returned.
    """
    triples = example.triples or ()
    known = example.triple_passages or ("",) * len(triples)
    return tuple(name if lister_of(name) else name_of(number) for number, name in enumerate(known))


def _with_listed(ids: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the names of given triples with "" for those that passages list."""
    return (*ids, *[""] * (count - len(ids))) if ids else ()


def triples_named(names: Sequence[str], example: Example) -> list[Passage | None]:
    """Return the passage that stands for the triple of each name, ``None`` for no triple's name.

    Args:
        names: As answers cite them, such as "Relationships 23".
        example: What `with_triples_told` returned.
    """
    triples = example.triples or ()
    by_id = dict(zip(example.triple_ids, triples, strict=False))
    found = [by_id.get(name) for name in names]
    return [t and Passage(as_sentence(t), name_of(triples.index(t))) for t in found]


def places_of(example: Example) -> list[Place]:
    """Return the triples of an example, then those that its passages list."""
    given = example.triples or ()
    known = example.triple_passages or ("",) * len(given)
    found = [Place(triple, passage, None) for triple, passage in zip(given, known, strict=True)]
    for passage in example.passages:
        found += [Place(t, passage.id, span) for t, span in listed_triples(passage.text)]
    return found


def _nearest(told: list[Passage], example: Example) -> list[Passage]:
    """Return the sentences to read: those that share most with question and answer."""
    if len(told) <= MOST_READ:
        return told
    said = content_stems(asked(example.question)) | content_stems(example.answer)
    near = {p.id: (-len(content_stems(p.text) & said), p.text) for p in told}
    kept = {p.id for p in sorted(told, key=lambda p: near[p.id])[:MOST_READ]}
    return [passage for passage in told if passage.id in kept]


def _as_given(verdict: Verdict, example: Example) -> Verdict:
    shown = _Shown(example)
    return replace(
        verdict,
        reason="; ".join(filter(None, [verdict.reason, shown.unread])),
        findings=tuple(shown.finding(finding) for finding in verdict.findings),
        edges=shown.edges(verdict.edges),
        conflicts=tuple(shown.conflict(conflict) for conflict in verdict.conflicts),
        triples=tuple(v._replace(passage_id=_where(v.passage_id)) for v in verdict.triples),
    )


def _lines_cited(verdict: Verdict, example: Example) -> Verdict:
    shown = _Shown(example)
    return replace(
        verdict,
        findings=tuple(shown.finding(finding) for finding in verdict.findings),
        triples=tuple(shown.view(view) for view in verdict.triples),
        edits=tuple(e._replace(passage_id=_where(e.passage_id)) for e in verdict.edits),
    )


class _Shown:
    """Says where triples stand in what was given."""

    def __init__(self, example: Example) -> None:
        self._places = places_of(example)
        self._passages = {passage.id: passage.text for passage in example.passages}

    @property
    def unread(self) -> str:
        """Which triples were not read as sentences, or ""."""
        count = len({place.triple for place in self._places})
        if count <= MOST_READ:
            return ""
        return (
            f"of {count:,} triples the {MOST_READ} nearest to question and answer were read as "
            "sentences; paths were looked for among all"
        )

    def finding(self, finding: Finding) -> Finding:
        """Return a finding that cites triples, each followed by the sentence it was read off."""
        cited: dict[tuple[str, Span | None], Evidence] = {}
        for item in (shown for each in finding.evidence for shown in self._cited(each)):
            cited.setdefault((item.passage_id, item.span), item)
        names = tuple(dict.fromkeys(map(_where, finding.cited)))
        return replace(finding, evidence=tuple(cited.values()), cited=names)

    def conflict(self, found: Conflict) -> Conflict:
        """Return a conflict whose sides are lines where passages list triples."""
        return replace(found, sides=tuple(self._side(side) for side in found.sides))

    def _side(self, side: Side) -> Side:
        place = self._place(side.passage_id)
        if place is None or place.span is None:
            return side
        line = place.span.of(self._passages[place.passage_id])
        return side._replace(passage_id=place.passage_id, span=place.span, text=line)

    def view(self, view: TripleView) -> TripleView:
        """Return a triple of a graph that cites the line which lists it."""
        place = self._place(view.passage_id)
        if view.side == "answer" or place is None or place.span is None:
            return view
        return view._replace(passage_id=place.passage_id, span=place.span)

    def edges(self, drawn: Sequence[Edge]) -> tuple[Edge, ...]:
        """Return edges between what was given, of several of a kind between two the strongest."""
        found: dict[tuple[str, str, EdgeKind], float] = {}
        for edge in drawn:
            source, target = _node(edge.source), _node(edge.target)
            if source != target:  # two lines of one passage
                ends = source, target, edge.kind
                found[ends] = max(edge.weight, found.get(ends, edge.weight))
        return tuple(
            Edge(source, target, weight, kind) for (source, target, kind), weight in found.items()
        )

    def _place(self, passage_id: str) -> Place | None:
        number = number_of(passage_id)
        if number is None or not 0 <= number < len(self._places):
            return None
        return self._places[number]

    def _cited(self, item: Evidence) -> Iterator[Evidence]:
        place = self._place(item.passage_id)
        if place is None:
            yield item
        elif place.span is not None:
            line = place.span.of(self._passages[place.passage_id])
            yield Evidence(place.passage_id, place.span, item.score, line)
        else:
            yield replace(item, span=None, text=as_sentence(place.triple))
            if place.passage_id in self._passages:
                yield self._stated(place, item.score)

    def _stated(self, place: Place, score: float) -> Evidence:
        """Return the sentence of a text unit that names most of a triple read off it."""
        text = self._passages[place.passage_id]
        [spans] = SentenceSegmenter().segment([text])
        wanted = [content_stems(entity_words(part)) for part in place.triple]

        def held(span: Span) -> tuple[float, ...]:
            stems = content_stems(span.of(text))
            shares = [len(part & stems) / len(part) if part else 0.0 for part in wanted]
            return min(shares[0], shares[2]), sum(shares), -span.start

        best = max(spans, key=held, default=Span(0, len(text)))
        return Evidence(place.passage_id, best, score, best.of(text))


def _where(passage_id: str) -> str:
    """Return the passage that lists a triple; what is no listed triple, as it is."""
    return lister_of(passage_id) or passage_id


def _node(name: str) -> str:
    passage = node_names.passage_of(name)
    return name if passage is None else node_names.passage(_where(passage))


TRIPLES_TOLD = Step(with_triples_told, _as_given)
"""Triples are read as passages, and cited as they were given."""
LISTED_GIVEN = Step(with_listed_given, _lines_cited)
"""Passages that list triples are read as given triples; of those lines are cited."""
