"""Records told in lines, and objects of data, as rows of one table."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_DONORS = """Donor register
Name: Biscuit / Breed: Greyhound / Weight: 31 kg / Last donation: 11 Feb
Name: Pickle / Breed: Labrador / Weight: 34 kg / Last donation: 2 Mar
Name: Juno / Breed: Setter / Weight: 28 kg / Last donation: 9 Mar"""
_AREAS = """Fire inspection
Area: Loading bay — Doors: 3 — Inspector: Holt — Due: May
Area: Mezzanine — Doors: 5 — Inspector: Brandt — Due: July
Area: Cold store — Doors: 2 — Inspector: Osei — Due: June"""
_CHANGES = """{"id":"CR-117","raised_by":"s.dunn","approved_by":"h.ito"}
{"id":"CR-118","raised_by":"h.ito","approved_by":"m.costa"}
{"id":"CR-119","raised_by":"m.costa","approved_by":"s.dunn"}"""
_CREW = """[{"vessel":"Tern","captain":"Ruiz","port":"Lund"},
{"vessel":"Gull","captain":"Okafor","port":"Varde"},
{"vessel":"Skua","captain":"Meyer","port":"Holm"}]"""

_SIZES = "Chest in cm\n | S | M | L\nWomen | 84–89 | 90–95 | 96–102\nMen | 90–95 | 96–101 | 102–108"


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (_SIZES, "For women, M is 90 to 95 cm.", "For women, M is 96 to 101 cm."),
        (_DONORS, "Biscuit, a greyhound, weighs 31 kg.", "Biscuit, a greyhound, weighs 34 kg."),
        (_DONORS, "Pickle is the labrador.", "Pickle is the setter."),
        (_AREAS, "The mezzanine was seen by Brandt.", "The mezzanine was seen by Osei."),
        (_AREAS, "The cold store has two doors.", "The cold store has five doors."),
        (_CHANGES, "m.costa approved CR-118.", "s.dunn approved CR-118."),
        (_CREW, "The Gull sails from Varde.", "The Gull sails from Holm."),
        (_CREW, "Okafor is captain in Varde.", "Okafor is captain in Lund."),
    ],
)
def test_a_value_of_another_record_is_wrong(told: str, right: str, wrong: str) -> None:
    held, against = judge_quantities("", [told], [right, wrong])
    assert held.outcome != "contradicted"
    assert held.score < against.score
    assert against.outcome == "contradicted"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (_CHANGES, "CR-118 and CR-119 were raised by h.ito and m.costa."),
        (_CREW, "Okafor and Meyer are captains, while Ruiz sails from Lund."),
        (_DONORS, "Unlike Pickle, the setter weighs 28 kg."),
    ],
)
def test_several_records_told_at_once_are_not_wrong(told: str, claim: str) -> None:
    [judged] = judge_quantities("", [told], [claim])
    assert judged.outcome != "contradicted"
