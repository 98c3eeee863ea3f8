"""Bench ``fused``: the default detector on RAGTruth.

Tables: answers of the test split that are present and, as recorded at training, of the train split
out-of-fold; marked characters. `lexical` and trivial answers stand beside it. Other corpora are
bench ``support``'s, and edits that change no meaning are bench ``meaning``'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.bench.groundedness import groundedness_tables
from groundgraph.bench.judged import judge
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Cell, Results, Rows
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.measures.spans import span_counts
from groundgraph.specs import load, reference
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundgraph.bench.judged import Judged
    from groundgraph.bench.options import RunOptions
    from groundgraph.types import Verdict

_SPANS_NOTE = (
    "Marked characters against RAGTruth's spans, over all answers together; intervals by source. "
    "'sentences' marks the flagged sentences whole, 'everything' marks all answers whole."
)


@dataclass(frozen=True)
class FusedBench:
    """Measures the shipped default detector.

    Attributes:
        name: The detector.
    """

    name: str = "fused"

    def run(self, data: Path, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on RAGTruth.

        Args:
            data: Folder that holds ``ragtruth/response.jsonl[.gz]`` and its sources.
            options: The limit holds for the answers of each table.

        Raises:
            InputError: When RAGTruth is not there.
        """
        results = Results(
            "fused", "The default detector on RAGTruth", reference(self.name), options.keep
        )
        examples = load_ragtruth(data)
        chosen = [e for e in examples if options.split in {"all", e.metadata["split"]}]
        groundedness_tables(results, chosen[: options.limit])
        test = [e for e in chosen if e.metadata["split"] == "test"][: options.limit]
        if test:
            results.add("spans", span_cells(judge(load(self.name), test)), _SPANS_NOTE)
        return results.as_json()


def span_cells(judged: Judged) -> list[Cell]:
    """Measure marked characters, beside whole sentences and whole answers."""
    found = judged.checked()
    gold = [example.spans or () for example in found.examples]
    rows = found.rows
    ways = {
        "fused": [[mark.span for mark in verdict.marks] for verdict in found.verdicts],
        "sentences": [[*_flagged(verdict)] for verdict in found.verdicts],
        "everything": [[Span(0, len(example.answer))] for example in found.examples],
    }
    return [
        cell
        for way, marked in ways.items()
        for counts in [span_counts(gold, marked)]
        for task, kept in _tasks(rows)
        for cell in _overlap(f"{way}, {task}", counts[kept], rows[kept])
    ]


def _overlap(row: str, counts: np.ndarray[Any, np.dtype[np.int64]], rows: Rows) -> Iterator[Cell]:
    """Yield precision, recall and F1 of marked characters, over all answers together."""
    both, marked, gold = counts.T
    found = ratio_intervals(
        np.column_stack([both, both, 2 * both]),
        np.column_stack([marked, gold, marked + gold]),
        groups=rows.sources,
    )
    for metric, interval in zip(("precision", "recall", "f1"), found, strict=True):
        yield rows.cell(row, metric, rows.bounded("recall", interval))


def _tasks(rows: Rows) -> Iterator[tuple[str, np.ndarray[Any, np.dtype[np.bool_]]]]:
    yield "all", np.ones(len(rows), bool)
    for task in sorted(set(rows.tasks.tolist())):
        yield task, rows.tasks == task


def _flagged(verdict: Verdict) -> Iterator[Span]:
    for finding in verdict.findings:
        if finding.outcome in {"contradicted", "unsupported"}:
            yield finding.claim.span
