"""The measures of a claim's statements as bounded numbers of known sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundgraph.text.statements.holding import Held

SIGNS = {
    "statements": 0,
    "statement_same": -1,
    "statement_exchanged": 1,
    "statement_elsewhere": 1,
    "statement_other_value": 1,
    "statement_opposite": 1,
    "statement_other_time": 0,
    "statement_cause": 1,
    "statement_name": 1,
    "statement_together": -1,
    "statement_turned": 1,
    "statement_negation": 1,
    "statement_crossed": 1,
    "statement_reason": 1,
    "statement_mistaken": 1,
}
"""Each feature with its sign: 1 where more of it makes a hallucination likelier, -1 where less,
0 where neither is sure. All lie in [0, 1]."""
NAMES = tuple(SIGNS)
_MANY = 4
_MIDDLE = 0.56
_OF_PATTERN = {
    "same": "statement_same",
    "broader": "statement_same",
    "narrower": "statement_same",
    "roles_exchanged": "statement_exchanged",
    "belongs_to_other": "statement_elsewhere",
    "other_value": "statement_other_value",
    "opposite": "statement_opposite",
    "other_time": "statement_other_time",
    "cause_exchanged": "statement_exchanged",
    "other_cause": "statement_cause",
    "open_cause": "statement_exchanged",
    "near_name": "statement_name",
    "ended": "statement_opposite",
}
_WORTH = {
    "statement_same": -0.15,
    "statement_exchanged": 0.3,
    "statement_elsewhere": 0.25,
    "statement_other_value": 0.15,
    "statement_opposite": 0.3,
    "statement_cause": 0.3,
    "statement_name": 0.3,
    "statement_together": -0.2,
    "statement_turned": 0.3,
    "statement_negation": 0.2,
    "statement_crossed": 0.2,
    "statement_reason": 0.4,
    "statement_mistaken": 0.3,
}


def features_of(held: Held) -> dict[str, float]:
    """Return the features of one claim: of each pattern the best fit, and the leanings."""
    found = dict.fromkeys(NAMES, 0.0)
    found["statements"] = min(held.statements, _MANY) / _MANY
    for each in held.found:
        name = _OF_PATTERN[each.pattern]
        found[name] = max(found[name], min(1.0, each.fit))
    found["statement_together"] = held.together
    found["statement_turned"] = held.turned
    found["statement_negation"] = held.negation
    found["statement_crossed"] = held.crossed
    found["statement_reason"] = held.reason
    found["statement_mistaken"] = held.mistaken
    return {name: min(1.0, max(0.0, value)) for name, value in found.items()}


def score_of(outcome: str, features: dict[str, float]) -> float:
    """Return the score of a claim from its outcome and, where open, its leanings."""
    if outcome != "open":
        return 1.0 if outcome == "contradicted" else 0.0
    leaning = sum(worth * features[name] for name, worth in _WORTH.items())
    return min(0.99, max(0.01, _MIDDLE + 0.5 * leaning))
