"""Fit `fused` without each of its blocks, and with others, out-of-fold on RAGTruth's train split.

    python scripts/ablate_fused.py --data ../shared/data

Prints AUROC and F1 of answers and AUROC of claims, and the difference that a block makes to
the answers' AUROC with a paired bootstrap interval by source. The blocks of the consistency graph
(EGC) and of embeddings are measured with the sentence encoder, whose vectors --cache keeps; the
entailment block, on a sample of answers whose sources the verifier was not trained on.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import similarity_block
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_verifier
from groundgraph.detectors.checkable import evidence_groups
from groundgraph.detectors.fused import Fused
from groundgraph.detectors.reading import claim_labels, read
from groundgraph.detectors.token_inputs import token_rarity
from groundgraph.features import details, facts, fields, lexical, shape, token_scores
from groundgraph.graphs import evidence as graphs
from groundgraph.measures.bootstrap import paired_interval
from groundgraph.measures.metrics import auroc, f1
from groundgraph.parts.batching import encode_lists, passage_windows
from groundgraph.parts.encoders import MiniLM
from groundgraph.parts.verifiers import MiniLMVerifier
from groundgraph.types import Pair
from train_sentence_level import SHIPPED, OutOfFold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.detectors.reading import Reading
    from groundgraph.learn.two_level import Table

    Floats = NDArray[np.float64]

BLOCKS = {
    "tokens": (*token_scores.NAMES, *token_scores.ANSWER_NAMES),
    "lexical": lexical.NAMES,
    "fields": fields.NAMES,
    "facts": facts.NAMES,
    "details": details.NAMES,
    "shape": (*shape.NAMES, *shape.RESPONSE_NAMES),
}
EGC_NAMES = ("coverage", "support", "agreement", "connectivity", "egc")
ENTAILMENT_NAMES = ("entailed", "contradicted_by_verifier")
PREMISE_UNITS = 6


class Fitted(NamedTuple):
    """Out-of-fold scores of one set of features."""

    answers: Floats
    claims: Floats
    threshold: float


@dataclass(frozen=True)
class Rows:
    """Answers that can be checked, their labels, and what `fused` measures of them."""

    readings: list[Reading]
    labels: NDArray[np.bool_]
    claims: NDArray[np.bool_]
    table: Table

    @classmethod
    def of(cls, readings: Sequence[Reading], detector: Fused) -> Rows:
        """Measure some answers."""
        labels = np.array([bool(reading.example.label) for reading in readings])
        table = detector.measure_all(readings, token_rarity())
        return cls(list(readings), labels, claim_labels(readings, labels.tolist()), table)

    def fit(self, table: Table) -> Fitted:
        """Fit on some of the features."""
        groups = evidence_groups([reading.example for reading in self.readings])
        head, said = SHIPPED.fit(table, self.claims, self.labels, groups)
        return Fitted(said.answers, said.claims, head.answer_decision.threshold)

    def show(self, name: str, fitted: Fitted, against: Fitted) -> None:
        """Print a row: how good, and how much better than another."""
        groups = [reading.example.metadata["source_id"] for reading in self.readings]
        difference = paired_interval(
            auroc, self.labels, fitted.answers, against.answers, groups=groups
        )
        print(
            f"{name:24} n={len(self.labels):6} AUROC {auroc(self.labels, fitted.answers):.4f} "
            f"F1 {f1(self.labels, fitted.answers >= fitted.threshold):.4f} "
            f"claims {auroc(self.claims, fitted.claims):.4f} difference {difference.value:+.4f} "
            f"[{difference.low:+.4f}, {difference.high:+.4f}]",
            flush=True,
        )


def without(table: Table, names: Sequence[str]) -> Table:
    """Leave out the features of a block; a claim's length stays, which weighs the claims."""
    gone = set(names) - {"characters"}
    own = [i for i, name in enumerate(table.claim_names) if name not in gone]
    whole = [i for i, name in enumerate(table.answer_names) if name not in gone]
    return table._replace(
        claims=table.claims[:, own],
        claim_names=tuple(table.claim_names[i] for i in own),
        answers=table.answers[:, whole],
        answer_names=tuple(table.answer_names[i] for i in whole),
    )


def more_claims(table: Table, columns: Floats, names: Sequence[str]) -> Table:
    return table._replace(
        claims=np.column_stack([table.claims, columns]), claim_names=(*table.claim_names, *names)
    )


