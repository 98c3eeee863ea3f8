"""Denials beside opposites: two differences that cancel out say the same."""

from __future__ import annotations

import pytest

from groundgraph.text.statements import judge_statements

RIGHT = [
    ("The deposit is not refundable.", "The deposit cannot be refunded."),
    ("The deposit is non-refundable.", "The deposit is not refundable."),
    ("The museum is closed on Mondays.", "The museum is not open on Mondays."),
    ("The museum isn't open on Mondays.", "The museum is closed on Mondays."),
    ("Filming is not allowed in the chapel.", "Filming is forbidden in the chapel."),
    ("Filming is prohibited in the chapel.", "Filming is not permitted in the chapel."),
    ("The team failed to win the final in Oslo.", "The team did not win the final in Oslo."),
    ("The board rejected the merger in March.", "The board did not approve the merger in March."),
    ("The cabin has no running water.", "The cabin lacks running water."),
    ("The cabin is without running water.", "The cabin has no running water."),
    ("The crew was unable to free the ship.", "The crew could not free the ship."),
    ("Only members may use the sauna.", "Non-members may not use the sauna."),
    ("The trail is not passable in winter.", "The trail is impassable in winter."),
    (
        "It rained. The trail is impassable in May; take the bus.",
        "The trail is not passable in May.",
    ),
]
NOT_THE_SAME = [
    ("The museum is closed on Mondays.", "The museum is not closed on Mondays."),
    ("The museum is closed on Mondays.", "The museum is open on Mondays."),
    ("The team failed to win the final.", "The team did not fail to win the final."),
    ("Filming is not allowed in the chapel after dark.", "Filming is forbidden in the chapel."),
    ("Not all trails are open in winter.", "Trails are closed in winter."),
    ("The board may not approve the merger.", "The board rejected the merger."),
    ("The board rejected the merger.", "The board may not approve the merger."),
    ("Only members may use the sauna.", "Non-members may use the sauna."),
    ("Only members may use the sauna.", "Non-residents may not use the sauna."),
    ("The hall seats no more than 320 guests.", "The hall seats less than 320 guests."),
]


@pytest.mark.parametrize(("evidence", "claim"), RIGHT)
def test_a_denial_beside_an_opposite_says_the_same(evidence: str, claim: str) -> None:
    [found] = judge_statements("", [evidence], [claim])
    assert found.outcome == "supported"


@pytest.mark.parametrize(("evidence", "claim"), NOT_THE_SAME)
def test_a_denial_that_says_more_or_other_is_not_supported(evidence: str, claim: str) -> None:
    [found] = judge_statements("", [evidence], [claim])
    assert found.outcome != "supported"
