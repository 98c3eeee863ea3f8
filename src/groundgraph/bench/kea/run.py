"""Bench ``kea``: the tables of KEA Explain (arXiv:2507.03847) on the authors' graphs, and more.

The pairs of graphs come relabelled, so these tables judge the kernel and the thresholds. What
the whole pipeline does from raw text is in `groundgraph.bench.kea.raw`. The positive class is
hallucinated throughout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.bench.kea import paper
from groundgraph.bench.kea.explanations import explanation_cells, own_explanation_cells
from groundgraph.bench.kea.open_domain import open_domain_tables
from groundgraph.bench.kea.raw import CORPORA, raw_text_spec, raw_text_tables
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Cell, Results, Rows
from groundgraph.bench.scored import Scored, curve_at_fpr, precision_at_recall
from groundgraph.datasets.kea import SETS, load_explanations, load_kea, present_sets
from groundgraph.errors import InputError
from groundgraph.io.objects import find_file
from groundgraph.measures.bootstrap import paired_interval
from groundgraph.measures.metrics import auroc, balanced_accuracy
from groundgraph.methods.kea.kernels import wl_similarity
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.registry import DETECTORS
from groundgraph.specs import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.options import RunOptions
    from groundgraph.datasets.kea import GraphPair
    from groundgraph.protocols import Verifier

    Floats = NDArray[np.float64]

TOLERANCE = 1e-6
_RATES = tuple(tenth / 10 for tenth in range(1, 10))
_FORMS = {
    "directed": (True, False),
    "directed, edge labels": (True, True),
    "undirected": (False, False),
    "undirected, edge labels": (False, True),
}


@dataclass(frozen=True)
class KEABench:
    """Reproduces the KEA paper and measures what it left out.

    Attributes:
        iterations: Of the kernel, h.
        raw_text: Whether to run the detector ``kea`` on the raw corpora too, which takes
            minutes; the authors' graphs take seconds.
        verifier: Judges triples and samples beside the detector.
        store: Folder of ``groundgraph kb build`` to hold WikiBio against; ``None`` builds one of
            the facts that the authors looked up.
    """

    iterations: int = 5
    raw_text: bool = True
    verifier: Verifier = field(default_factory=MiniLMVerifier)
    store: str | None = field(default=None, metadata={"reach": "read"})

    def run(self, data: Path, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on the corpora in ``data``; those that are not there are named in the results.

        Args:
            data: Folder that holds ``kea/<set>.jsonl[.gz]``, and for raw text ``summeval/``,
                ``qags/`` and ``wikibio_gpt3/``; any of them may be missing.
            options: The limit holds for the rows of each corpus; splits "test" and "all" are the
                same, as these corpora are for evaluation.

        Raises:
            InputError: When none of the corpora is there, one is damaged, or the split is
                "train".
        """
        if options.split not in {"test", "all"}:
            raise InputError(
                f"KEA's corpora have no {options.split!r} rows; pass --split test or all",
                field="split",
            )
        spec = {
            "iterations": self.iterations,
            "raw_text": raw_text_spec() if self.raw_text else None,
            "verifier": describe(self.verifier) if self.raw_text else None,
            "store": self.store,
        }
        results = Results("kea", "KEA Explain (arXiv:2507.03847)", spec, options.keep)
        self._say_what_is_there(results, data)
        scored = {
            name: self._scored(load_kea(data, name)[: options.limit]) for name in present_sets(data)
        }
        graph_tables(results, {name: each for name, each in scored.items() if len(each[1].rows)})
        if find_file(data, "kea/explanations"):
            rated = load_explanations(data)[: options.limit]
            cells = explanation_cells(rated)
            if self.raw_text and "kea" in DETECTORS:
                cells += own_explanation_cells(rated, DETECTORS.get("kea")())
            results.add("explanations", cells, paper.EXPLANATIONS_NOTE)
        if self.raw_text:
            raw_text_tables(results, data, options.limit, self.verifier)
            open_domain_tables(results, data, options.limit, self.store)
        return results.as_json()

    def _say_what_is_there(self, results: Results, data: Path) -> None:
        raw = CORPORA.values() if self.raw_text else ()
        files = [f"kea/{name}" for name in (*SETS, "explanations")] + [
            file for corpus in raw for file in corpus.files
        ]
        missing = [file for file in files if find_file(data, file) is None]
        if len(missing) == len(files):
            raise InputError(
                f"found none of {', '.join(files)} (.jsonl or .jsonl.gz) in {data}; pass the "
                "folder that holds kea/ by --data or $GROUNDGRAPH_DATA"
            )
        here = [
            Cell(file, "present", float(file not in missing), None, None, 1, 0) for file in files
        ]
        note = f"Missing, and so not run: {', '.join(missing)}." if missing else "None is missing."
        results.add("corpora", here, note)

    def _scored(self, pairs: Sequence[GraphPair]) -> tuple[list[GraphPair], Scored]:
        rows = Rows.labelled([p.label for p in pairs], [p.source for p in pairs])
        return list(pairs), Scored(rows, _scores(pairs, iterations=self.iterations))


def graph_tables(results: Results, sets: dict[str, tuple[list[GraphPair], Scored]]) -> None:
    """Add every table that is made from the authors' graphs."""

    def table(make: Callable[[str, list[GraphPair], Scored], list[Cell]]) -> list[Cell]:
        return [cell for name, (pairs, found) in sets.items() for cell in make(name, pairs, found)]

    results.add("parity", table(_parity), paper.PARITY_NOTE)
    results.add("statistics", table(_statistics), paper.STATISTICS_NOTE)
    results.add("detection", table(_detection) + _averages(sets), paper.DETECTION_NOTE)
    results.add("figure_3_roc", table(_roc), paper.ROC_NOTE)
    results.add("figure_4_precision_recall", table(_precision_recall), paper.PR_NOTE)
    results.add("variants", table(_variants), paper.VARIANTS_NOTE)


