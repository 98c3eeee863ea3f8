"""The rules that judge claims beside the trees of `fused`, and those of `lexical`."""

from __future__ import annotations

from groundgraph.methods.fused.blocks import links, quantities, scope, short_answers, statements
from groundgraph.methods.fused.rule import Rules

RULES = Rules((quantities.RULE, short_answers.RULE, links.RULE, statements.RULE, scope.RULE))
QUICK = Rules((short_answers.RULE, links.RULE))
"""Those of `lexical`, which takes under a millisecond."""
