"""Bench ``graph``: is seen what structure shows and words alone do not?

Tables, for the dev and the test half of hand-written sets apart: whether passages that disagree on
an answer are told, and what becomes of answers that follow one side, or tell of both; pairs in
which roles are exchanged, or which give the attribute of another thing; and, where the corpora are
at hand, short answers over several passages, with links and without, by `logic` with merged
passages and without, and to MetaQA's questions over given triples. A table is made by one of
`PARTS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from groundgraph.bench.graph import answers
from groundgraph.bench.graph.conflicts import ANSWERS_NOTE, FOUND_NOTE, answer_cells, found_cells
from groundgraph.bench.graph.hops import NOTE as HOPS_NOTE
from groundgraph.bench.graph.hops import hop_cells
from groundgraph.bench.graph.merged import ANSWERS, merged_cells
from groundgraph.bench.graph.merged import NOTE as MERGED_NOTE
from groundgraph.bench.graph.pairs import DETECTORS, PHENOMENA, pair_cells
from groundgraph.bench.graph.pairs import NOTE as PAIRS_NOTE
from groundgraph.bench.graph.questions import bridges, has_bridges, questions
from groundgraph.bench.graph.sets import load_sets
from groundgraph.bench.graph.written import EACH, written_pairs
from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Results
from groundgraph.errors import InputError
from groundgraph.methods.logic.detector import Logic
from groundgraph.specs import load, reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from groundgraph.bench.options import RunOptions
    from groundgraph.bench.results import Cell
    from groundgraph.datasets.metaqa_answers import Split


class Table(NamedTuple):
    """One table of the bench."""

    name: str
    cells: list[Cell]
    note: str


def conflict_tables(name: str, _: Path | None, options: RunOptions) -> Iterator[Table]:
    """Measure conflicts in the evidence, each half of the sets apart."""
    detector = load(name)
    for half in options.halves:
        sets = [each for each in load_sets() if each.split == half][: options.limit]
        yield Table(f"conflicts_{half}", found_cells(name, sets, detector), FOUND_NOTE)
        yield Table(f"conflict_answers_{half}", answer_cells(name, sets, detector), ANSWERS_NOTE)


def triple_tables(name: str, data: Path | None, options: RunOptions) -> Iterator[Table]:
    """Measure short answers over given triples; nothing where MetaQA is not at hand."""
    if data is None or not (data / "metaqa").is_dir():
        return
    for half in options.halves:
        split: Split = "test" if half == "test" else "train"
        count = options.limit or answers.QUESTIONS
        cells = answers.answer_cells(data, (name,), split, count)
        yield Table(f"{answers.TABLE}_{half}", cells, answers.NOTE)


def pair_tables(name: str, _: Path | None, options: RunOptions) -> Iterator[Table]:
    """Measure pairs of both phenomena, each half apart."""
    detectors = tuple(dict.fromkeys((name, *DETECTORS)))
    probes = [pair for pair in load_pairs() if pair.phenomenon in PHENOMENA]
    sources = {"templates": written_pairs(min(options.limit or EACH, EACH)), "probes": probes}
    for half in options.halves:
        cells: list[Cell] = []
        for source, pairs in sources.items():
            own = [pair for pair in pairs if pair.split == half]
            limit = options.limit if source == "probes" else None
            cells += pair_cells(source, own[:limit], detectors)
        yield Table(f"pairs_{half}", cells, PAIRS_NOTE)


def hop_tables(_: str, data: Path | None, options: RunOptions) -> Iterator[Table]:
    """Measure what links give to walks and to `fused`; nothing where no corpus is at hand."""
    if data is None:
        return
    for half in options.halves:
        for corpus, examples in questions(data, half, options):
            yield Table(f"{corpus}_{half}", hop_cells(examples), HOPS_NOTE)


def merged_tables(_: str, data: Path | None, options: RunOptions) -> Iterator[Table]:
    """Measure `logic` on HotpotQA's bridge questions, at thresholds from the dev half."""
    if data is None or "test" not in options.halves or not has_bridges(data):
        return
    most = min(options.limit or ANSWERS, ANSWERS)
    cells = merged_cells(Logic(), bridges(data, "dev"), bridges(data, "test"), most)
    yield Table("logic_bridge_test", cells, MERGED_NOTE)


PARTS: tuple[Callable[[str, Path | None, RunOptions], Iterator[Table]], ...] = (
    conflict_tables,
    pair_tables,
    hop_tables,
    merged_tables,
    triple_tables,
)
"""Each makes tables of a detector, given its name, the folder of corpora and the options."""


@dataclass(frozen=True)
class GraphBench:
    """Measures what a detector sees of how passages and claims hang together.

    Attributes:
        name: The detector.
    """

    needs_data: ClassVar[bool] = False

    name: str = "fused"

    def run(self, data: Path | None = None, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run every part.

        Args:
            data: Folder of the corpora, for answers over several passages and over triples.
            options: The limit holds for the sets, pairs and answers of each table; split "train"
                is the dev half, "test" the test half, "all" both apart.

        Raises:
            InputError: When a set is damaged, or the limit leaves none.
        """
        if options.limit is not None and options.limit < 1:
            raise InputError(f"limit is at least 1, found {options.limit}", field="limit")
        results = Results("graph", "What structure shows", reference(self.name), options.keep)
        for part in PARTS:
            for table in part(self.name, data, options):
                results.add(*table)
        return results.as_json()
