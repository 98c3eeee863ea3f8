"""Puts the reader beside the trees of `lexical`, and decides: the shipped `fused`.

What the corpora of `training.fused.corpora` are measured by is kept (`training.fused.measuring`);
the weights are fitted on all of them (`training.fused.weights`), calibration and threshold on
RAGTruth's answers that neither reader nor trees had seen. For each corpus it prints what the trees
say alone, the reader alone, the detector of before, weights that were fitted without that corpus,
and those that are written.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import GroundgraphError, ModelError
from groundgraph.learn.two_level import agreeing
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.measures.spans import span_counts
from groundgraph.methods.fused.blocks import reader
from groundgraph.methods.fused.detector import BESIDE_NAMES, Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.marking import Marker
from groundgraph.methods.fused.views import Trained
from groundgraph.specs import load
from training.fused.corpora import (
    CHOSEN_BY,
    JUDGED_ONLY,
    LEFT_OUT,
    PAIRS,
)
from training.fused.deciding import balanced, decide, decide_anew, weighed
from training.fused.material import gathered
from training.fused.shift import name_in_card
from training.fused.steps import COMMAND
from training.fused.trees import DATA, record, write
from training.fused.weights import Known, Weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.learn.shift import Shift
    from groundgraph.learn.two_level import TwoLevelHead
    from training.fused.deciding import Decided
    from training.fused.material import Material
    from training.fused.measuring import Rows
    from training.fused.steps import Beside
    from training.job import Job

    Floats = NDArray[np.float64]

JUDGED = "answers to the fifth of the sources that the reader was not shown"
LEAST = 0.66
"""Mean balanced accuracy over corpora left out that the shipped threshold is to have."""


class Line(NamedTuple):
    """How a corpus is ranked and flagged.

    Attributes:
        name: Of the corpus.
        n: Answers that could be checked.
        values: By what ranks them: AUROC, or of pairs the share in the right order; and the
            balanced accuracy of the flags.
    """

    name: str
    n: int
    values: dict[str, float]


def write_fused(job: Job, how: Beside) -> list[Path]:
    """Measure, weigh, decide, and write ``fused/detector.json``."""
    before = _head_of(job.output / "fused")
    words = load(job.output / "lexical")
    assert isinstance(words, Lexical)
    assert words.head is not None
    blank = Fused(rarity=words.rarity, head=words.head)
    material = gathered(job, how, blank)
    if how.weights == "fitted":
        found, command = decide(words.head, material, how.threshold), COMMAND
    elif before is not None:
        found = decide_anew(words.head, material, how.threshold, before)
        command = f"{COMMAND} --set beside.weights=kept"
    else:
        raise ModelError(f"there are no weights to keep in {job.output / 'fused'}")
    known = Weights(before.shift, before.elsewhere) if before and before.shift else None
    lines = [*_lines(material, found.head, known)]
    show(found.head, lines)
    made = replace(blank, head=found.head)
    told = record("fused", material.examples, trained(found, material))
    marks = marked(found, material)
    print(f"    marks {marks}", flush=True)
    about = {"data": DATA, "judged": JUDGED, "command": command, "weighed_on": [*material.known]}
    elsewhere = {"elsewhere": figures(lines, found.head.answer_decision.policy), "marks": marks}
    path = write(made, job.output / "fused", told | about | elsewhere)
    name_in_card(path.parent / "MODEL_CARD.md", path.read_bytes())
    return [path]


def ranked(name: str, known: Known, odds: Floats) -> float:
    """Return the AUROC of log-odds; of pairs, the share in the right order, ties counting half."""
    rows = known.rows
    if name not in PAIRS:
        return float(metrics.auroc(rows.labels, odds) or np.nan)
    at = {place: n for n, place in enumerate(rows.places.tolist())}
    pairs = [(at[n], at[n + 1]) for n in at if n % 2 == 0 and n + 1 in at]
    right, wrong = odds[np.array(pairs, np.intp).reshape(-1, 2).T]
    return float(np.mean(np.sign(wrong - right) / 2 + 0.5))


def show(head: TwoLevelHead, lines: Sequence[Line]) -> None:
    """Print the weights, and how each corpus is ranked and flagged."""
    assert head.shift is not None
    _show_sum(head.shift)
    if head.elsewhere is not None:
        other = head.elsewhere
        print(f"    elsewhere, from distance {other.near} to {other.far}, moved {other.offsets}")
        _show_sum(other.shift)
    print(f"    {'':22}      n  {' '.join(f'{column:>8}' for column in lines[0][2])}")
    groups = {
        "mean, left out": LEFT_OUT, "mean, pairs": PAIRS, "mean, judged only": JUDGED_ONLY,
    }  # fmt: skip
    for name, n, values in lines:
        print(f"    {name:22} {n:6} {_shown(values)}")
    for label, names in groups.items():
        own = [values for name, _, values in lines if name in names]
        if own:
            means = {column: float(np.mean([v[column] for v in own])) for column in own[0]}
            print(f"    {label:22} {len(own):6} {_shown(means)}", flush=True)


def _show_sum(shift: Shift) -> None:
    together = dict(zip(shift.pooled, shift.pooled_weights, strict=True))
    print(f"    trees {shift.heads} of claims, {shift.of_heads} of answers")
    print(f"    worst claim {shift.worst}, all claims together {together}")
    print(f"    {dict(zip(shift.names, shift.weights, strict=True))}")


def _lines(material: Material, head: TwoLevelHead, before: Weights | None) -> Iterator[Line]:
    assert head.shift is not None
    now, decision = Weights(head.shift, head.elsewhere), head.answer_decision
    for name, known in material.known.items():
        left = now
        if name in CHOSEN_BY:
            without = {n: k for n, k in material.known.items() if n != name}
            left = weighed(without, material.form)
        by = {
            "trees": known.answer_trees,
            "reader": _worst(known, reader.NAMES[0]),
            "before": _by_before(known, before),
            "left out": known.log_odds(left)[1],
            "now": known.log_odds(now)[1],
        }
        values = {column: ranked(name, known, odds) for column, odds in by.items()}
        values["balanced"] = balanced(known, known.log_odds(now)[1], decision)
        yield Line(name, len(known.rows.labels), values)


def figures(lines: Sequence[Line], policy: str) -> dict[str, Any]:
    """Return what the detector's file records of each corpus, and of the corpora left out."""
    found = {name: values for name, _, values in lines}
    kept = {
        name: {column: round(values[column], 4) for column in ("left out", "now", "balanced")}
        for name, values in found.items()
    }
    left = [found[name]["balanced"] for name in LEFT_OUT if name in found]
    mean = round(float(np.mean(left)), 4) if left else None
    if mean is not None and mean < LEAST:
        print(f"    balanced accuracy over corpora left out {mean} < {LEAST}: "
              "--set beside.threshold=everywhere chooses by them too", flush=True)  # fmt: skip
    return {"corpora": kept, "balanced_accuracy_left_out": mean, "policy": policy}


