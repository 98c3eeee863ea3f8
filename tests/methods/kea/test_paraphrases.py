from __future__ import annotations

from groundgraph.methods.kea.paraphrases import phrasings
from groundgraph.types import Triple


def said(*fact: str) -> dict[Triple, tuple[bool, bool]]:
    return {p.triple: (p.telling, p.rival) for p in phrasings(Triple(*fact))}


def test_a_property_is_said_as_texts_say_it() -> None:
    assert Triple("Ada", "works for", "IBM") in said("Ada", "employer", "IBM")


def test_an_unknown_property_is_said_as_it_is() -> None:
    assert said("Ada", "shoe size", "38") == {Triple("Ada", "shoe size", "38"): (True, True)}


def test_a_phrase_may_change_the_ends_over() -> None:
    assert Triple("Paris", "is the capital of", "France") in said("France", "capital", "Paris")


def test_only_a_date_is_a_day_to_be_born_on() -> None:
    assert Triple("Ada", "was born on", "1867") in said("Ada", "date of birth", "1867")
    assert Triple("Ada", "was born on", "Rome") not in said("Ada", "date of birth", "Rome")


def test_what_has_several_values_rivals_nothing_and_is_a_tells_nothing() -> None:
    found = said("Ada", "occupation", "poet")
    assert found[Triple("Ada", "worked as", "poet")] == (True, False)
    assert found[Triple("Ada", "is a", "poet")] == (False, False)
