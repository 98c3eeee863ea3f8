"""The rules that judge claims beside the trees of `fused`, and those of `lexical`."""

from __future__ import annotations

from dataclasses import replace

from groundgraph.methods.fused.blocks import (
    conflicts,
    links,
    paths,
    quantities,
    reader,
    scope,
    short_answers,
    statements,
    token_scores,
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
    )
)
HEADS = 0.5
"""What the log-odds of the trees count beside what else is known, chosen by corpora left out
(docs/experiments/fused.md, Beside the trees)."""
SHIFT = replace(RULES.shift + reader.SHIFT + token_scores.SHIFT, heads=HEADS)
"""What `fused` makes of the log-odds of its trees: by these rules, and by what its models say."""
QUICK = Rules((short_answers.RULE, links.RULE, paths.RULE))
"""Those of `lexical`, which takes under a millisecond."""
QUICK_SHIFT = replace(QUICK.shift, heads=HEADS)
"""What `lexical` makes of the log-odds of its trees."""
