"""Amounts, dates, tables and comparisons of claims, held against their evidence.

`judge_quantities` is the way in. It needs no model: amounts and dates are read in a normal form
with the words around them, matched by those words, and values that follow from others are reckoned.
A text is read by `written`, `times` and `tables`; `evidence` reads passages by them and finds what
of a passage a claim speaks of; `derived` reckons values; `values`, `orders`, `cases` and `lookups`
hold claims against all that; `standing` says which of their checks stand beside each other.

A *fit* or *score* is the share, in [0, 1], of the rarity of a claim's words that stand around an
amount, event or operand of the evidence. The rules, and the shares at which they hold, were set by
hand on the pairs of ``tests/text/quantities/pairs.jsonl``, the ``dev`` half of bench ``meaning``
and RAGTruth's train answers; ``benchmarks/quantities.py`` measures them.
"""

from __future__ import annotations

from groundgraph.text.quantities.judge import QuantityJudgement, judge_denial, judge_quantities

__all__ = ["QuantityJudgement", "judge_denial", "judge_quantities"]
