"""Router: a cheap detector first, an expensive one only where the first cannot decide.

The deployment guideline of "Evidence Graph Consistency in Retrieval-Augmented Generation"
(arXiv:2606.06748): structural signals are cheap enough for every answer, a verifier is not. An
answer whose first score lies in a band goes to the second detector, whose verdict then counts; so
does one that the first cannot check, or that is unlike those it was calibrated on: a score that is
no probability lies in no band. ``groundgraph bench router`` draws quality against cost.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import InputError, UntrustedError
from groundgraph.learn.expectation import Expectation
from groundgraph.learn.folds import grouped_folds
from groundgraph.learn.inputs import DEFAULT_FIT, check_options, judgeable, labels_of
from groundgraph.methods.checkable import evidence_groups, examples_of
from groundgraph.progress import batches
from groundgraph.registry import DETECTORS
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.protocols import Detector
    from groundgraph.types import Example, FitOptions, Verdict

_FOLDS = 5
_EDGES = 65
"""Scores between which bands are looked for, at even shares of the answers."""
_LOSS = 0.01
"""F1 that may be lost, as a difference, where the caller names no other."""


class Band(NamedTuple):
    """Scores that the first detector cannot decide on, and what sending them on gave.

    Attributes:
        low: The lowest, in [0, 1].
        high: The highest, in [0, 1].
        share: The share of the answers that the second detector judged.
        f1: Of the verdicts that counted.
    """

    low: float
    high: float
    share: float
    f1: float


@dataclass(frozen=True)
class Router:
    """One detector for all answers, and a second one where it cannot decide.

    The default band was chosen on RAGTruth's train answers, out-of-fold
    (``python -m experiments.choose_router_band``): it sends three in ten of them on. Answers
    that are unlike those which the first was calibrated on all go.

    Attributes:
        first: A detector, or what `groundgraph.load` takes: a name, or a saved folder, which may
            not reach out of the process.
        second: The same. It is loaded when the first answer needs it.
        low: The lowest score of the first from which an answer goes to the second, in [0, 1].
        high: The highest.
        expectation: What was fitted last, and how it did on answers held out.

    Raises:
        InputError: When the band is not one.
    """

    first: Detector | str = field(default="lexical", metadata={"reach": "detector"})
    second: Detector | str = field(default="fused", metadata={"reach": "detector"})
    low: float = 0.28
    high: float = 0.69
    expectation: Expectation | None = field(default=None, metadata={"later": True})

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 1:
            raise InputError(
                f"the band is {self.low} to {self.high}; expected 0 <= low <= high <= 1",
                field="low",
            )

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers; ``router_escalated`` of a verdict's features says who did: 1, the second.

        ``router_first_score`` is what the first said, where it could check the answer.
        """
        examples = examples_of(examples)
        first = self._cheap.detect(examples)
        sent = [number for number, verdict in enumerate(first) if self._undecided(verdict)]
        second = self._costly.detect([examples[number] for number in sent]) if sent else []
        found = [_decided(verdict, verdict, escalated=False) for verdict in first]
        for number, verdict in zip(sent, second, strict=True):
            found[number] = _decided(verdict, first[number], escalated=True)
        return found

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> Router:
        """Return a copy whose band suits labelled answers; the two detectors stay as they are.

        Args:
            examples: Labelled answers that neither detector was fitted on.
            options: ``share`` of the answers that may go to the second at most; F1 is then the
                highest. Or ``loss`` in F1 against the second for every answer that is allowed at
                most; the share is then the lowest. A loss of 0.01 where neither is given. Each
                detector keeps its own calibration and threshold.

        Raises:
            InputError: When a label or a class is missing, an option is not one of these, both
                ``share`` and ``loss`` are given, no band keeps to the share, or the first
                settles no answer.
        """
        check_options(options, "router", "share", "loss")
        if (options.calibration, options.threshold) != ("sigmoid", "best_f1"):
            raise InputError(
                "router fits its band alone; fit its detectors for another calibration or "
                "threshold",
                field="threshold",
            )
        y = labels_of(examples, needed=1)
        first, second = (_judged(each, examples) for each in (self._cheap, self._costly))
        kept = np.array([v.label != "unverifiable" for v in second], bool)
        scores = [np.nan if self._says_nothing(v) else v.hallucination_score for v in first]
        known = _Known(
            judgeable(y, kept, needed=1),
            np.array(scores, float)[kept],
            np.array([v.hallucination_score for v in second], float)[kept],
            _flags(first)[kept],
            _flags(second)[kept],
        )
        band = known.band(options)
        groups = evidence_groups([e for e, use in zip(examples, kept, strict=True) if use])
        expected = _expected(known, groups, options)
        return replace(self, low=band.low, high=band.high, expectation=expected)

    @property
    def is_calibrated(self) -> bool:
        """Whether scores are probabilities, of answers like those that they were calibrated on."""
        return _is_calibrated(self._cheap) and _is_calibrated(self._costly)

    def _undecided(self, verdict: Verdict) -> bool:
        score = verdict.hallucination_score or 0
        return self._says_nothing(verdict) or self.low <= score <= self.high

    def _says_nothing(self, verdict: Verdict) -> bool:
        """Say whether a first verdict has no score, or one of an answer unlike those it knows."""
        if verdict.hallucination_score is None:
            return True
        return not verdict.calibrated and _is_calibrated(self._cheap)

    @cached_property
    def _cheap(self) -> Detector:
        return _loaded(self.first)

    @cached_property
    def _costly(self) -> Detector:
        return _loaded(self.second)


