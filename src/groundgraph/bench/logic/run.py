"""Bench ``logic``: Tables 1–5 and Figure 3 of "Logic Matters" on what is available, and more.

Every variant of the detector judges the same answers; each distinct pair is verified once per
run. Positive is hallucinated, and both classes stand in every table beside both trivial
baselines. What was chosen on train rows is reported on others.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.bench.judged import drawn
from groundgraph.bench.logic import paper
from groundgraph.bench.logic.multihop import (
    POLICY,
    Multihop,
    multihop,
    multihop_tables,
    settings_table,
    train_threshold,
)
from groundgraph.bench.logic.parts import (
    begin_cells,
    latency_cells,
    presence,
    sensitivity_cells,
    sentence_cells,
    verifier_cells,
)
from groundgraph.bench.logic.ragtruth import (
    RAGTruthRows,
    chosen_rows,
    halueval_cells,
    ragtruth_tables,
    sources_drawn,
)
from groundgraph.bench.logic.variants import Remembering
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Cell, Results
from groundgraph.datasets.halueval import PARTS, present_parts
from groundgraph.datasets.hotpotqa import derive, load_hotpotqa
from groundgraph.datasets.nli import present_sources
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.datasets.twowiki import load_twowiki
from groundgraph.errors import InputError
from groundgraph.io.objects import find_file
from groundgraph.methods.logic.detector import Logic
from groundgraph.specs import describe

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.bench.options import RunOptions
    from groundgraph.datasets.halueval import Part
    from groundgraph.types import Example

_HOTPOTQA, _TWOWIKI = "hotpotqa/full_context", "2wikimultihopqa/sample_500"
_RAGTRUTH, _BEGIN, _WICE = "ragtruth/response", "nli/begin", "nli/wice_oracle_chunks"


@dataclass(frozen=True)
class Sizes:
    """How much is drawn where scoring everything would take too long on two cores.

    Attributes:
        questions: Of HotpotQA-derived.
        ragtruth_sources: Train sources, with six answers each.
        train_questions: Of 2WikiMultihopQA, for a threshold and for `sensitivity`.
        sensitivity_sources: Train sources of RAGTruth for `sensitivity`.
        settings: Bridge questions on which other chunk graphs are tried.
        halueval: Answers of each part of HaluEval.
        pairs: Of each source of entailment pairs.
        timed: Answers of a corpus whose latency is taken.
    """

    questions: int = 400
    ragtruth_sources: int = 30
    train_questions: int = 80
    sensitivity_sources: int = 8
    settings: int = 40
    halueval: int = 80
    pairs: int = 150
    timed: int = 20

    def within(self, limit: int | None) -> Sizes:
        """Return sizes of which none is above a limit."""
        if limit is None:
            return self
        return Sizes(**{name: min(size, limit) for name, size in vars(self).items()})


@dataclass(frozen=True)
class LogicBench:
    """Reproduces the Logic Matters paper and measures what it left out.

    Attributes:
        detector: The full model, unfitted; every variant is made from it.
        sizes: Of what is drawn.
    """

    detector: Logic = field(default_factory=Logic)
    sizes: Sizes = field(default_factory=Sizes)

    def run(self, data: Path, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on the corpora in ``data``; those that are not there are named in the results.

        Args:
            data: Folder that holds any of ``hotpotqa/``, ``ragtruth/``, ``halueval/``,
                ``2wikimultihopqa/`` and ``nli/``.
            options: The limit holds for the rows of each corpus; split "train" leaves out what is
                for evaluation, "test" what is chosen or fitted on train rows, and the table of
                settings.

        Raises:
            InputError: When none of the corpora is there, or one is damaged.
        """
        files = _files(data)
        if not any(files.values()):
            raise InputError(
                f"found none of {', '.join(files)} (.jsonl or .jsonl.gz) in {data}; pass the "
                "folder that holds hotpotqa/, ragtruth/ … by --data or $GROUNDGRAPH_DATA"
            )
        results = Results(
            "logic", "Logic Matters on multi-hop evidence", describe(self.detector), options.keep
        )
        missing = [name for name, here in files.items() if not here]
        note = f"Missing, and so not run: {', '.join(missing)}." if missing else "None is missing."
        results.add("corpora", presence(files), note)
        results.add("published", _published(), paper.PUBLISHED_NOTE)
        found = _read(data, options.split, options.limit, self.sizes.within(options.limit))
        # Before all that is scored, while no cache holds the texts.
        results.add("latency", self._latency(found), paper.LATENCY_NOTE)
        detector = replace(self.detector, verifier=Remembering(self.detector.verifier))
        _answer_tables(results, found, detector)
        _part_tables(results, found, detector)
        return results.as_json()

    def _latency(self, found: _Found) -> list[Cell]:
        sets = {"hotpotqa_derived": found.hotpotqa.examples, "ragtruth": found.ragtruth.test}
        return [
            cell
            for name, examples in sets.items()
            for cell in latency_cells(name, self.detector, drawn(examples, found.sizes.timed + 1))
        ]


