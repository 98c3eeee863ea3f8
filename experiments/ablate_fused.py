"""Fit `lexical` without each of its blocks, and with others, out-of-fold on RAGTruth's train split.

    python -m experiments.ablate_fused --data DATA

Fitted as `training.fused.trees` fits it, with the answers made from others and the pairs of MNLI
(not with --own). Prints AUROC and F1 of RAGTruth's answers and AUROC of their claims, and the
difference that a block makes to AUROC with a paired bootstrap interval by source: of RAGTruth's
answers; of copies with one number exchanged and the answers they were made from; of short claims,
as they are and contradicted; of the pairs; and of the claims by hand of
`experiments.judge_short_claims`. Its trees are those of `fused`.
The blocks of the consistency graph (EGC) and of embeddings are measured with the sentence encoder,
whose vectors --cache keeps; the entailment block, on a sample of answers whose sources the
verifier was not trained on. A fit on all answers takes five minutes of one core.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from experiments import arguments, similarity_block
from experiments.judge_short_claims import examples as by_hand
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_reader
from groundgraph.learn.thresholds import choose
from groundgraph.measures.bootstrap import paired_interval
from groundgraph.measures.metrics import auroc, f1
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.egc import graph as graphs
from groundgraph.methods.fused.blocks import details, facts, fields, lexical, shape
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import claim_labels, read
from groundgraph.parts.batching import encode_lists, passage_windows
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.types import Pair, Span
from groundgraph.types.graphs import kinds
from training.fused.pairs import mnli_pairs
from training.fused.trees import SHIPPED, made_of
from training.made.corruption import SUFFIX
from training.made.short_claims import is_claim, is_copy
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.two_level import Table
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Example

    Floats = NDArray[np.float64]
    Vectors = NDArray[np.float32]
    Change = Callable[[Sequence[Reading], Table], Table]

BLOCKS = {
    "lexical": lexical.NAMES,
    "fields": fields.NAMES,
    "facts": facts.NAMES,
    "details": details.NAMES,
    "shape": (*shape.NAMES, *shape.ANSWER_NAMES),
}
EGC_NAMES = ("coverage", "support", "agreement", "connectivity", "egc")
ENTAILMENT_NAMES = ("entailed", "contradicted_by_verifier")
PREMISE_UNITS = 6


class Fitted(NamedTuple):
    """What heads on one set of features say.

    Attributes:
        answers: Of the answers, out-of-fold, shape ``(n_answers,)``.
        claims: Of their claims, out-of-fold.
        by_hand: Of the claims by hand.
        flags: Which of RAGTruth's answers are flagged.
    """

    answers: Floats
    claims: Floats
    by_hand: Floats
    flags: NDArray[np.bool_]


@dataclass(frozen=True)
class Rows:
    """Answers that can be checked, their labels, and what `lexical` measures of them.

    Attributes:
        readings: RAGTruth's answers, then those made from them and the pairs.
        n_own: How many are RAGTruth's.
        labels: Of the answers.
        claims: Of their claims.
        table: What is measured of them.
        hand: Claims by hand.
        hand_table: What is measured of them.
    """

    readings: list[Reading]
    n_own: int
    labels: NDArray[np.bool_]
    claims: NDArray[np.bool_]
    table: Table
    hand: list[Reading]
    hand_table: Table

    @classmethod
    def of(cls, own: Sequence[Reading], others: Sequence[Reading], detector: Lexical) -> Rows:
        """Measure some answers."""
        readings = [*own, *others]
        labels = _labels(readings)
        hand = [*read(by_hand(), detector.segmenter)]
        return cls(
            readings,
            len(own),
            labels,
            claim_labels(readings, labels.tolist()),
            detector.measure_all(readings, english_rarity()),
            hand,
            detector.measure_all(hand, english_rarity()),
        )

    def fit(self, change: Change | None = None) -> Fitted:
        """Fit on the features as they are, or changed."""
        table, hand = self.table, self.hand_table
        if change is not None:
            table, hand = change(self.readings, table), change(self.hand, hand)
        groups = evidence_groups([reading.example for reading in self.readings])
        head, said = SHIPPED.fit(table, self.claims, self.labels, groups)
        own, labels = said.answers[: self.n_own], self.labels[: self.n_own]
        flags = own >= choose(SHIPPED.threshold, labels, own)
        return Fitted(said.answers, said.claims, head.judge(hand).answer_scores, flags)

    def show(self, name: str, fitted: Fitted, against: Fitted) -> None:
        """Print how good, and how much better than another, one line for each kind of answers."""
        own = self.labels[: self.n_own]
        claims = self.table.owner < self.n_own
        found = auroc(self.claims[claims], fitted.claims[claims])
        print(f"{name}: F1 {f1(own, fitted.flags):.4f}, AUROC of claims {found:.4f}; of answers:")
        for kind, kept in self.kinds().items():
            readings = [self.readings[place] for place in kept]
            _show(kind, readings, fitted.answers[kept], against.answers[kept])
        _show("by hand", self.hand, fitted.by_hand, against.by_hand)

    def kinds(self) -> dict[str, list[int]]:
        """Return the places of answers by what they are; those without a made one leave it out."""
        others = range(self.n_own, len(self.readings))
        made = [place for place in others if is_copy(self.readings[place].example)]
        claims = [place for place in made if is_claim(self.readings[place].example)]
        copies = sorted({*made} - {*claims})
        of = {self.readings[place].example.id.removesuffix(SUFFIX) for place in copies}
        originals = [i for i in range(self.n_own) if self.readings[i].example.id in of]
        kinds = {
            "RAGTruth": [*range(self.n_own)],
            "number exchanged": [*originals, *copies],
            "short claims": claims,
            "pairs": sorted({*others} - {*made}),
        }
        return {kind: places for kind, places in kinds.items() if places}


def _show(kind: str, readings: Sequence[Reading], scores: Floats, others: Floats) -> None:
    labels = _labels(readings)
    groups = [str(reading.example.metadata["source_id"]) for reading in readings]
    difference = paired_interval(auroc, labels, scores, others, groups=groups)
    print(
        f"    {kind:18} n={len(labels):6} {auroc(labels, scores):.4f} difference "
        f"{difference.value:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}]",
        flush=True,
    )


def _labels(readings: Sequence[Reading]) -> NDArray[np.bool_]:
    return np.array([bool(reading.example.label) for reading in readings])


def without(blocks: Sequence[str], _: Sequence[Reading], table: Table) -> Table:
    """Leave out the features of blocks; a claim's length stays, which weighs the claims."""
    gone = {name for block in blocks for name in BLOCKS[block]} - {"characters"}
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


