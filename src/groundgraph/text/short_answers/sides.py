"""Whether a value is told of the other of two things, or sides, of its sentence.

"The bridge opened two years before the tunnel, in 1974" does not say when the tunnel opened, nor
"rejected by 61 votes to 39" that 61 were for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.relations import relations, shared_from, side_of
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.tallies import tally_in

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.times.relations import Relation
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.words import Word
    from groundgraph.types import Span


_FOR_OR_AGAINST = re.compile(r"\bvot\w{1,4} (?:(?P<no>against)|for|in favou?r)\b", re.IGNORECASE)
_NEXT = re.compile(r"[;:—–] |, (?:(?:and|but|while|whereas) )?(?=[A-Z])|\b(?:while|whereas) ")
"""What parts two clauses, each on somebody."""


def is_of_somebody_else(
    text: str, span: Span, split: Sequence[Word], asked: AbstractSet[str]
) -> bool:
    """Say whether an amount or time stands in the clause of somebody else than is asked about.

    Args:
        text: A sentence.
        span: Where it tells the amount or time.
        split: Its words.
        asked: The stems of the names in the question.

    >>> from groundgraph.text.words import words
    >>> from groundgraph.types import Span
    >>> told = "Berg and Ortega shared it; Berg received 60 percent."
    >>> is_of_somebody_else(told, Span(41, 51), words(told), {"ortega"})
    True
    """
    if not asked:
        return False
    cuts = [0, *(found.end() for found in _NEXT.finditer(text)), len(text)]
    first = max(cut for cut in cuts if cut <= span.start)
    last = min(cut for cut in cuts if cut >= span.end)
    own = [word for word in split if first <= word.start < last]
    here = {word.stem for word in own}
    elsewhere = any(word.stem in asked for word in split if not first <= word.start < last)
    if not own or not elsewhere or not asked.isdisjoint(here):
        return False
    return own[0].capital and own[0].content


def is_of_the_other_side(text: str, span: Span, asked: str) -> bool:
    """Say whether a number of votes is not surely that of the side which a question asks for.

    >>> from groundgraph.types import Span
    >>> told = "The bill was rejected by 61 votes to 39."
    >>> [is_of_the_other_side(told, Span(25, 27), f"voted {side}") for side in ("for", "against")]
    [True, False]
    """
    side = _FOR_OR_AGAINST.search(asked)
    tally = tally_in(text) if side else None
    if side is None or tally is None or not span.overlaps(tally.span):
        return False
    wanted = tally.more if tally.adopted is (side["no"] is None) else tally.fewer
    return tally.adopted is None or not span.overlaps(wanted)


def is_of_the_other(text: str, span: Span, split: Sequence[Word], wanted: Container[str]) -> bool:
    """Say whether the words of a question stand on the other side of "before" than a date.

    Args:
        text: A sentence.
        span: Where it tells the date.
        split: Its words.
        wanted: The stems of the question.

    >>> from groundgraph.text.words import words
    >>> from groundgraph.types import Span
    >>> told = "Norland withdrew in 1961, three years earlier than Sudmark."
    >>> is_of_the_other(told, Span(20, 24), words(told), {"sudmark"})
    True
    """
    sentence = read(text)
    at = next((at for at, t in enumerate(sentence.tokens) if t.start == span.start), -1)
    for relation in relations(sentence):
        side = side_of(sentence, relation, at)
        if not side:
            continue
        first, second = _stems(sentence, relation, split)
        own, other = (first, second) if side == "first" else (second, first)
        if any(word in wanted for word in other - own) and not any(
            word in wanted for word in own - other
        ):
            return True
    return False


def _stems(
    sentence: Sentence, relation: Relation, split: Sequence[Word]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of both things; what the first did and the second leaves out is of both."""
    parts = [relation.first_range, relation.second_range]
    shared = (shared_from(sentence, relation), relation.first_range[1])
    first, second, both = (
        frozenset(w.stem for w in split if _is_within(sentence, part, w))
        for part in (*parts, shared)
    )
    return first, second | both


def _is_within(sentence: Sentence, part: tuple[int, int], word: Word) -> bool:
    if part[0] >= part[1]:
        return False
    return sentence.tokens[part[0]].start <= word.start < sentence.tokens[part[1] - 1].end
