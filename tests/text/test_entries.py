"""Things told one after the other, each behind its name."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.statements import judge_statements
from groundgraph.text.statements.entries import entries

PLANS = (
    "Plans. Starter: 3 seats, 5 GB storage, email support. Team: 10 seats, 50 GB storage, chat"
    " support, SSO. Enterprise: 90 seats, phone support, SSO and audit log."
)
FIBRE = (
    "You pay a part of the price. Fibre 100 and Fibre 250: 60 percent. Fibre 500 and Fibre 900: 75"
    " percent. Charges are worked out on the broadband price."
)
PORT = (
    "Check-in. Cars and motorcycles: open 3 hours, close 75 minutes before. Campervans, caravans"
    " and trailers: open 3 hours, close 90 minutes before, as they are loaded first."
)


def test_entries_stand_one_after_the_other() -> None:
    for told, names in (
        (PLANS, [{"starter"}, {"team"}, {"enterpris"}]),
        (PORT, [{"car", "motorcycl"}, {"campervan", "caravan", "trailer"}]),
        ("- Basic: mail\n- Pro: mail, chat\n", [{"basic"}, {"pro"}]),
    ):
        [(found, _)] = entries(told)
        assert [entry.name for entry in found] == names
    assert not entries("Note: it rained. Nobody came.")
    assert not entries("She said: it rained.")


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("The Starter plan comes with chat support.", True),
        ("The Team plan includes an audit log.", True),
        ("The Starter plan comes with email support.", False),
        ("The Team plan includes SSO.", False),
        ("Starter has no chat support.", False),
        ("Team has chat support, Starter does not.", False),
        ("Upgrade from Starter to get chat support.", False),
        ("The plans come with chat support.", False),
    ],
)
def test_what_another_entry_lists_is_wrong_of_this_one(claim: str, wrong: bool) -> None:
    [judged] = judge_statements("", [PLANS], [claim])
    assert (judged.outcome == "contradicted") is wrong


def test_fields_of_a_record_are_of_one_thing() -> None:
    told = "Name: Billing\nOwner: Platform team\nRegion: Dublin"
    for claim in ("The owner of Billing is the platform team.", "Billing's region is Dublin."):
        [judged] = judge_statements("", [told], [claim])
        assert judged.outcome != "contradicted"


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        (FIBRE, "On Fibre 500 you pay 60 percent of the monthly price.", "contradicted"),
        (FIBRE, "On Fibre 500 you pay 75 percent of the monthly price.", "supported"),
        (FIBRE, "On Fibre 250 the charge is three quarters.", "contradicted"),
        (FIBRE, "Fibre 500 costs 15 points more than Fibre 250: 60 percent.", "open"),
        (PORT, "Cars have to check in 90 minutes before.", "contradicted"),
        (PORT, "Trailers have to check in 90 minutes before.", "open"),
        (PORT, "Check-in closes 45 minutes before for cars.", "open"),
    ],
)
def test_amounts_are_those_of_the_entry_that_is_named(told: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [told], [claim])
    if outcome == "open":
        assert judged.outcome != "supported"
    else:
        assert judged.outcome == outcome


def test_the_question_may_name_the_entry() -> None:
    asked = "What do I pay to leave my Fibre 500 contract?"
    right, wrong = judge_quantities(asked, [FIBRE], ["You pay 75 percent.", "You pay 60 percent."])
    assert (right.outcome, wrong.outcome) == ("open", "contradicted")
    assert "Fibre 500 and Fibre 900: 75 percent" in wrong.explanation
