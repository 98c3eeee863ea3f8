"""How often something happens, told by a word and by a number."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

CLUB = "The chess club sits quarterly in the old mill; its library opens on Fridays."
LEAVES = "The gutters are cleared every four months."
HOW_OFTEN = "How often does the chess club meet?"


@pytest.mark.parametrize(
    ("passage", "question", "claim", "outcome"),
    [
        (CLUB, HOW_OFTEN, "The chess club has four meetings a year.", "supported"),
        (CLUB, HOW_OFTEN, "The chess club has six meetings a year.", "contradicted"),
        (LEAVES, "", "The gutters are cleared three times a year.", "supported"),
        (LEAVES, "", "The gutters are cleared twice a year.", "contradicted"),
        (CLUB, "", "The chess club has six members a year.", "open"),
        ("Take two drops every four hours.", "", "Take 8 drops a day.", "open"),
        (
            "The daily sales of the kiosk are small.",
            "",
            "The kiosk is cleaned twice a day.",
            "open",
        ),
        ("Rent is 300 euros monthly.", "", "Rent is raised twice a year.", "open"),
    ],
)
def test_a_word_tells_how_often(passage: str, question: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == outcome


DOSES = "Ticagrelor 90 mg bd, aspirin 75 mg od."
TABLETS = "Adults take one tablet twice daily; children take one tablet once daily."
APIXABAN = "Apixaban 5 mg is taken twice daily."
AMOXICILLIN = "Amoxicillin 500 mg t.d.s. for 5 days."


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Ticagrelor 90 mg b.d.",
            "Ticagrelor 90 mg twice a day.",
            "Ticagrelor 90 mg once a day.",
        ),
        (
            AMOXICILLIN,
            "Amoxicillin 500 mg is taken every 8 hours for 5 days.",
            "Amoxicillin 500 mg is taken every 12 hours for 5 days.",
        ),
        (APIXABAN, "Apixaban is taken 2 times a day.", "Apixaban is taken once a day."),
        (APIXABAN, "Apixaban is taken every 12 hours.", "Apixaban is taken every 24 hours."),
        (
            "Amoxicillin 500 mg is taken every 8 hours.",
            "Amoxicillin is taken three times a day.",
            "Amoxicillin is taken twice a day.",
        ),
        ("Take one tablet once a day.", "Take one tablet once daily.", "Take one tablet bd."),
    ],
)
def test_times_a_day_and_hours_between_doses_are_one_scale(
    passage: str, right: str, wrong: str
) -> None:
    [one, other] = judge_quantities("", [passage], [right, wrong])
    assert (one.outcome, other.outcome) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (TABLETS, "Children take one tablet once a day.", "supported"),
        (TABLETS, "Children take one tablet twice a day.", "contradicted"),
        (DOSES, "Ticagrelor 90 mg od.", "contradicted"),
        (DOSES, "Ticagrelor 90 mg twice a day.", "supported"),
        ("The club meets every Monday.", "The club meets once a week.", "open"),
        ("Buses run every two hours from 6 to 18.", "Buses run 7 times a day.", "open"),
        ("Once a member, you pay 5 euros.", "Members pay 5 euros.", "supported"),
        ("The firm bid 40 million.", "The firm bid 40 million.", "supported"),
    ],
)
def test_how_often_is_compared_where_one_thing_is_meant(
    passage: str, claim: str, outcome: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])
    assert found.outcome == outcome


REVIEWS = "Salaries are reviewed semi-annually. Contracts are renewed every other year."
BANK = "Interest is credited monthly, and statements are sent quarterly."


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (REVIEWS, "Salaries are reviewed twice a year.", "Salaries are reviewed once a year."),
        (REVIEWS, "Salaries are reviewed every six months.", "Salaries are reviewed annually."),
        (REVIEWS, "Contracts are renewed every two years.", "Contracts are renewed annually."),
        (BANK, "Statements are sent every three months.", "Statements are sent monthly."),
        (BANK, "Interest is credited every month.", "Interest is credited quarterly."),
        ("The board meets annually.", "The board meets every year.", "The board meets monthly."),
        ("The board meets annually.", "The board meets yearly.", "The board meets twice a year."),
    ],
)
def test_a_rhythm_agrees_with_its_like(passage: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [passage], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("The weekly report is sent to the board.", "The report is sent monthly."),
        ("Alarms are tested at least monthly.", "Alarms are tested weekly."),
        ("Rent is paid monthly.", "Rent is paid every four weeks."),
        ("The pool is cleaned daily in summer, else weekly.", "The pool is cleaned weekly."),
        ("Staff are paid bi-weekly.", "Staff are paid every two weeks."),
    ],
)
def test_a_rhythm_that_may_be_another_is_left_open(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome in {"open", "supported"}
