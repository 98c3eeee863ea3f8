"""Fit the shipped `lexical` and `fused` detectors on the train split of RAGTruth.

    python scripts/train_sentence_level.py --data ../shared/data [--detector fused]

Writes src/groundgraph/models/<name>/detector.json and prints the out-of-fold figures, which
MODEL_CARD.md repeats. Vectors are kept in --cache, so a run that was stopped goes on from there.
About 10 minutes on two cores for fused, 4 for lexical; the seed is fixed.
"""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph import save
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.detectors.fused import Fused
from groundgraph.detectors.lexical import Lexical
from groundgraph.measures import metrics
from groundgraph.parts.encoders import MiniLM

if TYPE_CHECKING:
    from groundgraph.detectors.sentence_level import Trained
    from groundgraph.types import Example

MODELS = Path(__file__).parents[1] / "src" / "groundgraph" / "models"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--detector", choices=["lexical", "fused"])
    parser.add_argument("--cache", default=".cache/vectors.sqlite")
    arguments = parser.parse_args()
    Path(arguments.cache).parent.mkdir(parents=True, exist_ok=True)
    train = load_ragtruth(arguments.data, split="train")
    for name in [arguments.detector] if arguments.detector else ["lexical", "fused"]:
        fit(name, train, arguments.cache)


def fit(name: str, train: list[Example], cache: str) -> None:
    detector: Lexical | Fused = Fused(encoder=MiniLM(cache=cache)) if name == "fused" else Lexical()
    labels = [bool(example.label) for example in train]
    fitted, trained = detector.fit_out_of_fold(train, labels)
    if isinstance(fitted, Fused):
        fitted = replace(fitted, encoder=MiniLM())
    record = {
        "data": "RAGTruth train split (MIT), all qualities",
        "command": f"python scripts/train_sentence_level.py --data DATA --detector {name}",
        "out_of_fold": figures(train, trained),
    }
    path = save(fitted, MODELS / name, record)
    print(f"{path}: {path.stat().st_size} bytes, sha256 {_sha256(path)}")


def figures(train: list[Example], trained: Trained) -> dict[str, Any]:
    """Measure the out-of-fold scores, by task and for the claims; printed and recorded."""
    checked = trained.checked
    labels = np.array([bool(example.label) for example in train])[checked]
    tasks = np.array([str(example.metadata["task"]) for example in train])[checked]
    generators = [e.generator for e, kept in zip(train, checked, strict=True) if kept]
    scores = trained.scores
    flags = trained.head.answer_decision.flags(scores)
    found: dict[str, Any] = {"n": len(labels), "unverifiable": int((~checked).sum())}
    for task in ["all", *sorted(set(tasks.tolist()))]:
        chosen = np.ones(len(tasks), bool) if task == "all" else tasks == task
        found[task] = {
            "n": int(chosen.sum()),
            "positives": int(labels[chosen].sum()),
            "f1": _rounded(metrics.f1(labels[chosen], flags[chosen])),
            "auroc": _rounded(metrics.auroc(labels[chosen], scores[chosen])),
            "always_hallucinated_f1": _rounded(
                metrics.f1(labels[chosen], np.ones(int(chosen.sum()), bool))
            ),
        }
        print(task, found[task])
    found["within_generator_auroc"] = _rounded(
        metrics.within_group_auroc(labels, scores, generators)
    )
    found["expected_calibration_error"] = _rounded(
        metrics.expected_calibration_error(labels, scores)
    )
    found["claims"] = {
        "n": len(trained.claim_labels),
        "positives": int(trained.claim_labels.sum()),
        "auroc": _rounded(metrics.auroc(trained.claim_labels, trained.claim_scores)),
        "f1": _rounded(
            metrics.f1(
                trained.claim_labels, trained.head.claim_decision.flags(trained.claim_scores)
            )
        ),
    }
    print({key: value for key, value in found.items() if not isinstance(value, dict)})
    print("claims", found["claims"])
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
