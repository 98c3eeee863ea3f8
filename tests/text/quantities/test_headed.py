"""What passages tell of one of several things of a kind."""

from __future__ import annotations

from groundgraph import Passage
from groundgraph.text.conflicts import find_conflicts
from groundgraph.text.quantities.evidence.headed import stretches

CARS = [
    "Volta X2: battery 62 kWh, range 410 km, charging up to 130 kW (10-80% in 31 minutes).",
    "Volta X3: battery 82 kWh, range 530 km, charging up to 175 kW (10-80% in 27 minutes).",
    "All batteries have a warranty of 8 years.",
]
DOCTORS = ["Dr. Elif Kaya (cardiology): Monday, room 214.\nDr. Jan Novak (skin): Friday, room 307."]


def test_each_line_tells_of_what_it_begins_with() -> None:
    _, novak = stretches(DOCTORS)

    assert novak.head >= {"jan", "novak"}
    assert novak.span.of(DOCTORS[0]) == "Friday, room 307."


def test_a_record_of_one_thing_has_no_heads() -> None:
    assert stretches(("Order 4411: 3 boxes.",)) == ()


def test_different_models_do_not_disagree() -> None:
    passages = [Passage(text, str(number)) for number, text in enumerate(CARS, 1)]
    claim = "It goes from 10 to 80% in 31 minutes."
    assert find_conflicts("How fast does it charge?", passages, [claim]) == ()
