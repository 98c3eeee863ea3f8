"""Things that the evidence tells by number, each with the words of its own clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.numbered_things import (
    Thing,
    numbered_things,
    numbers_told,
    place_at,
)
from groundgraph.text.quantities.written.segments import content_words, segments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.model import Sentence

_TURNED = frozenset({"turned", "turns", "turning", "aged"})
_CELEBRATED = frozenset({"birthday", "anniversary"})


class Numbered(NamedTuple):
    """A thing of the evidence.

    Attributes:
        thing: The thing.
        sentence: That which tells it.
        passage: The number of its passage.
        own: The stems of its own clause.
    """

    thing: Thing
    sentence: Sentence
    passage: int
    own: frozenset[str]


def numbered_in(sentences: Sequence[Sentence], passage: int) -> Iterator[Numbered]:
    """Yield the things that the sentences of a passage tell by number, in order."""
    for sentence in sentences:
        yield from _of_sentence(sentence, passage)


def _of_sentence(sentence: Sentence, passage: int) -> Iterator[Numbered]:
    things = numbered_things(sentence.tokens, sentence.text)
    parts = segments(sentence.tokens, [(thing.first, thing.after) for thing in things])
    for thing, part in zip(things, parts, strict=True):
        skip = sentence.skipped.union(range(thing.first, thing.after))
        clause = _behind_bracket(sentence, thing) or part
        own = content_words(sentence.tokens, sentence.text, *clause, skip=skip)
        yield Numbered(thing, sentence, passage, frozenset(own))


def _behind_bracket(sentence: Sentence, thing: Thing) -> tuple[int, int] | None:
    """Return what follows a thing with a bracket: "Otto III (1231–1260)", up to a comma behind."""
    tokens = sentence.tokens
    if thing.after >= len(tokens) or tokens[thing.after].text != "(":
        return None
    ends = (at for at in range(thing.after, len(tokens)) if tokens[at].text == ")")
    closed = next(ends, len(tokens))
    stops = (at for at in range(closed, len(tokens)) if tokens[at].text in {",", ";"})
    return thing.after, next(stops, len(tokens))


def whole_numbers(sentences: Sequence[Sentence]) -> frozenset[int]:
    """Return every whole number that some sentences tell."""
    return frozenset(n for sentence in sentences for n in numbers_told(sentence.tokens))


def ages_told(sentences: Sequence[Sentence]) -> frozenset[int]:
    """Return which birthdays or anniversaries some sentences tell: "she turned 80"."""
    return frozenset(age for sentence in sentences for age in _turned(sentence))


def _turned(sentence: Sentence) -> Iterator[int]:
    if sentence.letters.isdisjoint(_TURNED | _CELEBRATED):
        return
    tokens = sentence.tokens
    for at, token in enumerate(tokens[:-1]):
        if token.text in _TURNED:
            yield from list(numbers_told(tokens[at + 1 : at + 3]))[:1]
        elif (place := place_at(tokens, at)) is not None:
            yield place[0]
