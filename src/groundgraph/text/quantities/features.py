"""The measures of a claim's checks as a few bounded numbers of known sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check

SIGNS = {
    "quantities": 0,
    "quantity_supported": -1,
    "quantity_absent": 1,
    "quantity_elsewhere": 1,
    "quantity_plausible": -1,
    "quantity_contradicted": 1,
    "derivation_supported": -1,
    "derivation_contradicted": 1,
    "cell_supported": -1,
    "cell_contradicted": 1,
    "order_for": -1,
    "order_against": 1,
    "order_supported": -1,
    "order_contradicted": 1,
}
"""Each feature with its sign: 1 where more of it makes a hallucination likelier, -1 where less,
0 where neither is sure. All lie in [0, 1]."""
NAMES = tuple(SIGNS)
_MANY = 4
"""Quantities of a claim from which their number says no more."""
_GROUPS = {
    "amount": "quantity",
    "date": "quantity",
    "derivation": "derivation",
    "cell": "cell",
    "row": "cell",
    "code": "cell",
    "limit": "order",
    "order": "order",
    "comparison": "order",
}


def features_of(checks: Sequence[Check]) -> dict[str, float]:
    """Return the features of one claim.

    "supported", "absent" and "elsewhere" are shares of the claim's amounts and dates, "plausible"
    the mean of `derived.plausible.plausibility` over them; "for" and "against" sum what open orders
    and comparisons lean to; the others are the best fit of a check with that outcome.
    """
    found = dict.fromkeys(NAMES, 0.0)
    plain = [check for check in checks if _GROUPS[check.kind] in {"quantity", "derivation"}]
    found["quantities"] = min(len(plain), _MANY) / _MANY
    for outcome in ("supported", "absent", "elsewhere"):
        same = sum(check.outcome == outcome for check in plain)
        found[f"quantity_{outcome}"] = same / len(plain) if plain else 0.0
    leans = [check.lean for check in checks]
    found["order_for"] = min(1.0, sum(lean for lean in leans if lean > 0))
    found["order_against"] = min(1.0, -sum(lean for lean in leans if lean < 0))
    likely = sum(check.plausible for check in plain)
    found["quantity_plausible"] = likely / len(plain) if plain else 0.0
    for check in checks:
        name = f"{_GROUPS[check.kind]}_{check.outcome}"
        decided = check.outcome in {"supported", "contradicted"}
        if decided and name != "quantity_supported":
            found[name] = max(found[name], min(1.0, check.fit))
    return found
