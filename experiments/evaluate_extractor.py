"""Compare the embedded triple extractor with triples that language models and people wrote.

    python -m experiments.evaluate_extractor --data DATA [--limit N]

Two triples match by the F1 of their content-word stems (unordered, so a passive may be turned).
Each reference triple is paired with one extracted triple at most, greedily, best first. Precision
is the mean score over extracted triples, recall over reference ones; coverage is the share of the
text's content words that stand in some triple. KEA's reference labels were clustered over both
texts, so even a perfect extractor stays below 1 there.
"""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from experiments import arguments
from groundgraph.parts.extractors.patterns import PatternExtractor
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

Bag = frozenset[str]


class Row(NamedTuple):
    """A text and the triples that someone else read off it."""

    text: str
    triples: list[Sequence[str]]


def main() -> None:
    parser = arguments.parser(__doc__)
    parser.add_argument("--limit", type=int, default=400, help="texts of each set")
    options = parser.parse_args()
    sets = {"summeval": summeval, "wikibio": wikibio, "refchecker": refchecker}
    print(f"{'set':12}", *(f"{name:>6}" for name in "texts ours theirs P R F1 cover".split()))
    for name, rows in sets.items():
        print(f"{name:12} {evaluate(list(rows(options.data))[: options.limit])}")


def evaluate(rows: list[Row]) -> str:
    found = PatternExtractor().extract([row.text for row in rows])
    ours = [[bag(statement.triple) for statement in statements] for statements in found]
    theirs = [[bag(triple) for triple in row.triples] for row in rows]
    scores = sum(matched(a, b) for a, b in zip(ours, theirs, strict=True))
    n_ours, n_theirs = (sum(map(len, side)) for side in (ours, theirs))
    precision, recall = scores / max(n_ours, 1), scores / max(n_theirs, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    cover = float(np.mean([coverage(row.text, bags) for row, bags in zip(rows, ours, strict=True)]))
    numbers = " ".join(f"{value:6.3f}" for value in (precision, recall, f1, cover))
    return f"{len(rows):6} {n_ours:6} {n_theirs:6} {numbers}"


def bag(triple: Sequence[str]) -> Bag:
    return frozenset(word.stem for part in triple for word in words(part) if word.content)


def matched(ours: list[Bag], theirs: list[Bag]) -> float:
    """Return the summed score of the greedy one-to-one matching."""
    pairs = [(overlap(a, b), i, j) for i, a in enumerate(ours) for j, b in enumerate(theirs)]
    used_ours: set[int] = set()
    used_theirs: set[int] = set()
    total = 0.0
    for score, i, j in sorted(pairs, reverse=True):
        if score > 0 and i not in used_ours and j not in used_theirs:
            used_ours.add(i)
            used_theirs.add(j)
            total += score
    return total


def overlap(a: Bag, b: Bag) -> float:
    return 2 * len(a & b) / max(len(a) + len(b), 1)


def coverage(text: str, bags: list[Bag]) -> float:
    said = {word.stem for word in words(text) if word.content}
    return len(said & frozenset().union(*bags)) / max(len(said), 1)


def summeval(data: Path) -> Iterator[Row]:
    kept = {(r["doc_id"], r["system"]): r for r in read(data / "summeval" / "summaries.jsonl.gz")}
    for row in read(data / "kea" / "summeval.jsonl.gz"):
        key = (row["aligned_doc_id"], row["aligned_system"])
        if row["aligned"] and key in kept:
            yield Row(kept[key]["summary"], row["claim_triples"])


def wikibio(data: Path) -> Iterator[Row]:
    """Yield whole passages, as pronouns need them, with the triples of their sentences."""
    triples: dict[int, list[Sequence[str]]] = {}
    for row in read(data / "kea" / "wikibio.jsonl.gz"):
        if row["matched_dataset_idx"] is not None:
            triples.setdefault(row["matched_dataset_idx"], []).extend(row["claim_triples"])
    passages = list(read(data / "wikibio_gpt3" / "passages.jsonl.gz"))
    for index, facts in triples.items():
        yield Row(passages[index]["gpt3_text"], facts)


def refchecker(data: Path) -> Iterator[Row]:
    for row in read(data / "nli" / "refchecker_human_triplets.jsonl.gz"):
        if row["triplets"]:
            yield Row(row["response"], [entry["triplet"] for entry in row["triplets"]])


def read(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
