"""What the course of a passage tells of orders that no date and no single sentence decides."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence.index import index_of


def score(passage: str, claim: str, question: str = "") -> float:
    [judgement] = judge_quantities(question, [passage], [claim])
    return judgement.score


def outcome(passage: str, claim: str, question: str = "") -> str:
    [judgement] = judge_quantities(question, [passage], [claim])
    return judgement.outcome


def told(passage: str) -> list[str]:
    """Return the happenings that a passage tells."""
    return [one.span.of(passage) for one in index_of((passage,)).passages[0].course.happenings]


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "By the time the first engine pulled up, the roof had already fallen in.",
            "The roof collapsed before the firefighters arrived.",
            "The roof collapsed after the firefighters arrived.",
        ),
        (
            "Odeh filed her complaint in spring. Two weeks later her employer dismissed her.",
            "She was dismissed after she had filed her complaint.",
            "She was dismissed before she had filed her complaint.",
        ),
        (
            "Orland issued its profit warning. The chief had sold his shares the previous week.",
            "The chief sold his shares before the profit warning came out.",
            "The chief sold his shares after the profit warning came out.",
        ),
        (
            "No sooner had the scaffolding come down than cracks appeared in the facade.",
            "The cracks appeared after the scaffolding was removed.",
            "The cracks appeared before the scaffolding was removed.",
        ),
        (
            "In the run-up to the referendum, the finance minister resigned.",
            "The finance minister stepped down before the referendum.",
            "The finance minister stepped down after the referendum.",
        ),
        (
            "Having lost interest in teeth, she played Hedda and was then offered a film.",
            "She portrayed Hedda before getting the film offer.",
            "She got the film offer before portraying Hedda.",
        ),
        (
            "Version 3.0 dropped the old format. The telemetry module was removed in 2.9.",
            "Telemetry was taken out earlier than the old format was.",
            "Telemetry was taken out later than the old format was.",
        ),
        (
            "Ola played the drums. She quit and was replaced by Finn.",
            "Ola was the drummer before Finn.",
            "Finn was the drummer before Ola.",
        ),
        (
            "Loaves are scored just before they go in, and glazed on coming out.",
            "The bread is glazed after it has come out of the oven.",
            "The bread is glazed before it has come out of the oven.",
        ),
        (
            "The panel saw Mabey on 4 June and Ruzic on 6 June.",
            "Mabey was interviewed before Ruzic.",
            "Ruzic was interviewed before Mabey.",
        ),
        (
            "Dinner is served in Ljubljana, after which there is an optional night walk.",
            "The night walk follows dinner.",
            "Dinner follows the night walk.",
        ),
        (
            "The minister faced parliament at noon. An apology from the blog followed.",
            "The blog apologised after the minister appeared in parliament.",
            "The blog apologised before the minister appeared in parliament.",
        ),
        (
            "Alerts are suppressed until the rotation is complete.",
            "Alerts are suppressed before the rotation is complete.",
            "Alerts are suppressed after the rotation is complete.",
        ),
        (
            "The signature emerged during cleaning. Experts had until then ascribed it to Vasco.",
            "Experts attributed it to Vasco before the signature came to light.",
            "Experts attributed it to Vasco after the signature came to light.",
        ),
        (
            "An inspection is arranged. Keys go back at the handover. Inspections take an hour.",
            "The inspection happens before the handover.",
            "The handover happens before the inspection.",
        ),
        (
            "Teeth change at four months. House training should be finished well before that.",
            "House training is over before the teeth change.",
            "House training is over after the teeth change.",
        ),
        (
            "Do not cancel the old contract before the transfer is confirmed.",
            "Cancel the old contract only after the transfer has been confirmed.",
            "Cancel the old contract before the transfer has been confirmed.",
        ),
    ],
)
def test_a_wrong_order_scores_higher_than_a_right_one(passage: str, right: str, wrong: str) -> None:
    assert score(passage, right) < 0.5 < score(passage, wrong)


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            "Alerts are suppressed until the rotation is complete.",
            "Alerts resume after the rotation.",
        ),
        (
            "Mock exams are sat in December, real ones in May.",
            "Pupils sit mock exams before the real exams.",
        ),
        ("Tolls were low. Lamps were put up.", "Tolls were low after the lamps were put up."),
        (
            "Neither party may end the lease before 2027.",
            "Before they end the lease, both parties have to wait.",
        ),
        (
            "Two boards met. Shareholders backed the deal, subject to clearance from Brussels.",
            "Shareholders approved the deal before Brussels cleared it.",
        ),
    ],
)
def test_what_a_passage_does_not_order_speaks_against_no_order(passage: str, claim: str) -> None:
    assert score(passage, claim) <= 0.5


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Rinse the jars, fill them and screw on the lids. Only then light the stove.",
            "Light the stove after you have filled the jars.",
            "Light the stove before you fill the jars.",
        ),
        (
            "Hides are soaked and scraped. After a week they are tanned. Dyeing is the last step.",
            "Scraping comes before dyeing.",
            "Dyeing comes before scraping.",
        ),
        (
            "Forms are read, and after the interview references are checked.",
            "References are checked after the interview.",
            "References are checked before the interview.",
        ),
    ],
)
def test_an_order_that_is_told_of_the_same_two_things_decides(
    passage: str, right: str, wrong: str
) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) == "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Ola painted the barn and moved. Ina then painted the shed.", "Ola moved after painting."),
        ("The clerk may stamp the form. Then it is filed.", "The form is filed before stamping."),
        ("The lake froze. The mill burned down.", "The mill burned down before the lake froze."),
    ],
)
def test_an_order_that_is_not_surely_told_decides_nothing(passage: str, claim: str) -> None:
    assert outcome(passage, claim) == "open"


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("Did Ekman resign before or after the trial?", "After it", "Before that"),
        ("Did Ekman resign before the trial?", "She resigned afterwards.", "The trial came later."),
        ("Did Ekman resign before the trial?", "Ekman did not resign before the trial.", ""),
    ],
)
def test_a_reply_takes_from_its_question_what_it_puts_in_order(
    question: str, right: str, wrong: str
) -> None:
    passage = "The trial was held in March 2018. Ekman resigned in June 2018."
    assert outcome(passage, right, question) == "supported"
    assert not wrong or outcome(passage, wrong, question) == "contradicted"


def test_an_answer_to_which_came_first_is_held_against_the_other() -> None:
    passage = "Gas lamps gave way to electric ones on the eve of the war."
    question = "Which came first at the bridge, gas lamps or electric ones?"
    right, wrong = "The gas lamps came first.", "The electric ones came first."
    assert score(passage, right, question) < score(passage, wrong, question)


def test_a_clause_without_a_verb_is_no_happening_of_its_own() -> None:
    passage = "In the spring, after a long dispute, the council, which owned the mill, sold it."
    assert told(passage) == [
        "a long dispute",
        "owned the mill",
        "In the spring, after a long dispute, the council, which owned the mill, sold it.",
    ]
