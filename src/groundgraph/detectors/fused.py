"""Fused: what groundgraph checks with by default.

Each claim is measured by its words (`features.lexical`), by the fields of data it speaks of
(`features.fields`), by how it is put (`features.shape`) and by embeddings
(`features.similarity`); the answer as a whole also by its evidence graph (EGC, `graphs.evidence`).
Boosted trees score the claims and, over them, the answer; both scores are calibrated on
answers whose evidence the trees had not seen. The label is the answer's: a claim is marked
only in an answer that is flagged, and a flagged answer marks at least its worst claim.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.detectors import sentence_level as level
from groundgraph.explain.graph_view import evidence_edges
from groundgraph.features import shape, similarity
from groundgraph.graphs import evidence as graphs
from groundgraph.parts.batching import encode_lists, passage_windows
from groundgraph.parts.encoders import MiniLM
from groundgraph.parts.segmenters import SentenceSegmenter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.detectors.sentence_level import Reading
    from groundgraph.features.rarity import Rarity
    from groundgraph.graphs.evidence import EvidenceGraph
    from groundgraph.learn.two_level import Table, TwoLevelHead, TwoLevelRecipe
    from groundgraph.protocols import Encoder, Segmenter
    from groundgraph.types import Example, Verdict

EGC_NAMES = ("coverage", "support", "agreement", "connectivity", "egc")
CLAIM_NAMES = (*level.CLAIM_NAMES, *similarity.NAMES)
ANSWER_NAMES = (*shape.RESPONSE_NAMES, *EGC_NAMES)


class Vectors(NamedTuple):
    """Embeddings of one answer and its evidence, unit vectors ``(n, dimension)``.

    Attributes:
        question: Of shape ``(dimension,)``, or ``None``.
        claims: Of the claims.
        units: Of the evidence units.
        windows: Of the passages, or of windows of long ones.
        window_passages: The id of each window's passage.
    """

    question: NDArray[np.float32] | None
    claims: NDArray[np.float32]
    units: NDArray[np.float32]
    windows: NDArray[np.float32]
    window_passages: list[str]


@dataclass(frozen=True)
class Fused:
    """Lexical, field, shape, similarity and graph signals under one calibrated head.

    Attributes:
        segmenter: Cuts answers into claims and passages into units.
        encoder: Embeds question, passages, units and claims.
        tau: The cosine from which two nodes of the evidence graph are joined.
        rarity: How rare each stem is; learned by `fit`.
        head: Claim and response heads; learned by `fit`.
    """

    segmenter: Segmenter = field(default_factory=SentenceSegmenter)
    encoder: Encoder = field(default_factory=MiniLM)
    tau: float = 0.4
    rarity: Rarity | None = None
    head: TwoLevelHead | None = None

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers.

        Raises:
            NotFittedError: Before `fit`; ``groundgraph.load("fused")`` is the shipped one.
        """
        rarity, head = level.fitted("fused", self.rarity, self.head)
        readings = level.read(examples, self.segmenter)
        checkable = [reading for reading in readings if not reading.obstacle]
        vectors = self._embed(checkable)
        graphs_ = [graphs.connect(v.question, v.windows, v.claims) for v in vectors]
        table = self._measure(checkable, vectors, graphs_, rarity)
        judged = level.verdicts(
            checkable,
            head.judge(table),
            nearness=[v.claims @ v.units.T for v in vectors],
            features=level.shown_features(table),
            edges=[
                evidence_edges(graph, v.window_passages, range(len(v.claims)), self.tau)
                for graph, v in zip(graphs_, vectors, strict=True)
            ],
            calibrated=head.answer_decision.calibrated,
        )
        return level.with_obstacles(readings, judged)

    def fit(
        self,
        examples: Sequence[Example],
        labels: Sequence[bool],
        /,
        *,
        by: str | None = None,
        calibration: str = "sigmoid",
        threshold: str = "best_f1",
    ) -> Fused:
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
        level.only_pooled("fused", by)
        recipe = replace(level.RECIPE, calibration=calibration, threshold=threshold)
        return self.fit_out_of_fold(examples, labels, recipe)[0]

    def fit_out_of_fold(
        self, examples: Sequence[Example], labels: Sequence[bool], recipe: TwoLevelRecipe
    ) -> tuple[Fused, level.Trained]:
        """Fit, and return what the heads said of answers whose evidence they had not seen."""
        readings = level.read(examples, self.segmenter)
        rarity = level.learn_rarity(readings)
        checkable = [reading for reading in readings if not reading.obstacle]
        vectors = self._embed(checkable)
        graphs_ = [graphs.connect(v.question, v.windows, v.claims) for v in vectors]
        table = self._measure(checkable, vectors, graphs_, rarity)
        trained = level.train(readings, table, labels, recipe)
        return replace(self, rarity=rarity, head=trained.head), trained

    def _embed(self, readings: Sequence[Reading]) -> list[Vectors]:
        windows = passage_windows(self.encoder, [r.example.passages for r in readings])
        lists: list[list[str]] = []
        for reading, pieces in zip(readings, windows, strict=True):
            example = reading.example
            lists += [
                [example.question] if example.question.strip() else [],
                [claim.text for claim in reading.claims],
                [unit.text for unit in reading.evidence.units],
                [span.of(passage.text) for passage, span in pieces],
            ]
        found = encode_lists(self.encoder, lists)
        return [
            Vectors(
                question[0] if len(question) else None,
                claims,
                units,
                whole,
                [passage.id for passage, _ in pieces],
            )
            for question, claims, units, whole, pieces in zip(
                found[0::4], found[1::4], found[2::4], found[3::4], windows, strict=True
            )
        ]

    def _measure(
        self,
        readings: Sequence[Reading],
        vectors: Sequence[Vectors],
        graphs_: Sequence[EvidenceGraph],
        rarity: Rarity,
    ) -> Table:
        consistency = graphs.measure(graphs_, self.tau)
        egc = np.column_stack([consistency.matrix()[:, :4], consistency.composite()])
        claims = [
            np.concatenate(
                [
                    level.claim_rows(reading, rarity),
                    similarity.measure(v.claims, v.units, v.windows, v.question),
                ],
                axis=1,
            )
            for reading, v in zip(readings, vectors, strict=True)
        ]
        answers = [
            (*level.answer_row(reading), *row) for reading, row in zip(readings, egc, strict=True)
        ]
        return level.table(readings, claims, answers, CLAIM_NAMES, ANSWER_NAMES)
