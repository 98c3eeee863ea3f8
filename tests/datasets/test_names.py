from __future__ import annotations

import pytest

from groundgraph.datasets.dates import dates, written_like
from groundgraph.datasets.multihop import Paragraph
from groundgraph.datasets.names import alike, kind_asked, kind_by_form, names
from groundgraph.datasets.numerals import numerals
from groundgraph.datasets.numerals import written_like as number_like

PAGES = (
    Paragraph("Parma", ("Parma is a city in Italy.", "There, Ann Lee (born 1950) lives.")),
    Paragraph("Soft Rain (film)", ("Soft Rain is a drama film by Tom Fox.", 'He sang "Low Sun".')),
    Paragraph("List of cities", ("All are listed.",)),
)


def test_names_are_found_with_what_they_name() -> None:
    found = {name.text: name.kind for name in names(PAGES)}
    assert found == {
        "Parma": "place",
        "Italy": "country",
        "Ann Lee": "person",
        "Soft Rain": "work",
        "Tom Fox": "person",
        "Low Sun": "work",
    }


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("In what city was the actor born?", "place"),
        ("Who directed the film in which Ann Lee sang?", "person"),
        ("The man who sang it is known for what song?", "work"),
        ("It was sung by the man that was born where?", "place"),
        ("Which American film director made it?", "person"),
        ("What is the name of the band that played it?", "organisation"),
        ("What nationality were both?", "people"),
        ("How old is it?", None),
        ("What does he do?", None),
    ],
)
def test_a_question_says_what_it_asks_for(question: str, kind: str | None) -> None:
    assert kind_asked(question) == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Ghana", "country"),
        ("Ohio", "state"),
        ("Dutch", "people"),
        ("Europe", "continent"),
        ("University of Miami", "organisation"),
        ("Clark County", "place"),
        ("Ann Lee", None),
    ],
)
def test_a_name_can_say_what_it_names(name: str, kind: str | None) -> None:
    assert kind_by_form(name) == kind


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Nikolai Lobachevsky", "Nikolai Ivanovich Lobachevsky", True),
        ("Björk", "Bjork Guðmundsdóttir", True),
        ("NBC", "National Broadcasting Company", True),
        ("England", "United Kingdom", True),
        ("Parma", "Genoa", False),
        ("Bank of Spain", "Duke of York", False),
    ],
)
def test_names_that_may_name_one_thing_are_alike(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is alike(other, one) is same


def test_dates_are_read_in_both_orders_and_months_are_no_verbs() -> None:
    text = "It may rain; May Day. On 3rd of May 1990, March 22, and June 1925. It had 1990 seats."
    assert [date[:3] for date in dates(text)][:3] == [
        (3, "May", 1990),
        (22, "March", None),
        (None, "June", 1925),
    ]
    assert [date[:3] for date in dates("$1990, 1,990 and 1990.5")] == []


def test_a_date_that_lacks_a_part_cannot_be_written_like_a_whole_one() -> None:
    assert written_like(dates("June 1925")[0], "May 3, 1990") is None
    assert written_like(dates("8 June 1951")[0], "in 1990") == "in 1951"


@pytest.mark.parametrize(
    ("value", "model", "written"),
    [
        (12, "eight legs", "twelve legs"),
        (40, "eight legs", "40 legs"),
        (40123, "3,677 seated", "40,123 seated"),
        (21, "the 3rd", "the 21st"),
        (12, "the 3rd", "the 12th"),
        (5, "third", "fifth"),
    ],
)
def test_a_number_is_written_in_the_style_of_another(value: int, model: str, written: str) -> None:
    (numeral,) = numerals(model)
    assert number_like(value, model, numeral) == written


def test_parts_of_ranges_decimals_and_codes_are_no_numbers() -> None:
    assert numerals("1892-94, 3.5, TRS-80, 24/7, one") == []
