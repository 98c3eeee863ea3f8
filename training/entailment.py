"""Pairs of natural language inference: those that may train, and those that are held out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.nli import load_nli, stratified_holdout

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from groundgraph.datasets.nli import NLIPair

SEED = 0
SHARE_HELD_OUT = 0.1
HYPOTHESIS_SPLITS = {"wice_oracle_chunks": "dev", "wice_nonsupported_tokens": "dev"}
SKIPPED = {"wice_claim"}  # whole pages; the oracle chunks are about the same claims


class LabelledPair(NamedTuple):
    """A pair; the label is entailment, neutral, contradiction or not_entailment."""

    premise: str
    hypothesis: str
    label: str
    source: str


def entailment_rows(data: Path, most: int = 0) -> tuple[list[LabelledPair], list[LabelledPair]]:
    """Return the NLI pairs to train on, and the tenth of every source that is held out.

    Of WiCE only the development rows train: its test rows are all held out.

    Args:
        data: The folder of the corpora.
        most: Read only so many rows of each source; 0 reads all.
    """
    pairs = [pair for pair in load_nli(data) if pair.source not in SKIPPED]
    if most:
        pairs = [pair for own in by_source(pairs).values() for pair in own[:most]]
    rest, held_out = stratified_holdout(pairs, SHARE_HELD_OUT, SEED)
    tested = {pair.document for pair in rest if not _trains(pair) and pair.document}
    chosen = [p for p in rest if p.may_train and _trains(p) and p.document not in tested]
    return [_row(pair) for pair in chosen], [
        _row(pair) for pair in [*held_out, *(p for p in rest if p.source.startswith("wice"))]
        if pair.source not in HYPOTHESIS_SPLITS or not _trains(pair) or pair in held_out
    ]  # fmt: skip


def by_source(pairs: Iterable[NLIPair]) -> dict[str, list[NLIPair]]:
    """Return the pairs of each source."""
    found: dict[str, list[NLIPair]] = {}
    for pair in pairs:
        found.setdefault(pair.source, []).append(pair)
    return found


def _trains(pair: NLIPair) -> bool:
    return HYPOTHESIS_SPLITS.get(pair.source, pair.split) == pair.split


def _row(pair: NLIPair) -> LabelledPair:
    return LabelledPair(pair.premise, pair.hypothesis, pair.label, pair.source)
