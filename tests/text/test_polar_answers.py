from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.asked.declaratives import statement
from groundgraph.text.passage_units import Unit
from groundgraph.text.short_answers.polar_answers import Said, says_yes
from groundgraph.text.structured import Fact


def said(question: str, *told: str) -> Said | None:
    made = statement(question, "Yes.")
    assert made is not None
    return says_yes(made, [Unit("1", None, text, None) for text in told])


def of_field(question: str, path: str, value: str | float | None) -> Said | None:
    made, fact = statement(question, "Yes."), Fact((path,), value)
    assert made is not None
    return says_yes(made, [Unit("1", None, fact.text, fact)])


@pytest.mark.parametrize(
    ("question", "told", "yes"),
    [
        ("Does the tour start at the museum?", "The tour starts at the museum.", True),
        ("Was Halden the plaintiff?", "Halden (the plaintiff) sued Ruiz (the defendant).", True),
        ("Has the bug been fixed?", "The bug was fixed in version 4.2.", True),
        ("Did Mira Osei write the report?", "The report was written by Mira Osei.", True),
        ("Was the permit granted?", "The city refused the permit in March.", False),
        ("Did sales rise in 2022?", "Sales fell by 4% in 2022 after rising in 2021.", False),
        ("Can the device be repaired?", "The device cannot be repaired.", False),
        ("Do I need a ticket?", "I need no ticket.", False),
        ("Are cats welcome?", "Dogs are welcome, but cats are not.", False),
        ("Is the pool closed?", "The pool is open all year.", False),
        ("Isn't the pool open?", "The pool is open.", True),
        ("Is entry free on the first Sunday?", "Entry is free on the first Sunday.", True),
        ("Does the tour end at the beach?", "The tour starts at the beach.", False),
        ("Are bikes allowed in the yard?", "Bikes are allowed in the yard but not inside.", True),
        ("Do I need a permit with a boat?", "Owners of a boat need a permit.", True),
    ],
)
def test_a_clause_answers(question: str, told: str, *, yes: bool) -> None:
    assert said(question, told) == Said(yes, 0)


def test_a_letter_tells_things_of_a_kind_apart() -> None:
    told = "The X model has a removable battery."

    assert said("Does the S model have a removable battery?", told) is None
    assert said("Does the X model have a removable battery?", told) == Said(yes=True, place=0)
    assert said("Does the S model have a dial?", "Unlike the S model, the X has a dial.") is None


def test_a_day_is_of_who_is_named_beside_it() -> None:
    told = "Kim works Monday to Thursday; on Fridays Lee covers for her."

    assert said("Is Kim in on Friday?", told) is None
    assert said("Is the exam on Friday?", "The exam is on Friday, 3 May.") == Said(
        yes=True, place=0
    )


@pytest.mark.parametrize(
    "told",
    [
        "The court will rule on Monday.",
        "The court said that it would soon rule.",
        "The court has yet to rule.",
        "The court is to rule in May.",
    ],
)
def test_what_is_planned_is_not_done(told: str) -> None:
    assert said("Has the court ruled?", told) is None
    assert said("Did the court rule?", told) is None


def test_what_is_planned_answers_whether_it_will_be_done() -> None:
    assert said("Will the court rule?", "The court will rule on Monday.") == Said(True, 0)


@pytest.mark.parametrize(
    ("question", "path", "value", "yes"),
    [
        ("Was it refunded?", "refunded", False, False),
        ("Was it refunded?", "refunded", True, True),
        ("Was it refunded?", "not_refunded", True, False),
        ("Has it been delivered?", "delivered_at", None, False),
        ("Has it been delivered?", "delivered_at", "2024-03-02", True),
        ("Is it in stock?", "stock", 0, False),
        ("Is it in stock?", "stock", 4, True),
        ("Is there breakfast?", "breakfast", "not available", False),
        ("Are you open on Sunday?", "opening_hours_sunday", "closed", False),
        ("Are you open on Sunday?", "opening_hours_sunday", "09:00-14:00", True),
        ("Is it paid?", "paid", "yes", True),
    ],
)
def test_the_value_of_a_field_says_yes_or_no(
    question: str, path: str, value: str | float | None, *, yes: bool
) -> None:
    assert of_field(question, path, value) == Said(yes, 0)


@pytest.mark.parametrize("value", [None, "", "pending", "n/a"])
def test_a_field_without_a_value_says_nothing(value: str | None) -> None:
    assert of_field("Was it refunded?", "refunded", value) is None


def test_a_time_that_may_be_to_come_says_nothing() -> None:
    assert of_field("Has it expired?", "expires_at", "2031-03-02") is None


def test_a_sentence_that_opens_with_a_pronoun_is_about_the_one_before() -> None:
    told = "The pool has two lanes.", "It is closed on Sundays."

    assert said("Is the pool open on Sundays?", *told) == Said(yes=False, place=1)


