"""Bench ``answers``: answers as chat assistants give them, judged whole and by sentence.

Openings, bullets, tables, citations, free rewording and offers of help, over many domains, with
a label for each sentence. Tables, for the dev and the test half apart: whole answers, all and by
how many sentences claim something; and sentences, each by the findings that lie in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from groundgraph.bench.answers.labelled import WRONG, load_answers
from groundgraph.bench.judged import judge
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import FEW, Results, Rows
from groundgraph.bench.trivial import TRIVIAL
from groundgraph.measures.bootstrap import Interval, ratio_intervals
from groundgraph.specs import load, reference

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.answers.labelled import LabelledAnswer, Sentence
    from groundgraph.bench.judged import Judged
    from groundgraph.bench.options import RunOptions
    from groundgraph.bench.results import Cell
    from groundgraph.types import Verdict

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

_LENGTHS = (("1 or 2 sentences", 1, 2), ("3 or 4", 3, 4), ("5 and more", 5, 10**6))
_ANSWERS_NOTE = (
    "Answers written for this, by how many of their sentences claim something. Hallucinated: a "
    "sentence is contradicted or told nowhere. 'tpr' and 'fpr': shares of wrong and of right "
    "answers flagged, of those that could be checked. Chance is 0.5, and 0 for 'tpr_minus_fpr'."
)
_SENTENCES_NOTE = (
    "Sentences, bullets and table rows of these answers, each by the worst finding that lies in "
    "it. 'wrong_flagged' and 'right_flagged': shares of wrong and of right sentences that a "
    "finding calls contradicted or unsupported; 'others_flagged': of openings, offers and the "
    "like, which claim nothing; 'precision': of what is flagged, how much is wrong. n counts "
    "sentences with a finding; intervals by answer."
)


@dataclass(frozen=True)
class AnswersBench:
    """Measures detectors on labelled answers of assistants.

    Attributes:
        detectors: Which.
        rows: Folder of the answers; ``None`` means those that are shipped.
    """

    needs_data: ClassVar[bool] = False

    detectors: tuple[str, ...] = ("fused", "lexical", "router", "logic")
    rows: Path | None = None

    def run(self, _: Path | None = None, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on the answers, which come with the package; a folder of corpora is not needed.

        Args:
            options: The limit holds for the answers of each half; split "train" is the dev half,
                "test" the test half, "all" both apart.

        Raises:
            InputError: When a row is damaged.
        """
        results = Results(
            "answers",
            "Answers as assistants give them",
            {"detectors": [reference(name) for name in self.detectors]},
            options.keep,
        )
        for half in options.halves:
            answers = load_answers(half, self.rows)[: options.limit]
            examples = [answer.example for answer in answers]
            judged = {name: judge(load(name), examples) for name in self.detectors}
            whole = [
                *(c for name, found in judged.items() for c in answer_cells(name, answers, found)),
                *_trivial(answers),
            ]
            parts = [
                c for name, found in judged.items() for c in sentence_cells(name, answers, found)
            ]
            results.add(f"answers_{half}", whole, _ANSWERS_NOTE)
            results.add(f"sentences_{half}", parts, _SENTENCES_NOTE)
        return results.as_json()


def answer_cells(name: str, answers: Sequence[LabelledAnswer], judged: Judged) -> Iterator[Cell]:
    """Measure whole answers, all and by length."""
    for length, places in _by_length(answers):
        row = f"{name}, {length}"
        own = judged.at(places)
        found = own.checked()
        yield found.rows.measured(row, "auroc", found.scores)
        yield found.rows.measured(row, "balanced_accuracy", found.flagged)
        wrong = found.rows.labels
        yield from _shares(row, ("tpr", "fpr"), found.flagged, (wrong, ~wrong), found.rows)
        yield own.rows.fact(row, "unverifiable", float(own.unverifiable.sum()))


def _trivial(answers: Sequence[LabelledAnswer]) -> Iterator[Cell]:
    for length, places in _by_length(answers):
        own = [answers[place].example for place in places]
        for name, score in TRIVIAL.items():
            scores = np.array([score(example) for example in own])
            yield Rows.of(own).measured(f"{name}, {length}", "auroc", scores)


def _by_length(answers: Sequence[LabelledAnswer]) -> Iterator[tuple[str, list[int]]]:
    """Yield the places of all answers, then of those with so many claiming sentences."""
    yield "all", list(range(len(answers)))
    claiming = [sum(s.told != "none" for s in answer.sentences) for answer in answers]
    for length, least, most in _LENGTHS:
        places = [n for n, count in enumerate(claiming) if least <= count <= most]
        if places:
            yield length, places


class _Seen(NamedTuple):
    """A sentence with a finding: its answer, its worst score, and whether a finding marks it."""

    source: str
    told: str
    score: float
    flagged: bool


def sentence_cells(name: str, answers: Sequence[LabelledAnswer], judged: Judged) -> Iterator[Cell]:
    """Measure sentences, each by the findings that lie in it."""
    seen = [
        found
        for answer, verdict in zip(answers, judged.verdicts, strict=True)
        for sentence in answer.sentences
        if (found := _seen(str(answer.example.id), sentence, verdict)) is not None
    ]
    claiming = [each for each in seen if each.told != "none"]
    rows = Rows.labelled([s.told in WRONG for s in claiming], [s.source for s in claiming])
    yield rows.measured(name, "auroc", np.array([each.score for each in claiming]))
    every = Rows.labelled([each.told in WRONG for each in seen], [each.source for each in seen])
    flagged = np.array([each.flagged for each in seen], bool)
    others = np.array([each.told == "none" for each in seen], bool)
    groups = (every.labels, ~every.labels & ~others, others)
    names = ("wrong_flagged", "right_flagged", "others_flagged")
    yield from _shares(name, names, flagged, groups, every)
    yield every.measured(name, "precision", flagged)
    yield every.measured(name, "f1", flagged)


def _shares(
    row: str, names: Sequence[str], flagged: Bools, groups: Sequence[Bools], rows: Rows
) -> Iterator[Cell]:
    """Yield which share of each group is flagged, and the first less the second of two."""
    whole = np.column_stack(groups).astype(float)
    part = whole * flagged[:, None]
    every = ratio_intervals(part, whole, groups=rows.sources)
    few = whole.sum(axis=0) < FEW
    for name, found, bare in zip(names, every, few, strict=True):
        yield rows.cell(row, name, Interval(found.value, None, None) if bare else found)
    if len(names) == 2:
        minus = part[:, 1:], whole[:, 1:]
        [apart] = ratio_intervals(part[:, :1], whole[:, :1], minus=minus, groups=rows.sources)
        apart = Interval(apart.value, None, None) if few.any() else apart
        yield rows.cell(row, f"{names[0]}_minus_{names[1]}", apart)


def _seen(source: str, sentence: Sentence, verdict: Verdict) -> _Seen | None:
    inside = [
        each
        for each in verdict.findings
        if each.score is not None and each.claim.span.overlaps(sentence.span)
    ]
    if not inside:
        return None
    return _Seen(
        source,
        sentence.told,
        max(each.score or 0.0 for each in inside),
        any(each.outcome in WRONG for each in inside),
    )
