"""Values told of another thing than a claim names, in a passage of their own."""

from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.text.conflicts import find_conflicts
from groundgraph.text.quantities import judge_quantities

LAPTOPS = (
    "The Aria 5 is the lightest of the range at 1.1 kg. Its battery lasts up to 11 hours.",
    "The Aria 7 has a bigger screen and weighs 1.6 kg. Its battery lasts up to 9 hours.",
)
OFFICES = (
    "Our Lisbon office opened in 2015. It has 40 desks and two meeting rooms.",
    "Our Lindau office opened in 2019. It has 25 desks.",
)
FUNDS = (
    "The Meridian Income Fund pays dividends quarterly. It has ongoing charges of 0.65 percent.",
    "The Meridian Frontier Fund pays none. It has ongoing charges of 1.10 percent.",
)
YEARS = (
    "In 2022 the museum had 40,000 visitors. A ticket cost 10 euros.",
    "In 2023 the museum had 45,000 visitors. A ticket cost 12 euros.",
)
DRUGS = ("Aspirin. Adults may take at most 4 g.", "Ibuprofen. Adults may take at most 1.2 g.")


def judged(question: str, texts: tuple[str, ...], claim: str) -> tuple[str, str]:
    passages = [Passage(text, str(number)) for number, text in enumerate(texts)]
    (found,) = judge_quantities(question, passages, [claim])
    return found.outcome, found.certainty


@pytest.mark.parametrize(
    ("question", "texts", "right", "wrong"),
    [
        ("How long does the battery of the Aria 5 last?", LAPTOPS, "11 hours", "9 hours"),
        ("", LAPTOPS, "The battery of the Aria 7 lasts up to 9 hours.",
         "The battery of the Aria 7 lasts up to 11 hours."),
        ("", OFFICES, "The Lindau office has 25 desks.", "The Lindau office has 40 desks."),
        ("What does the Income Fund charge?", FUNDS, "The ongoing charges are 0.65 percent.",
         "The ongoing charges are 1.10 percent."),
        ("", YEARS, "In 2022 a ticket cost 10 euros.", "In 2022 a ticket cost 12 euros."),
        ("", DRUGS, "Adults may take at most 4 g of aspirin.",
         "Adults may take at most 1.2 g of aspirin."),
    ],
)  # fmt: skip
def test_a_value_is_that_of_what_claim_or_question_names(
    question: str, texts: tuple[str, ...], right: str, wrong: str
) -> None:
    assert judged(question, texts, right)[0] != "contradicted"
    assert judged(question, texts, wrong) == ("contradicted", "certain")


@pytest.mark.parametrize(
    ("texts", "claim"),
    [
        (LAPTOPS, "The battery lasts up to 9 hours."),  # names none
        (LAPTOPS, "The battery of the Aria 5 lasts longer than the 9 hours of the Aria 7."),
        (("Zeta Labs sells lamps. Sales were $5 million.", "Sales were $6 million in May."),
         "Zeta Labs had sales of $6 million in May."),
    ],
)  # fmt: skip
def test_what_names_both_or_neither_is_not_refuted(texts: tuple[str, ...], claim: str) -> None:
    assert judged("", texts, claim)[0] != "contradicted"


@pytest.mark.parametrize(
    ("texts", "claim"),
    [
        (("Hotel Astra is near the station. A double room costs 120 euros.",
          "Hotel Belmont lies by the sea. A double room costs 95 euros."),
         "A double room costs 120 euros."),
        (YEARS, "A ticket cost 12 euros."),
        (DRUGS, "Adults may take at most 4 g."),
    ],
)  # fmt: skip
def test_passages_about_two_things_do_not_disagree(texts: tuple[str, ...], claim: str) -> None:
    passages = [Passage(text, str(number)) for number, text in enumerate(texts)]
    assert not find_conflicts("", passages, [claim])


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        ("Keep the vial below 25 °C.", "Keep the vial below 30 °C.", "contradicted"),
        ("The fan runs at under 55 dB.", "The fan runs at under 70 dB.", "contradicted"),
        (
            "More than 5,300 people ran on Sunday.",
            "More than 6,000 people ran on Sunday.",
            "contradicted",
        ),
        ("More than 5,300 people ran.", "More than 5,000 people ran.", "supported"),
        ("Over 2.1 million people voted.", "Over 2 million people voted.", "supported"),
    ],
)
def test_another_limit_of_the_same_kind_is_another_limit(
    told: str, claim: str, outcome: str
) -> None:
    assert judged("", (told,), claim)[0] == outcome
