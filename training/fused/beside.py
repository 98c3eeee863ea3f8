"""Puts the reader beside the trees of `lexical`, and decides: the shipped `fused`.

What the corpora of `training.fused.corpora` are measured by is kept (`training.fused.measuring`);
the weights are fitted on all of them (`training.fused.weights`), calibration and threshold on
RAGTruth's answers that neither reader nor trees had seen. For each corpus it prints what the trees
say alone, the reader alone, the detector of before, weights that were fitted without that corpus,
and those that are written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import GroundgraphError
from groundgraph.learn.recalibration import decided
from groundgraph.learn.two_level import agreeing
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.measures.spans import span_counts
from groundgraph.methods.fused.blocks import reader
from groundgraph.methods.fused.detector import BESIDE_NAMES, Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.marking import Marker
from groundgraph.methods.fused.sentence_level import Trained
from groundgraph.specs import load
from training.fused.corpora import (
    CHOSEN_BY,
    JUDGED_ONLY,
    LEFT_OUT,
    PAIRS,
    RAGTRUTH,
    corpora,
    unseen,
)
from training.fused.measuring import measured
from training.fused.shift import name_in_card
from training.fused.steps import COMMAND
from training.fused.trees import DATA, KEPT, SHIPPED, record, write
from training.fused.weights import Known, fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.learn.decision import Decision
    from groundgraph.learn.shift import Shift
    from groundgraph.learn.two_level import TwoLevelHead
    from groundgraph.types import Example
    from training.fused.corpora import Corpus
    from training.fused.measuring import Rows
    from training.fused.steps import Beside
    from training.job import Job

    Floats = NDArray[np.float64]

EVERYWHERE = "balanced accuracy, half of RAGTruth and half of the corpora left out"
"""The policy of a threshold that is not chosen on RAGTruth alone; ``--set`` calls it
"everywhere"."""
JUDGED = "answers to the fifth of the sources that the reader was not shown"
LEAST = 0.66
"""Mean balanced accuracy over corpora left out that the shipped threshold is to have."""


@dataclass(frozen=True)
class Material:
    """What the weights are fitted on.

    Attributes:
        ragtruth: RAGTruth's answers that the reader was not shown.
        known: Of each corpus.
    """

    ragtruth: Corpus
    known: dict[str, Known]

    @property
    def unseen(self) -> Known:
        """What is known of RAGTruth's."""
        return self.known[RAGTRUTH]

    @property
    def examples(self) -> list[Example]:
        """RAGTruth's answers that could be checked."""
        return [self.ragtruth.answers[n] for n in self.unseen.rows.places.tolist()]

    @property
    def left_out(self) -> list[str]:
        """The corpora left out that are at hand."""
        return [name for name in LEFT_OUT if name in self.known]


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


class Decided(NamedTuple):
    """A head, and what it says of RAGTruth's answers that the reader was not shown."""

    head: TwoLevelHead
    claims: Floats
    answers: Floats


def write_fused(job: Job, how: Beside) -> list[Path]:
    """Measure, weigh, decide, and write ``fused/detector.json``."""
    before = _shift_of(job.output / "fused")
    words = load(job.output / "lexical")
    assert isinstance(words, Lexical)
    assert words.head is not None
    blank = Fused(rarity=words.rarity, head=words.head)
    material = gathered(job, how, blank)
    shift = with_usual(weighed(material.known), material.unseen)
    found = decide(replace(words.head, shift=shift), material, how.threshold)
    lines = [*_lines(material, shift, before, found.head.answer_decision)]
    show(shift, lines)
    made = replace(blank, head=found.head)
    told = record("fused", material.examples, trained(found, material))
    marks = marked(found, material)
    print(f"    marks {marks}", flush=True)
    about = {"data": DATA, "judged": JUDGED, "command": COMMAND, "weighed_on": [*material.known]}
    elsewhere = {"elsewhere": figures(lines, found.head.answer_decision.policy), "marks": marks}
    path = write(made, job.output / "fused", told | about | elsewhere)
    name_in_card(path.parent / "MODEL_CARD.md", path.read_bytes())
    return [path]


def gathered(job: Job, how: Beside, detector: Fused, *, others: bool = True) -> Material:
    """Measure RAGTruth's answers, and the other corpora."""
    kept = dict(np.load(job.work / KEPT))
    ragtruth = unseen(job.data, kept["ids"].tolist(), how.sources)
    rows = measured(detector, ragtruth, job.work)
    ids = [ragtruth.answers[n].id for n in rows.places.tolist()]
    found = {RAGTRUTH: Known(rows, *kept_trees(kept, ids, rows))}
    assert detector.head is not None
    trees = replace(detector.head, shift=None)
    for corpus in corpora(job.data, how.rows) if others else ():
        rows = measured(detector, corpus, job.work)
        if 0 < rows.labels.sum() < len(rows.labels):
            found[corpus.name] = Known(rows, *trees.log_odds(rows.table))
    return Material(ragtruth, found)


