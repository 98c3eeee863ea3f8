"""Triples as text for a language model, and where in it each of them stands.

GGA (arXiv:2512.09148) writes "subject predicate object", path first; how much its measures owe
to that form is the paper's third open question, hence the others.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundgraph.types import Triple

Order: TypeAlias = Literal["path_first", "adjacency", "shuffled"]

PLAIN = "{subject} {predicate} {object}"
_NO_SENTENCES: Mapping[str, str] = MappingProxyType({})


class Linear(NamedTuple):
    """A text and its triples.

    Attributes:
        text: All triples, each as often as it was given.
        spans: Where each of them stands, in the order in which they were given; they do not
            overlap.
    """

    text: str
    spans: tuple[Span, ...]


def linearise(
    triples: Sequence[Triple],
    order: Order = "path_first",
    sentences: Mapping[str, str] = _NO_SENTENCES,
) -> Linear:
    """Write triples, such as a subgraph's, as one text.

    Args:
        triples: The triples.
        order: "path_first" keeps the order given, which
            `groundgraph.methods.gga.subgraph.subgraphs` begins with the paths. "adjacency" writes
            each subject once, before its predicates and objects: "Kismet: directed_by William
            Dieterle; written_by Edward Knoblock"; a triple's span there is its predicate and
            object alone. "shuffled" draws an order that depends on the triples and on nothing else.
        sentences: By predicate, a sentence with {subject} and {object}; a predicate without one
            is written "subject predicate object". No use in an adjacency list.
    """
    if order == "adjacency":
        return _joined(_adjacent(triples), len(triples))
    pieces: list[tuple[str, int | None]] = []
    for place in range(len(triples)) if order == "path_first" else _shuffled(triples):
        sentence = sentences.get(triples[place].predicate, PLAIN)
        pieces += [("\n", None), (sentence.format(**triples[place]._asdict()), place)]
    return _joined(pieces[1:], len(triples))


def _shuffled(triples: Sequence[Triple]) -> list[int]:
    content = crc32(repr([tuple(triple) for triple in triples]).encode("utf-8", "replace"))
    places: list[int] = np.random.default_rng([0, content]).permutation(len(triples)).tolist()
    return places


def _adjacent(triples: Sequence[Triple]) -> Iterator[tuple[str, int | None]]:
    of: dict[str, list[int]] = {}
    for place, triple in enumerate(triples):
        of.setdefault(triple.subject, []).append(place)
    for number, (subject, places) in enumerate(of.items()):
        yield ("\n" if number else "") + subject + ":", None
        for further, place in enumerate(places):
            yield "; " if further else " ", None
            yield f"{triples[place].predicate} {triples[place].object}", place


def _joined(pieces: Iterable[tuple[str, int | None]], n_triples: int) -> Linear:
    """Join pieces of text, of which some are a triple's."""
    spans = [Span(0, 0)] * n_triples
    texts: list[str] = []
    end = 0
    for text, place in pieces:
        start, end = end, end + len(text)
        texts.append(text)
        if place is not None:
            spans[place] = Span(start, end)
    return Linear("".join(texts), tuple(spans))
