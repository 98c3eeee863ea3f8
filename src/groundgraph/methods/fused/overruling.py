"""Where rules know better than the reader: what it says of a claim that is not heard.

A reader cannot reckon, nor walk over triples, and holds the words of a question for right wherever
they stand. Of words that are known to be right its doubt does not count; nor does what it says for
a claim that is surely wrong, or against one that is surely right.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.learn.inputs import logistic
from groundgraph.methods.fused.blocks.reader import MOST
from groundgraph.methods.fused.marking import SURE
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.blocks.reader import Words
    from groundgraph.methods.fused.rule import Rulings
    from groundgraph.types import Claim

    Floats = NDArray[np.float64]


class Heard(NamedTuple):
    """What is heard of a reader about the claims of an answer.

    Attributes:
        rows: Named by `blocks.reader.NAMES`, of each claim.
        alone: Log-odds that each claim is not supported, by itself where that was asked.
    """

    rows: Floats
    alone: Floats


def overruled(
    heard: Heard, words: Words, claims: Sequence[Claim], rulings: Sequence[Rulings]
) -> Heard:
    """Return what is heard of a reader beside what rules know.

    Args:
        heard: What it says.
        words: What it says of the words of the answer.
        claims: The claims of the answer.
        rulings: What rules say of each.
    """
    rows, alone = heard.rows.copy(), heard.alone.copy()
    for number, (claim, own) in enumerate(zip(claims, rulings, strict=True)):
        if own.words.right:
            rows[number] = apart_from(rows[number], words, number, _placed(own.words.right, claim))
            alone[number] = min(alone[number], rows[number, 0])
    wrong = [number for number, own in enumerate(rulings) if own.overrule("wrong")]
    right = [number for number, own in enumerate(rulings) if own.overrule("right")]
    rows[wrong] = np.maximum(rows[wrong], 0.0)  # nothing says that it is right
    rows[right] = np.minimum(rows[right], 0.0)
    alone[wrong] = np.maximum(alone[wrong], rows[wrong, 0])
    alone[right] = np.minimum(alone[right], rows[right, 0])
    return Heard(rows, alone)


def apart_from(row: Floats, words: Words, claim: int, places: Sequence[Span]) -> Floats:
    """Return what is measured of a claim of which some words are known to be right.

    It is in doubt as much as the worst of its other words at most.

    Args:
        row: Named by `blocks.reader.NAMES`.
        words: What is said of the answer's words.
        claim: The claim's number.
        places: Where the words that are right stand in the answer.
    """
    others = words.odds[(words.claims == claim) & ~words.within(places)]
    worst, denied = others.max(axis=0, initial=-MOST)
    expected = float(logistic(others[:, 0]).sum())
    least = [worst, float(logistic(denied)), worst, worst, math.log(expected or 1.0)]
    found: Floats = np.minimum(row, least)
    return found


def marked(words: Words, claims: Sequence[Claim], rulings: Sequence[Rulings]) -> Words:
    """Return the words as they are marked: none that rules know to be right, all that are wrong."""
    known = [(claim, own.words) for claim, own in zip(claims, rulings, strict=True)]
    words = words.trusted([place for claim, own in known for place in _placed(own.right, claim)])
    for claim, own in known:
        held = [place for place in _placed(own.held, claim) if words.worst(place) < SURE]
        words = words.trusted(held)
        words = words.trusted(_placed(own.rephrased, claim)).denied(_placed(own.wrong, claim))
    return words


def _placed(spans: Iterable[Span], claim: Claim) -> list[Span]:
    """Return where stretches of a claim stand in the answer."""
    first = claim.span.start
    return [Span(first + span.start, first + span.end) for span in spans]
