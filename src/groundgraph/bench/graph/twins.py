"""`fused` with one of its rules exchanged for a twin that knows the words and not the structure.

An answer is measured once by the models; only what the rules find is made anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.reading import STEPS, read
from groundgraph.methods.fused.rules import RULES
from groundgraph.methods.read_as import read_by
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.two_level import Table, TwoLevelHead
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.rule import Rule
    from groundgraph.types import Example

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Fixed:
    """Answers that `fused` has measured.

    Attributes:
        readings: Those that can be checked.
        table: What was measured of them.
        rarity: How rare words are.
        head: What scores them.
        checked: Which answers those are, shape ``(n_examples,)``.
    """

    readings: list[Reading]
    table: Table
    rarity: Rarity
    head: TwoLevelHead
    checked: NDArray[np.bool_]

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Fixed:
        """Measure answers by the shipped `fused`."""
        detector = load("fused")
        assert isinstance(detector, Fused)
        assert detector.rarity is not None
        assert detector.head is not None
        every = list(read(read_by(STEPS, examples), detector.segmenter, detector.rarity))
        checked = np.array([not reading.obstacle for reading in every], bool)
        readings = [reading for reading in every if not reading.obstacle]
        table = detector.measure_all(readings, detector.rarity)
        return cls(readings, table, detector.rarity, detector.head, checked)

    def scores(self) -> Floats:
        """Return what `fused` says, shape ``(n_examples,)``; NaN where it could not check."""
        return self._spread(self.table)

    def without(self, rule: Rule[Any]) -> Floats:
        """Return what it says where a rule finds nothing."""
        return self.with_twin(rule, lambda reading: (None,) * len(reading.claims))

    def with_twin(self, rule: Rule[Any], judge: Callable[[Reading], Sequence[object]]) -> Floats:
        """Return what it says where a rule of `RULES` judges otherwise."""
        twin = replace(rule, judge=lambda reading, _: judge(reading))
        rules = replace(RULES, each=tuple(twin if own is rule else own for own in RULES.each))
        rows = [rules.measure(rules.judge(reading, self.rarity)) for reading in self.readings]
        beside = self.table.beside.copy()
        places = [self.table.beside_names.index(name) for name in rules.names]
        beside[:, places] = rules.stacked(rows)
        return self._spread(self.table._replace(beside=beside))

    def _spread(self, table: Table) -> Floats:
        found = np.full(len(self.checked), np.nan)
        if len(table.answers):
            found[self.checked] = self.head.judge(table).answer_scores
        return found
