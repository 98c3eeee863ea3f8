"""Links block: how a walk over the passages comes from the question to a short answer.

`groundgraph.graph.links` walks; here that becomes numbers in [0, 1], and a chain of passages to
show. It is asked only of short answers to a question over several passages: of a claim that is a
sentence most words stand somewhere, and how they are put counts.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.rule import Rule, Telling
from groundgraph.text.sought import sought
from groundgraph.text.words import content_stems
from groundgraph.types import Edge, Evidence
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.graph.links import PassageLinks, Reach
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.passage_units import Unit

    Floats = NDArray[np.float64]

NAMES = ("link_reached", "link_missed")
"""How much of the walk, on a scale of logarithms, ends at the answer: from `MIDDLE` to all of it,
and from `MIDDLE` down to `LEAST`."""
MOST_ADDED = 6
"""Content words that an answer may add to its question."""
LEAST, MIDDLE = 0.004, 0.12
"""Masses. Of HotpotQA's bridge questions right answers have a median of 0.21, wrong ones 0.03."""
SHIFT = Shift(names=NAMES, weights=(-2.0, 1.5))
"""By ``python -m experiments.fit_rules``: -1.39 and 0.65 over all corpora, where answers to
questions that need one passage count most; HotpotQA alone gives -3.9 and 1.1. These lie between."""
_TOLD = 0.25


class Walked(NamedTuple):
    """What a walk found of a claim.

    Attributes:
        reach: How it comes to the claim's words.
        chain: The sentences on its way, without those that it does not need.
    """

    reach: Reach
    chain: tuple[Unit, ...]


def judge(reading: Reading, _: Rarity) -> tuple[Walked | None, ...]:
    """Walk to each claim that is a short answer; ``None`` of others, and over triples alone."""
    return walked_over(reading, reading.evidence.links)


def walked_over(reading: Reading, links: PassageLinks) -> tuple[Walked | None, ...]:
    """Return what `judge` does, by a walk over the given links between the answer's units."""
    asked = content_stems(reading.asked)
    if not asked or len(reading.example.passages) < 2 or _only_triples(reading):
        return (None,) * len(reading.claims)
    return tuple(
        None if made is None else _walked(reading, links, asked, claim.text)
        for made, claim in zip(reading.judged.statements, reading.claims, strict=True)
    )


def _only_triples(reading: Reading) -> bool:
    """Say whether there are triples alone, which `blocks.paths` walks over by their relations."""
    return all(is_triple(passage.id) for passage in reading.example.passages)


def _walked(
    reading: Reading, links: PassageLinks, asked: frozenset[str], claim: str
) -> Walked | None:
    added = content_stems(claim) - asked
    if not 0 < len(added) <= MOST_ADDED:
        return None
    units = reading.evidence.units
    reach = links.reach(asked, added, sought(reading.asked))
    return Walked(reach, _needed(tuple(units[number] for number in reach.chain), asked))


def _needed(chain: tuple[Unit, ...], asked: frozenset[str]) -> tuple[Unit, ...]:
    """Return a chain without a first sentence that says no more of the question than the last.

    Of two sentences that both answer, neither leads to the other.
    """
    held = [content_stems(unit.text) & asked for unit in chain]
    return chain[1:] if len(chain) > 1 and held[0] <= held[-1] else chain


def measure(walked: Sequence[Walked | None], _: Floats) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``, in [0, 1]."""
    rows = np.zeros((len(walked), len(NAMES)))
    for row, each in zip(rows, walked, strict=True):
        if each is not None:
            mass = max(each.reach.mass, LEAST)
            row[0] = max(0.0, math.log(mass / MIDDLE) / math.log(1 / MIDDLE))
            row[1] = max(0.0, math.log(MIDDLE / mass) / math.log(MIDDLE / LEAST))
    return rows


def tell(walked: Walked | None) -> Telling | None:
    """Name the chain of passages that leads from the question to the claim, where there is one."""
    if walked is None or walked.reach.mass < _TOLD or len(walked.chain) < 2:
        return None
    first, second = walked.chain
    told = (
        f"From the question over passage {first.passage_id} (“{first.text}”) to passage "
        f"{second.passage_id} (“{second.text}”)."
    )
    cited = tuple(Evidence(u.passage_id, u.span, 1.0, u.text) for u in walked.chain)
    return Telling("supported", told, cited, walked.reach.mass / 2)


def draw(walked: Walked | None, number: int) -> tuple[Edge, ...]:
    """Return the way from the question over the passages of a chain to the claim."""
    if walked is None or len(walked.chain) < 2:
        return ()
    nodes = ["q", *(f"p:{unit.passage_id}" for unit in walked.chain), f"c:{number}"]
    return tuple(Edge(*pair, walked.reach.mass, "links") for pair in pairwise(nodes))


RULE = Rule(SHIFT, NAMES, judge, measure, tell, draw)
