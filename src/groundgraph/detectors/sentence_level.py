"""The detectors that judge claim by claim and then the answer; each adds only its measures.

The label is the answer's: a claim is marked only in an answer that is flagged, and a flagged
answer marks at least its worst claim.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from groundgraph.detectors.checkable import evidence_groups, unverifiable
from groundgraph.detectors.reading import claim_labels, learn_rarity, read
from groundgraph.errors import InputError, NotFittedError
from groundgraph.explain import wording
from groundgraph.features.fields import conflicts
from groundgraph.learn.inputs import two_classes
from groundgraph.learn.trees import TreeSettings
from groundgraph.learn.two_level import Table, TwoLevelHead, TwoLevelRecipe
from groundgraph.parts.segmenters import SentenceSegmenter
from groundgraph.types import Evidence, Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from typing_extensions import Self

    from groundgraph.detectors.reading import Material, Reading
    from groundgraph.features.rarity import Rarity
    from groundgraph.learn.two_level import Judgement
    from groundgraph.protocols import Segmenter
    from groundgraph.types import Claim, Edge, Example

RECIPE = TwoLevelRecipe(
    claim_trees=TreeSettings(
        learning_rate=0.05, max_iter=300, max_leaf_nodes=31, min_samples_leaf=40, l2=1.0,
        max_features=0.5,
    ),
    answer_trees=TreeSettings(
        learning_rate=0.04, max_iter=200, max_leaf_nodes=15, min_samples_leaf=40, l2=5.0,
        max_features=0.3,
    ),
    monotone={"unseen_share": 1, "unseen_rarity_share": 1, "unseen_numbers": 1},
)  # fmt: skip
_SHOWN = 3


class View(NamedTuple):
    """What a reader sees of one answer beside its scores.

    Attributes:
        nearness: How near each evidence unit is to each claim, in [-1, 1], shape
            ``(n_claims, n_units)``.
        edges: The evidence graph.
    """

    nearness: NDArray[np.floating]
    edges: tuple[Edge, ...] = ()


class Measured(NamedTuple):
    """The features of a batch, and its views, made only when asked for."""

    table: Table
    views: Callable[[], list[View]]


class Trained(NamedTuple):
    """What the fitted head says of the training answers, out-of-fold and calibrated.

    Attributes:
        head: The fitted head.
        checked: Whether each example could be checked, shape ``(n_examples,)``.
        scores: Of the checked answers, shape ``(n_checked,)``.
        claim_scores: Of their claims, shape ``(n_claims,)``.
        claim_labels: Whether each of those claims is hallucinated.
    """

    head: TwoLevelHead
    checked: NDArray[np.bool_]
    scores: NDArray[np.float64]
    claim_scores: NDArray[np.float64]
    claim_labels: NDArray[np.bool_]


@dataclass(frozen=True)
class SentenceLevel(ABC):
    """Base of the detectors whose claims are sentences under a `TwoLevelHead`.

    Attributes:
        segmenter: Cuts answers into claims and passages into units.
        rarity: How rare each stem is; learned by `fit`.
        head: Claim and response heads; learned by `fit`.
    """

    name: ClassVar[str]

    segmenter: Segmenter = field(default_factory=SentenceSegmenter)
    rarity: Rarity | None = None
    head: TwoLevelHead | None = None

    @abstractmethod
    def _measure(self, readings: Sequence[Reading], rarity: Rarity) -> Measured:
        """Measure answers that can be checked, and their claims."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers.

        Raises:
            NotFittedError: Before `fit`; ``groundgraph.load(name)`` is the shipped detector.
        """
        if self.rarity is None or self.head is None:
            raise NotFittedError(
                f"this {self.name} detector has no fitted head; call fit, or use the shipped "
                f"one: groundgraph.load({self.name!r})"
            )
        readings = read(examples, self.segmenter)
        checkable = [reading for reading in readings if not reading.obstacle]
        measured = self._measure(checkable, self.rarity)
        judged = iter(_verdicts(checkable, measured, self.head))
        return [unverifiable(r.obstacle) if r.obstacle else next(judged) for r in readings]

    def fit(
        self,
        examples: Sequence[Example],
        labels: Sequence[bool],
        /,
        *,
        by: str | None = None,
        calibration: str = "sigmoid",
        threshold: str = "best_f1",
    ) -> Self:
        """Return a copy fitted on labelled answers.

        Args:
            examples: Answers; gold spans, where given, teach the claim head. Without them each
                claim takes its answer's label. Answers that cannot be checked are left out.
            labels: Whether each answer is hallucinated.
            by: Must be ``None``: all answers are fitted together.
            calibration: "sigmoid", "isotonic" or "none", on out-of-fold scores.
            threshold: A policy of `groundgraph.learn.thresholds.choose`.

        Raises:
            InputError: When ``by`` is given, or too few answers of a class are left.
        """
        if by is not None:
            raise InputError(
                f"{self.name} is fitted on all answers together, not by {by!r}; egc can be",
                field="by",
            )
        recipe = replace(RECIPE, calibration=calibration, threshold=threshold)
        return self.fit_out_of_fold(examples, labels, recipe)[0]

    def fit_out_of_fold(
        self,
        examples: Sequence[Example],
        labels: Sequence[bool],
        recipe: TwoLevelRecipe = RECIPE,
        *,
        corrupted: Sequence[Example] = (),
    ) -> tuple[Self, Trained]:
        """Fit, and return what the heads said of answers whose evidence they had not seen.

        Args:
            examples: As for `fit`.
            labels: As for `fit`.
            recipe: How to fit.
            corrupted: More hallucinated answers, made from ``examples``; they train the heads
                but are not calibrated or reported on.
        """
        judged = two_classes(labels, len(examples))
        every = read([*examples, *corrupted], self.segmenter)
        checked = np.array([not reading.obstacle for reading in every], bool)
        n_judged = int(checked[: len(examples)].sum())
        checkable = [reading for reading in every if not reading.obstacle]
        kept = np.append(judged, np.ones(len(corrupted), bool))[checked]
        gold = claim_labels(checkable, kept.tolist())
        rarity = learn_rarity(every)
        table = self._measure(checkable, rarity).table
        groups = evidence_groups([reading.example for reading in checkable])
        head, scores = recipe.fit(table, gold, kept, groups, n_judged=n_judged)
        own = gold[: len(scores.claims)]
        trained = Trained(head, checked[: len(examples)], scores.answers, scores.claims, own)
        return replace(self, rarity=rarity, head=head), trained


def stacked(
    readings: Sequence[Reading],
    claims: Sequence[NDArray[np.float64]],
    answers: Sequence[Sequence[float]],
    claim_names: tuple[str, ...],
    answer_names: tuple[str, ...],
) -> Table:
    """Stack the rows of each answer into the table that the heads read."""
    counts = [len(reading.claims) for reading in readings]
    return Table(
        np.concatenate([np.zeros((0, len(claim_names))), *claims]),
        np.repeat(np.arange(len(readings)), counts),
        np.array(answers, float).reshape(len(readings), len(answer_names)),
        claim_names,
        answer_names,
    )


def _verdicts(readings: Sequence[Reading], measured: Measured, head: TwoLevelHead) -> list[Verdict]:
    if not readings:
        return []
    table = measured.table
    judgement = head.judge(table)
    ends = np.cumsum([len(reading.claims) for reading in readings])
    return [
        Verdict(
            label="hallucinated" if judgement.answer_flags[number] else "grounded",
            hallucination_score=float(judgement.answer_scores[number]),
            calibrated=head.answer_decision.calibrated,
            findings=_findings(reading, view, judgement, int(ends[number])),
            features=dict(zip(table.answer_names, table.answers[number].tolist(), strict=True)),
            edges=view.edges,
        )
        for number, (reading, view) in enumerate(zip(readings, measured.views(), strict=True))
    ]


def _findings(reading: Reading, view: View, judgement: Judgement, end: int) -> tuple[Finding, ...]:
    """Word the outcome of each claim; ``end`` is one past the answer's last claim row."""
    own = slice(end - len(reading.claims), end)
    flags, scores = judgement.claim_flags[own].tolist(), judgement.claim_scores[own].tolist()
    return tuple(
        _finding(claim, reading.evidence, near, flag, score)
        for claim, near, flag, score in zip(
            reading.claims, view.nearness, flags, scores, strict=True
        )
    )


def _finding(
    claim: Claim, evidence: Material, nearness: NDArray[np.floating], flagged: bool, score: float
) -> Finding:
    nearest = np.argsort(-nearness, kind="stable")[:_SHOWN]
    shown = tuple(
        Evidence(unit.passage_id, unit.span, float(nearness[i]), unit.text)
        for i in nearest
        for unit in [evidence.units[i]]
        if nearness[i] > 0
    )
    if not flagged:
        return Finding(claim, "supported", score, shown, wording.supported(shown))
    against = conflicts(claim.text, evidence.fields)
    if against:
        facts = {found.fact for found in against}
        cited = tuple(
            Evidence(unit.passage_id, None, 1.0, unit.text)
            for unit in evidence.units
            if unit.fact in facts
        )
        return Finding(claim, "contradicted", score, cited, wording.contradicted(against))
    unseen = wording.unseen_words(claim.text, evidence.index)
    return Finding(claim, "unsupported", score, shown, wording.unsupported(unseen))
