"""Parts of writings numbered in Roman numerals or in words."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.codes import codes_of

ANNEXES = "Appendix IX lists the approved suppliers. Appendix XII sets out the service credits."
ATLAS = "The maps are in volume vi of the atlas; the index fills volume viii."
WHERE = "In which volume are the maps?"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("A second hand begins on folio xiv, a third on folio xl.", ["folio 14", "folio 40"]),
        ("Article V and the 12th chapter", ["article 5", "chapter 12"]),
        ("Appendix C, the second article 7", ["article 7"]),
        ("the volume I bought, section iix, a clause i think", []),
    ],
)
def test_numbered_parts_are_read_with_digits(text: str, keys: list[str]) -> None:
    assert [code.key for code in codes_of(text)] == keys


@pytest.mark.parametrize(
    ("question", "evidence", "claim", "outcome"),
    [
        ("", ANNEXES, "The suppliers are listed in the ninth appendix.", "supported"),
        ("", ANNEXES, "The suppliers are listed in the twelfth appendix.", "contradicted"),
        ("", ANNEXES, "The suppliers are listed in appendix XII.", "contradicted"),
        (WHERE, ATLAS, "They are in the sixth volume.", "open"),
        (WHERE, ATLAS, "They are in the eighth volume.", "contradicted"),
    ],
)
def test_what_another_part_holds_is_told(
    question: str, evidence: str, claim: str, outcome: str
) -> None:
    [judged] = judge_quantities(question, [evidence], [claim])
    assert judged.outcome == outcome
