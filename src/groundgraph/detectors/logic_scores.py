"""Entailment of claims by groups of passages, weighed by relevance (§3.2.3 of the paper)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from groundgraph.detectors.checkable import NO_CLAIM, obstacle
from groundgraph.parts.batching import compute_lists, encode_lists
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.detectors.logic_groups import Groups
    from groundgraph.protocols import Encoder, Reranker, Verifier
    from groundgraph.types import Claim, Entailments, Example

    Floats = NDArray[np.float64]

Scoring = Literal["relevance", "mean", "max"]
Normalisation = Literal["softmax", "softplus"]


class Answer(NamedTuple):
    """An answer cut into claims.

    Attributes:
        claims: Every sentence, or the whole answer.
        hypotheses: What is verified of each; "" where the sentence states no fact.
    """

    claims: tuple[Claim, ...]
    hypotheses: tuple[str, ...]


class Parts(NamedTuple):
    """What scores; fields of `groundgraph.detectors.logic.Logic`."""

    encoder: Encoder
    reranker: Reranker
    verifier: Verifier


class Weighing(NamedTuple):
    """How groups are weighed; fields of `groundgraph.detectors.logic.Logic`."""

    scoring: Scoring
    normalisation: Normalisation
    negligible: float


class Job(NamedTuple):
    """An answer and its evidence."""

    answer: Answer
    groups: Groups
    obstacle: str

    def pairs(self) -> list[Pair]:
        """Return every group beside every hypothesis, claim by claim."""
        if self.obstacle:
            return []
        return [Pair(text, said) for said in self.answer.hypotheses for text in self.groups.texts]


@dataclass(frozen=True)
class Scored:
    """What the verifier said of an answer; the arrays are of shape ``(n_claims, n_groups)``.

    Attributes:
        answer: Its claims.
        groups: Its evidence.
        obstacle: Why the answer cannot be checked at all, else "".
        weights: r̃ of each group; the rows sum to 1.
        entailment: e of each group, in [0, 1]; 0 where it was not read.
        contradiction: Likewise.
        unread: Characters of the group that the verifier did not read.
        nearness: Cosine of each chunk to each claim, shape ``(n_claims, n_chunks)``.
        problems: Why a claim could not be judged by every group, by its number.
    """

    answer: Answer
    groups: Groups
    obstacle: str
    weights: Floats
    entailment: Floats
    contradiction: Floats
    unread: NDArray[np.int64]
    nearness: Floats
    problems: dict[int, str]

    @property
    def stated(self) -> list[int]:
        """The numbers of the claims that state a fact."""
        return [number for number, text in enumerate(self.answer.hypotheses) if text]

    @property
    def support(self) -> Floats:
        """S = Σ r̃ e of each claim, in [0, 1], shape ``(n_claims,)``."""
        return np.asarray((self.weights * self.entailment).sum(axis=1), np.float64)

    @property
    def denial(self) -> Floats:
        """The same sum of contradictions, in [0, 1], shape ``(n_claims,)``."""
        return np.asarray((self.weights * self.contradiction).sum(axis=1), np.float64)


def score(
    examples: Sequence[Example],
    answers: Sequence[Answer],
    groups: Sequence[Groups],
    parts: Parts,
    weighing: Weighing,
) -> list[Scored]:
    """Score every claim of every answer by every group of its evidence.

    Each distinct pair of a batch is reranked once, and verified once if its weight counts.
    """
    jobs = [
        Job(answer, found, obstacle(example) or ("" if any(answer.hypotheses) else NO_CLAIM))
        for example, answer, found in zip(examples, answers, groups, strict=True)
    ]
    weights = _weights(jobs, parts.reranker, weighing)
    wanted = {
        pair: None
        for job, own in zip(jobs, weights, strict=True)
        for pair, weight in zip(job.pairs(), own.ravel().tolist(), strict=True)
        if _counts(pair, weight, weighing)
    }
    rows = {pair: row for row, pair in enumerate(wanted)}
    said = parts.verifier.verify(list(wanted))
    nearness = _nearness(jobs, parts.encoder)
    return [
        _scored(job, own, near, rows, said, weighing)
        for job, own, near in zip(jobs, weights, nearness, strict=True)
    ]


def _counts(pair: Pair, weight: float, weighing: Weighing) -> bool:
    return bool(pair.hypothesis) and (
        weighing.scoring != "relevance" or weight >= weighing.negligible
    )


def _weights(jobs: Sequence[Job], reranker: Reranker, weighing: Weighing) -> list[Floats]:
    """Return r̃ of each job's groups, shape ``(n_claims, n_groups)``; equal unless it counts."""
    weighed = [weighing.scoring == "relevance" and len(job.groups.texts) > 1 for job in jobs]
    asked = [
        [(pair.hypothesis, pair.premise) for pair in job.pairs()] if counts else []
        for job, counts in zip(jobs, weighed, strict=True)
    ]
    relevance = compute_lists(asked, reranker.relevance)
    return [
        _normalised(_table(job, own), weighing.normalisation)
        if counts
        else _normalised(_table(job, np.zeros(len(job.pairs()))), "softmax")
        for job, own, counts in zip(jobs, relevance, weighed, strict=True)
    ]


def _table(job: Job, values: Floats) -> Floats:
    return values.reshape(-1, max(1, len(job.groups.texts)))


def _normalised(log_odds: Floats, normalisation: Normalisation) -> Floats:
    if normalisation == "softmax":
        powers = np.exp(log_odds - log_odds.max(axis=1, keepdims=True, initial=-np.inf))
    else:
        powers = np.logaddexp(0.0, log_odds)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)


def _nearness(jobs: Sequence[Job], encoder: Encoder) -> list[Floats]:
    texts = [[] if job.obstacle else list(job.answer.hypotheses) for job in jobs]
    return [
        np.asarray(vectors @ job.groups.vectors.T, np.float64) if len(vectors) else np.empty((0, 0))
        for job, vectors in zip(jobs, encode_lists(encoder, texts), strict=True)
    ]


def _scored(
    job: Job,
    weights: Floats,
    nearness: Floats,
    rows: dict[Pair, int],
    said: Entailments,
    weighing: Weighing,
) -> Scored:
    found = np.array([rows.get(pair, -1) for pair in job.pairs()], np.int64).reshape(weights.shape)
    read = found >= 0
    entailment, contradiction, unread = (
        np.where(read, np.append(values, 0)[found], 0)
        for values in (said.entailment, said.contradiction, said.unread)
    )
    if weighing.scoring == "max" and weights.size:
        weights = np.eye(weights.shape[1])[entailment.argmax(axis=1)]
    problems = {
        int(claim): said.problems[row]
        for claim, group in np.argwhere(read)
        if (row := int(found[claim, group])) in said.problems
    }
    return Scored(
        job.answer, job.groups, job.obstacle, weights, entailment, contradiction, unread,
        nearness, problems,
    )  # fmt: skip
