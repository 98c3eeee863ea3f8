"""Tables of the bench ``logic`` about HotPotQA-derived: Tables 4 and 5, and why merging helps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.bench.judged import drawn
from groundgraph.bench.logic import paper
from groundgraph.bench.logic.compared import (
    BATCH,
    CROSS_VALIDATED,
    NOTHING,
    Compared,
    compare,
    cross_validated,
    decided,
    differences,
    enough,
    left_out,
    measured,
    trivial,
)
from groundgraph.bench.logic.oracle import ORACLES, ROWS, oracle_cells, oracle_detectors
from groundgraph.bench.logic.variants import FULL, groupings, variants
from groundgraph.datasets.hotpotqa import derive
from groundgraph.learn import thresholds
from groundgraph.measures.bootstrap import interval_of
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell, Results
    from groundgraph.datasets.multihop import MultiHopQuestion
    from groundgraph.methods.logic.detector import Logic
    from groundgraph.methods.logic.groups import Groups
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

TABLE = "hotpotqa_derived"
FROM_TRAIN = f"{FULL}, threshold from train"
POLICY = "balanced_accuracy"
_LEVELS = ("easy", "medium", "hard")
_SUPPORTING = "supporting, "


class Multihop(NamedTuple):
    """Questions with many passages, and the answers derived from them.

    Attributes:
        examples: In the order of the corpus.
        needed: Ids of the passages that the answer needs, by the example's id.
        supporting: The same examples with those passages alone.
    """

    examples: list[Example]
    needed: dict[str, frozenset[str]]
    supporting: list[Example]


def multihop(questions: Sequence[MultiHopQuestion], n: int, limit: int | None = None) -> Multihop:
    """Derive answers to a draw of questions and keep what these say about their passages."""
    examples = drawn(derive(questions)[:limit], n)
    by_id = {question.id: question for question in questions}
    needed = {e.id: frozenset(fact.title for fact in by_id[e.id].supporting) for e in examples}
    return Multihop(examples, needed, [_only(e, needed[e.id]) for e in examples])


def train_threshold(detector: Logic, examples: Sequence[Example], policy: str) -> float | None:
    """Choose T_s, as a threshold on the score, on answers that are not reported on."""
    judged = compare({FULL: detector}, examples).checked_by([FULL])
    if not enough(judged.rows.labels):
        return None
    return thresholds.choose(policy, judged.rows.labels, judged.columns[FULL].scores)


def multihop_tables(
    results: Results, found: Multihop, detector: Logic, threshold: float | None
) -> None:
    """Add the tables about HotPotQA-derived.

    Args:
        results: What is added to.
        found: The corpus.
        detector: The full model.
        threshold: From `train_threshold`, or ``None``.
    """
    every = variants(detector)
    seeing = {name: every[name] for name in ROWS}
    knowing = oracle_detectors(seeing, found.examples, found.needed)
    together = compare({**every, "lexical": load("lexical"), **knowing}, found.examples)
    cells = [left_out(together, name) for name in together.columns if name not in knowing]
    together = together.checked_by(every)
    judged = together.leaving(knowing)
    if threshold is not None:
        judged = judged.adding({FROM_TRAIN: judged.columns[FULL].at(threshold)})
    for name, part, printed in _subsets(judged):
        counts = cells if name == TABLE else []
        results.add(name, [*_table(part, printed), *counts], paper.MULTIHOP_NOTE)
    _more_tables(results, judged)
    bridges = together.where(_metadata(together, "type") == "bridge")
    results.add(f"{TABLE}_oracle", oracle_cells(bridges, list(seeing)), paper.ORACLE_NOTE)
    _ablation_b(results, judged)


def _subsets(judged: Compared) -> Iterator[tuple[str, Compared, Mapping[str, float]]]:
    """Yield the name of a table, its answers, and the paper's accuracies by row."""
    kind, level = _metadata(judged, "type"), _metadata(judged, "level")
    yield TABLE, judged, NOTHING
    of_all = {row: levels[""] for row, levels in paper.LEVELS.items()}
    yield f"{TABLE}_bridge", judged.where(kind == "bridge"), of_all
    for name in _LEVELS:
        printed = {row: levels[name] for row, levels in paper.LEVELS.items()}
        printed |= paper.ABLATION if name == "hard" else {}
        chosen = (kind == "bridge") & (level == name)
        yield f"{TABLE}_bridge_{name}", judged.where(chosen), printed
    yield f"{TABLE}_comparison", judged.where(kind == "comparison"), NOTHING


def _metadata(judged: Compared, key: str) -> NDArray[np.str_]:
    return np.array([str(e.metadata.get(key, "")) for e in judged.examples], np.str_)


def _table(judged: Compared, printed: Mapping[str, float]) -> list[Cell]:
    if not len(judged.rows):
        return []
    cells = []
    for name in judged.columns:
        own = {"accuracy": printed[name]} if name in printed else NOTHING
        cells += measured(judged, name, printed=own)
    return cells + trivial(judged.rows)


