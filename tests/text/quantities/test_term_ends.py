"""When something ends, or happens, that is told by how long after another date it lies."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

CONTRACT = "The contract began on 1 March 2024 and runs for 36 months."
WARRANTY = (
    "The warranty is 24 months from the date of purchase. The laptop was bought on 10 June 2023."
)
LEASE = "The lease began on 1 January 2020 with a term of five years."
TRIAL = "The trial period is six months and started on 15 January 2024."
PROJECT = "The project began in May 2022 and will be completed in three years."
NOTICE = "The contract began on 1 March 2024. Notice must be given 3 months before it ends."


@pytest.mark.parametrize(
    ("passage", "claim", "expected"),
    [
        (CONTRACT, "The contract ends on 1 March 2027.", "supported"),
        (CONTRACT, "It ends on 28 February 2027.", "supported"),
        (CONTRACT, "It ends on 1 March 2026.", "open"),
        (WARRANTY, "The warranty expires on 10 June 2025.", "supported"),
        (WARRANTY, "The warranty expires on 10 June 2024.", "open"),
        (LEASE, "The lease ends on 31 December 2024.", "supported"),
        (LEASE, "The lease ends on 31 December 2025.", "open"),
        (TRIAL, "The trial period ends on 15 July 2024.", "supported"),
        (TRIAL, "The trial period ends on 15 June 2024.", "open"),
        (PROJECT, "The project will be completed in May 2025.", "supported"),
        (PROJECT, "The project will be completed in 2024.", "open"),
        (PROJECT, "The project began in 2025.", "open"),
        (NOTICE, "The contract ends on 1 June 2024.", "open"),
    ],
)
def test_a_date_is_reckoned_from_the_one_told(passage: str, claim: str, expected: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == expected
