"""What a verifier says of held-out pairs, and how good that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from safetensors.torch import load_file
from scipy.optimize import minimize_scalar
from sklearn.linear_model import LogisticRegression

from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.types import Pair
from training.figures import bounded, number
from training.loop import device
from training.verifier.network import Verifier
from training.verifier.recipe import CONTRADICTION, ENTAILMENT, LABELS, NEUTRAL, NOT_ENTAILMENT
from training.verifier.train import WEIGHTS, encoded, logits_of, loss_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.verifier.recipe import Recipe


class Judged(NamedTuple):
    """The held-out rows and what a model says of them, probabilities of shape ``(n, 3)``."""

    rows: list[dict[str, str]]
    gold: NDArray[np.int64]
    said: NDArray[np.float64]

    def of(self, sources: Sequence[str]) -> Judged:
        """Return what is said of some sources' rows."""
        chosen = [i for i, row in enumerate(self.rows) if row["source"] in sources]
        return Judged([self.rows[i] for i in chosen], self.gold[chosen], self.said[chosen])

    def right(self) -> NDArray[np.bool_]:
        """Say where the likeliest label is right; neutral and contradiction are "not entailed"."""
        found = self.said.argmax(1)
        either = self.gold == NOT_ENTAILMENT
        return np.asarray(np.where(either, found != ENTAILMENT, found == self.gold), bool)

    def majority(self) -> float:
        """Return the accuracy of the best single label."""
        either = (self.gold == NOT_ENTAILMENT).mean()
        return max(
            float((self.gold == label).mean() + (either if label else 0.0))
            for label in (ENTAILMENT, NEUTRAL, CONTRADICTION)
        )


def labels(rows: Sequence[dict[str, str]]) -> NDArray[np.int64]:
    """Return the numbers of the rows' labels, shape ``(n,)``."""
    return np.array([LABELS[row["label"]] for row in rows], np.int64)


def exported(rows: Sequence[dict[str, str]], folder: Path) -> NDArray[np.float64]:
    """Return what the part says with the model of a folder, as users call it."""
    verifier = MiniLMVerifier(folder=str(folder))
    found = verifier.verify([Pair(r["premise"], r["hypothesis"]) for r in rows])
    return np.stack([found.entailment, found.neutral, found.contradiction], 1)


def as_trained(work: Path, recipe: Recipe) -> NDArray[np.float64]:
    """Return the logits of the weights as they were trained, shape ``(n, 3)``."""
    verifier = Verifier(recipe.layers)
    verifier.load_state_dict(load_file(work / WEIGHTS))
    verifier.to(device()).eval()
    pairs = encoded(work / "held_out.jsonl", recipe)
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i].ids))
    found = np.empty((len(pairs), 3))
    found[order] = np.concatenate(list(logits_of(verifier, [pairs[i] for i in order])))
    return found


def best_temperature(logits: NDArray[np.float64], gold: NDArray[np.int64]) -> float:
    """Return the temperature of the lowest loss."""

    def loss(temperature: float) -> float:
        return float(loss_of(torch.tensor(logits / temperature), torch.tensor(gold)))

    return float(minimize_scalar(loss, bounds=(0.5, 3.0), method="bounded").x)


def hypothesis_only(train: list[dict[str, str]], rows: list[dict[str, str]]) -> Judged:
    """Judge by the hypothesis alone: logistic regression on its MiniLM vector."""
    kept = [row for row in train if row["label"] != "not_entailment"][::3]  # enough for it
    encoder = MiniLM(cache="off")
    head = LogisticRegression(max_iter=500).fit(
        encoder.encode([row["hypothesis"] for row in kept]), labels(kept)
    )
    said = head.predict_proba(encoder.encode([row["hypothesis"] for row in rows]))
    return Judged(rows, labels(rows), said)


def agreement(labels_: Any, said: Any, weights: Any = None, /) -> float:
    """Return the share of rows whose label is the one said."""
    return float(np.average(np.asarray(labels_) == np.asarray(said), weights=weights))


def accuracy(judged: Judged) -> str:
    """Return the accuracy and its interval."""
    right = judged.right()
    return bounded(interval(agreement, right, np.ones(len(right))))


def entailed_or_not(judged: Judged) -> str:
    """Return the accuracy at 0.5 and the AUROC of "entailed", beside always saying no."""
    if not judged.rows:
        return "no such pairs"
    gold, said = judged.gold == ENTAILMENT, judged.said[:, ENTAILMENT]
    found, ranked = interval(agreement, gold, said >= 0.5), interval(auroc, gold, said)
    never = number(1 - gold.mean())
    return f"{bounded(found)} (always not entailed {never}); AUROC {bounded(ranked)}"


def figures(judged: Judged, blind: Judged, trained: set[str]) -> str:
    """Return the table of the card."""
    lines = [
        "| held-out pairs | n | accuracy | majority | hypothesis only |",
        "|---|---|---|---|---|",
    ]
    every = {row["source"] for row in judged.rows}
    groups = {
        "all that were trained on": sorted(trained),
        "all others": sorted(every - trained),
    }
    groups |= {source: [source] for source in sorted(every)}
    for name, sources in groups.items():
        own, other = judged.of(sources), blind.of(sources)
        if not own.rows:
            continue
        mark = "" if name.startswith("all") or name in trained else " (not trained on)"
        lines.append(
            f"| {name}{mark} | {len(own.rows)} | {accuracy(own)} | {number(own.majority())} | "
            f"{number(other.right().mean())} |"
        )
    return "\n".join(lines)
