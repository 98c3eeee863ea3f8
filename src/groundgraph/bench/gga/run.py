"""Bench ``gga``: the results of GGA (arXiv:2512.09148) on the authors' rows, and a reader's own.

The authors' rows hold PRD and SAS of LLaMA-2-7B, not its attention, so they judge the features
and the head. Attention itself is judged on the recorded answers of a small reader of our own;
see `groundgraph.bench.gga.reader`. The positive class is hallucinated throughout.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from groundgraph.bench.gga import paper
from groundgraph.bench.gga.answers import load_reader
from groundgraph.bench.gga.fitted import (
    PAPER,
    TUNED,
    Block,
    cross_validated,
    judged,
    ranked,
    trivial,
)
from groundgraph.bench.gga.reader import reader_tables
from groundgraph.bench.gga.untraced import (
    NOTE,
    ONE_HOP,
    QUESTIONS,
    RETRIEVAL_NOTE,
    retrieval_table,
    untraced_table,
    with_subgraphs,
)
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Cell, Results, Rows
from groundgraph.bench.scored import Scored
from groundgraph.datasets.gga import load_gga
from groundgraph.datasets.metaqa import load_metaqa, load_metaqa_kb
from groundgraph.errors import InputError
from groundgraph.io.objects import find_file
from groundgraph.measures.answers import answers_rightly
from groundgraph.measures.bootstrap import mean_difference
from groundgraph.methods.gga import surface
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.attention import NAMES as PRD_AND_SAS
from groundgraph.text.asked.conversations import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.bench.options import RunOptions
    from groundgraph.learn.boosted import BoostSettings
    from groundgraph.types import Example

_HOPS: tuple[Literal[1, 2, 3], ...] = (1, 2, 3)
ENVIRONMENT = "GROUNDGRAPH_READER"
"""Names the folder of the reader's recorded answers; else it is ``reader/`` in the data."""


