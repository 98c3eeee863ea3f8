"""The tables of bench ``egc``, each a function from measured answers to cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.bench.egc import paper
from groundgraph.bench.groundedness import DETECTORS, decided
from groundgraph.learn.fitting import fit_logistic
from groundgraph.learn.heads import GroupedHead
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.egc.detector import FEATURES
from groundgraph.methods.egc.graph import connect, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell, Results, Rows
    from groundgraph.methods.egc.graph import Consistency, Cosines, GraphNodes
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

TAUS = (0.3, 0.4, 0.5, 0.6, 0.7)


class MeasuredAnswers(NamedTuple):
    """Answers and what their graphs are made of.

    Attributes:
        rows: The answers as columns.
        nodes: Of each answer's graph.
        cosines: How near they are.
        claimless: Whether an answer has no claim node.
        examples: The answers themselves.
    """

    rows: Rows
    nodes: list[GraphNodes]
    cosines: list[Cosines]
    claimless: NDArray[np.bool_]
    examples: list[Example]

    def at(self, tau: float) -> Consistency:
        """Return the measures of all answers at one threshold."""
        pairs = zip(self.nodes, self.cosines, strict=True)
        return measure([connect(nodes, cosines, tau) for nodes, cosines in pairs])


def counts(rows: Rows) -> list[Cell]:
    """Count answers, test answers and positives of each generator (Table I)."""
    cells = []
    for name, chosen in _each_generator(rows, total=True):
        part, printed = rows[chosen], paper.COUNTS.get(name, (None,) * 3)
        cells += [
            part.fact(name, "n", len(part), printed[0]),
            part.fact(name, "n_test", int((part.splits == "test").sum()), printed[1]),
            part.fact(name, "positives", int(part.labels.sum())),
            part.fact(name, "positives_test", int(part.labels[part.splits == "test"].sum())),
            part.fact(name, "hallucinated_percent", 100 * float(part.labels.mean()), printed[2]),
        ]
    return cells


def delta(qa: MeasuredAnswers, egc: Floats) -> list[Cell]:
    """Measure Δ of each generator with and without claimless answers (Table IV)."""
    cells = []
    for name, chosen in _each_generator(qa.rows):
        kept = chosen & ~qa.claimless
        printed = paper.DELTA.get(name)
        cells += [
            qa.rows[chosen].delta(name, "delta_isolated", egc[chosen], printed),
            qa.rows[kept].delta(name, "delta_unverifiable", egc[kept]),
        ]
    return cells


def claimless(qa: MeasuredAnswers) -> list[Cell]:
    """Count the answers without a claim node, and how many are hallucinated."""
    return [
        cell
        for name, chosen in _each_generator(qa.rows, total=True)
        for part in [qa.rows[chosen & qa.claimless]]
        for cell in (
            part.fact(name, "claimless", len(part)),
            part.fact(name, "claimless_hallucinated", int(part.labels.sum())),
            qa.rows[chosen].fact(name, "claimless_share", float(qa.claimless[chosen].mean())),
        )
    ]


def overall(qa: MeasuredAnswers, measures: Consistency, test: NDArray[np.bool_]) -> list[Cell]:
    """Fit each row's features on train, judge test (§III-C)."""
    columns = {
        "coverage": measures.coverage[:, None],
        "support": measures.support[:, None],
        "egc": measures.matrix(),
    }
    rows, cells = qa.rows[test], []
    for name, x in columns.items():
        flagged, scores = _fitted(qa, x, test, by_generator=False)
        printed = paper.OVERALL[name]
        cells += [
            rows.measured(name, "auroc", scores[test], printed[0]),
            rows.measured(name, "f1", flagged[test], printed[1]),
            rows.measured(name, "macro_f1", flagged[test]),
            rows.within(name, scores[test]),
        ]
    for name in DETECTORS:
        judged = decided(name, [qa.examples[i] for i in np.flatnonzero(test)])
        cells += [
            judged.rows.measured(name, "auroc", judged.scores),
            judged.rows.measured(name, "f1", judged.flagged),
            judged.rows.measured(name, "macro_f1", judged.flagged),
            judged.rows.within(name, judged.scores),
        ]
    return cells + unfitted(rows, measures, test) + _always(rows)


