"""The rules that judge claims beside the trees of `fused`, and those of `lexical`."""

from __future__ import annotations

from dataclasses import replace

from groundgraph.methods.fused.amendments import ByRule, amended
from groundgraph.methods.fused.blocks import (
    conflicts,
    links,
    paths,
    quantities,
    scope,
    short_answers,
    statements,
)
from groundgraph.methods.fused.rule import Rules

RULES = Rules(
    (
        quantities.RULE,
        short_answers.RULE,
        links.RULE,
        statements.RULE,
        scope.RULE,
        paths.RULE,
        conflicts.RULE,
    ),
    amend=lambda found: amended(ByRule(*found)),
)
QUICK = Rules((short_answers.RULE, links.RULE, paths.RULE))
"""Those of `lexical`, which takes under a millisecond."""
HEADS = 0.5
"""What the log-odds of the trees of `lexical` count beside what rules find, chosen by corpora left
out (docs/experiments/fused.md, Beside the trees)."""
QUICK_SHIFT = replace(QUICK.shift, heads=HEADS)
"""What `lexical` makes of the log-odds of its trees."""
