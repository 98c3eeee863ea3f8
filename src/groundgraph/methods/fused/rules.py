"""The rules that judge claims beside the trees of `fused`, and those of `lexical`."""

from __future__ import annotations

from groundgraph.methods.fused.blocks import (
    conflicts,
    links,
    paths,
    quantities,
    reader,
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
    )
)
SHIFT = RULES.shift + reader.SHIFT
"""What `fused` adds to the log-odds of its trees: by these rules, and by what its reader says."""
QUICK = Rules((short_answers.RULE, links.RULE, paths.RULE))
"""Those of `lexical`, which takes under a millisecond."""