def _worst(known: Known, name: str) -> Floats:
    column = known.rows.beside[:, BESIDE_NAMES.index(name)]
    starts = np.flatnonzero(np.diff(known.rows.owner, prepend=-1))
    return np.asarray(np.maximum.reduceat(column, starts))


def _by_before(known: Known, before: Weights | None) -> Floats:
    """Return what the sums of before say, on the trees of now; nothing where there are none."""
    every = [] if before is None else [before.shift]
    if before is not None and before.elsewhere is not None:
        every.append(before.elsewhere.shift)
    if before is None or any(not {*s.names, *s.pooled} <= {*BESIDE_NAMES} for s in every):
        return np.zeros(len(known.rows.labels))
    return known.log_odds(before)[1]


def _head_of(folder: Path) -> TwoLevelHead | None:
    """Return the head of the detector that is there, if one is that can be read."""
    try:
        there = load(folder)
    except GroundgraphError:
        return None
    head = there.head if isinstance(there, Fused) else None
    return head if head and head.shift else None


def trained(found: Decided, material: Material) -> Trained:
    """Return what is said of RAGTruth's answers, as a fit would."""
    known, head = material.unseen, found.head
    return Trained(
        head,
        np.ones(len(known.rows.labels), bool),
        head.answer_decision.scores_of_log_odds(found.answers),
        head.claim_decision.scores_of_log_odds(found.claims),
        known.rows.claim_labels > 0,
        known.rows.owner,
        known.claim_trees,
        known.answer_trees,
    )


def marked(found: Decided, material: Material) -> dict[str, Any]:
    """Return precision, recall and F1 of the marked characters of RAGTruth's answers."""
    rows = material.unseen.rows
    gold = spans_of(rows)
    marks = marks_of(rows, flagged(found, rows))
    sources = [str(each.metadata["source_id"]) for each in material.examples]
    return marks_figures(span_counts(gold, marks), sources)


def flagged(found: Decided, rows: Rows) -> NDArray[np.bool_]:
    """Return which claims are flagged, as verdicts flag them."""
    head = found.head
    scores = head.claim_decision.scores_of_log_odds(found.claims)
    answers = head.answer_decision.scores_of_log_odds(found.answers)
    flags = head.claim_decision.flags(scores)
    return agreeing(flags, scores, rows.owner, head.answer_decision.flags(answers))


def spans_of(rows: Rows) -> list[list[tuple[int, int]]]:
    """Return the gold spans of each answer."""
    gold: list[list[tuple[int, int]]] = [[] for _ in rows.labels]
    for answer, (start, end) in zip(rows.gold_of.tolist(), rows.gold.tolist(), strict=True):
        gold[answer].append((start, end))
    return gold


def marks_of(
    rows: Rows, flags: NDArray[np.bool_], at: tuple[float, float] | None = None
) -> list[list[tuple[int, int]]]:
    """Return what is marked of each answer.

    Args:
        rows: The answers.
        flags: Which claims are flagged.
        at: Log-odds from which a word begins a mark, and its neighbours join it; where not given,
            those of `groundgraph.methods.fused.marking`.
    """
    marker = Marker(rows.words, rows.word_of, rows.odds, *(at or ()))
    marks: list[list[tuple[int, int]]] = [[] for _ in rows.labels]
    for claim in np.flatnonzero(flags).tolist():
        own = marks[int(rows.owner[claim])]
        own += [(mark.span.start, mark.span.end) for mark in marker.of_claim(claim)]
    return marks


def marks_figures(counts: NDArray[np.int64], groups: Sequence[str]) -> dict[str, Any]:
    """Return precision, recall and F1 with their intervals by source."""
    both, marked, gold = counts.T
    parts = np.column_stack([both, both, 2 * both])
    wholes = np.column_stack([marked, gold, marked + gold])
    found = ratio_intervals(parts, wholes, groups=groups)
    names: Iterable[str] = ("precision", "recall", "f1")
    return {name: [*each] for name, each in zip(names, found, strict=True)}


def _shown(values: Mapping[str, float]) -> str:
    return " ".join(f"{value:8.3f}" for value in values.values())
