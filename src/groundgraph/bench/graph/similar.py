"""EGC's *similar* edges beside their shuffled twin: what its graph says that its cosines do not.

The twin joins each claim to as many pieces of evidence, but others: coverage, support and
agreement (Eqs. 1 to 3) stay as they are, and only which pieces a path joins to the question
(Eq. 4) is another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.datasets.draws import draw
from groundgraph.measures.bootstrap import paired_interval
from groundgraph.measures.metrics import auroc
from groundgraph.methods.egc import graph
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.stated import with_short_answers_stated
from groundgraph.progress import batches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell, Rows
    from groundgraph.methods.egc.graph import Cosines
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

ROW = "egc over similar"
SHUFFLED = "similar shuffled"


def similar_cells(rows: Rows, examples: Sequence[Example]) -> Iterator[Cell]:
    """Yield the AUROC of the unfitted 1 - EGC (Eq. 7), that of its twin, and the gain."""
    own, twin = doubts(examples)
    yield rows.measured(ROW, "auroc", own)
    yield rows.measured(f"{ROW}, {SHUFFLED}", "auroc", twin)
    gain = paired_interval(auroc, rows.labels, own, twin, groups=rows.sources)
    yield rows.cell(ROW, f"gain over {SHUFFLED}", gain)


def doubts(examples: Sequence[Example]) -> tuple[Floats, Floats]:
    """Return 1 - EGC of answers, and of their twins; an answer without a claim node is isolated.

    Returns:
        Both of shape ``(n_examples,)``, in [0, 4/3].
    """
    detector = EGC()
    found: list[list[Floats]] = [[], []]
    for batch in batches("graphs of EGC", with_short_answers_stated(examples)):
        nodes = detector.nodes(batch)
        near = detector.compare(nodes)
        twins = [_shuffled(own, e.id) for own, e in zip(near, batch, strict=True)]
        for kept, cosines in zip(found, (near, twins), strict=True):
            graphs = [
                graph.connect(each.in_graph(), own, detector.tau)
                for each, own in zip(nodes, cosines, strict=True)
            ]
            kept.append(1.0 - graph.measure(graphs).composite())
    own, twin = (np.concatenate(each) for each in found)
    return own, twin


def _shuffled(near: Cosines, key: str) -> Cosines:
    """Exchange the pieces of evidence that claims are near to, by a draw."""
    order = list(range(len(near.claims)))
    draw(0, "shuffled similar", key).shuffle(order)
    return near._replace(claims=near.claims[order])