class _Known(NamedTuple):
    """What both detectors say of labelled answers, each of shape ``(n,)``.

    Attributes:
        labels: True = hallucinated.
        scores: Of the first, NaN where it says nothing.
        others: Scores of the second.
        first: What the first flags.
        second: What the second does.
    """

    labels: NDArray[np.bool_]
    scores: NDArray[np.float64]
    others: NDArray[np.float64]
    first: NDArray[np.bool_]
    second: NDArray[np.bool_]

    def at(self, chosen: NDArray[np.bool_]) -> _Known:
        """Return some of the answers."""
        return _Known(
            self.labels[chosen],
            self.scores[chosen],
            self.others[chosen],
            self.first[chosen],
            self.second[chosen],
        )

    def band(self, options: FitOptions) -> Band:
        """Choose a band on these answers."""
        return choose_band(
            self.labels,
            self.scores,
            self.first,
            self.second,
            share=options.share,
            loss=options.loss,
        )

    def routed(self, band: Band) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the scores and flags that count with a band."""
        sent = np.isnan(self.scores) | ((self.scores >= band.low) & (self.scores <= band.high))
        return np.where(sent, self.others, self.scores), np.where(sent, self.second, self.first)


def _expected(known: _Known, groups: Sequence[str], options: FitOptions) -> Expectation:
    """Measure answers by bands that were chosen on others; no figures where there are too few."""
    nothing = Expectation("band", len(groups), int(known.labels.sum()))
    if len(set(groups)) < _FOLDS:
        return nothing
    folds = grouped_folds(groups, known.labels, _FOLDS)
    scores, flags = np.zeros(len(folds)), np.zeros(len(folds), bool)
    for fold in range(_FOLDS):
        held = folds == fold
        try:
            band = known.at(~held).band(options)
        except InputError:
            return nothing
        scores[held], flags[held] = known.at(held).routed(band)
    return Expectation.of_flags("band", scores, flags, known.labels, groups)


def bands(
    labels: NDArray[np.bool_],
    scores: NDArray[np.float64],
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
) -> list[Band]:
    """Return what each band between quantiles of the first's scores would give.

    Args:
        labels: Whether each answer is hallucinated, shape ``(n,)``.
        scores: Of the first detector; NaN where it could not check the answer, which the second
            then judges whatever the band is.
        first: What the first detector flags.
        second: What the second flags.
    """
    known = ~np.isnan(scores)
    if not known.any():
        raise InputError(
            "the first detector of the router settles none of the answers: it cannot check them, "
            "or they are unlike those that it was calibrated on; all would go to the second, so "
            "use that one alone"
        )
    order = np.flatnonzero(known)[np.argsort(scores[known], kind="stable")]
    s = scores[order]
    edges = np.unique(np.quantile(s, np.linspace(0, 1, _EDGES), method="inverted_cdf"))
    start, stop = np.searchsorted(s, edges, side="left"), np.searchsorted(s, edges, side="right")
    i, j = np.triu_indices(len(edges))
    routed = np.where(known, first, second)

    def total(from_first: NDArray[np.bool_], from_second: NDArray[np.bool_]) -> NDArray[np.int64]:
        gained = from_second[order].astype(np.int64) - from_first[order]
        sums = np.concatenate([[0], np.cumsum(gained)])
        return np.asarray(from_first.sum() + sums[stop[j]] - sums[start[i]])

    hits = total(routed & labels, second & labels)
    f1 = 2 * hits / np.maximum(total(routed, second) + labels.sum(), 1)
    share = (stop[j] - start[i] + (~known).sum()) / len(labels)
    columns = (edges[i], edges[j], share, f1)
    return [Band(*map(float, row)) for row in zip(*columns, strict=True)]


def choose_band(
    labels: NDArray[np.bool_],
    scores: NDArray[np.float64],
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    *,
    share: float | None = None,
    loss: float | None = None,
) -> Band:
    """Choose among `bands`; parameters as there and in `Router.fit`.

    Raises:
        InputError: As for `Router.fit`.
    """
    if share is not None and loss is not None:
        raise InputError("give the router a share or a loss, not both", field="share")
    wanted = share if share is not None else loss
    if wanted is not None and not 0 <= wanted <= 1:
        raise InputError(f"share and loss lie between 0 and 1, found {wanted}", field="share")
    found = bands(labels, scores, first, second)
    if share is not None:
        kept = [band for band in found if band.share <= share]
        if not kept:
            least = min(band.share for band in found)
            raise InputError(
                f"no band sends at most {share:.1%} of the answers on; the least is {least:.1%}",
                field="share",
            )
        return max(kept, key=lambda band: (band.f1, -band.share))
    always = 2 * int((second & labels).sum()) / max(int(second.sum() + labels.sum()), 1)
    allowed = always - (_LOSS if loss is None else loss) - 1e-12
    return min((b for b in found if b.f1 >= allowed), key=lambda band: (band.share, -band.f1))


def _is_calibrated(detector: Detector) -> bool:
    """Say whether a detector's scores are probabilities, unless a verdict says otherwise."""
    return bool(getattr(detector, "is_calibrated", False))


def _decided(verdict: Verdict, first: Verdict, *, escalated: bool) -> Verdict:
    features = {**verdict.features, "router_escalated": float(escalated)}
    if first.hallucination_score is not None:
        features["router_first_score"] = first.hallucination_score
    return replace(verdict, features=features)


def _judged(detector: Detector, examples: Sequence[Example]) -> list[Verdict]:
    name = DETECTORS.name_of(type(detector)) or type(detector).__name__
    judged = batches(f"answers judged by {name}", examples)
    return [verdict for batch in judged for verdict in detector.detect(batch)]


def _flags(verdicts: Sequence[Verdict]) -> NDArray[np.bool_]:
    return np.array([verdict.label == "hallucinated" for verdict in verdicts], bool)


def _loaded(what: Detector | str) -> Detector:
    if not isinstance(what, str):
        return what
    try:
        return load(what)
    except UntrustedError as error:
        raise UntrustedError(
            f"{error}\nA router does not trust the folders that it names; give it the detector "
            f"itself: Router(…, load({what!r}, trust=True))",
            error.reaches,
        ) from error
