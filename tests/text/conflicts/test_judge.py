"""Which passages disagree on what a claim says; pairs of the rules' own, none of bench `graph`."""

from __future__ import annotations

from functools import partial

import pytest
from counting import calls_of

from groundgraph import Passage
from groundgraph.text.conflicts import find_conflicts
from groundgraph.text.conflicts.judge import date_of, reported

DISAGREE = [
    (("The fee is 9 euros.", "The fee is 12 euros."), "The fee is 9 euros.",
     ("9 euros", "12 euros")),
    (
        ("The maximum daily dose of Zelnorm for adults is 40 mg.",
         "According to the 2023 label, the maximum daily dose of Zelnorm for adults is 60 mg."),
        "The max dose is 40 mg.",
        ("40 mg", "60 mg"),
    ),
    (
        ("A deposit of €50 is due for a rented bike.",
         "Renting a bike in Hallein: bring your passport and €80 as a deposit."),
        "A deposit of €50 is due for a rented bike.",
        ("€50", "€80"),
    ),
    (
        ("71% of members voted for the strike.",
         "The union said 64% of its members had voted for the strike."),
        "71% of members voted for the strike.",
        ("71%", "64%"),
    ),
    (
        ("Boil the eggs for 10 to 12 minutes.", "Boil the eggs for 6 to 7 minutes."),
        "Boil the eggs for 10 to 12 minutes.",
        ("10 to 12 minutes", "6 to 7 minutes"),
    ),
    (
        ("Dannel was founded in 1902.",
         "The founding of Dannel in 1911 was celebrated with a parade."),
        "Dannel was founded in 1902.",
        ("1902", "1911"),
    ),
    (
        ("Check-in at the Hotel Corvo begins at 14:00.",
         "At the Hotel Corvo, check-in begins at 15:00; luggage can be left before."),
        "Check-in at the Hotel Corvo begins at 14:00.",
        ("14:00", "15:00"),
    ),
    (
        ("| Model | Price |\n|---|---|\n| A1 | €500 |\n| B2 | €700 |",
         "The price of the B2 is €650."),
        "The B2 costs €700.",
        ("€700", "€650"),
    ),
    (
        ("The mill is owned by Peter Lang.", "Sara Holt owns the mill."),
        "The mill is owned by Peter Lang.",
        ("Peter Lang", "Sara Holt"),
    ),
    (
        ("The CEO of Vex is Ann Roth.", "Vex will close a plant, CEO Bo Lind said."),
        "The CEO of Vex is Ann Roth.",
        ("Ann Roth", "Bo Lind"),
    ),
    (
        ("Corvalis Labs is based in Ghent.",
         "Corvalis Labs makes sensors. It is headquartered in Lyon."),
        "Corvalis Labs is based in Ghent.",
        ("Ghent", "Lyon"),
    ),
    (
        ("The treaty was signed in Vienna in 1815.", "The treaty was signed in Paris in 1815."),
        "The treaty was signed in Vienna.",
        ("Vienna", "Paris"),
    ),
    (
        ("Salvine is legal in Tarland.", "Salvine is illegal in Tarland."),
        "Salvine is legal in Tarland.",
        ("Salvine is legal in Tarland", "Salvine is illegal in Tarland"),
    ),
    (
        ("Vex has 1,400 employees.", "Vex employs 900 people."),
        "Vex has 1,400 employees.",
        ("1,400", "900"),
    ),
    (
        ("Brill has a population of 8,000.", "The population of Brill is 12,000."),
        "Brill has a population of 8,000.",
        ("8,000", "12,000"),
    ),
    (
        ("Ann was born in Italy.", "Ann was born in Austria."),
        "Ann was born in Italy.",
        ("Italy", "Austria"),
    ),
    (
        ("Ravo contains nuts.", "Ravo does not contain nuts."),
        "Ravo contains nuts.",
        ("Ravo contains nuts", "Ravo does not contain nuts"),
    ),
    (
        ("Acme acquired Boltworks.", "Boltworks acquired Acme."),
        "Acme acquired Boltworks.",
        ("Acme acquired Boltworks", "Boltworks acquired Acme"),
    ),
    (
        ("The pills must be taken with food.", "The pills must be taken without food."),
        "The pills must be taken with food.",
        ("The pills must be taken with food", "The pills must be taken without food"),
    ),
]  # fmt: skip
AGREE_OR_APART = [
    ("In version 2.1 the timeout is 30 seconds.", "In version 3.0 the timeout is 60 seconds."),
    ("The first edition of the guide has 210 pages.", "The second edition has 248 pages."),
    ("In 2019 the county counted 87 cases.", "In 2021 the county counted 212 cases."),
    ("The Flex account costs €4 a month.", "The Basic account costs €2 a month."),
    ("In Germany delivery takes two days.", "In Portugal delivery takes five days."),
    ("The trail is 1 km long.", "The trail is 1,000 m long."),
    ("Vex has 1.2 million customers.", "Vex has 1,214,300 customers."),
    ("Delivery costs at least €20.", "Delivery to the islands costs €45."),
    ("Return it within 30 days.", "Most people return it after 4 days."),
    ("The hall has 800 seats.", "The balcony of the hall has 150 seats."),
    ("The bridge cost £12 million.", "The design of the bridge cost £1.5 million."),
    ("Members pay a fee of €10.", "Guests pay a fee of €25."),
    ("The fee for members is €10.", "The fee for guests is €25."),
    ("Team A scored 3 goals.", "Team B scored 5 goals."),
    ("Ann was born in 1950.", "Ann's brother was born in 1953."),
    ("The tower was begun in 1880.", "The tower was finished in 1889."),
    ("Hart won the cup in 1998.", "Hart won the cup in 2003."),
    ("The store in Bonn opened in 1998.", "The store in Kiel opened in 2004."),
    ("The pool is open in July.", "The pool is closed in December."),
    ("Dogs are allowed in the garden.", "Dogs are not allowed in the house."),
    ("The CEO of Vex is Ann Roth.", "The former CEO of Vex is Bo Lind."),
    ("The sales team is led by Ann Roth.", "The design team is led by Bo Lind."),
    ("Kord employs about 1,200 people worldwide.", "Kord employs 310 people in Ghent."),
    ("Kord's revenue was 41 million in 2023.", "As of 2024, Kord's revenue is 46 million."),
    ("The fair will take place in August.", "The fair took place in September."),
    ("The shop accepts returns.", "The shop does not accept returns of opened stoves."),
    ("The starting dose is 5 mg.", "The maintenance dose is 10 mg."),
    ("Hart won 52% of the vote.", "Sayle won 45% of the vote."),
    ("Bake it for another 10 minutes.", "Bake it for an additional 30 minutes."),
    ("A pass costs 20 euros.", "In summer a pass costs 30 euros."),
    ("A pass costs 20 euros.", "With a club card, a pass costs 15 euros."),
    ("A pass costs 20 euros.", "On Sundays, a pass costs 25 euros."),
    ("Ann was born in Graz.", "Ann was born in Austria."),
    ("Vex is based in Bergamo.", "Vex is based in northern Italy."),
    ("A Vireo 200 has a range of 40 km.", "A Vireo 300 has a range of 55 km."),
]


