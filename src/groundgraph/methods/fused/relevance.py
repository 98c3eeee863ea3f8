"""Which passages have to do with an answer at all.

A retriever returns passages about other things too. Words they happen to share with an answer must
neither support nor contradict it, so passages that share next to nothing are set aside. They
are compared as sets of content stems weighed by squared rarity (TF-IDF cosine), which is nearly
blind to how long a passage is. One that goes on about what a kept passage is about belongs to the
same text, and is kept whatever it shares with the answer: how a text was cut decides nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.cut_texts import is_cut, is_sentence
from groundgraph.text.foreign import is_english_word, words_of
from groundgraph.text.numbers import quantities_with_text
from groundgraph.text.once import kept
from groundgraph.text.structured import facts
from groundgraph.text.words import content_stem, content_stems

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from groundgraph.methods.fused.rarity import Rarity

PROSE_LEAST, DATA_LEAST = 0.15, 0.5
"""The least cosine, as a share of the best passage's: of prose, and of data, whose records are
alike but for what they are about."""
NEAR, FEWEST_SHARED = 0.5, 2
"""Prose that is less than half as near as the best passage must share two words with the answer or
the question: one alone may mean anything."""
STRAY, WEAK, NEAR_WEAK = 0.1, 0.25, 0.3
"""The share of answer and question, weighed, up to which what one passage holds of them may be
shared by chance: an answer in other words than its evidence has no nearest passage. Up to the
second the nearest may still be another than its own, so others need not be half as near."""
LINKED_LEAST = 0.1
"""The least cosine of prose to a kept passage. Of passages beside answers of the dev half of bench
`meaning` 90% have it or are near the answer, of passages of other answers 5%."""
HELD_LEAST = 0.5
"""Prose that holds so much of a claim which the others do not hold is kept all the same."""
_TINY = 1e-9
_NAMES = frozenset({"name", "title", "id", "label"})


class _Seen(NamedTuple):
    """What is compared of a passage.

    Attributes:
        stems: Its content stems.
        is_data: Whether it is data.
        is_sentence: Whether it is one sentence of prose.
        names: The stems of each of its names, if it is data.
        unlisted: The stems of words that no list of English words holds, such as names.
    """

    stems: frozenset[str]
    is_data: bool
    is_sentence: bool
    names: tuple[frozenset[str], ...]
    unlisted: frozenset[str]


def related(
    claims: Sequence[str],
    question: str,
    passages: Sequence[str],
    rarity: Rarity,
    cited: Collection[int] = (),
) -> list[bool]:
    """Say which passages an answer is to be held against.

    Beside those near enough or cited, prose is kept that holds a claim which no other does, or that
    is near a kept passage, or that is one of many single sentences; and data whose name the answer
    or the question tells.

    Args:
        claims: The claims' texts.
        question: The question, or "".
        passages: The passages' texts, in any order.
        rarity: How rare each stem is.
        cited: The numbers of those that the answer cites, from 0.

    Returns:
        One value for each passage; all of them when none shares more with the answer than words
        that many texts hold.
    """
    if len(passages) == 1:
        return [True]  # it is the best, and no other is near
    seen = [_seen(passage) for passage in passages]
    said = [_said(claim) for claim in claims]
    whole = _said(question).union(*said)
    near = [_cosine(whole, each.stems, rarity) for each in seen]
    best = max(near, default=0.0)
    held = max((_weight(whole & each.stems, rarity) for each in seen), default=0.0)
    share = held / max(_weight(whole, rarity), _TINY)
    if share <= STRAY:
        return [True] * len(passages)
    least = NEAR if share > WEAK else NEAR_WEAK
    kept = [
        number in cited or _is_near(each, cosine / best, whole, least)
        for number, (each, cosine) in enumerate(zip(seen, near, strict=True))
    ]
    if all(kept):
        return kept
    known = [each.stems for each, is_kept in zip(seen, kept, strict=True) if is_kept]
    if not any(claim & own for claim in said for own in known):
        return [True] * len(passages)  # these are near the question alone
    alone = [claim for claim in said if not any(_holds(own, claim, rarity) for own in known)]
    direct = [
        is_kept
        or any(name <= whole for name in each.names)
        or (not each.is_data and any(_holds(each.stems, claim, rarity) for claim in alone))
        for is_kept, each in zip(kept, seen, strict=True)
    ]
    return _with_their_text(direct, seen, rarity, was_cut=is_cut(passages))


def _is_near(passage: _Seen, share: float, whole: frozenset[str], least: float) -> bool:
    """Say whether a passage is near enough by itself, ``share`` of the best cosine."""
    if passage.is_data:
        return share >= DATA_LEAST
    if share >= least:
        return True
    return share >= PROSE_LEAST and len(whole & passage.stems) >= FEWEST_SHARED


def _with_their_text(
    kept: list[bool], seen: Sequence[_Seen], rarity: Rarity, *, was_cut: bool
) -> list[bool]:
    """Keep the prose that belongs to the same text as a kept passage too.

    Of a text that was cut into its sentences all are kept.
    """
    kept = [
        was or (was_cut and each.is_sentence and bool(each.stems))
        for was, each in zip(kept, seen, strict=True)
    ]
    reached = [each for each, is_kept in zip(seen, kept, strict=True) if is_kept]
    while reached:
        near = [
            not is_kept and not each.is_data and any(_linked(each, own, rarity) for own in reached)
            for each, is_kept in zip(seen, kept, strict=True)
        ]
        reached = [each for each, is_new in zip(seen, near, strict=True) if is_new]
        kept = [was or is_new for was, is_new in zip(kept, near, strict=True)]
    return kept


def _linked(a: _Seen, b: _Seen, rarity: Rarity) -> bool:
    """Say whether two passages are near each other, or both hold a rare name."""
    if any(rarity.of(stem) >= rarity.unknown for stem in a.unlisted & b.unlisted):
        return True
    return _cosine(a.stems, b.stems, rarity) >= LINKED_LEAST


def _holds(passage: frozenset[str], claim: frozenset[str], rarity: Rarity) -> bool:
    return _weight(claim & passage, rarity) >= HELD_LEAST * _weight(claim, rarity) > 0


def _cosine(a: frozenset[str], b: frozenset[str], rarity: Rarity) -> float:
    sizes = _weight(a, rarity) * _weight(b, rarity)
    return _weight(a & b, rarity) / math.sqrt(sizes) if sizes else 0.0


def _weight(stems: Iterable[str], rarity: Rarity) -> float:
    return math.fsum(rarity.of(stem) ** 2 for stem in stems)


def _said(text: str) -> frozenset[str]:
    """Return the content stems of a text, numbers in words as those in digits."""
    spelled = [
        (content_stem(written), readings)
        for _, written, readings in quantities_with_text(text)
        if written.isalpha()
    ]
    stems = content_stems(text).difference(stem for stem, _ in spelled)
    return stems.union(*(readings for _, readings in spelled))


@kept
def _seen(passage: str) -> _Seen:
    found = facts(passage)
    named = (f for f in found or () if f.path[-1].lower() in _NAMES and isinstance(f.value, str))
    names = (content_stems(str(fact.value)) for fact in named)
    return _Seen(
        _said(passage),
        found is not None,
        is_sentence(passage),
        tuple(name for name in names if name),
        content_stems(" ".join(_unlisted(passage))),
    )


def _unlisted(text: str) -> set[str]:
    """Return the words that are not English; the list has American spellings alone."""
    return {
        word
        for word in set(words_of(text))
        if not is_english_word(word)
        and not is_english_word(word.replace("our", "or").replace("tre", "ter"))
    }
