"""Fit what is found by rule adds to the log-odds of `fused`.

    python -m experiments.fit_rules --data DATA

A logistic regression of claims' labels on the features that the rules shift by
(`groundgraph.methods.fused.rules`), with the log-odds of a head that had not seen the claims as
offset, an intercept for each corpus, and an L2 penalty; a weight may not have the other sign than
the rule gives it. The corpora, each of which weighs the same: claims of RAGTruth's train answers,
whose log-odds are those of `lexical` fitted out-of-fold, since the token model of `fused` has seen
the answers; the dev halves of bench `meaning` and of the short answers by hand; of HotpotQA the
questions of one half; pairs of texts and claims written by hand (`FRESH`), which neither the rules
nor the reader were made by; and rows of corpora that may train weights (`OTHERS`), all by the
shipped `fused` without rules, whose trees and token model have seen none.

Then, beside each weight, what the others are where a corpus is left out: a weight that changes its
mind rests on one corpus. With --sources 600 fifteen minutes on one core.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize

from experiments import arguments
from experiments.judge_pairs import both
from experiments.short_answers import own_pairs
from groundgraph.bench.graph.questions import half_of
from groundgraph.bench.judged import drawn
from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.datasets.hotpotqa import load_hotpotqa_derived
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.datasets.support import Part, load_support
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.reading import claim_labels, read
from groundgraph.methods.fused.rules import RULES
from groundgraph.specs import load
from training.reader.written import items
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

OTHERS: tuple[Part, ...] = (
    "vitaminc",
    "structural_nli",
    "condaqa",
    "infotabs",
    "entailmentbank_compose",
)
FRESH = "[l-o]"
"""Files of `training/made/written`, of which a tenth is put aside."""
RAGTRUTH = "RAGTruth train"
ROWS = 100.0
"""As how many claims of which something was decided a corpus counts at most, and as how many of
which nothing was, beside the penalty."""
PENALTY = 1.0
_ROOM = 1e-6
_DECIDED = [not name.endswith("_leaning") for name in RULES.shift.names]


class Rows(NamedTuple):
    """Claims and what is said of them.

    Attributes:
        odds: Unseen log-odds, shape ``(n_claims,)``.
        found: What the rules shift by, shape ``(n_claims, len(RULES.shift.names))``.
        labels: Whether each is hallucinated.
    """

    odds: Floats
    found: Floats
    labels: NDArray[np.bool_]

    def shares(self) -> Floats:
        """Return how much each claim counts: those of which something was found, and the others."""
        told = self.found[:, _DECIDED].any(axis=1)
        sizes = np.where(told, told.sum(), (~told).sum())
        return np.asarray(np.minimum(1.0, ROWS / sizes), np.float64)


def of_ragtruth(data: Path, sources: int) -> Rows:
    """Return claims of RAGTruth's train answers, or those of some sources, scored out-of-fold."""
    examples = of_sources(load_ragtruth(data, split="train"), sources)
    fitted, trained = Lexical().fit_out_of_fold(examples, [bool(e.label) for e in examples])
    readings = [reading for reading in read(examples, fitted.segmenter) if not reading.obstacle]
    assert fitted.rarity is not None
    found = [found_of(reading, fitted.rarity) for reading in readings]
    return Rows(log_odds(trained.claim_scores), np.concatenate(found), trained.claim_labels)


def found_of(reading: Reading, rarity: Rarity) -> Floats:
    """Return what the rules shift by, of the claims of one answer."""
    every = RULES.measure(RULES.judge(reading, rarity))
    return every[:, [RULES.names.index(name) for name in RULES.shift.names]]


def of_one_claim(detector: Fused, examples: Sequence[Example]) -> Rows:
    """Return answers of one claim, by the shipped detector without rules: trees and models."""
    assert detector.rarity is not None
    assert detector.head is not None
    assert detector.head.shift is not None
    every = read(examples, detector.segmenter, detector.rarity)
    readings = [r for r in every if not r.obstacle and len(r.claims) == 1]
    table = detector.measure_all(readings, detector.rarity)
    models = detector.head.shift.among(sorted({*table.beside_names} - {*RULES.names}))
    said = replace(detector.head, shift=models).judge(table).claim_scores
    labels = [bool(reading.example.label) for reading in readings]
    kept = [table.beside_names.index(name) for name in RULES.shift.names]
    return Rows(log_odds(said), table.beside[:, kept], claim_labels(readings, labels))


