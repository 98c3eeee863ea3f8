"""Checks answers to damaged evidence, and says which ended in an error.

::

    python scripts/fuzz_evidence.py --cases 10000

The evidence is that of ``experiments/judge_pairs.jsonl`` (data, tables, graphs, logs, prose), cut
off, cut out of, and run together with pieces of other forms. Every answer must get a verdict in
some seconds, and each place that the verdict names must lie in its text. Ends with 1 when anything
else happens; the seed brings it back.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph import Example, Passage, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph import Verdict

PAIRS = Path(__file__).parents[1] / "experiments" / "judge_pairs.jsonl"
SETS = frozenset({"machine", "quantities", "met"})
PIECES = (
    *("\n# a note", "\n// note", "\n---\n", "\n```\n", "\n\n\n", "\n| a | b |\n|---|---|"),
    *("\nkey: value", "\n@prefix x: <urn:x> .", "\n1,2,3", "\n(a)-[:X]->(b)", "<td>", "</table>"),
    *("}", "]", "{", "[", '"', "'", "(", ")", "<", ">", "''", '"""', ",", ", ,", ";", ":", "::"),
    *("|", "||", "#", "\\", "\\u12", "\x00", "\u200b", "&#x110000;", "\ud7ff", "²", "½", "−", "e9"),
    *("between2", "still", "yet", "if", "than", "that", "1/0", "0", "-0", "9" * 40, "31 February"),
)
LONGEST_S = 20.0


def cases(seed: int, count: int) -> Iterator[Example]:
    """Yield damaged examples, the same for the same seed."""
    lines = PAIRS.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["set"] in SETS and row["split"] == "dev"]
    texts = [text for row in rows for text in row["passages"]]
    chance = random.Random(seed)
    for _ in range(count):
        row = chance.choice(rows)
        question, answer = str(row["question"]), str(row[chance.choice(("right", "wrong"))])
        passages = [damaged(text, chance, texts) for text in row["passages"]]
        if chance.random() < 0.25:
            question = damaged(question, chance, [answer])
        if chance.random() < 0.25:
            answer = damaged(answer, chance, [question, *texts[:50]])
        given = tuple(Passage(text, str(n)) for n, text in enumerate(passages, 1))
        yield Example(answer, given, question=question)


def damaged(text: str, chance: random.Random, others: list[str]) -> str:
    """Return a text with one to three pieces cut out, put in, or cut off."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(text))
        stop = min(len(text), start + chance.randint(1, 30))
        text = chance.choice(
            (
                text[:start],
                text[:start] + text[stop:],
                text[:start] + chance.choice(PIECES) + text[start:],
                text + chance.choice(PIECES),
                chance.choice(PIECES) + text,
                f"{text}\n{chance.choice(others)}",
            )
        )
    return text


def misplaced(verdict: Verdict, example: Example) -> str:
    """Return what a verdict names that does not stand where it says, "" where all does."""
    texts = {passage.id: passage.text for passage in example.passages}
    for finding in verdict.findings:
        if finding.claim.span.of(example.answer) != finding.claim.text:
            return f"the claim {finding.claim.text!r}"
        for each in finding.evidence:
            if each.span and not each.span.of(texts[each.passage_id]).strip():
                return f"the evidence {each.text!r}"
    return ""


def run(seed: int, count: int) -> tuple[Counter[str], list[str]]:
    """Check so many; return the verdicts by label, and what should not have happened."""
    detector = load("fused")
    labels: Counter[str] = Counter()
    surprises: list[str] = []
    for number, example in enumerate(cases(seed, count)):
        began = time.perf_counter()
        try:
            (verdict,) = detector.detect([example])
        except Exception:  # noqa: BLE001 - whatever it is, it is what is sought
            surprises.append(f"seed {seed}, case {number}: {example}\n{traceback.format_exc(-1)}")
            continue
        labels[verdict.label] += 1
        if wrong := misplaced(verdict, example):
            surprises.append(f"seed {seed}, case {number}: {wrong} is not in its place: {example}")
        if (took := time.perf_counter() - began) > LONGEST_S:
            surprises.append(f"seed {seed}, case {number}: {took:.0f} s: {example}")
    return labels, surprises


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    labels, surprises = run(arguments.seed, arguments.cases)
    for surprise in surprises:
        print(surprise)
    for label, count in sorted(labels.items()):
        print(f"{label:15} {count:7,}")
    print(f"{arguments.cases:,} cases: {len(surprises)} surprises")
    return int(bool(surprises))


if __name__ == "__main__":
    sys.exit(main())
