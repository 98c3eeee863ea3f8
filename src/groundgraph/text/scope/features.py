"""The measures of a claim's checks as a few bounded numbers of known sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.scope.findings import Check

CERTAIN = 0.9
"""The fit from which a check that decides is certain."""
KINDS = (
    "quantifier",
    "modality",
    "condition",
    "list",
    "quotation",
    "negation",
    "exclusivity",
    "degree",
    "frequency",
    "ordinal",
    "duty",
)
SIGNS = {
    "scope_for": -1,
    "scope_against": 1,
    "scope_agreed": -1,
    "scope_contradicted": 1,
    **{f"scope_{kind}": 1 for kind in KINDS},
    "scope_sure": 1,
}
"""Each feature with its sign: 1 where more of it makes a hallucination likelier, -1 where less.
All lie in [0, 1]."""
NAMES = tuple(SIGNS)
_HELD = {
    "for": "scope_for",
    "against": "scope_against",
    "supported": "scope_agreed",
    "contradicted": "scope_contradicted",
}


def features_of(checks: Sequence[Check]) -> dict[str, float]:
    """Return the features of one claim: of each outcome, the best fit.

    Those named for a kind are the best fit of what contradicts the claim or leans against it; 1 is
    "scope_sure" where terms of the evidence surely deny the claim's.
    """
    found = dict.fromkeys(NAMES, 0.0)
    for check in checks:
        name = _HELD[check.outcome]
        found[name] = max(found[name], check.fit)
        if check.outcome in {"against", "contradicted"}:
            name = f"scope_{check.kind}"
            found[name] = max(found[name], check.fit)
        sure = check.kind == "duty" and check.outcome == "contradicted" and check.fit >= CERTAIN
        found["scope_sure"] = max(found["scope_sure"], float(sure))
    return found
