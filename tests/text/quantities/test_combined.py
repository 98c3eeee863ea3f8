"""Amounts of prose compared: one with all others, places in a row, what a deed came to."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

WARD = "Ward count: Amadi 1,910; Price 1,240; Keogh 880. Turnout was 41%."
TOTAL = "Ward count: Amadi 1,910; Price 1,240; Keogh 670; Total 3,820."
SERIES = "Brahms evening: 812 tickets used. Sibelius evening: 780. Ravel evening: 868."
TOWERS = (
    "The mast at Orre is 212 m high. The radio tower at Holt is 184 m high; the chimney at Brand,"
    " 240 m."
)
NORVIK = (
    "Norvik reported 2023 revenue of €48.0 million (2022: €40.0 million). Net profit was €3.6"
    " million (2022: €4.5 million)."
)


@pytest.mark.parametrize(
    ("evidence", "claim", "outcome"),
    [
        (WARD, "Amadi got fewer votes than the two others together.", "supported"),
        (WARD, "Amadi got more votes than the two others together.", "contradicted"),
        (WARD, "Amadi got more votes than her rivals combined.", "contradicted"),
        (WARD, "The two others together got more votes than Amadi.", "supported"),
        (WARD, "Amadi got more votes than the three others together.", "open"),
        (TOTAL, "Amadi got fewer votes than the others together.", "open"),
        (SERIES, "The Sibelius evening drew the smallest audience.", "supported"),
        (SERIES, "The Brahms evening drew the smallest audience.", "open"),
        (TOWERS, "The second tallest is the mast at Orre.", "supported"),
        (TOWERS, "The second tallest is the radio tower at Holt.", "open"),
        (NORVIK, "Norvik sold more in 2023 than in 2022.", "supported"),
        (NORVIK, "Norvik sold less in 2023 than in 2022.", "contradicted"),
        (NORVIK, "Norvik earned more in 2023 than in 2022.", "open"),
    ],
)
def test_amounts_of_prose_are_compared(evidence: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [evidence], [claim])
    assert judged.outcome == outcome