def unfitted(rows: Rows, measures: Consistency, chosen: NDArray[np.bool_]) -> list[Cell]:
    """Rank by the bare measures, without a head."""
    bare = {"coverage_bare": measures.coverage, "egc_bare": measures.composite()}
    return [
        cell
        for name, values in bare.items()
        for cell in (
            rows.measured(name, "auroc", -values[chosen]),
            rows.within(name, -values[chosen]),
        )
    ]


def _always(rows: Rows) -> list[Cell]:
    flagged = np.ones(len(rows), bool)
    return [
        rows.measured("always_hallucinated", "auroc", flagged.astype(float)),
        rows.measured("always_hallucinated", "f1", flagged),
        rows.measured("always_hallucinated", "macro_f1", flagged),
    ]


def _fitted(
    qa: MeasuredAnswers, x: Floats, test: NDArray[np.bool_], *, by_generator: bool
) -> tuple[NDArray[np.bool_], Floats]:
    """Fit on the train rows; return flags and scores of all rows.

    As in the paper, an answer is flagged at probability 0.5 of the balanced head.
    """
    train = np.flatnonzero(~test)
    generators = [str(name) for name in qa.rows.generators]
    head, *_ = fit_logistic(
        x[train],
        qa.rows.labels[train],
        [f"x{column}" for column in range(x.shape[1])],
        folds_by=evidence_groups([qa.examples[i] for i in train]),
        heads_by=[generators[i] for i in train] if by_generator else None,
        calibration="none",
    )
    if isinstance(head, GroupedHead):
        scores = head.probability(x, generators)
    else:
        scores = head.probability(x)
    return scores >= 0.5, scores


def by_generator(qa: MeasuredAnswers, measures: Consistency, test: NDArray[np.bool_]) -> list[Cell]:
    """Compare the pooled head with one fitted on each generator's own answers."""
    x = measures.matrix()
    _, pooled = _fitted(qa, x, test, by_generator=False)
    _, own = _fitted(qa, x, test, by_generator=True)
    cells = []
    for name, chosen in _each_generator(qa.rows):
        part = qa.rows[chosen & test]
        cells += [
            part.measured(name, metric, scores[chosen & test])
            for metric, scores in (("auroc", pooled), ("auroc", own))
        ]
    for number, cell in enumerate(cells):
        column = "auroc_pooled_head" if number % 2 == 0 else "auroc_own_head"
        cells[number] = cell._replace(metric=column)
    return cells


def families(rows: Rows, measures: Consistency, test: NDArray[np.bool_]) -> list[Cell]:
    """Rank by EGC within families, and with the sign turned for GPT and Mistral (Table III)."""
    llama = np.char.startswith(rows.generators, "llama")
    egc = measures.composite()
    corrected = np.where(llama, egc, -egc)
    chosen = {
        "llama": (test & llama, egc),
        "gpt_and_mistral": (test & ~llama, egc),
        "all": (test, egc),
        "all_direction_corrected": (test, corrected),
        "family_alone": (test, np.where(llama, -1.0, 1.0)),
    }
    return [
        rows[mask].measured(name, "auroc", -values[mask], paper.FAMILY.get(name))
        for name, (mask, values) in chosen.items()
    ]


def generators(rows: Rows, measures: Consistency, test: NDArray[np.bool_]) -> list[Cell]:
    """Rank by EGC within each generator (Table IV)."""
    egc = measures.composite()
    return [
        rows[chosen & test].measured(name, "auroc", -egc[chosen & test], paper.AUROC.get(name))
        for name, chosen in _each_generator(rows)
    ]