@pytest.mark.parametrize(
    ("told", "yes"),
    [
        (("Q: Is breakfast included?", "A: No, it costs 12 EUR."), False),
        (("Is breakfast included?", "Yes, from 7 to 10."), True),
        (("**Is breakfast included?**", "No."), False),
        (("1 question: Is breakfast included?", "1 answer: No", "2 question: Is it hot?"), False),
    ],
)
def test_a_reply_answers_the_question_before_it(told: tuple[str, ...], *, yes: bool) -> None:
    assert said("Is breakfast included?", *told) == Said(yes, 1)


@pytest.mark.parametrize(
    "told",
    [
        ("Is breakfast included?", "That depends on the rate."),
        ("Is breakfast included?", "Yes, but not on Sundays."),
        ("Is breakfast included?", "Yes.", "Only children pay for it."),
        ("Is a hot breakfast included?", "No."),
        ("Is breakfast included?",),
    ],
)
def test_a_question_alone_says_neither_yes_nor_no(told: tuple[str, ...]) -> None:
    assert said("Is breakfast included?", *told) is None


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Is Ida Moe the mayor of Voss?", "Ida Moe is the former mayor of Voss."),
        ("Does the tour end at the beach?", "The tour ends at the pier."),
        ("Was Ruiz the plaintiff?", "Halden (the plaintiff) sued Ruiz (the defendant)."),
        ("Are refunds possible after 30 days?", "Refunds are possible within 30 days."),
        ("Did the team win all its games?", "The team won nine of its games."),
        ("Is Lena Falk still the director?", "Lena Falk was the director until 2021."),
        ("Is the drug approved for children?", "The drug is approved for adults."),
        ("Is the road open?", "The road is open only to buses."),
        ("Is the shop open or closed?", "The shop is open."),
        ("Is it free on Sundays?", "It is free on the first Sunday of each month."),
        ("Is the pool open on Mondays?", "The pool is open every month on the last Monday."),
        ("Are bikes allowed?", "Bikes are allowed in the yard but not in the hall."),
        ("Do I pay for the sauna?", "Holders of a gold card use the sauna free."),
        ("Is it open?", ""),
    ],
)
def test_what_a_clause_does_not_say_is_left_open(question: str, told: str) -> None:
    assert said(question, told) is None


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Did she pass?", "The pass mark is 60."),
        ("Did she call?", "The call centre opens at 8."),
        ("Did she fail?", "The pass mark is 60."),
        ("Did it ship?", "The ship is in Porto."),
        ("Did they order it?", "We sent the order by mail."),
        ("Did she break?", "The cup breaks."),
    ],
)
def test_a_noun_does_not_do_what_is_asked(question: str, told: str) -> None:
    assert said(question, told) is None


@pytest.mark.parametrize(
    ("question", "told", "yes"),
    [
        ("Did she pass?", "She passed with 57 points.", True),
        ("Did she pass?", "Anna Berg failed.", False),
        ("Do you charge for delivery?", "There is no charge for delivery.", False),
        ("Does the card work abroad?", "The card works abroad.", True),
        ("Do dogs need a lead?", "Dogs need a lead.", True),
    ],
)
def test_a_verb_that_looks_like_a_noun_answers(question: str, told: str, *, yes: bool) -> None:
    assert said(question, told) == Said(yes, 0)


def test_where_the_evidence_says_both_nothing_is_said() -> None:
    assert said("Is the pool open?", "The pool is open.", "The pool is closed.") is None


@given(st.text(max_size=80))
def test_any_evidence_is_read(told: str) -> None:
    said("Is the pool open on Sundays?", told)


def test_a_price_is_not_free() -> None:
    told = "Amenities: pool, gym. Parking: $15 per night."

    assert said("Is parking free?", told) == Said(yes=False, place=0)
    assert said("Is the pool free?", told) is None


def test_a_limit_says_nothing_of_a_case_outside_of_it() -> None:
    assert said("Does an order of $45 ship free?", "Orders over $50 ship free.") is None


SUED = "Halden sued Ruiz in 2019."


@pytest.mark.parametrize(
    ("question", "told", "expected"),
    [
        ("Did Ruiz sue Halden?", [SUED], Said(yes=False, place=0, reverse=True)),
        ("Was Halden sued by Ruiz?", [SUED], Said(yes=False, place=0, reverse=True)),
        ("Was Ruiz sued by Halden?", [SUED], Said(yes=True, place=0)),
        ("Did Ruiz sue Halden?", [SUED, "Ruiz sued Halden back."], Said(yes=True, place=1)),
        (
            "Is Ann the mother of Ben?",
            ["The mother of Ann is Ben."],
            Said(yes=False, place=0, reverse=True),
        ),
        (
            "Does the Mirn flow into the Cardo?",
            ["The Cardo flows into the Mirn."],
            Said(yes=False, place=0, reverse=True),
        ),
        ("Is Ann married to Ben?", ["Ben is married to Ann."], Said(yes=True, place=0)),
        ("Does Norway border Sweden?", ["Sweden borders Norway."], Said(yes=True, place=0)),
        ("Is Bonn south of Koblenz?", ["Koblenz is north of Bonn."], None),
    ],
)
def test_what_tells_it_the_other_way_round_says_no(
    question: str, told: list[str], expected: Said | None
) -> None:
    assert said(question, *told) == expected
