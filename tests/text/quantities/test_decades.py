"""Parts of decades, and decades in words."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

MILL = "Holm mill turned out blankets from 1902 on. It closed in 1929, and opened anew in 1985."
PRESS = "Alma Reyes founded Tidemark Press in 1866. She sold it in 1884 to her nephew."
BRIDGE = "The stone bridge opened in 1794 and was freed of toll in 1883."
CANCER = "Lung cancer was rare until it was first described in mid 1800."
FAIR = "The fair was held in March 1998 at Tarn."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("in the mid-sixties", [(1960, "mid")]),
        ("towards the end of the thirties", []),
        ("around the end of the thirties", [(1930, "end")]),
        ("by the ’60s", [(1960, "")]),
        ("in the late '70s", [(1970, "late")]),
        ("in the early 1990s", [(1990, "early")]),
        ("He is in his mid-forties", []),
        ("with highs in the mid-sixties", []),
        ("The score was in the eighties on paper, 82 degrees", []),
    ],
)
def test_a_decade_is_a_date_and_no_age_or_temperature(
    text: str, told: list[tuple[int, str]]
) -> None:
    found = [(mention.moment.year, mention.moment.part) for mention in read(text).mentions]
    assert found == told


@pytest.mark.parametrize(
    ("evidence", "claim", "outcome"),
    [
        (MILL, "Holm mill closed in the late 1920s.", "supported"),
        (MILL, "It closed in the late twenties.", "supported"),
        (MILL, "It closed in the early twenties.", "contradicted"),
        (MILL, "It closed near the end of the 1920s.", "supported"),
        (PRESS, "Alma Reyes founded the press in the mid-sixties.", "supported"),
        (PRESS, "Alma Reyes founded the press in the late sixties.", "supported"),
        (BRIDGE, "The stone bridge opened in the mid-1790s.", "supported"),
        (BRIDGE, "The stone bridge opened in the mid-1880s.", "open"),
        (CANCER, "Lung cancer was first described in the mid-1800s.", "supported"),
        (FAIR, "The fair at Tarn was held in early 1998.", "supported"),
        (FAIR, "The fair at Tarn was held in late 1998.", "contradicted"),
        (FAIR, "The fair at Tarn was held in mid 1998.", "open"),
    ],
)
def test_the_part_of_a_decade_or_year_is_held_against_the_date(
    evidence: str, claim: str, outcome: str
) -> None:
    [judged] = judge_quantities("", [evidence], [claim])
    assert judged.outcome == outcome