def corpora(data: Path, rows: int) -> dict[str, list[Example]]:
    """Return the corpora beside RAGTruth."""
    hotpot = [e for e in load_hotpotqa_derived(data) if half_of(e.id) == "dev"]
    return {
        "meaning dev": [e for p in load_pairs() if p.split == "dev" for e in p.answers],
        "short answers dev": own_pairs("dev"),
        "HotpotQA, half": hotpot,
        "written": written(rows),
        **{name: drawn(load_support(data, name), rows) for name in OTHERS},
    }


def written(rows: int) -> list[Example]:
    """Return some right and wrong answers beside texts that were written for them."""
    every = items(held=False, files=FRESH)
    chosen = random.Random(0).sample(every, min(len(every), rows // 2))
    return [answer for item in chosen for _, *answers in both(item) for answer in answers]


def log_odds(scores: Floats) -> Floats:
    """Return the log-odds of probabilities, none of them infinite."""
    kept = np.clip(scores, _ROOM, 1 - _ROOM)
    return np.asarray(np.log(kept) - np.log1p(-kept))


def weights(chosen: Sequence[Rows]) -> Floats:
    """Fit what features add to log-odds; each corpus weighs as much and has its own intercept."""
    kept = [rows for rows in chosen if rows.found.any()]
    x = np.concatenate([rows.found for rows in kept])
    corpus = np.repeat(np.arange(len(kept)), [len(rows.labels) for rows in kept])
    x = np.concatenate([x, np.eye(len(kept))[corpus]], axis=1)
    offset = np.concatenate([rows.odds for rows in kept])
    signs = np.where(np.concatenate([rows.labels for rows in kept]), 1.0, -1.0)
    share = np.concatenate([rows.shares() for rows in kept])
    n = len(RULES.shift.names)

    def loss(w: Floats) -> tuple[float, Floats]:
        margins = signs * (offset + x @ w)
        slopes = -signs * share * np.exp(-np.logaddexp(0.0, margins))
        held = np.append(w[:n], np.zeros(len(w) - n))
        value = (share * np.logaddexp(0.0, -margins)).sum() + PENALTY * (held @ held) / 2
        return float(value), slopes @ x + PENALTY * held

    bounds: list[tuple[int | None, int | None]] = [
        (0, None) if w > 0 else (None, 0) for w in RULES.shift.weights
    ]
    bounds += [(None, None)] * len(kept)
    found = minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x[:n])


def show(found: Mapping[str, Rows]) -> None:
    """Print the weights by all corpora, and without each one."""
    every = weights([*found.values()])
    without = [weights([r for n, r in found.items() if n != name]) for name in found]
    for number, name in enumerate(RULES.shift.names):
        ranges = sorted(float(each[number]) for each in without)
        print(f"{name:32} {every[number]:+.2f}; without one corpus {ranges[0]:+.2f} to "
              f"{ranges[-1]:+.2f}", flush=True)  # fmt: skip
        for corpus, rows in found.items():
            held = rows.found[:, number] > 0
            if held.any():
                bad = rows.labels[held]
                print(f"    {corpus:28} of {held.sum():5} of {len(held):6} claims, {bad.sum():5} "
                      f"hallucinated; {rows.labels.mean():.2f} of all")  # fmt: skip


def main() -> None:
    """Print the weights."""
    parser = arguments.parser(__doc__)
    parser.add_argument("--sources", type=int, default=600, help="of RAGTruth; default 600")
    parser.add_argument("--rows", type=int, default=500, help="of each other corpus; default 500")
    options = parser.parse_args()
    detector = load("fused")
    assert isinstance(detector, Fused)
    found = {
        name: of_one_claim(detector, examples)
        for name, examples in corpora(options.data, options.rows).items()
    }
    if options.sources:
        found[RAGTRUTH] = of_ragtruth(options.data, options.sources)
    show(found)


if __name__ == "__main__":
    main()
