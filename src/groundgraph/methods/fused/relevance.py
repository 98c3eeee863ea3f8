"""Which passages have to do with an answer at all.

A retriever returns passages about other things too. Words they happen to share with an answer must
neither support nor contradict it, so passages that share next to nothing are set aside. They
are compared as sets of content stems weighed by squared rarity (TF-IDF cosine), which is nearly
blind to how long a passage is.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.structured import facts
from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.methods.fused.rarity import Rarity

PROSE_LEAST, DATA_LEAST = 0.15, 0.5
"""The least cosine, as a share of the best passage's: of prose, and of data, whose records are
alike but for what they are about."""
HELD_LEAST = 0.5
"""Prose that holds so much of a claim which the others do not hold is kept all the same."""
_NAMES = frozenset({"name", "title", "id", "label"})


class _Seen(NamedTuple):
    """What is compared of a passage.

    Attributes:
        stems: Its content stems.
        is_data: Whether it is data.
        names: The stems of each of its names, if it is data.
    """

    stems: frozenset[str]
    is_data: bool
    names: tuple[frozenset[str], ...]


def related(
    claims: Sequence[str], question: str, passages: Sequence[str], rarity: Rarity
) -> list[bool]:
    """Say which passages an answer is to be held against.

    Beside those near enough, prose is kept that holds a claim which no other does, and data
    whose name the answer or the question tells.

    Args:
        claims: The claims' texts.
        question: The question, or "".
        passages: The passages' texts, in any order.
        rarity: How rare each stem is.

    Returns:
        One value for each passage; all of them when none shares a word with the answer.
    """
    seen = [_seen(passage) for passage in passages]
    said = [content_stems(claim) for claim in claims]
    whole = frozenset(content_stems(question)).union(*said)
    near = [_cosine(whole, each.stems, rarity) for each in seen]
    best = max(near, default=0.0)
    if not best:
        return [True] * len(passages)
    kept = [
        cosine >= (DATA_LEAST if each.is_data else PROSE_LEAST) * best
        for each, cosine in zip(seen, near, strict=True)
    ]
    if all(kept):
        return kept
    known = [each.stems for each, is_kept in zip(seen, kept, strict=True) if is_kept]
    alone = [claim for claim in said if not any(_holds(own, claim, rarity) for own in known)]
    return [
        is_kept
        or any(name <= whole for name in each.names)
        or (not each.is_data and any(_holds(each.stems, claim, rarity) for claim in alone))
        for is_kept, each in zip(kept, seen, strict=True)
    ]


def _holds(passage: frozenset[str], claim: frozenset[str], rarity: Rarity) -> bool:
    return _weight(claim & passage, rarity) >= HELD_LEAST * _weight(claim, rarity) > 0


def _cosine(a: frozenset[str], b: frozenset[str], rarity: Rarity) -> float:
    sizes = _weight(a, rarity) * _weight(b, rarity)
    return _weight(a & b, rarity) / math.sqrt(sizes) if sizes else 0.0


def _weight(stems: Iterable[str], rarity: Rarity) -> float:
    return math.fsum(rarity.of(stem) ** 2 for stem in stems)


@lru_cache(maxsize=1024)
def _seen(passage: str) -> _Seen:
    found = facts(passage)
    named = (f for f in found or () if f.path[-1].lower() in _NAMES and isinstance(f.value, str))
    names = (content_stems(str(fact.value)) for fact in named)
    return _Seen(content_stems(passage), found is not None, tuple(name for name in names if name))
