"""Tables of the bench ``logic`` about its parts: time, verifier, claim filter, settings."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.bench.logic import paper
from groundgraph.bench.logic.compared import compare, measured
from groundgraph.bench.logic.variants import FULL, sensitivities
from groundgraph.bench.results import Rows
from groundgraph.datasets.draws import draw
from groundgraph.datasets.nli import load_nli
from groundgraph.io.objects import read_objects
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import interval
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell
    from groundgraph.datasets.nli import NLIPair
    from groundgraph.methods.logic.detector import Logic
    from groundgraph.protocols import ClaimFilter, Segmenter, Verifier
    from groundgraph.types import Example

    Flags = NDArray[np.bool_]

STAGES = {
    "segmenter": "segment",
    "encoder": "embed",
    "reranker": "rerank",
    "verifier": "verify",
}
_CALLS = ("embed", "rerank", "verify")
_ANSWERING = "qnli"  # its pairs are questions and sentences: no entailment
_JUDGED_ON = {"wice_oracle_chunks": "test"}
_THRESHOLDS = tuple(tenth / 10 for tenth in range(1, 10))


class _Timed:
    """A part that adds the time of each of its calls to a stage."""

    def __init__(self, part: Any, stage: str, spent: dict[str, float]) -> None:
        self._part, self._stage, self._spent = part, stage, spent

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._part, name)

        def timed(*arguments: Any) -> Any:
            start = perf_counter()
            found = method(*arguments)
            self._spent[self._stage] += perf_counter() - start
            return found

        return timed


def latency_cells(row: str, detector: Logic, examples: Sequence[Example]) -> list[Cell]:
    """Time the stages of single answers; the first one only loads the models.

    Args:
        row: Of the table.
        detector: Its verifier must not remember pairs.
        examples: Whose texts no cache holds yet.
    """
    timed = list(examples[1:])
    detector.detect(examples[:1])
    spends = [_spent(detector, example) for example in timed]
    if not spends:
        return []
    rows = Rows.of(timed)
    table = {stage: np.array([each[stage] for each in spends]) * 1e3 for stage in spends[0]}
    calls = np.sum([table[stage] for stage in _CALLS], axis=0)
    total = table["total"]
    table["group"] = total - calls - table["segment"]
    stages = ("segment", "embed", "group", "rerank", "verify")
    outside = float((total - calls).sum() / total.sum())
    return [
        rows.fact(row, "ms_total", float(total.mean()), paper.LATENCY_MS),
        rows.fact(row, "ms_median", float(np.median(total))),
        rows.fact(row, "ms_p95", float(np.quantile(total, 0.95))),
        *(rows.fact(row, f"ms_{stage}", float(table[stage].mean())) for stage in stages),
        rows.fact(row, "share_outside_model_calls", outside),
    ]


def _spent(detector: Logic, example: Example) -> dict[str, float]:
    spent = dict.fromkeys((*STAGES.values(), "total"), 0.0)
    parts: dict[str, Any] = {
        part: _Timed(getattr(detector, part), stage, spent) for part, stage in STAGES.items()
    }
    timed = replace(detector, **parts)
    start = perf_counter()
    timed.detect([example])
    spent["total"] = perf_counter() - start
    return spent


def sensitivity_cells(corpus: str, detector: Logic, examples: Sequence[Example]) -> list[Cell]:
    """Measure other settings on train answers; thresholds cost nothing more."""
    settings = {FULL: detector, **sensitivities(detector)}
    judged = compare(settings, examples)
    judged = judged.checked_by(settings)
    if not len(judged.rows):
        return []
    full = judged.columns[FULL]
    swept = {f"T_s {threshold}": full.at(1.0 - threshold) for threshold in _THRESHOLDS}
    judged = judged.adding(swept)
    kept = ("accuracy", "f1_hallucinated", "f1_grounded", "auroc")
    return [
        cell
        for name in judged.columns
        for cell in measured(judged, name, f"{corpus}, {name}")
        if cell.metric in kept
    ]


def verifier_cells(folder: Path, sources: Sequence[str], verifier: Verifier, n: int) -> list[Cell]:
    """Judge a draw of the pairs of each source that the verifier was not trained on."""
    cells = []
    for source in sources:
        pairs = [pair for pair in load_nli(folder, [source]) if _held_out(pair)]
        pairs = sorted(pairs, key=lambda pair: draw(0, "bench", pair.id).random())[:n]
        if pairs:
            cells += _source_cells(source, pairs, verifier)
    return cells


def _held_out(pair: NLIPair) -> bool:
    if pair.source in _JUDGED_ON:
        return pair.split == _JUDGED_ON[pair.source]
    return not pair.may_train and pair.source != _ANSWERING


def _source_cells(source: str, pairs: Sequence[NLIPair], verifier: Verifier) -> list[Cell]:
    said = verifier.verify([Pair(pair.premise, pair.hypothesis) for pair in pairs])
    judged = np.array([number not in said.problems for number in range(len(pairs))])
    labels = np.array([pair.label for pair in pairs])[judged]
    groups = [pair.document or pair.premise for pair in pairs]
    rows = Rows.labelled((labels != "entailment").tolist(), np.array(groups)[judged].tolist())
    cells = [rows.fact(source, "unverifiable", int((~judged).sum()))]
    if not len(rows):
        return cells
    if "not_entailment" not in labels:
        table = np.stack([said.entailment, said.neutral, said.contradiction], axis=1)[judged]
        names = np.array(["entailment", "neutral", "contradiction"])
        cells += _right(rows, source, "", names[table.argmax(axis=1)] == labels, labels)
    not_entailed = said.entailment[judged] <= 0.5
    right = not_entailed == rows.labels
    cells += _right(rows, source, "_entailed", right, rows.labels)
    score = 1.0 - said.entailment[judged]
    found = interval(metrics.auroc, rows.labels, score, groups=rows.sources)
    return [*cells, rows.cell(source, "auroc_entailed", found)]


def _right(rows: Rows, row: str, ending: str, right: Flags, labels: NDArray[Any]) -> list[Cell]:
    """Return the share of pairs judged rightly, and that of the commonest label."""
    commonest = np.unique(labels, return_counts=True)[1].max() / len(labels)
    return [
        rows.cell(row, f"accuracy{ending}", _share(right, rows.sources)),
        rows.fact(row, f"majority{ending}", float(commonest)),
    ]


def _share(flags: Flags, groups: NDArray[Any]) -> Any:
    return interval(metrics.accuracy, np.ones(len(flags), bool), flags, groups=groups)


def begin_cells(folder: Path, claim_filter: ClaimFilter, limit: int | None) -> list[Cell]:
    """Say what the claim filter leaves out of BEGIN's replies."""
    replies: dict[str, list[str]] = {}
    for record in read_objects(folder, "nli/begin")[:limit]:
        replies.setdefault(record.get("label", str), []).append(record.get("response", str))
    cells = []
    for label, texts in sorted(replies.items()):
        rows = Rows.labelled([label == "Generic"] * len(texts), texts)
        dropped = ~claim_filter.factual(texts)
        cells.append(rows.cell(f"BEGIN, {label}", "left_out", _share(dropped, rows.sources)))
    return cells


