"""Entailment of claims by groups of passages, weighed by relevance (§3.2.3 of the paper)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from groundgraph.methods.checkable import NO_CLAIM, nothing_claimed, obstacle
from groundgraph.parts.batching import compute_lists, encode_lists
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.logic.groups import Groups
    from groundgraph.protocols import Encoder, Reranker, Verifier
    from groundgraph.types import Claim, Entailments, Example

    Floats = NDArray[np.float64]

Scoring = Literal["relevance", "mean", "max"]
Normalisation = Literal["softmax", "softplus", "linear"]


class Answer(NamedTuple):
    """An answer cut into claims.

    Attributes:
        claims: Every sentence, or the whole answer.
        hypotheses: What is verified of each; "" where the sentence states no fact.
    """

    claims: tuple[Claim, ...]
    hypotheses: tuple[str, ...]


class Parts(NamedTuple):
    """What scores; fields of `groundgraph.methods.logic.detector.Logic`."""

    encoder: Encoder
    reranker: Reranker
    verifier: Verifier


class Weighing(NamedTuple):
    """How groups are weighed; fields of `groundgraph.methods.logic.detector.Logic`."""

    scoring: Scoring
    normalisation: Normalisation
    negligible: float


class Job(NamedTuple):
    """An answer and its evidence."""

    answer: Answer
    groups: Groups
    obstacle: str

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """What is verified of each claim; nothing where the answer cannot be checked."""
        return () if self.obstacle else self.answer.hypotheses

    def pairs(self) -> list[Pair]:
        """Return every group beside every hypothesis, claim by claim."""
        return [Pair(text, said) for said in self.hypotheses for text in self.groups.texts]


@dataclass(frozen=True)
class ScoredAnswer:
    """What the verifier said of an answer; the arrays are of shape ``(n_claims, n_groups)``.

    Attributes:
        answer: Its claims.
        groups: Its evidence.
        obstacle: Why the answer cannot be checked at all, else "".
        weights: r̃ of each group; the rows sum to 1.
        entailment: e of each group, in [0, 1]; 0 where it was not read.
        contradiction: Likewise.
        unread: Characters of the group that the verifier did not read.
        most: What S would be if all that the verifier could not judge or did not read entailed
            the claim, in [0, 1], shape ``(n_claims,)``.
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
    most: Floats
    nearness: Floats
    problems: dict[int, str]

    @property
    def stated(self) -> list[int]:
        """The numbers of the claims that state a fact."""
        return [number for number, text in enumerate(self.answer.hypotheses) if text]

    @property
    def support(self) -> Floats:
        """S = Σ r̃ e of each claim, in [0, 1], shape ``(n_claims,)``."""
        return _sum(self.weights, self.entailment)

    @property
    def denial(self) -> Floats:
        """The same sum of contradictions, in [0, 1], shape ``(n_claims,)``."""
        return _sum(self.weights, self.contradiction)


def score(
    examples: Sequence[Example],
    answers: Sequence[Answer],
    groups: Sequence[Groups],
    parts: Parts,
    weighing: Weighing,
) -> list[ScoredAnswer]:
    """Score every claim of every answer by every group of its evidence.

    Each distinct pair of a batch is reranked once, and verified once if its weight counts.
    """
    jobs = [
        Job(answer, found, _obstacle(example, answer))
        for example, answer, found in zip(examples, answers, groups, strict=True)
    ]
    weights = _weights(jobs, parts.reranker, weighing)
    wanted = {
        pair: None
        for job, own in zip(jobs, weights, strict=True)
        for pair, counts in zip(job.pairs(), _counting(own, weighing).ravel(), strict=True)
        if counts and pair.hypothesis
    }
    rows = {pair: row for row, pair in enumerate(wanted)}
    said = parts.verifier.verify(list(wanted))
    nearness = _nearness(jobs, parts.encoder)
    return [
        _scored(job, own, near, rows, said, weighing)
        for job, own, near in zip(jobs, weights, nearness, strict=True)
    ]


