"""Small words, by what they do in a clause."""

from __future__ import annotations

BE = frozenset("be am is are was were been being".split())
MODALS = frozenset("can could may might must shall should will would".split())
DENIALS = frozenset("no not n't never none neither nor nobody nothing cannot".split())
DETERMINERS = frozenset("the that a an his her its their".split())
CONTRASTS = frozenset({"while", "whereas"})
"""Words that open another clause about something else."""
CLAUSE_ENDS = CONTRASTS | {";", "but"}
JOINTS = CONTRASTS | frozenset("and but so although though".split())
"""Words that join clauses of equal standing."""
OWNERS = {"his": "he", "her": "she", "its": "it", "their": "they"}
"""Pronoun of the one whose a thing is."""
