"""Amounts, dates, tables and comparisons of claims, held against their evidence.

`judge_quantities` is the way in. It needs no model: amounts and dates are read in a normal form
with the words around them, matched by those words, and values that follow from others are reckoned.
"""

from __future__ import annotations

from groundgraph.text.quantities.features import NAMES, SIGNS
from groundgraph.text.quantities.judge import Place, QuantityJudgement, judge_quantities

__all__ = ["NAMES", "SIGNS", "Place", "QuantityJudgement", "judge_quantities"]
