"""To which side comparisons lean by lists whose values are read loosely."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.evidence.slots import ReadClaim
from groundgraph.text.quantities.leans.list_leans import lean_by_lists
from groundgraph.text.quantities.leans.said import said_by
from groundgraph.text.quantities.written.model import read


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "Per kilo: Braeburn 2.40, Cox 2.20, Gala 2.90 (while they last). Pears as marked.",
            "The cheapest per kilo is Cox.",
            "The cheapest per kilo is Gala.",
        ),
        (
            "Bake the rye loaf for 35 minutes. The spelt loaf is done after 40 and should cool.",
            "Spelt bread stays in the oven longer than rye bread.",
            "Rye bread stays in the oven longer than spelt bread.",
        ),
        (
            "Our winter soup has 210 kcal per bowl. The salad comes to 340 kcal, the pie to 390.",
            "The pie is the richest in calories of the dishes.",
            "The salad is the richest in calories of the dishes.",
        ),
        (
            "Heat use per square metre, in kWh: Arts block 92, Physics 148, Refectory 138.",
            "Physics uses the most heat per square metre.",
            "The Refectory uses the most heat per square metre.",
        ),
        (
            "For Mr Gomez, two options: via Rome, 9 h and €360; via Paris, 7 h and €380.",
            "The quicker routing is also the dearer one.",
            "The quicker routing is also the cheaper one.",
        ),
        (
            "Of the islands, Skarvoy has 61 km², 1,410 inhabitants; Lunnoy 22 km², 1,250 people.",
            "The largest of these islands has the most inhabitants.",
            "The largest of these islands has the fewest inhabitants.",
        ),
    ],
)
def test_claims_lean_to_what_lists_say(told: str, right: str, wrong: str) -> None:
    one, other = judge_quantities("", [told], [right, wrong])
    assert one.score < 0.5 < other.score
    assert one.outcome != "contradicted"
    assert other.outcome != "supported"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (  # a difference is no value
            "Bayo, 23, won 11 bouts. Her opponent, Krystyna Lis, is two years younger.",
            "Bayo is the older of the two.",
        ),
        (  # a change is no price
            "Rents rose by 4 per cent in Marlow and by 7 per cent in Tring.",
            "Two-room flats are the most expensive in Marlow.",
        ),
        (
            "Law admits one applicant in four, medicine one in eleven.",
            "It is harder to get into medicine than into law.",
        ),
        (  # the claim reckons
            "Brightstep wants 11,850 with removal. Castellan wants 10,400, and 1,900 on top.",
            "Brightstep is the cheaper: 11,850 as against 12,300 for Castellan.",
        ),
    ],
)
def test_nothing_leans_by_what_is_no_value_of_a_thing(told: str, claim: str) -> None:
    index = index_of((told,))
    made = ReadClaim(read(claim), read(""), index)
    assert lean_by_lists(made, said_by(made)) == 0
