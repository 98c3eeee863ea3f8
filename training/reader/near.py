"""Claims of longer answers, each alone beside the units nearest to it: short rows cost little."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from groundgraph.methods.fused.blocks import lexical
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units
from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from training.reader.rows import Mark, Row

NEAR = "near_{}"
"""Corpora that these rows are of, by the corpora of the answers."""
NEAREST = 2
"""Units beside which a claim stands."""
_AT_ONCE = 500


def near_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield each labelled claim of each row beside its nearest units; the text of it alone."""
    rarity, segmenter = english_rarity(), SentenceSegmenter()
    remaining = iter(rows)
    while chunk := list(islice(remaining, _AT_ONCE)):
        passages = [tuple(map(Passage, row.passages)) for row in chunk]
        for row, units in zip(chunk, evidence_units(passages, segmenter), strict=True):
            index = lexical.index(units)
            for start, end, outcome in row.claims:
                held = lexical.shares(row.answer[start:end], index, rarity)
                nearest = sorted(sorted(range(len(held)), key=lambda n: -held[n])[:NEAREST])
                yield row._replace(
                    corpus=NEAR.format(row.corpus),
                    passages=tuple(units[n].text for n in nearest),
                    answer=row.answer[start:end],
                    outcome=outcome,
                    marks=_within(row.marks or (), start, end),
                    claims=(),
                )


def _within(marks: Iterable[Mark], start: int, end: int) -> tuple[Mark, ...]:
    """Return what of the marks stands in a stretch, counted from its start."""
    return tuple(
        (max(s, start) - start, min(e, end) - start, kind)
        for s, e, kind in marks
        if s < end and start < e
    )
