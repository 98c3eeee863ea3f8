"""Who did what to whom: statements of claims, held against those of their evidence.

`judge_statements` is the way in. It needs no model: verbs, adjectives and nouns of relation are
read with what fills their roles, voice and inverse relations undone, and compared role by role.
"""

from __future__ import annotations

from groundgraph.text.statements.judge import StatementJudgement, judge_statements

__all__ = ["StatementJudgement", "judge_statements"]