def kept_trees(
    kept: Mapping[str, NDArray[Any]], ids: Sequence[str], rows: Rows
) -> tuple[Floats, Floats]:
    """Return what trees that had not seen the evidence say of claims and answers.

    Raises:
        ValueError: When they were fitted on answers that were cut otherwise.
    """
    place = {name: number for number, name in enumerate(kept["ids"].tolist())}
    bounds = np.searchsorted(kept["owner"], np.arange(len(place) + 1))
    own = [place[name] for name in ids]
    if np.any(np.diff(bounds)[own] != np.bincount(rows.owner, minlength=len(ids))):
        raise ValueError(f"{KEPT} is of other claims than these answers make; do step trees again")
    claims = [kept["claim_trees"][bounds[n] : bounds[n + 1]] for n in own]
    return np.concatenate(claims), kept["answer_trees"][own]


def weighed(known: Mapping[str, Known]) -> Shift:
    """Return the sum that is fitted on the corpora that weights are chosen by."""
    home = [each for name, each in known.items() if name == RAGTRUTH]
    others = [each for name, each in known.items() if name in CHOSEN_BY and name != RAGTRUTH]
    return fitted(home, others)


def with_usual(shift: Shift, known: Known) -> Shift:
    """Say how far the sum moves claims and answers on the whole, for those that are not read."""
    claims, answers = known.log_odds(shift)
    moved = (
        float((claims - shift.heads * known.claim_trees).mean()),
        float((answers - shift.of_heads * known.answer_trees).mean()),
    )
    return replace(shift, usual=moved)


def decide(head: TwoLevelHead, material: Material, threshold: str) -> Decided:
    """Calibrate on RAGTruth's answers, and choose the threshold there or everywhere."""
    assert head.shift is not None
    known, policy = material.unseen, threshold
    if threshold == "everywhere":
        policy = "balanced_accuracy"
    claims, answers = known.log_odds(head.shift)
    made = decided(
        head,
        replace(SHIPPED, threshold=policy),
        (claims, answers),
        known.rows.labels,
        [str(each.metadata["source_id"]) for each in material.examples],
        claim_labels=known.rows.claim_labels > 0,
        refitted="trees",
    )
    if threshold == "everywhere":
        decision = everywhere(made.answer_decision, head.shift, material)
        made = replace(made, answer_decision=decision)
    return Decided(made, claims, answers)


def everywhere(decision: Decision, shift: Shift, material: Material) -> Decision:
    """Return the decision with the threshold that is best over all corpora together."""
    thresholds = np.linspace(0.02, 0.98, 193)
    of = {
        name: [_balanced(material.known[name], shift, decision, t) for t in thresholds]
        for name in (RAGTRUTH, *material.left_out)
    }
    others = [of[name] for name in material.left_out] or [of[RAGTRUTH]]
    means = (np.array(of[RAGTRUTH]) + np.mean(others, axis=0)) / 2
    best = float(thresholds[int(np.argmax(means))])
    return replace(decision, threshold=round(best, 4), policy=EVERYWHERE)


def _balanced(known: Known, shift: Shift, decision: Decision, threshold: float) -> float:
    scores = decision.scores_of_log_odds(known.log_odds(shift)[1])
    return float(metrics.balanced_accuracy(known.rows.labels, scores >= threshold) or 0.0)


def ranked(name: str, known: Known, odds: Floats) -> float:
    """Return the AUROC of log-odds; of pairs, the share in the right order, ties counting half."""
    rows = known.rows
    if name not in PAIRS:
        return float(metrics.auroc(rows.labels, odds) or np.nan)
    at = {place: n for n, place in enumerate(rows.places.tolist())}
    pairs = [(at[n], at[n + 1]) for n in at if n % 2 == 0 and n + 1 in at]
    right, wrong = odds[np.array(pairs, np.intp).reshape(-1, 2).T]
    return float(np.mean(np.sign(wrong - right) / 2 + 0.5))


def show(shift: Shift, lines: Sequence[Line]) -> None:
    """Print the weights, and how each corpus is ranked and flagged."""
    together = dict(zip(shift.pooled, shift.pooled_weights, strict=True))
    print(f"    trees {shift.heads} of claims, {shift.of_heads} of answers")
    print(f"    worst claim {shift.worst}, all claims together {together}")
    print(f"    {dict(zip(shift.names, shift.weights, strict=True))}")
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


def _lines(
    material: Material, shift: Shift, before: Shift | None, decision: Decision
) -> Iterator[Line]:
    for name, known in material.known.items():
        without = {n: k for n, k in material.known.items() if n != name}
        left = weighed(without) if name in CHOSEN_BY else shift
        by = {
            "trees": known.answer_trees,
            "reader": _worst(known, reader.NAMES[0]),
            "before": _by_before(known, before),
            "left out": known.log_odds(left)[1],
            "now": known.log_odds(shift)[1],
        }
        values = {column: ranked(name, known, odds) for column, odds in by.items()}
        values["balanced"] = _balanced(known, shift, decision, decision.threshold)
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


def _by_before(known: Known, before: Shift | None) -> Floats:
    """Return what the sum of before says, on the trees of now; nothing where there is none."""
    if before is None or not {*before.names, *before.pooled} <= {*BESIDE_NAMES}:
        return np.zeros(len(known.rows.labels))
    return known.log_odds(before)[1]


def _shift_of(folder: Path) -> Shift | None:
    """Return the sum of the detector that is there, if one is that can be read."""
    try:
        there = load(folder)
    except GroundgraphError:
        return None
    head = there.head if isinstance(there, Fused) else None
    return head.shift if head else None


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
