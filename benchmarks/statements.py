"""What the judge of statements tells apart by itself, by phenomenon.

    python benchmarks/statements.py --split dev
    python benchmarks/statements.py --split test --pairs tests/text/statements/pairs.jsonl

Prints, for the pairs of bench `meaning` or those of a file, how often the wrong answer scores
higher than its right twin (a tie counts 1/2), and how many of either are contradicted.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.text.asked.conversations import asked
from groundgraph.text.statements import judge_statements


class Row(NamedTuple):
    """A right answer and a wrong one to the same passages."""

    phenomenon: str
    question: str
    passages: tuple[str, ...]
    right: str
    wrong: str


class Result(NamedTuple):
    """What came out of one pair."""

    won: float
    right_contradicted: bool
    wrong_contradicted: bool


def of_probes(split: str) -> list[Row]:
    return [
        Row(
            pair.phenomenon,
            asked(pair.right.question),
            tuple(passage.text for passage in pair.right.passages),
            pair.right.answer,
            pair.wrong.answer,
        )
        for pair in load_pairs()
        if pair.split == split
    ]


def of_file(path: Path, split: str) -> list[Row]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    wanted = {"dev": "looked", "test": "held"}[split]
    return [
        Row(row["phenomenon"], "", (row["passage"],), row["right"], row["wrong"])
        for row in rows
        if row["split"] == wanted
    ]


def result(row: Row) -> Result:
    right, wrong = (
        judge_statements(row.question, row.passages, [answer])[0]
        for answer in (row.right, row.wrong)
    )
    won = (wrong.score > right.score) + (wrong.score == right.score) / 2
    return Result(won, right.outcome == "contradicted", wrong.outcome == "contradicted")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--split", choices=("dev", "test"), default="dev")
    parser.add_argument("--pairs", type=Path, help="a file of own pairs; else bench meaning's")
    options = parser.parse_args()
    rows = of_file(options.pairs, options.split) if options.pairs else of_probes(options.split)
    found: defaultdict[str, list[Result]] = defaultdict(list)
    for row in rows:
        found[row.phenomenon].append(result(row))
    print("| | pairs | pairwise accuracy | right contradicted | wrong contradicted |")
    print("|---|---|---|---|---|")
    for phenomenon, results in found.items():
        won, right, wrong = (sum(column) for column in zip(*results, strict=True))
        n = len(results)
        print(f"| {phenomenon} | {n} | {won / n:.3f} | {right} of {n} | {wrong} of {n} |")


if __name__ == "__main__":
    main()
