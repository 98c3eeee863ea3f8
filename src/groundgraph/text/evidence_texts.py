"""What evidence says, text by text: passages that are single sentences are read as one text.

A text that was cut into its sentences says no less than before. What "she" is, what follows on
what, and which of two times is whose is told by the sentences beside, so judges read these
together, and name the passage that each came from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, islice
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.once import kept
from groundgraph.text.sentences import sentence_spans
from groundgraph.text.structured import facts
from groundgraph.types import Passage, Span
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST_SENTENCES = 4
"""From so many passages of one sentence, where all prose is such, a text was cut into sentences."""
_NUMBERS = re.compile(r"\d+")
_STOPS = re.compile(r"[.!?][\"'”’)\]]{0,3}\Z")


class EvidenceText(NamedTuple):
    """A passage, or several that are read as one text.

    Attributes:
        text: What is read.
        passages: At least one, in the order in which they stand in it.
        starts: Where each begins in it.
    """

    text: str
    passages: tuple[Passage, ...]
    starts: tuple[int, ...] = (0,)

    @classmethod
    def of(cls, passages: Sequence[Passage]) -> EvidenceText:
        """Return passages as one text; one that ends like a sentence is followed by a blank.

        >>> told = EvidenceText.of([Passage("It rained.", "a"), Passage("He left.", "b")])
        >>> told.text, told.place(Span(11, 13))
        ('It rained. He left.', ('b', Span(start=0, end=2)))
        """
        pieces = [f"{p.text}{' ' if _STOPS.search(p.text) else chr(10)}" for p in passages[:-1]]
        starts = accumulate((len(piece) for piece in pieces), initial=0)
        return cls("".join([*pieces, passages[-1].text]), tuple(passages), tuple(starts))

    def place(self, span: Span) -> tuple[str, Span]:
        """Return the id of the passage that words stand in, and where; of several, the first."""
        number = bisect_right(self.starts, span.start) - 1
        passage, start = self.passages[number], self.starts[number]
        end = min(span.end - start, len(passage.text))
        return passage.id, Span(min(span.start - start, end), end)

    def name(self, span: Span) -> str:
        """Return the id of the passage that words stand in."""
        return self.place(span)[0]


Given = Passage | str | EvidenceText
"""What a judge takes as evidence; a string is a passage that is named by its number, from 1."""


def texts_of(passages: Sequence[Given]) -> list[EvidenceText]:
    """Return each passage as a text."""
    return [
        given if isinstance(given, EvidenceText) else EvidenceText.of([_named(given, number)])
        for number, given in enumerate(passages, 1)
    ]


def numbered(passages: Sequence[Passage | str]) -> list[Passage]:
    """Return passages."""
    return [_named(given, number) for number, given in enumerate(passages, 1)]


def _named(given: Passage | str, number: int) -> Passage:
    return given if isinstance(given, Passage) else Passage(given, str(number))


def together(passages: Sequence[Passage]) -> list[EvidenceText]:
    """Return the texts of passages, each once; those that are the sentences of one as one text.

    The order of the passages decides nothing but that of such sentences, and this only where their
    ids do not: "leaflet-2" stands before "leaflet-10".

    >>> told = ["He left.", "It rained.", "She came.", "They met."]
    >>> [each.text for each in together([Passage(t, f"{n}") for n, t in enumerate(told)])]
    ['He left. It rained. She came. They met.']
    """
    first = {passage.text: passage for passage in reversed(passages)}
    given = [passage for passage in passages if first[passage.text] is passage]
    prose = [passage for passage in given if not is_triple(passage.id)]
    if not is_cut([passage.text for passage in prose]):
        return _in_order_of_texts(texts_of(given))
    sentences = [passage for passage in prose if is_sentence(passage.text)]
    others = [passage for passage in given if passage not in sentences]
    return _in_order_of_texts([EvidenceText.of(_in_order(sentences)), *texts_of(others)])


def _in_order_of_texts(texts: Sequence[EvidenceText]) -> list[EvidenceText]:
    return sorted(texts, key=lambda each: each.text)


def _in_order(passages: Sequence[Passage]) -> list[Passage]:
    """Return passages by the numbers of their ids, where these differ in nothing else."""
    if len({_NUMBERS.sub("#", passage.id) for passage in passages}) > 1:
        return list(passages)
    return sorted(passages, key=lambda p: [int(number) for number in _NUMBERS.findall(p.id)])


def is_cut(texts: Sequence[str]) -> bool:
    """Say whether texts are the sentences of one, beside data."""
    single = sum(map(is_sentence, texts))
    if single < FEWEST_SENTENCES:
        return False
    return all(is_sentence(text) or facts(text) is not None for text in texts)


@kept
def is_sentence(text: str) -> bool:
    """Say whether a text is one sentence of prose."""
    if len(list(islice(sentence_spans(text), 2))) != 1:
        return False
    return facts(text) is None
