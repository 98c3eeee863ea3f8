from __future__ import annotations

import numpy as np
import pytest

from groundgraph.methods.fused.blocks import rules, statements
from groundgraph.types import Passage

TOLD = (Passage("Ruiz sued Halden. Ana sold 24 lamps in May. Ben sold 18 lamps in May.", "x"),)


def measured(claim: str) -> dict[str, float]:
    rows = rules.measure(rules.judge("", TOLD, [claim]), np.zeros(1, bool))
    return dict(zip(rules.NAMES, rows[0].tolist(), strict=True))


def test_roles_exchanged_are_surely_wrong() -> None:
    found = measured("Halden sued Ruiz.")

    assert found["statements_wrong"] == found["statements_score"] == 1.0
    assert found["statements_doubtful"] == found["statements_held"] == 0.0
    assert found["quantities_wrong"] == 0.0


def test_a_right_passive_is_held() -> None:
    found = measured("Halden was sued by Ruiz.")

    assert found["statements_held"] == 1.0
    assert found["statements_wrong"] == found["statements_score"] == 0.0


def test_every_judge_is_measured_and_shifted() -> None:
    assert set(rules.SHIFT.names) <= set(rules.NAMES)
    assert len(set(rules.NAMES)) == len(rules.NAMES)
    assert set(statements.SHIFT.names) <= set(statements.NAMES)


def test_no_claims_make_no_rows() -> None:
    rows = rules.measure(rules.judge("", TOLD, []), np.zeros(0, bool))

    assert rows.shape == (0, len(rules.NAMES))


@pytest.mark.parametrize(
    ("claim", "explanation"),
    [
        ("Halden sued Ruiz.", "The passage says the opposite direction: “Ruiz sued Halden”."),
        ("Together Ana and Ben sold 42 lamps.", "24 + 18 = 42 (passage x)."),
        ("Halden was sued by Ruiz.", ""),
        ("The shop is popular.", ""),
    ],
)
def test_what_speaks_against_a_claim_is_told_first(claim: str, explanation: str) -> None:
    [judged] = rules.judge("", TOLD, [claim])

    told = rules.telling(judged)

    assert (told.explanation if told else "") == explanation


def test_the_surer_of_two_judges_is_told() -> None:
    [judged] = rules.judge("", TOLD, ["Halden sued Ruiz, and Ana and Ben sold 44 lamps together."])

    told = rules.telling(judged)

    assert told is not None
    assert told.outcome == "contradicted"