def embedded(encoder: MiniLM, readings: Sequence[Reading], table: Table) -> Table:
    """Add the claims' similarities to evidence and question."""
    near = [
        similarity_block.measure(claims, units, whole, asked)
        for asked, claims, units, whole in vectors(encoder, readings)
    ]
    return more_claims(table, np.concatenate(near), similarity_block.NAMES)


def consistent(encoder: MiniLM, readings: Sequence[Reading], table: Table) -> Table:
    """Add the answers' consistency graph (EGC)."""
    drawn = [
        graphs.connect(numbered(asked, whole, claims), graphs.cosines(asked, whole, claims), 0.4)
        for asked, claims, _, whole in vectors(encoder, readings)
    ]
    found = graphs.measure(drawn)
    columns = np.column_stack([found.matrix()[:, :4], found.composite()])
    return more_answers(table, columns, EGC_NAMES)


def numbered(asked: Vectors | None, whole: Vectors, claims: Vectors) -> graphs.GraphNodes:
    """Name the nodes of a graph by their numbers."""
    return graphs.GraphNodes(
        None if asked is None else kinds.question(),
        tuple(kinds.passage(str(number)) for number in range(len(whole))),
        tuple(kinds.claim(Span(number, number + 1), "") for number in range(len(claims))),
    )


