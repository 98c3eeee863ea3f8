"""What links between passages give beside their words, on bridge questions of HotpotQA.

    python -m experiments.judge_links --data DATA

Right answers and wrong ones of the same kind, over ten passages (`datasets.hotpotqa`). AUROC of
how little of a walk from the question ends at the answer (`groundgraph.graph.links`): with links,
without them, and with links whose targets are exchanged among the passages, so that as many lead
anywhere.
By halves of the questions: the walk was chosen on one. Intervals by question, of the gain paired.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from experiments import arguments
from groundgraph.datasets.draws import draw
from groundgraph.datasets.hotpotqa import load_hotpotqa_derived
from groundgraph.graph.links import PassageLinks
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.conversations import asked
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import content_stems, postings, words
from training.figures import bounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Example

    Floats = NDArray[np.float64]


class Masses(NamedTuple):
    """How much of a walk ends at an answer."""

    linked: float
    without: float
    shuffled: float


def masses(examples: Sequence[Example]) -> list[Masses]:
    """Walk to each answer."""
    found = []
    units_of = evidence_units([tuple(e.passages) for e in examples], SentenceSegmenter())
    for example, units in zip(examples, units_of, strict=True):
        links = PassageLinks.of(units, postings(words(unit.text) for unit in units))
        question, answer = content_stems(asked(example.question)), content_stems(example.answer)
        added = answer - question or answer
        reach = links.reach(question, added)
        other = shuffled(links, example.id).reach(question, added)
        found.append(Masses(reach.mass, reach.direct, other.mass))
    return found


def shuffled(links: PassageLinks, key: str) -> PassageLinks:
    """Return as many links from the same sentences, to passages that were exchanged."""
    passages = list(range(len(links.heads)))
    draw(0, "shuffled links", key).shuffle(passages)
    return replace(links, targets=np.array(passages, np.intp)[links.targets])


def show(name: str, examples: Sequence[Example]) -> None:
    """Print the figures of one half."""
    labels = np.array([bool(example.label) for example in examples])
    groups = np.array([example.id for example in examples])
    found = np.array(masses(examples))
    print(f"{name}: {len(labels)} answers, {labels.sum()} wrong", flush=True)
    for kind, mass in zip(Masses._fields, found.T, strict=True):
        print(f"    {kind:10} AUROC {bounded(interval(auroc, labels, -mass, groups=groups))}")
    for kind, mass in zip(Masses._fields[1:], found.T[1:], strict=True):
        gain = gains(labels, -found[:, 0], -mass)
        print(f"    linked over {kind:10} {gain[0]:+.3f} [{gain[1]:+.3f}, {gain[2]:+.3f}]")


def gains(labels: NDArray[np.bool_], one: Floats, other: Floats) -> tuple[float, float, float]:
    """Return by how much one score's AUROC is higher than another's, with a paired interval."""
    rng = np.random.default_rng(0)
    drawn = [rng.integers(0, len(labels), len(labels)) for _ in range(1000)]
    rows = [np.arange(len(labels)), *drawn]
    found = [(auroc(labels[r], one[r]) or 0.5) - (auroc(labels[r], other[r]) or 0.5) for r in rows]
    low, high = np.quantile(found[1:], [0.025, 0.975])
    return found[0], float(low), float(high)


def main() -> None:
    """Print the figures of both halves."""
    options = arguments.parser(__doc__).parse_args()
    every = load_hotpotqa_derived(options.data)
    bridges = [example for example in every if example.metadata["type"] == "bridge"]
    show("chosen on", [example for example in bridges if is_looked_at(example)])
    show("held out", [example for example in bridges if not is_looked_at(example)])


def is_looked_at(example: Example) -> bool:
    """Say whether a question is of the half that the walk was chosen on."""
    key = str(example.metadata["source_id"]).encode()
    return int(hashlib.md5(key, usedforsecurity=False).hexdigest(), 16) % 2 == 0


if __name__ == "__main__":
    main()
