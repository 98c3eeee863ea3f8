"""Bench ``meaning``: is the wrong answer of a minimal pair told from its right twin?

Tables, for the dev and the test half of the probes apart: by phenomenon, what each detector that
runs without fitting says of the pairs, beside length and the share of new words; over all, what
each feature block of `fused` says alone; both side by side, who sees what. Then the invariances:
what edits that change no meaning change in the verdicts of `fused`, on probes and, where RAGTruth
is at hand, on answers of its train split.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from groundgraph.bench.before import beside, read_before
from groundgraph.bench.judged import drawn, judge
from groundgraph.bench.meaning.blocks import block_scores
from groundgraph.bench.meaning.edits import edits
from groundgraph.bench.meaning.invariance import SMALL_CHANGE, invariance_cells
from groundgraph.bench.meaning.probes import SPLITS, load_pairs
from groundgraph.bench.meaning.told_apart import PairScores, cells, order_cells
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Results
from groundgraph.bench.trivial import TRIVIAL
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.errors import InputError
from groundgraph.io.objects import find_file
from groundgraph.methods.fused.sentence_level import SentenceLevel
from groundgraph.specs import load, reference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.before import Before
    from groundgraph.bench.judged import Judged
    from groundgraph.bench.meaning.probes import ProbePair
    from groundgraph.bench.options import RunOptions
    from groundgraph.bench.results import Cell
    from groundgraph.types import Example

_EDITED = 600
_OF_RAGTRUTH = 150
_PAIRS_NOTE = (
    "Hand-written pairs of a right and a wrong answer over the same passages. 'pairwise_accuracy': "
    "the wrong one scores higher, a tie counts 1/2; pairs with an unverifiable answer are left out "
    "and counted, and count 1/2 in 'pairwise_accuracy_unverifiable_half'. 'tpr' and 'fpr': shares "
    "of wrong and of right answers flagged, of those that could be checked. n counts answers; "
    "intervals by document. Chance is 0.5, and 0 for 'tpr_minus_fpr'."
)
_BLOCKS_NOTE = (
    "Single features and blocks of fused, unfitted; bench/meaning/blocks.py gives each its sign "
    "and why. What is 0 for most answers ties often."
)
_SEES_NOTE = "Pairwise accuracy by phenomenon of each detector and block; few pairs each."
_EDITS_NOTE = (
    "Answers judged again after an edit that changes no meaning: share whose label changes, whose "
    f"score moves by more than {SMALL_CHANGE}, that is unverifiable then; shares of hallucinated "
    "and of grounded answers flagged, edited and unedited. n counts answers that the edit changes, "
    "drawn by id."
)


@dataclass(frozen=True)
class MeaningBench:
    """Measures what detectors see of meaning.

    Attributes:
        name: The detector of whose blocks and invariances there are tables.
        detectors: Those that judge the pairs, beside that one.
        probes: Folder of the pairs; ``None`` means those that are shipped.
    """

    needs_data: ClassVar[bool] = False

    name: str = "fused"
    detectors: tuple[str, ...] = ("fused", "lexical", "router", "logic", "egc", "kea")
    probes: Path | None = None

    def run(self, data: Path | None = None, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on the pairs, and on RAGTruth where it is in ``data``.

        Args:
            data: Folder of the corpora; only the invariances on RAGTruth need it.
            options: The limit holds for the pairs of each phenomenon and half, and the answers of
                each task; split "train" is the dev half of the pairs, "test" the test half,
                "all" both apart.

        Raises:
            InputError: When a probe is damaged, or there is none of the split.
        """
        pairs = [
            p for p in _first(load_pairs(self.probes), options.limit) if p.split in options.halves
        ]
        if not pairs:
            raise InputError(f"there are no pairs of the split {options.split!r}", field="split")
        examples = [example for pair in pairs for example in pair.answers]
        judged = {
            name: judge(load(name), examples)
            for name in dict.fromkeys((*self.detectors, self.name))
        }
        tables = _Tables(
            Results("meaning", "What is seen of meaning", reference(self.name), options.keep),
            read_before("meaning"),
        )
        tables.add_pairs(pairs, _told(pairs, judged), _alone(self.name, examples))
        tables.add_edits("invariance", self.name, judged[self.name], _EDITED)
        if data is not None and find_file(data, "ragtruth/response"):
            most = _OF_RAGTRUTH if options.limit is None else min(3 * options.limit, _OF_RAGTRUTH)
            found = judge(load(self.name), of_each_task(load_ragtruth(data, split="train"), most))
            tables.add_edits("invariance_ragtruth_train", self.name, found, most)
        return tables.results.as_json()