def _more_tables(results: Results, judged: Compared) -> None:
    if not len(judged.rows):
        return
    chosen = {
        name: found
        for name in judged.columns
        if name != FROM_TRAIN and (found := cross_validated(judged, name, POLICY))
    }
    refit = Compared(judged.examples, judged.rows, chosen)
    cells = [cell for name in chosen for cell in measured(refit, name)]
    results.add(f"{TABLE}_cross_validated", cells, paper.CROSS_VALIDATED_NOTE)
    others = [name for name in judged.columns if name not in {FULL, FROM_TRAIN}]
    cells = [cell for name in others for cell in differences(judged, FULL, name)]
    cells += [
        cell
        for name in chosen
        if name != FULL
        for cell in differences(refit, FULL, name, f"{FULL} minus {name}, {CROSS_VALIDATED}")
    ]
    results.add(f"{TABLE}_differences", cells, paper.DIFFERENCES_NOTE)


def settings_table(results: Results, found: Multihop, detector: Logic, n: int) -> None:
    """Add the table of other settings of the chunk graph, tried on ``n`` bridge questions."""
    bridges = [e for e in found.examples if e.metadata.get("type") == "bridge"]
    cells = _settings(found, drawn(bridges, n), detector) if bridges else []
    results.add("ablation_b_settings", cells, paper.SETTINGS_NOTE)


def _ablation_b(results: Results, judged: Compared) -> None:
    cells = []
    for name, part, printed in _subsets(judged):
        if "bridge" in name and len(part.rows):
            gap = printed[FULL] - paper.ABLATION["without_b"] if name.endswith("hard") else None
            cells += _gap(part, name.removeprefix(f"{TABLE}_"), gap)
    results.add("ablation_b", cells, paper.ABLATION_B_NOTE)


def _gap(judged: Compared, name: str, printed: float | None) -> list[Cell]:
    own = NOTHING if printed is None else {"accuracy": printed}
    row = f"{name}, {FULL} minus without_b"
    cells = differences(judged, FULL, "without_b", row, own)
    return cells + _gap_cross_validated(judged, FULL, "without_b", row)


def _gap_cross_validated(judged: Compared, first: str, second: str, row: str) -> list[Cell]:
    chosen = {name: cross_validated(judged, name, POLICY) for name in (first, second)}
    both = {name: column for name, column in chosen.items() if column is not None}
    if len(both) < 2:
        return []
    refit = Compared(judged.examples, judged.rows, both)
    return differences(refit, first, second, f"{row}, {CROSS_VALIDATED}")


def _settings(found: Multihop, examples: Sequence[Example], detector: Logic) -> list[Cell]:
    """Measure the settings of the chunk graph on the same answers."""
    settings = {FULL: detector, **groupings(detector)}
    settings["whole_context"] = variants(detector)["whole_context"]
    alone = {
        f"{_SUPPORTING}{name}": variants(detector)[name]
        for name in (FULL, "without_b", "whole_context")
    }
    chosen = {e.id for e in examples}
    supporting = [e for e in found.supporting if e.id in chosen]
    knowing = oracle_detectors(settings, examples, found.needed)
    judged = compare({**settings, **knowing}, examples).adding(compare(alone, supporting).columns)
    judged = judged.checked_by(judged.columns)
    cells = []
    for name, setting in {**settings, **alone}.items():
        read = supporting if name in alone else examples
        base = f"{_SUPPORTING}without_b" if name in alone else "without_b"
        cells += _setting(judged, name, base)
        cells += _grouped(judged, name, setting, read, found.needed)
    for prefix in ORACLES:
        for name in settings:
            cells += _setting(judged, f"{prefix}{name}", f"{prefix}without_b")
    return cells


def _setting(judged: Compared, name: str, base: str) -> list[Cell]:
    column, row = judged.columns[name], f"setting, {name}"
    cells = decided(judged.rows, row, column.flagged)
    cells.append(judged.rows.measured(row, "auroc", column.scores))
    if name != base:
        cells += differences(judged, name, base, f"{row} minus {base}")
        cells += _gap_cross_validated(judged, name, base, f"{row} minus {base}")
    return cells


def _grouped(
    judged: Compared,
    name: str,
    detector: Logic,
    examples: Sequence[Example],
    needed: Mapping[str, frozenset[str]],
) -> list[Cell]:
    """Say how often what is needed was read together, and how much is read at once."""
    rows: list[tuple[float, float, float]] = []
    kept = {e.id for e in judged.examples}
    own = [e for e in examples if e.id in kept]
    for start in range(0, len(own), BATCH):
        batch = own[start : start + BATCH]
        for example, scored in zip(batch, detector.scored(batch), strict=True):
            rows.append(_reading(scored.groups, needed[example.id]))
    table = np.array(rows, float).reshape(-1, 3)
    metrics = ("supporting_together", "groups", "group_characters")
    return [
        judged.rows.cell(f"setting, {name}", metric, _mean(table[:, i], judged.rows.sources))
        for i, metric in enumerate(metrics)
    ]


def _reading(groups: Groups, needed: frozenset[str]) -> tuple[float, float, float]:
    held = [{groups.chunks[i].passage_id for i in members} for members in groups.members]
    together = any(needed <= names for names in held)
    characters = sum(map(len, groups.texts)) / max(1, len(groups.texts))
    return float(together), float(len(groups.texts)), characters


def _mean(values: Floats, sources: NDArray[Any]) -> Any:
    def mean(weights: Floats) -> float | None:
        total = float(weights.sum())
        return float(weights @ values) / total if total else None

    return interval_of(mean, len(values), groups=sources)


def _only(example: Example, needed: frozenset[str]) -> Example:
    return replace(example, passages=tuple(p for p in example.passages if p.id in needed))