def _obstacle(example: Example, answer: Answer) -> str:
    if blocked := obstacle(example) or nothing_claimed(example):
        return blocked
    return "" if any(answer.hypotheses) else NO_CLAIM


def _counting(weights: Floats, weighing: Weighing) -> NDArray[np.bool_]:
    """Say which groups are read: the others weigh less than what is negligible together."""
    counting = np.ones(weights.shape, bool)
    if weighing.scoring == "relevance":
        order = (-weights).argsort(axis=1, kind="stable")[:, ::-1]  # of equals the last first
        together = np.take_along_axis(weights, order, axis=1).cumsum(axis=1)
        np.put_along_axis(counting, order, together >= weighing.negligible, axis=1)
    return counting


def _weights(jobs: Sequence[Job], reranker: Reranker, weighing: Weighing) -> list[Floats]:
    """Return r̃ of each job's groups, shape ``(n_claims, n_groups)``; equal unless it counts."""
    weighed = [
        weighing.scoring == "relevance" and len(job.groups.texts) > 1 and not job.groups.chosen
        for job in jobs
    ]
    asked = [
        [(said, text) for text, said in job.pairs() if said] if counts else []
        for job, counts in zip(jobs, weighed, strict=True)
    ]
    relevance = compute_lists(asked, reranker.relevance)
    return [
        _normalised(_table(job, own), weighing.normalisation if len(own) else "softmax")
        for job, own in zip(jobs, relevance, strict=True)
    ]


def _table(job: Job, relevance: Floats) -> Floats:
    """Return log-odds, shape ``(n_claims, n_groups)``; equal for claims that were not asked."""
    table = np.zeros((len(job.hypotheses), len(job.groups.texts)))
    if len(relevance):
        stated = np.array([bool(said) for said in job.hypotheses], bool)
        table[stated] = relevance.reshape(-1, table.shape[1])
    return table


def _normalised(log_odds: Floats, normalisation: Normalisation) -> Floats:
    if normalisation == "softmax":
        powers = np.exp(log_odds - log_odds.max(axis=1, keepdims=True, initial=-np.inf))
    elif normalisation == "softplus":
        powers = np.logaddexp(0.0, log_odds) + np.finfo(float).tiny  # may round to 0, every one
    else:  # r / Σr of the paper, r the probability of relevance
        powers = np.exp(-np.logaddexp(0.0, -log_odds)) + np.finfo(float).tiny
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)


def _sum(weights: Floats, values: Floats) -> Floats:
    """Return sums that rounding has not carried beyond 1, shape ``(n_claims,)``."""
    return np.asarray((weights * values).sum(axis=1).clip(0.0, 1.0), np.float64)


def _nearness(jobs: Sequence[Job], encoder: Encoder) -> list[Floats]:
    texts = [job.hypotheses for job in jobs]
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
) -> ScoredAnswer:
    found = np.array([rows.get(pair, -1) for pair in job.pairs()], np.int64).reshape(weights.shape)
    read = found >= 0
    entailment, contradiction, unread = (
        np.where(read, np.append(values, 0)[found], 0)
        for values in (said.entailment, said.contradiction, said.unread)
    )
    failed = np.isin(found, list(said.problems))
    possible = np.where(failed | (unread > 0), 1.0, entailment)
    most = _sum(weights, possible)
    if weighing.scoring == "max" and weights.size:
        most = possible.max(axis=1)
        weights = np.eye(weights.shape[1])[entailment.argmax(axis=1)]
    problems = {int(claim): said.problems[int(found[claim, group])]
                for claim, group in np.argwhere(failed)[::-1]}  # fmt: skip
    return ScoredAnswer(
        job.answer, job.groups, job.obstacle, weights, entailment, contradiction, unread, most,
        nearness, problems,
    )  # fmt: skip