@dataclass(frozen=True)
class _Tables:
    """Results, and what was found before."""

    results: Results
    before: Before

    def add_pairs(
        self, pairs: Sequence[ProbePair], told: list[PairScores], blocks: list[PairScores]
    ) -> None:
        """Add the tables of the pairs, each half apart."""
        for half in SPLITS:
            own = np.array([pair.split == half for pair in pairs], bool)
            if not own.any():
                continue
            groups = list(_by_phenomenon([pair for pair in pairs if pair.split == half]))
            of_told = [said.at(own) for said in told]
            of_blocks = [said.at(own) for said in blocks]
            self._add(f"pairs_{half}", _measured(of_told, groups), _PAIRS_NOTE)
            self._add(f"blocks_{half}", _measured(of_blocks, groups[:1]), _BLOCKS_NOTE)
            sees = [
                cell
                for phenomenon, chosen, documents in groups
                for cell in order_cells(
                    phenomenon, [s.at(chosen) for s in (*of_told, *of_blocks)], documents
                )
            ]
            self._add(f"who_sees_what_{half}", sees, _SEES_NOTE)

    def add_edits(self, table: str, name: str, found: Judged, most: int) -> None:
        """Add a table of what edits change."""
        made = edits(found.examples)
        again = invariance_cells(load(name), found, made, lambda some: drawn(some, most))
        self._add(table, again, _EDITS_NOTE)

    def _add(self, table: str, found: Sequence[Cell], note: str) -> None:
        shown = beside(found, self.before.cells(table))
        self.results.add(table, shown, self.before.noted(table, note))


def of_each_task(examples: Sequence[Example], most: int) -> list[Example]:
    """Return a draw of RAGTruth's answers, as many of each task."""
    return [
        example
        for task in TASKS
        for example in drawn([e for e in examples if e.metadata["task"] == task], most // 3)
    ]


def _told(pairs: Sequence[ProbePair], judged: Mapping[str, Judged]) -> list[PairScores]:
    """Return what detectors say of the pairs, and what trivial scores do."""
    nothing = np.zeros((len(pairs), 2))
    return [
        *(PairScores.judged(name, found) for name, found in judged.items()),
        *(PairScores.scored(name, pairs, score) for name, score in TRIVIAL.items()),
        PairScores("always hallucinated", nothing, np.ones_like(nothing, bool)),
    ]


def _alone(name: str, examples: Sequence[Example]) -> list[PairScores]:
    """Return what each block says of the pairs whose answers are given, right and wrong in turn.

    Nothing of a detector that measures no blocks.
    """
    detector = load(name)
    if not isinstance(detector, SentenceLevel):
        return []
    scores = block_scores(detector, examples)
    return [PairScores(block, found.reshape(-1, 2)) for block, found in scores.items()]


def _measured(
    told: Sequence[PairScores], groups: Sequence[tuple[str, NDArray[np.bool_], NDArray[np.str_]]]
) -> list[Cell]:
    """Measure each of some scores on each group of pairs."""
    return [
        cell
        for said in told
        for phenomenon, chosen, documents in groups
        for cell in cells(f"{said.name}, {phenomenon}", said.at(chosen), documents)
    ]


def _by_phenomenon(
    pairs: Sequence[ProbePair],
) -> Iterator[tuple[str, NDArray[np.bool_], NDArray[np.str_]]]:
    """Yield "all" and each phenomenon: which pairs are of it, and their documents."""
    phenomena = np.array([pair.phenomenon for pair in pairs], np.str_)
    documents = np.array([pair.document for pair in pairs], np.str_)
    yield "all", np.ones(len(pairs), bool), documents
    for name in sorted(set(phenomena.tolist())):
        chosen = phenomena == name
        yield name, chosen, documents[chosen]


def _first(pairs: Sequence[ProbePair], limit: int | None) -> list[ProbePair]:
    """Return the first pairs of each phenomenon and half."""
    counts: dict[tuple[str, str], int] = {}
    kept = []
    for pair in pairs:
        key = (pair.phenomenon, pair.split)
        counts[key] = counts.get(key, 0) + 1
        if limit is None or counts[key] <= limit:
            kept.append(pair)
    return kept