@dataclass(frozen=True)
class GGABench:
    """Reproduces the GGA paper and measures what it left open.

    Attributes:
        settings: How XGBoost grows the trees of every row but the paper's own.
        reader: Folder of the reader's ``answers.jsonl[.gz]``; ``None`` takes
            ``$GROUNDGRAPH_READER``, or ``reader/`` in the data.
    """

    settings: BoostSettings = field(default_factory=lambda: TUNED)
    reader: Path | None = None

    def run(self, data: Path, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on what is there; what is not is named in the results.

        Args:
            data: Folder that holds ``gga/*.jsonl[.gz]``, or ``reader/``, or both.
            options: The limit holds for the rows of each corpus; splits "test" and "all" are the
                same, as rows are scored by heads that were fitted on others.

        Raises:
            InputError: When neither is there, one is damaged, or the split is "train".
            MissingExtraError: When xgboost is not installed.
        """
        if options.split not in {"test", "all"}:
            raise InputError(
                f"GGA's rows have no {options.split!r} part; pass --split test or all",
                field="split",
            )
        spec = {"settings": asdict(self.settings), "paper_settings": asdict(PAPER)}
        results = Results("gga", "GGA (arXiv:2512.09148)", spec, options.keep)
        reader = self.reader or Path(os.environ.get(ENVIRONMENT) or data / "reader")
        here = {
            "gga": any((data / "gga").glob("*.jsonl*")),
            "reader": find_file(reader, "answers") is not None,
            "metaqa": find_file(data / "metaqa", "kb") is not None,
        }
        _say_what_is_there(results, data, here)
        if here["gga"]:
            authors = load_gga(data)[: options.limit]
            author_tables(results, authors, self.settings)
            if here["metaqa"]:
                _add_untraced(results, authors, data, self.settings)
        if here["reader"]:
            reader_tables(results, load_reader(reader, options.limit), self.settings)
        return results.as_json()


def author_tables(results: Results, examples: Sequence[Example], settings: BoostSettings) -> None:
    """Add the tables of the authors' rows."""
    rows = Rows.labelled([bool(e.label) for e in examples], [asked(e.question) for e in examples])
    found = blocks(examples)
    results.add("ablation", _ablation(rows, found, settings), paper.ABLATION_NOTE)
    results.add("unfitted", _unfitted(rows, found["prd_sas"]), paper.UNFITTED_NOTE)
    results.add("labels", _labels(rows, examples, found["extended"]), paper.LABELS_NOTE)


def _add_untraced(
    results: Results, examples: Sequence[Example], data: Path, settings: BoostSettings
) -> None:
    graph = KnowledgeGraph.from_triples(load_metaqa_kb(data))
    authors, topics = with_subgraphs(examples, graph)
    note = NOTE.format(size=ONE_HOP.size, topics=f"{len(set(topics)):,}")
    results.add("untraced", untraced_table(authors, topics, settings), note)
    cells = [cell for hops in _HOPS for cell in _retrieved(data, graph, hops)]
    note = RETRIEVAL_NOTE.format(size=ONE_HOP.size, questions=QUESTIONS)
    results.add("retrieval", cells, note)


def _retrieved(data: Path, graph: KnowledgeGraph, hops: Literal[1, 2, 3]) -> list[Cell]:
    if find_file(data / "metaqa", f"{hops}hop_dev") is None:
        return []
    every = load_metaqa(data, hops)
    return retrieval_table(every[:: max(1, len(every) // QUESTIONS)][:QUESTIONS], graph, hops)


def blocks(examples: Sequence[Example]) -> dict[str, Block]:
    """Return the rows of the ablation with their features."""
    answers, questions = [e.answer for e in examples], [asked(e.question) for e in examples]
    values = np.array([[e.metadata[name] for name in PRD_AND_SAS] for e in examples], np.float64)
    attended = Block(PRD_AND_SAS, values.reshape(-1, len(PRD_AND_SAS)))
    looks = Block(surface.NAMES, surface.measure(answers))
    overlap = Block(surface.OVERLAP_NAMES, surface.measure_overlap(answers, questions))
    return {
        "prd": Block(attended.names[:1], attended.x[:, :1]),
        "sas": Block(attended.names[1:], attended.x[:, 1:]),
        "prd_sas": attended,
        "surface": looks,
        "all": attended + looks,
        "extended": attended + looks + overlap,
    }


def _say_what_is_there(results: Results, data: Path, here: dict[str, bool]) -> None:
    if not (here["gga"] or here["reader"]):
        raise InputError(
            f"found neither gga/*.jsonl[.gz] nor a reader's answers.jsonl[.gz] in {data}; pass the "
            "folder that holds gga/ by --data or $GROUNDGRAPH_DATA"
        )
    missing = [name for name, present in here.items() if not present]
    said = f"Missing, and so not run: {', '.join(missing)}." if missing else "None is missing."
    cells = [
        Cell(name, "present", float(is_there), None, None, 1, 0) for name, is_there in here.items()
    ]
    results.add("corpora", cells, paper.CORPORA_NOTE.format(said))


def _ablation(rows: Rows, found: dict[str, Block], settings: BoostSettings) -> list[Cell]:
    cells: list[Cell] = []
    for name, block in found.items():
        printed = paper.LOWER if name == "all" else {}
        cells += judged(name, rows, cross_validated(rows, block, settings), printed)
    as_printed = cross_validated(rows, found["all"], PAPER)
    cells += judged("all, settings of the paper", rows, as_printed, paper.LOWER)
    for row, printed in (("paper, lower", paper.LOWER), ("paper, higher", paper.HIGHER)):
        cells += [rows.fact(row, metric, None, value) for metric, value in printed.items()]
    return cells + trivial(rows)


def _unfitted(rows: Rows, block: Block) -> list[Cell]:
    cells: list[Cell] = []
    for name, values, sign in zip(block.names, block.x.T, (1.0, -1.0), strict=True):
        row = name if sign > 0 else f"low {name}"
        apart = mean_difference(values, ~rows.labels, groups=rows.sources)
        cells += [
            *ranked(row, Scored(rows, sign * values)),
            rows.cell(row, "mean_difference", apart),
            rows.fact(row, "mean", float(values.mean()) if len(values) else None),
        ]
    return cells


def _labels(rows: Rows, examples: Sequence[Example], extended: Block) -> list[Cell]:
    again = [not answers_rightly(e.answer, e.metadata["gold_answers"]) for e in examples]
    echoed = extended.x[:, extended.names.index("all_question_words")] == 1
    cells = [rows.fact("all rows", "rule_reproduced", _share(np.array(again) == rows.labels))]
    for row, chosen in (("grounded", ~rows.labels), ("hallucinated", rows.labels)):
        part = rows[chosen]
        cells += [
            part.fact(row, "share", _share(chosen)),
            part.fact(row, "topic_echoed", _share(echoed[chosen])),
        ]
    return cells


def _share(flags: np.ndarray[Any, np.dtype[np.bool_]]) -> float | None:
    return float(flags.mean()) if len(flags) else None