def sentence_cells(
    examples: Sequence[Example], segmenter: Segmenter, claim_filter: ClaimFilter
) -> list[Cell]:
    """Say what the claim filter leaves out of answers with marked spans."""
    cut = segmenter.segment([example.answer for example in examples])
    sentences = [(e, span) for e, spans in zip(examples, cut, strict=True) for span in spans]
    if not sentences:
        return []
    marked = np.array([any(s.overlaps(gold) for gold in e.spans or ()) for e, s in sentences])
    dropped = ~claim_filter.factual([span.of(e.answer) for e, span in sentences])
    sources = [str(e.metadata["source_id"]) for e, _ in sentences]
    rows = Rows.labelled(marked.tolist(), sources)
    row, cells = "RAGTruth train, sentences", []
    cells.append(rows.cell(row, "left_out", _share(dropped, rows.sources)))
    for metric, flags, within in (
        ("hallucinated", marked, dropped),
        ("hallucinated_lost", dropped, marked),
    ):
        if within.any():
            part = rows[within]
            cells.append(part.cell(row, metric, _share(flags[within], part.sources)))
    return cells


def presence(files: Mapping[str, bool]) -> list[Cell]:
    """Say which corpora are there."""
    rows = Rows.labelled([], [])
    return [rows.fact(name, "present", float(here))._replace(n=1) for name, here in files.items()]
