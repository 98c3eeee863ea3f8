"""All and not all beside what the evidence exempts or excepts."""

from __future__ import annotations

import pytest

from groundgraph.text.scope import judge_scope

FERRY = "Passengers pay a harbour fee of 3 euros. Infants and crew are exempt from the fee."
HUTS = "The huts on the ridge have a stove, except for the one at Tarn Pass."
VANS = "Lorries pay a toll on the bridge. Electric vans are exempt."


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (FERRY, "Every passenger pays the harbour fee.", "contradicted"),
        (FERRY, "All passengers pay the harbour fee.", "contradicted"),
        (HUTS, "All huts on the ridge have a stove.", "contradicted"),
        (FERRY, "All passengers but infants and crew pay the harbour fee.", "open"),
        (FERRY, "All first-class passengers get a blanket.", "open"),
        (VANS, "All heavy lorries pay a toll on the bridge.", "open"),
    ],
)
def test_all_goes_against_an_exemption(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_scope("", [passage], [claim])

    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("passage", "claim"),
    [(FERRY, "Not every passenger pays the harbour fee."), (HUTS, "Not all huts have a stove.")],
)
def test_not_all_goes_with_it(passage: str, claim: str) -> None:
    [found] = judge_scope("", [passage], [claim])

    assert [c.outcome for c in found.checks if c.kind == "quantifier"] == ["supported"]
    assert all(check.outcome not in {"contradicted", "against"} for check in found.checks)
