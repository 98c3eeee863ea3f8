"""Right and wrong orders beside each other, in the words in which strangers tell them."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

RELEASES = """Release calendar. Alpha: 4 March. Feature freeze: 1 April. Beta: 15 April. Release
candidate: three weeks after the beta. The documentation sprint takes place in the week before it.
"""
SHIPPING = "Order received 2 June. Payment confirmed 4 June. Packed 6 June. Handed over 9 June."
TOUR = """Toral lost the leader's jersey on stage 2 and took it back the next day. The rest day fell
between the second and the third stage."""
MERGER = """Regulators opened an inquiry in June 2021 and cleared the deal in November 2021. The
chief financial officer, Lena Ortiz, had resigned the month before the inquiry was opened."""
WARD = """Mr Dubois was admitted on Monday 3 November. The angiogram followed on Wednesday. A stent
was placed the day after the angiogram. Physiotherapy began on Friday 7 November, and aspirin was
stopped only after the follow-up visit."""
POET = """The poet was born in 1902. There she met the painter Henri Dor, whom she married in 1931.
The marriage was dissolved in 1938.

Her novel appeared in 1935, between the birth of her daughter (1933) and that of her son (1936)."""

BAND = """The singer, Ivo Marsh, was born in 1971. He had a throat operation at the age of 30, and
the group broke up the year after. A reunion concert took place in 2014."""
LOG = """2024-05-11 02:14 disk 81% full
2024-05-11 02:33 failover to node-5 started
2024-05-11 02:36 failover complete

The engineer, Priya Nair, was paged at 02:32 and logged in at 02:41."""
FLIGHT = """At 08:15 the pilot reported a warning light. She turned back three minutes later and
landed at Leeds at 08:41."""


@pytest.mark.parametrize(
    ("question", "told", "right", "wrong"),
    [
        (
            "",
            RELEASES,
            "The feature freeze comes two weeks ahead of the beta.",
            "The feature freeze comes two weeks after the beta.",
        ),
        (
            "When was the order packed?",
            SHIPPING,
            (
                "It was packed after payment had been confirmed and three days before it was handed"
                " over."
            ),
            (
                "It was packed after payment had been confirmed and three days after it was handed"
                " over."
            ),
        ),
        (
            "When was the rest day?",
            TOUR,
            "The riders rested after stage 2.",
            "The riders rested after stage 3.",
        ),
        (
            "When did Ortiz resign?",
            MERGER,
            "She resigned in May 2021.",
            "She resigned in July 2021.",
        ),
        (
            "When was Mr Dubois given a stent?",
            WARD,
            "He got the stent on Thursday, a day ahead of the start of physiotherapy.",
            "He got the stent on Saturday, a day after the start of physiotherapy.",
        ),
        (
            "When did the group split up?",
            BAND,
            "The group broke up in about 2002, long before the reunion concert.",
            "The group broke up in about 1998, long before the reunion concert.",
        ),
        (
            "",
            LOG,
            "Nair logged in after the failover was complete.",
            "Nair logged in before the failover was complete.",
        ),
        (
            "When did the pilot turn back?",
            FLIGHT,
            "She turned back at 08:18, three minutes after the warning light had been reported.",
            "She turned back at 08:12, three minutes before the warning light was reported.",
        ),
    ],
)
def test_the_wrong_order_scores_higher(question: str, told: str, right: str, wrong: str) -> None:
    passages = [passage.replace("\n", " ") for passage in told.split("\n\n")]

    [good] = judge_quantities(question, passages, [right])
    [bad] = judge_quantities(question, passages, [wrong])

    assert good.score < bad.score
    assert good.outcome != "contradicted"
    assert bad.outcome != "supported"


@pytest.mark.parametrize("way", ["before", "after"])
def test_a_name_alone_does_not_tell_which_event_is_meant(way: str) -> None:
    passages = POET.split("\n\n")

    [found] = judge_quantities("", passages, [f"Her son was born {way} her divorce from Dor."])

    assert found.outcome == "open"


@pytest.mark.parametrize(("years", "outcome"), [("Five", "supported"), ("Eight", "contradicted")])
def test_a_date_of_an_aside_is_not_that_of_what_came_later(years: str, outcome: str) -> None:
    told = "Ida Voss published her first novel in 1907. In 1912 she moved to Rade."
    claim = f"{years} years after her first novel she moved to Rade, where she stayed until 1930."
    [judgement] = judge_quantities("", [told], [claim])
    [order] = [check for check in judgement.checks if check.at.of(claim).endswith("after")]
    assert order.outcome == outcome


def test_looking_after_somebody_is_no_order() -> None:
    told = "The nurse looked after Mr Hale in May. Mr Hale moved in March."
    [judgement] = judge_quantities("", [told], ["The nurse looked after Mr Hale."])
    assert not [check for check in judgement.checks if check.kind == "order"]
