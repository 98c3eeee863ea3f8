"""What all amounts of a kind come to: a whole less its parts, and sums of as many as are told."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_FUND = (
    "School trip fund. Collected: 1,840 EUR. Paid so far: coach 620 EUR; museum tickets 415 EUR; "
    "packed lunches 180 EUR. The deposit of 90 EUR for the hostel is not included."
)
_LEAVE = (
    "Entitlement: 30 days\nCarried over: 4 days\nTaken: 17 days\nApproved, not yet taken: 6 days"
)
_MINIBUS = "The minibus has 16 seats; 9 adults and 4 children have signed up."
_SHAFTS = (
    "Shaft A is 412 m deep. Shaft B goes down 368 m. The old shaft reaches 95 m. "
    "The winding tower stands 60 feet tall."
)
_POSTED = (
    "Planting day: the scouts set 46 trees along the brook, the rowing club 38, the parents 57 and "
    "the council gardeners 21. Two spades broke."
)
_MATCHES = (
    "League 14 goals in 31 matches, cup 5 goals in 6 matches, qualifiers 2 goals in 4 matches."
)


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        (_FUND, "How much is left?", "625 EUR of the fund are left.", "805 EUR are left."),
        (_LEAVE, "Remaining leave?", "11 days of leave are left.", "7 days of leave are left."),
        (
            _MINIBUS,
            "How many seats are free?",
            "3 seats are still free.",
            "7 seats are still free.",
        ),
        (_POSTED, "How many trees in all?", "162 trees in all.", "141 trees in all."),
        (_MATCHES, "How many goals overall?", "21 goals in all.", "19 goals in all."),
        (
            (
                "The Ridge Trail is 268 km long. Day one took us 31 km, day two 28 km and day "
                "three 24 km. My tent weighs 2 kg."
            ),
            "How far is it still?",
            "185 km still lie ahead.",
            "209 km still lie ahead.",
        ),
    ],
)
def test_all_of_a_kind_is_taken_in(told: str, question: str, right: str, wrong: str) -> None:
    good, bad = (judge_quantities(question, [told], [each])[0] for each in (right, wrong))
    assert good.outcome == "supported"
    assert bad.outcome != "supported"
    assert bad.score > good.score


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("The three shafts come to 875 m together.", "supported"),
        ("The three shafts come to 780 m together.", "contradicted"),
    ],
)
def test_a_sum_of_as_many_as_are_told_is_sure(claim: str, outcome: str) -> None:
    [found] = judge_quantities("What is their combined depth?", [_SHAFTS], [claim])
    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("told", "question", "claim"),
    [
        (
            "The ferry takes 90 cars. 54 are booked, of which 12 are vans.",
            "",
            "24 places are left.",
        ),
        (_FUND, "How much is left?", "535 EUR of the fund are left."),
        (
            "The fund has 900 EUR. We paid 300 EUR and 200 EUR. A new tent would cost 250 EUR.",
            "How much is left?",
            "150 EUR are left.",
        ),
        (_POSTED, "How many trees did the scouts and the parents set together?", "Together 162."),
    ],
)
def test_what_is_no_part_supports_nothing(told: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [told], [claim])
    assert found.outcome != "supported"


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        (
            "Catch landed: Marie 410, Stella 385, Nordlys 502, Ida 343. Prices were steady.",
            "What was the mean catch of the four boats?",
            "The mean of the four boats is 410.",
            "The mean of the four boats is 432.",
        ),
        (
            "Squad: Ida 14, Mona 16, Rune 15, Lars 19, Tea 16. Training is on Mondays.",
            "How old are the five skaters on average?",
            "The five skaters average 16.",
            "The five skaters average 17.",
        ),
        (
            "Estuary count, 14 January. Lapwing 312, curlew 87, redshank 145, oystercatcher 209.",
            "What was the total of waders?",
            "Adding the four species gives 753 birds.",
            "Adding the four species gives 666 birds.",
        ),
        (
            "Census on the spit: knot 1,450, dunlin 2,100, curlew 130. Two counters.",
            "",
            "The three kinds together came to 3,680 birds.",
            "The three kinds together came to 3,580 birds.",
        ),
    ],
)
def test_values_listed_by_name_are_read(told: str, question: str, right: str, wrong: str) -> None:
    good, bad = (judge_quantities(question, [told], [each])[0] for each in (right, wrong))
    assert (good.outcome, bad.outcome) == ("supported", "contradicted")


def test_numbers_behind_the_same_word_name_things() -> None:
    told = "Bring the keys of Room 4, Room 7 and Room 9 to the desk."
    [found] = judge_quantities("", [told], ["There are 20 rooms in all."])
    assert found.outcome == "open"


_CLUBS = "Class 7b has 29 pupils. 11 of them have joined the chess club and 9 the drama club."


@pytest.mark.parametrize(
    ("told", "question", "claim", "outcome"),
    [
        (_CLUBS, "How many pupils go to neither club?", "Nine.", "supported"),
        (_CLUBS, "How many pupils go to neither club?", "Eleven.", "open"),
        (_CLUBS, "How many pupils are in the chess club?", "Eleven.", "supported"),
        (_MINIBUS, "How many seats are still free?", "9", "open"),
        (_MINIBUS, "How many seats are still free?", "3", "supported"),
    ],
)
def test_a_part_is_no_rest(told: str, question: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities(question, [told], [claim])
    assert found.outcome == outcome


def test_a_share_is_of_the_group_that_a_claim_begins_with() -> None:
    told = (
        "250 patients were enrolled, of whom 200 completed the course. Among those who completed, "
        "30 reported side effects."
    )
    claim = "Of those who completed, 12 per cent reported side effects."
    [found] = judge_quantities("", [told], [claim])
    assert found.outcome != "supported"
