"""What a passage compares in words, without amounts, and where a claim goes with it.

"The Lastra is quicker than the Bruno" puts two things on a scale. A claim that compares them on the
same scale, by the same adjective or its opposite, agrees or goes against it; and what is outdone by
another thing is not the quickest.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.times.links import Link, ends, lean
from groundgraph.text.quantities.written.adjectives import COMPARATIVES, DEGREES
from groundgraph.text.quantities.written.comparatives import comparisons
from groundgraph.text.quantities.written.model import Sentence
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.written.adjectives import Adjective
    from groundgraph.text.quantities.written.comparatives import ClaimedComparison

_THAN = frozenset({"than"})
_CLAUSE = re.compile(r"[;:]|,? (?:and|but|while|whereas) ")


class Scaled(NamedTuple):
    """Two things on a scale.

    Attributes:
        scale: Stems by which the scale may be called.
        link: What has more of it as what is early, what has less as what is late.
    """

    scale: frozenset[str]
    link: Link


def scales_of(sentences: Sequence[Sentence]) -> list[Scaled]:
    """Return the comparisons of a passage that name both sides."""
    found = []
    for line, sentence in enumerate(sentences):
        if sentence.letters.isdisjoint(_THAN) or sentence.letters.isdisjoint(_WORDS):
            continue
        for told in (each for part in _parts(sentence) for each in comparisons(part)):
            if told.ratio is None:
                more, less = frozenset(told.first), frozenset(told.second)
                if told.adjective.sign < 0:
                    more, less = less, more
                found.append(Scaled(_scale(told), Link(more - less, less - more, line)))
    return found


def _parts(sentence: Sentence) -> Iterator[Sentence]:
    """Yield the clauses of a sentence that compare by themselves."""
    edges = [sentence.span.start]
    edges += [m.end() for m in _CLAUSE.finditer(sentence.text, *sentence.span)]
    for start, stop in pairwise([*edges, sentence.span.end]):
        if "than" in sentence.text[start:stop]:
            yield Sentence(sentence.text, Span(start, stop), sentence.labels)


_WORDS = frozenset({*COMPARATIVES, *DEGREES})


def _scale(told: ClaimedComparison) -> frozenset[str]:
    return of_adjective(told.adjective, {*told.attribute}, {*told.first, *told.attribute})


def of_adjective(
    adjective: Adjective, attribute: AbstractSet[str], around: AbstractSet[str]
) -> frozenset[str]:
    """Return the stems by which what an adjective compares may be called.

    Args:
        adjective: The adjective, or "more" and "less".
        attribute: Stems of what there is more or less of.
        around: Those of its clause, which tell what "more" is of.
    """
    if adjective.attribute:
        return frozenset({*adjective.attribute, *attribute})
    return frozenset({*attribute, *around})


def lean_of(told: Sequence[Scaled], claim: ClaimedComparison) -> float:
    """Return how far some comparisons speak for a claim's or, below 0, against it."""
    scale = _scale(claim)
    links = [each.link for each in told if each.scale & scale]
    sign = -1 if claim.adjective.sign > 0 else 1
    return lean(links, claim.first.keys(), claim.second.keys(), sign)[0]


def lean_of_most(told: Sequence[Scaled], adjective: Adjective, words: AbstractSet[str]) -> float:
    """Return how far some comparisons speak for a claim that some words name the extreme."""
    scale = of_adjective(adjective, set(), words)
    links = [each.link for each in told if each.scale & scale]
    return ends(links, words, last=adjective.sign < 0) if links else 0.0
