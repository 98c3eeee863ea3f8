"""Choose from which log-odds words of flagged claims are marked.

    python -m experiments.choose_marks --data DATA

Reads what the folds' token models said under --work, and what `training.fused.trees` kept of
`fused`, so nothing had seen the answers' sources. Prints character precision, recall and F1 of the
marks on RAGTruth's train answers with intervals by source, all and by task, for each pair of
log-odds: from which a word begins a mark, and from which its neighbours join it. The pair of
`groundgraph.methods.fused.marking` stays unless another is better by more than 0.001. Two minutes
on one core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.learn.two_level import agreeing
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.measures.spans import span_counts
from groundgraph.methods.fused.blocks.token_scores import of_words
from groundgraph.methods.fused.marking import Marker
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.token_inputs import token_inputs
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from training.fused.out_of_fold import OutOfFold
from training.tokens.data import read_rarity

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.types import Example

PAIRS = ((0.8, -0.2), (0.7, -0.5), (0.5, -0.5), (0.3, -0.5), (0.5, -0.8), (0.3, -0.7), (0.2, -1.0))


def flagged(path: Path, examples: list[Example], counts: list[int]) -> list[NDArray[np.intp]]:
    """Return the numbers of each answer's flagged claims: none of an answer that is not.

    Raises:
        ValueError: When the file is of other answers.
    """
    kept = dict(np.load(path))
    if kept["ids"].tolist() != [e.id for e in examples] or len(kept["claim_flags"]) != sum(counts):
        raise ValueError(f"{path} is not of these answers; run python -m training fused again")
    owner = np.repeat(np.arange(len(counts)), counts)
    flags = agreeing(kept["claim_flags"], kept["claim_scores"], owner, kept["flags"])
    return [np.flatnonzero(own) for own in np.split(flags, np.cumsum(counts)[:-1])]


def markers(examples: list[Example], work: Path) -> Iterator[tuple[Marker, int]]:
    """Yield what to mark each answer with, and how many claims it has."""
    classifier, rarity = OutOfFold.load(work), read_rarity(work)
    for inputs in token_inputs(read(examples, SentenceSegmenter()), rarity):
        (scores,) = classifier.classify([inputs.tokens])
        words = of_words(scores, inputs.word_of, len(inputs.words))
        yield Marker(inputs.words, inputs.claim, words), inputs.tokens.n_claims


def main() -> None:
    parser = arguments.parser(__doc__, work=True)
    options = parser.parse_args()
    examples = load_ragtruth(options.data, split="train")
    made = list(markers(examples, options.work))
    claims = flagged(options.work / "fused_out_of_fold.npz", examples, [count for _, count in made])
    gold = [example.spans or () for example in examples]
    for sure, doubtful in PAIRS:
        marked = [
            [
                mark.span
                for claim in own.tolist()
                for mark in marker._replace(sure=sure, doubtful=doubtful).of_claim(claim)
            ]
            for (marker, _), own in zip(made, claims, strict=True)
        ]
        show(f"{sure:4.1f} {doubtful:4.1f}", span_counts(gold, marked), examples)
    whole = [
        [
            (int(own_words[0, 0]), int(own_words[-1, 1]))
            for claim in own.tolist()
            for own_words in [marker.words[marker.claims == claim]]
        ]
        for (marker, _), own in zip(made, claims, strict=True)
    ]
    show("sentences", span_counts(gold, whole), examples)
    show("all marked", span_counts(gold, [[(0, len(e.answer))] for e in examples]), examples)


def show(name: str, counts: NDArray[np.int64], examples: list[Example]) -> None:
    """Print the scores of all answers and of each task's."""
    tasks = np.array([example.metadata["task"] for example in examples])
    sources = np.array([example.metadata["source_id"] for example in examples])
    for task in ("all", *sorted(set(tasks.tolist()))):
        own = (tasks == task) | (task == "all")
        both, marked, gold = counts[own].T
        found = ratio_intervals(
            np.column_stack([both, both, 2 * both]),
            np.column_stack([marked, gold, marked + gold]),
            groups=sources[own],
        )
        told = " ".join(
            f"{metric} {each.value:.4f} [{each.low:.3f}, {each.high:.3f}]"
            for metric, each in zip(("precision", "recall", "F1"), found, strict=True)
        )
        print(f"{name:10} {task:8} n={own.sum()} {told}", flush=True)


if __name__ == "__main__":
    main()
