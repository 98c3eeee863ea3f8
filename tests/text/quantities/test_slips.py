"""What the judge of quantities says of wrong conversions, and of right ones told of much else."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

EELS = (
    "Adult eels measured 62 cm on average and weighed 0.41 kg; the longest was 1.04 m. "
    "Transmitters of 8 g lasted 26 weeks."
)
DEBT = "Net debt stood at €2.3bn, while the undrawn credit facility amounted to €750m."
LAB = "Haemoglobin 13.2 g/dl, ferritin 9 µg/l. Recheck ferritin in three months."
CAPE = "Off Cape Dorn the lead found bottom at eight fathoms. The crew got half a pound of biscuit."
SKIS = "Ida Holm skied the leg in 11 min 48 s. Her skis are 197 cm long and weigh 1.1 kg a pair."
BOXES = "Each box holds 10 jars of 250 g. A pallet carries 40 boxes."
SEGMENTS = (
    "| Segment | 2022 revenue ($m) | 2023 revenue ($m) |\n|---|---|---|\n"
    "| Devices | 310.2 | 279.2 |\n| Services | 88.0 | 92.4 |"
)


def outcome(passage: str, claim: str, question: str = "") -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (EELS, "Transmitters lasted 26 months."),
        (DEBT, "The group's net debt stood at 2.3 million euros."),
        (DEBT, "The group's net debt stood at 230 million euros."),
        (LAB, "Her ferritin was 9 mg per litre."),
        (CAPE, "Off Cape Dorn the lead found bottom at 80 feet."),
        (SKIS, "Her skis are nearly twenty metres long."),
        (SKIS, "Ida Holm skied the leg in 11 hours and 48 minutes."),
    ],
)
def test_the_digits_of_another_unit_are_wrong(passage: str, claim: str) -> None:
    assert outcome(passage, claim) == "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (EELS, "The biggest eel was 104 centimetres long."),
        (EELS, "The devices kept sending for half a year."),
        (DEBT, "Net debt came to 2,300 million euros."),
        (DEBT, "Net debt was not 2.3 million but 2.3 billion euros."),
        (CAPE, "Soundings at Cape Dorn gave a depth of 48 feet."),
        (SKIS, "Her skis are nearly two metres long."),
        (BOXES, "A box holds 2.5 kg of jars."),
        (SEGMENTS, "Devices revenue fell by $31 million, or 10%, to $279.2 million."),
    ],
)
def test_what_is_converted_rightly_is_not_contradicted(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Coffee 1,50 €, croissant 2,20 €, juice 3,00 €.",
            "A coffee costs 1.50 euros.",
            "A coffee costs 15 euros.",
        ),
        (
            "Der Koffer wiegt 12,5 kg. Das Depot kostet 1.250,50 EUR.",
            "The Koffer wiegt 12.5 kilos.",
            "The Koffer wiegt 125 kilos.",
        ),
        (
            "The contract was signed on 05.04.2024 in Graz. It ends on 31.12.2026.",
            "The contract was signed on 5 April 2024.",
            "The contract was signed on 4 May 2024.",
        ),
        (
            "Kiplagat won in 2:06:41, 19 seconds ahead of Tadese.",
            "Kiplagat needed just under two hours and seven minutes.",
            "Kiplagat needed just under two hours and seventeen minutes.",
        ),
    ],
)
def test_other_ways_of_writing_are_read(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


def test_close_to_is_about() -> None:
    assert outcome("The dam is 38.9 m high.", "The dam is close to 39 m high.") == "supported"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            "A lesson lasts 15 minutes. Beginners take six lessons in their first month.",
            "In their first month beginners take lessons for an hour and a half.",
        ),
        (
            "100 g of the cheese contain 720 mg of calcium. A wheel weighs 6 kg.",
            "A kilo of the cheese contains 7.2 g of calcium.",
        ),
        ("The reel holds 500 m of cable; 10% of it was damaged.", "0.05 km of cable was damaged."),
        (
            "A sheet is 0.1 mm thick. A stack has a thousand sheets.",
            "The stack of a thousand sheets is 10 cm thick.",
        ),
        (
            "Parcel A weighs 2.4 kg, parcel B 240 g. A took 24 days, B 24 weeks.",
            "Parcel B weighs 0.24 kg.",
        ),
    ],
)
def test_what_is_reckoned_with_a_number_beside_it_is_no_slip(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Rash was seen in 4 per thousand patients.",
            "Rash was seen in 0.4% of patients.",
            "Rash was seen in 4 per hundred patients.",
        ),
        (
            "Adults take 30 mL of the linctus at night.",
            "Adults take 30 millilitres of the linctus.",
            "Adults take 30 milligrams of the linctus at night.",
        ),
        (
            "The field gave 26 bushels of oats.",
            "The field gave 26 bushels of oats.",
            "The field gave 26 gallons of oats.",
        ),
        (
            "`cache_ttl` is the lifetime of the cache in seconds; the default is 7200.",
            "The lifetime of the cache is two hours by default.",
            "The lifetime of the cache is 7200 minutes by default.",
        ),
    ],
)
def test_the_same_number_of_another_unit_is_wrong(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        ("Flat: £950 pcm, bills extra.", "The flat is £950 a month.", "The flat is £950 a week."),
        ("Flat: £950 p.c.m.", "The flat is £950 monthly.", "The flat is £950 a week."),
        ("Flat: £950pcm", "The flat is £950 per calendar month.", "The flat is £950 a year."),
        ("Parking: £3/hr", "Parking is £3 an hour.", "Parking is £3 a day."),
        (
            "Pay: £30,000 p.a.",
            "The pay is £2,500 a month.",
            "The pay is £30,000 a month.",
        ),
        ("Fibre: $24/mo", "Fibre is $24 a month.", "Fibre is $24 a year."),
    ],
)
def test_a_price_is_for_the_time_that_is_told(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("A room is £90 per night.", "A room is £90 a day."),
        ("Parking: £3/hr, or £3 a day for residents.", "Parking is £3 a day."),
        ("Parking: £3/hr", "Parking in the garage is £3 a day."),
    ],
)
def test_a_price_for_another_time_may_be_right(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "The regatta drew 48k spectators, up from last year's 39k.",
            "About forty-eight thousand spectators came to the regatta.",
            "About eighty-four thousand spectators came to the regatta.",
        ),
        (
            "The hut has fourteen bunks, two stoves and a woodshed.",
            "The hut has 14 bunks.",
            "The hut has forty bunks.",
        ),
        (
            "The quarry lift raises 1,350 kg at 0.6 m/s and was installed in 1988.",
            "The quarry lift can raise 1.35 tonnes.",
            "The quarry lift can raise 1.53 tonnes.",
        ),
    ],
)
def test_a_number_with_its_digits_exchanged_is_wrong(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


def test_what_is_left_may_have_the_digits_of_what_was_sold() -> None:
    told = "The shop had a good stock of grey lamps. In May 58 grey lamps went, and 60 more came."
    assert outcome(told, "85 grey lamps remain in the shop.") == "open"
