"""What something moved by, to and from are told apart."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

DEBT = "Net debt fell to €188 million from €214 million at the end of June."
STAFF = "The headcount rose from 340 to 412."
MEMBERS = "Membership grew to 5,200, up from 4,800 a year before."
REVENUE = "Revenue rose 12% to $4.2 million."
FLEET = "The fleet grew from 0 to 412 vans."


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (DEBT, "Net debt fell by €188 million."),
        (DEBT, "Net debt fell by €214 million."),
        (DEBT, "Net debt fell to €214 million."),
        (STAFF, "The headcount rose by 412."),
        (STAFF, "The headcount rose by about 412 people."),
        (MEMBERS, "Membership grew by 5,200."),
        (REVENUE, "Revenue rose by $4.2 million."),
        (REVENUE, "Revenue rose to 12%."),
    ],
)
def test_another_part_of_a_move_is_wrong(passage: str, claim: str) -> None:
    (found,) = judge_quantities("", [passage], [claim])

    assert found.outcome == "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (DEBT, "Net debt fell by €26 million."),
        (DEBT, "Net debt fell to €188 million."),
        (STAFF, "The headcount rose by 72 to 412."),
        (STAFF, "The headcount was 412."),
        (STAFF, "The headcount rose from 340 by 72 to 412."),
        (FLEET, "The fleet grew by 412 vans."),
        (REVENUE, "Revenue rose by 12% to $4.2 million."),
        (MEMBERS, "Membership grew to 5,200."),
        ("Sales rose to 90 in May and then by 90 in June.", "Sales rose by 90 in June."),
    ],
)
def test_the_same_part_is_not(passage: str, claim: str) -> None:
    (found,) = judge_quantities("", [passage], [claim])

    assert found.outcome != "contradicted"


def test_a_difference_is_no_end() -> None:
    (found,) = judge_quantities("How did headcount change?", [STAFF], ["It rose to 72."])

    assert found.outcome == "contradicted"


def test_what_the_evidence_has_instead_is_named() -> None:
    (found,) = judge_quantities("", [STAFF], ["The headcount rose by 412."])

    assert [check.told for check in found.checks] == ["the evidence says “to 412”"]
