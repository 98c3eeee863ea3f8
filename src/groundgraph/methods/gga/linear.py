"""Triples as text for a language model, and where in it each of them stands.

GGA (arXiv:2512.09148) writes "subject predicate object", path first; how much its measures owe
to that form is the paper's third open question, hence the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundgraph.types import Triple

Order: TypeAlias = Literal["path_first", "adjacency", "shuffled"]

PLAIN = "{subject} {predicate} {object}"


class Linear(NamedTuple):
    """A text and its triples.

    Attributes:
        text: All triples, each as often as it was given.
        spans: Where each of them stands, in the order in which they were given; they do not
            overlap.
    """

    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Lineariser:
    """Writes triples as text.

    Attributes:
        order: "path_first" keeps the order given, which
            `groundgraph.methods.gga.subgraph.subgraphs` begins with the paths. "adjacency" writes
            each subject once, before its predicates and objects: "Kismet: directed_by William
            Dieterle; written_by Edward Knoblock"; a triple's span there is its predicate and
            object alone. "shuffled" draws an order that depends on the seed and the triples, and
            on nothing else.
        sentences: By predicate, a sentence with {subject} and {object}; a predicate without one
            is written "subject predicate object". No use in an adjacency list.
        separator: Between triples; between subjects in an adjacency list.
        seed: Of the shuffling.

    Raises:
        ValueError: When the order is unknown, or a sentence lacks a part or names another.
    """

    order: Order = "path_first"
    sentences: Mapping[str, str] = field(default_factory=dict, hash=False)
    separator: str = "\n"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.order not in ("path_first", "adjacency", "shuffled"):
            raise ValueError(
                f"order must be 'path_first', 'adjacency' or 'shuffled', found {self.order!r}"
            )
        if self.order == "adjacency" and self.sentences:
            raise ValueError("an adjacency list takes no sentences; choose another order")
        for predicate, sentence in self.sentences.items():
            _check(predicate, sentence)

    def linearise(self, triples: Sequence[Sequence[Triple]], /) -> list[Linear]:
        """Write each list of triples, such as a subgraph's, as one text."""
        return [self._linear(each) for each in triples]

    def _linear(self, triples: Sequence[Triple]) -> Linear:
        if self.order == "adjacency":
            return _joined(_adjacent(triples, self.separator), len(triples))
        pieces: list[tuple[str, int | None]] = []
        for place in self._places(triples):
            pieces += [(self.separator, None), (self._sentence(triples[place]), place)]
        return _joined(pieces[1:], len(triples))

    def _places(self, triples: Sequence[Triple]) -> Sequence[int]:
        if self.order == "path_first":
            return range(len(triples))
        content = crc32(repr([tuple(triple) for triple in triples]).encode("utf-8", "replace"))
        shuffled: list[int] = (
            np.random.default_rng([self.seed, content]).permutation(len(triples)).tolist()
        )
        return shuffled

    def _sentence(self, triple: Triple) -> str:
        return _filled(self.sentences.get(triple.predicate, PLAIN), triple)


STRATEGIES: Mapping[str, Lineariser] = {
    "path_first": Lineariser(),
    "adjacency": Lineariser("adjacency"),
    "shuffled": Lineariser("shuffled"),
}
"""The orders by name; sentences are the graph's own, such as `groundgraph.datasets.metaqa`'s."""


def _check(predicate: str, sentence: str) -> None:
    try:
        parts = [sentence.format(subject=s, predicate=p, object=o) for s, p, o in _PROBES]
    except (LookupError, ValueError) as error:
        raise ValueError(
            f"the sentence for {predicate!r} may name only {{subject}}, {{predicate}} and "
            f"{{object}}, found {sentence!r}"
        ) from error
    if parts[0] == parts[1] or parts[0] == parts[2]:
        raise ValueError(
            f"the sentence for {predicate!r} needs {{subject}} and {{object}}, found {sentence!r}"
        )


_PROBES = (("a", "p", "b"), ("c", "p", "b"), ("a", "p", "c"))


def _filled(sentence: str, triple: Triple) -> str:
    subject, predicate, object_ = triple
    return sentence.format(subject=subject, predicate=predicate, object=object_)


def _adjacent(triples: Sequence[Triple], separator: str) -> Iterator[tuple[str, int | None]]:
    of: dict[str, list[int]] = {}
    for place, triple in enumerate(triples):
        of.setdefault(triple.subject, []).append(place)
    for number, (subject, places) in enumerate(of.items()):
        yield (separator if number else "") + subject + ":", None
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
