"""What makes an exception of "all", and what only says more of some."""

from __future__ import annotations

import pytest

from groundgraph.text.scope import judge_scope


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        (
            "All lamps in the hall are lit, but two of them flicker.",
            "All lamps in the hall are lit.",
            "supported",
        ),
        (
            "All lamps in the hall but two are lit.",
            "All lamps in the hall are lit.",
            "contradicted",
        ),
        (
            "All eight gates were open.",
            "All eight gates were open, but two of them had a guard.",
            "open",
        ),
        (
            "Every one of those who fell ill had eaten the fish.",
            "All the guests who fell ill had eaten it.",
            "open",
        ),
        (
            "One of those who fell ill had eaten the fish.",
            "All of those who fell ill had eaten the fish.",
            "contradicted",
        ),
    ],
)
def test_only_an_exception_goes_against_all(told: str, claim: str, outcome: str) -> None:
    [judged] = judge_scope("", [told], [claim])
    assert judged.outcome == outcome
