"""Choose when a citation does not support its claim, and when a passage seems to hold an answer.

    python -m experiments.choose_citations --data DATA

On claims of RAGTruth's train answers to questions that cite one of three passages and hold no
hallucinated span: how often another passage is said to hold the claim, by the margin of
`methods.fused.holding`, where the claim cites the passage that its writer named, and where it
cites another, drawn by seed. A writer may name the wrong passage, and another may hold the claim as
well, so neither share can reach 0 or 1. Then the share of questions of which a sentence of the
passages holds so much (`ASKED_LEAST` there): of questions that all models
answered, that three or more declined, and over the passages of another question. A minute.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph.datasets.draws import draw
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.methods.checkable import DECLINES
from groundgraph.methods.fused.blocks import lexical
from groundgraph.methods.fused.holding import ASKED_LEAST, MARGIN, answering, lead
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.citations import passages_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph import Example
    from groundgraph.methods.fused.reading import Reading

PASSAGES = 3
MARGINS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4)
LEAST = (0.5, 0.6, 0.7, 0.8, 0.9)


def leads(readings: Sequence[Reading]) -> Iterator[tuple[float, float]]:
    """Yield how far others lead the cited passage, and how far they lead one drawn."""
    for reading in readings:
        passages = reading.given.passages
        for claim, names in zip(reading.claims, reading.judged.cited, strict=True):
            named = passages_named(names, passages)
            marked = any(claim.span.overlaps(gold) for gold in reading.example.spans or ())
            if len(named) != 1 or named[0] is None or len(passages) != PASSAGES or marked:
                continue
            others = sorted({p.id for p in passages} - {named[0].id})
            pick = draw(0, reading.given.id, claim.text).choice(others)
            yield _lead(claim.text, named[0].id, reading), _lead(claim.text, pick, reading)


def _lead(claim: str, cited: str, reading: Reading) -> float:
    evidence = reading.evidence
    found = lead(claim, {cited}, evidence.units, evidence.index, english_rarity())
    return found.share if found else 0.0


def held(reading: Reading) -> float:
    """Return how much of the question the sentence holds that holds most of it."""
    return max(lexical.shares(reading.asked, reading.evidence.index, english_rarity()))


def seems(reading: Reading) -> str:
    evidence = reading.evidence
    return answering(reading.asked, evidence.units, evidence.index, english_rarity())


def questions(readings: Sequence[Reading]) -> None:
    declined: dict[str, list[bool]] = defaultdict(list)
    first: dict[str, Example] = {}
    for reading in readings:
        source = str(reading.given.metadata["source_id"])
        declined[source].append(reading.nothing == DECLINES)
        first.setdefault(source, reading.given)
    answered = [first[source] for source, own in declined.items() if not any(own)]
    refused = [first[source] for source, own in declined.items() if sum(own) >= PASSAGES]
    foreign = [
        replace(e, passages=draw(0, "others", e.id).choice(answered).passages) for e in answered
    ]
    for name, own in (("answered", answered), ("declined", refused), ("of another", foreign)):
        known = [*read(own, SentenceSegmenter())]
        shares = np.array([held(reading) for reading in known])
        found = ", ".join(f"{least}: {np.mean(shares >= least):.3f}" for least in LEAST)
        told = np.mean([bool(seems(reading)) for reading in known])
        print(f"{name:10} n={len(own)} {found}; as used {told:.3f}")


def main() -> None:
    given = arguments.parser(__doc__).parse_args()
    examples = load_ragtruth(given.data, tasks=("QA",), split="train")
    readings = [*read(examples, SentenceSegmenter())]
    found = np.array([*leads(readings)])
    print(f"n={len(found)}; the margin that is used: {MARGIN}")
    for margin in MARGINS:
        own, other = (found > margin).mean(axis=0)
        print(f"margin {margin}: elsewhere, as cited {own:.3f}, citing another {other:.3f}")
    print(f"the share of a question that is used: {ASKED_LEAST}")
    questions(readings)


if __name__ == "__main__":
    main()
