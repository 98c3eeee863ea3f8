"""How well statements are read off sentences: against 300 annotated here, then against others'.

    python -m experiments.evaluate_extractor [--split dev|test] [--misses] [--others --data DATA]

The 300 sentences (`extractor_sentences.jsonl`) are of twelve domains and of answers of assistants;
`annotated_sentences` says how they were annotated, `statement_matching` when a triple tells a
statement. Measured are `kea`'s embedded extractor, the events that the rules of `fused` compare,
written as triples, and a baseline: first noun phrase, first verb, rest of the sentence. Precision
is the share of the triples that tell a statement or one of its qualifiers, recall the share of
those that are told, each once. Intervals are 95% of 2,000 draws of rows.

With --others: the triples that language models and people wrote for other corpora. Two triples
match by the F1 of their content-word stems (unordered, so a passive may be turned). Each reference
triple is paired with one extracted triple at most, greedily, best first. Precision is the mean
score over extracted triples, recall over reference ones; coverage is the share of the text's
content words that stand in some triple. KEA's reference labels were clustered over both texts, so
even a perfect extractor stays below 1 there.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np

from experiments import arguments
from experiments.annotated_sentences import Row, load_rows
from experiments.statement_matching import Count, Rule, matched
from experiments.statement_readers import READERS
from groundgraph.parts.extractors.patterns import PatternExtractor
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Triple

    Floats = NDArray[np.float64]

Bag = frozenset[str]

_DRAWS = 2000


class Reference(NamedTuple):
    """A text and the triples that someone else read off it."""

    text: str
    triples: list[Sequence[str]]


def main() -> None:
    parser = arguments.parser(__doc__, data=False)
    folder = os.environ.get("GROUNDGRAPH_DATA")
    parser.add_argument("--split", choices=("dev", "test"), default="", help="default: both halves")
    parser.add_argument("--reader", choices=tuple(READERS), default="kea", help="whose tables")
    parser.add_argument("--misses", action="store_true", help="name what the reader missed")
    parser.add_argument("--others", action="store_true", help="the sets of others too")
    parser.add_argument("--data", type=Path, default=folder, help="folder of the corpora")
    parser.add_argument("--limit", type=int, default=400, help="texts of each set of others")
    options = parser.parse_args()
    if options.others and options.data is None:
        parser.error("--others needs --data, the folder of the corpora, or $GROUNDGRAPH_DATA")
    rows = load_rows(options.split)
    read = {name: reader([row.text for row in rows]) for name, reader in READERS.items()}
    print_readers(rows, read)
    print_groups(rows, read[options.reader], options.reader)
    if options.misses:
        print_misses(rows, read[options.reader])
    if options.others:
        print_others(options.data, options.limit)


def print_readers(rows: Sequence[Row], read: dict[str, list[list[Triple]]]) -> None:
    bare = sum(not each.triple.object for row in rows for each in row.stated)
    print(f"{len(rows)} rows; {bare} statements have no object and are counted nowhere\n")
    print("| reader | rule | precision | recall | F1 | statements | qualifiers | modal kept |")
    print("|---|---|---|---|---|---|---|---|")
    for name, triples in read.items():
        for rule in get_args(Rule):
            table = counts(rows, triples, rule)
            total = Count(*table.sum(axis=0).astype(int).tolist())
            scores = " | ".join(_with_interval(table))
            parts = [(total.statements_told, total.statements)]
            parts += [(total.qualifiers_told, total.qualifiers)]
            parts += [(total.modal_kept, total.possible_told)]
            shares = " | ".join(f"{told} of {every}" for told, every in parts)
            print(f"| {name} | {rule} | {scores} | {shares} |")


def counts(rows: Sequence[Row], triples: Sequence[Sequence[Triple]], rule: Rule) -> Floats:
    """Return what became of each row, float64 (rows, fields of `Count`)."""
    found = [matched(row, each, rule).count for row, each in zip(rows, triples, strict=True)]
    return np.array(found, dtype=np.float64)


def scores_of(table: Floats) -> Floats:
    """Return precision, recall and F1 of sums, float64 (..., 3), of counts (..., fields)."""
    right, found, wanted = np.moveaxis(table[..., :3], -1, 0)
    precision = right / np.maximum(found, 1)
    recall = right / np.maximum(wanted, 1)
    f1 = 2 * right / np.maximum(found + wanted, 1)
    return np.stack([precision, recall, f1], axis=-1)


def _with_interval(table: Floats) -> list[str]:
    drawn = np.random.default_rng(0).integers(len(table), size=(_DRAWS, len(table)))
    draws = scores_of(table[drawn].sum(axis=1))
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    means = scores_of(table.sum(axis=0))
    return [f"{m:.3f} [{a:.3f}, {b:.3f}]" for m, a, b in zip(means, low, high, strict=True)]


def print_groups(rows: Sequence[Row], triples: Sequence[Sequence[Triple]], name: str) -> None:
    """Print the main rule's figures by domain and by construction."""
    table = counts(rows, triples, "main")
    for heading, keys in (
        ("domain", [(row.domain,) for row in rows]),
        ("construction", [row.constructions for row in rows]),
    ):
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for at, each in enumerate(keys):
            for key in each:
                groups[key].append(at)
        print(f"\n| {heading}, {name} | rows | told | made up | precision | recall | F1 |")
        print("|---|---|---|---|---|---|---|")
        for key, numbers in sorted(groups.items()):
            right, found, wanted = table[numbers, :3].sum(axis=0).astype(int)
            sums = scores_of(table[numbers].sum(axis=0))
            shares = " | ".join(f"{share:.3f}" if wanted else "" for share in sums)
            told = f"{right} of {wanted} | {found - right}"
            print(f"| {key} | {len(numbers)} | {told} | {shares} |")


