"""Tables of questions that need several passages: what links give beside their words.

Each score stands beside itself over shuffled links and over none: what it has over the first is
the structure's, since as many links lead from the same sentences, only elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.graph.by_hops import by_hops
from groundgraph.bench.graph.similar import similar_cells
from groundgraph.bench.graph.twins import Fixed
from groundgraph.bench.graph.walks import SHUFFLED, TWINS, masses, shuffled
from groundgraph.bench.judged import judge
from groundgraph.bench.results import Rows
from groundgraph.bench.trivial import new_words
from groundgraph.measures.bootstrap import paired_interval
from groundgraph.measures.metrics import auroc
from groundgraph.methods.fused.blocks import links
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

NOTE = (
    "Right answers and wrong ones of the same kind over several passages. AUROC of each walk from "
    "the question over links to the answer, alone, and of `fused`, in which the walk 'links' is "
    "one of many features. 'links shuffled': as many links from the same sentences, to exchanged "
    "passages (of names, to exchanged names); 'similar shuffled': claims as near to as many "
    "pieces of evidence, to others; 'gain over …': paired differences. 'auroc@2': of questions "
    "that need two facts. Intervals by question; n counts answers."
)


def hop_cells(examples: Sequence[Example]) -> list[Cell]:
    """Measure walks and `fused` on labelled answers; ``metadata["hops"]`` says how far each is.

    Answers that `fused` cannot check are left out of its rows.
    """
    rows = Rows.of(examples)
    cells: list[Cell] = []
    for name, twin, mass in masses(examples):
        if not twin:
            own = -mass
        cells.append(rows.measured(_named(f"walk: {name}", twin), "auroc", -mass))
        cells += _gain(rows, f"walk: {name}", twin, own, -mass)
    cells += similar_cells(rows, examples)
    cells += _of_fused(rows, examples)
    lexical = judge(load("lexical"), examples)
    cells.append(rows.measured("lexical", "auroc", lexical.scores))
    trivial = np.array([new_words(example) for example in examples])
    return [*cells, *_ranked(rows, examples, "share of new words", trivial)]


def _of_fused(rows: Rows, examples: Sequence[Example]) -> Iterator[Cell]:
    measured = Fixed.of(examples)
    known = measured.checked
    kept, those = rows[known], [e for e, ok in zip(examples, known.tolist(), strict=True) if ok]
    own = measured.scores()[known]
    yield rows.fact("fused", "unverifiable", float((~known).sum()))
    yield from _ranked(kept, those, "fused", own)
    for twin in TWINS:
        found = (
            measured.with_twin(links.RULE, over_shuffled)
            if twin == SHUFFLED
            else measured.without(links.RULE)
        )[known]
        yield from _ranked(kept, those, _named("fused", twin), found)
        yield from _gain(kept, "fused", twin, own, found)


def over_shuffled(reading: Reading) -> tuple[links.Walked | None, ...]:
    """Return what the rule of links does over links to exchanged passages."""
    twin = shuffled(reading.evidence.links, reading.given.id)
    return links.walked_over(reading, twin)


def _named(name: str, twin: str) -> str:
    return f"{name}, {twin}" if twin else name


def _gain(rows: Rows, name: str, twin: str, own: Floats, other: Floats) -> Iterator[Cell]:
    """Yield how much higher the AUROC is than that of a twin, paired by question."""
    if twin:
        found = paired_interval(auroc, rows.labels, own, other, groups=rows.sources)
        yield rows.cell(name, f"gain over {twin}", found)


def _ranked(rows: Rows, examples: Sequence[Example], row: str, scores: Floats) -> Iterator[Cell]:
    """Yield the AUROC over all, and by number of hops where there are several."""
    yield rows.measured(row, "auroc", scores)
    yield from by_hops(rows, [int(example.metadata["hops"]) for example in examples], row, scores)