def features(rows: Rows, measures: Consistency, test: NDArray[np.bool_]) -> list[Cell]:
    """Rank by each measure within each generator (Table V)."""
    cells = []
    for name, chosen in _each_generator(rows):
        printed = paper.FEATURES.get(name, (None,) * 5)
        for column, feature in enumerate(FEATURES):
            values = measures.matrix()[chosen & test, column]
            # Isolation alone grows with hallucination; the paper turns the others around.
            scores = values if feature == "isolation" else -values
            cell = rows[chosen & test].measured(name, "auroc", scores, printed[column])
            cells.append(cell._replace(metric=f"auroc_{feature}"))
    return cells


def sweep(qa: MeasuredAnswers, sweep: dict[float, Floats]) -> list[Cell]:
    """Measure Δ at each threshold, and the share of signs as expected (Tables VI, VII)."""
    cells = []
    for name, chosen in _each_generator(qa.rows):
        kept = chosen & ~qa.claimless
        for column, (tau, egc) in enumerate(sweep.items()):
            printed = paper.SWEEP.get(name, (None,) * len(TAUS))[column]
            cells += [
                qa.rows[chosen].delta(name, f"delta_isolated@{tau}", egc[chosen], printed),
                qa.rows[kept].delta(name, f"delta_unverifiable@{tau}", egc[kept]),
            ]
    return cells + _direction_scores(qa.rows, cells)


def _direction_scores(rows: Rows, cells: Sequence[Cell]) -> list[Cell]:
    """Share of generators whose Δ has the sign the paper expects (Tables VI and VII)."""
    found = []
    for column, tau in enumerate(TAUS):
        for mode in ("isolated", "unverifiable"):
            metric = f"delta_{mode}@{tau}"
            right = [
                (cell.value > 0) == cell.row.startswith("llama")
                for cell in cells
                if cell.metric == metric and cell.value is not None
            ]
            printed = paper.DIRECTION[column] if mode == "isolated" else None
            value = float(np.mean(right)) if right else None
            found.append(rows.fact("share_as_expected", metric, value, printed))
    return found


def means(rows: Rows, egc: Floats) -> list[Cell]:
    """Average EGC by generator and label (Figure 2)."""
    return [
        rows[part].fact(name, f"mean_egc_{what}", float(egc[part].mean()) if part.any() else None)
        for name, chosen in _each_generator(rows)
        for what, part in (
            ("grounded", chosen & ~rows.labels),
            ("hallucinated", chosen & rows.labels),
        )
    ]


def quartiles(rows: Rows, measures: Consistency) -> list[Cell]:
    """Describe how each measure is distributed by label (Figure 3)."""
    cells = []
    for what, part in (("grounded", ~rows.labels), ("hallucinated", rows.labels)):
        for column, feature in enumerate(FEATURES):
            values = measures.matrix()[part, column]
            quartiles = np.quantile(values, [0.25, 0.5, 0.75]) if part.any() else [None] * 3
            numbers = zip(("q25", "median", "q75"), quartiles, strict=True)
            cells += [
                rows[part].fact(f"{feature}, {what}", name, None if v is None else float(v))
                for name, v in numbers
            ]
    return cells


def cross_task(results: Results, task: str, found: MeasuredAnswers, tau: float) -> None:
    """Add what the paper leaves as future work: EGC on the other tasks."""
    measures = found.at(tau)
    egc = measures.composite()
    cells = []
    for name, chosen in _each_generator(found.rows, total=True):
        kept = chosen & ~found.claimless
        cell = found.rows[kept].measured(name, "auroc", -egc[kept])
        cells += [
            found.rows[chosen].delta(name, "delta_isolated", egc[chosen]),
            found.rows[kept].delta(name, "delta_unverifiable", egc[kept]),
            cell._replace(metric="auroc_unverifiable"),
        ]
    cells.append(found.rows.within("total", -egc))
    results.add(f"cross_task_{task.lower()}", cells, paper.CROSS_TASK_NOTE)


def _each_generator(rows: Rows, *, total: bool = False) -> list[tuple[str, NDArray[np.bool_]]]:
    names = [name for name in paper.GENERATORS if (rows.generators == name).any()]
    names += sorted(set(rows.generators.tolist()) - set(names))
    found = [(name, rows.generators == name) for name in names]
    return [*found, ("total", np.ones(len(rows), bool))] if total else found
