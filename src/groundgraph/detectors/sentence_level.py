"""What the detectors that judge sentence by sentence share: reading, labels and verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.detectors.checkable import (
    NO_CLAIM,
    claims_of,
    evidence_groups,
    obstacle,
    unverifiable,
)
from groundgraph.errors import InputError, NotFittedError
from groundgraph.explain import wording
from groundgraph.features import fields, lexical, shape
from groundgraph.features.rarity import Rarity
from groundgraph.features.units import evidence_units
from groundgraph.features.words import words
from groundgraph.learn.trees import TreeSettings
from groundgraph.learn.two_level import Table, TwoLevelHead, TwoLevelRecipe
from groundgraph.types import Evidence, Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.features.fields import Fields
    from groundgraph.features.lexical import Index
    from groundgraph.features.units import Unit
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
CLAIM_NAMES = (*lexical.NAMES, *fields.NAMES, *shape.NAMES)
_SHOWN = 3


@dataclass(frozen=True)
class Material:
    """The evidence of one or more answers, cut and indexed once."""

    units: list[Unit]
    index: Index
    fields: Fields


class Reading(NamedTuple):
    """An answer cut into claims, beside its evidence."""

    example: Example
    claims: tuple[Claim, ...]
    evidence: Material

    @property
    def obstacle(self) -> str:
        """Why the answer cannot be checked, or ""."""
        return obstacle(self.example) or ("" if self.claims else NO_CLAIM)


class Trained(NamedTuple):
    """A fitted head and what it was judged on.

    Attributes:
        head: The fitted head.
        scores: Calibrated out-of-fold scores of the answers, shape ``(n_examples,)``; NaN
            where an answer could not be checked.
        claim_scores: Calibrated out-of-fold scores of the claims of the checkable answers.
        claim_labels: Whether each of those claims is hallucinated.
    """

    head: TwoLevelHead
    scores: NDArray[np.float64]
    claim_scores: NDArray[np.float64]
    claim_labels: NDArray[np.bool_]


def fitted(
    name: str, rarity: Rarity | None, head: TwoLevelHead | None
) -> tuple[Rarity, TwoLevelHead]:
    """Return both, or raise when a detector was not fitted."""
    if rarity is None or head is None:
        raise NotFittedError(
            f"this {name} detector has no fitted head; call fit, or use the shipped one: "
            f"groundgraph.load({name!r})"
        )
    return rarity, head


def only_pooled(name: str, by: str | None) -> None:
    """Raise when asked for a head per group."""
    if by is not None:
        raise InputError(f"{name} is fitted on all answers together; only egc takes --by {by}")


def learn_rarity(readings: Sequence[Reading]) -> Rarity:
    """Count words over the distinct evidence of some answers."""
    evidence = {id(reading.evidence): reading.evidence for reading in readings}
    return Rarity.fit([" ".join(u.text for u in e.units) for e in evidence.values()])


def table(
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


def shown_features(rows: Table) -> list[dict[str, float]]:
    """Return, for each answer, its own features by name."""
    return [dict(zip(rows.answer_names, map(float, row), strict=True)) for row in rows.answers]


def train(
    readings: Sequence[Reading], rows: Table, labels: Sequence[bool], recipe: TwoLevelRecipe
) -> Trained:
    """Fit a two-level head on the readings that can be checked; ``rows`` holds just these."""
    kept = np.array([not reading.obstacle for reading in readings])
    checkable = [reading for reading in readings if not reading.obstacle]
    chosen = np.asarray(labels, bool)[kept]
    gold = claim_labels(checkable, chosen.tolist())
    groups = evidence_groups([reading.example for reading in checkable])
    head, raw = recipe.fit(rows, gold, chosen, groups)
    scores = np.full(len(readings), np.nan)
    scores[kept] = head.answer_decision.scores(raw.answers)
    return Trained(head, scores, head.claim_decision.scores(raw.claims), gold)


def read(examples: Sequence[Example], segmenter: Segmenter) -> list[Reading]:
    """Cut answers into claims and evidence into units; shared passages are read once."""
    sentences = segmenter.segment([example.answer for example in examples])
    passage_lists = list(dict.fromkeys(example.passages for example in examples))
    units = evidence_units(passage_lists, segmenter)
    material = {
        passages: Material(found, lexical.index(found), fields.read_fields(found))
        for passages, found in zip(passage_lists, units, strict=True)
    }
    return [
        Reading(
            example,
            tuple(c for c in claims_of(example.answer, spans) if words(c.text)),
            material[example.passages],
        )
        for example, spans in zip(examples, sentences, strict=True)
    ]


def claim_rows(reading: Reading, rarity: Rarity) -> NDArray[np.float64]:
    """Measure the claims of one answer, shape ``(n_claims, len(CLAIM_NAMES))``."""
    texts = [claim.text for claim in reading.claims]
    evidence = reading.evidence
    return np.concatenate(
        [
            lexical.measure(texts, reading.example.question, evidence.index, rarity),
            fields.measure(texts, evidence.fields),
            shape.measure(texts),
        ],
        axis=1,
    )


def answer_row(reading: Reading) -> tuple[float, ...]:
    """Measure a whole answer, one value for each of `shape.RESPONSE_NAMES`."""
    return shape.measure_response(
        [claim.text for claim in reading.claims],
        len(reading.evidence.units),
        len(reading.example.passages),
        reading.example.question,
    )


def claim_labels(readings: Sequence[Reading], labels: Sequence[bool]) -> NDArray[np.bool_]:
    """Say which claims are hallucinated, shape ``(n_claims,)``.

    A claim is when a gold span overlaps it; where an answer has no gold spans, its claims
    take the answer's label.
    """
    return np.array(
        [
            label
            if reading.example.spans is None
            else any(claim.span.overlaps(gold) for gold in reading.example.spans)
            for reading, label in zip(readings, labels, strict=True)
            for claim in reading.claims
        ],
        bool,
    )


def verdicts(
    readings: Sequence[Reading],
    judgement: Judgement,
    nearness: Sequence[NDArray[np.floating]],
    features: Sequence[dict[str, float]],
    edges: Sequence[tuple[Edge, ...]],
    calibrated: bool,
) -> list[Verdict]:
    """Word the judgement on readings that have no obstacle.

    Args:
        readings: The answers.
        judgement: Scores and flags, by claim and answer.
        nearness: For each answer, how near each unit is to each claim, in [-1, 1], shape
            ``(n_claims, n_units)``.
        features: For each answer, what the verdict shows.
        edges: For each answer, its evidence graph.
        calibrated: Whether the scores are probabilities.
    """
    result, start = [], 0
    for number, reading in enumerate(readings):
        stop = start + len(reading.claims)
        flags, scores = judgement.claim_flags[start:stop], judgement.claim_scores[start:stop]
        result.append(
            Verdict(
                label="hallucinated" if judgement.answer_flags[number] else "grounded",
                hallucination_score=float(judgement.answer_scores[number]),
                calibrated=calibrated,
                findings=tuple(
                    _finding(claim, reading.evidence, near, bool(flag), float(score))
                    for claim, near, flag, score in zip(
                        reading.claims, nearness[number], flags, scores, strict=True
                    )
                ),
                features=features[number],
                edges=edges[number],
            )
        )
        start = stop
    return result


def with_obstacles(readings: Sequence[Reading], judged: Sequence[Verdict]) -> list[Verdict]:
    """Put the verdicts on checkable answers back among the others, in order."""
    rest = iter(judged)
    return [
        unverifiable(reading.obstacle) if reading.obstacle else next(rest) for reading in readings
    ]


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
        where = shown[0].passage_id if shown else ""
        return Finding(claim, "supported", score, shown, wording.supported(where))
    against = fields.conflicts(claim.text, evidence.fields)
    if against:
        facts = {field.fact for field in against}
        cited = tuple(
            Evidence(unit.passage_id, None, 1.0, unit.text)
            for unit in evidence.units
            if unit.fact in facts
        )
        return Finding(claim, "contradicted", score, cited, wording.contradicted(against))
    unseen = wording.unseen_words(claim.text, evidence.index)
    return Finding(claim, "unsupported", score, shown, wording.unsupported(unseen))
