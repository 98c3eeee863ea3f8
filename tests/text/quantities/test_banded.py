"""Cases that fall into one of the bands for which the evidence rules different things."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

LOANS = [
    (
        "Loans are granted to customers with a credit score of 680 or more. Customers with a score "
        "between 620 and 679 need a guarantor. Below 620, applications are declined."
    )
]
FARES = ["Children under 6 travel free. Children from 6 to 14 pay half fare."]
DOGS = ["Dogs weighing up to 10 kg travel free; heavier dogs need a half-fare ticket and a muzzle."]
EGFR = [
    (
        "Metformin should be stopped before contrast is given to patients with an eGFR below 30. "
        "For patients with an eGFR of 30 or more, no interruption is needed."
    )
]
REFUNDS = [
    (
        "Within 14 days of delivery you get the full price back; between 15 and 30 days, store "
        "credit only. After 30 days no refund is possible."
    )
]
GRADES = ["Applicants need a GPA of at least 3.5 and a TOEFL score of 90 or higher."]
GLUCOSE = [
    (
        "Fasting glucose of 126 mg/dL or more indicates diabetes; between 100 and 125 mg/dL the "
        "patient has prediabetes. Values under 100 are normal."
    )
]
FIRMS = [
    (
        "Companies with fewer than 50 employees are exempt from reporting. Companies with 50 to "
        "249 employees report every three years; larger ones report every year."
    )
]
CANCEL = [
    (
        "Those who cancel at least 7 days before departure get a full refund. Those who cancel "
        "between 3 and 6 days before get half of the price back."
    )
]
ARREARS = [
    (
        "The Supplier may terminate with immediate effect if the Customer is more than 60 days in "
        "arrears with a payment."
    )
]
MEMBERS = ["Members who book at least 14 days ahead pay 40 euros; otherwise the price is 55 euros."]
DRIVERS = [
    "An extra driver is free if he or she is over 25. Drivers under 25 pay a surcharge of 12 euros."
]
DRUG = ["Metformin is contraindicated in patients with an eGFR below 30."]
PAIRS = [
    (
        DRUG,
        "Can a patient with eGFR 25 take metformin?",
        "A patient with eGFR 25 cannot take metformin.",
        "A patient with eGFR 25 can take metformin.",
    ),
    (
        LOANS,
        "My credit score is 650. Will I get a loan?",
        "Yes, but with a score of 650 you need a guarantor.",
        "Yes, with a score of 650 you don't need a guarantor.",
    ),
    (
        LOANS,
        "My credit score is 600. Will I get a loan?",
        "No, your application would be declined.",
        "Your loan will be granted.",
    ),
    (FARES, "", "A 12-year-old pays half fare.", "A 12-year-old travels free."),
    (
        DOGS,
        "Can I take my dog of 12 kg?",
        "It needs a ticket and a muzzle.",
        "It travels free.",
    ),
    (
        EGFR,
        "My patient has an eGFR of 45. Should metformin be stopped?",
        "No, no interruption is needed.",
        "Yes, it should be stopped before the contrast is given.",
    ),
    (
        REFUNDS,
        "I got my order 10 days ago. Can I get my money back?",
        "Yes, you get the full price back.",
        "No, you only get store credit.",
    ),
    (GRADES, "", "A GPA of 3.4 is too low.", "A GPA of 3.4 is enough."),
    (GRADES, "", "A TOEFL score of 95 is enough.", "A TOEFL score of 95 is not enough."),
    (
        GLUCOSE,
        "My fasting glucose is 118 mg/dL. Is it normal?",
        "No, that means prediabetes.",
        "Yes, it is normal.",
    ),
    (
        FIRMS,
        "We have 120 employees. How often must we report?",
        "A company of 120 employees must report every three years.",
        "A company of 120 employees must report every year.",
    ),
    (
        ARREARS,
        "Can the supplier terminate if a payment is 45 days late?",
        "The supplier may not terminate with immediate effect.",
        "The supplier may terminate with immediate effect.",
    ),
    (MEMBERS, "I book 5 days ahead. What do I pay?", "You pay 55 euros.", "You pay 40 euros."),
    (
        DRIVERS,
        "My wife is 31. What does she cost as an extra driver?",
        "As an extra driver she is free.",
        "She pays a surcharge.",
    ),
    (
        CANCEL,
        "I cancel 4 days before departure. What do I get?",
        "You get half of the price back.",
        "You get a full refund.",
    ),
]


@pytest.mark.parametrize(("passages", "question", "right", "wrong"), PAIRS)
def test_a_case_is_decided_by_its_rule(
    passages: list[str], question: str, right: str, wrong: str
) -> None:
    [good] = judge_quantities(question, passages, [right])
    [bad] = judge_quantities(question, passages, [wrong])
    assert good.outcome == "supported"
    assert bad.outcome == "contradicted"


def test_a_rule_told_again_is_right() -> None:
    told = ["Groups of more than 15 people must register two weeks ahead."]
    asked = "Must a group of 12 people register?"

    [judged] = judge_quantities(asked, told, ["No, only groups of more than 15 must register."])

    assert (judged.outcome, judged.certainty) == ("supported", "certain")


@pytest.mark.parametrize(
    ("passages", "question", "claim"),
    [
        (GRADES, "", "Applicants need a GPA of 3.7."),
        (
            ["Patients with an eGFR below 30 need a scan. After 30 days the test is repeated."],
            "My patient has an eGFR of 45.",
            "The test is repeated.",
        ),
        (["The warranty lasts at least 3 years."], "", "The warranty lasts 4 years."),
        (
            ["The old tower of Osk has a height of more than 80 m."],
            "",
            "The old tower of Osk has a height of 95 m.",
        ),
        (["The tower is more than 80 m high."], "How high is it?", "The tower is 95 m high."),
        (["The maximum dose is 60 mg."], "What is the maximum?", "The maximum dose is 40 mg."),
        (FARES, "My son is 5. Does he pay?", "Children from 6 to 14 pay half fare."),  # a rule
        (LOANS, "My score is 650.", "Below 620, applications are declined."),
        (LOANS, "My score is 650.", "If it were 700, the loan would be granted."),
        (DOGS, "Can I take my dog?", "Heavier dogs need a ticket and a muzzle."),
        (
            ["The trial lasted at least four years.", "He was sentenced to seven years in prison."],
            "",
            "He was sentenced to seven years in prison.",
        ),
    ],
)
def test_a_claim_without_a_case_is_left_alone(
    passages: list[str], question: str, claim: str
) -> None:
    [judged] = judge_quantities(question, passages, [claim])
    assert not any(check.kind == "limit" for check in judged.checks)


SYRUP = [
    (
        "Adults and children over 12: 20 ml up to three times daily. Children aged 6 to 12: 10 ml "
        "up to three times daily. Children aged 2 to 5: 5 ml, and only on a doctor's advice."
    )
]
PILLS = [
    (
        "Dosage. Adults: 400 mg every 6 hours. Children 8-11 years: 200 mg every 6 hours. "
        "Children 4-7 years: 150 mg. Under 4: ask a doctor."
    )
]
ENTRY = [
    (
        "Entry: adults EUR 12, children 6-14 EUR 7, under 6 free. Family ticket (2 adults, up to 3 "
        "children) EUR 28."
    )
]
LATE = [
    (
        "Cancellations made 30 days or more before departure: 10% of the price. 29 to 15 days: "
        "40%. 14 days or fewer: 80%."
    )
]
ACCOUNT = [
    (
        "Young people aged 14 to 17 can open a giro account with the written consent of a parent "
        "or guardian. From 18 on, no consent is needed."
    )
]
VISA = ["Fee: EUR 90 (children 6-11: EUR 45; under 6: free)"]
LISTED = [
    (
        SYRUP,
        "My son is 8. How much of this syrup may he have per dose?",
        "At eight he can take 10 ml at a time, no more than three times a day.",
        "At eight he can take 20 ml at a time, no more than three times a day.",
    ),
    (SYRUP, "My son is 8. How much may he have per dose?", "10 ml", "20 ml"),
    (
        PILLS,
        "My daughter is 10. What dose?",
        "At 10 she can have 200 mg every 6 hours.",
        "At 10 she can have 400 mg every 6 hours.",
    ),
    (PILLS, "My daughter is 10. What dose?", "She can have 200 mg.", "She can have 150 mg."),
    (
        LATE,
        "What if I cancel late?",
        "If you cancel 20 days before departure you pay 40%.",
        "If you cancel 20 days before departure you pay 80%.",
    ),
    (
        ACCOUNT,
        "Can a 16-year-old open an account with you?",
        "At 16 you can, as long as a parent or guardian consents in writing.",
        "At 16 you can, and no parent or guardian needs to consent in writing.",
    ),
    (VISA, "", "Children of 8 pay €45.", "A child of 8 pays €90."),
]


@pytest.mark.parametrize(("passages", "question", "right", "wrong"), LISTED)
def test_each_of_some_listed_cases_has_its_own(
    passages: list[str], question: str, right: str, wrong: str
) -> None:
    outcomes = [judge_quantities(question, passages, [text])[0].outcome for text in (right, wrong)]

    assert outcomes == ["supported", "contradicted"]


def test_another_offer_that_is_named_is_no_wrong_case() -> None:
    question = "how much is it for two adults and a child of 7"

    [family] = judge_quantities(question, ENTRY, ["With the family ticket you pay €28."])

    assert family.outcome == "supported"


DELAYS = [
    (
        "Delays of 15-29 minutes: 25% of the cost of a single ticket. 30-59 minutes: 50%. "
        "60-119 minutes: 100%. 120 minutes or more: 100% of the return fare."
    )
]


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("If your train is 80 minutes late, you get 100% of a single ticket.", "supported"),
        ("If your train is 80 minutes late, you get 50% of a single ticket.", "contradicted"),
        ("If your train is 45 minutes late, you get 50% of a single ticket.", "supported"),
        ("If your train is 45 minutes late, you get 25% of a single ticket.", "contradicted"),
    ],
)
def test_a_tier_that_tells_its_amount_alone_is_of_what_the_first_tells(
    claim: str, outcome: str
) -> None:
    [found] = judge_quantities("", DELAYS, [claim])

    assert found.outcome == outcome


def test_how_often_in_a_week_is_no_case_of_a_deadline() -> None:
    told = "Expenses must be claimed within 60 days. Complaints are answered within 10 days."
    question = "Can I work from home four days a week?"
    claim = "I can work from home four days a week."

    assert judge_quantities(question, [told], [claim])[0].outcome == "open"