class _Found(NamedTuple):
    """What is scored; what is not there, or not of the split, is empty."""

    folder: Path
    limit: int | None
    sizes: Sizes
    hotpotqa: Multihop
    train_questions: list[Example]
    ragtruth: RAGTruthRows
    halueval: list[Part]
    pairs: list[str]
    begin: bool


def _files(data: Path) -> dict[str, bool]:
    """Say which corpora are there."""
    files = (_HOTPOTQA, _TWOWIKI, _RAGTRUTH, _BEGIN, _WICE)
    present = {name: find_file(data, name) is not None for name in files}
    parts = present_parts(data)
    return present | {f"halueval/{part}": part in parts for part in PARTS}


def _read(data: Path, split: str, limit: int | None, sizes: Sizes) -> _Found:
    judging, training = split != "train", split != "test"
    here = _files(data)
    hotpotqa = load_hotpotqa(data) if here[_HOTPOTQA] and judging else []
    twowiki = load_twowiki(data) if here[_TWOWIKI] and training else []
    ragtruth = load_ragtruth(data) if here[_RAGTRUTH] else []
    return _Found(
        data,
        limit,
        sizes,
        multihop(hotpotqa, sizes.questions, limit),
        drawn(derive(twowiki), sizes.train_questions),
        chosen_rows(ragtruth, split, sizes.ragtruth_sources, limit),
        present_parts(data) if judging else [],
        present_sources(data) if judging else [],
        here[_BEGIN],
    )


def _answer_tables(results: Results, found: _Found, detector: Logic) -> None:
    if found.hotpotqa.examples:
        threshold = train_threshold(detector, found.train_questions, POLICY)
        multihop_tables(results, found.hotpotqa, detector, threshold)
    ragtruth_tables(results, found.ragtruth, detector)
    cells = halueval_cells(found.folder, found.halueval, detector, found.sizes.halueval)
    results.add("halueval", cells, paper.HALUEVAL_NOTE)


def _part_tables(results: Results, found: _Found, detector: Logic) -> None:
    cells = verifier_cells(found.folder, found.pairs, detector.verifier, found.sizes.pairs)
    results.add("verifier", cells, paper.VERIFIER_NOTE)
    cells = sentence_cells(found.ragtruth.train, detector.segmenter, detector.claim_filter)
    if found.begin:
        cells = begin_cells(found.folder, detector.claim_filter, found.limit) + cells
    results.add("claim_filter", cells, paper.CLAIM_FILTER_NOTE)
    settings_table(results, found.hotpotqa, detector, found.sizes.settings)
    sample = sources_drawn(found.ragtruth.train, found.sizes.sensitivity_sources)
    cells = sensitivity_cells("2WikiMultihopQA", detector, found.train_questions)
    cells += sensitivity_cells("RAGTruth train", detector, sample)
    results.add("sensitivity", cells, paper.SENSITIVITY_NOTE)


def _published() -> list[Cell]:
    return [
        Cell(f"{corpus}: {method}", part, None, None, value, 0, 0)
        for corpus, methods in paper.PUBLISHED.items()
        for method, values in methods.items()
        for part, value in values.items()
    ]