def more_answers(table: Table, columns: Floats, names: Sequence[str]) -> Table:
    return table._replace(
        answers=np.column_stack([table.answers, columns]),
        answer_names=(*table.answer_names, *names),
    )


def embedded(readings: Sequence[Reading], encoder: MiniLM) -> tuple[Floats, Floats]:
    """Return the claims' similarities and the answers' consistency graph (EGC)."""
    windows = passage_windows(encoder, [r.example.passages for r in readings])
    lists: list[list[str]] = []
    for reading, pieces in zip(readings, windows, strict=True):
        lists += [
            [reading.example.question] if reading.example.question.strip() else [],
            [claim.text for claim in reading.claims],
            [unit.text for unit in reading.evidence.units],
            [span.of(passage.text) for passage, span in pieces],
        ]
    found = encode_lists(encoder, lists)
    near, drawn = [], []
    for question, claims, units, whole in zip(
        found[0::4], found[1::4], found[2::4], found[3::4], strict=True
    ):
        asked = question[0] if len(question) else None
        near.append(similarity_block.measure(claims, units, whole, asked))
        drawn.append(graphs.connect(asked, whole, claims))
    consistency = graphs.measure(drawn, 0.4)
    return np.concatenate(near), np.column_stack(
        [consistency.matrix()[:, :4], consistency.composite()]
    )


def entailed(readings: Sequence[Reading]) -> Floats:
    """Ask the embedded verifier of each claim, over the units nearest to it in words."""
    rarity, pairs = token_rarity(), []
    for reading in readings:
        units = [unit.text for unit in reading.evidence.units]
        for claim in reading.claims:
            overlap = lexical.best_units(claim.text, reading.evidence.index, rarity)
            nearest = sorted(np.argsort(-overlap, kind="stable")[:PREMISE_UNITS].tolist())
            pairs.append(Pair(" ".join(units[i] for i in nearest), claim.text))
    said = MiniLMVerifier().verify(pairs)
    return np.column_stack([said.entailment, said.contradiction])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".cache/tokens"))
    parser.add_argument("--cache", default=".cache/vectors.sqlite")
    parser.add_argument("--sources", type=int, help="measure on so many sources only")
    parser.add_argument("--sample", type=int, default=1500, help="answers for the verifier")
    parser.add_argument("--only", choices=BLOCKS, nargs="+", help="leave out these blocks alone")
    arguments = parser.parse_args()
    detector = Fused(tokens=OutOfFold.load(arguments.work))
    train = load_ragtruth(arguments.data, split="train")
    sources = sorted({str(example.metadata["source_id"]) for example in train})
    drawn = {*np.random.default_rng(0).permutation(sources)[: arguments.sources].tolist()}
    own = [example for example in train if str(example.metadata["source_id"]) in drawn]
    readings = [reading for reading in read(own, detector.segmenter) if not reading.obstacle]
    rows = Rows.of(readings, detector)
    full = rows.fit(rows.table)
    rows.show("fused", full, full)
    for name in arguments.only or BLOCKS:
        rows.show(f"without {name}", rows.fit(without(rows.table, BLOCKS[name])), full)
    if arguments.only:
        return
    add_vectors(rows, full, MiniLM(cache=arguments.cache))
    unseen = [r for r in readings if unseen_by_verifier(r.example)]
    chosen = np.random.default_rng(0).permutation(len(unseen))[: arguments.sample]
    add_entailment(Rows.of([unseen[i] for i in sorted(chosen.tolist())], detector))


def add_vectors(rows: Rows, full: Fitted, encoder: MiniLM) -> None:
    near, consistency = embedded(rows.readings, encoder)
    table = more_claims(rows.table, near, similarity_block.NAMES)
    rows.show("with embeddings", rows.fit(table), full)
    table = more_answers(rows.table, consistency, EGC_NAMES)
    rows.show("with consistency graph", rows.fit(table), full)


def add_entailment(rows: Rows) -> None:
    full = rows.fit(rows.table)
    rows.show("fused, on the sample", full, full)
    table = more_claims(rows.table, entailed(rows.readings), ENTAILMENT_NAMES)
    rows.show("with entailment", rows.fit(table), full)


if __name__ == "__main__":
    main()
