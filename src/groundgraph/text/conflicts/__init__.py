"""Passages held against each other: where two of them disagree on what a claim says.

`find_conflicts` is the way in. It needs no model. A claim is held against each passage by what
`text.quantities` and `text.statements` read: where one passage says so and another otherwise, the
two sentences are compared with each other, and what tells their subjects, times, places or kinds
apart takes the conflict back.
"""

from __future__ import annotations

from groundgraph.text.conflicts.judge import Pairs, assembled, conflicting, find_conflicts

__all__ = ["Pairs", "assembled", "conflicting", "find_conflicts"]