def vectors(
    encoder: MiniLM, readings: Sequence[Reading]
) -> Iterator[tuple[Vectors | None, Vectors, Vectors, Vectors]]:
    """Embed the question, the claims, the units and the passages of each answer."""
    windows = passage_windows(encoder, [r.example.passages for r in readings])
    lists: list[list[str]] = []
    for reading, pieces in zip(readings, windows, strict=True):
        lists += [
            [reading.asked] if reading.asked.strip() else [],
            [claim.text for claim in reading.claims],
            [unit.text for unit in reading.evidence.units],
            [span.of(passage.text) for passage, span in pieces],
        ]
    found = encode_lists(encoder, lists)
    for question, claims, units, whole in zip(
        found[0::4], found[1::4], found[2::4], found[3::4], strict=True
    ):
        yield question[0] if len(question) else None, claims, units, whole


def entailed(readings: Sequence[Reading], table: Table) -> Table:
    """Add what the embedded verifier says of each claim and the units nearest to it in words."""
    rarity, pairs = english_rarity(), []
    for reading in readings:
        units = [unit.text for unit in reading.evidence.units]
        for claim in reading.claims:
            overlap = lexical.best_units(claim.text, reading.evidence.index, rarity)
            nearest = sorted(np.argsort(-overlap, kind="stable")[:PREMISE_UNITS].tolist())
            pairs.append(Pair(" ".join(units[i] for i in nearest), claim.text))
    said = MiniLMVerifier().verify(pairs)
    columns = np.column_stack([said.entailment, said.contradiction])
    return more_claims(table, columns, ENTAILMENT_NAMES)


def main() -> None:
    parser = arguments.parser(__doc__)
    parser.add_argument("--cache", default=".cache/vectors.sqlite")
    parser.add_argument("--sources", type=int, default=0, help="measure on so many sources only")
    parser.add_argument("--sample", type=int, default=1500, help="answers for the verifier")
    parser.add_argument("--own", action="store_true", help="fit on RAGTruth's answers alone")
    parser.add_argument(
        "--only", nargs="+", metavar="BLOCK[+BLOCK]", help=f"leave out these: {', '.join(BLOCKS)}"
    )
    options = parser.parse_args()
    blocks = [each.split("+") for each in options.only or BLOCKS]
    if unknown := {name for each in blocks for name in each} - {*BLOCKS}:
        parser.error(f"no block is called {', '.join(sorted(unknown))}")
    pairs = [] if options.own else [*mnli_pairs(options.data)]
    detector = Lexical()
    train = load_ragtruth(options.data, split="train")
    own = of_sources(train, options.sources)
    readings = checkable(own, detector)
    others = [] if options.own else [*made_of(own), *pairs]
    rows = Rows.of(readings, checkable(others, detector), detector)
    full = rows.fit()
    rows.show("lexical", full, full)
    for each in blocks:
        rows.show(f"without {' and '.join(each)}", rows.fit(partial(without, each)), full)
    if options.only:
        return
    encoder = MiniLM(cache=options.cache)
    rows.show("with embeddings", rows.fit(partial(embedded, encoder)), full)
    rows.show("with consistency graph", rows.fit(partial(consistent, encoder)), full)
    sources = unseen_by_reader(train)
    unseen = [r for r in readings if str(r.example.metadata["source_id"]) in sources]
    chosen = np.random.default_rng(0).permutation(len(unseen))[: options.sample]
    sample = Rows.of([unseen[i] for i in sorted(chosen.tolist())], [], detector)
    full = sample.fit()
    sample.show("lexical, on the sample", full, full)
    sample.show("with entailment", sample.fit(entailed), full)


def checkable(examples: Sequence[Example], detector: Lexical) -> list[Reading]:
    return [reading for reading in read(examples, detector.segmenter) if not reading.obstacle]


if __name__ == "__main__":
    main()
