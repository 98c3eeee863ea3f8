"""Fused: what groundgraph checks with by default.

Each claim is measured by its words (`features.lexical`), by the fields of data it speaks of
(`features.fields`), by how it is put (`features.shape`), by cosines (`features.similarity`) and
by a linear score of its embedding beside that of the nearest evidence (`learn.ridge`); the
answer as a whole also by its evidence graph (EGC, `graphs.evidence`). Boosted trees score the
claims and, over them, the answer; both scores are calibrated on answers whose evidence the
trees had not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from groundgraph.detectors.reading import CLAIM_NAMES as WORD_NAMES
from groundgraph.detectors.reading import answer_row, claim_rows
from groundgraph.detectors.sentence_level import Measured, SentenceLevel, View, stacked
from groundgraph.explain.graph_view import evidence_edges
from groundgraph.features import shape, similarity
from groundgraph.graphs import evidence as graphs
from groundgraph.parts.batching import encode_lists, passage_windows
from groundgraph.parts.encoders import MiniLM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.detectors.reading import Reading
    from groundgraph.features.rarity import Rarity
    from groundgraph.graphs.evidence import EvidenceGraph
    from groundgraph.protocols import Encoder

EGC_NAMES = ("coverage", "support", "agreement", "connectivity", "egc")
CLAIM_NAMES = (*WORD_NAMES, *similarity.NAMES)
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
class Fused(SentenceLevel):
    """Lexical, field, shape, similarity and graph signals under one calibrated head.

    Attributes:
        encoder: Embeds question, passages, units and claims.
        tau: The cosine from which two nodes of the evidence graph are joined.
    """

    name: ClassVar[str] = "fused"

    encoder: Encoder = field(default_factory=MiniLM)
    tau: float = 0.4

    def _measure(self, readings: Sequence[Reading], rarity: Rarity) -> Measured:
        vectors = self._embed(readings)
        graphs_ = [graphs.connect(v.question, v.windows, v.claims) for v in vectors]
        consistency = graphs.measure(graphs_, self.tau)
        # Isolation is left out: it is 1 - coverage.
        egc = np.column_stack([consistency.matrix()[:, :4], consistency.composite()])
        table = stacked(
            readings,
            [_claim_rows(r, v, rarity) for r, v in zip(readings, vectors, strict=True)],
            [(*answer_row(r), *row) for r, row in zip(readings, egc.tolist(), strict=True)],
            CLAIM_NAMES,
            ANSWER_NAMES,
        )
        if readings:
            pairs = [similarity.pairs(v.claims, v.units) for v in vectors]
            table = table._replace(vectors=np.concatenate(pairs))
        return Measured(table, lambda: [*map(self._view, vectors, graphs_)])

    def _view(self, vectors: Vectors, graph: EvidenceGraph) -> View:
        claim_numbers = range(len(vectors.claims))
        edges = evidence_edges(graph, vectors.window_passages, claim_numbers, self.tau)
        return View(vectors.claims @ vectors.units.T, edges)

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


def _claim_rows(reading: Reading, vectors: Vectors, rarity: Rarity) -> NDArray[np.float64]:
    """Measure the claims of one answer, shape ``(n_claims, len(CLAIM_NAMES))``."""
    near = similarity.measure(vectors.claims, vectors.units, vectors.windows, vectors.question)
    return np.concatenate([claim_rows(reading, rarity), near], axis=1)