@pytest.mark.parametrize(("passages", "claim", "values"), DISAGREE)
def test_both_sides_are_told(
    passages: tuple[str, str], claim: str, values: tuple[str, str]
) -> None:
    [found] = find_conflicts("", passages, [claim])
    assert [(side.passage_id, side.value) for side in found.sides] == [
        ("1", values[0]),
        ("2", values[1]),
    ]
    assert all(
        s.span and s.span.of(p) == s.text for s, p in zip(found.sides, passages, strict=True)
    )
    assert (found.claims, found.named) == ((0,), False)


@pytest.mark.parametrize(("one", "other"), AGREE_OR_APART)
def test_other_subjects_times_and_wordings_are_no_conflict(one: str, other: str) -> None:
    assert find_conflicts("", [one, other], [one]) == ()


def test_one_passage_cannot_disagree() -> None:
    assert (
        find_conflicts("", ["The dose is 40 mg. The dose is 60 mg."], ["The dose is 40 mg."]) == ()
    )


def test_what_bears_on_no_claim_is_not_told() -> None:
    told = ["Velorin costs €9. The dose of Velorin is 40 mg.", "The dose of Velorin is 60 mg."]
    assert find_conflicts("", told, ["Velorin costs €9."]) == ()


def test_a_passage_that_tells_both_takes_no_side() -> None:
    told = ["The fee is €10.", "The fee is €10 for members and €25 for guests."]
    assert find_conflicts("", told, ["The fee is €10."]) == ()


def test_three_passages_are_one_conflict() -> None:
    told = ["The dose of Velorin is 40 mg.", "The dose of Velorin is 60 mg.", "Velorin is blue.",
            "Velorin is given in a dose of 40 mg."]  # fmt: skip
    [found] = find_conflicts("", told, ["The dose of Velorin is 40 mg."])
    assert str(found) == "Passages 1, 2 and 4 disagree: “40 mg”, “60 mg” and “40 mg”."


def test_an_update_comes_with_its_dates() -> None:
    told = ["As of 2020, a ticket costs 9 crowns.", "As of 2023, a ticket costs 12 crowns."]
    [found] = find_conflicts("", told, ["A ticket costs 9 crowns."])
    assert [side.date for side in found.sides] == ["2020", "2023"]


