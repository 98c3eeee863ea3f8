"""Places in a sequence of which a clause leaves out what is counted: "Vos in the 58th"."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities.written.dates import mentions
from groundgraph.text.quantities.written.tokens import tokens


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Kessler scored in the 14th minute, Vos in the 58th.", [14, 58]),
        ("Kessler scored in the 14th minute, Vos in the 24th.", [14, 24]),
        ("Ann won in the third round, Pia in the fifth and Bo in the ninth.", [3, 5, 9]),
        ("Ann won in the third round and left on the 5th.", [3, None]),
        ("Ann won in the third round. Bo lived in the fifth.", [3]),
        ("Ann won in the third round, Bo in the fifth district.", [3]),
    ],
)
def test_a_place_takes_over_what_is_counted(text: str, places: list[int | None]) -> None:
    assert [each.moment.step for each in mentions(tokens(text), text)] == places
