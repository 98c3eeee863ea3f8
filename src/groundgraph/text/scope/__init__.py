"""Small words of claims, held against their evidence: all, may, if, not and only.

`judge_scope` is the way in. It needs no model: a claim is laid beside the sentences of the evidence
that say nearly the same, and what quantifies, qualifies or denies the words that both share is
compared.
"""

from __future__ import annotations

from groundgraph.text.scope.judge import ScopeJudgement, judge_scope

__all__ = ["ScopeJudgement", "judge_scope"]