def print_misses(rows: Sequence[Row], triples: Sequence[Sequence[Triple]]) -> None:
    for row, each in zip(rows, triples, strict=True):
        found = matched(row, each)
        if not found.missed and not found.wrong:
            continue
        print(f"\n{row.domain}: {row.text}")
        for kind, stated in found.missed:
            told = " | ".join(stated.triple)
            print(f"  missed {kind}: {told} {dict(stated.qualifiers) or ''}")
        for triple in found.wrong:
            print(f"  made up: {' | '.join(triple)}")


def print_others(data: Path, limit: int) -> None:
    sets = {"summeval": summeval, "wikibio": wikibio, "refchecker": refchecker}
    print(f"\n{'set':12}", *(f"{name:>6}" for name in "texts ours theirs P R F1 cover".split()))
    for name, rows in sets.items():
        print(f"{name:12} {score_others(list(rows(data))[:limit])}")


def score_others(rows: list[Reference]) -> str:
    found = PatternExtractor().extract([row.text for row in rows])
    ours = [[bag(statement.triple) for statement in statements] for statements in found]
    theirs = [[bag(triple) for triple in row.triples] for row in rows]
    scores = sum(paired(a, b) for a, b in zip(ours, theirs, strict=True))
    n_ours, n_theirs = (sum(map(len, side)) for side in (ours, theirs))
    precision, recall = scores / max(n_ours, 1), scores / max(n_theirs, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    cover = float(np.mean([coverage(row.text, bags) for row, bags in zip(rows, ours, strict=True)]))
    numbers = " ".join(f"{value:6.3f}" for value in (precision, recall, f1, cover))
    return f"{len(rows):6} {n_ours:6} {n_theirs:6} {numbers}"


def bag(triple: Sequence[str]) -> Bag:
    return frozenset(word.stem for part in triple for word in words(part) if word.content)


def paired(ours: list[Bag], theirs: list[Bag]) -> float:
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


def summeval(data: Path) -> Iterator[Reference]:
    kept = {(r["doc_id"], r["system"]): r for r in read(data / "summeval" / "summaries.jsonl.gz")}
    for row in read(data / "kea" / "summeval.jsonl.gz"):
        key = (row["aligned_doc_id"], row["aligned_system"])
        if row["aligned"] and key in kept:
            yield Reference(kept[key]["summary"], row["claim_triples"])


def wikibio(data: Path) -> Iterator[Reference]:
    """Yield whole passages, as pronouns need them, with the triples of their sentences."""
    triples: dict[int, list[Sequence[str]]] = {}
    for row in read(data / "kea" / "wikibio.jsonl.gz"):
        if row["matched_dataset_idx"] is not None:
            triples.setdefault(row["matched_dataset_idx"], []).extend(row["claim_triples"])
    passages = list(read(data / "wikibio_gpt3" / "passages.jsonl.gz"))
    for index, facts in triples.items():
        yield Reference(passages[index]["gpt3_text"], facts)


def refchecker(data: Path) -> Iterator[Reference]:
    for row in read(data / "nli" / "refchecker_human_triplets.jsonl.gz"):
        if row["triplets"]:
            yield Reference(row["response"], [entry["triplet"] for entry in row["triplets"]])


def read(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
