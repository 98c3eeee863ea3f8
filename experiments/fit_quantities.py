"""Fit what quantities that are wrong, or that follow, add to the log-odds of `fused`.

    python -m experiments.fit_quantities --data DATA

A logistic regression of claims' labels on the features of
`groundgraph.methods.fused.blocks.quantities.SHIFT`, with the log-odds of a head that had not seen
the claims as offset, and an L2 penalty. The claims: of RAGTruth's train answers, whose log-odds are
those of `lexical` fitted out-of-fold, since the token model of `fused` has seen the answers; and of
the `dev` half of bench `meaning`, answers of one claim, with the log-odds of the shipped `fused`,
which has seen none. Only claims of which something was found count, and both corpora weigh the
same. Then how much of its worst claim's move an answer makes, fitted likewise. With --sources 900,
as the weights were chosen, three minutes on one core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize

from experiments import arguments
from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.blocks import quantities
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.reading import CLAIM_NAMES, claim_labels, claim_rows, distinct, read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.specs import load
from groundgraph.text.quantities import judge_quantities
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading

    Floats = NDArray[np.float64]

CORPORA = ("RAGTruth train", "meaning dev")
ROWS = 100.0
"""As how many claims of which something was found each corpus counts, beside the penalty."""
PENALTY = 1.0
_ROOM = 1e-6


class Rows(NamedTuple):
    """Answers, their claims and what is said of both.

    Attributes:
        scores: Of the answers, unseen and calibrated.
        labels: Of the answers.
        claim_scores: Of their claims.
        claim_labels: Of their claims.
        owner: The answer of each claim.
        found: What `SHIFT` reads of each claim.
    """

    scores: Floats
    labels: NDArray[np.bool_]
    claim_scores: Floats
    claim_labels: NDArray[np.bool_]
    owner: NDArray[np.intp]
    found: Floats


def of_ragtruth(data: Path, sources: int) -> Rows:
    """Return RAGTruth's train answers, or those of some sources, scored out-of-fold."""
    examples = load_ragtruth(data, split="train")
    chosen = of_sources(examples, sources) if sources else examples
    labels = [bool(example.label) for example in chosen]
    fitted, trained = Lexical().fit_out_of_fold(chosen, labels)
    readings = [reading for reading in read(chosen, fitted.segmenter) if not reading.obstacle]
    assert fitted.rarity is not None
    return Rows(
        trained.scores,
        np.array(labels)[trained.checked],
        trained.claim_scores,
        trained.claim_labels,
        owners(readings),
        found_of(readings, fitted.rarity),
    )


def of_meaning() -> Rows:
    """Return the answers of one claim that bench `meaning` chooses on, by the shipped `fused`."""
    examples = [each for p in load_pairs() if p.split == "dev" for each in p.answers]
    detector = load("fused")
    assert isinstance(detector, Fused)
    assert detector.rarity is not None
    assert detector.head is not None
    every = read(examples, SentenceSegmenter(), detector.rarity)
    readings = [reading for reading in every if not reading.obstacle and len(reading.claims) == 1]
    table = detector.measure_all(readings, detector.rarity)
    head = detector.head
    judged = type(head)(
        head.claim_head, head.answer_head, head.claim_decision, head.answer_decision
    ).judge(table)
    labels = np.array([bool(reading.example.label) for reading in readings])
    return Rows(
        judged.answer_scores,
        labels,
        judged.claim_scores,
        claim_labels(readings, labels.tolist()),
        owners(readings),
        found_of(readings, detector.rarity),
    )


def owners(readings: Sequence[Reading]) -> NDArray[np.intp]:
    """Return the number of each claim's answer."""
    return np.repeat(np.arange(len(readings)), [len(reading.claims) for reading in readings])


def found_of(readings: Sequence[Reading], rarity: Rarity) -> Floats:
    """Return what the shift reads of the claims, shape ``(n_claims, 3)``."""
    unseen = [CLAIM_NAMES.index(name) for name in quantities.UNSEEN]
    kept = [quantities.NAMES.index(name) for name in quantities.SHIFT.names]
    rows = []
    for reading in readings:
        texts = [claim.text for claim in reading.claims]
        passages = distinct(reading.example.passages)
        judged = judge_quantities(reading.example.question, passages, texts)
        strange = claim_rows(reading, rarity)[:, unseen].max(axis=1) > 0
        rows.append(quantities.measure(judged, strange)[:, kept])
    return np.concatenate(rows)


def log_odds(scores: Floats) -> Floats:
    """Return the log-odds of probabilities, none of them infinite."""
    kept = np.clip(scores, _ROOM, 1 - _ROOM)
    return np.log(kept) - np.log1p(-kept)


def weights(
    odds: Sequence[Floats], found: Sequence[Floats], labels: Sequence[NDArray[np.bool_]]
) -> Floats:
    """Fit what features add to log-odds, on the rows that have any; each corpus weighs as much."""
    held = [each.any(axis=1) for each in found]
    x = np.concatenate([f[kept] for f, kept in zip(found, held, strict=True)])
    offset = np.concatenate([o[kept] for o, kept in zip(odds, held, strict=True)])
    bad = np.concatenate([each[kept] for each, kept in zip(labels, held, strict=True)])
    share = np.concatenate([np.full(kept.sum(), ROWS / kept.sum()) for kept in held])
    signs = np.where(bad, 1.0, -1.0)

    def loss(w: Floats) -> tuple[float, Floats]:
        margins = signs * (offset + x @ w)
        slopes = -signs * share * np.exp(-np.logaddexp(0.0, margins))
        value = (share * np.logaddexp(0.0, -margins)).sum() + PENALTY * (w @ w) / 2
        return float(value), slopes @ x + PENALTY * w

    return np.asarray(minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x)


def show(name: str, rows: Rows, shift: Shift) -> None:
    """Print how often each thing was found, and what of."""
    for column, feature in enumerate(shift.names):
        held = rows.found[:, column] > 0
        bad = int(rows.claim_labels[held].sum())
        mean = rows.claim_scores[held].mean() if held.any() else np.nan
        print(f"{name}: {feature} of {held.sum()} claims of {len(held)}, {bad} hallucinated; "
              f"mean score {mean:.3f}")  # fmt: skip


def main() -> None:
    parser = arguments.parser(__doc__)
    parser.add_argument("--sources", type=int, default=0, help="fit on so many sources only")
    options = parser.parse_args()
    corpora = dict(
        zip(CORPORA, (of_ragtruth(options.data, options.sources), of_meaning()), strict=True)
    )
    for name, rows in corpora.items():
        show(name, rows, quantities.SHIFT)
    for chosen in (*((name,) for name in CORPORA), CORPORA):
        kept = [corpora[name] for name in chosen]
        odds = [log_odds(rows.claim_scores) for rows in kept]
        fitted = weights(odds, [r.found for r in kept], [r.claim_labels for r in kept])
        shift = Shift(quantities.SHIFT.names, tuple(fitted.tolist()))
        moves = [
            shift.of_answers(o, o + shift.of_claims(r.found, shift.names), r.owner)[:, None]
            for o, r in zip(odds, kept, strict=True)
        ]
        share = weights([log_odds(r.scores) for r in kept], moves, [r.labels for r in kept])
        told = ", ".join(f"{n} {w:+.2f}" for n, w in zip(shift.names, fitted, strict=True))
        print(f"{' and '.join(chosen)}: {told}; share {share[0]:.2f}", flush=True)


if __name__ == "__main__":
    main()
