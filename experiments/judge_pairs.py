"""What `fused` and its judges by rule see of minimal pairs that were written before the rules.

    python -m experiments.judge_pairs [--split dev|test] [--set statements|quantities]

A right and a wrong answer to the same passages (``judge_pairs.jsonl``). The set `statements` holds
140 pairs over ten phenomena, `quantities` 134 over amounts, tables, orders and durations. Each set
was written by one person who had not read the rules of its judges; the halves were drawn by coin,
those of one passage together where it has several pairs. Rules were mended by the dev half. Prints,
by phenomenon: how often the wrong answer has the higher score (a tie counts 1/2), by `fused` and by
the judges alone (the mean of theirs), and how many of either are flagged, and contradicted by a
judge. A minute.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from experiments import arguments
from groundgraph import Example, Passage, load
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.scope import judge_scope
from groundgraph.text.statements import judge_statements

if TYPE_CHECKING:
    from collections.abc import Sequence

PAIRS = Path(__file__).with_name("judge_pairs.jsonl")
JUDGES = {"statements": (judge_statements, judge_scope), "quantities": (judge_quantities,)}
"""Of each set, the judges whose matter it is."""


class Seen(NamedTuple):
    """One answer: by `fused` its score and flag, by the judges their mean score and a denial."""

    score: float
    flagged: bool
    judged: float
    contradicted: bool


def examples(split: str, of: str = "statements") -> list[tuple[str, Example, Example]]:
    """Return the phenomenon, the right and the wrong answer of each pair of a half of a set."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    return [
        (row["phenomenon"], _example(row, "right"), _example(row, "wrong"))
        for row in rows
        if (row["split"], row["set"]) == (split, of)
    ]


def _example(row: dict[str, Any], side: str) -> Example:
    passages = tuple(Passage(text, str(n)) for n, text in enumerate(row["passages"], 1))
    return Example(str(row[side]), passages, question=str(row["question"]))


def seen(answers: Sequence[Example], of: str) -> list[Seen]:
    """Judge some answers."""
    verdicts = load("fused").detect(answers)
    return [
        Seen(verdict.hallucination_score or 0.0, verdict.label == "hallucinated", *judged(each, of))
        for each, verdict in zip(answers, verdicts, strict=True)
    ]


def judged(example: Example, of: str) -> tuple[float, bool]:
    """Return the mean score of a set's judges, and whether one contradicts the answer."""
    question = example.question if isinstance(example.question, str) else ""
    found = [
        one for judge in JUDGES[of] for one in judge(question, example.passages, [example.answer])
    ]
    return fmean(one.score for one in found), any(one.outcome == "contradicted" for one in found)


def wins(right: float, wrong: float) -> float:
    """Return 1 when the wrong answer has the higher score, 1/2 when they are equal."""
    return (wrong > right) + (wrong == right) / 2


def main() -> None:
    parser = arguments.parser(__doc__, data=False)
    parser.add_argument("--split", choices=("dev", "test"), default="dev")
    parser.add_argument("--set", choices=tuple(JUDGES), default="statements")
    options = parser.parse_args()
    rows = examples(options.split, options.set)
    right = seen([row[1] for row in rows], options.set)
    wrong = seen([row[2] for row in rows], options.set)
    table: defaultdict[str, list[tuple[Seen, Seen]]] = defaultdict(list)
    for (phenomenon, *_), one, other in zip(rows, right, wrong, strict=True):
        table[phenomenon].append((one, other))
        table["all"].append((one, other))
    print("| | pairs | pairwise | by the judges alone | flagged: right, wrong | contradicted |")
    print("|---|---|---|---|---|---|")
    for phenomenon, pairs in table.items():
        won = fmean(wins(a.score, b.score) for a, b in pairs)
        alone = fmean(wins(a.judged, b.judged) for a, b in pairs)
        flagged = [sum(pair[side].flagged for pair in pairs) for side in (0, 1)]
        denied = [sum(pair[side].contradicted for pair in pairs) for side in (0, 1)]
        print(
            f"| {phenomenon} | {len(pairs)} | {won:.3f} | {alone:.3f} | {flagged[0]}, {flagged[1]} "
            f"| {denied[0]}, {denied[1]} |"
        )


if __name__ == "__main__":
    main()
