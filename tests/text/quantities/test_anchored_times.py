"""Times reckoned from something that happens: from what, and whether forwards or back."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.times.anchors import anchored
from groundgraph.text.quantities.written.model import read

DROPS = "Use the drops 20 minutes after meals. Shake the bottle well."
LEASE = "Notice must be given three months before the end of the term. The deposit comes later."
DOSES = "The booster is due six months after the second dose. The first dose comes at any age."
GOODS = "Goods may be sent back within 30 days of delivery. Sale items cannot be returned."
BLOOD = "Blood test: nothing to eat for 12 hours before the test. You may drink water."
POOL = "You can swim again once two weeks have passed since the operation. Stitches stay in."
TABLET = "One tablet in the morning, half an hour before food. Swallow it whole."
FEED = "Mow three days before use. If it has not rained within 48 hours of spreading, water well."


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (DROPS, "Use them 20 minutes after a meal.", "Use them 20 minutes before a meal."),
        (
            LEASE,
            "Notice is due three months before the term ends.",
            "Notice is due three months after the term ends.",
        ),
        (
            DOSES,
            "Get the booster six months after the second dose.",
            "Get the booster six months after the first dose.",
        ),
        (
            GOODS,
            "You can send goods back in the 30 days after delivery.",
            "You can send goods back in the 30 days before delivery.",
        ),
        (
            POOL,
            "You may swim two weeks after the operation.",
            "You may swim two weeks before the operation.",
        ),
    ],
)
def test_a_time_counts_one_way_from_one_thing(told: str, right: str, wrong: str) -> None:
    [good], [bad] = (judge_quantities("", [told], [claim]) for claim in (right, wrong))
    assert good.score < 0.1
    assert bad.outcome == "contradicted"


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            TABLET,
            "Take one tablet in the morning, 30 minutes ahead of your breakfast.",
            "Take one tablet in the morning, 30 minutes following your breakfast.",
        ),
        (
            FEED,
            "Water if there is no rain in the 48 hours after spreading.",
            "Water if there is no rain in the 48 hours before spreading.",
        ),
        (
            BLOOD,
            "Do not eat in the 12 hours before the test.",
            "Do not eat in the 12 hours after the test.",
        ),
    ],
)
def test_other_words_and_denials_only_lean(told: str, right: str, wrong: str) -> None:
    [good], [bad] = (judge_quantities("", [told], [claim]) for claim in (right, wrong))
    assert good.outcome != "contradicted" != bad.outcome
    assert good.score < 0.5 < bad.score


@pytest.mark.parametrize(
    "claim",
    [
        "Come back 20 minutes after the call.",
        "Shake the bottle 20 minutes after opening it.",
        "Use them within 20 minutes.",
    ],
)
def test_a_time_from_something_else_goes_against_nothing(claim: str) -> None:
    [judged] = judge_quantities("", [DROPS], [claim])
    assert judged.outcome != "contradicted"
    assert not any(check.kind == "order" and check.lean < 0 for check in judged.checks)


def test_a_time_that_is_told_both_ways_is_held_against_neither() -> None:
    told = "Rest for an hour: stop 20 minutes before the meal, and start 20 minutes after the meal."
    for claim in ("Stop 20 minutes before the meal.", "Start 20 minutes after the meal."):
        [judged] = judge_quantities("", [told], [claim])
        assert judged.outcome != "contradicted"


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Pay 14 days from receipt of the bill.", [1]),
        ("Once a week has passed since the second jab, go out.", [1]),
        ("File it within ten days of the hearing.", [1]),
        ("A week of rain spoiled the harvest.", []),
        ("It took two hours, and then they left.", []),
        ("Apply two weeks in advance of the start.", [-1]),
    ],
)
def test_what_leads_from_a_time_to_its_anchor(text: str, signs: list[int]) -> None:
    assert [one.sign for one in anchored(read(text))] == signs