def test_a_passage_may_come_with_its_date() -> None:
    told = [
        Passage("A ticket costs 9 crowns.", "a", "2020"),
        Passage("A ticket costs 12 crowns.", "b"),
    ]
    [found] = find_conflicts("", told, ["A ticket costs 9 crowns."])
    assert str(found) == "Passages a (2020) and b disagree: “9 crowns” and “12 crowns”."


def test_a_passage_may_say_its_date_in_a_line_of_its_own() -> None:
    told = [
        "Last updated: 3 May 2019.\nA ticket costs 9 crowns.",
        "A ticket costs 12 crowns. (Updated on 2024-02-01)",
    ]
    [found] = find_conflicts("", told, ["A ticket costs 9 crowns."])
    assert [side.date for side in found.sides] == ["3 May 2019", "2024-02-01"]


def test_passages_about_things_of_one_kind_do_not_disagree() -> None:
    told = [
        f"{name} Works makes oil. It employs {number} people."
        for name, number in (("Alder", 100), ("Birch", 120))
    ]
    answer = ["Alder Works makes oil.", "It employs 100 people."]
    assert find_conflicts("How many people does Alder Works employ?", told, answer) == ()


def test_many_values_are_a_list_and_no_conflict() -> None:
    told = [f"The plant employs {number} people." for number in (100, 120, 140, 160)]
    assert find_conflicts("", told[:3], ["The plant employs 100 people."])
    assert find_conflicts("", told, ["The plant employs 100 people."]) == ()


@pytest.mark.parametrize(
    "claims",
    [
        ["The sources disagree: one gives a dose of 40 mg, another of 60 mg."],
        ["Passage 1 has a dose of Velorin of 40 mg.", "Passage 2 has a dose of Velorin of 60 mg."],
        ["The dose of Velorin was 40 mg and is now 60 mg."],
        ["The dose of Velorin is 40mg or 60mg."],
    ],
)
def test_an_answer_that_tells_of_both_sides_names_the_conflict(claims: list[str]) -> None:
    told = ["The dose of Velorin is 40 mg.", "The dose of Velorin is 60 mg."]
    found = find_conflicts("What is the dose of Velorin?", told, claims)
    assert [conflict.named for conflict in found] == [True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Acme acquired Boltworks in 2022.", "Boltworks acquired Acme in 2022."),
        ("The bridge cost €4.1 million.", "The bridge cost €4.1 billion."),
    ],
)
def test_numbers_that_both_sides_have_name_no_conflict(one: str, other: str) -> None:
    [found] = find_conflicts("", [one, other], [one])
    assert not found.named


def test_the_order_of_passages_decides_nothing() -> None:
    told = ["The dose of Velorin is 40 mg.", "Velorin is blue.", "The dose of Velorin is 60 mg."]
    claim = ["The dose of Velorin is 40 mg."]
    values = {frozenset(s.value for s in c.sides) for c in find_conflicts("", told, claim)}
    again = {frozenset(s.value for s in c.sides) for c in find_conflicts("", told[::-1], claim)}
    assert values == again == {frozenset({"40 mg", "60 mg"})}


@pytest.mark.parametrize(
    ("sentence", "date"),
    [
        ("As of 7 March 2024 the level is 4.4 m.", "7 March 2024"),
        ("The fee is €9 (last updated in May 2021).", "May 2021"),
        ("In 2019 the fee was €9.", ""),
    ],
)
def test_as_of_when_a_sentence_speaks(sentence: str, date: str) -> None:
    assert date_of(sentence) == date


def test_what_sources_are_said_to_say() -> None:
    assert reported("One page says that it is on by default, the other that it is off.") == [
        "it is on by default",
        "it is off",
    ]
    assert reported("It is on by default, and that is that.") == []


def test_work_grows_with_the_passages_and_not_with_the_pairs_of_their_amounts() -> None:
    claim = "The sources disagree: one says 5 mg, another says 6 mg."

    def work(many: int) -> int:
        told = [" ".join(f"Batch {n} holds {v} mg." for n in range(many)) for v in (5, 6)]
        return calls_of(partial(find_conflicts, "", told, [claim]))

    work(1)  # what is read once
    assert work(200) <= 2.2 * work(100)


def test_of_many_amounts_those_that_fit_the_claim_are_held_against_each_other() -> None:
    boxes = " ".join(f"In 2019 box {n} held 5 mg." for n in range(500))
    told = [f"{boxes} In 2021 Velorin is given at 5 mg.", "In 2021 Velorin is given at 6 mg."]
    claim = "The sources disagree: one gives Velorin at 5 mg, another at 6 mg."
    [found] = find_conflicts("", told, [claim])
    assert [side.text for side in found.sides] == [told[0][len(boxes) + 1 :], told[1]]
