"""The two knowledge graphs of each answer: where their triples come from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.errors import ExtractionError
from groundgraph.methods.checkable import EMPTY_ANSWER, NO_PASSAGES, nothing_claimed
from groundgraph.methods.given_triples import names_of
from groundgraph.text import structured
from groundgraph.text.answers.lists import entity_names
from groundgraph.text.english.inflection import past
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.triples.relations import concepts_of, opposite, role_of_end
from groundgraph.text.triples.sentences import as_sentence, names_told, predicate_words
from groundgraph.text.words import NEGATIONS
from groundgraph.types import Span, Triple
from groundgraph.types.sources import source_of
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.protocols import Segmenter, TripleExtractor
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import Example, Passage, Statement

NO_TRIPLES = "no fact could be read off the answer"
NO_EVIDENCE = "no fact could be read off the passages"
_LONG_FIELD = 80


_NAMED = re.compile(r"[A-Z0-9]")
_SMALL = re.compile(r"[a-z][\w’'-]*")


class SourcedTriple(NamedTuple):
    """A triple as it is compared, and as it stands where it comes from.

    Attributes:
        triple: What is compared; linked entities bear the knowledge source's names.
        shown: What a reader sees.
        span: Where the answer or the passage states it; ``None`` where no text does.
        source: Id of the passage or entity; "" for the answer.
        text: The words that state it.
        known: Of a claim: whether the evidence can be asked about its subject; not where the
            knowledge source lacks it.
        telling: Of evidence: whether it speaks about claims with the same predicate.
        rival: Of evidence: whether it contradicts such claims, if they differ.
        of_world: Of evidence: whether a knowledge source says it, and no passage or given triple.
    """

    triple: Triple
    shown: Triple
    span: Span | None
    source: str
    text: str
    known: bool = True
    telling: bool = True
    rival: bool = True
    of_world: bool = False


class Read(NamedTuple):
    """What was read off the texts of a batch.

    Attributes:
        statements: By text.
        failures: Why, for the texts that could not be read.
        data: The fields of each passage that is data, ``None`` for prose.
    """

    statements: Mapping[str, list[Statement]]
    failures: Mapping[str, str]
    data: Mapping[str, list[structured.Fact] | None]


class Graphs(NamedTuple):
    """Both graphs of one example.

    Attributes:
        claims: The facts of the answer.
        evidence: The facts of the passages, the given triples and the knowledge source.
        sentences: Spans of the answer's sentences.
        reason: Why the two cannot be compared, or "".
        units: The sentences and fields of the passages.
        answer: The text that the sentences are spans of.
    """

    claims: list[SourcedTriple]
    evidence: list[SourcedTriple]
    sentences: list[Span]
    reason: str = ""
    units: Sequence[Unit] = ()
    answer: str = ""


def closed_domain(
    examples: Sequence[Example], extractor: TripleExtractor, segmenter: Segmenter
) -> list[Graphs]:
    """Read the graphs off answers and passages, each distinct text once.

    A passage that is data is read field by field, and its long texts as any other.
    """
    data = {p.text: structured.facts(p.text) for e in examples for p in e.passages}
    texts = [e.answer for e in examples] + [text for text, found in data.items() if found is None]
    texts += [str(f.value) for found in data.values() for f in found or () if _is_prose(f)]
    read = Read(*extracted(texts, extractor), data)
    sentences = segmenter.segment([e.answer for e in examples])
    units = evidence_units([e.passages for e in examples], segmenter)
    return [
        _closed(example, read, spans)._replace(units=own)
        for example, spans, own in zip(examples, sentences, units, strict=True)
    ]


def name_of_source(source: str, passages: Sequence[str]) -> str:
    """Call a source what a reader calls it, such as "the knowledge source (Q7186)"."""
    if source in passages or is_triple(source):
        return str(source_of(source))
    return f"the knowledge source ({short(source)})"


def sentence_of(graph: Graphs, fact: SourcedTriple) -> int | None:
    """Return the number of the sentence in which a claim begins, ``None`` where not known."""
    if fact.span is None:
        return None
    starts = (n for n, s in enumerate(graph.sentences) if s.start <= fact.span.start < s.end)
    return next(starts, None)


def short(identifier: str) -> str:
    """Return the last part of an IRI: "Q7186" of "http://www.wikidata.org/entity/Q7186"."""
    return identifier.rstrip("/#").replace("#", "/").rpartition("/")[2] or identifier


def extracted(
    texts: Sequence[str], extractor: TripleExtractor
) -> tuple[dict[str, list[Statement]], dict[str, str]]:
    """Return the statements of each distinct text, and why some could not be read."""
    distinct = [text for text in dict.fromkeys(texts) if text.strip()]
    try:
        found: Sequence[list[Statement] | None] = extractor.extract(distinct)
        reasons: Mapping[int, str] = {}
    except ExtractionError as error:
        found, reasons = error.results, error.reasons
    facts = {text: list(each or ()) for text, each in zip(distinct, found, strict=True)}
    return facts, {distinct[number]: why for number, why in reasons.items()}


def _draft(example: Example, read: Read, sentences: list[Span]) -> Graphs:
    """Return the answer's side, with the given triples as evidence."""
    answer = example.answer
    claims = [_fact(statement, answer, "") for statement in read.statements.get(answer, ())]
    named = zip(names_of(example), example.triples or (), strict=True)
    given = [fact for name, triple in named for fact in _given(name, Triple(*triple))]
    if not claims and example.triples:
        claims = list(_of_entities(example, sentences))
    if not answer.strip():
        reason = EMPTY_ANSWER
    elif answer in read.failures:
        reason = f"the facts of the answer could not be read: {read.failures[answer]}"
    else:
        reason = nothing_claimed(example) or ("" if claims else NO_TRIPLES)
    said = [_in_words_of(claim, fact) for claim in claims for fact in given]
    given += [fact for fact in said if fact is not None]
    return Graphs(claims, given, sentences, reason, answer=answer)


