"""Lexical baseline: what the answer says in words that the evidence does not hold.

No neural part. Each claim is measured by its words against the evidence (`blocks.lexical`:
unseen content words, weighed by rarity; unseen numbers and names; copied runs), by the fields of
data that say otherwise (`blocks.fields`, `blocks.facts`) and by how it is put
(`blocks.shape`); boosted trees score the claims and, over them, the answer. Short answers are
looked up by rule (`blocks.short_answers`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from groundgraph.methods.fused.blocks import lexical, shape
from groundgraph.methods.fused.reading import CLAIM_NAMES, answer_row, claim_rows
from groundgraph.methods.fused.rule import Rulings, edges_of
from groundgraph.methods.fused.rules import QUICK, QUICK_SHIFT
from groundgraph.methods.fused.sentence_level import SentenceLevel, stacked
from groundgraph.methods.fused.views import Measured, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.shift import Shift
    from groundgraph.learn.two_level import Table
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading


@dataclass(frozen=True)
class Lexical(SentenceLevel):
    """The lexical baseline; a few milliseconds for a short answer."""

    name: ClassVar[str] = "lexical"

    @property
    def shift(self) -> Shift:
        """What rules add beside the trees."""
        return QUICK_SHIFT

    def measure(self, readings: Iterable[Reading], rarity: Rarity, /) -> Measured:
        """Measure answers that can be checked, and their claims."""
        drawn = list(readings)
        table = by_words(drawn, rarity)
        if not self.english_only:  # the rules read English
            return Measured(table, lambda: ((r, unjudged(r, rarity)) for r in drawn))
        judged = [QUICK.judge(reading, rarity) for reading in drawn]
        beside = QUICK.stacked([QUICK.measure(own) for own in judged])
        return Measured(
            table._replace(beside=beside, beside_names=QUICK.names),
            lambda: (
                (reading, View(nearness(reading, rarity), own, tuple(edges_of(own))))
                for reading, own in zip(drawn, judged, strict=True)
            ),
        )


def by_words(readings: Sequence[Reading], rarity: Rarity) -> Table:
    """Measure answers and their claims by words, data and form."""
    return stacked(
        [claim_rows(reading, rarity) for reading in readings],
        [answer_row(reading) for reading in readings],
        CLAIM_NAMES,
        shape.ANSWER_NAMES,
    )


def unjudged(reading: Reading, rarity: Rarity) -> View:
    """Return what is seen of an answer of which no rule says anything."""
    return View(nearness(reading, rarity), [Rulings()] * len(reading.claims))


def nearness(reading: Reading, rarity: Rarity) -> NDArray[np.float64]:
    """Return the rarity-weighted share of each claim's words that each unit holds.

    Returns:
        Shape ``(n_claims, n_units)``, in [0, 1].
    """
    index = reading.evidence.index
    return np.stack([lexical.best_units(c.text, index, rarity) for c in reading.claims])
