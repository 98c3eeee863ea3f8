"""Detectors of texts read given triples as sentences, and cite the triples, and where they stand.

Each triple is a passage of its own, "triple 3", beside the passages. So is each line of a passage
that lists triples and nothing else; there the line is cited.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.errors import InputError
from groundgraph.methods.read_as import Step
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.conversations import asked
from groundgraph.text.triples.sentences import as_sentence, entity_words, listed_triples
from groundgraph.text.words import content_stems
from groundgraph.types import Edge, Evidence, Passage, Span, node_names
from groundgraph.types.triple_names import is_triple, name_of, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.types import EdgeKind, Example, Finding, Triple, TripleView, Verdict


MOST_READ = 200
"""Triples of one example that are read as sentences, the nearest to question and answer; paths are
looked for among all of them."""
_TRIPLE = re.compile(r"\b[Tt]riple \d+\b")
_SAY_SO = " say so too."
_IN_TEXT = re.compile(r"\bpassage (triple \d+)\b")
_SAYING = re.compile(r"\b([Tt])he passage\b([^()]{1,400})\(passage (triple \d+)\)")
_ID = r"(?:triple \d+|\d+ more|[^\s,]+)"
_LISTED = re.compile(rf"\b[Pp]assages ({_ID}(?:, {_ID})*) and ({_ID})")


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
        triple_passages=tuple(place.passage_id for place in places),
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
    numbers = {place.triple: number for number, place in reversed([*enumerate(places)])}
    told = [Passage(as_sentence(t), name_of(n)) for t, n in sorted(numbers.items(), key=_number)]
    return replace(
        example,
        passages=(*prose, *_nearest(told, example)),
        triples=tuple(place.triple for place in places),
        triple_passages=tuple(place.passage_id for place in places),
        triple_ids=_with_listed(example.triple_ids, len(places)),
    )


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


def _number(item: tuple[Triple, int]) -> int:
    return item[1]


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
        reason="; ".join(filter(None, [shown.worded(verdict.reason), shown.unread])),
        findings=tuple(shown.finding(finding) for finding in verdict.findings),
        edges=shown.edges(verdict.edges),
        triples=tuple(v._replace(passage_id=shown.where(v.passage_id)) for v in verdict.triples),
    )


def _lines_cited(verdict: Verdict, example: Example) -> Verdict:
    shown = _Shown(example)
    return replace(
        verdict,
        reason=shown.lined(verdict.reason),
        findings=tuple(
            replace(shown.finding(finding), explanation=shown.lined(finding.explanation))
            for finding in verdict.findings
        ),
        triples=tuple(shown.view(view) for view in verdict.triples),
        edits=tuple(e._replace(passage_id=shown.where(e.passage_id)) for e in verdict.edits),
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
        return replace(
            finding,
            evidence=tuple(cited.values()),
            explanation=self.worded(finding.explanation),
        )

    def where(self, passage_id: str) -> str:
        """Return the passage that lists a triple; what is no listed triple, as it is."""
        place = self._place(passage_id)
        return passage_id if place is None or place.span is None else place.passage_id

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
            source, target = self._node(edge.source), self._node(edge.target)
            if source != target:  # two lines of one passage
                ends = source, target, edge.kind
                found[ends] = max(edge.weight, found.get(ends, edge.weight))
        return tuple(
            Edge(source, target, weight, kind) for (source, target, kind), weight in found.items()
        )

    def _node(self, name: str) -> str:
        passage = node_names.passage_of(name)
        return name if passage is None else node_names.passage(self.where(passage))

    def worded(self, text: str) -> str:
        """Return a text that calls triples triples."""

        def named(found: re.Match[str]) -> str:
            place = self.where(found[1])
            return found[1] if place == found[1] else f"passage {place}"

        def listed(found: re.Match[str]) -> str:
            ids = [*found[1].split(", "), found[2]]
            if not any(map(is_triple, ids)):
                return found[0]
            more = f", and {ids.pop()}" if ids[-1].endswith(" more") else ""
            places = [*dict.fromkeys(map(self.where, ids))]
            passages = [place for place in places if not is_triple(place)]
            triples = [place.removeprefix("triple ") for place in places if is_triple(place)]
            named = _counted("passage", passages), _counted("triple", triples)
            said = f"{' and '.join(filter(None, named))}{more}"
            return said[:1].upper() + said[1:] if found[0].startswith("P") else said

        def said(found: re.Match[str]) -> str:
            """Call a triple so where it is what says something, and no line of a passage."""
            is_line = self.where(found[3]) != found[3]
            return found[0] if is_line else f"{found[1]}he triple{found[2]}({found[3]})"

        return _LISTED.sub(listed, _IN_TEXT.sub(named, _SAYING.sub(said, text)))

    def lined(self, text: str) -> str:
        """Return a text that calls listed triples by their passages, each named once."""

        def named(found: re.Match[str]) -> str:
            place = self._place(found[0].lower())
            if place is None or place.span is None:
                return found[0]
            return f"{'Passage' if found[0][0] == 'T' else 'passage'} {place.passage_id}"

        told = _TRIPLE.sub(named, text)
        sources, say, rest = told.partition(_SAY_SO)
        names = sources.lower().replace(" and ", ", ").split(", ")
        if say and not rest and len({*names}) == 1:  # several lines of one passage
            told = f"{sources[: len(names[0])]} says so too."
        return told.replace("; no evidence says so", "; no passage says so")

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


def _counted(noun: str, names: Sequence[str]) -> str:
    """Return "triples 1, 2 and 5", "passage 3" or ""."""
    if len(names) < 2:
        return f"{noun} {names[0]}" if names else ""
    return f"{noun}s {', '.join(names[:-1])} and {names[-1]}"


TRIPLES_TOLD = Step(with_triples_told, _as_given)
"""Triples are read as passages, and cited as they were given."""
LISTED_GIVEN = Step(with_listed_given, _lines_cited)
"""Passages that list triples are read as given triples; of those lines are cited."""
