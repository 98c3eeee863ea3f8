r"""Compare verifiers on pairs that they were not trained on, and on questions of HotpotQA.

    python -m experiments.compare_verifiers --data DATA
    python -m experiments.compare_verifiers --data DATA .cache/reader/exported

The shipped model is always the first; the others are folders that `python -m training reader`
wrote. Of each source of `datasets.nli` at most --most pairs are drawn of those that
`training.entailment` holds out: accuracy (where a corpus does not tell neutral from contradiction,
either counts as not entailed) beside always saying the commonest label, and AUROC of "entailed";
then the mean over the corpora of three labels that the reader was never shown. Last, HotpotQA's
bridge questions over their supporting sentences: is the answer beside the question right, or drawn
from the same paragraphs? Intervals by pair. About three minutes a model on one core. The seed is
fixed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from experiments import arguments
from groundgraph.datasets.draws import draw
from groundgraph.datasets.hotpotqa import derive, load_hotpotqa
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.text.asked.conversations import asked
from groundgraph.types import Pair
from training.entailment import LabelledPair, entailment_rows
from training.figures import bounded, number
from training.reader.recipe import (
    CONTRADICTED,
    NLI,
    NOT_SUPPORTED,
    OUTCOMES,
    SUPPORTED,
    UNSUPPORTED,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SEED = 0
HOTPOTQA = "hotpotqa, bridge"


class Judged(NamedTuple):
    """Pairs of one source and what a verifier says of them.

    Attributes:
        gold: Their labels as the reader numbers them, shape ``(n_pairs,)``.
        said: Entailment, neutral and contradiction, shape ``(n_pairs, 3)``.
    """

    gold: NDArray[np.int64]
    said: NDArray[np.float64]

    @property
    def has_three(self) -> bool:
        """Whether neutral and contradiction are told apart."""
        return {*self.gold.tolist()} == {SUPPORTED, UNSUPPORTED, CONTRADICTED}

    def right(self, found: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say where labels are right."""
        either = self.gold == NOT_SUPPORTED
        return np.asarray(np.where(either, found != SUPPORTED, found == self.gold), bool)

    def commonest(self) -> float:
        """Return the accuracy of the best single label."""
        every = (np.full(len(self.gold), label) for label in range(3))
        return max(float(self.right(found).mean()) for found in every)


def questions(data: Path) -> list[LabelledPair]:
    """Return question and answer over the supporting sentences as pairs."""
    derived = derive(load_hotpotqa(data, "evidence_only"), seed=SEED, scope="supporting")
    return [
        LabelledPair(
            " ".join(passage.text for passage in example.passages),
            f"{asked(example.question)} {example.answer}",
            "not_entailment" if example.label else "entailment",
            HOTPOTQA,
        )
        for example in derived
        if example.metadata["type"] == "bridge"
    ]


def by_source(rows: Sequence[LabelledPair], most: int) -> dict[str, list[LabelledPair]]:
    """Return at most so many rows of each source."""
    found = {}
    for source in sorted({row.source for row in rows}):
        own = [row for row in rows if row.source == source]
        found[source] = draw(SEED, source).sample(own, min(most, len(own)))
    return found


def judged(verifier: MiniLMVerifier, rows: Sequence[LabelledPair]) -> Judged:
    """Ask a verifier; a pair that it cannot judge is not entailed."""
    found = verifier.verify([Pair(row.premise, row.hypothesis) for row in rows])
    gold = np.array([OUTCOMES[row.label] for row in rows], np.int64)
    return Judged(gold, np.stack([found.entailment, found.neutral, found.contradiction], 1))


def line(source: str, own: Judged, *, shown: bool) -> str:
    """Return the figures of one source."""
    right = own.right(own.said.argmax(1))
    accuracy = interval(_share, right, np.ones(len(right)))
    text = f"    {source + (' (shown)' if shown else ''):34} n={len(right):4} "
    text += f"accuracy {bounded(accuracy)}, commonest label {number(own.commonest())}"
    entailed = own.gold == SUPPORTED
    if entailed.any() and not entailed.all():
        text += f", AUROC {bounded(interval(auroc, entailed, own.said[:, SUPPORTED]))}"
    return text


def _share(right: Any, _: Any, weights: Any = None, /) -> float:
    return float(np.average(np.asarray(right, float), weights=weights))


def main() -> None:
    parser = arguments.parser(__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="of exported readers")
    parser.add_argument("--most", type=int, default=300, help="pairs of a source")
    options = parser.parse_args()
    held_out = [*entailment_rows(options.data)[1], *questions(options.data)]
    sources = by_source(held_out, options.most)
    for folder in ["", *map(str, options.folders)]:
        print(folder or "the shipped one")
        verifier = MiniLMVerifier(folder)
        unseen = []
        for source, rows in sources.items():
            own = judged(verifier, rows)
            print(line(source, own, shown=source in NLI), flush=True)
            if own.has_three and source not in NLI:
                unseen.append((own.right(own.said.argmax(1)).mean(), own.commonest()))
        means = np.mean(unseen, axis=0) if unseen else (float("nan"), float("nan"))
        print(
            f"    mean of {len(unseen)} corpora of three labels never shown: accuracy "
            f"{means[0]:.3f}, commonest label {means[1]:.3f}"
        )


if __name__ == "__main__":
    main()