def _scores(pairs: Sequence[GraphPair], **variant: Any) -> Floats:
    return 1.0 - wl_similarity([(pair.claims, pair.evidence) for pair in pairs], **variant)


def _parity(name: str, pairs: list[GraphPair], found: Scored) -> list[Cell]:
    apart = np.abs(found.scores - [pair.score for pair in pairs])
    return [
        found.rows.fact(name, "max_abs_diff", float(apart.max())),
        found.rows.fact(name, "n", len(pairs)),
        found.rows.fact(name, "differing", int((apart > TOLERANCE).sum())),
    ]


def _statistics(name: str, pairs: list[GraphPair], found: Scored) -> list[Cell]:
    fact, labels = found.rows.fact, found.rows.labels
    share = paper.WIKIBIO_HALLUCINATED if name == "wikibio" else None
    hallucinated = int(labels.sum())
    ratio = (len(labels) - hallucinated) / hallucinated if hallucinated else None
    return [
        fact(name, "rows", len(pairs), paper.SIZES.get(name)),
        fact(name, "hallucinated", hallucinated),
        fact(name, "hallucinated_share", float(labels.mean()), share),
        fact(name, "consistent_per_hallucinated", ratio),
        fact(name, "sources", len(set(found.rows.sources.tolist()))),
        fact(name, "claim_triples", float(np.mean([len(pair.claims) for pair in pairs]))),
        fact(name, "evidence_triples", float(np.mean([len(pair.evidence) for pair in pairs]))),
    ]


def _detection(name: str, _pairs: list[GraphPair], found: Scored) -> list[Cell]:
    threshold, policy = paper.THRESHOLDS[name], paper.OPTIMISED[name]
    cells = [
        found.rows.fact(name, "threshold", threshold),
        *found.decided(name, found.scores >= threshold, paper.DETECTION[name]),
        *found.ranked(name, paper.DETECTION[name]),
        *found.always(f"{name}, always hallucinated"),
    ]
    return cells + found.cross_validated(f"{name}, threshold by cross-validation", policy)


def _averages(sets: dict[str, tuple[list[GraphPair], Scored]]) -> list[Cell]:
    """Average the balanced accuracy of the closed-domain sets, as Table 2 does."""
    metric = "balanced_accuracy"
    closed = {name: sets[name][1] for name in ("summeval", "qags_cnndm") if name in sets}
    values = [
        balanced_accuracy(found.rows.labels, found.scores >= paper.THRESHOLDS[name])
        for name, found in closed.items()
    ]
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return []
    n = sum(len(found.rows) for found in closed.values())
    positives = sum(int(found.rows.labels.sum()) for found in closed.values())
    mean = float(np.mean(known))
    ours, peers = paper.AVERAGE_BALANCED_ACCURACY, paper.PEERS_AVERAGE_BALANCED_ACCURACY
    return [
        Cell("mean of summeval and qags_cnndm", metric, mean, None, ours, n, positives),
        Cell("mean of GraphEval's six methods", metric, None, None, peers, n, positives),
    ]


def _roc(name: str, _pairs: list[GraphPair], found: Scored) -> list[Cell]:
    if name == "wikibio":
        return []
    rates = curve_at_fpr(found.rows.labels, found.scores, _RATES)
    return [
        found.rows.fact(name, f"true_positive_rate@{fpr}", rate)
        for fpr, rate in zip(_RATES, rates, strict=True)
    ]


def _precision_recall(name: str, _pairs: list[GraphPair], found: Scored) -> list[Cell]:
    if name != "wikibio":
        return []
    levels = precision_at_recall(found.rows.labels, found.scores, (*_RATES, 1.0))
    return [
        found.rows.fact(name, f"precision@{recall}", value)
        for recall, value in zip((*_RATES, 1.0), levels, strict=True)
    ]


def _variants(name: str, pairs: list[GraphPair], found: Scored) -> list[Cell]:
    variants = {
        f"{form}, {h} iterations": _scores(
            pairs, iterations=h, directed=directed, edge_labels=edges
        )
        for form, (directed, edges) in _FORMS.items()
        for h in ((1, 2, 3, 4, 5) if form == "directed" else (5,))
    }
    variants |= {
        "triple overlap": _lacking([(set(p.claims), set(p.evidence)) for p in pairs]),
        "node overlap": _lacking([(_nodes(p.claims), _nodes(p.evidence)) for p in pairs]),
        "number of claim triples": np.array([float(len(p.claims)) for p in pairs]),
    }
    cells = []
    for form, scores in variants.items():
        row = f"{name}, {form}"
        gain = paired_interval(
            auroc, found.rows.labels, scores, found.scores, groups=found.rows.sources
        )
        cells += [
            *Scored(found.rows, scores).ranked(row),
            found.rows.cell(row, "auroc_gain", gain),
        ]
    return cells


def _lacking(sides: Sequence[tuple[set[Any], set[Any]]]) -> Floats:
    return np.array([len(a - b) / len(a) if a else 1.0 for a, b in sides])


def _nodes(triples: Sequence[Any]) -> set[str]:
    return {end for s, _, o in triples for end in (s, o)}
