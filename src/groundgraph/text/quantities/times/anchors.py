"""Times reckoned from something that happens: "half an hour before food", "14 days from receipt".

Of such a time it counts from what it is reckoned, and whether forwards or back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.times.deeds import deeds_at
from groundgraph.text.quantities.written.stems import content_stem
from groundgraph.text.vocabulary.small_words import DENIALS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_LINKS: dict[tuple[str, ...], int] = {
    **dict.fromkeys((("before",), ("preceding",), ("prior", "to"), ("ahead", "of")), -1),
    **dict.fromkeys((("in", "advance", "of"), ("short", "of")), -1),
    **dict.fromkeys((("after",), ("following",), ("from",), ("since",), ("past",)), 1),
    **dict.fromkeys((("of",), ("subsequent", "to"), ("behind",)), 1),
}
_LONGEST = 3
_ONLY_WITHIN = frozenset({"of"})
"""Links of "within 24 hours of sanding", and not of "a week of rain"."""
_WITHIN, _NEAR = frozenset({"within", "inside"}), 3
_BETWEEN = frozenset(
    """has have had been is passed elapsed gone by or more at least just exactly notice in time and
    a half early late""".split()
)
"""What may stand between a time and its link: "once a week has passed since"."""
_MOST_BETWEEN = 4
_ENDS = frozenset({",", ";", ".", ":", "(", ")", "–", "—", "but", "then", "or", "and", "unless"})
_MORE_LINKS = frozenset("before after until till while when once if as with for".split())
_REACH = 9
"""Tokens behind a link that may name what a time is reckoned from."""
_RANKS = ORDINALS.keys() | {"last", "next", "final", "previous"}


@dataclass(frozen=True)
class Anchored:
    """A time with what it is reckoned from.

    Attributes:
        amount: The time.
        sign: 1 where it lies behind that, -1 where before it.
        anchor: The stems of that, with what kinds of happening they may tell of.
        ranks: Words such as "second" that stand with it.
        beside: The stems of the rest of the sentence.
        span: Where the time and its link stand.
        denied: Whether the sentence denies something.
    """

    amount: Quantity
    sign: int
    anchor: dict[str, frozenset[int]]
    ranks: frozenset[str]
    beside: frozenset[str]
    span: Span
    denied: bool


def anchored(sentence: Sentence) -> Iterator[Anchored]:
    """Yield the times of a sentence that are reckoned from something that happens.

    >>> from groundgraph.text.quantities.written.model import read
    >>> [told] = anchored(read("Once a week has passed since the second vaccination, go out."))
    >>> told.sign, [*told.anchor], [*told.ranks]
    (1, ['vaccinat'], ['second'])
    """
    words = [token.text for token in sentence.tokens]
    for amount in sentence.amounts:
        link = _link(words, amount) if amount.dimension == "time" else None
        if link is None:
            continue
        start, stop = link[1], _end(sentence, words, link[1])
        places = [at for at in range(start, stop) if words[at] not in _RANKS]
        anchor = {form: deeds_at(words, at) for at in places if (form := content_stem(words[at]))}
        if not anchor:
            continue
        taken = range(amount.first, stop)
        beside = (content_stem(word) for at, word in enumerate(words) if at not in taken)
        yield Anchored(
            amount,
            link[0],
            anchor,
            frozenset(words[start:stop]) & _RANKS,
            frozenset(beside) - {"", *anchor},
            Span(amount.span.start, sentence.tokens[start - 1].end),
            not DENIALS.isdisjoint(words),
        )


def _link(words: list[str], amount: Quantity) -> tuple[int, int] | None:
    """Return the sign of what leads from a time to its anchor, and where that begins."""
    for at in range(amount.after, min(amount.after + _MOST_BETWEEN + 1, len(words))):
        for size in range(_LONGEST, 0, -1):
            sign = _LINKS.get(tuple(words[at : at + size]))
            if sign is not None and _links(words, at, amount):
                return sign, at + size
        if words[at] not in _BETWEEN:
            return None
    return None


def _links(words: list[str], at: int, amount: Quantity) -> bool:
    before = words[max(0, amount.first - _NEAR) : amount.first]
    return words[at] not in _ONLY_WITHIN or not _WITHIN.isdisjoint(before)


def _end(sentence: Sentence, words: list[str], start: int) -> int:
    """Return where what a time is reckoned from ends."""
    numbers = {amount.first for amount in sentence.amounts}
    numbers |= {mention.first for mention in sentence.mentions}
    for at in range(start, min(start + _REACH, len(words))):
        if (
            words[at] in _ENDS
            or words[at] in _MORE_LINKS
            or (at in numbers and words[at] not in _RANKS)
        ):
            return at
    return min(start + _REACH, len(words))
