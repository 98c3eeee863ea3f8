"""Fits what trees, reader and claims count in the sum of `fused`.

RAGTruth's answers count as much as all other corpora together, and each of these the same: most
people's answers are like the first, and the trees learnt from nothing else, while the others say
what holds elsewhere (docs/experiments/fused.md, What the sum is fitted on).

Claims first: a logistic regression of the claims whose label is known on the log-odds of the trees,
on what rules add, and on what the reader says. Then answers: one on the log-odds of
their trees, on those of their worst claim, and on what the reader says of all claims together. Each
corpus has its own intercept, as base rates differ, and no weight is negative: a sum that says less
where its parts say more could not be explained.

That is the sum for answers of the form of RAGTruth's. For those of other forms another one is
fitted, of which all corpora count the same (`groundgraph.learn.elsewhere`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize

from groundgraph.learn.elsewhere import Elsewhere
from groundgraph.learn.inputs import logistic
from groundgraph.learn.shift import pooled
from groundgraph.learn.two_level import summed
from groundgraph.methods.fused.blocks import form, reader
from groundgraph.methods.fused.detector import BESIDE_NAMES
from groundgraph.methods.fused.rules import RULES
from training.fused.measuring import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.novelty import Novelty
    from groundgraph.learn.shift import Shift
    from training.fused.measuring import Rows

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

HOME = 0.5
"""What RAGTruth's answers count; chosen by `experiments.choose_sum`."""
NEAR, FAR = 0.7, 0.95
"""Of RAGTruth's answers: the share that is judged by the sum for them alone, being near enough to
the others; and that which it judges at all."""
PENALTY = 1e-3
DIGITS = 3


class Known(NamedTuple):
    """What is known of the answers of a corpus.

    Attributes:
        rows: What was measured of them.
        claim_trees: Log-odds of the claims by trees that had not seen their evidence.
        answer_trees: The same of the answers.
    """

    rows: Rows
    claim_trees: Floats
    answer_trees: Floats

    def log_odds(self, by: Weights) -> tuple[Floats, Floats]:
        """Return the log-odds of claims and answers by what was fitted."""
        trees = self.claim_trees, self.answer_trees
        return summed(by.shift, by.elsewhere, self.rows.table, trees)


class Weights(NamedTuple):
    """What is fitted.

    Attributes:
        shift: The sum for answers like RAGTruth's.
        elsewhere: That for others; ``None`` where one serves all.
    """

    shift: Shift
    elsewhere: Elsewhere | None = None


class _Part(NamedTuple):
    """One corpus in a regression: columns and labels."""

    x: Floats
    y: Bools


def fitted(
    home: Sequence[Known],
    others: Sequence[Known],
    share: float = HOME,
    names: Sequence[str] = reader.NAMES,
) -> Shift:
    """Return the sum that tells the answers of some corpora apart best.

    Args:
        home: Corpora like most answers.
        others: Those that say what holds elsewhere, each as much as any other.
        share: What the former count together, in (0, 1); the latter count the rest.
        names: Of what the reader says of claims, those that count.
    """
    corpora = [*home, *others]
    shares = [part / len(own) for own, part in ((home, share), (others, 1 - share)) for _ in own]
    heads, rules, *said = _regression([_claims(each, names) for each in corpora], shares)
    shift = replace(
        RULES.shift,
        names=(*RULES.shift.names, *names),
        weights=(*(round(rules * weight, DIGITS) for weight in RULES.shift.weights), *said),
        heads=max(heads, 10.0**-DIGITS),
        share=0.0,
    )
    trees, worst, *together = _regression([_answers(each, shift) for each in corpora], shares)
    return replace(
        shift, answer_heads=trees, worst=worst, pooled=reader.POOLED, pooled_weights=tuple(together)
    )


def fitted_elsewhere(every: Sequence[Known], of: Form) -> Elsewhere:
    """Return the sum for answers unlike those that the trees learnt from; each corpus counts alike.

    Args:
        every: What is known of corpora, RAGTruth among them.
        of: Which answers these are.
    """
    shift = fitted([], every, names=(*reader.NAMES, reader.ALONE))
    return Elsewhere(shift, *of)


class Form(NamedTuple):
    """Which answers are judged by which sum, as `Elsewhere` holds it.

    Attributes:
        home: What the answers are like that the trees learnt from.
        near: Distance up to which one is judged as they are.
        far: Distance from which it is judged by the other sum alone.
    """

    home: Novelty
    near: float
    far: float

    @classmethod
    def around(cls, home: Novelty, rows: Floats) -> Form:
        """Learn both distances.

        Args:
            home: What the answers are like that the trees learnt from.
            rows: The form of such answers, shape ``(n, len(form.NAMES))``.
        """
        ends = np.quantile(home.distance(rows, form.NAMES), (NEAR, FAR))
        near, far = ends.round(DIGITS).tolist()
        return cls(home, near, far)


def _claims(known: Known, names: Sequence[str]) -> _Part:
    rows = known.rows
    judged = rows.claim_labels != UNKNOWN
    said = _columns(rows.beside, names)
    rules = RULES.shift.of_claims(rows.beside, BESIDE_NAMES)
    return _Part(
        np.column_stack([known.claim_trees, rules, said])[judged],
        rows.claim_labels[judged] > 0,
    )


def _answers(known: Known, shift: Shift) -> _Part:
    rows = known.rows
    claims, _ = known.log_odds(Weights(shift))
    starts = np.flatnonzero(np.diff(rows.owner, prepend=-1))
    together = [pooled(column, rows.owner) for column in _columns(rows.beside, reader.POOLED).T]
    worst = np.maximum.reduceat(claims, starts)
    x = np.column_stack([known.answer_trees, worst, *together])
    return _Part(x, rows.labels)


def _columns(rows: Floats, names: Sequence[str]) -> Floats:
    return rows[:, [BESIDE_NAMES.index(name) for name in names]]


def _regression(parts: Sequence[_Part], shares: Sequence[float]) -> tuple[float, ...]:
    """Return weights that are not negative; the mean loss of each part counts by its share."""
    both = [(part, share) for part, share in zip(parts, shares, strict=True) if len(part.y)]
    kept = [part for part, _ in both]
    width = kept[0].x.shape[1]
    corpus = np.repeat(np.arange(len(kept)), [len(part.y) for part in kept])
    x = np.concatenate([part.x for part in kept])
    y = np.concatenate([part.y for part in kept])
    share = np.array([share for _, share in both])
    counts = (share / share.sum() / np.bincount(corpus))[corpus]

    def loss(w: Floats) -> tuple[float, Floats]:
        odds = x @ w[:width] + w[width:][corpus]
        error = counts * (logistic(odds) - y)
        value = counts @ (np.logaddexp(0, odds) - y * odds) + PENALTY * (w[:width] @ w[:width]) / 2
        own = np.bincount(corpus, error, len(kept))
        return float(value), np.concatenate([error @ x + PENALTY * w[:width], own])

    bounds: list[tuple[int | None, int | None]] = [(0, None)] * width + [(None, None)] * len(kept)
    start = np.zeros(width + len(kept))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds)
    return tuple(round(float(weight), DIGITS) for weight in found.x[:width])
