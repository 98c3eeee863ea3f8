"""What `fused` and its judges by rule see of minimal pairs that were written before the rules.

    python -m experiments.judge_pairs [--split dev|test]

A right and a wrong answer to the same passages (``judge_pairs.jsonl``), over ten phenomena, written
by one person who had not read the rules or the probes of bench `meaning`. Rules were mended by the
dev half. Prints, by phenomenon: how often the wrong answer has the higher score (a tie counts 1/2),
and how many of either are flagged, and contradicted by a judge. A minute.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from experiments import arguments
from groundgraph import Example, Passage, load
from groundgraph.text.scope import judge_scope
from groundgraph.text.statements import judge_statements

if TYPE_CHECKING:
    from collections.abc import Sequence

PAIRS = Path(__file__).with_name("judge_pairs.jsonl")


class Seen(NamedTuple):
    """One answer: its score, whether it is flagged, whether a judge contradicts it."""

    score: float
    flagged: bool
    contradicted: bool


def examples(split: str) -> list[tuple[str, Example, Example]]:
    """Return the phenomenon, the right and the wrong answer of each pair of a half."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    return [
        (row["phenomenon"], _example(row, "right"), _example(row, "wrong"))
        for row in rows
        if row["split"] == split
    ]


def _example(row: dict[str, Any], side: str) -> Example:
    passages = tuple(Passage(text, str(n)) for n, text in enumerate(row["passages"], 1))
    return Example(str(row[side]), passages, question=str(row["question"]))


def seen(answers: Sequence[Example]) -> list[Seen]:
    """Judge some answers."""
    verdicts = load("fused").detect(answers)
    return [
        Seen(verdict.hallucination_score or 0.0, verdict.label == "hallucinated", _is_denied(each))
        for each, verdict in zip(answers, verdicts, strict=True)
    ]


def _is_denied(example: Example) -> bool:
    question = example.question if isinstance(example.question, str) else ""
    return any(
        found.outcome == "contradicted"
        for judge in (judge_statements, judge_scope)
        for found in judge(question, example.passages, [example.answer])
    )


def main() -> None:
    parser = arguments.parser(__doc__, data=False)
    parser.add_argument("--split", choices=("dev", "test"), default="dev")
    rows = examples(parser.parse_args().split)
    right, wrong = seen([row[1] for row in rows]), seen([row[2] for row in rows])
    table: defaultdict[str, list[tuple[Seen, Seen]]] = defaultdict(list)
    for (phenomenon, *_), one, other in zip(rows, right, wrong, strict=True):
        table[phenomenon].append((one, other))
        table["all"].append((one, other))
    print("| | pairs | pairwise | flagged: right, wrong | contradicted: right, wrong |")
    print("|---|---|---|---|---|")
    for phenomenon, pairs in table.items():
        won = sum((b.score > a.score) + (b.score == a.score) / 2 for a, b in pairs) / len(pairs)
        flagged = [sum(pair[side].flagged for pair in pairs) for side in (0, 1)]
        denied = [sum(pair[side].contradicted for pair in pairs) for side in (0, 1)]
        print(
            f"| {phenomenon} | {len(pairs)} | {won:.3f} | {flagged[0]}, {flagged[1]} "
            f"| {denied[0]}, {denied[1]} |"
        )


if __name__ == "__main__":
    main()
