"""On what terms a thing is had: free or paid, included or extra, asked or told, needed or not."""

from __future__ import annotations

import pytest

from groundgraph.text.scope import judge_scope

GYM = "Residents use the gym free of charge. Visitors pay 6 euros for the gym."
KIT = "The kit includes a pump and a stand. Needles are sold separately."
SIDE_JOBS = "Side jobs require the manager's consent. The works council is informed of side jobs."
VOUCHERS = "Vouchers are free within the first month. After that, a fee is charged for vouchers."
HALL = "Registration for the hall is required. Registration for the garden is optional."


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (GYM, "Residents need not pay for the gym.", "Residents pay a fee for the gym."),
        (GYM, "Visitors are charged 6 euros for the gym.", "Visitors use the gym at no cost."),
        (KIT, "Needles are not included in the kit.", "The kit includes a pump and needles."),
        (
            SIDE_JOBS,
            "The manager has to approve side jobs.",
            "For side jobs, it is enough to inform the manager.",
        ),
        (
            SIDE_JOBS,
            "The works council is told of side jobs.",
            "Side jobs have to be approved by the works council.",
        ),
        (
            HALL,
            "Registration for the hall is mandatory.",
            "Registration for the hall is voluntary.",
        ),
    ],
)
def test_terms_deny_each_other_without_a_not(told: str, right: str, wrong: str) -> None:
    held, denied = judge_scope("", [told], [right, wrong])

    assert held.outcome != "contradicted"
    assert held.score <= 0.5
    assert denied.outcome == "contradicted"
    assert "duty" in [check.kind for check in denied.deciding]


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (VOUCHERS, "A fee is charged for vouchers after the first month."),
        ("Flood damage is excluded unless it is insured.", "Flood damage is covered if insured."),
        ("The tour is free except for a deposit.", "A deposit is charged for the tour."),
        ("Pupils are exempt from the fee.", "Pupils do not pay the fee."),
        ("The employer pays for the course.", "The course is free of charge for employees."),
        ("Crews are free to use the dock.", "Crews pay to use the dock."),
        (
            "The tour of the mill is free.",
            "The audio guide for the tour of the mill costs 3 euros.",
        ),
        ("Small repairs may be done without permission.", "It is enough to report small repairs."),
        ("The board was told of the sale and had approved it.", "The board approved the sale."),
    ],
)
def test_terms_of_other_cases_deny_nothing(told: str, claim: str) -> None:
    [found] = judge_scope("", [told], [claim])

    assert found.outcome != "contradicted"


def test_terms_that_surely_deny_each_other_are_told_apart() -> None:
    sure, likely = judge_scope(
        "", [GYM, KIT], ["Residents pay a fee for the gym.", "The kit includes a pump and needles."]
    )

    assert (sure.certainty, likely.certainty) == ("certain", "likely")
    assert (sure.is_denied, likely.is_denied) == (True, False)


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        ("The seal cannot be reused.", "Reuse the seal.", "contradicted"),
        ("Do not bleach the sheets.", "The sheets may be bleached.", "contradicted"),
        ("Do not bleach the sheets.", "Bleach the sheets.", "contradicted"),
        ("The lid cannot be opened without a key.", "Open the lid with a key.", "open"),
        ("Do not open the lid before it has cooled.", "Open the lid once it has cooled.", "open"),
        ("Keeping a diary is voluntary.", "A diary cannot be kept.", "open"),
    ],
)
def test_what_is_told_to_do_is_not_forbidden(told: str, claim: str, outcome: str) -> None:
    [found] = judge_scope("", [told], [claim])

    assert found.outcome == outcome


def test_only_once_is_not_as_often_as_one_likes() -> None:
    told = "Opened jars may be reheated only once."

    [found] = judge_scope("", [told], ["Opened jars may be reheated as often as you like."])

    assert found.outcome == "contradicted"
    assert {check.kind for check in found.deciding} == {"frequency"}
