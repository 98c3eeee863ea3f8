"""Learning curves: from how many labels of one's own on do trees of their own say more?

    python -m experiments.learning_curves --data DATA

On four corpora of which no row that is judged trained `lexical`, 50 to 800 labelled rows:
calibration and threshold (best balanced accuracy) of the shipped head fitted on them, beside trees
of their own, and whichever ranks the labels better out-of-fold; measured on a quarter of the
evidence, drawn anew for each draw and the same for all sizes: AUROC, balanced accuracy and expected
calibration error, means over the draws. Then how often the balanced accuracy that the fit expected
(`groundgraph.learn.expectation`) differs from that seen by more than both intervals allow. Three
minutes a draw on one core.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from experiments import arguments
from groundgraph.bench.judged import drawn
from groundgraph.bench.support.corpora import RAGTRUTH_QA, present_corpora
from groundgraph.errors import InputError
from groundgraph.learn.recalibration import recalibrated
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import interval
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.reading import claim_labels, read
from groundgraph.methods.fused.rules import QUICK_SHIFT
from groundgraph.methods.fused.sentence_level import RECIPE
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.expectation import Estimate
    from groundgraph.learn.two_level import Table, TwoLevelHead
    from groundgraph.measures.bootstrap import Interval
    from groundgraph.types import Example

CORPORA = ("BEGIN", "SummEdits", "FactCG", RAGTRUTH_QA)
SIZES = (50, 100, 200, 400, 800)
MOST = 1300
HELD_OUT = 0.25
WANTED = replace(RECIPE, threshold="balanced_accuracy", shift=QUICK_SHIFT)


class Rows(NamedTuple):
    """Measured answers and their labels."""

    table: Table
    labels: NDArray[np.bool_]
    claims: NDArray[np.bool_]
    groups: list[str]

    def of(self, chosen: Sequence[int]) -> Rows:
        """Return the rows at some places."""
        places = np.array(chosen, np.intp)
        held = [np.flatnonzero(self.table.owner == place) for place in places]
        own = np.concatenate(held)
        table = self.table._replace(
            claims=self.table.claims[own],
            owner=np.repeat(np.arange(len(held)), [len(each) for each in held]),
            answers=self.table.answers[places],
            beside=self.table.beside[own],
            form=self.table.form[places],
        )
        groups = [self.groups[place] for place in places]
        return Rows(table, self.labels[places], self.claims[own], groups)


class Measured(NamedTuple):
    """A fit on rows held out.

    Attributes:
        auroc: In [0, 1].
        balanced_accuracy: In [0, 1].
        calibration_error: In [0, 1].
        surprising: Whether the balanced accuracy is another than was expected; ``None`` where
            nothing was.
    """

    auroc: float
    balanced_accuracy: float
    calibration_error: float
    surprising: bool | None


def rows_of(detector: Lexical, examples: Sequence[Example]) -> Rows:
    """Measure answers that can be checked."""
    assert detector.rarity is not None
    readings = [r for r in read(examples, detector.segmenter) if not r.obstacle]
    labels = [bool(reading.example.label) for reading in readings]
    table = detector.measure_all(readings, detector.rarity)
    groups = evidence_groups([reading.example for reading in readings])
    return Rows(table, np.array(labels), claim_labels(readings, labels), groups)


def by_calibration(head: TwoLevelHead, rows: Rows) -> TwoLevelHead:
    """Fit calibration and threshold of a head."""
    table, labels, claims, groups = rows
    return recalibrated(head, WANTED, table, labels, groups, claim_labels=claims)


def by_trees(_: TwoLevelHead, rows: Rows) -> TwoLevelHead:
    """Fit trees."""
    return WANTED.fit(rows.table, rows.claims, rows.labels, rows.groups)[0]


WAYS: dict[str, Callable[[TwoLevelHead, Rows], TwoLevelHead]] = {
    "calibration": by_calibration,
    "trees": by_trees,
}
CHOSEN = "the better"
"""That whose AUROC out-of-fold on the labels themselves is higher."""


def measured(head: TwoLevelHead, rows: Rows) -> Measured:
    """Measure a head on rows held out."""
    judged = head.judge(rows.table)
    seen = interval(metrics.balanced_accuracy, rows.labels, judged.answer_flags, groups=rows.groups)
    expected = head.expectation.balanced_accuracy if head.expectation else None
    return Measured(
        metrics.auroc(rows.labels, judged.answer_scores) or 0.0,
        seen.value or 0.0,
        metrics.expected_calibration_error(rows.labels, judged.answer_scores, n_bins=5) or 0.0,
        differs(seen, expected) if expected else None,
    )


def differs(seen: Interval, expected: Estimate) -> bool:
    """Say whether two estimates differ by more than their intervals together allow."""
    value, low, high = (x or 0.0 for x in seen)
    return abs(value - expected[0]) > float(np.hypot(high - low, expected[2] - expected[1])) / 2


def curve(head: TwoLevelHead, rows: Rows, draw: int) -> dict[tuple[str, int], Measured]:
    """Fit on growing sets of one draw; by way and size."""
    random = np.random.default_rng(draw)
    evidence = random.permutation(sorted(set(rows.groups)))
    held = np.isin(rows.groups, evidence[: int(HELD_OUT * len(evidence))])
    test = rows.of(np.flatnonzero(held).tolist())
    train = random.permutation(np.flatnonzero(~held)).tolist()
    sizes = [size for size in SIZES if size <= len(train)]
    found: dict[tuple[str, int], Measured] = {}
    for size in sizes:
        fits = {way: fitted(head, rows.of(train[:size]), way) for way in WAYS}
        known = {way: fit for way, fit in fits.items() if fit}
        found |= {(way, size): measured(fit, test) for way, fit in known.items()}
        if known:
            found[CHOSEN, size] = found[max(known, key=lambda way: told_by(known[way])), size]
    return found


def told_by(head: TwoLevelHead) -> float:
    """Return the AUROC that a fit expects of itself."""
    return head.expectation.auroc[0] if head.expectation and head.expectation.auroc else 0.0


def fitted(head: TwoLevelHead, rows: Rows, way: str) -> TwoLevelHead | None:
    """Fit in one of the `WAYS`; ``None``, and a line of output, where that cannot be done."""
    try:
        return WAYS[way](head, rows)
    except InputError as error:
        print(f"    {len(rows.labels)} labels, {way}: {error}", flush=True)
        return None


def show(name: str, shipped: Measured, draws: Sequence[dict[tuple[str, int], Measured]]) -> None:
    """Print the means over draws."""
    print(f"{name}: as shipped AUROC {shipped.auroc:.3f}, balanced accuracy "
          f"{shipped.balanced_accuracy:.3f}, ECE {shipped.calibration_error:.3f}")  # fmt: skip
    for size, way in product(SIZES, (*WAYS, CHOSEN)):
        own = [draw[way, size] for draw in draws if (way, size) in draw]
        if not own:
            continue
        auroc, balanced, error = np.mean([each[:3] for each in own], axis=0)
        told = [each.surprising for each in own if each.surprising is not None]
        print(f"    {size:4} labels, {way:12} AUROC {auroc:.3f} balanced accuracy {balanced:.3f} "
              f"ECE {error:.3f}; another than expected {sum(told)} of {len(told)}")  # fmt: skip


def main() -> None:
    """Print the curves."""
    parser = arguments.parser(__doc__)
    parser.add_argument("--draws", type=int, default=3, help="default 3")
    parser.add_argument("--corpora", nargs="*", default=list(CORPORA), help="names; default all")
    options = parser.parse_args()
    detector = load("lexical")
    assert isinstance(detector, Lexical)
    assert detector.head is not None
    for corpus in present_corpora(options.data):
        if corpus.name in options.corpora:
            rows = rows_of(detector, drawn(corpus.load(), MOST))
            draws = [curve(detector.head, rows, draw) for draw in range(options.draws)]
            show(corpus.name, measured(detector.head, rows), draws)


if __name__ == "__main__":
    main()
