"""Choose what RAGTruth counts in the sum of `fused`, and see what graphs give.

    python -m training fused --data DATA --only beside
    python -m experiments.choose_sum --data DATA

Reads what that step measured. Each choice is fitted without the corpus that it is judged on, but
RAGTruth, whose answers are many and weights few: AUROC, or the share of pairs in the right order;
of RAGTruth's answers also the best F1 at the test split's rate of hallucinated answers, 0.35.
Last, the sum without each kind of finding that a graph gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph.methods.fused.detector import BESIDE_NAMES, Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.specs import load
from training.fused.beside import ranked
from training.fused.corpora import CHOSEN_BY, JUDGED_ONLY, LEFT_OUT, MEANING, RAGTRUTH, WRITTEN
from training.fused.material import gathered
from training.fused.steps import Beside
from training.fused.weights import HOME, Known, Weights, fitted
from training.job import Job
from training.paths import CACHE, MODELS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from groundgraph.learn.shift import Shift

SHARES = (1 / 13, 0.2, HOME, 0.7, 0.95)
GRAPHS = ("link_", "statement", "path_", "conflict_")
"""Beginnings of the names of features that links, statements, ways through triples and passages
that disagree give."""
RATE = 0.35


def main() -> None:
    options = arguments.parser(__doc__).parse_args()
    words = load("lexical")
    assert isinstance(words, Lexical)
    job = Job(CACHE / "fused", MODELS, options.data)
    known = gathered(job, Beside(), Fused(rarity=words.rarity, head=words.head)).known
    print("what RAGTruth counts")
    for share in SHARES:
        show(f"{share:.2f}", known, share)
    print("without what graphs give")
    for kinds in (*((kind,) for kind in GRAPHS), GRAPHS):
        left = {name: without(each, kinds) for name, each in known.items()}
        show("without " + (kinds[0] if len(kinds) == 1 else "any"), left, HOME)


def without(known: Known, kinds: tuple[str, ...]) -> Known:
    """Return a corpus as if some features had found nothing."""
    beside = known.rows.beside.copy()
    beside[:, [name.startswith(kinds) for name in BESIDE_NAMES]] = 0
    return known._replace(rows=known.rows._replace(beside=beside))


def show(name: str, known: Mapping[str, Known], share: float) -> None:
    """Print a line: how corpora are ranked that the sum was not fitted on."""
    value = {
        corpus: ranked(corpus, each, said(known, corpus, share)) for corpus, each in known.items()
    }
    means = [np.mean([value[n] for n in names if n in value]) for names in (LEFT_OUT, JUDGED_ONLY)]
    home = known[RAGTRUTH]
    f1 = best_f1(home.rows.labels, said(known, RAGTRUTH, share))
    hops = value.get("HotpotQA-derived", float("nan"))
    numbers = (value[RAGTRUTH], f1, value[MEANING], value[WRITTEN], *means, hops)
    print(f"    {name:18}", " ".join(f"{number:.3f}" for number in numbers), flush=True)


def said(known: Mapping[str, Known], corpus: str, share: float) -> NDArray[np.float64]:
    """Return the answers' log-odds by a sum that was fitted without their corpus."""
    return known[corpus].log_odds(Weights(_sum_without(known, corpus, share)))[1]


def _sum_without(known: Mapping[str, Known], corpus: str, share: float) -> Shift:
    others = [each for name, each in known.items()
              if name in CHOSEN_BY and name not in {RAGTRUTH, corpus}]  # fmt: skip
    return fitted([known[RAGTRUTH]], others, share)


def best_f1(labels: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Return the best F1 of any threshold at the rate of hallucinated answers of the test split."""
    own = labels[np.argsort(-scores)]
    found, wrongly = np.cumsum(own) / own.sum(), np.cumsum(~own) / (~own).sum()
    flagged = RATE * found + (1 - RATE) * wrongly
    return float((2 * RATE * found / (flagged + RATE)).max())


if __name__ == "__main__":
    main()
