"""Times of day in the cells of timetables and in the lines of logs."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

BUSES = """| Line 8 | Mon-Fri | Sat | Sun |
|---|---|---|---|
| Harbour | 06:10 ... 22:40 | 07:10 ... 22:10 | 08:10 ... 20:10 |
| Market | 06:22 ... 22:52 | 07:22 ... 22:22 | 08:22 ... 20:22 |"""
LOG = "2025-11-02 03:15:07,400 INFO InvoiceJob - Sent 118 invoices in 42 s"


def outcome(passage: str, claim: str) -> str:
    [found] = judge_quantities("", [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The last bus leaves Harbour on Sundays at 22:40.", "contradicted"),
        ("The bus leaves Harbour on Sundays at 21:10.", "contradicted"),
        ("The bus leaves Harbour on Sundays at 09:10.", "open"),  # one of those left out
        ("The first bus leaves Harbour on Saturdays at 07:10.", "supported"),
    ],
)
def test_a_time_is_held_to_the_column_that_is_named(claim: str, said: str) -> None:
    assert outcome(BUSES, claim) == said


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The invoice job sent 118 invoices in 42 seconds.", "supported"),
        ("The invoice job sent 181 invoices in 42 seconds.", "contradicted"),
    ],
)
def test_milliseconds_of_a_log_are_no_amount(claim: str, said: str) -> None:
    assert outcome(LOG, claim) == said


@pytest.mark.parametrize(
    "written",
    ["2025-11-02 03:15:07,400", "2025-11-02T03:15:07.400Z", "2025-11-02T03:15Z"],
)
def test_a_stamp_tells_day_and_time(written: str) -> None:
    sentence = read(f"{written} sent 5 mails", frozenset())

    [mention] = sentence.mentions
    assert mention.moment.day == 2
    assert mention.moment.minutes == (3 * 60 + 15,)
    assert [amount.number for amount in sentence.amounts] == [5.0]


def test_a_time_taken_has_its_milliseconds() -> None:
    [amount] = read("The lap took 0:01:23.456.", frozenset()).amounts

    assert amount.base == pytest.approx(83.456)
