"""The order of the steps of instructions."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

ROUTER = (
    "How to reset the router: Unplug it and wait ten seconds. Plug it in again and hold the WPS "
    "button until the light turns orange. Then open 192.168.1.1 in a browser and log in."
)
CAKE = (
    "Preheat the oven. Mix the flour with the sugar, add the eggs one by one and stir in the "
    "butter. Pour the batter into a tin and bake for 35 minutes. Let the cake cool in the tin."
)
SETUP = (
    "1. Clone the repository. 2. Create a virtual environment and activate it. "
    "3. Install the requirements. 4. Run the migrations."
)
NEWS = "The minister opened the bridge, cut the ribbon and drove across it in an old bus."


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            ROUTER,
            "Unplug it, wait ten seconds, then plug it in again and hold the WPS button.",
            "Hold the WPS button, then unplug it and wait ten seconds.",
        ),
        (
            CAKE,
            "Mix the flour with the sugar, then add the eggs one by one and stir in the butter.",
            "Mix the flour with the sugar, stir in the butter and then add the eggs one by one.",
        ),
        (
            SETUP,
            "First clone the repository, then install the requirements and run the migrations.",
            "First clone the repository, then run the migrations and install the requirements.",
        ),
    ],
)
def test_steps_are_held_in_their_order(told: str, right: str, wrong: str) -> None:
    good, bad = judge_quantities("", [told], [right, wrong])

    assert good.outcome != "contradicted"
    assert (bad.outcome, bad.certainty) == ("contradicted", "certain")


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (SETUP, "Before you run the migrations, install the requirements."),
        (SETUP, "Do not run the migrations, then clone the repository."),
        (NEWS, "The minister cut the ribbon, then opened the bridge."),
    ],
)
def test_other_texts_have_no_steps(told: str, claim: str) -> None:
    [judged] = judge_quantities("", [told], [claim])

    assert not any(each.kind == "order" and each.fit >= 0.9 for each in judged.checks)
