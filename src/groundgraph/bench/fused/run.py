"""Bench ``fused``: the default detector on RAGTruth and, unchanged, on other corpora.

Tables: answers of the test split that are present and, as recorded at training, of the train split
out-of-fold; marked characters; the same answers asked differently (invariance); corpora that it
was not trained on (transfer). `lexical` and trivial answers stand beside it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.bench.groundedness import DETECTORS, groundedness_tables
from groundgraph.bench.judged import drawn, judge
from groundgraph.bench.results import Cell, Results, Rows
from groundgraph.bench.scored import Scored
from groundgraph.datasets.draws import draw
from groundgraph.datasets.halueval import load_halueval, present_parts
from groundgraph.datasets.hotpotqa import load_hotpotqa_derived
from groundgraph.datasets.nli import load_nli
from groundgraph.datasets.qags import load_qags
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.datasets.summeval import load_summeval
from groundgraph.errors import InputError
from groundgraph.io.objects import find_file
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.measures.spans import span_counts
from groundgraph.specs import load, reference
from groundgraph.types import Example, Passage, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from groundgraph.bench.judged import Judged
    from groundgraph.bench.results import Keep
    from groundgraph.datasets.halueval import Part
    from groundgraph.protocols import Detector
    from groundgraph.types import Verdict

_MOST = 500
_ASKED_AGAIN = 300
_UNRELATED = 5
_SMALL_CHANGE = 0.02
PAIRS = {
    "WiCE": "wice_oracle_chunks",
    "SNLI": "snli",
    "RTE": "rte",
    "SciTail": "scitail",
    "FEVER-symmetric": "fever_symmetric",
    "Climate-FEVER": "climate_fever",
}
"""Corpora of short claims, each beside its evidence, by their names in `datasets.nli`."""
_SPANS_NOTE = (
    "Marked characters against RAGTruth's spans, over all answers together; intervals by source. "
    "'sentences' marks the flagged sentences whole, 'everything' marks all answers whole."
)
_INVARIANCE_NOTE = (
    f"{_ASKED_AGAIN} answers, drawn by seed, judged again: share whose score moves by more than "
    f"{_SMALL_CHANGE}, and share whose label changes."
)
_INVARIANCE_TRAIN_NOTE = (
    "The same of train answers of all tasks, which the detector has seen: no label is looked at."
)
_TRANSFER_NOTE = (
    "Corpora that no part of the detectors was trained on, nothing refitted; at most "
    f"{_MOST} rows of each, drawn by seed. An AUROC whose interval holds 0.5 says nothing."
)


@dataclass(frozen=True)
class FusedBench:
    """Measures the shipped default detector.

    Attributes:
        name: The detector.
    """

    name: str = "fused"

    def run(
        self,
        data: Path,
        *,
        limit: int | None = None,
        split: str = "all",
        keep: Keep | None = None,
    ) -> dict[str, Any]:
        """Run on the corpora in ``data``.

        Args:
            data: Folder of the corpora; those that are missing are left out.
            limit: Use only the first answers of each corpus, for a quick look.
            split: "train", "test" or "all", of RAGTruth.
            keep: Called with the results so far after each table.

        Raises:
            InputError: When none of the corpora is there.
        """
        results = Results(
            "fused", "The default detector on RAGTruth and elsewhere", reference(self.name), keep
        )
        if find_file(data, "ragtruth/response"):
            self._ragtruth(results, data, limit, split)
        cells = [
            cell
            for name, read in corpora(data).items()
            for cell in transfer_cells(name, drawn(read(), limit or _MOST))
        ]
        results.add("transfer", cells, _TRANSFER_NOTE)
        if not results.tables:
            raise InputError(
                f"found none of ragtruth, summeval, qags, hotpotqa, halueval and nli in {data}; "
                "--data names the folder that holds them"
            )
        return results.as_json()

    def _ragtruth(self, results: Results, data: Path, limit: int | None, split: str) -> None:
        examples = load_ragtruth(data)
        chosen = [e for e in examples if split in {"all", e.metadata["split"]}]
        groundedness_tables(results, chosen[:limit])
        detector = load(self.name)
        test = [e for e in chosen if e.metadata["split"] == "test"][:limit]
        if test:
            results.add("spans", span_cells(judge(detector, test)), _SPANS_NOTE)
        again = drawn(test or chosen, min(limit or _ASKED_AGAIN, _ASKED_AGAIN))
        results.add("invariance", invariance_cells(detector, again), _INVARIANCE_NOTE)
        train = [e for e in examples if e.metadata["split"] == "train"] if test else []
        if train:
            seen = drawn(train, min(limit or _ASKED_AGAIN, _ASKED_AGAIN))
            cells = invariance_cells(detector, seen)
            results.add("invariance_train", cells, _INVARIANCE_TRAIN_NOTE)


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
        yield rows.cell(row, metric, interval)


def _tasks(rows: Rows) -> Iterator[tuple[str, np.ndarray[Any, np.dtype[np.bool_]]]]:
    yield "all", np.ones(len(rows), bool)
    for task in sorted(set(rows.tasks.tolist())):
        yield task, rows.tasks == task


def _flagged(verdict: Verdict) -> Iterator[Span]:
    for finding in verdict.findings:
        if finding.outcome in {"contradicted", "unsupported"}:
            yield finding.claim.span


def invariance_cells(detector: Detector, examples: Sequence[Example]) -> list[Cell]:
    """Judge answers again after changes that must not matter."""
    first = judge(detector, examples)
    rows = first.rows
    cells = []
    for name, change in changes(examples).items():
        second = judge(detector, [change(example) for example in examples])
        moved = np.abs(first.scores - second.scores) > _SMALL_CHANGE
        other = [a.label != b.label for a, b in zip(first.verdicts, second.verdicts, strict=True)]
        cells += [
            rows.fact(name, "share_moved", float(np.mean(moved))),
            rows.fact(name, "share_label_changed", float(np.mean(other))),
        ]
    return cells


def changes(examples: Sequence[Example]) -> dict[str, Callable[[Example], Example]]:
    """Return ways to put the same example differently; those of one passage stay as they are."""
    every = [passage for example in examples for passage in example.passages]
    of_task: dict[object, list[Passage]] = {}
    for example in examples:
        of_task.setdefault(example.metadata.get("task"), []).extend(example.passages)

    def with_more(example: Example, pool: Sequence[Passage]) -> Example:
        own = {passage.text for passage in example.passages}
        pick = draw(0, "unrelated", example.id)
        others = [p for p in pick.sample(pool, min(len(pool), 40)) if p.text not in own]
        more = [Passage(p.text, f"more{i}") for i, p in enumerate(others[:_UNRELATED])]
        return replace(example, passages=(*example.passages, *more))

    def repeated(example: Example) -> Example:
        again = (Passage(p.text, f"again{i}") for i, p in enumerate(example.passages))
        return replace(example, passages=(*example.passages, *again))

    def shuffled(example: Example) -> Example:
        pick = draw(0, "shuffled", example.id)
        return replace(
            example, passages=tuple(pick.sample(example.passages, len(example.passages)))
        )

    def composed(form: str) -> Callable[[Example], Example]:
        return lambda example: replace(
            example,
            passages=tuple(
                replace(p, text=unicodedata.normalize(form, p.text))  # type: ignore[arg-type]
                for p in example.passages
            ),
        )

    return {
        "passages in another order": shuffled,
        "passages repeated": repeated,
        "five unrelated passages added": lambda e: with_more(e, every),
        "five of the same task added": lambda e: with_more(e, of_task[e.metadata.get("task")]),
        "question in capitals": lambda e: replace(e, question=e.question.upper()),
        "question in small letters": lambda e: replace(e, question=e.question.lower()),
        "passages in Unicode form NFD": composed("NFD"),
        "passages in Unicode form NFC": composed("NFC"),
    }


def corpora(data: Path) -> dict[str, Callable[[], list[Example]]]:
    """Return how to read each corpus for transfer that is present."""
    found: dict[str, Callable[[], list[Example]]] = {}
    if find_file(data, "summeval/summaries"):
        found["SummEval"] = lambda: load_summeval(data)
    if find_file(data, "qags/cnndm"):
        found["QAGS CNN/DM"] = lambda: load_qags(data, "cnndm")
    if find_file(data, "qags/xsum"):
        found["QAGS XSum"] = lambda: load_qags(data, "xsum")
    for name, source in PAIRS.items():
        if find_file(data, f"nli/{source}"):
            found[name] = partial(pairs, data, source)
    if find_file(data, "hotpotqa/full_context"):
        found["HotpotQA-derived"] = lambda: load_hotpotqa_derived(data)
    for part in present_parts(data):
        found[f"HaluEval {part}"] = partial(_halueval, data, part)
    return found


def _halueval(data: Path, part: Part) -> list[Example]:
    return [e for e in load_halueval(data, part) if e.label is not None]


def pairs(data: Path, source: str) -> list[Example]:
    """Return claims over their evidence; hallucinated means not entailed."""
    return [
        Example(
            pair.hypothesis,
            (Passage(pair.premise),),
            id=f"{source}-{number}",
            label=pair.label != "entailment",
            metadata={"source_id": pair.document or str(number)},
        )
        for number, pair in enumerate(load_nli(data, [source]))
    ]


def transfer_cells(name: str, examples: Sequence[Example]) -> list[Cell]:
    """Judge a corpus with each detector."""
    cells = []
    for detector in DETECTORS:
        judged = judge(load(detector), examples)
        found = judged.checked()
        rows = found.rows
        row = f"{detector}, {name}"
        missing = int(judged.unverifiable.sum())
        cells.append(judged.rows.fact(row, "unverifiable", missing))
        if len(set(rows.labels.tolist())) == 2:
            scored = Scored(rows, found.scores)
            cells += [*scored.ranked(row), *scored.decided(row, found.flagged)]
            cells += scored.always(f"always hallucinated, {name}")
    return list(dict.fromkeys(cells))
