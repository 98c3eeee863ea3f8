"""What is possible or planned beside what is plainly so."""

from __future__ import annotations

import pytest

from groundgraph.text.scope import judge_scope

RISK = "The drug {} the risk of stroke in patients over 60."
STORES = "The firm {} twelve stores in Brazil."


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (RISK.format("may reduce"), RISK.format("reduces")),
        (RISK.format("could reduce"), RISK.format("reduces")),
        (RISK.format("might reduce"), RISK.format("reduces")),
        (RISK.format("is expected to reduce"), RISK.format("reduces")),
        (STORES.format("plans to open"), STORES.format("opens")),
        (STORES.format("plans to open") + " It has none yet.", STORES.format("has opened")),
        ("High winds possibly damaged the crane.", "High winds damaged the crane."),
    ],
)
def test_a_claim_that_repeats_a_sentence_without_its_reserve_is_contradicted(
    evidence: str, claim: str
) -> None:
    [found] = judge_scope("", [evidence], [claim])
    assert found.outcome == "contradicted"
    assert {check.kind for check in found.deciding} == {"modality"}


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (RISK.format("may reduce"), "The drug reduces the risk of stroke."),
        (RISK.format("may reduce"), RISK.format("probably reduces")),
        ("The hall can seat 320 guests.", "The hall seats 320 guests."),
        (
            STORES.format("plans to open") + " In March the firm opened twelve stores in Brazil.",
            STORES.format("opened"),
        ),
    ],
)
def test_a_reserve_left_out_of_a_summary_or_lifted_elsewhere_decides_nothing(
    evidence: str, claim: str
) -> None:
    [found] = judge_scope("", [evidence], [claim])
    assert found.outcome != "contradicted"


@pytest.mark.parametrize("hedge", ["may reduce", "can reduce", "could reduce", "might reduce"])
def test_a_claim_more_careful_than_its_evidence_is_supported(hedge: str) -> None:
    [found] = judge_scope("", [RISK.format("reduces")], [RISK.format(hedge)])
    assert found.outcome == "supported"
    assert found.explanation.startswith("The passage says it plainly")


@pytest.mark.parametrize(
    "evidence", [RISK.format("does not reduce"), RISK.format("reduces").replace(".", ", if taken.")]
)
def test_a_careful_claim_is_not_supported_by_a_denial_or_a_condition(evidence: str) -> None:
    [found] = judge_scope("", [evidence], [RISK.format("may reduce")])
    assert found.outcome != "supported"
