"""Choose from which log-odds words of flagged claims are marked.

    python scripts/choose_marks.py --data ../shared/data

Reads what the folds' token models said under --work, and what `train_sentence_level.py` kept of
`fused`, so nothing had seen the answers' sources. Prints character precision, recall and F1 of the
marks on RAGTruth's train answers, all and by task, for each pair of log-odds: from which a word
begins a mark, and from which its neighbours join it. The best pair is the default of
`groundgraph.detectors.marking`. Two minutes on one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.detectors.marking import Marker
from groundgraph.detectors.reading import read
from groundgraph.detectors.token_inputs import token_inputs
from groundgraph.features.token_scores import of_words
from groundgraph.measures.spans import scores_of_counts, span_counts
from groundgraph.parts.segmenters import SentenceSegmenter
from token_data import read_rarity
from train_sentence_level import OutOfFold

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        raise ValueError(f"{path} is not of these answers; run train_sentence_level.py again")
    stops = np.cumsum(counts)
    found = []
    for number, (stop, count) in enumerate(zip(stops, counts, strict=True)):
        own = slice(stop - count, stop)
        flags = kept["claim_flags"][own] & kept["flags"][number]
        flags[np.argmax(kept["claim_scores"][own])] |= kept["flags"][number]
        found.append(np.flatnonzero(flags))
    return found


def markers(examples: list[Example], work: Path) -> Iterator[tuple[Marker, int]]:
    """Yield what to mark each answer with, and how many claims it has."""
    classifier, rarity = OutOfFold.load(work), read_rarity(work)
    for reading in read(examples, SentenceSegmenter()):
        inputs = token_inputs(reading, rarity)
        (scores,) = classifier.classify([inputs.tokens])
        words = of_words(scores, inputs.word_of, len(inputs.words))
        yield Marker(inputs.words, inputs.claim, words), inputs.tokens.n_claims


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".cache/tokens"))
    arguments = parser.parse_args()
    examples = load_ragtruth(arguments.data, split="train")
    made = list(markers(examples, arguments.work))
    claims = flagged(
        arguments.work / "fused_out_of_fold.npz", examples, [count for _, count in made]
    )
    gold = [example.spans or () for example in examples]
    tasks = np.array([example.metadata["task"] for example in examples])
    for sure, doubtful in PAIRS:
        marked = [
            [
                mark.span
                for claim in own.tolist()
                for mark in marker._replace(sure=sure, doubtful=doubtful).of_claim(claim)
            ]
            for (marker, _), own in zip(made, claims, strict=True)
        ]
        show(f"{sure:4.1f} {doubtful:4.1f}", span_counts(gold, marked), tasks)
    whole = [
        [
            (int(own_words[0, 0]), int(own_words[-1, 1]))
            for claim in own.tolist()
            for own_words in [marker.words[marker.claims == claim]]
        ]
        for (marker, _), own in zip(made, claims, strict=True)
    ]
    show("sentences", span_counts(gold, whole), tasks)
    show("all marked", span_counts(gold, [[(0, len(e.answer))] for e in examples]), tasks)


def show(name: str, counts: NDArray[np.int64], tasks: NDArray[np.str_]) -> None:
    """Print the scores of all answers and of each task's."""
    for task in ("all", *sorted(set(tasks.tolist()))):
        own = counts[(tasks == task) | (task == "all")]
        precision, recall, f1 = scores_of_counts(own)
        print(
            f"{name:10} {task:8} n={len(own)} precision {precision:.3f} recall {recall:.3f} "
            f"F1 {f1:.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