def _closed(example: Example, read: Read, sentences: list[Span]) -> Graphs:
    draft = _draft(example, read, sentences)
    found = [fact for passage in example.passages for fact in _passage_facts(passage, read)]
    evidence = found + draft.evidence
    failed = [(p.id, why) for p in example.passages for why in _why_unread(p, read)]
    reason = draft.reason
    if not reason and failed:
        reason = f"the facts of passage {failed[0][0]} could not be read: {failed[0][1]}"
    if not reason and not evidence:
        blank = not any(passage.text.strip() for passage in example.passages)
        reason = NO_PASSAGES if blank else NO_EVIDENCE
    return draft._replace(evidence=evidence, reason=reason)


def _passage_facts(passage: Passage, read: Read) -> Iterator[SourcedTriple]:
    fields = read.data[passage.text]
    if fields is None:
        for statement in read.statements.get(passage.text, ()):
            yield _fact(statement, passage.text, passage.id)
        return
    subject = next((str(f.value) for f in fields if f.path[-1:] == ("name",)), "record")
    for field in fields:
        if _is_prose(field):
            for statement in read.statements.get(str(field.value), ()):
                yield _fact(statement, str(field.value), passage.id)._replace(span=None)
        elif field.value is not None and str(field.value).strip():
            triple = Triple(subject, structured.spaced(" ".join(field.path)), _said(field.value))
            yield SourcedTriple(triple, triple, None, passage.id, field.text)


def _why_unread(passage: Passage, read: Read) -> list[str]:
    texts = [str(f.value) for f in read.data[passage.text] or () if _is_prose(f)]
    return [read.failures[text] for text in (passage.text, *texts) if text in read.failures]


def _is_prose(field: structured.Fact) -> bool:
    return isinstance(field.value, str) and len(field.value.strip()) > _LONG_FIELD


def _said(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _fact(statement: Statement, text: str, source: str) -> SourcedTriple:
    triple, span = statement
    words = span.of(text) if span is not None else " ".join(triple)
    return SourcedTriple(triple, triple, span, source, words)


def _given(name: str, triple: Triple) -> Iterator[SourcedTriple]:
    """Yield a given triple in words; of what was done by somebody, also what that one did."""
    told = predicate_words(triple.predicate)
    subject, object_ = names_told(triple)
    shown = Triple(subject, told, object_)
    fact = SourcedTriple(shown, shown, None, name, as_sentence(triple))
    yield fact
    done, _, last = told.rpartition(" ")
    if last == "by" and done and " " not in done:
        turned = Triple(shown.object, past(lemma(done)), shown.subject)
        yield fact._replace(triple=turned, rival=False)


def _in_words_of(claim: SourcedTriple, fact: SourcedTriple) -> SourcedTriple | None:
    """Return a given fact in the words of a claim that says the same of the same two entities."""
    ours, theirs = (
        (f.triple.subject.casefold(), f.triple.object.casefold()) for f in (claim, fact)
    )
    if ours not in (theirs, theirs[::-1]):
        return None
    said = claim.triple.predicate
    if not NEGATIONS.isdisjoint(said.lower().split()):
        return None
    if concepts_of(said).isdisjoint(concepts_of(fact.shown.predicate)):
        return None
    role = role_of_end(fact.shown.predicate, forward=ours == theirs)
    if role and role == opposite(role_of_end(said, forward=True)):
        return None
    return fact._replace(triple=claim.triple)


def _of_entities(example: Example, sentences: Sequence[Span]) -> Iterator[SourcedTriple]:
    """Read sentences that no fact was read off and that begin with an entity of given triples."""
    names = entity_names(example.triples or ())
    for span in sentences:
        text = span.of(example.answer)
        triple = _plain(text)
        if triple and triple.subject.casefold() in names:
            yield SourcedTriple(triple, triple, span, "", text)


def _plain(text: str) -> Triple | None:
    """Read a name, words in small letters, and another name or number.

    >>> _plain("Ada Lovelace worked with Charles Babbage.")
    Triple(subject='Ada Lovelace', predicate='worked with', object='Charles Babbage')
    """
    words = text.strip().rstrip(".! ").split()
    first = 1
    while words and _NAMED.match(words[0]) and first < len(words):
        last = first
        while last < len(words) and _SMALL.fullmatch(words[last]):
            last += 1
        if first < last < len(words) and _NAMED.match(words[last]):
            parts = words[:first], words[first:last], words[last:]
            return Triple(*(" ".join(part) for part in parts))
        first = last + 1
    return None
