"""Dates as notes, diaries and minutes have them: which happening each is of."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

DIARY = (
    "Site diary: scaffold up 3 Sept. Roof mended 12 Sept. Gutters cleaned 20 Sept. Scaffold down."
)
SHOWS = (
    "Shows at the mill – Clay Now: 3 Jan to 28 Feb. Linen Days: 5 Mar to 30 Apr. "
    "Oak and Ash: 9 May to 1 Jul."
)
STALLS = "Set-up 6:30–8:00, selling 8:00–14:00, tables to be folded by 15:30. Cars from 14:15."
BOARD = (
    "Meeting of 3 March. Budget: put off. Fence: approved by all. Meeting of 7 April. "
    "Budget: approved with two against."
)
MINUTES = (
    "Minutes, 8 May: The chair resigned. Nobody stood for the post.",
    "Minutes, 5 June: Rosa Lind was elected chair. The bar was closed.",
)
FILE = "File on the roof: 3 January, rent raised to 900. 17 January, tenant told by letter."
LEAVE = "Nina is away until the 9th. Omar runs the shop from the 12th so that all can rest."
RELEASES = "v1.0 — wire protocol. v1.3 — Java client. v1.7 — Python client (thanks, Mirela)."


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            [DIARY],
            "The roof was mended before the gutters were cleaned.",
            "The roof was mended after the gutters were cleaned.",
        ),
        (
            [SHOWS],
            "Oak and Ash opens nine days after Linen Days closes.",
            "Oak and Ash opens thirty days after Linen Days closes.",
        ),
        (
            [STALLS],
            "The tables are folded an hour and a half after selling ends.",
            "The tables are folded a quarter of an hour after selling ends.",
        ),
        (
            [BOARD],
            "The fence was approved first, and the budget a month later.",
            "The budget was approved first, and the fence a month later.",
        ),
        (
            list(MINUTES),
            "The chair resigned before the bar was closed.",
            "The chair resigned after the bar was closed.",
        ),
        (
            [FILE],
            "The tenant was told after the rent had been raised.",
            "The tenant was told before the rent had been raised.",
        ),
        (
            [LEAVE],
            "Omar runs the shop after Nina has come back.",
            "Omar runs the shop before Nina has come back.",
        ),
        (
            [RELEASES],
            "The Java client came before the Python client.",
            "The Java client came after the Python client.",
        ),
        (
            ["A storm hit Port Ellis in March. In its wake the harbour was rebuilt."],
            "The harbour was rebuilt after the storm.",
            "The harbour was rebuilt before the storm.",
        ),
    ],
)
def test_a_note_dates_what_stands_with_it(told: list[str], right: str, wrong: str) -> None:
    [good], [bad] = (judge_quantities("", told, [claim]) for claim in (right, wrong))
    assert good.score < 0.5 < bad.score


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("Exams are sat in December, mock ones in May.", "Mock exams come before the exams."),
        ("Linen Days: 5 Mar to 30 Apr. Clay Now is over.", "Clay Now closes after Linen Days."),
        ("Minutes: The chair resigned. The bar was closed on 5 June.", "The bar was closed first."),
    ],
)
def test_what_no_note_dates_is_not_contradicted(told: str, claim: str) -> None:
    [judged] = judge_quantities("", [told], [claim])
    assert judged.outcome != "contradicted"


def test_a_time_on_the_same_day_is_read_without_the_day() -> None:
    told = "Hand the sample in no later than 11:00 the same day."
    [good], [bad] = (
        judge_quantities("", [told], [f"Hand the sample in at {clock}."])
        for clock in ("11:00", "12:00")
    )
    assert good.score < bad.score


def test_a_lone_day_is_a_date_before_a_clause() -> None:
    [good], [bad] = (
        judge_quantities("", [LEAVE], [f"Omar takes over the shop on the {day}."])
        for day in ("12th", "9th")
    )
    assert good.score < bad.score
