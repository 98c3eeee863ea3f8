"""The answer as words: its sentences, and the statements that were read off them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.kea.graphs import sentence_of
from groundgraph.methods.kea.places import stems_of
from groundgraph.methods.kea.rules import denies
from groundgraph.text.words import words

if TYPE_CHECKING:
    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple


class AnswerSentence(NamedTuple):
    """A sentence of the answer as words.

    Attributes:
        stems: Its content stems, in order.
        specific: Numbers and names among them.
        denied: Whether it holds a negation.
    """

    stems: tuple[str, ...]
    specific: frozenset[str]
    denied: bool


class Statements(NamedTuple):
    """The answer's statements and sentences as words, each claim's in two orders.

    Attributes:
        labels: Content stems of each claim's subject, predicate and object.
        spoken: The same stems as the answer orders them.
        specific: Numbers and names among them.
        denied: Whether a claim is a denial.
        bare: Objects of stop words alone, such as the month "May"; "" for others.
        sentences: What they stand in.
    """

    labels: list[tuple[str, ...]]
    spoken: list[tuple[str, ...]]
    specific: list[frozenset[str]]
    denied: list[bool]
    bare: list[str]
    sentences: list[AnswerSentence]


def statements_of(graph: Graphs) -> Statements:
    """Return the words of the claims and of the sentences that they stand in."""
    labels = [stems_of(" ".join(fact.shown)) for fact in graph.claims]
    spoken = [
        tuple(stem for stem in stems_of(fact.text) if stem in set(own)) or own
        for fact, own in zip(graph.claims, labels, strict=True)
    ]
    return Statements(
        labels,
        spoken,
        [_specific(graph, fact) for fact in graph.claims],
        [denies(fact.triple.predicate) or denies(fact.text) for fact in graph.claims],
        [
            "" if stems_of(label := fact.shown.object) or not label[:1].isupper() else label
            for fact in graph.claims
        ],
        [_sentence(span.of(graph.answer)) for span in graph.sentences],
    )


def _sentence(text: str) -> AnswerSentence:
    read = words(text)
    opening = {word.stem for word in read[:1]}
    specific = frozenset(
        w.stem for w in read if w.content and (w.number or (w.capital and w.stem not in opening))
    )
    return AnswerSentence(stems_of(text), specific, any(word.negation for word in read))


def _specific(graph: Graphs, fact: SourcedTriple) -> frozenset[str]:
    """Return the numbers and names of a claim; a capital that opens a sentence names nothing."""
    at = sentence_of(graph, fact)
    opens = (
        at is not None and fact.span is not None and (fact.span.start == graph.sentences[at].start)
    )
    first = words(fact.text)[:1] if opens else []
    opening = {word.stem for word in first}
    return frozenset(
        word.stem
        for label in fact.shown
        for word in words(label)
        if word.content and (word.number or (word.capital and word.stem not in opening))
    )
